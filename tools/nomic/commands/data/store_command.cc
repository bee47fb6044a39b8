// nomic store: databases that hold ledgers, and what moves ledgers into and out of them.

#include <fmt/format.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <filesystem>
#include <set>
#include <string>
#include <thread>

#include "cli/progress.h"
#include "commands/all.h"
#include "nomic/client/kept_invitations.h"
#include "nomic/ledger/address.h"
#include "nomic/ledger/bundle.h"
#include "nomic/replay/game.h"
#include "nomic/service/view_values.h"
#include "nomic/v1/api.pb.h"
#include "nomic/v1/view.pb.h"
#include "nomic/views/error_view.h"
#include "nomic/views/failure.h"
#include "nomic/views/json.h"
#include "nomic/views/suggest.h"
#include "nomic/words/terminal_text.h"
#include "shared/bundle_files.h"
#include "shared/folder_to_make.h"

namespace nomic::tools {
namespace {

// Invitations of games that are copied to another ledger: whoever is let in by the one is let in by the other.
//
// They are merged by their IDs. What was opened or revoked in either place is so afterwards in the one that is copied
// to: a link that is spent opens nothing there, and a token that was revoked is good for nothing.

struct CopiedInvitations {
  std::size_t copied = 0;  // that are new there, or were opened or revoked since
  std::size_t left = 0;    // that were opened in both places, by different browsers
};

using Kept = v1::KeptInvitations;

// How far it has come: none goes back.
int stage_of(const Kept::Invitation& one) {
  if (one.revoked_at() != 0) return 2;
  return one.redeemed_at() != 0 ? 1 : 0;
}

bool is_let_in_alike(const Kept::Invitation& one, const Kept::Invitation& other) {
  return one.link_hash() == other.link_hash() && one.token_hash() == other.token_hash();
}

CopiedInvitations merge(const Kept& from, Kept& into) {
  CopiedInvitations done;
  for (const Kept::Invitation& one : from.invitations()) {
    auto& all = *into.mutable_invitations();
    const auto there = std::find_if(all.begin(), all.end(), [&](const auto& each) { return each.id() == one.id(); });
    if (there == all.end()) {
      *into.add_invitations() = one;
      ++done.copied;
    } else if (there->game() == one.game() && stage_of(one) > stage_of(*there)) {
      *there = one;
      ++done.copied;
    } else if (stage_of(one) == stage_of(*there) && !is_let_in_alike(one, *there)) {
      ++done.left;
    }
  }
  return done;
}

// Only where invitations can be beside a ledger: a bundle has none.
bool may_have_invitations(const std::string& ledger) {
  std::error_code error;
  return ledger::is_database_address(ledger) || std::filesystem::is_directory(ledger, error);
}

// `from`, `to`: folders, or addresses of databases. `games`: identities, 64 hex digits. Done once it is as durable as
// an invitation that was just made, also where nothing was new.
Result<CopiedInvitations> copy_invitations(const std::string& from, const std::string& to,
                                           const std::set<std::string>& games) {
  CopiedInvitations done;
  if (!may_have_invitations(from)) return done;
  NOMIC_ASSIGN(auto all, read_invitations(*invitations_beside(from)));
  Kept ours;
  for (const Kept::Invitation& one : all.invitations()) {
    if (games.contains(one.game())) *ours.add_invitations() = one;
  }
  if (ours.invitations().empty()) return done;

  const auto target = invitations_beside(to);
  const auto written = change_invitations(*target, "nomic store copy", [&](Kept& kept) -> ledger::Result<bool> {
    done = merge(ours, kept);
    if (kept.invitations_size() > MOST_INVITATIONS) {
      return ledger::Error{
          ledger::ErrorCode::BAD_INPUT,
          fmt::format("with those that are copied there would be more than {} invitations", MOST_INVITATIONS),
          fmt::format("remove those that were revoked from {}", target->place()),
          {}};
    }
    // Also where nothing is new: an earlier copy may be on a server alone whose standbys it never reached.
    return true;
  });
  if (!written) return failure_of(written.error());
  return done;
}

// Bytes that one thread writes and another reads.
class Pipe {
 public:
  Pipe() {
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends_.data()) != 0) ends_ = {-1, -1};
  }
  ~Pipe() {
    close_reading();
    close_writing();
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  [[nodiscard]] bool is_open() const { return ends_[0] >= 0; }
  // False: nobody reads any more.
  [[nodiscard]] bool write(const char* bytes, std::size_t count) const {
    while (count > 0) {
      const ssize_t done = ::send(ends_[1], bytes, count, MSG_NOSIGNAL);
      if (done < 0 && errno == EINTR) continue;
      if (done <= 0) return false;
      bytes += done;
      count -= static_cast<std::size_t>(done);
    }
    return true;
  }
  [[nodiscard]] std::ptrdiff_t read(char* into, std::size_t count) const { return ::read(ends_[0], into, count); }
  void close_reading() { close(ends_[0]); }
  void close_writing() { close(ends_[1]); }

 private:
  static void close(int& end) {
    if (end >= 0) ::close(end);
    end = -1;
  }
  std::array<int, 2> ends_ = {-1, -1};
};

// So many times a game is looked at again that somebody else writes there, too.
constexpr int MOST_OVERTAKEN = 20;
constexpr int OVERTAKEN_PAUSE_MS = 50;

class Store : public Command {
 public:
  void declare(Arguments& arguments) override {
    arguments.words("init|check|upgrade [DATABASE] | copy FROM TO", "What is done, and to which database.", words_);
    arguments.flag("--no-invitations", "Of copy: the games alone. Else who is invited to them is copied with them.",
                   without_invitations_);
  }

  Result<Exit> run(Call& call) override {
    if (words_.empty()) return usage("what is to be done?", "nomic store init postgresql://HOST/DATABASE");
    const std::vector<std::string> known = {"init", "check", "upgrade", "copy"};
    if (std::find(known.begin(), known.end(), words_[0]) == known.end()) {
      return unknown_word("word for stores", words_[0], known);
    }
    if (words_[0] == "copy") {
      if (words_.size() != 3) return usage("a copy is made from one ledger to another.", "nomic store copy FROM TO");
      return copy(call);
    }
    if (words_.size() > 2) return usage("one database at a time.");
    if (without_invitations_) return usage("--no-invitations is for copies.", "nomic store copy FROM TO");
    if (names_game(call)) {
      return usage(fmt::format("{} is of the database, and not of a game in it.", words_[0]), "leave out --game");
    }
    NOMIC_ASSIGN(auto database, call.session.find_ledger(words_.size() == 2 ? words_[1] : call.settings.ledger));
    if (!call.session.is_database(database)) {
      return usage(fmt::format("{} is no address of a database.", in_quotes(database)),
                   "name it: postgresql://HOST/DATABASE; a folder is made by nomic init and checked by nomic verify");
    }
    return words_[0] == "check" ? check(call, database) : make(call, database);
  }

 private:
  // On this command line: what a play or the environment says is for whoever asks for a game.
  static bool names_game(const Call& call) {
    const std::string& game = call.settings.game;
    return !game.empty() && !call.in_play && game != call.io.env("NOMIC_GAME").value_or("");
  }

  // `init` and `upgrade`.
  Result<Exit> make(Call& call, const std::string& database) {
    const std::string address = call.session.address_of(database);
    if (words_[0] == "init") {
      NOMIC_TRY(ledger::create_in_database(address));
    } else {
      NOMIC_TRY(ledger::upgrade_database(address));
    }
    return check(call, database);
  }

  static Result<Exit> check(Call& call, const std::string& database) {
    NOMIC_ASSIGN(auto report, ledger::check_database(call.session.address_of(database)));
    v1::StoreView view;
    view.set_ledger(as_utf8(database));
    view.set_version(report.version);
    view.set_server(report.server);
    view.set_standby(report.is_standby);
    view.set_may_write(report.may_write);
    view.set_waits_for(report.waits_for);
    for (const ledger::Fault& fault : report.faults) *view.add_faults() = fault.what;
    if (!call.out.is_text()) {
      call.out.json(view);
    } else {
      print(call, view);
    }
    return view.faults().empty() ? Exit::DONE : Exit::DIFFERENT;
  }

  static void print(Call& call, const v1::StoreView& view) {
    call.out.text(fmt::format("{}: a ledger of schema {}, on PostgreSQL {}{}.\n", on_one_line(view.ledger()),
                              view.version(), on_one_line(view.server()), view.standby() ? ", a standby" : ""));
    call.out.text(view.may_write() ? "This role may record.\n" : "This role may look, and record nothing.\n");
    if (view.waits_for().empty()) {
      call.out.text("What is acknowledged is on this server's disk; no other server is waited for.\n");
    } else {
      call.out.text(fmt::format("What is acknowledged is on this server's disk and on those of {}.\n",
                                on_one_line(view.waits_for())));
    }
    for (const std::string& fault : view.faults()) call.out.warning(fault);
  }

  Result<Exit> copy(Call& call) {
    NOMIC_ASSIGN(auto from, call.session.find_ledger(words_[1]));
    NOMIC_ASSIGN(auto to, call.session.founding_folder(words_[2]));
    NOMIC_TRY(check_folder_to_make(words_[2], to));
    if (from == to) return usage("the two are one ledger.", "nomic store copy FROM TO");
    NOMIC_ASSIGN(auto source, call.session.ledger(from, ledger::Access::READ));
    NOMIC_ASSIGN(auto games, games_to_copy(call, *source));
    NOMIC_ASSIGN(auto target, call.session.ledger_to_found_in(to));
    v1::StoreCopyView view;
    view.set_file(as_utf8(to));
    Exit exit = Exit::DONE;
    for (const ledger::NamedGame& game : games) {
      auto done = copy_game(call, *source, *target, game, view);
      if (done) continue;
      // The others are copied all the same; a second copy goes on with this one.
      call.out.warning(fmt::format("{} is not copied: {}", on_one_line(game.name), done.error().what));
      auto& refused = *view.add_refused();
      refused.set_game(game.game.hash.hex());
      refused.set_name(game.name);
      *refused.mutable_error() = error_view(done.error());
      exit = std::max(exit, done.error().exit);
    }
    call.session.close(to);
    NOMIC_TRY(read_back(call, to, view));
    if (!without_invitations_) exit = std::max(exit, invite_there(call, from, to, view));
    if (exit == Exit::DONE && call.session.is_database(to)) NOMIC_TRY(confirm(call, to, view));
    print_copy(call, view, games.size());
    return exit;
  }

  static Result<std::vector<ledger::NamedGame>> games_to_copy(Call& call, ledger::Ledger& from) {
    const std::string& asked = call.settings.game;
    if (asked.empty()) return or_failure(from.game_names());
    auto game = from.find(asked);
    if (!game) return Session::with_game_hint(failure_of(game.error()), asked);
    if (!names_game(call)) call.out.note(fmt::format("only {} is copied, as NOMIC_GAME says", in_quotes(asked)));
    return std::vector<ledger::NamedGame>{{game->game, game->name}};
  }

  // Who has a link or a browser's token for one of these games.
  static Exit invite_there(Call& call, const std::string& from, const std::string& to, v1::StoreCopyView& view) {
    std::set<std::string> games;
    for (const auto& each : view.bundles()) games.insert(each.game());
    auto copied = copy_invitations(call.session.address_of(from), call.session.address_of(to), games);
    if (!copied) {
      call.out.warning(fmt::format("the invitations are not copied: {}", copied.error().what));
      *view.mutable_invitations_refused() = error_view(copied.error());
      return copied.error().exit;
    }
    view.set_invitations(count32(copied->copied));
    if (copied->left > 0) {
      call.out.warning(fmt::format("{} {} opened in both places, by different browsers: those there were left alone",
                                   copied->left, copied->left == 1 ? "invitation was" : "invitations were"));
    }
    return Exit::DONE;
  }

  static void print_copy(Call& call, const v1::StoreCopyView& view, std::size_t games) {
    if (!call.out.is_text()) {
      call.out.json(view);
      return;
    }
    for (const auto& each : view.bundles()) {
      call.out.text(fmt::format("{} ({}): {} of {} records copied, head {}\n", on_one_line(each.name()),
                                each.game().substr(0, 8), each.added(), each.size(), each.head_hash()));
    }
    if (view.invitations() > 0) {
      call.out.text(fmt::format("{} {} copied with them.\n", view.invitations(),
                                view.invitations() == 1 ? "invitation is" : "invitations are"));
    }
    call.out.text(fmt::format("{} of {} {} in {}.\n", view.bundles_size(), games, games == 1 ? "game is" : "games are",
                              in_quotes(view.file())));
  }

  // Others may copy the same, or play on there: then it goes on from where they have come.
  static Status copy_game(Call& call, ledger::Ledger& from, ledger::Ledger& to, const ledger::NamedGame& game,
                          v1::StoreCopyView& view) {
    for (int overtaken = 0;; ++overtaken) {
      NOMIC_ASSIGN(auto head, from.head(game.game));
      auto done = copy_once(call, from, to, head, view);
      const bool is_overtaken = !done && (done.error().code == "SIZE_MISMATCH" || done.error().code == "IN_USE");
      if (!is_overtaken || overtaken == MOST_OVERTAKEN || !call.io.pause(OVERTAKEN_PAUSE_MS)) return done;
    }
  }

  // As an export and an import would, so that everything is verified on its way; in the end it is read back.
  static Status copy_once(Call& call, ledger::Ledger& from, ledger::Ledger& to, const ledger::Head& game,
                          v1::StoreCopyView& view) {
    if (auto known = to.head(game.game)) {
      if (known->size == game.size && known->head_hash == game.head_hash && known->root == game.root) {
        add(game, 0, view);
        return ledger::Done{};
      }
    }
    Pipe pipe;
    if (!pipe.is_open()) return Failure{Exit::UNAVAILABLE, "no pipe can be made", "close some files", "IO_FAILED"};
    ledger::Status written = ledger::Done{};
    std::thread writer([&] {
      auto report =
          from.export_to([&](std::string_view bytes) { return pipe.write(bytes.data(), bytes.size()) ? 0 : EPIPE; },
                         {game.game, 0, game.size, 0}, {});
      if (!report) written = report.error();
      pipe.close_writing();
    });
    ledger::BundleSource source([&](char* into, std::size_t count) { return pipe.read(into, count); });
    Progress progress(call.io, "copy", game.size);
    replay::BundleImport bundle;
    bundle.name = game.name;
    bundle.progress = [&](std::uint64_t done) { progress.at(done); };
    auto taken = replay::Game::import_from(to, source, bundle);
    pipe.close_reading();
    writer.join();
    if (!written && taken.ok()) return failure_of(written.error());
    if (!taken) return failure_of(taken.error());
    const ledger::Head& head = taken->imported.head;
    if (head.size == game.size && head.head_hash != game.head_hash) {
      return Failure{Exit::DAMAGED, "the head of the copy is another", "nomic compare tells more", "DAMAGED"};
    }
    warn_of_name(call, taken->imported, game.name);
    add(head, head.size - taken->imported.before, view);
    return ledger::Done{};
  }

  // What an earlier copy has left may never have been told to be safe. What waits for one write to be safe waits for
  // all those before it.
  static Status confirm(Call& call, const std::string& to, const v1::StoreCopyView& view) {
    for (const auto& each : view.bundles()) {
      const auto game = ledger::Hash::from_hex(each.game());
      if (!game || each.added() != 0) continue;
      NOMIC_ASSIGN(auto copy, call.session.ledger(to, ledger::Access::WRITE));
      NOMIC_TRY(copy->confirm({*game}));
      break;
    }
    return ledger::Done{};
  }

  // Every game of which anything was copied, as whoever opens the copy next reads it: at one moment, though others may
  // write it.
  static Status read_back(Call& call, const std::string& to, const v1::StoreCopyView& view) {
    NOMIC_ASSIGN(auto copy, call.session.ledger(to, ledger::Access::READ));
    for (const auto& each : view.bundles()) {
      const auto game = ledger::Hash::from_hex(each.game());
      if (!game || each.added() == 0) continue;
      Progress progress(call.io, "verify", each.size());
      auto verified = copy->verify(
          {*game}, [&](std::uint64_t done) { progress.at(done); }, ledger::VerifyScope::GAME);
      if (!verified) return failure_of(verified.error());
      if (verified->faults.empty()) continue;
      return Failure{Exit::DAMAGED,
                     fmt::format("what was copied of {} is not what was read: {}", on_one_line(each.name()),
                                 verified->faults.front().what),
                     "nomic verify tells more", "DAMAGED"};
    }
    return ledger::Done{};
  }

  static void add(const ledger::Head& head, std::uint64_t added, v1::StoreCopyView& view) {
    auto& bundle = *view.add_bundles();
    bundle.set_game(head.game.hash.hex());
    bundle.set_name(head.name);
    bundle.set_size(count32(head.size));
    bundle.set_head_hash(head.head_hash.hex());
    bundle.set_root(head.root.hex());
    bundle.set_added(count32(added));
  }

  std::vector<std::string> words_;
  bool without_invitations_ = false;
};

}  // namespace

const CommandSpec STORE = {
    "store",
    "Move data",
    "init|check|upgrade [DATABASE] | copy FROM TO [--no-invitations]",
    "Makes and checks the tables of a ledger in a PostgreSQL database, and copies ledgers between folders and "
    "databases.",
    "A ledger can be in a database instead of a folder: --ledger postgresql://ROLE@HOST/DATABASE, with libpq's service "
    "and password files and environment. `init` makes its tables, in the schema nomic; `check` says what the role may, "
    "which standbys a commit waits for, and, with status 1, what of the server's settings could lose what was "
    "acknowledged; `upgrade` brings the tables to this program's version. `copy` takes every game of a ledger into "
    "another, or the one that --game names, verified and read back, each whole or not at all; repeated, or beside "
    "another, it goes on from what is there. What is refused of one game keeps none of the others back, and the status "
    "is the highest of theirs. Invitations to these games go with them: links and browsers that one server lets in are "
    "let in by the other, so copy a ledger whose keeper you would trust with that, or say --no-invitations. For hosts: "
    "docs/hosting.md.",
    "nomic init Ann Bob Cleo\n"
    "nomic store copy .nomic other\n"
    "nomic verify --ledger other",
    make_command<Store>,
};

}  // namespace nomic::tools

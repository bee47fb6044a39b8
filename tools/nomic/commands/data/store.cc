// nomic store: databases that hold ledgers, and what moves ledgers into and out of them.
#include <fmt/format.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <thread>

#include "cli/progress.h"
#include "commands/all.h"
#include "nomic/ledger/address.h"
#include "nomic/ledger/bundle.h"
#include "nomic/replay/game.h"
#include "nomic/service/view_values.h"
#include "nomic/v1/view.pb.h"
#include "nomic/views/json.h"
#include "nomic/views/suggest.h"
#include "nomic/words/terminal_text.h"
#include "shared/folder_to_make.h"

namespace nomic::tools {
namespace {

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

class Store : public Command {
 public:
  void declare(Arguments& arguments) override {
    arguments.words("init|check|upgrade [DATABASE] | copy FROM TO", "What is done, and to which database.", words_);
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
    auto database = call.session.find_ledger(words_.size() == 2 ? words_[1] : call.settings.ledger);
    if (!database) return database.error();
    if (!call.session.is_database(*database)) {
      return usage(fmt::format("{} is no address of a database.", in_quotes(*database)),
                   "name it: postgresql://HOST/DATABASE; a folder is made by nomic init and checked by nomic verify");
    }
    return words_[0] == "check" ? check(call, *database) : make(call, *database);
  }

 private:
  // `init` and `upgrade`.
  Result<Exit> make(Call& call, const std::string& database) {
    const std::string address = call.session.address_of(database);
    if (words_[0] == "init") {
      auto made = ledger::create_in_database(address);
      if (!made) return failure_of(made.error());
    } else {
      auto done = ledger::upgrade_database(address);
      if (!done) return failure_of(done.error());
    }
    return check(call, database);
  }

  static Result<Exit> check(Call& call, const std::string& database) {
    auto report = ledger::check_database(call.session.address_of(database));
    if (!report) return failure_of(report.error());
    v1::StoreView view;
    view.set_ledger(as_utf8(database));
    view.set_version(report->version);
    view.set_server(report->server);
    view.set_standby(report->is_standby);
    view.set_may_write(report->may_write);
    view.set_waits_for(report->waits_for);
    for (const ledger::Fault& fault : report->faults) *view.add_faults() = fault.what;
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
    auto from = call.session.find_ledger(words_[1]);
    if (!from) return from.error();
    auto to = call.session.founding_folder(words_[2]);
    if (!to) return to.error();
    NOMIC_TRY(check_folder_to_make(words_[2], *to));
    if (*from == *to) return usage("the two are one ledger.", "nomic store copy FROM TO");
    auto source = call.session.ledger(*from, ledger::Access::READ);
    if (!source) return source.error();
    auto games = (*source)->games();
    if (!games) return failure_of(games.error());
    auto target = call.session.ledger_to_found_in(*to);
    if (!target) return target.error();
    v1::BundlesView view;
    view.set_file(as_utf8(*to));
    Exit exit = Exit::DONE;
    for (const ledger::Head& game : *games) {
      auto done = copy_game(call, **source, **target, game, view);
      if (done) continue;
      // The others are copied all the same; a second copy goes on with this one.
      call.out.warning(fmt::format("{} is not copied: {}", on_one_line(game.name), done.error().what));
      exit = std::max(exit, done.error().exit);
    }
    call.session.close(*to);
    NOMIC_TRY(read_back(call, *to, view));
    if (!call.out.is_text()) {
      call.out.json(view);
    } else {
      for (const auto& each : view.bundles()) {
        call.out.text(fmt::format("{} ({}): {} of {} records copied, head {}\n", on_one_line(each.name()),
                                  each.game().substr(0, 8), each.added(), each.size(), each.head_hash()));
      }
      call.out.text(fmt::format("{} of {} {} in {}.\n", view.bundles_size(), games->size(),
                                games->size() == 1 ? "game is" : "games are", in_quotes(*to)));
    }
    return exit;
  }

  // As an export and an import would, so that everything is verified on its way; in the end it is read back.
  static Status copy_game(Call& call, ledger::Ledger& from, ledger::Ledger& to, const ledger::Head& game,
                          v1::BundlesView& view) {
    std::uint64_t before = 0;
    if (auto known = to.head(game.game)) {
      before = known->size;
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
    add(head, head.size - before, view);
    return ledger::Done{};
  }

  // Every game of which anything was copied, as whoever opens the copy next reads it: at one moment, though others may
  // write it.
  static Status read_back(Call& call, const std::string& to, const v1::BundlesView& view) {
    auto copy = call.session.ledger(to, ledger::Access::READ);
    if (!copy) return copy.error();
    for (const auto& each : view.bundles()) {
      const auto game = ledger::Hash::from_hex(each.game());
      if (!game || each.added() == 0) continue;
      Progress progress(call.io, "verify", each.size());
      auto verified = (*copy)->verify(
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

  static void add(const ledger::Head& head, std::uint64_t added, v1::BundlesView& view) {
    auto& bundle = *view.add_bundles();
    bundle.set_game(head.game.hash.hex());
    bundle.set_name(head.name);
    bundle.set_size(count32(head.size));
    bundle.set_head_hash(head.head_hash.hex());
    bundle.set_root(head.root.hex());
    bundle.set_added(count32(added));
  }

  std::vector<std::string> words_;
};

}  // namespace

const CommandSpec STORE = {
    "store",
    "Move data",
    "init|check|upgrade [DATABASE] | copy FROM TO",
    "Makes and checks the tables of a ledger in a PostgreSQL database, and copies ledgers between folders and "
    "databases.",
    "A ledger can be in a database instead of a folder: --ledger postgresql://ROLE@HOST/DATABASE, with libpq's service "
    "and password files and environment. `init` makes its tables, in the schema nomic; `check` says what the role may, "
    "which standbys a commit waits for, and, with status 1, what of the server's settings could lose what was "
    "acknowledged; `upgrade` brings the tables to this program's version. `copy` takes every game of a ledger into "
    "another, verified and read back, each whole or not at all; repeated, it goes on where it was ended. For hosts: "
    "docs/hosting.md.",
    "nomic init Ann Bob Cleo\n"
    "nomic store copy .nomic other\n"
    "nomic verify --ledger other",
    make_command<Store>,
};

}  // namespace nomic::tools

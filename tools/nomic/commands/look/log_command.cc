// nomic log: the records, each with what it brought about.

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <limits>
#include <memory>
#include <string>
#include <utility>

#include "cli/command.h"
#include "cli/progress.h"
#include "commands/all.h"
#include "nomic/client/game_server.h"
#include "nomic/ledger/ledger.h"
#include "nomic/replay/game.h"
#include "nomic/replay/marks.h"
#include "nomic/replay/point.h"
#include "nomic/views/afterwards_view.h"
#include "nomic/views/emitted_text.h"
#include "nomic/views/event_view.h"
#include "nomic/views/json.h"
#include "nomic/views/log_asked.h"
#include "nomic/views/proposed_form.h"
#include "nomic/views/typed_numbers.h"
#include "nomic/views/via_view.h"
#include "nomic/words/dispute_sentences.h"
#include "nomic/words/sentences.h"
#include "nomic/words/terminal_text.h"
#include "render/form_text.h"
#include "render/layout.h"
#include "shared/file_word.h"
#include "shared/moment_options.h"
#include "shared/move_command.h"

namespace nomic::tools {
namespace {

// Following: what others record in a game, shown as it comes.
//
// The ledger is not locked meanwhile, and nothing is derived before something was recorded. A server that keeps it says
// when there is more; without one a small file is looked at, a few times a second. What is shown is read from the
// ledger, or from the copy of it, and from nothing else.

// Shows the records of the game from an index on.
using ShowRecordsFrom = std::function<Status(replay::Game& game, std::uint64_t from)>;

// In milliseconds. Soon enough for people; a bot that waits does not show in a list of processes.
constexpr int BETWEEN_LOOKS = 200;
// While a server says when there is more: in case that it does not.
constexpr int BETWEEN_BELLS = 30'000;
// How long is waited before a server elsewhere is tried again: ever longer, and a minute in all.
constexpr int FIRST_WAIT = 1000;
constexpr int LONGEST_WAIT = 16'000;
constexpr int WAITS_IN_ALL = 60'000;

// Waits until there may be more than there was at the last look.
class Waiting {
 public:
  Waiting(Call& call, std::string folder, ledger::GameId game)
      : call_(call), folder_(std::move(folder)), game_(game), is_copy_(call.session.mirrored(folder_) != nullptr) {}

  // False: it is to end.
  bool wait(std::uint64_t size) {
    if (!call_.io.pause) return false;
    if (bell_) return wait_for_bell();
    if (has_looked_) return is_copy_ ? wait_for_server(size) : wait_for_mark();
    // What is recorded between opening the game and now is seen at the first look.
    has_looked_ = true;
    listen(size);
    if (!is_copy_) mark_ = call_.session.mark_of(folder_);
    return call_.io.pause(0);
  }

  // Whether a server that could not be reached is waited for. One that was is as if it had never been gone.
  bool is_waited_for() const { return is_copy_ && waited_ < WAITS_IN_ALL; }
  void was_reached() { waited_ = 0; }

 private:
  // Has the server, if there is one, say when there is more. Where it does not, it is looked at now and then.
  void listen(std::uint64_t size) {
    if (!call_.io.pause_for) return;
    auto server = call_.session.keeper(folder_);
    if (!server || *server == nullptr) return;
    if (auto bell = (*server)->follow(game_, size)) bell_ = *std::move(bell);
  }

  bool wait_for_bell() {
    for (;;) {
      if (!call_.io.pause_for(BETWEEN_BELLS, bell_->descriptor())) return false;
      auto rang = bell_->look();
      while (rang == EventStream::Rang::YES) rang = bell_->look();
      const bool has_ended = rang == EventStream::Rang::ENDED;
      if (has_ended) bell_.reset();
      if (has_ended || is_copy_ || has_grown()) return true;
    }
  }

  bool wait_for_mark() {
    do {
      if (!call_.io.pause(BETWEEN_LOOKS)) return false;
    } while (!has_grown());
    return true;
  }

  bool wait_for_server(std::uint64_t size) {
    const int patience = std::clamp(waited_, FIRST_WAIT, LONGEST_WAIT);
    waited_ += patience;
    if (!call_.io.pause(patience)) return false;
    listen(size);
    return true;
  }

  bool has_grown() {
    // Read before the game is: what comes in between is another mark at the next look.
    std::string now = call_.session.mark_of(folder_);
    return std::exchange(mark_, now) != now;
  }

  Call& call_;
  const std::string folder_;
  const ledger::GameId game_;
  const bool is_copy_;
  bool has_looked_ = false;
  std::string mark_;
  std::unique_ptr<EventStream> bell_;
  int waited_ = 0;
};

// Calls `show` whenever the game has more records than it had at `seen`, until it is interrupted or the reader leaves.
// Games of the session that were opened before are gone. A game that became shorter is DAMAGED. A server elsewhere that
// is gone for a minute ends it: UNREACHABLE.
Status follow_game(Call& call, ledger::Head seen, const ShowRecordsFrom& show) {
  NOMIC_ASSIGN(auto folder, call.session.find_ledger(call.settings.ledger));
  Waiting waiting(call, folder, seen.game);
  for (;;) {
    call.out.flush();
    if (call.out.reader_left() || !waiting.wait(seen.size)) return ledger::Done{};
    call.session.close(folder);
    auto game = call.session.game(folder, seen.game.hash.hex(), ledger::Access::READ);
    if (!game && game.error().code == "UNREACHABLE" && waiting.is_waited_for()) continue;
    if (!game) return game.error();
    waiting.was_reached();
    const ledger::Head head = (*game)->head();
    if (head.size < seen.size) {
      return Failure{Exit::DAMAGED,
                     fmt::format("the game had {} records while it was followed, and has {} now", seen.size, head.size),
                     "somebody put an older copy in its place: see nomic verify"};
    }
    if (head.size == seen.size) continue;
    NOMIC_TRY(show(**game, seen.size));
    seen = head;
  }
}

// What only says the move again is left out: the line above it says it.
bool is_echo(const v1::Consequence& consequence, const v1::Event& event) {
  switch (consequence.kind_case()) {
    case v1::Consequence::kProposalRevised:
    case v1::Consequence::kDebated:
    case v1::Consequence::kVoteCast:
    case v1::Consequence::kDiceCommitted:
    case v1::Consequence::kDiceRevealed:
    case v1::Consequence::kOverruleVoted:
    case v1::Consequence::kActed:
      return true;
    case v1::Consequence::kDiceThrown:
      return event.has_dice_thrown();
    case v1::Consequence::kJudgmentDelivered:
      return !consequence.judgment_delivered().awaits_others();
    default:
      return false;
  }
}

replay::Consequences beyond_the_move(const replay::Consequences& consequences, const v1::Event& event) {
  replay::Consequences rest;
  std::copy_if(consequences.begin(), consequences.end(), std::back_inserter(rest),
               [&event](const v1::Consequence& consequence) { return !is_echo(consequence, event); });
  return rest;
}

// " (said to have happened on 2012-05-30, in Asia/Tokyo)".
std::string when_said(const v1::Event& event) {
  if (event.occurred_at() == 0) return {};
  // "2023-05-32" was written, and a day is taken for it.
  const std::string written =
      event.occurred_as_written().empty()
          ? ""
          : fmt::format(", for {}, which was written and is no date", in_quotes(event.occurred_as_written()));
  if (!event.has_occurred_day())
    return fmt::format(" (said to have happened at {}{})", replay::print_time(event.occurred_at()), written);
  return fmt::format(" (said to have happened on {}, in {}{})", on_one_line(event.occurred_day().written()),
                     on_one_line(event.occurred_day().zone()), written);
}

std::string as_text(const replay::Played& played, const replay::Mark& mark, const ChangeViews& proposed,
                    std::size_t width) {
  constexpr std::size_t INDENT = 4;
  const v1::Event& event = played.move.event;
  std::string line =
      fmt::format("{}  {}  {}", bold(fmt::format("#{}", played.record.index.value)),
                  dim(replay::print_time(played.record.recorded_at.value)), sentence_of(event, played.record.author));
  line += when_said(event);
  const std::string marked = words_of(mark);
  if (const std::string came = words_of(played.record.via); !came.empty()) line += " " + dim(fmt::format("({})", came));
  if (!marked.empty()) line += " " + yellow(fmt::format("[{}]", marked));
  std::string out = wrap(line, width, 0);
  out += form_text(proposed, width, INDENT);
  const std::string brought_about = emitted(beyond_the_move(played.consequences, event));
  if (!brought_about.empty()) out += wrap(brought_about, width, INDENT);
  return out;
}

// What is known of the records.
struct Known {
  std::uint64_t size = 0;
  const replay::State& state;
  const replay::History& history;
};

// The records shown, as one sort of text or another.
class Shown {
 public:
  Shown(Call& call, const Known& known, const replay::Marks& marks)
      : call_(call), known_(known), marks_(marks), document_(call.out.format() == Format::JSON) {
    if (document_) call_.out.json_object(R"({"records":[)");
  }

  // What cannot be read of the records before it is kept for unread().
  [[nodiscard]] std::string print(const replay::Played& played) {
    if (!call_.out.is_text()) {
      auto entry = log_entry(played, marks_, known_.state, known_.history);
      if (!entry) unread_ = entry.error();
      return entry ? json_of(*entry) : std::string();
    }
    auto proposed = changes_proposed(played, known_.history);
    if (!proposed) unread_ = proposed.error();
    if (!proposed) return {};
    return as_text(played, mark_of(played, marks_), *proposed, call_.out.wrap_width());
  }

  void show(const std::string& printed) {
    if (call_.out.is_text()) {
      call_.out.text(printed);
    } else if (document_) {
      call_.out.raw((first_ ? "" : ",") + printed);
    } else {
      call_.out.json_object(printed + "\n");
    }
    first_ = false;
  }

  [[nodiscard]] const std::optional<replay::Error>& unread() const { return unread_; }

  void end(bool is_narrowed) {
    if (document_) call_.out.raw("]}\n");
    // Nothing at all could be a slip of what was typed.
    if (first_ && is_narrowed && call_.out.is_text()) call_.out.note("no record fits that");
  }

 private:
  Call& call_;
  const Known& known_;
  const replay::Marks& marks_;
  bool document_ = false;
  bool first_ = true;
  std::optional<replay::Error> unread_;
};

class Log : public Command {
 public:
  void declare(Arguments& arguments) override {
    file_.declare(arguments);
    declare_point(arguments, "--from", "The first record shown.", from_);
    declare_point(arguments, "--to", "The last record shown.", to_);
    declare_point(arguments, "--at", "The same as --to.", at_);
    declare_point(arguments, "--since", "Only what came after that point; after the beginning of a day.", since_);
    arguments.option("--limit", "N", "At most so many records: the last ones, or with --from the first.", limit_);
    arguments.option("--player", "NAME", "Records by this player, and those that name them.", filter_.player);
    arguments.list("--kind", "KIND",
                   "Records of a kind, or that brought about one: vote_cast, score; or a word of kinds: vote, rule.",
                   filter_.kinds);
    arguments.option("--rule", "N", "Records that propose something of this rule, do something with it, or cite it.",
                     [this](const std::string& typed) { return filter_.take_rule(typed); });
    arguments.option("--proposal", "P", "Records about this proposal.",
                     [this](const std::string& typed) { return filter_.take_proposal(typed); });
    arguments.flag("--follow", "Goes on, and shows what is recorded as it comes, until it is interrupted.", follow_);
    when_.declare_reading(arguments);
  }

  [[nodiscard]] Result<std::string> file_asked() const override { return file_.asked(); }

  Result<Exit> run(Call& call) override {
    if (at_ && to_) return usage("the last record is given twice: by --to and by --at.");
    if (at_) to_ = at_;
    if (from_ && since_) return usage("the first record is given twice: by --from and by --since.");
    if (follow_) NOMIC_TRY(check_follow(call));
    NOMIC_ASSIGN(auto held, call.game(ledger::Access::READ));
    replay::Game& game = *held;
    NOMIC_TRY(filter_.read(game));
    const ledger::Head head = game.head();
    NOMIC_ASSIGN(auto known, when_.known(game));
    NOMIC_ASSIGN(auto moment, Moment::of(game, known));
    const auto afterwards = afterwards_view(moment.engine().state());
    if (afterwards && call.out.is_text()) call.out.text(afterwards->in_words() + "\n");
    const Known all = {known, moment.engine().state(), game.history()};
    if (when_.by_occurred()) return run_by_occurred(call, game, all);
    auto shown = run_by_record(call, game, all);
    if (!shown || !follow_) return shown;
    NOMIC_TRY(follow_game(call, head,
                          [&](replay::Game& longer, std::uint64_t from) { return show_from(call, longer, from); }));
    return Exit::DONE;
  }

  // What never ends cannot be read page by page.
  [[nodiscard]] bool is_paged() const override { return !follow_; }
  [[nodiscard]] bool ends() const override { return !follow_; }

 private:
  // A log that goes on has no end, and is no document.
  Status check_follow(const Call& call) {
    if (call.in_play)
      return usage("a play would wait for ever at log --follow.", "follow the game in a shell of its own");
    if (auto place = call.session.find_ledger(call.settings.ledger); place && is_file(*place)) {
      return usage("a file does not grow: there is nothing to follow in it.", "leave out --follow");
    }
    if (to_) return usage("--follow goes on after the last record that there is.", "leave out --to and --at");
    if (when_.by_occurred() || when_.has_known()) {
      return usage("--follow shows records as they are made.", "leave out --by and --known");
    }
    if (call.out.format() == Format::JSON) {
      return usage("a document of JSON has an end, and --follow has none.", "use --format jsonl: a line a record");
    }
    constexpr std::uint64_t FEW = 10;
    if (!limit_ && !from_ && !since_) limit_ = Size{FEW};
    return ledger::Done{};
  }

  Status show_from(Call& call, replay::Game& game, std::uint64_t from) const {
    const Known known = {game.head().size, game.engine().state(), game.history()};
    NOMIC_ASSIGN(auto marks, replay::marks_of(game, known.size, {from, known.size}));
    Shown shown(call, known, marks);
    auto done = game.replay_range(from, known.size, [&](const replay::Played& played) {
      if (filter_.admits(played)) shown.show(shown.print(played));
      return !call.out.reader_left();
    });
    if (!done) return failure_of(done.error());
    if (shown.unread()) return failure_of(*shown.unread());
    return ledger::Done{};
  }

  Result<Exit> run_by_record(Call& call, replay::Game& game, const Known& known) {
    const LogAsked asked = {from_,   since_,           to_, limit_ ? std::optional(limit_->value) : std::nullopt,
                            filter_, when_.viewpoint()};
    NOMIC_ASSIGN(auto span, span_of(game, asked));
    NOMIC_ASSIGN(auto marks, replay::marks_of(game, known.size, {span.from, std::max(span.from, span.to)}));
    Progress progress(call.io, "log", span.to);
    Shown shown(call, known, marks);
    NOMIC_TRY(each_logged(game, span, asked,
                          {[&](const replay::Played& played) { return shown.print(played); },
                           [&](const std::string& printed) { shown.show(printed); },
                           [&] { return !call.out.reader_left(); }, [&](std::uint64_t done) { progress.at(done); }}));
    if (shown.unread()) return failure_of(*shown.unread());
    shown.end(filter_.any());
    return Exit::DONE;
  }

  // In the order in which the records are said to have happened: they are kept until all are known.
  Result<Exit> run_by_occurred(Call& call, replay::Game& game, const Known& known) {
    if (since_) return usage("--since goes by when records were made.", "use --from TIME with --by occurred");
    NOMIC_ASSIGN(auto begin, bound(game, from_, known.state, std::numeric_limits<std::int64_t>::min(), true));
    NOMIC_ASSIGN(auto end, bound(game, to_, known.state, std::numeric_limits<std::int64_t>::max(), false));
    NOMIC_ASSIGN(auto marks, replay::marks_of(game, known.size));
    Progress progress(call.io, "log", known.size);
    Shown shown(call, known, marks);
    std::vector<std::pair<std::int64_t, std::string>> kept;
    auto done = game.replay(known.size, [&](const replay::Played& played) {
      progress.at(played.record.index.value);
      const std::int64_t time = replay::time_of(played.move, known.state);
      if (time >= begin && time <= end && filter_.admits(played)) kept.emplace_back(time, shown.print(played));
      return !call.out.reader_left();
    });
    if (!done) return failure_of(done.error());
    if (shown.unread()) return failure_of(*shown.unread());
    std::stable_sort(kept.begin(), kept.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    if (limit_ && kept.size() > limit_->value) {
      const auto limit = static_cast<std::ptrdiff_t>(limit_->value);
      from_ ? kept.erase(kept.begin() + limit, kept.end()) : kept.erase(kept.begin(), kept.end() - limit);
    }
    for (const auto& [time, printed] : kept) shown.show(printed);
    shown.end(filter_.any());
    return Exit::DONE;
  }

  // The time that a point bounds: its own, or when its record is said to have happened. A date alone begins with its
  // first instant and ends with its last.
  Result<std::int64_t> bound(replay::Game& game, const std::optional<replay::Point>& point, const replay::State& known,
                             std::int64_t none, bool begins) const {
    if (!point) return none;
    if (point->kind == replay::Point::Kind::TIME && point->before == 0) {
      NOMIC_ASSIGN(auto day, day_of(game, *point));
      if (day) return begins ? day->begins : day->ends;
      if (!begins) return point->time;
      auto time = replay::parse_time(point->words, false);
      return time ? Result<std::int64_t>(*time) : Result<std::int64_t>(failure_of(time.error()));
    }
    NOMIC_ASSIGN(auto size, when_.size_at(game, point));
    NOMIC_ASSIGN(auto move, game.history().at(size == 0 ? 0 : size - 1));
    return replay::time_of(move, known);
  }

  FileWord file_;
  std::optional<replay::Point> from_;
  std::optional<replay::Point> to_;
  std::optional<replay::Point> at_;
  std::optional<replay::Point> since_;
  std::optional<Size> limit_;
  LogFilter filter_;
  bool follow_ = false;
  MomentOptions when_;
};

}  // namespace

const CommandSpec LOG = {
    "log",
    "Look",
    "[FILE | -] [--from POINT | --since POINT] [--to POINT] [--limit N] [--follow] [OPTIONS]",
    "Shows the records, each with what it brought about.",
    "What a Judgment struck, or upheld, stays in its place and is marked, with the Judgment; so is what was overruled, "
    "corrected or objected to. --by occurred puts the records in the order in which they are said to have happened; "
    "--known leaves out what was not yet recorded at a point, and what was not yet known of the records before it.\n"
    "--player, --kind, --rule and --proposal narrow it down, each further than the others; of several --kind any fits. "
    "A record fits by what it says and by what it brought about: --player Ann shows what Ann did and what became of "
    "Ann. The rule by which a score comes about is no matter here: nomic explain says that.\n"
    "--follow shows the last ten records, or those that are asked for, and then each that anybody records, also with "
    "--format jsonl: a line a record. It locks nothing, and ends with status 0 when it is interrupted (Ctrl-C).",
    "nomic init Ann Bob Cleo && nomic propose repeal 209 --call-vote --as Ann\n"
    "nomic log --limit 3\n"
    "nomic log --player Ann --kind proposal\n"
    "timeout --preserve-status -s INT 1 nomic log --follow --since 30 --format jsonl\n"
    "nomic log --from 30 --format jsonl",
    make_command<Log>,
};

}  // namespace nomic::tools

// nomic log: the records, each with what it brought about.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "nomic/commands/all.h"
#include "nomic/display.h"
#include "nomic/json.h"
#include "nomic/layout.h"
#include "nomic/looks.h"
#include "nomic/moment.h"
#include "nomic/move.h"
#include "nomic/progress.h"
#include "nomic/replay/point.h"
#include "nomic/replay/words.h"
#include "nomic/sentences.h"
#include "nomic/views.h"

namespace nomic::tools {
namespace {

// What only says the move again is left out: the line above it says it.
bool is_echo(const v1::Consequence& consequence) {
  switch (consequence.kind()) {
    case v1::Consequence::PROPOSAL_REVISED:
    case v1::Consequence::DEBATED:
    case v1::Consequence::VOTE_CAST:
    case v1::Consequence::DICE_THROWN:
      return true;
    default:
      return false;
  }
}

replay::Consequences beyond_the_move(const replay::Consequences& consequences) {
  replay::Consequences rest;
  std::copy_if(consequences.begin(), consequences.end(), std::back_inserter(rest),
               [](const v1::Consequence& consequence) { return !is_echo(consequence); });
  return rest;
}

// What a proposal, or its new form, would change.
google::protobuf::RepeatedPtrField<v1::RuleChange> changes_of(const v1::Event& event) {
  return event.has_proposal_made() ? event.proposal_made().changes() : event.proposal_revised().changes();
}

class Log : public Command {
 public:
  void declare(Arguments& arguments) override {
    declare_point(arguments, "--from", "The first record shown.", from_);
    declare_point(arguments, "--to", "The last record shown.", to_);
    declare_point(arguments, "--at", "The same as --to.", at_);
    arguments.option("--limit", "N", "At most so many records: the last ones, or with --from the first.", limit_);
  }

  Result<Exit> run(Call& call) override {
    if (at_ && to_) return usage("the last record is given twice: by --to and by --at.");
    auto held = call.game(ledger::Access::READ);
    if (!held) return held.error();
    replay::Game& game = **held;
    auto end = size_at(game, at_ ? at_ : to_);
    if (!end) return end.error();
    std::uint64_t begin = 0;
    if (from_) {
      auto after = size_at(game, from_);
      if (!after) return after.error();
      begin = *after == 0 ? 0 : *after - 1;
    }
    if (limit_ && from_) end = std::min(*end, begin + limit_->value);
    if (limit_ && !from_ && *end > limit_->value) begin = *end - limit_->value;
    return show(call, game, begin, *end);
  }

 private:
  static Result<Exit> show(Call& call, replay::Game& game, std::uint64_t begin, std::uint64_t end) {
    Progress progress(call.io, "log", end);
    const bool document = call.out.format() == Format::JSON;
    bool first = true;
    if (document) call.out.raw("{\"records\":[");
    auto done = game.replay(end, [&](const replay::Played& played) {
      progress.at(played.record.index.value);
      if (played.record.index.value < begin) return true;
      if (document) {
        call.out.raw((first ? "" : ",") + json_of(log_view(played)));
      } else if (call.out.format() == Format::JSONL) {
        call.out.json(log_view(played));
      } else {
        call.out.text(as_text(played, call.out.wrap_width()));
      }
      first = false;
      return !call.out.reader_left();
    });
    if (!done) return failure_of(done.error());
    if (document) call.out.raw("]}\n");
    return Exit::DONE;
  }

  static std::string as_text(const replay::Played& played, std::size_t width) {
    constexpr std::size_t INDENT = 4;
    const v1::Event& event = played.move.event;
    std::string line =
        fmt::format("{}  {}  {}", bold(fmt::format("#{}", played.record.index.value)),
                    dim(replay::print_time(played.record.recorded_at.value)), sentence_of(event, played.record.author));
    if (event.occurred_at() != 0)
      line += fmt::format(" (said to have happened at {})", replay::print_time(event.occurred_at()));
    std::string out = wrap(line, width, 0);
    for (const v1::RuleChange& change : changes_of(event)) {
      for (const v1::Provision& provision : change.provisions()) out += played_by(replay::words_of(provision), width);
    }
    const std::string brought_about = told(beyond_the_move(played.consequences));
    if (!brought_about.empty()) out += wrap(brought_about, width, INDENT);
    return out;
  }

  std::optional<replay::Point> from_;
  std::optional<replay::Point> to_;
  std::optional<replay::Point> at_;
  std::optional<Size> limit_;
};

}  // namespace

const CommandSpec LOG = {
    "log",
    "Look",
    "[--from POINT] [--to POINT] [--limit N]",
    "Shows the records, each with what it brought about.",
    "",
    "nomic init Ann Bob Cleo && nomic propose repeal 209 --call-vote --as Ann\n"
    "nomic log --limit 3\n"
    "nomic log --from 30 --format jsonl",
    make_command<Log>,
};

}  // namespace nomic::tools

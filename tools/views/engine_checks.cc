#include "nomic/views/engine_checks.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "nomic/replay/afterwards.h"
#include "nomic/replay/another_time.h"
#include "nomic/replay/reference.h"
#include "nomic/views/emitted_text.h"
#include "nomic/words/refusals.h"
#include "nomic/words/sentences.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

constexpr const char* LAWFUL = "LAWFUL";
constexpr const char* TIMES = "TIMES";

replay::Remark shown_remark(const v1::Consequence& one) {
  return replay::remark_of(replay::Topic::AUDIT, "shown", {{"shown", paint(sentence_of(one), false)}});
}

}  // namespace

LawfulCheck::LawfulCheck() : report{LAWFUL, {}, 0, 0, 0, 0} {}

void LawfulCheck::see(const replay::Played& played, VerdictSink& sink) {
  const auto refused = std::find_if(played.consequences.begin(), played.consequences.end(),
                                    [](const auto& emitted) { return emitted.has_not_lawful(); });
  if (refused == played.consequences.end()) {
    ++report.held;
    return;
  }
  ++report.broken;
  report.verdict = replay::Verdict::BROKEN;
  sink.unlawful({LAWFUL, played.record.index.value, refused->rule().number(), shown_remark(*refused), {}, {}},
                refused->not_lawful().refusal());
}

TimesCheck::TimesCheck(replay::Game& game, const replay::State& known)
    : report{TIMES, {}, 0, 0, 0, 0}, game_(game), known_(known) {}

void TimesCheck::see(const replay::Played& played, VerdictSink& sink) {
  for (const v1::Consequence& one : played.consequences) {
    const bool open = one.has_cannot_tell() || one.outcome_undetermined().late_or_not() ||
                      one.proposal_adopted().late_or_not() || one.proposal_defeated().late_or_not();
    if (open) leave(played, shown_remark(one), sink);
  }
  if (replay::said_otherwise(played.move, known_)) {
    asked_.push_back(played.move.index);
  } else if (played.move.event.afterwards()) {
    ++report.held;
  }
}

bool TimesCheck::has_cases() const {
  return replay::has_times_by_word(known_) || !asked_.empty();
}

replay::Status TimesCheck::ask(VerdictSink& sink) {
  if (asked_.empty()) return ledger::Done{};
  // None of them founds the game, so there is a record before each.
  replay::Status done = ledger::Done{};
  auto next = asked_.begin();
  std::optional<replay::Engine> before;
  auto derived = game_.replay_range(asked_.front() - 1, asked_.back() + 1, [&](const replay::Played& played) {
    if (next != asked_.end() && played.move.index == *next) {
      done = ask(*before, played, sink);
      ++next;
    }
    before.reset();
    if (next != asked_.end() && played.move.index + 1 == *next) before = played.after.fork();
    return static_cast<bool>(done);
  });
  if (!derived) return derived.error();
  return done;
}

replay::Status TimesCheck::ask(const replay::Engine& before, const replay::Played& played, VerdictSink& sink) {
  const std::int64_t said = *replay::said_otherwise(played.move, known_);
  NOMIC_ASSIGN(auto other, replay::at_another_time(before, played.move, &played.consequences, said, game_.history()));
  if (!other) {
    ++report.held;
    return ledger::Done{};
  }
  const replay::AtAnotherTime& then = *other;
  const replay::Moment time{said};
  if (then.refused) {
    leave(played,
          replay::remark_of(replay::Topic::AUDIT, "refused_then",
                            {{"time", time}, {"shown", words_of(*then.refused).what}}),
          sink);
  } else {
    leave(played,
          replay::remark_of(
              replay::Topic::AUDIT, "otherwise_then",
              {{"time", time},
               {"shown", then.consequences.empty() ? "nothing" : paint(emitted(then.consequences), false)}}),
          sink);
  }
  return ledger::Done{};
}

void TimesCheck::leave(const replay::Played& played, replay::Remark what, VerdictSink& sink) {
  ++report.not_judged;
  report.verdict = replay::Verdict::NOT_JUDGED;
  sink.not_judged({TIMES, played.record.index.value, 0, std::move(what), {}, {}});
}

}  // namespace nomic::tools

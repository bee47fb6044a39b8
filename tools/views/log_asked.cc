#include "nomic/views/log_asked.h"

#include <algorithm>
#include <utility>

#include "nomic/views/event_view.h"
#include "nomic/views/json.h"
#include "nomic/views/log_range.h"

namespace nomic::tools {

Result<LogSpan> span_of(replay::Game& game, const LogAsked& asked) {
  NOMIC_ASSIGN(auto end, asked.when.size_at(game, asked.to));
  LogSpan span{0, end};
  if (asked.from) {
    NOMIC_ASSIGN(auto after, asked.when.size_at(game, asked.from));
    span.from = after == 0 ? 0 : after - 1;
  }
  if (asked.since) {
    NOMIC_ASSIGN(auto before, size_before(game, asked.when, *asked.since));
    span.from = before;
  }
  // How many are left out of those that fit is known once they are looked at.
  if (!asked.limit || asked.filter.any()) return span;
  if (asked.from) {
    span.to = std::min(span.to, span.from + *asked.limit);
  } else if (span.to > *asked.limit) {
    span.from = std::max(span.from, span.to - *asked.limit);
  }
  return span;
}

Status each_logged(replay::Game& game, const LogSpan& span, const LogAsked& asked, const LogShown& shown) {
  LogLimit limit(asked.filter.any() ? asked.limit : std::nullopt, asked.from.has_value());
  auto done = game.replay_range(span.from, span.to, [&](const replay::Played& played) {
    if (shown.progress) shown.progress(played.record.index.value);
    if (!asked.filter.admits(played)) return shown.goes_on();
    if (auto printed = limit.take([&] { return shown.print(played); })) shown.show(*printed);
    return !limit.is_full() && shown.goes_on();
  });
  if (!done) return failure_of(done.error());
  for (const std::string& printed : limit.kept()) shown.show(printed);
  return ledger::Done{};
}

// What a record brings about of itself is known without later ones.
replay::Mark mark_of(const replay::Played& played, const replay::Marks& marks) {
  const bool refused = std::any_of(played.consequences.begin(), played.consequences.end(),
                                   [](const auto& emitted) { return emitted.has_not_lawful(); });
  const replay::Mark mark = marks.of(played.move.index);
  if (!refused || mark.standing != replay::Mark::Standing::STANDS) return mark;
  return {replay::Mark::Standing::NOT_LAWFUL, played.move.index};
}

replay::Result<v1::LogView> log_entry(const replay::Played& played, const replay::Marks& marks,
                                      const replay::State& known, const replay::History& history) {
  NOMIC_ASSIGN(auto proposed, changes_proposed(played, history));
  v1::LogView view = log_view(played, mark_of(played, marks), replay::time_of(played.move, known));
  if (!proposed.empty()) *view.mutable_event()->mutable_changes() = std::move(proposed);
  return view;
}

replay::Status log_lines(replay::Game& game, std::uint64_t from, std::uint64_t to,
                         const std::function<bool(std::uint64_t index, std::string line)>& each) {
  NOMIC_ASSIGN(auto marks, replay::marks_of(game, game.head().size, {from, to}));
  replay::Status unread = ledger::Done{};
  auto done = game.replay_range(from, to, [&](const replay::Played& played) {
    auto entry = log_entry(played, marks, game.engine().state(), game.history());
    if (!entry) {
      unread = entry.error();
      return false;
    }
    auto& consequences = *entry->mutable_consequences();
    if (const int beyond = consequences.size() - MOST_CONSEQUENCES_OF_LINE; beyond > 0) {
      consequences.DeleteSubrange(MOST_CONSEQUENCES_OF_LINE, beyond);
      entry->set_consequences_left_out(static_cast<std::uint32_t>(beyond));
    }
    return each(played.record.index.value, json_of(*entry));
  });
  return unread ? done : unread;
}

}  // namespace nomic::tools

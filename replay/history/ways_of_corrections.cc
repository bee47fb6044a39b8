// What players can correct (a slip of the pen): words and titles of rules, names, times.
#include <algorithm>

#include "nomic/replay/content.h"
#include "nomic/replay/reference.h"
#include "nomic/replay/text.h"
#include "ways_tried.h"

namespace nomic::replay {
namespace {

using OutBy = WayOut::Kind;

constexpr std::int64_t A_SECOND = 1'000'000;
// What an example says where people would say what is right, and why.
constexpr const char* AN_EXAMPLE = "...";

}  // namespace

// Of the rules whose version in force this record made, or an earlier form of it.
Status WaysTried::of_words() {
  NOMIC_ASSIGN(auto number, number_of_form());
  for (const v1::Rule& rule : state().rules()) {
    if (rule.sources().empty()) continue;
    const auto& former = rule.former_numbers();
    const bool is_earlier =
        number != 0 && (rule.number() == number || rule.lineage() == number || rule.proposal() == number ||
                        std::find(former.begin(), former.end(), number) != former.end());
    if (rule.sources().rbegin()->record() != record_.index && !is_earlier) continue;
    const std::size_t before = ways_.size();
    NOMIC_TRY(of_words_in(rule));
    if (rule.sources().rbegin()->record() == record_.index) continue;
    for (std::size_t way = before; way < ways_.size(); ++way) ways_[way].words_at = rule.sources().rbegin()->record();
  }
  return ledger::Done{};
}

Result<std::uint32_t> WaysTried::number_of_form() {
  const v1::Event event = event_in(record_);
  if (event.has_rule_founded()) return number_in(event.rule_founded().rule().number());
  if (event.has_proposal_revised()) return number_in(event.proposal_revised().proposal());
  std::uint32_t number = 0;
  if (!event.has_proposal_made()) return number;
  NOMIC_TRY(game_.replay_range(record_.index, record_.index + 1, [&](const Played& played) {
    for (const v1::Consequence& one : played.consequences) {
      if (one.has_proposal_made()) number = number_in(one.proposal_made().proposal());
    }
    return true;
  }));
  return number;
}

Status WaysTried::of_words_in(const v1::Rule& rule) {
  NOMIC_ASSIGN(auto texts, texts_of(game_.history(), rule));
  v1::Event event;
  event.mutable_record_corrected()->set_record(rule.sources().rbegin()->record());
  event.mutable_record_corrected()->set_cause(AN_EXAMPLE);
  for (const std::string& player : anybody()) {
    if (!texts.empty()) {
      v1::TextCorrection& slip = *event.mutable_record_corrected()->mutable_text();
      slip.set_rule(reference(rule.number()));
      slip.set_lang(texts.front().lang());
      slip.set_whole(true);
      slip.set_after(texts.front().text() + AN_EXAMPLE);
      NOMIC_ASSIGN(auto done, add(OutBy::CORRECT, player, event, LeftOpen::WORDS));
      if (!done) continue;
    }
    if (rule.title().empty()) break;
    v1::TitleCorrection& slip = *event.mutable_record_corrected()->mutable_title();
    slip.set_rule(reference(rule.number()));
    slip.set_before(rule.title());
    slip.set_after(rule.title() + AN_EXAMPLE);
    NOMIC_TRY(add(OutBy::CORRECT, player, event, LeftOpen::TITLE).status());
    break;
  }
  return ledger::Done{};
}

Status WaysTried::of_name(const v1::PlayerNames& names) {
  const auto& all = state().players();
  const auto player =
      std::find_if(all.begin(), all.end(), [&](const v1::Player& each) { return each.names().name() == names.name(); });
  if (player == all.end()) return ledger::Done{};
  auto other = player_names((player->has_shown() ? player->shown() : names).name() + "a", {}, {});
  if (!other) return ledger::Done{};  // as long as a name can be
  v1::Event event;
  event.mutable_record_corrected()->set_record(record_.index);
  event.mutable_record_corrected()->set_cause(AN_EXAMPLE);
  *event.mutable_record_corrected()->mutable_name() = *std::move(other);
  for (const std::string& by : anybody()) {
    NOMIC_ASSIGN(auto done, add(OutBy::CORRECT, by, event, LeftOpen::NAME));
    if (done) break;
  }
  return ledger::Done{};
}

// Of a record that says when it happened.
Status WaysTried::of_time(const v1::Event& event) {
  const std::int64_t said = record_.event.occurred_at();
  if (said == 0 || event.has_game_founded() || event.has_rule_founded() || event.has_player_seated()) {
    return ledger::Done{};
  }
  v1::Event other;
  other.mutable_record_corrected()->set_record(record_.index);
  other.mutable_record_corrected()->set_cause(AN_EXAMPLE);
  other.mutable_record_corrected()->set_occurred_at(time_of(record_, state()) - A_SECOND);
  for (const std::string& by : anybody()) {
    NOMIC_ASSIGN(auto done, add(OutBy::CORRECT, by, other, LeftOpen::TIME));
    if (done) break;
  }
  return ledger::Done{};
}

}  // namespace nomic::replay

#include "nomic/words/refusals.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "nomic/replay/point.h"
#include "nomic/replay/reference.h"
#include "nomic/replay/refusal.h"
#include "nomic/words/listing.h"
#include "nomic/words/point_words.h"
#include "nomic/words/points_words.h"
#include "nomic/words/proposal_words.h"
#include "nomic/words/remarks.h"
#include "nomic/words/shell_word.h"
#include "refusals/refusal_rows.h"
#include "refusals/things.h"
#include "remarks/remark_rows.h"

namespace nomic::tools {
namespace {

// Codes of errors and topics of remarks have different names, so that one table serves both.
using Key = std::pair<std::string_view, std::string_view>;
struct Row {
  std::string_view what;
  std::string_view hint;
};

const std::map<Key, Row>& table() {
  static const auto TABLE = [] {
    std::map<Key, Row> all;
    for (const auto* rows :
         {&refusals_input(), &refusals_text(), &refusals_provisions(), &refusals_rulesets(), &refusals_pages(),
          &refusals_points(), &refusals_players(), &refusals_proposals(), &refusals_disputes(), &refusals_clerical(),
          &refusals_dice(), &refusals_requests(), &refusals_recipes()}) {
      for (const RefusalRow& row : *rows) {
        all.emplace(Key(replay::name_of(row.code), row.variant), Row{row.what, row.hint});
      }
    }
    for (const auto* rows :
         {&remarks_audit(), &remarks_pages(), &remarks_slips(), &remarks_status(), &remarks_warnings()}) {
      for (const RemarkRow& row : *rows) all.emplace(Key(replay::name_of(row.topic), row.variant), Row{row.what, {}});
    }
    return all;
  }();
  return TABLE;
}

std::string_view phrase_of(std::string_view kind) {
  static const std::map<std::string_view, std::string_view> PHRASES = {
      {"ENACT", "enacting a rule"},
      {"AMEND", "amending a rule"},
      {"REPEAL", "repealing a rule"},
      {"TRANSMUTE_TO_MUTABLE", "transmuting an immutable rule"},
      {"TRANSMUTE_TO_IMMUTABLE", "transmuting a mutable rule"},
      {"REENACT", "re-enacting a rule"},
      {"RESTORE", "repealing an amendment"},
      {"NO_CHANGE", "a proposal that changes no rule"},
      {"RETITLE", "retitling a rule"},
  };
  const auto found = PHRASES.find(kind);
  return found == PHRASES.end() ? "a rule-change of no known kind" : found->second;
}

// "5 minutes", "47 hours", "3 days".
std::string minutes_or_more(std::int64_t micros) {
  constexpr std::int64_t MINUTE = 60'000'000;
  const std::int64_t minutes = micros / MINUTE;
  if (minutes < 120) return fmt::format("{} minutes", minutes);
  if (minutes < 2 * 24 * 60) return fmt::format("{} hours", minutes / 60);
  return fmt::format("{} days", minutes / (24 * 60));
}

// As limits are written: "60,000".
std::string in_thousands(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, 1, ',');
  return digits;
}

std::string printed(const v1::Parameter& parameter, std::string_view style) {
  switch (parameter.value_case()) {
    case v1::Parameter::kNumber:
      if (style == "faces")
        return fmt::format("{} {}", parameter.number(), parameter.number() == 1 ? "face is" : "faces are");
      if (style == "dice")
        return fmt::format("{} {}", parameter.number(), parameter.number() == 1 ? "die is" : "dice are");
      if (style == "counted") return in_thousands(parameter.number());
      return replay::numeral(parameter.number());
    case v1::Parameter::kPoints:
      return print_points(parameter.points());
    case v1::Parameter::kTime:
      return replay::print_time(parameter.time());
    case v1::Parameter::kDuration:
      return minutes_or_more(parameter.duration());
    case v1::Parameter::kText:
      if (style == "kind") return std::string(phrase_of(parameter.text()));
      if (style == "amount") return parameter.text() == "points" ? "a number of points" : "an amount";
      if (style == "point") return words_of_point(parameter.text());
      if (style == "shell") return as_shell_word(parameter.text());
      if (style == "mode") return parameter.text() == "MAIL" ? "games by mail or computer" : "games around a table";
      return parameter.text();
    case v1::Parameter::kNames:
      if (style == "list") return listed({parameter.names().name().begin(), parameter.names().name().end()});
      if (style == "none" && parameter.names().name().empty()) return "none";
      return fmt::format("{}", fmt::join(parameter.names().name(), style == "and"  ? " and "
                                                                   : style == "or" ? " or "
                                                                                   : ", "));
    case v1::Parameter::VALUE_NOT_SET:
      return {};
  }
  return {};
}

// What stands for the number of a proposal that has none; 0: it has one, or is no proposal.
std::uint32_t unnumbered_in(const v1::Refusal& refusal, std::string_view field) {
  if (field != "proposal") return 0;
  for (const v1::Parameter& parameter : refusal.parameters()) {
    const bool it = parameter.name() == field && replay::is_unnumbered(parameter.number());
    if (it) return static_cast<std::uint32_t>(parameter.number());
  }
  return 0;
}

std::string filled(std::string_view words, const v1::Refusal& refusal);

std::string value_of(const v1::Refusal& refusal, std::string_view field) {
  if (field == "because" || field == "because_hint") {
    if (!refusal.has_because()) return {};
    Sentence why = words_of(refusal.because());
    return field == "because" ? std::move(why.what) : std::move(why.hint);
  }
  // In a command: as it is typed.
  if (const auto unnumbered = unnumbered_in(refusal, field); unnumbered != 0) {
    return fmt::format("record:{}", replay::record_of_unnumbered(unnumbered));
  }
  const std::size_t colon = field.find(':');
  const std::string_view name = field.substr(0, colon);
  const std::string_view style = colon == std::string_view::npos ? std::string_view() : field.substr(colon + 1);
  for (const v1::Parameter& parameter : refusal.parameters()) {
    if (parameter.name() != name) continue;
    if (style != "thing") return printed(parameter, style);
    const std::string_view phrase = phrase_of_thing(parameter.text());
    // What is in no table is the caller's own, braces and all.
    return phrase == parameter.text() ? parameter.text() : filled(phrase, refusal);
  }
  return {};
}

// "proposal", "judges:and"; other braces are text: "{ days: 7 }".
bool is_field(std::string_view within) {
  constexpr std::string_view LETTERS = "abcdefghijklmnopqrstuvwxyz_:";
  return !within.empty() && within.find_first_not_of(LETTERS) == std::string_view::npos;
}

std::string filled(std::string_view words, const v1::Refusal& refusal) {
  std::string out;
  while (true) {
    const std::size_t open = words.find('{');
    out += words.substr(0, open);
    if (open == std::string_view::npos) return out;
    const std::size_t close = words.find('}', open);
    const std::string_view within = words.substr(open + 1, close - open - 1);
    // Rows say "proposal {proposal}".
    constexpr std::string_view PROPOSAL = "proposal ";
    if (const auto unnumbered = unnumbered_in(refusal, within); unnumbered != 0 && out.ends_with(PROPOSAL)) {
      out.replace(out.size() - PROPOSAL.size(), PROPOSAL.size(), the_proposal(unnumbered));
      words.remove_prefix(close + 1);
      continue;
    }
    out += is_field(within) ? value_of(refusal, within) : std::string(words.substr(open, close - open + 1));
    words.remove_prefix(close + 1);
  }
}

// An error without a row: "VOTE_STAYS (time_over)".
Sentence bare(const v1::Refusal& refusal) {
  if (refusal.variant().empty()) return {refusal.code(), {}};
  return {fmt::format("{} ({})", refusal.code(), refusal.variant()), {}};
}

}  // namespace

Sentence words_of(const v1::Refusal& refusal) {
  std::string sentence = value_of(refusal, replay::SENTENCE);
  if (!sentence.empty()) return {std::move(sentence), value_of(refusal, replay::ADVICE)};
  const auto row = table().find(Key(refusal.code(), refusal.variant()));
  if (row == table().end()) return bare(refusal);
  return {filled(row->second.what, refusal), filled(row->second.hint, refusal)};
}

std::vector<std::string> reasons_in_words(const google::protobuf::RepeatedPtrField<v1::Refusal>& refusals) {
  std::vector<std::string> reasons;
  for (const auto& refusal : refusals) {
    std::vector<std::string> rules;
    for (const auto rule : replay::numbers_in(refusal.rules())) {
      const auto numeral = replay::numeral(rule);
      if (std::find(rules.begin(), rules.end(), numeral) == rules.end()) rules.push_back(numeral);
    }
    std::string reason = words_of(refusal).what;
    if (!rules.empty()) reason += fmt::format(" ({} {})", rules.size() == 1 ? "rule" : "rules", listed(rules));
    reasons.push_back(std::move(reason));
  }
  return reasons;
}

std::string all_in_words(const google::protobuf::RepeatedPtrField<v1::Refusal>& refusals) {
  return fmt::format("{}", fmt::join(reasons_in_words(refusals), "; "));
}

Sentence words_of(const replay::Error& error) {
  return words_of(replay::to_refusal(error));
}

std::string words_of(const replay::Remark& remark) {
  return words_of(replay::to_refusal(remark)).what;
}

}  // namespace nomic::tools

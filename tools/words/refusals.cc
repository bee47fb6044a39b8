#include "nomic/words/refusals.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "nomic/replay/point.h"
#include "nomic/replay/refusal.h"
#include "nomic/words/listing.h"
#include "nomic/words/points_words.h"
#include "refusal_rows.h"

namespace nomic::tools {
namespace {

using Key = std::pair<std::string_view, std::string_view>;

const std::map<Key, const RefusalRow*>& table() {
  static const auto TABLE = [] {
    std::map<Key, const RefusalRow*> all;
    for (const auto* rows :
         {&refusals_input(), &refusals_players(), &refusals_proposals(), &refusals_disputes(), &refusals_dice(),
                             &refusals_requests()}) {
      for (const RefusalRow& row : *rows) all.emplace(Key(replay::name_of(row.code), row.variant), &row);
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
  };
  const auto found = PHRASES.find(kind);
  return found == PHRASES.end() ? "a rule-change of no known kind" : found->second;
}

std::string printed(const v1::Parameter& parameter, std::string_view style) {
  switch (parameter.value_case()) {
    case v1::Parameter::kNumber:
      if (style == "faces")
        return fmt::format("{} {}", parameter.number(), parameter.number() == 1 ? "face is" : "faces are");
      if (style == "dice")
        return fmt::format("{} {}", parameter.number(), parameter.number() == 1 ? "die is" : "dice are");
      return std::to_string(parameter.number());
    case v1::Parameter::kPoints:
      return print_points(parameter.points());
    case v1::Parameter::kTime:
      return replay::print_time(parameter.time());
    case v1::Parameter::kDuration:
      return std::to_string(parameter.duration());
    case v1::Parameter::kText:
      if (style == "kind") return std::string(phrase_of(parameter.text()));
      if (style == "amount") return parameter.text() == "points" ? "a number of points" : "an amount";
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

std::string value_of(const v1::Refusal& refusal, std::string_view field) {
  if (field == "because" || field == "because_hint") {
    if (!refusal.has_because()) return {};
    Sentence why = words_of(refusal.because());
    return field == "because" ? std::move(why.what) : std::move(why.hint);
  }
  const std::size_t colon = field.find(':');
  const std::string_view name = field.substr(0, colon);
  const std::string_view style = colon == std::string_view::npos ? std::string_view() : field.substr(colon + 1);
  for (const v1::Parameter& parameter : refusal.parameters()) {
    if (parameter.name() == name) return printed(parameter, style);
  }
  return {};
}

std::string filled(std::string_view words, const v1::Refusal& refusal) {
  std::string out;
  while (true) {
    const std::size_t open = words.find('{');
    out += words.substr(0, open);
    if (open == std::string_view::npos) return out;
    const std::size_t close = words.find('}', open);
    out += value_of(refusal, words.substr(open + 1, close - open - 1));
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
  return {filled(row->second->what, refusal), filled(row->second->hint, refusal)};
}

Sentence words_of(const replay::Error& error) {
  return words_of(replay::to_refusal(error));
}

}  // namespace nomic::tools

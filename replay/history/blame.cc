// Whose words a rule's text is made of.
#include <algorithm>
#include <array>
#include <optional>

#include "nomic/replay/consequence.h"
#include "nomic/replay/rule_history.h"
#include "nomic/replay/text/words_diff.h"
#include "nomic/replay/work.h"

namespace nomic::replay {
namespace {

// Full stops, question and exclamation marks: of Latin script, and those of East Asian scripts, after which no space
// stands.
constexpr std::array<std::string_view, 3> LATIN_ENDS = {".", "!", "?"};
constexpr std::array<std::string_view, 4> WIDE_ENDS = {"\u3002", "\uFF01", "\uFF1F", "\uFF0E"};
// What may stand between the end of a sentence and the space.
constexpr std::array<std::string_view, 6> CLOSERS = {")", "\"", "'", "\u201D", "\u2019", "\u300D"};

template <class Marks>
std::size_t starts_with_one(std::string_view text, const Marks& marks) {
  for (const std::string_view mark : marks) {
    if (text.starts_with(mark)) return mark.size();
  }
  return 0;
}

bool is_space(char c) {
  return c == ' ' || c == '\n' || c == '\t';
}

// Where the sentence that begins at the front ends, the space after it included.
std::size_t end_of_sentence(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    if (text[at] == '\n') break;
    const auto wide = starts_with_one(text.substr(at), WIDE_ENDS);
    const auto latin = starts_with_one(text.substr(at), LATIN_ENDS);
    at += std::max<std::size_t>(1, std::max(wide, latin));
    if (wide == 0 && latin == 0) continue;
    while (at < text.size()) {
      const auto closer = starts_with_one(text.substr(at), CLOSERS);
      if (closer == 0) break;
      at += closer;
    }
    if (wide != 0 || at == text.size() || is_space(text[at])) break;
  }
  while (at < text.size() && is_space(text[at])) ++at;
  return at;
}

const v1::Text* text_in(const v1::Rule& rule, std::string_view lang) {
  for (const auto& text : rule.texts()) {
    if (lang.empty() || text.lang() == lang) return &text;
  }
  return nullptr;
}

// What the consequence says of how the words came; nothing if it says nothing of them.
std::optional<Origin::Kind> kind_by(const v1::Consequence& cause) {
  switch (cause.kind_case()) {
    case v1::Consequence::kGameBegan:
      return Origin::Kind::FOUNDING;
    case v1::Consequence::kRuleEnacted:
    case v1::Consequence::kRuleAmended:
    case v1::Consequence::kRuleTransmuted:
    case v1::Consequence::kRuleReenacted:
    case v1::Consequence::kRuleRestored:
    case v1::Consequence::kRuleRetitled:
      return proposal_of(cause) == 0 ? Origin::Kind::ACT : Origin::Kind::PROPOSAL;
    case v1::Consequence::kCorrected:
      return Origin::Kind::CORRECTION;
    case v1::Consequence::kReferencesFollowed:
      return Origin::Kind::UPKEEP;
    default:
      return std::nullopt;
  }
}

// How a sentence is recognized again: without the space after it.
std::vector<std::string> without_space(std::vector<std::string> sentences) {
  for (auto& sentence : sentences) {
    while (!sentence.empty() && is_space(sentence.back())) sentence.pop_back();
  }
  return sentences;
}

}  // namespace

std::vector<std::string> sentences(std::string_view text) {
  std::vector<std::string> found;
  while (!text.empty()) {
    const auto end = end_of_sentence(text);
    found.emplace_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return found;
}

Origin origin_of(const RuleHistory& life, std::size_t version) {
  const RuleVersion& asked = life.versions[version];
  const auto follows = [](const auto& cause) { return cause.has_references_followed(); };
  // A rule that is renumbered and names itself brings no other new words.
  const bool brings_words = std::any_of(asked.causes.begin(), asked.causes.end(), [](const auto& cause) {
    return cause.has_rule_amended() || cause.has_rule_reenacted() || cause.has_rule_restored();
  });
  if (!brings_words && std::any_of(asked.causes.begin(), asked.causes.end(), follows)) {
    return {Origin::Kind::UPKEEP, asked.record};
  }
  for (const auto& cause : asked.causes) {
    if (const auto kind = kind_by(cause)) return {*kind, asked.record};
  }
  const std::uint64_t since = asked.rule.since();
  for (std::size_t at = version; at > 0; --at) {
    if (life.versions[at - 1].in_force && life.versions[at - 1].record == since) return origin_of(life, at - 1);
  }
  return {asked.rule.proposal() == 0 ? Origin::Kind::ACT : Origin::Kind::PROPOSAL, since};
}

std::vector<BlamedSentence> blame(const RuleHistory& life, std::string_view lang) {
  std::vector<BlamedSentence> blamed;
  for (std::size_t version = 0; version < life.versions.size(); ++version) {
    spend_work(WorkStep::LARGE);
    const auto* text = text_in(life.versions[version].rule, lang);
    if (!life.versions[version].in_force || text == nullptr) continue;
    const auto whole = sentences(text->text());
    std::vector<std::string> before;
    before.reserve(blamed.size());
    for (const auto& sentence : blamed) before.push_back(sentence.sentence);
    std::vector<BlamedSentence> now;
    std::size_t old = 0;
    for (const auto& piece : words_diff(without_space(std::move(before)), without_space(whole))) {
      if (piece.kind != DiffPiece::Kind::NEW) ++old;
      if (piece.kind == DiffPiece::Kind::GONE) continue;
      const auto from = piece.kind == DiffPiece::Kind::KEPT ? blamed[old - 1].version : version;
      now.push_back({whole[now.size()], from});
    }
    blamed = std::move(now);
  }
  return blamed;
}

}  // namespace nomic::replay

#include "change/references_follow.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "nomic/replay/content.h"
#include "nomic/replay/mentions.h"
#include "nomic/replay/reference.h"
#include "nomic/replay/work.h"

namespace nomic::replay {
namespace {

using Numbers = google::protobuf::RepeatedPtrField<v1::FollowedReferences::Followed>;

std::uint32_t read_as(const v1::FollowedReferences& references, std::uint32_t number) {
  for (const auto& one : references.numbers()) {
    if (one.from() == number) return one.to();
  }
  return number;
}

// Where in a version the references are that are read over its texts as they stand; -1: none are, or a text was
// corrected after them.
int last_references(const v1::VersionSource& source) {
  for (int at = source.corrections_size() - 1; at >= 0; --at) {
    if (source.corrections(at).has_references()) return at;
    if (source.corrections(at).has_text()) break;
  }
  return -1;
}

const v1::FollowedReferences& references_at(const v1::VersionSource& source, int at) {
  return at < 0 ? v1::FollowedReferences::default_instance() : source.corrections(at).references();
}

// The texts without the references that are read over them.
Result<std::vector<v1::Text>> texts_below(const History& history, const v1::Rule& rule, int references) {
  if (references < 0) return texts_of(history, rule);
  v1::Rule below = rule;
  below.mutable_sources()->rbegin()->mutable_corrections()->DeleteSubrange(references, 1);
  return texts_of(history, below);
}

// Whether a claim of precedence names the rule by that number.
bool is_claimed(const v1::Rule& rule, std::uint32_t number) {
  return std::any_of(rule.provisions().begin(), rule.provisions().end(), [&](const v1::Provision& provision) {
    const auto& rules = provision.precedence_claim().rules();
    return std::find(rules.begin(), rules.end(), reference(number)) != rules.end();
  });
}

// Rule `from` is rule `to` from now on.
struct Renumbering {
  Renumbering(const State& state, std::uint32_t from_number, std::uint32_t to_number)
      : from(from_number), to(to_number), rules_with_letters(lettered(state, from_number)) {}

  // The number that is written now; "206a", if no rule has or had that number, is a part of rule 206. 0: as before.
  [[nodiscard]] std::uint32_t called(std::uint32_t number) const {
    spend_work();
    if (number == from) return to;
    const bool is_part = is_lettered(number) && plain_of(number) == from &&
                         !std::binary_search(rules_with_letters.begin(), rules_with_letters.end(), number);
    return is_part ? same_part_of(to, number) : 0;
  }

  const std::uint32_t from;
  const std::uint32_t to;
  const std::vector<std::uint32_t> rules_with_letters;  // the numbers 206a, 206b, ... that rules have or had

 private:
  static std::vector<std::uint32_t> lettered(const State& state, std::uint32_t number) {
    const auto first = with_letters(number, 1);
    if (first == 0) return {};
    NumbersInUse in_use(first, with_letters(number, MOST_LETTERS));
    in_use.add(state);
    return in_use.all();
  }
};

// The numbers, as they stand in the rule's texts and claims, that are to be read otherwise; with what each is read as.
using Written = std::map<std::uint32_t, std::uint32_t>;

// The numbers in the texts below the references, ascending and each once.
Result<const std::vector<std::uint32_t>*> numbers_in(Play& play, const v1::Rule& rule, int references) {
  v1::VersionSource version = *rule.sources().rbegin();
  if (references >= 0) version.mutable_corrections()->DeleteSubrange(references, 1);
  const std::string key =
      std::to_string(rule.lineage()) + ' ' + std::to_string(rule.sources_size()) + ' ' + version.SerializeAsString();
  if (const auto known = play.mentioned.find(key); known != play.mentioned.end()) return &known->second;
  NOMIC_ASSIGN(auto texts, texts_below(play.history, rule, references));
  std::set<std::uint32_t> numbers;
  for (const auto& text : texts) {
    for (const auto& mention : mentions(text.text())) {
      if (!mention.ranged) numbers.insert(mention.number);
    }
  }
  return &(play.mentioned[key] = {numbers.begin(), numbers.end()});
}

Result<Written> written_for(Play& play, const v1::Rule& rule, const Renumbering& renumbering) {
  const auto number = renumbering.from;
  const auto at = last_references(*rule.sources().rbegin());
  const auto& references = references_at(*rule.sources().rbegin(), at);
  NOMIC_ASSIGN(const auto numbers, numbers_in(play, rule, at));
  Written written;
  const auto look_at = [&](std::uint32_t mentioned, std::uint32_t read) {
    if (const auto now = renumbering.called(read); now != 0) written[mentioned] = now;
  };
  for (const auto& one : references.numbers()) {
    if (std::binary_search(numbers->begin(), numbers->end(), one.from())) look_at(one.from(), one.to());
  }
  const auto as_it_is = [&](std::uint32_t mentioned) { return read_as(references, mentioned) == mentioned; };
  if (std::binary_search(numbers->begin(), numbers->end(), number) && as_it_is(number)) look_at(number, number);
  // Those with letters are the largest.
  for (auto one = numbers->rbegin(); one != numbers->rend() && is_lettered(*one); ++one) {
    if (plain_of(*one) == number && as_it_is(*one)) look_at(*one, *one);
  }
  if (!is_claimed(rule, number)) return written;
  const auto& all = references.numbers();
  const auto claimed = std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.to() == number; });
  written[claimed == all.end() ? number : claimed->from()] = renumbering.to;
  return written;
}

void read_as_from_here(Numbers& numbers, std::uint32_t written, std::uint32_t to) {
  const auto found =
      std::find_if(numbers.begin(), numbers.end(), [&](const auto& one) { return one.from() == written; });
  if (found == numbers.end()) {
    auto& added = *numbers.Add();
    added.set_from(written);
    added.set_to(to);
  } else if (written == to) {
    numbers.erase(found);
  } else {
    found->set_to(to);
  }
}

void follow_in_version(Play& play, v1::Rule& rule, const Written& written) {
  auto& source = *rule.mutable_sources()->rbegin();
  const auto at = last_references(source);
  auto& kept = at < 0 ? *source.add_corrections() : *source.mutable_corrections(at);
  kept.set_record(play.move.index);
  for (const auto& [number, now] : written)
    read_as_from_here(*kept.mutable_references()->mutable_numbers(), number, now);
  if (kept.references().numbers().empty()) source.mutable_corrections()->DeleteSubrange(at, 1);
}

}  // namespace

std::string as_followed(const std::string& text, const v1::FollowedReferences& numbers) {
  std::string out;
  std::size_t done = 0;
  for (const auto& mention : mentions(text)) {
    const auto now = read_as(numbers, mention.number);
    if (mention.ranged || now == mention.number) continue;
    out.append(text, done, mention.at - done);
    out += numeral(now);
    done = mention.at + mention.length;
  }
  return out.append(text, done);
}

void follow_in_claim(v1::Provision& provision, const v1::FollowedReferences& numbers) {
  if (!provision.has_precedence_claim()) return;
  for (auto& rule : *provision.mutable_precedence_claim()->mutable_rules())
    rule = reference(read_as(numbers, number_in(rule)));
}

Status let_references_follow(Play& play, std::uint32_t from, std::uint32_t to, const v1::RuleVersion& by) {
  v1::FollowedReferences one;
  auto& followed = *one.add_numbers();
  followed.set_from(from);
  followed.set_to(to);
  const Renumbering renumbering(play.state, from, to);
  std::vector<std::uint32_t> following;
  for (int at = 0; at < play.state.rules_size(); ++at) {
    if (play.state.rules(at).sources().empty()) continue;  // one that was never seen in force
    NOMIC_ASSIGN(auto written, written_for(play, play.state.rules(at), renumbering));
    if (written.empty()) continue;
    auto& rule = play.state.edit_rules().edit(at);
    follow_in_version(play, rule, written);
    for (auto& provision : *rule.mutable_provisions()) follow_in_claim(provision, one);
    following.push_back(rule.number());
  }
  for (const auto number : following) {
    auto& emitted = *play.emit(by).mutable_references_followed();
    emitted.set_number(reference(number));
    emitted.set_mentioned(reference(from));
    emitted.set_mentions(reference(to));
  }
  return ledger::Done{};
}

}  // namespace nomic::replay

// Histories for tests: versions of a few rules, as commits or pages post them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "nomic/past/posted_history.h"
#include "nomic/replay/reference.h"

namespace nomic::tools {

inline replay::RuleCopy rule_of(std::uint32_t number, std::string text, v1::RuleStatus status = v1::MUTABLE) {
  replay::RuleCopy copy;
  copy.number = number;
  copy.status = status;
  copy.title = "";
  copy.text = std::move(text);
  return copy;
}

// Versions that are merged at 1'000, 2'000 ... seconds, by Ann, and named a0, a1 ...; `first` is what the first has.
class Told {
 public:
  PostedHistory history;

  explicit Told(const std::vector<replay::RuleCopy>& first) {
    history.first.add_modes(v1::TABLE);
    history.first.set_authoritative_lang("en");
    for (const replay::RuleCopy& rule : first) {
      v1::RuleBody& body = *history.first.add_rules();
      body.set_number(replay::reference(rule.number));
      body.set_status(rule.status);
      v1::Text& text = *body.add_texts();
      text.set_lang("en");
      text.set_text(rule.text);
    }
    then(first);
  }

  Told& then(std::vector<replay::RuleCopy> rules, bool merged = true) {
    replay::PostedVersion version;
    const std::string name = "a" + std::to_string(history.versions.size());
    version.name = name;
    version.posted = version.written = static_cast<std::int64_t>(history.versions.size() + 1) * 1'000'000'000;
    version.put_to_vote = version.one_proposal = merged;
    version.rules = std::move(rules);
    history.versions.push_back(std::move(version));
    history.sources.push_back({name + "00000", "", "Ann", "Ann", "rules.md"});
    return *this;
  }

  [[nodiscard]] replay::Past past() const { return replay::tell_past(history.versions, {}); }
};

}  // namespace nomic::tools

#include "check/posted_differences.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "nomic/replay/content.h"
#include "nomic/replay/reference.h"
#include "nomic/service/view_values.h"
#include "nomic/views/rule_diff.h"
#include "nomic/words/terminal_text.h"
#include "render/rule_diff_text.h"
#include "shared/rules_compare.h"

namespace nomic::tools {
namespace {

using replay::DifferenceKind;
using replay::MatchedBy;
using replay::RuleCopy;
using replay::RuleMatch;

// Of rules that were repealed, the latest are looked at for a text that is still posted.
constexpr int MOST_REPEALED = 200;

// The title as it is said: "titled X", "without a title".
std::string titled(const std::string& title) {
  return title.empty() ? "without a title" : fmt::format("under the title {}", in_quotes(on_one_line(title)));
}

class Differences {
 public:
  Differences(replay::Game& game, RulePasts& pasts, const IgnoredKinds& ignored, const RulesInForce& in_force,
              std::uint64_t size)
      : game_(game), pasts_(pasts), ignored_(ignored), in_force_(in_force), size_(size) {}

  // `ruleset`: the posted rules with their provisions, in the same order; null: they come from a page.
  Result<std::vector<PostedDifference>> run(std::vector<RuleCopy> posted, const v1::Ruleset* ruleset,
                                            const std::string& lang) {
    posted_ = std::move(posted);
    lang_ = lang;
    copies_ = in_force_.copies(lang);
    if (lang.empty()) {
      for (RuleCopy& copy : copies_) copy.text.clear();
    }
    copy_by_reading_.clear();
    for (std::size_t at = 0; at < copies_.size(); ++at) {
      const std::string reading = replay::reading_of(copies_[at].text);
      if (!reading.empty()) copy_by_reading_.emplace(reading, at);
    }
    const std::vector<RuleMatch> matches = replay::match_rules(posted_, copies_);
    for (const RuleMatch& match : matches) {
      if (match.one && match.other) posted_as_.try_emplace(*match.other, posted_[*match.one].number);
    }
    for (const RuleMatch& match : matches) {
      for (const DifferenceKind kind : match.differences) {
        if (!ignored_.has(name_of(kind))) NOMIC_TRY(add(match, kind));
      }
      const bool both = match.one && match.other;
      if (both && ruleset != nullptr && !ignored_.has(PROVISIONS))
        NOMIC_TRY(provisions(match, ruleset->rules(static_cast<int>(*match.one))));
    }
    return std::move(found_);
  }

 private:
  [[nodiscard]] const v1::Rule& rule_of(const RuleMatch& match) const { return in_force_.rules()[*match.other]; }

  // The rule as a sentence begins with it.
  [[nodiscard]] std::string subject(const RuleMatch& match) const {
    const std::uint32_t posted = posted_[*match.one].number;
    const std::uint32_t number = rule_of(match).number();
    return posted == number ? fmt::format("rule {}", replay::numeral(number))
                            : fmt::format("rule {} (posted as {})", replay::numeral(number), replay::numeral(posted));
  }

  PostedDifference& begin(const RuleMatch& match, std::string_view kind) {
    PostedDifference& difference = found_.emplace_back();
    difference.kind = kind;
    if (match.one) difference.posted = posted_[*match.one].number;
    if (match.other) {
      difference.in_force = rule_of(match).number();
      difference.lineage = rule_of(match).lineage();
    }
    return difference;
  }

  Status add(const RuleMatch& match, DifferenceKind kind) {
    switch (kind) {
      case DifferenceKind::WORDS:
      case DifferenceKind::LAYOUT:
        return text(match, kind);
      case DifferenceKind::TITLE:
        return title(match);
      case DifferenceKind::STATUS:
        return status(match);
      case DifferenceKind::NUMBER:
        return number(match);
      case DifferenceKind::MISSING:
        return match.one ? not_in_force(match) : not_posted(match);
    }
    return ledger::Done{};
  }

  Status text(const RuleMatch& match, DifferenceKind kind) {
    const v1::Rule& rule = rule_of(match);
    const RuleCopy& posted = posted_[*match.one];
    const RuleCopy& copy = copies_[*match.other];
    PostedDifference& difference = begin(match, name_of(kind));
    const bool layout = kind == DifferenceKind::LAYOUT;
    const auto reads = [&](const std::string& text) { return layout ? text : replay::reading_of(text); };
    if (!layout) {
      const std::string reading = reads(posted.text);
      auto ended = pasts_.ended(rule, size_, [&](const v1::Rule& version) -> Result<bool> {
        NOMIC_ASSIGN(auto words, pasts_.text_of(version, lang_));
        return reads(words) == reading;
      });
      if (!ended) return ended.error();
      difference.cause = *ended;
      difference.outdated = difference.cause.has_value();
    }
    if (!difference.cause) {
      const std::string reading = reads(copy.text);
      auto since = pasts_.since(rule, size_, [&](const v1::Rule& one, const v1::Rule&) -> Result<bool> {
        NOMIC_ASSIGN(auto words, pasts_.text_of(one, lang_));
        return reads(words) == reading;
      });
      if (!since) return since.error();
      difference.cause = *since;
    }
    if (layout) {
      difference.what =
          fmt::format("{} is posted in another layout than it has {}.", subject(match), words_of(*difference.cause));
      return ledger::Done{};
    }
    difference.what = difference.outdated ? fmt::format("{} is posted as it stood before {}.", subject(match),
                                                        place_of(*difference.cause))
                                          : fmt::format("{} is posted otherwise than it is in force {}.",
                                                        subject(match), words_of(*difference.cause));
    v1::CompareView::Rule view;
    text_difference(posted.text, copy.text, lang_, view);
    difference.evidence.push_back(paint(marked_text(view), false));
    return ledger::Done{};
  }

  // What a field of the rule has been since when, and whether it was before as it is posted.
  template <class Field>
  Status field(const RuleMatch& match, PostedDifference& difference, Field&& of,
               const decltype(of(v1::Rule()))& posted) {
    const v1::Rule& rule = rule_of(match);
    auto since = pasts_.since(
        rule, size_, [&](const v1::Rule& one, const v1::Rule& now) -> Result<bool> { return of(one) == of(now); });
    if (!since) return since.error();
    difference.cause = *since;
    auto ended =
        pasts_.ended(rule, size_, [&](const v1::Rule& version) -> Result<bool> { return of(version) == posted; });
    if (!ended) return ended.error();
    difference.outdated = ended->has_value();
    return ledger::Done{};
  }

  Status title(const RuleMatch& match) {
    PostedDifference& difference = begin(match, name_of(DifferenceKind::TITLE));
    const std::string& posted = *posted_[*match.one].title;
    NOMIC_TRY(field(
        match, difference, [](const v1::Rule& rule) { return rule.title(); }, posted));
    difference.what = fmt::format("{} is posted {}, and stands {} {}.", subject(match), titled(posted),
                                  titled(rule_of(match).title()), words_of(*difference.cause));
    return ledger::Done{};
  }

  Status status(const RuleMatch& match) {
    PostedDifference& difference = begin(match, name_of(DifferenceKind::STATUS));
    const v1::RuleStatus posted = posted_[*match.one].status;
    NOMIC_TRY(field(
        match, difference, [](const v1::Rule& rule) { return rule.status(); }, posted));
    difference.what = fmt::format("{} is posted as {}, and is {} {}.", subject(match), status_word(posted),
                                  status_word(rule_of(match).status()), words_of(*difference.cause));
    return ledger::Done{};
  }

  Status number(const RuleMatch& match) {
    PostedDifference& difference = begin(match, name_of(DifferenceKind::NUMBER));
    const std::uint32_t posted = *difference.posted;
    NOMIC_TRY(field(
        match, difference, [](const v1::Rule& rule) { return rule.number(); }, posted));
    const std::uint32_t is = *difference.in_force;
    const std::string since = words_of(*difference.cause);
    if (difference.outdated) {
      difference.what = fmt::format("rule {} is posted, and in the game it is rule {} {}.", replay::numeral(posted),
                                    replay::numeral(is), since);
      return ledger::Done{};
    }
    switch (match.by) {
      case MatchedBy::SAME_WORDS:
        difference.what = fmt::format("{} is posted with the text of {}: wrong number, the rule bears {} {}.",
                                      replay::numeral(posted), replay::numeral(is), replay::numeral(is), since);
        break;
      case MatchedBy::ALIKE:
      case MatchedBy::ALIKE_ALONE:
        difference.what = fmt::format("{} is posted with a text like that of {}: wrong number, the rule bears {} {}.",
                                      replay::numeral(posted), replay::numeral(is), replay::numeral(is), since);
        break;
      case MatchedBy::SAME_TITLE:
        difference.what = fmt::format("{} is posted under the title of {}: wrong number, the rule bears {} {}.",
                                      replay::numeral(posted), replay::numeral(is), replay::numeral(is), since);
        break;
      case MatchedBy::SAME_NUMBER:
      case MatchedBy::FORMER_NUMBER:
      case MatchedBy::NOTHING:
        difference.what = fmt::format("rule {} is posted, and in the game it is rule {} {}.", replay::numeral(posted),
                                      replay::numeral(is), since);
        break;
    }
    return ledger::Done{};
  }

  Status not_posted(const RuleMatch& match) {
    PostedDifference& difference = begin(match, name_of(DifferenceKind::MISSING));
    auto since =
        pasts_.since(rule_of(match), size_, [](const v1::Rule&, const v1::Rule&) -> Result<bool> { return true; });
    if (!since) return since.error();
    difference.cause = *since;
    difference.what = fmt::format("rule {} is not posted, and is in force {}.", replay::numeral(*difference.in_force),
                                  words_of(*difference.cause));
    return ledger::Done{};
  }

  // A posted rule that is none of those in force.
  Status not_in_force(const RuleMatch& match) {
    PostedDifference& difference = begin(match, name_of(DifferenceKind::MISSING));
    const RuleCopy& posted = posted_[*match.one];
    if (const auto same = copy_by_reading_.find(replay::reading_of(posted.text)); same != copy_by_reading_.end()) {
      difference.what =
          fmt::format("{} is posted with the text of {}, which is posted as {} already.",
                      replay::numeral(posted.number), copies_[same->second].number, posted_as_.at(same->second));
      return ledger::Done{};
    }
    NOMIC_ASSIGN(auto repealed, repealed_like(posted));
    if (repealed != nullptr) {
      const v1::RepealedRule& rule = *repealed;
      NOMIC_TRY(because(rule.number(), rule.repealed_at(), difference));
      difference.outdated = true;
      difference.what = rule.number() == posted.number
                            ? fmt::format("rule {} is posted, and was repealed at {}.", replay::numeral(posted.number),
                                          place_of(*difference.cause))
                            : fmt::format("{} is posted with the text of {}, which was repealed at {}.",
                                          replay::numeral(posted.number), replay::numeral(rule.number()),
                                          place_of(*difference.cause));
      return ledger::Done{};
    }
    const bool borne =
        std::any_of(copies_.begin(), copies_.end(), [&](const RuleCopy& copy) { return copy.number == posted.number; });
    if (borne) {
      difference.what = fmt::format("{} is posted over a text that no rule has.", replay::numeral(posted.number));
      return ledger::Done{};
    }
    const Became what = became(in_force_.state(), posted.number);
    if (what.since) NOMIC_TRY(because(posted.number, *what.since, difference));
    difference.outdated = what.since.has_value();
    difference.what = fmt::format("rule {} is posted, and in the game {}.", replay::numeral(posted.number), what.what);
    return ledger::Done{};
  }

  Status because(std::uint32_t number, std::uint64_t record, PostedDifference& difference) {
    NOMIC_ASSIGN(auto proposal, pasts_.proposal_at(number, record));
    difference.cause = Cause{.record = record, .proposal = proposal, .founded = false};
    return ledger::Done{};
  }

  // The rule that was repealed and had the text, if one did; else null.
  Result<const v1::RepealedRule*> repealed_like(const RuleCopy& posted) {
    if (!repealed_read_) {
      repealed_read_ = true;
      const auto& all = in_force_.state().repealed();
      const int count = static_cast<int>(all.size());
      int at = 0;
      for (const v1::RepealedRule& rule : all) {
        if (at++ + MOST_REPEALED < count) continue;
        NOMIC_ASSIGN(auto content, replay::version_at(game_.history(), rule.sources(), rule.sources_size()));
        for (const v1::Text& text : content.texts) {
          if ((text.lang().empty() ? in_force_.lang() : text.lang()) == lang_)
            repealed_.emplace(replay::reading_of(text.text()), &rule);
        }
      }
    }
    const auto found = repealed_.find(replay::reading_of(posted.text));
    return found == repealed_.end() || found->first.empty() ? nullptr : found->second;
  }

  Status provisions(const RuleMatch& match, const v1::RuleBody& posted) {
    const v1::Rule& rule = rule_of(match);
    v1::RuleBody body;
    *body.mutable_provisions() = rule.provisions();
    v1::CompareView::Rule view;
    provision_difference(posted, body, view);
    if (view.provisions_gone().empty() && view.provisions_new().empty()) return ledger::Done{};
    PostedDifference& difference = begin(match, PROVISIONS);
    auto since = pasts_.since(rule, size_, [](const v1::Rule& one, const v1::Rule& now) -> Result<bool> {
      return std::equal(one.provisions().begin(), one.provisions().end(), now.provisions().begin(),
                        now.provisions().end(),
                        [](const auto& a, const auto& b) { return a.SerializeAsString() == b.SerializeAsString(); });
    });
    if (!since) return since.error();
    difference.cause = *since;
    difference.what =
        fmt::format("{} is posted with other provisions than it has {}.", subject(match), words_of(*difference.cause));
    for (const std::string& line : view.provisions_gone()) difference.evidence.push_back("- " + line);
    for (const std::string& line : view.provisions_new()) difference.evidence.push_back("+ " + line);
    return ledger::Done{};
  }

  replay::Game& game_;
  RulePasts& pasts_;
  const IgnoredKinds& ignored_;
  const RulesInForce& in_force_;
  std::uint64_t size_;
  std::string lang_;
  std::vector<RuleCopy> posted_;
  std::vector<RuleCopy> copies_;                             // of the rules in force, in their order
  std::map<std::size_t, std::uint32_t> posted_as_;           // under which number each rule in force is posted
  std::map<std::string, std::size_t> copy_by_reading_;       // the first of those that read so
  std::map<std::string, const v1::RepealedRule*> repealed_;  // by how they read
  bool repealed_read_ = false;
  std::vector<PostedDifference> found_;
};

}  // namespace

Result<PostedComparison> PostedCompare::compare(const Posted& posted, std::uint64_t size) {
  NOMIC_ASSIGN(auto in_force, RulesInForce::of(game_, size));
  replay::PostedRules rules;
  const std::string wanted = lang_.empty() ? in_force.lang() : lang_;
  if (posted.page) {
    NOMIC_ASSIGN(auto read, posted_rules(*posted.page, reading_.reading({wanted})));
    rules = std::move(read);
  } else {
    rules = replay::posted_of(posted.ruleset, wanted);
    const bool told =
        std::any_of(rules.rules.begin(), rules.rules.end(), [](const RuleCopy& rule) { return !rule.text.empty(); });
    if (!told) rules = replay::posted_of(posted.ruleset, "");
  }
  std::string lang = rules.lang.empty() ? in_force.lang() : rules.lang;
  PostedComparison made;
  made.rules = rules.rules.size();
  made.texts_compared = in_force.has(lang);
  if (!made.texts_compared) lang.clear();
  Differences differences(game_, pasts_, ignored_, in_force, size);
  NOMIC_ASSIGN(auto found, differences.run(std::move(rules.rules), posted.page ? nullptr : &posted.ruleset, lang));
  made.differences = std::move(found);
  return made;
}

v1::FindingView finding_of(const PostedDifference& difference) {
  v1::FindingView view;
  view.set_check("rules");
  view.set_rule(replay::reference(difference.in_force.value_or(difference.posted.value_or(0))));
  view.set_what(difference.what);
  for (const std::string& evidence : difference.evidence) view.add_evidence(evidence);
  v1::PostedView& posted = *view.mutable_posted();
  posted.set_kind(difference.kind);
  if (difference.posted) posted.set_posted(replay::reference(*difference.posted));
  if (difference.in_force) posted.set_in_force(replay::reference(*difference.in_force));
  if (difference.outdated) posted.set_outdated(true);
  if (!difference.cause) return view;
  view.set_index(count32(difference.cause->record));
  posted.set_since(count32(difference.cause->record));
  if (difference.cause->proposal != 0) posted.set_proposal(replay::reference(difference.cause->proposal));
  return view;
}

}  // namespace nomic::tools

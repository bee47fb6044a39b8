// R108: proposals are numbered without gap or repeat, and a changed rule bears the number that the rules give it; one
// that is found to bear another number is the one that the record says, and no other bears that. Numbers that players
// gave, in a game that is recorded afterwards, are their word: looked at is only that each is given once.

#include <algorithm>
#include <optional>
#include <utility>

#include "check.h"
#include "nomic/replay/reference.h"

namespace nomic::replay::audit {
namespace {

class Numbers final : public Check {
 public:
  Numbers() : Check("R108") {}

  [[nodiscard]] bool in_force(const Reading& law) const override { return law.any(v1::Provision::kNumbering); }

  [[nodiscard]] bool reads_differences() const override { return true; }

  void before(const Scene&) override { swapped_.reset(); }

  void emitted(const v1::Consequence& emitted, const Scene& scene) override {
    if (emitted.proposal_made().has_about()) upheld_again(emitted, scene);
    // What tells how a turn derived again differs is of that turn.
    if (scene.derived_anew) return;
    const bool given = emitted.kind_case() == Kind::kProposalMade ||
                       (emitted.kind_case() == Kind::kActed && proposal_of(emitted) != 0);
    if (given) issued(emitted, scene);
    if (is_rule_change(emitted) && emitted.kind_case() != Kind::kRuleRepealed) borne(emitted, scene);
    if (emitted.corrected().has_renumbering()) corrected(emitted, scene);
  }

 private:
  // A contested proposal that is upheld once more keeps the number that it has had.
  void upheld_again(const v1::Consequence& emitted, const Scene& scene) {
    const auto& known = scene.books.number_of_upheld;
    const auto had = known.find(about(emitted));
    if (had == known.end() || had->second == proposal_of(emitted)) return;
    broken(
        scene, emitted.rule().number(),
        fact("other_number", {{"record", about(emitted)}, {"proposal", proposal_of(emitted)}, {"next", had->second}}),
        {shown(emitted)});
  }

  // By the players, or by nobody that is known.
  bool said(const v1::Consequence& emitted, const Scene& scene) {
    const auto event = event_within(*scene.entry.event);
    const auto& made = event->proposal_made();
    if (emitted.kind_case() != Kind::kProposalMade || (made.number().empty() && !made.number_unknown())) return false;
    const auto rule = emitted.rule().number();
    const auto number = made.number_unknown() ? unnumbered_of(scene.entry.index) : number_in(made.number());
    if (proposal_of(emitted) != number) {
      broken(
          scene, rule,
          fact("other_number", {{"record", scene.entry.index}, {"proposal", proposal_of(emitted)}, {"next", number}}),
          {shown(emitted)});
    } else if (scene.books.given.count(number) != 0) {
      broken(scene, rule, fact("proposed_twice", {{"proposal", number}}), {shown(emitted)});
    } else if (made.number_unknown()) {
      not_judged(scene, rule, fact("number_unknown", {{"shown", shown(emitted)}}));
    } else {
      not_judged(scene, rule, fact("players_number", {{"shown", shown(emitted)}}));
    }
    return true;
  }

  void issued(const v1::Consequence& emitted, const Scene& scene) {
    if (said(emitted, scene)) return;
    // Rules that have a sequence of their own stand in no proposal's way.
    const auto next =
        own_sequence(scene, v1::CHANGE_KIND_UNSPECIFIED) ? scene.books.next_number : scene.books.next_free();
    if (proposal_of(emitted) != next) {
      broken(scene, emitted.rule().number(),
             fact("other_number", {{"record", scene.entry.index}, {"proposal", proposal_of(emitted)}, {"next", next}}),
             {shown(emitted)});
      return;
    }
    // Between two proposals stand none but the numbers of rules: those that acts enacted, and a proposal's further
    // ones.
    const auto first = scene.books.last_given + 1;
    if (const auto gap = first < next ? scene.books.first_free(first) : next; gap < next) {
      broken(scene, emitted.rule().number(), fact("gap", {{"proposal", next}, {"number", gap}}), {shown(emitted)});
      return;
    }
    holds(scene, emitted.rule().number(), [&] {
      if (first >= next) return Fact(shown(emitted));
      return fact("after_rules", {{"shown", shown(emitted)}, {"first", first}, {"last", next - 1}});
    });
  }

  // The first number of the rules' own sequence, where they have one.
  static std::optional<std::uint32_t> own_sequence(const Scene& scene, v1::ChangeKind kind) {
    const auto& first = scene.law.point(v1::Provision::kNumbering, v1::Numbering::kRulesFirstFieldNumber, {kind, {}});
    if (!first) return std::nullopt;
    return first.says->numbering().rules_first();
  }

  // Whether no other rule-change has the proposal's own number, so that this one takes it.
  static bool takes_own(const v1::Consequence& emitted, const Scene& scene) {
    const auto own = proposal_of(emitted);
    // A rule that bears the proposal's number already, as players had numbered it, is none that stands in its way.
    if (scene.books.bore(own) && from_number_of(emitted) != own) return false;
    return !scene.books.another_gave(own, emitted);
  }

  // The number that the change gives, by the rules just before it: the one that it gave before, where the turn was
  // derived again in between and the rules still number it so.
  static std::uint32_t due(const v1::Consequence& emitted, const Scene& scene) {
    const auto& numbering =
        scene.law.point(v1::Provision::kNumbering, v1::Numbering::kChangedRuleFieldNumber, {change_of(emitted), {}});
    const auto first = own_sequence(scene, change_of(emitted));
    const bool takes_next = numbering && numbering.says->numbering().changed_rule() == v1::Numbering::TAKES_NEXT;
    const bool of_rules = first && (emitted.kind_case() == Kind::kRuleEnacted || takes_next);
    const auto before = scene.books.gave_before(emitted, of_rules);
    if (of_rules) return before.empty() ? scene.books.first_free(*first) : before.front();
    const bool takes = numbering && numbering.says->numbering().changed_rule() == v1::Numbering::TAKES_PROPOSALS;
    // An act that takes no number gives none, but to a rule that it enacts; nor does a proposal whose number is not
    // known.
    const bool unnumbered = proposal_of(emitted) == 0 || is_unnumbered(proposal_of(emitted));
    if (emitted.kind_case() != Kind::kRuleEnacted && (!takes || unnumbered)) return from_number_of(emitted);
    if (unnumbered) return scene.books.next_free();
    if (takes_own(emitted, scene)) return proposal_of(emitted);
    // No two rules bear one number: a further change of the proposal takes the next, or its own with a letter, or gives
    // none.
    const auto& several =
        scene.law.point(v1::Provision::kNumbering, v1::Numbering::kSeveralFieldNumber, {change_of(emitted), {}});
    const auto lettered = several && several.says->numbering().several() == v1::Numbering::TAKE_LETTERS
                              ? scene.books.next_lettered(proposal_of(emitted))
                              : 0;
    if (lettered != 0) {
      const auto gave = std::find_if(before.begin(), before.end(), is_lettered);
      return gave != before.end() ? *gave : lettered;
    }
    const bool keeps = several && several.says->numbering().several() == v1::Numbering::KEEP_THEIR_OWN;
    if (keeps && emitted.kind_case() != Kind::kRuleEnacted) return from_number_of(emitted);
    const auto gave = std::find_if(before.begin(), before.end(), [&](std::uint32_t number) {
      return !is_lettered(number) && number != proposal_of(emitted);
    });
    return gave != before.end() ? *gave : scene.books.next_free();
  }

  // That the form says; 0: it leaves the number to the rules.
  static std::uint32_t said_by_form(const v1::Consequence& emitted, const Scene& scene) {
    const auto at = scene.books.change_emitted(emitted);
    if (!at) return 0;
    return number_in(scene.books.adopted.at(proposal_of(emitted)).proposal.changes[*at].number());
  }

  // The record is the clerk's, and says which rule bears which number; the rules have no part in it. It names rules by
  // the numbers that they had before it: what falls due first may have given them others.
  bool says_so(const v1::NumberCorrection& says, const v1::Consequence::NumberSlip& told, const Books& books) {
    const std::pair<std::uint32_t, std::uint32_t> slip = {number_in(told.from_number()), number_in(told.to_number())};
    if (says.swap() && swapped_ == std::pair(slip.second, slip.first)) return true;
    swapped_ = slip;
    const auto by_now = [&](std::uint32_t number) {
      const auto* named = books.of_lineage(books.lineage_named(number));
      return named == nullptr ? number : named->number;
    };
    return slip == std::pair(by_now(number_in(says.rule())),
                             says.swap() ? by_now(number_in(says.number())) : number_in(says.number()));
  }

  void corrected(const v1::Consequence& emitted, const Scene& scene) {
    const auto event = event_within(*scene.entry.event);
    const auto& says = event->record_corrected().number();
    const auto number = to_number_of(emitted);
    if (!says_so(says, emitted.corrected().renumbering(), scene.books)) {
      broken(scene, number, fact("corrected_other", {{"rule", from_number_of(emitted)}, {"number", number}}),
             {shown(emitted)});
    } else if (!says.swap() && scene.books.rule(number) != nullptr) {
      broken(scene, number, fact("number_twice", {{"rule", number}}), {shown(emitted)});
    } else {
      holds(scene, number, [&] { return shown(emitted); });
    }
  }

  void borne(const v1::Consequence& emitted, const Scene& scene) {
    const auto players = said_by_form(emitted, scene);
    const auto number = players != 0 ? players : due(emitted, scene);
    const bool renumbered = to_number_of(emitted) != from_number_of(emitted);
    if (renumbered && scene.books.rule(to_number_of(emitted)) != nullptr) {
      broken(scene, to_number_of(emitted), fact("number_twice", {{"rule", to_number_of(emitted)}}), {shown(emitted)});
      return;
    }
    if (to_number_of(emitted) != number) {
      const bool by_act = proposal_of(emitted) == 0;
      const auto wrong =
          by_act ? fact("act_bears_other", {{"rule", to_number_of(emitted)}, {"due", number}})
                 : fact("bears_other",
                        {{"proposal", proposal_of(emitted)}, {"rule", to_number_of(emitted)}, {"due", number}});
      broken(scene, to_number_of(emitted), wrong, {shown(emitted)});
      return;
    }
    if (players != 0) {
      not_judged(scene, to_number_of(emitted), fact("players_number", {{"shown", shown(emitted)}}));
      return;
    }
    holds(scene, to_number_of(emitted), [&] { return shown(emitted); });
  }

  // The first half of the correction in this record: the number that a rule had, and the one that it bears.
  std::optional<std::pair<std::uint32_t, std::uint32_t>> swapped_;
};

}  // namespace

void add_numbers(Checks& checks) {
  checks.push_back(std::make_unique<Numbers>());
}

}  // namespace nomic::replay::audit

// R212: who judges; when a Judgment is overruled; and that the next turn waits for consent once Judgment was invoked.

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "check.h"
#include "nomic/replay/reference.h"
#include "reckon.h"

namespace nomic::replay::audit {
namespace {

bool has(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

class Judgments final : public Check {
 public:
  Judgments() : Check("R212") {}

  [[nodiscard]] bool in_force(const Reading& law) const override { return law.any(v1::Provision::kJudgment); }
  [[nodiscard]] bool reads_differences() const override { return true; }

  void before(const Scene& scene) override {
    moved_ = false;
    before_effect_.reset();
    before_turn_.reset();
    before_begin_.reset();
    turn_before_ = scene.books.turn.number;
  }

  void emitted(const v1::Consequence& emitted, const Scene& scene) override {
    // What is emitted once the turn is derived again is of that turn, which the books have yet to take up.
    const bool first = !moved_;
    moved_ = moved_ || emitted.kind_case() == Kind::kMoveStruck || emitted.kind_case() == Kind::kMoveUpheld ||
             emitted.kind_case() == Kind::kMoveFallen || emitted.kind_case() == Kind::kMoveStands ||
             emitted.kind_case() == Kind::kEffectsFallen || emitted.kind_case() == Kind::kEffectsStand ||
             emitted.kind_case() == Kind::kReckonedAnew || emitted.kind_case() == Kind::kAppliesFrom;
    if (emitted.has_turn_began()) began_at_[emitted.turn_began().turn()] = scene.entry.index;
    if (emitted.kind_case() == Kind::kFound) found_of_vote(emitted, scene, first);
    if (!first) return;
    // Consent is asked for before what waits for the next turn takes effect.
    if (!before_effect_ && scene.books.waited_for_turn(emitted)) before_effect_ = consent(scene, scene.entry.author);
    switch (emitted.kind_case()) {
      case Kind::kJudgmentInvoked:
        invoked(emitted, scene);
        break;
      case Kind::kJudgmentDelivered:
        delivered(emitted, scene);
        break;
      case Kind::kOverruleVoted:
        voted(emitted, scene);
        break;
      case Kind::kJudgmentOverruled:
        overruled(emitted, scene);
        break;
      case Kind::kConsented:
        consented(emitted, scene);
        break;
      case Kind::kTurnBegan:
        before_turn_ = scene.books.dispute;
        begins(emitted, scene);
        break;
      case Kind::kMoveUpheld:
        upheld(emitted, scene);
        break;
      default:
        break;
    }
  }

  void after(const Scene& scene) override {
    note_turns(scene);
    if (scene.derived_anew || scene.books.dispute.judgments.empty()) return;
    const bool needs_votes = overruling_needs_votes(scene);
    for (const auto& judgment : scene.books.dispute.judgments) {
      // There may be many without a vote in a turn.
      if (judgment.overruled || (needs_votes && judgment.for_overruling.empty())) continue;
      if (by_several(judgment, scene) || !falls(scene, judgment)) continue;
      broken(scene, rule_of(scene), fact("overruling_unreported", {{"record", judgment.record}}));
    }
  }

 private:
  // More than can be undone one after another.
  static constexpr std::size_t TURNS_KEPT = 64;

  static std::uint32_t rule_of(const Scene& scene) {
    return judgment_point(scene.books, scene.law, v1::Judgment::kSeatFieldNumber).number;
  }

  static bool several_judge(const Scene& scene) {
    const auto many = judgment_point(scene.books, scene.law, v1::Judgment::kJudgesFieldNumber);
    return many && many.says.judges() > 1;
  }

  // By the rules as they were when it was delivered, or are.
  static bool by_several(const BookJudgment& judgment, const Scene& scene) {
    return judgment.by_several || several_judge(scene);
  }

  static std::vector<std::string> with_a_say(const Scene& scene, const std::vector<std::string>& but) {
    std::vector<std::string> names;
    for (const auto& player : scene.books.players) {
      const bool says = !player.left && !is_left_out(scene.law, player, v1::Inactivity::CONSENT);
      if (says && !has(but, player.name)) names.push_back(player.name);
    }
    return names;
  }

  static bool overruling_needs_votes(const Scene& scene) {
    const auto point = judgment_point(scene.books, scene.law, v1::Judgment::kOverruleFieldNumber);
    return !point || point.says.overrule().numerator() != 0;
  }

  static bool falls(const Scene& scene, const BookJudgment& judgment) {
    const auto point = judgment_point(scene.books, scene.law, v1::Judgment::kOverruleFieldNumber);
    if (!point) return false;
    const auto& share = point.says.overrule();
    if (share.numerator() == share.denominator() && !judgment.against.empty()) return false;
    const auto others = with_a_say(scene, judgment.judges);
    const auto votes = std::count_if(others.begin(), others.end(),
                                     [&](const auto& name) { return has(judgment.for_overruling, name); });
    return reaches(static_cast<std::uint64_t>(votes), others.size(), share);
  }

  void invoked(const v1::Consequence& emitted, const Scene& scene) {
    const BookQuestion question{scene.entry.index, {}, false, false};
    const auto judges = sitting_judges(scene.books, scene.law, &question);
    const auto& named = emitted.judgment_invoked().judges();
    const auto* asker = scene.books.player(player_of(emitted));
    if (asker == nullptr || asker->left) {
      broken(scene, emitted.rule().number(), fact("invoked_from_outside", {{"player", player_of(emitted)}}),
             {shown(emitted)});
    } else if (!std::equal(named.begin(), named.end(), judges.begin(), judges.end())) {
      const auto listed = [](const auto& all) {
        return all.empty() ? std::string("nobody") : fmt::format("{}", fmt::join(all, " and "));
      };
      broken(scene, emitted.rule().number(),
             fact("other_judge", {{"named", listed(named)}, {"judges", listed(judges)}}), {shown(emitted)});
    } else {
      holds(scene, emitted.rule().number(),
            [&] { return fmt::format("{}: {} judges", shown(emitted), fmt::join(named, " and ")); });
    }
  }

  void delivered(const v1::Consequence& emitted, const Scene& scene) {
    const auto* question = of_record(scene.books.dispute.questions, about(emitted));
    if (question == nullptr || question->answered) {
      broken(scene, emitted.rule().number(), fact("answers_nothing", {{"record", about(emitted)}}), {shown(emitted)});
      return;
    }
    const auto judges = sitting_judges(scene.books, scene.law, question);
    if (!has(judges, player_of(emitted)) || scene.entry.author != player_of(emitted)) {
      broken(scene, emitted.rule().number(),
             fact("delivered_by_another",
                  {{"player", scene.entry.author},
                   {"judges", judges.empty() ? "nobody" : fmt::format("{}", fmt::join(judges, " and "))}}),
             {shown(emitted)});
      return;
    }
    holds(scene, emitted.rule().number(), [&] { return shown(emitted); });
  }

  // A turn that is begun only as the game is derived again, beside others, has no dispute of its own: what was judged
  // in it stands.
  void note_turns(const Scene& scene) {
    const auto now = scene.books.turn.number;
    const auto gone = began_at_.upper_bound(now);
    if (now < turn_before_ && gone != began_at_.end()) judged_without_turn(scene, gone->second);
    began_at_.erase(gone, began_at_.end());
    if (began_at_.size() > TURNS_KEPT) began_at_.erase(began_at_.begin());
  }

  // A turn has not begun after all: a Judgment that was delivered in it counts only if its author is the Judge of the
  // turn that goes on (L26). `began_at`: the record that tells that it began.
  void judged_without_turn(const Scene& scene, std::uint64_t began_at) {
    for (const auto& judgment : scene.books.dispute.judgments) {
      if (judgment.overruled || judgment.record <= began_at || by_several(judgment, scene)) continue;
      const auto* question = of_record(scene.books.dispute.questions, judgment.question);
      const auto judges = sitting_judges(scene.books, scene.law, question);
      const bool sits =
          std::any_of(judges.begin(), judges.end(), [&](const auto& name) { return has(judgment.judges, name); });
      if (sits || judgment.record == scene.entry.index) continue;
      broken(scene, rule_of(scene),
             fact("delivered_by_another",
                  {{"player", judgment.judges.empty() ? "nobody" : judgment.judges.front()},
                   {"judges", judges.empty() ? "nobody" : fmt::format("{}", fmt::join(judges, " and "))}}));
    }
  }

  // A finding on a vote that is closed is a remark (L42). `first`: the books stand as they did for the finding.
  void found_of_vote(const v1::Consequence& emitted, const Scene& scene, bool first) {
    const auto& found = emitted.found();
    const auto& finding = found.finding();
    if (!finding.has_ballot() && !finding.has_outcome()) return;
    const auto number =
        finding.has_ballot() ? number_in(finding.ballot().proposal()) : number_in(finding.outcome().proposal());
    const auto* proposal = scene.books.proposal(number);
    const bool may_count = proposal != nullptr && !scene.books.won &&
                           (finding.has_ballot() ? proposal->phase == BookProposal::Phase::VOTE
                                                 : proposal->phase != BookProposal::Phase::DEBATE);
    if (first && may_count == found.remark()) {
      broken(scene, emitted.rule().number(),
             fact(may_count ? "finding_passed_over" : "finding_on_closed_vote", {{"proposal", number}}),
             {shown(emitted)});
    } else if (found.remark()) {
      not_judged(scene, emitted.rule().number(),
                 fact("finding_is_remark", {{"shown", shown(emitted)}, {"proposal", number}}));
    }
  }

  const BookJudgment* judgment_of(const v1::Consequence& emitted, const Scene& scene) {
    const auto* found = of_record(scene.books.dispute.judgments, about(emitted));
    if (found != nullptr && !found->overruled) return found;
    broken(scene, emitted.rule().number(), fact("no_judgment", {{"record", about(emitted)}}), {shown(emitted)});
    return nullptr;
  }

  void voted(const v1::Consequence& emitted, const Scene& scene) {
    const auto* judgment = judgment_of(emitted, scene);
    if (judgment == nullptr) return;
    const bool twice = has(judgment->for_overruling, player_of(emitted)) || has(judgment->against, player_of(emitted));
    if (by_several(*judgment, scene)) {
      not_judged(scene, emitted.rule().number(), fact("judges_unreported", {{"shown", shown(emitted)}}));
    } else if (twice || !has(with_a_say(scene, judgment->judges), player_of(emitted))) {
      broken(scene, emitted.rule().number(),
             fact(twice ? "overrules_twice" : "overrules_without_vote", {{"player", player_of(emitted)}}),
             {shown(emitted)});
    } else {
      holds(scene, emitted.rule().number(), [&] { return shown(emitted); });
    }
  }

  void overruled(const v1::Consequence& emitted, const Scene& scene) {
    const auto* judgment = judgment_of(emitted, scene);
    if (judgment == nullptr) return;
    if (by_several(*judgment, scene)) {
      not_judged(scene, emitted.rule().number(), fact("judges_unreported", {{"shown", shown(emitted)}}));
    } else if (!falls(scene, *judgment)) {
      broken(scene, emitted.rule().number(),
             fact("not_overruled", {{"record", about(emitted)},
                                    {"votes", judgment->for_overruling.size()},
                                    {"voters", with_a_say(scene, judgment->judges).size()}}),
             {shown(emitted)});
    } else {
      holds(scene, emitted.rule().number(), [&] { return shown(emitted); });
    }
  }

  // Whether who cites these rules waives what stands against the move: they cite a rule that says so, or none of those
  // that stand against it (L57).
  static bool waives(const std::set<std::uint32_t>& cited, const BookContested& contested,
                     const std::set<std::uint32_t>& rules) {
    const auto cites = [&](const std::set<std::uint32_t>& against) {
      return std::any_of(against.begin(), against.end(), [&](auto rule) { return cited.count(rule) != 0; });
    };
    const bool names_some = std::any_of(contested.against.begin(), contested.against.end(),
                                        [&](const auto& against) { return cites(against.rules); });
    return rules.empty() || !names_some || cites(rules);
  }

  // What the Judgment upholds, and what contested Judgments do that it upholds.
  static std::set<std::uint64_t> all_upheld(const BookDispute& dispute, const BookJudgment& judgment) {
    std::set<std::uint64_t> all = judgment.upholds;
    for (std::size_t before = 0; before != all.size();) {
      before = all.size();
      for (const auto& [record, contested] : dispute.contested) {
        if (all.count(record) != 0) all.insert(contested.upholds.begin(), contested.upholds.end());
      }
    }
    return all;
  }

  // Whether the Judgment waives that of the move: by what it cites, or, with that, what a contested Judgment cites that
  // upholds the move and is upheld by it.
  static bool upholds_against(const BookDispute& dispute, const BookJudgment& judgment, std::uint64_t move,
                              const std::set<std::uint32_t>& rules) {
    const auto contested = dispute.contested.find(move);
    if (contested == dispute.contested.end()) return false;
    if (judgment.upholds.count(move) != 0 && waives(judgment.cited, contested->second, rules)) return true;
    const auto all = all_upheld(dispute, judgment);
    return std::any_of(dispute.contested.begin(), dispute.contested.end(), [&](const auto& one) {
      if (all.count(one.first) == 0 || one.second.upholds.count(move) == 0) return false;
      std::set<std::uint32_t> cited = judgment.cited;
      cited.insert(one.second.cited.begin(), one.second.cited.end());
      return waives(cited, contested->second, rules);
    });
  }

  // A contested move has effect: the Judgments that uphold it waive all that was found against it. Where anything else
  // of the turn counts otherwise by now, some of that may stand against it no more. Of the moves that one Judgment
  // upholds, the earliest is reported first, so none of the others has changed anything before it.
  void upheld(const v1::Consequence& emitted, const Scene& scene) {
    const auto& dispute = before_turn_ ? *before_turn_ : scene.books.dispute;
    const auto found = dispute.contested.find(about(emitted));
    const bool by_judgment = scene.entry.event->has_judgment_delivered();
    const bool alone = std::none_of(dispute.contested.begin(), dispute.contested.end(), [&](const auto& other) {
      return other.first != about(emitted) && other.second.has_effect;
    });
    const bool overruled_before = std::any_of(dispute.judgments.begin(), dispute.judgments.end(), [&](const auto& one) {
      return one.overruled && one.record < about(emitted);
    });
    if (found == dispute.contested.end() || !by_judgment || !alone || dispute.any_struck || overruled_before) return;
    // Consent may have been given since the move was contested.
    const bool has_consent = (before_begin_ ? *before_begin_ : consent(scene, player_of(emitted))).suffices;
    for (const auto& against : found->second.against) {
      if (has_consent && against.code == "CONSENT_MISSING") continue;
      const bool waived = std::any_of(dispute.judgments.begin(), dispute.judgments.end(), [&](const auto& judgment) {
        return !judgment.overruled && upholds_against(dispute, judgment, about(emitted), against.rules);
      });
      if (waived) continue;
      broken(scene, rule_of(scene), fact("upheld_in_part", {{"record", about(emitted)}, {"code", against.code}}),
             {shown(emitted)});
      return;
    }
    holds(scene, emitted.rule().number(), [&] { return shown(emitted); });
  }

  // Whose consent counts, that `next` begins the next turn.
  static std::vector<std::string> asked(const Scene& scene, const std::string& next) {
    const auto among = judgment_point(scene.books, scene.law, v1::Judgment::kConsentAmongFieldNumber);
    const bool all = among && among.says.consent_among() == v1::Judgment::ALL_PLAYERS;
    return with_a_say(scene, all ? std::vector<std::string>() : std::vector<std::string>{next});
  }

  void consented(const v1::Consequence& emitted, const Scene& scene) {
    const auto* player = scene.books.player(player_of(emitted));
    if (player == nullptr || player->left || scene.entry.author != player_of(emitted)) {
      broken(scene, emitted.rule().number(), fact("consent_of_another", {{"player", player_of(emitted)}}),
             {shown(emitted)});
      return;
    }
    holds(scene, emitted.rule().number(), [&] { return shown(emitted); });
  }

  // Whether those who are asked consent that a turn begin, by the rules of one moment.
  struct Consent {
    bool is_asked = false;
    std::uint32_t number = 0;  // of the rule that asks for it
    std::uint32_t lineage = 0;
    std::size_t given = 0;
    std::size_t asked = 0;
    bool suffices = true;
  };

  static Consent consent(const Scene& scene, const std::string& next) {
    Consent found;
    const auto share = judgment_point(scene.books, scene.law, v1::Judgment::kConsentFieldNumber);
    // The first turn has begun with the founding.
    const bool first = scene.books.turn.phase == BookTurn::Phase::NONE;
    if (!share || first || scene.books.dispute.questions.empty()) return found;
    const auto names = asked(scene, next);
    found.is_asked = true;
    found.number = share.number;
    found.lineage = share.lineage;
    found.asked = names.size();
    found.given = static_cast<std::size_t>(std::count_if(
        names.begin(), names.end(), [&](const auto& name) { return has(scene.books.dispute.consents, name); }));
    found.suffices = names.empty() || reaches(found.given, found.asked, share.says.consent());
    return found;
  }

  // A Judgment that begins the turn with what it upholds names the consent, or it stood against the move and is waived
  // (L63).
  static bool waives_consent(const Scene& scene, std::uint32_t lineage) {
    if (!scene.entry.event->has_judgment_delivered()) return false;
    for (const auto& judgment : scene.books.dispute.judgments) {
      if (judgment.overruled) continue;
      if (judgment.record == scene.entry.index && judgment.cited.count(lineage) != 0) return true;
      const auto& dispute = scene.books.dispute;
      for (const auto record : all_upheld(dispute, judgment)) {
        const auto contested = dispute.contested.find(record);
        if (contested == dispute.contested.end()) continue;
        for (const auto& against : contested->second.against) {
          const bool is_consent = against.code == "CONSENT_MISSING";
          if (is_consent && upholds_against(dispute, judgment, record, against.rules)) return true;
        }
      }
    }
    return false;
  }

  void begins(const v1::Consequence& emitted, const Scene& scene) {
    const auto found = before_effect_ ? *before_effect_ : consent(scene, player_of(emitted));
    before_begin_ = found;
    if (!found.is_asked || waives_consent(scene, found.lineage)) return;
    if (found.suffices) {
      holds(scene, found.number, [&] {
        return fact("with_consent", {{"shown", shown(emitted)}, {"given", found.given}, {"asked", found.asked}});
      });
      return;
    }
    broken(scene, found.number,
           fact("without_consent", {{"player", player_of(emitted)}, {"given", found.given}, {"asked", found.asked}}),
           {shown(emitted)});
  }

  bool moved_ = false;
  std::uint32_t turn_before_ = 0;
  // By the number of a turn: the record that tells that it began.
  std::map<std::uint32_t, std::uint64_t> began_at_;
  std::optional<BookDispute> before_turn_;  // as it was when a turn began in this record
  std::optional<Consent> before_effect_;    // to the author's turn, by the rules before those that waited for it
  std::optional<Consent> before_begin_;     // to the turn that began in this record
};

}  // namespace

void add_judgment(Checks& checks) {
  checks.push_back(std::make_unique<Judgments>());
}

}  // namespace nomic::replay::audit

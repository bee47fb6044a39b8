// R212: who judges; when a Judgment is overruled; and that the next turn waits for consent once Judgment was invoked.

#include <algorithm>
#include <optional>
#include <set>

#include "check.h"
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

  void before(const Scene&) override {
    moved_ = false;
    before_effect_.reset();
  }

  void emitted(const v1::Consequence& emitted, const Scene& scene) override {
    // What is emitted once the turn is derived again is of that turn, which the books have yet to take up.
    const bool first = !moved_;
    moved_ = moved_ || emitted.kind_case() == Kind::kMoveStruck || emitted.kind_case() == Kind::kMoveUpheld ||
             emitted.kind_case() == Kind::kMoveFallen || emitted.kind_case() == Kind::kMoveStands ||
             emitted.kind_case() == Kind::kReckonedAnew || emitted.kind_case() == Kind::kAppliesFrom;
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
        // One that a Judgment upholds begins its turn without consent.
        if (!scene.derived_anew) begins(emitted, scene);
        break;
      default:
        break;
    }
  }

  void after(const Scene& scene) override {
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
  static std::uint32_t rule_of(const Scene& scene) {
    const auto& seat = scene.law.point(v1::Provision::kJudgment, v1::Judgment::kSeatFieldNumber);
    return seat ? seat.by.front()->number : 0;
  }

  static bool several_judge(const Scene& scene) {
    const auto& many = scene.law.point(v1::Provision::kJudgment, v1::Judgment::kJudgesFieldNumber);
    return many && many.says->judgment().judges() > 1;
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
    const auto& point = scene.law.point(v1::Provision::kJudgment, v1::Judgment::kOverruleFieldNumber);
    return !point || point.says->judgment().overrule().numerator() != 0;
  }

  static bool falls(const Scene& scene, const BookJudgment& judgment) {
    const auto& point = scene.law.point(v1::Provision::kJudgment, v1::Judgment::kOverruleFieldNumber);
    if (!point) return false;
    const auto& share = point.says->judgment().overrule();
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

  // Whose consent counts, that `next` begins the next turn.
  static std::vector<std::string> asked(const Scene& scene, const std::string& next) {
    const auto& among = scene.law.point(v1::Provision::kJudgment, v1::Judgment::kConsentAmongFieldNumber);
    const bool all = among && among.says->judgment().consent_among() == v1::Judgment::ALL_PLAYERS;
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
    std::size_t given = 0;
    std::size_t asked = 0;
    bool suffices = true;
  };

  static Consent consent(const Scene& scene, const std::string& next) {
    Consent found;
    const auto& share = scene.law.point(v1::Provision::kJudgment, v1::Judgment::kConsentFieldNumber);
    // The first turn has begun with the founding.
    const bool first = scene.books.turn.phase == BookTurn::Phase::NONE;
    if (!share || first || scene.books.dispute.questions.empty()) return found;
    const auto names = asked(scene, next);
    found.is_asked = true;
    found.number = share.by.front()->number;
    found.asked = names.size();
    found.given = static_cast<std::size_t>(std::count_if(
        names.begin(), names.end(), [&](const auto& name) { return has(scene.books.dispute.consents, name); }));
    found.suffices = names.empty() || reaches(found.given, found.asked, share.says->judgment().consent());
    return found;
  }

  void begins(const v1::Consequence& emitted, const Scene& scene) {
    const auto found = before_effect_ ? *before_effect_ : consent(scene, player_of(emitted));
    if (!found.is_asked) return;
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
  std::optional<Consent> before_effect_;  // to the author's turn, by the rules before those that waited for it
};

}  // namespace

void add_judgment(Checks& checks) {
  checks.push_back(std::make_unique<Judgments>());
}

}  // namespace nomic::replay::audit

// What the books hold of disputes: questions, Judgments, votes to overrule them, and consents.

#include "books.h"
#include "nomic/replay/reference.h"

namespace nomic::replay::audit {

void Books::apply_dispute(const v1::Consequence& emitted, const AuditEntry& entry) {
  const auto lineages_of = [&](const auto& numbers) {
    std::set<std::uint32_t> lineages;
    for (const std::uint32_t number : numbers_in(numbers)) {
      if (const auto* named = rule(number)) lineages.insert(named->lineage);
    }
    return lineages;
  };
  switch (emitted.kind_case()) {
    case Kind::kJudgmentInvoked: {
      dispute.questions.push_back({entry.index, {}, false, false});
      dispute.consents.clear();
      if (!dispute.sitting.empty()) break;
      // Several sit: the first of them.
      if (!emitted.judgment_invoked().judges().empty()) dispute.sitting = emitted.judgment_invoked().judges(0);
      break;
    }
    case Kind::kJudgmentDelivered: {
      auto* question = of_record(dispute.questions, about(emitted));
      // Several Judges, who have yet to agree.
      if (emitted.judgment_delivered().awaits_others()) {
        if (question != nullptr) question->awaited_others = true;
        break;
      }
      if (question != nullptr) question->answered = true;
      BookJudgment judgment;
      judgment.by_several = question != nullptr && question->awaited_others;
      judgment.record = entry.index;
      judgment.question = about(emitted);
      judgment.judges = {player_of(emitted)};
      const auto& says = entry.event->judgment_delivered();
      judgment.upholds = {says.upholds().begin(), says.upholds().end()};
      judgment.cited = lineages_of(says.cited());
      dispute.judgments.push_back(std::move(judgment));
      break;
    }
    case Kind::kMoveContested: {
      auto& contested = dispute.contested[entry.index];
      const auto event = event_within(*entry.event);
      const auto& judgment = event->judgment_delivered();
      contested.upholds = {judgment.upholds().begin(), judgment.upholds().end()};
      contested.cited = lineages_of(judgment.cited());
      for (const auto& refusal : emitted.move_contested().refusals()) {
        auto& against = contested.against.emplace_back();
        against.code = refusal.code();
        against.rules = lineages_of(refusal.rules());
      }
      break;
    }
    case Kind::kOverruleVoted: {
      auto* judgment = of_record(dispute.judgments, about(emitted));
      if (judgment != nullptr)
        (emitted.overrule_voted().overrules() ? judgment->for_overruling : judgment->against)
            .push_back(player_of(emitted));
      break;
    }
    case Kind::kJudgmentOverruled: {
      auto* judgment = of_record(dispute.judgments, about(emitted));
      if (judgment == nullptr) break;
      judgment->overruled = true;
      auto* question = of_record(dispute.questions, judgment->question);
      if (question == nullptr) break;
      question->answered = false;
      question->overruled.insert(question->overruled.end(), judgment->judges.begin(), judgment->judges.end());
      break;
    }
    case Kind::kConsented: {
      auto& all = dispute.consents;
      all.erase(std::remove(all.begin(), all.end(), player_of(emitted)), all.end());
      if (emitted.consented().given()) all.push_back(player_of(emitted));
      break;
    }
    case Kind::kDebateEndAsked:
      dispute.debate_asked = proposal_of(emitted);
      break;
    default:
      break;
  }
}

}  // namespace nomic::replay::audit

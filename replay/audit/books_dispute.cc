// What the books hold of disputes: questions, Judgments, votes to overrule them, and consents.

#include <algorithm>

#include "books.h"

namespace nomic::replay::audit {
namespace {

// The question that was asked, or the Judgment that was delivered, in a record; none: nullptr.
template <class All>
auto of_record(All& all, std::uint64_t record) -> decltype(&*all.begin()) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.record == record; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace

void Books::apply_dispute(const v1::Consequence& told, const AuditEntry& entry) {
  switch (told.kind()) {
    case Kind::JUDGMENT_INVOKED: {
      dispute.questions.push_back({entry.index, {}, false});
      dispute.consents.clear();
      if (!dispute.sitting.empty()) break;
      // Several sit: the first of them; no name is a part of another that is followed by that word.
      for (const auto& one : players) {
        const bool first = told.text() == one.name || told.text().rfind(one.name + " and ", 0) == 0;
        if (first && one.name.size() > dispute.sitting.size()) dispute.sitting = one.name;
      }
      break;
    }
    case Kind::JUDGMENT_DELIVERED: {
      if (!told.text().empty()) break;  // several Judges, who have yet to agree
      auto* question = of_record(dispute.questions, told.reached_at());
      if (question != nullptr) question->answered = true;
      BookJudgment judgment;
      judgment.record = entry.index;
      judgment.question = told.reached_at();
      judgment.judges = {told.player()};
      dispute.judgments.push_back(std::move(judgment));
      break;
    }
    case Kind::OVERRULE_VOTED: {
      auto* judgment = of_record(dispute.judgments, told.reached_at());
      if (judgment != nullptr)
        (told.in_favour() ? judgment->for_overruling : judgment->against).push_back(told.player());
      break;
    }
    case Kind::JUDGMENT_OVERRULED: {
      auto* judgment = of_record(dispute.judgments, told.reached_at());
      if (judgment == nullptr) break;
      judgment->overruled = true;
      auto* question = of_record(dispute.questions, judgment->question);
      if (question == nullptr) break;
      question->answered = false;
      question->overruled.insert(question->overruled.end(), judgment->judges.begin(), judgment->judges.end());
      break;
    }
    case Kind::CONSENTED: {
      auto& all = dispute.consents;
      all.erase(std::remove(all.begin(), all.end(), told.player()), all.end());
      if (told.in_favour()) all.push_back(told.player());
      break;
    }
    case Kind::DEBATE_END_ASKED:
      dispute.debate_asked = told.proposal();
      break;
    default:
      break;
  }
}

}  // namespace nomic::replay::audit

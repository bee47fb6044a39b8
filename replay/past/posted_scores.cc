#include "posted_scores.h"

namespace nomic::replay::past {

void Scores::note(const Happening& happening, std::vector<PastSlip>& slips) {
  const bool puts_right = happening.moves.empty() && !happening.version.put_to_vote;
  for (const PostedScore& score : happening.version.scores) {
    const auto [known, is_new] = posted_.emplace(score.player, score.points);
    if (is_new || known->second == score.points) continue;
    known->second = score.points;
    const auto last = changed_in_.find(score.player);
    const bool had_changed = last != changed_in_.end() && last->second >= rules_changed_in_;
    changed_in_[score.player] = happening.at;
    if (!puts_right || rules_changed_in_ == 0) continue;
    PastSlip& slip = slips.emplace_back();
    slip.kind = PastSlipKind::SCORE;
    slip.version = had_changed ? happening.at - 1 : rules_changed_in_;
    slip.player = score.player;
    slip.until = happening.at;
  }
  if (!happening.moves.empty()) rules_changed_in_ = happening.at;
}

}  // namespace nomic::replay::past

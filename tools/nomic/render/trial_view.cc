#include "render/trial_view.h"

#include <fmt/format.h>

#include <algorithm>

#include "nomic/replay/reference.h"
#include "nomic/service/consequence_views.h"
#include "nomic/service/rule_views.h"
#include "nomic/service/view_values.h"
#include "nomic/views/rule_views_in_words.h"
#include "nomic/words/listing.h"
#include "nomic/words/points_words.h"
#include "nomic/words/proposal_words.h"
#include "nomic/words/remarks.h"
#include "nomic/words/terminal_text.h"
#include "render/layout.h"

namespace nomic::tools {
namespace {

void add_scores(const std::vector<replay::TrialScore>& scores,
                google::protobuf::RepeatedPtrField<v1::TrialView::Score>& into) {
  for (const replay::TrialScore& score : scores) {
    auto* view = into.Add();
    view->set_player(score.player);
    view->set_before(in_points(score.before));
    view->set_after(in_points(score.after));
  }
}

std::string outcome_word(const v1::Consequence& outcome) {
  switch (outcome.kind_case()) {
    case v1::Consequence::kProposalAdopted:
      return "ADOPTED";
    case v1::Consequence::kProposalDefeated:
      return "DEFEATED";
    case v1::Consequence::kOutcomeUndetermined:
      return "UNDETERMINED";
    default:
      return "OPEN";
  }
}

void fill_past(const replay::TrialPast& past, v1::TrialView::Past& view) {
  view.set_from(count32(past.from));
  for (const replay::TrialVote& vote : past.votes) {
    auto* to = view.add_votes();
    to->set_proposal(replay::reference(vote.proposal));
    to->set_record(count32(vote.record));
    to->set_before(outcome_word(vote.before));
    to->set_after(outcome_word(vote.after));
  }
  add_scores(past.scores, *view.mutable_scores());
  for (const v1::Winner& winner : past.winners) view.add_winners(winner.player());
  for (const std::uint64_t record : past.fallen) view.add_fallen(count32(record));
}

std::string lower(std::string word) {
  for (char& c : word) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return word;
}

std::string score_text(double points) {
  return print_points(static_cast<std::int64_t>(points * 1000.0 + (points < 0 ? -0.5 : 0.5)));
}

template <class Scores>
std::string changed_scores(const Scores& scores) {
  std::vector<std::string> changed;
  for (const auto& score : scores) {
    if (score.before() == score.after()) continue;
    changed.push_back(fmt::format("{} {} instead of {}", on_one_line(score.player()), score_text(score.after()),
                                  score_text(score.before())));
  }
  return changed.empty() ? "no score" : listed(changed);
}

// What the program plays by, of the rules before and after.
std::string provisions_text(const v1::TrialView& view, std::size_t width) {
  std::string out;
  const auto add = [&](const auto& rules, std::string_view mark) {
    for (const v1::RulesView::Rule& rule : rules) {
      for (const std::string& words : rule.in_words()) {
        const std::string line = fmt::format("{} rule {}: {}", mark, rule.number(), on_one_line(words));
        out += wrap(mark == "-" ? red(line) : green(line), width, 2);
      }
    }
  };
  add(view.before(), "-");
  add(view.after(), "+");
  return out;
}

std::string past_text(const v1::TrialView::Past& past, std::size_t width) {
  std::string out = wrap(bold(fmt::format("Had it been in force since just after #{}:", past.from())), width, 0);
  if (past.votes().empty()) out += wrap("no vote ended since then.", width, 2);
  for (const auto& vote : past.votes()) {
    const bool same = vote.before() == vote.after();
    const std::string line =
        fmt::format("{} (#{}): {}{}", the_proposal(vote.proposal()), vote.record(), lower(vote.before()),
                    same ? ", as it was" : fmt::format(", but it would be {}", lower(vote.after())));
    out += wrap(same ? line : yellow(line), width, 2);
  }
  out += wrap(fmt::format("Scores that would differ: {}.", changed_scores(past.scores())), width, 2);
  if (!past.winners().empty()) {
    std::vector<std::string> names(past.winners().begin(), past.winners().end());
    out += wrap(fmt::format("Won by {}.", listed(names)), width, 2);
  }
  if (!past.fallen().empty()) {
    std::vector<std::string> records;
    for (const auto record : past.fallen()) records.push_back(fmt::format("#{}", record));
    out += wrap(fmt::format("Moves that would not have been lawful: {}.", listed(records)), width, 2);
  }
  return out;
}

}  // namespace

v1::TrialView trial_view(const replay::Engine& now, const replay::Trial& trial) {
  v1::TrialView view;
  view.set_number(replay::reference(trial.number));
  for (const v1::Consequence& one : trial.consequences) *view.add_consequences() = consequence_view(one);
  for (const v1::Rule& rule : trial.before) *view.add_before() = worded_rule_view(now, rule, {});
  for (const v1::Rule& rule : trial.after) *view.add_after() = worded_rule_view(now, rule, {});
  for (const replay::Remark& conflict : trial.conflicts) view.add_conflicts(words_of(conflict));
  for (const replay::Remark& warning : trial.warnings) view.add_warnings(words_of(warning));
  add_scores(trial.scores, *view.mutable_scores());
  if (trial.past) fill_past(*trial.past, *view.mutable_past());
  std::int64_t most = 0;
  for (const replay::TrialScore& score : trial.scores) most = std::max(most, score.after);
  for (const replay::TrialScore& score : trial.scores) {
    if (most > 0 && score.after == most) view.add_leading(score.player);
  }
  return view;
}

std::string trial_text(const v1::TrialView& view, const std::string& emitted, std::size_t width) {
  std::string out = wrap(fmt::format("{} {}", bold(fmt::format("Proposal {}, if it took effect now:", view.number())),
                                     emitted.empty() ? "nothing would change." : emitted),
                         width, 0);
  const std::string provisions = provisions_text(view, width);
  if (!provisions.empty()) out += wrap("What the program plays by:", width, 0) + provisions;
  for (const std::string& conflict : view.conflicts()) {
    out += wrap(yellow("Conflict: ") + on_one_line(conflict) + ".", width, 0);
  }
  if (!view.leading().empty()) {
    std::vector<std::string> names(view.leading().begin(), view.leading().end());
    out += wrap(fmt::format("Most points: {}.", listed(names)), width, 0);
  }
  if (view.has_past()) out += past_text(view.past(), width);
  return out;
}

}  // namespace nomic::tools

#include "nomic/views/explain_asked.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "nomic/replay/afterwards.h"
#include "nomic/replay/explain.h"
#include "nomic/replay/players_numbers.h"
#include "nomic/replay/reference.h"
#include "nomic/replay/turns.h"
#include "nomic/service/consequence_views.h"
#include "nomic/service/view_values.h"
#include "nomic/views/afterwards_view.h"
#include "nomic/views/history_view.h"
#include "nomic/views/proposed_form.h"
#include "nomic/views/score_votes.h"
#include "nomic/views/state_diff.h"
#include "nomic/views/suggest.h"
#include "nomic/views/typed_numbers.h"
#include "nomic/words/listing.h"
#include "nomic/words/proposal_words.h"
#include "nomic/words/reckoning_words.h"
#include "nomic/words/remarks.h"
#include "nomic/words/sentences.h"
#include "nomic/words/shell_word.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

const std::vector<std::string>& subjects() {
  static const std::vector<std::string> SUBJECTS = {"score", "rule", "proposal", "record", "winner"};
  return SUBJECTS;
}

// Changes of one score that are shown, the last ones.
constexpr std::uint64_t MOST_CHANGES = 100'000;

class Explaining {
 public:
  Explaining(const ExplainAsked& asked, const std::function<void(std::uint64_t)>& progress)
      : words_(asked.words), limit_(asked.limit), dependents_(asked.dependents), progress_(progress) {}

  Result<v1::ExplainView> explain(replay::Game& game, std::uint64_t size) const {
    if (words_[0] == "score") return explain_score(game, size);
    if (words_[0] == "winner") return explain_winner(game, size);
    if (words_[0] == "record") return explain_record(game, size);
    if (words_[0] == "proposal") {
      NOMIC_ASSIGN(auto proposal, parse_proposal(words_[1]));
      return explain_proposal(game, size, proposal.value);
    }
    NOMIC_ASSIGN(auto number, parse_rule_number(words_[1], "a rule's number"));
    return explain_rule(game, size, number.value);
  }

 private:
  // Of a step that is known by its day alone.
  static Status add_day(const replay::Game& game, const replay::Step& step, v1::ExplainView::Step& view) {
    if (!replay::has_times_by_word(game.engine().state())) return ledger::Done{};
    NOMIC_ASSIGN(auto day, day_view(game.history(), step.emitted.record()));
    if (day) *view.mutable_day() = *std::move(day);
    return ledger::Done{};
  }

  // The steps of the subject, and the rules that they cite.
  Result<v1::ExplainView> gather(replay::Game& game, std::uint64_t size, const std::string& what,
                                 const replay::Subject& subject) const {
    const bool is_score = subject.kind == replay::Subject::Kind::SCORE;
    const auto last = is_score ? std::min(limit_.value_or(MOST_CHANGES), MOST_CHANGES) : limit_;
    NOMIC_ASSIGN(const auto found, replay::explain(game, subject, size, last, progress_));
    v1::ExplainView view;
    view.set_what(what);
    for (const replay::Step& step : found.steps) {
      auto* to = view.add_steps();
      to->set_record(count32(step.emitted.record()));
      to->set_recorded_at(shown_time(step.recorded_at));
      NOMIC_TRY(add_day(game, step, *to));
      to->set_author(step.author);
      to->set_kind(step.kind);
      *to->mutable_consequence() = consequence_view(step.emitted);
      // A sentence may bear the styles of a terminal, which no JSON may.
      to->set_in_words(paint(sentence_of(step.emitted), false));
      if (auto how = reckoning_words(step.emitted.score()); !how.empty()) to->set_reckoned(std::move(how));
    }
    for (const v1::Rule& rule : found.rules) *view.add_rules() = version_view(game.engine(), rule);
    return view;
  }

  Result<v1::ExplainView> explain_score(replay::Game& game, std::uint64_t size) const {
    NOMIC_ASSIGN(const auto player, game.player(words_[1]));
    NOMIC_ASSIGN(auto view, gather(game, size, "score " + player, replay::Subject::score(player)));
    NOMIC_ASSIGN(const auto then, game.at(size));
    std::int64_t points = 0;
    for (const v1::Player& one : then.state().players()) {
      if (one.names().name() != player) continue;
      points = one.points();
      if (one.points_unknown() != 0) view.set_unknown_since(count32(one.points_unknown()));
    }
    double sum = 0;
    // The points before the first change that is shown.
    const auto& steps = view.steps();
    const bool is_cut = limit_ || static_cast<std::uint64_t>(steps.size()) >= MOST_CHANGES;
    const auto first = std::find_if(steps.begin(), steps.end(),
                                    [](const v1::ExplainView::Step& step) { return step.consequence().has_score(); });
    if (is_cut && first != steps.end()) {
      sum = first->consequence().score().total() - first->consequence().score().points();
    } else if (is_cut) {
      sum = static_cast<double>(points) / 1000;
    }
    if (is_cut) view.set_before(sum);
    for (const auto& step : view.steps()) sum += step.consequence().score().points();
    view.set_total(static_cast<double>(points) / 1000);
    view.set_adds_up(std::abs(sum - view.total()) < 0.0005);
    NOMIC_TRY(add_turns(game, size, view));
    NOMIC_TRY(name_what_was_struck(game, view));
    NOMIC_TRY(add_votes_behind(game, size, view));
    return view;
  }

  // Points that are due anew since a Judgment struck something: what that was.
  static Status name_what_was_struck(const replay::Game& game, v1::ExplainView& view) {
    for (auto& step : *view.mutable_steps()) {
      const std::uint64_t from = step.consequence().score().derived_from();
      if (from == 0 || step.has_reckoned()) continue;
      NOMIC_ASSIGN(auto move, game.history().at(step.record()));
      std::vector<std::string> struck;
      for (const std::uint64_t record : move.event.judgment_delivered().strikes()) {
        NOMIC_ASSIGN(auto one, game.history().at(record));
        struck.push_back(
            fmt::format("#{} ({})", record, without_stop(paint(sentence_of(one.event, one.author), false))));
      }
      if (struck.empty()) continue;
      step.set_reckoned(fmt::format("derived anew from #{} on, {} being struck", from, listed(struck)));
    }
    return ledger::Done{};
  }

  static std::string without_stop(std::string sentence) {
    if (sentence.ends_with('.')) sentence.pop_back();
    return sentence;
  }

  static Status add_turns(replay::Game& game, std::uint64_t size, v1::ExplainView& view) {
    std::vector<std::uint64_t> records;
    for (const auto& step : view.steps()) records.push_back(step.record());
    NOMIC_ASSIGN(const auto turns, replay::turns_of(game, size, records));
    for (int at = 0; at < view.steps_size(); ++at) {
      const std::uint32_t turn = turns[static_cast<std::size_t>(at)];
      if (turn != 0) view.mutable_steps(at)->set_turn(turn);
    }
    return ledger::Done{};
  }

  Result<v1::ExplainView> explain_winner(replay::Game& game, std::uint64_t size) const {
    auto view = gather(game, size, "winner", replay::Subject::victory());
    if (view && view->steps().empty()) {
      return refused("nobody has won.",
                     "nomic show-rules --provisions says what wins; nomic scores, who has how many points.");
    }
    return view;
  }

  Result<v1::ExplainView> explain_record(replay::Game& game, std::uint64_t size) const {
    std::string_view typed = words_[1];
    if (typed.starts_with('#')) typed.remove_prefix(1);
    NOMIC_ASSIGN(auto index, parse_size(typed, "a record"));
    if (index.value >= size) {
      return usage(fmt::format("there is no record #{}.", index.value),
                   fmt::format("the last record is #{}.", size - 1));
    }
    auto view = gather(game, dependents_ ? size : index.value + 1, fmt::format("record {}", index.value),
                       replay::Subject::of_record(index.value));
    if (!view || !dependents_) return view;
    NOMIC_ASSIGN(const auto found, replay::dependents(game, index.value, size, progress_));
    for (const replay::Dependent& one : found) {
      auto* to = view->add_dependents();
      to->set_record(count32(one.record));
      to->set_why(words_of(one.why));
    }
    return view;
  }

  Result<v1::ExplainView> explain_rule(replay::Game& game, std::uint64_t size, std::uint32_t number) const {
    NOMIC_ASSIGN(const auto histories, replay::rule_histories(game, number, size, {}));
    if (histories.rules.empty()) {
      return refused(
          fmt::format("no rule ever bore the number {} in the first {} records.", replay::numeral(number), size));
    }
    std::vector<std::pair<std::uint64_t, std::uint32_t>> causes;
    for (const auto& life : histories.rules) {
      for (const auto& version : life.versions) {
        for (const auto& cause : version.causes) causes.emplace_back(cause.record(), cause.order());
      }
      for (const auto& mark : life.marks) causes.emplace_back(mark.record(), mark.order());
    }
    std::sort(causes.begin(), causes.end());
    NOMIC_ASSIGN(auto view, gather(game, size, fmt::format("rule {}", replay::numeral(number)),
                                   replay::Subject::of_causes(std::move(causes))));
    // A proposal that a Judgment had reckoned anew has made several versions, and is told once.
    std::set<std::uint64_t> told;  // by the records that made them
    for (const auto& life : histories.rules) {
      for (const auto& version : life.versions) {
        const auto* made_by = replay::proposal_of(histories, version.rule.proposal(), version.record);
        if (made_by != nullptr && version.in_force && version.rule.since() == version.record &&
            told.insert(made_by->made).second) {
          NOMIC_ASSIGN(auto made, proposal_view(game.history(), *made_by));
          *view.add_proposals() = std::move(made);
        }
      }
    }
    return view;
  }

  Result<v1::ExplainView> explain_proposal(replay::Game& game, std::uint64_t size, std::uint32_t number) const {
    NOMIC_ASSIGN(auto view, gather(game, size, the_proposal(number), replay::Subject::of_proposal(number)));
    if (view.steps().empty()) return never_made(game, size, number);
    NOMIC_ASSIGN(const auto histories, replay::rule_histories(game, number, size, {}));
    const auto found = histories.proposals.find(number);
    if (found == histories.proposals.end()) return view;
    NOMIC_ASSIGN(auto made, proposal_view(game.history(), found->second));
    NOMIC_TRY(add_targets_at(game, found->second.form, *made.mutable_changes()));
    *view.add_proposals() = std::move(made);
    return view;
  }

  // Of a number that the players' own leave out nothing is known, and nothing made up.
  static Result<v1::ExplainView> never_made(replay::Game& game, std::uint64_t size, std::uint32_t number) {
    if (replay::is_unnumbered(number)) {
      return refused(fmt::format("record #{} made no proposal without a number.", replay::record_of_unnumbered(number)),
                     "nomic log shows those that were made.");
    }
    NOMIC_ASSIGN(const auto then, game.at(size));
    if (replay::is_left_free(then.state(), number)) {
      return refused(fmt::format("of a proposal {} nothing is on record: the players' numbers leave it out.",
                                 replay::numeral(number)),
                     "nomic log shows those that were made.");
    }
    return refused(fmt::format("there was no proposal {} in the first {} records.", replay::numeral(number), size),
                   "nomic log shows those that were made.");
  }

  const std::vector<std::string>& words_;
  const std::optional<std::uint64_t>& limit_;
  bool dependents_;
  const std::function<void(std::uint64_t)>& progress_;
};

}  // namespace

Status check_asked(const ExplainAsked& asked) {
  const std::vector<std::string>& words = asked.words;
  if (words.empty()) return usage("what is to be explained?", "for example: nomic explain score Ann");
  if (std::find(subjects().begin(), subjects().end(), words[0]) == subjects().end()) {
    if (looks_like_number(words[0]) && words.size() == 1) {
      return usage(fmt::format("what of {} is to be explained?", in_quotes(words[0])),
                   fmt::format("nomic explain record {0}, nomic explain rule {0} or nomic explain proposal {0}",
                               on_one_line(words[0])));
    }
    if (words.size() == 1 && nearest_to(words[0], subjects()).empty()) {
      return usage(fmt::format("there is no thing to explain {}.", in_quotes(words[0])),
                   fmt::format("there are {}; of a player: nomic explain score {}", listed(subjects()),
                               as_shell_word(words[0])));
    }
    return unknown_word("thing to explain", words[0], subjects());
  }
  const std::size_t wanted = words[0] == "winner" ? 1 : 2;
  if (words.size() < wanted) {
    return usage(words[0] == "score" ? "explain whose score?" : fmt::format("explain which {}?", words[0]),
                 fmt::format("for example: nomic explain {}", words[0] == "score"    ? "score Ann"
                                                              : words[0] == "record" ? "record 37"
                                                              : words[0] == "rule"   ? "rule 203"
                                                                                     : "proposal 301"));
  }
  if (words.size() > wanted) return usage("one thing is explained at a time; a name of several words goes in quotes.");
  if (asked.dependents && words[0] != "record") return usage("--dependents goes with explain record.");
  if (asked.limit && words[0] != "score") return usage("--limit goes with explain score.");
  return ledger::Done{};
}

Result<v1::ExplainView> explain_asked(replay::Game& game, std::uint64_t size, const ExplainAsked& asked,
                                      const std::function<void(std::uint64_t)>& progress) {
  return Explaining(asked, progress).explain(game, size);
}

}  // namespace nomic::tools

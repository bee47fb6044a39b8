#include "tools/facts.h"

#include <fmt/format.h>
#include <google/protobuf/util/json_util.h>

#include <algorithm>
#include <sstream>

#include "nomic/replay/reference.h"

namespace nomic::tools {
namespace {

using Words = Facts::Words;

template <class View>
View read(const std::string& json) {
  View view;
  google::protobuf::util::JsonParseOptions options;
  options.ignore_unknown_fields = true;
  EXPECT_TRUE(google::protobuf::util::JsonStringToMessage(json, &view, options).ok()) << json;
  return view;
}

// "-" stands for none.
Words items_of(const Words& words) {
  return words == Words{"-"} ? Words() : words;
}

std::optional<std::string> compare(const Words& said, const Words& so) {
  if (said == so) return std::nullopt;
  return fmt::format("it is: {}", so.empty() ? "-" : fmt::format("{}", fmt::join(so, " ")));
}

std::optional<std::string> compare_sets(Words said, Words so) {
  std::sort(said.begin(), said.end());
  std::sort(so.begin(), so.end());
  return compare(said, so);
}

template <class List>
Words numbers_of(const List& list) {
  Words words;
  for (const auto number : list) words.push_back(std::to_string(number));
  return words;
}

template <class List>
Words items_in(const List& list) {
  return Words(list.begin(), list.end());
}

// Points as they are written: 4, -10, 14.3.
std::string in_points(double points) {
  return fmt::format("{}", points);
}

bool is_one_of(const std::string& word, const Words& all) {
  return std::find(all.begin(), all.end(), word) != all.end();
}

}  // namespace

v1::StatusView Facts::status() {
  return read<v1::StatusView>(desk_.ok("status --format json"));
}

v1::RulesView Facts::rules() {
  return read<v1::RulesView>(desk_.ok("show-rules --format json"));
}

std::optional<v1::RulesView::Rule> Facts::rule(const std::string& number) {
  const auto view = rules();
  for (const auto& rule : view.rules()) {
    if (std::to_string(replay::number_in(rule.number())) == number) return rule;
  }
  return std::nullopt;
}

std::optional<std::string> Facts::contradict(const Words& statement) {
  const std::string& kind = statement[0];
  const Words words(statement.begin() + 1, statement.end());
  if (words.empty()) return "the statement says nothing: - stands for none";
  if (kind == "scores") return scores(words);
  if (kind == "winner") return winners(words);
  if (kind == "missing") return missing(words);
  if (kind == "outcome") return outcome(words);
  if (kind == "says") return says(words);
  if (kind == "judges") return judges(words);
  if (kind == "overrulers") return overrulers(words);
  if (kind == "must" || kind == "may") return way(kind, words);
  if (kind == "standing") return standing(words);
  if (is_one_of(kind, {"judge", "would-judge", "questions", "consents", "consents-missing", "consents-needed", "struck",
                       "fallen", "contested", "upheld", "corrections", "closed", "stuck", "waiting", "held", "set"})) {
    return of_dispute(kind, words);
  }
  if (is_one_of(kind, {"in-force", "not-in-force", "void", "mutable", "immutable"})) return of_rules(kind, words);
  if (is_one_of(kind, {"text", "words", "title"})) return of_rule(kind, words);
  return of_status(kind, words);
}

std::optional<std::string> Facts::scores(const Words& words) {
  const auto view = read<v1::ScoresView>(desk_.ok("scores --format json"));
  Words so;
  for (const auto& score : view.scores()) so.push_back(score.player() + "=" + in_points(score.points()));
  return compare_sets(words, so);
}

std::optional<std::string> Facts::winners(const Words& words) {
  Words so;
  const auto view = status();
  for (const auto& winner : view.winners()) so.push_back(winner.player());
  return compare_sets(items_of(words), so);
}

std::optional<std::string> Facts::of_status(const std::string& kind, const Words& words) {
  const auto view = status();
  const auto one = [&](const std::string& so) { return compare(items_of(words), so.empty() ? Words() : Words{so}); };
  if (kind == "phase") return one(v1::StatusView::Phase_Name(view.phase()));
  if (kind == "mover") return one(view.turn_of());
  if (kind == "next") return one(view.next());
  if (kind == "turn") return one(std::to_string(view.turn()));
  if (kind == "circuit") return one(std::to_string(view.circuit()));
  if (kind == "next-number") return one(std::to_string(replay::number_in(view.next_number())));
  if (kind == "rounds") return one(std::to_string(view.rounds()));
  if (kind == "size") return one(std::to_string(view.size()));
  if (kind == "players") return compare(words, items_in(view.players()));
  if (kind == "inactive") return compare_sets(items_of(words), items_in(view.inactive()));
  if (kind == "applicants") return compare_sets(items_of(words), items_in(view.applicants()));
  if (kind == "pending") return compare_sets(items_of(words), items_in(view.pending()));
  if (kind == "due") {
    Words so;
    for (const auto& due : view.due()) so.push_back(due.what());
    return compare(items_of(words), so);
  }
  if (kind == "open") {
    Words so;
    for (const auto& proposal : view.proposals()) so.push_back(std::to_string(replay::number_in(proposal.number())));
    return compare_sets(items_of(words), so);
  }
  return fmt::format("there is no statement \"{}\"", kind);
}

std::optional<std::string> Facts::of_rules(const std::string& kind, const Words& words) {
  Words so;
  const auto view = rules();
  for (const auto& rule : view.rules()) {
    const bool is_it = kind == "void"        ? rule.is_void()
                       : kind == "mutable"   ? rule.status() == v1::RulesView::MUTABLE
                       : kind == "immutable" ? rule.status() == v1::RulesView::IMMUTABLE
                                             : true;
    if (is_it) so.push_back(std::to_string(replay::number_in(rule.number())));
  }
  if (kind == "void") return compare_sets(items_of(words), so);
  for (const std::string& number : words) {
    const bool is_there = is_one_of(number, so);
    if (is_there == (kind == "not-in-force")) {
      return fmt::format("rule {} is {}", number, is_there ? "in force" : "not " + kind);
    }
  }
  return std::nullopt;
}

std::optional<std::string> Facts::of_rule(const std::string& kind, const Words& words) {
  const auto found = rule(words[0]);
  if (!found) return fmt::format("rule {} is not in force", words[0]);
  const Words said(words.begin() + 1, words.end());
  if (kind == "text") return compare(said, {found->text()});
  if (kind == "title") return compare(said, {found->title()});
  return compare(items_of(said), items_in(found->in_words()));
}

std::optional<std::string> Facts::missing(const Words& words) {
  const auto view = status();
  for (const auto& proposal : view.proposals()) {
    if (std::to_string(replay::number_in(proposal.number())) != words[0]) continue;
    return compare_sets(items_of(Words(words.begin() + 1, words.end())), items_in(proposal.missing()));
  }
  return fmt::format("proposal {} is not open", words[0]);
}

// What is in dispute in this turn, and what acts have left.
std::optional<std::string> Facts::of_dispute(const std::string& kind, const Words& words) {
  const auto view = status();
  Words so;
  if (kind == "judge" && !view.judge().empty()) so = {view.judge()};
  if (kind == "would-judge" && !view.would_judge().empty()) so = {view.would_judge()};
  if (kind == "consents") so = items_in(view.consents());
  if (kind == "consents-missing") so = items_in(view.consents_missing());
  if (kind == "consents-needed") so = {std::to_string(view.consents_needed())};
  if (kind == "struck") so = numbers_of(view.struck());
  if (kind == "fallen") so = numbers_of(view.fallen());
  if (kind == "waiting") so = items_in(view.waiting_for());
  if (kind == "closed") so = {view.closed() ? "yes" : "no"};
  if (kind == "stuck") so = {view.standstills().empty() ? "no" : "yes"};
  for (const auto& question : view.questions()) {
    if (kind == "questions" && question.answered_by() == 0) so.push_back(std::to_string(question.record()));
  }
  for (const auto& contested : view.contested()) {
    if (kind == (contested.upheld() ? "upheld" : "contested")) so.push_back(std::to_string(contested.record()));
  }
  for (const auto& correction : view.corrections()) {
    if (kind == "corrections") so.push_back(std::to_string(correction.record()));
  }
  for (const auto& held : view.holdings()) {
    if (kind == "held") so.push_back(held.owner() + ":" + held.thing() + "=" + in_points(held.amount()));
  }
  for (const auto& set : view.attributes()) {
    const std::string of = set.player().empty() ? "" : set.player() + ".";
    if (kind == "set") so.push_back(of + set.key() + "=" + set.value());
  }
  return compare_sets(items_of(words), so);
}

// Who judges an open question: "39 Cleo".
std::optional<std::string> Facts::judges(const Words& words) {
  const auto view = status();
  for (const auto& question : view.questions()) {
    if (std::to_string(question.record()) != words[0]) continue;
    return compare(items_of(Words(words.begin() + 1, words.end())), items_in(question.judges()));
  }
  return fmt::format("no question was asked in #{}", words[0]);
}

// Whose vote on overruling a Judgment is missing: "40 Ann Bob".
std::optional<std::string> Facts::overrulers(const Words& words) {
  const auto view = status();
  for (const auto& judgment : view.judgments()) {
    if (std::to_string(judgment.record()) != words[0]) continue;
    return compare_sets(items_of(Words(words.begin() + 1, words.end())), items_in(judgment.missing()));
  }
  return fmt::format("no Judgment was delivered in #{}", words[0]);
}

// Of a player, how each command begins that he must, or may, give, and the rule: "Ann 'nomic vote' 105"; - for none.
std::optional<std::string> Facts::way(const std::string& kind, const Words& words) {
  const auto view = status();
  Words so;
  for (const auto& actor : view.actors()) {
    if (actor.player() != words[0]) continue;
    for (const auto& way : actor.ways()) {
      if (way.must() != (kind == "must")) continue;
      so.push_back(fmt::format("{} ({})", way.command(), way.rule()));
      const bool it = words.size() > 1 && way.command().find(words[1]) == 0;
      if (it && (words.size() == 2 || words[2] == std::to_string(replay::number_in(way.rule())))) return std::nullopt;
    }
  }
  const bool none = words.size() == 2 && words[1] == "-";
  if (none && so.empty()) return std::nullopt;
  return fmt::format("it is: {}", so.empty() ? "-" : fmt::format("{}", fmt::join(so, "; ")));
}

// What later records say of one: "36 STRUCK 40".
std::optional<std::string> Facts::standing(const Words& words) {
  std::istringstream log(desk_.ok("log --format jsonl"));
  Words so;
  for (std::string line; std::getline(log, line);) {
    const auto record = read<v1::LogView>(line);
    if (std::to_string(record.index()) != words[0]) continue;
    so = {words[0], record.standing()};
    if (record.standing_by() != 0) so.push_back(std::to_string(record.standing_by()));
  }
  return compare(words, so);
}

// The latest outcome of the proposal: "303 adopted 2-1", "303 defeated 1-1-1" with one abstention.
std::optional<std::string> Facts::outcome(const Words& words) {
  std::istringstream log(desk_.ok("log --format jsonl"));
  Words so;
  for (std::string line; std::getline(log, line);) {
    const auto record = read<v1::LogView>(line);
    for (const auto& emitted : record.consequences()) {
      const std::string word = emitted.has_proposal_adopted()       ? "adopted"
                               : emitted.has_proposal_defeated()    ? "defeated"
                               : emitted.has_outcome_undetermined() ? "undetermined"
                                                                    : "";
      const auto& outcome = emitted.has_proposal_adopted()    ? emitted.proposal_adopted()
                            : emitted.has_proposal_defeated() ? emitted.proposal_defeated()
                                                              : emitted.outcome_undetermined();
      if (word.empty() || std::to_string(replay::number_in(outcome.proposal())) != words[0]) continue;
      so = {words[0], word, fmt::format("{}-{}", outcome.votes_for(), outcome.votes_against())};
      if (outcome.abstentions() != 0) so.back() += fmt::format("-{}", outcome.abstentions());
    }
  }
  return compare(words, so);
}

// The last command, on either stream.
std::optional<std::string> Facts::says(const Words& words) const {
  const std::string said = last_.out + last_.err;
  const std::string wanted = fmt::format("{}", fmt::join(words, " "));
  if (said.find(wanted) != std::string::npos) return std::nullopt;
  return "it says: " + said;
}

}  // namespace nomic::tools

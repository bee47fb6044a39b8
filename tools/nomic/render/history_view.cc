#include "render/history_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "nomic/replay/afterwards.h"
#include "nomic/replay/consequence.h"
#include "nomic/replay/rule_number.h"
#include "nomic/service/consequence_views.h"
#include "nomic/service/view_values.h"
#include "nomic/words/proposal_words.h"
#include "nomic/words/sentences.h"
#include "nomic/words/terminal_text.h"
#include "render/afterwards_view.h"
#include "render/event_view.h"
#include "render/layout.h"
#include "render/rule_diff.h"
#include "render/rule_text.h"
#include "render/state_diff.h"

namespace nomic::tools {
namespace {

constexpr std::size_t INDENT = 4;

std::string standing_name(replay::CastVote::Standing standing) {
  switch (standing) {
    case replay::CastVote::Standing::COUNTS:
      return "COUNTS";
    case replay::CastVote::Standing::SUPERSEDED:
      return "SUPERSEDED";
    case replay::CastVote::Standing::WITHDRAWN:
      return "WITHDRAWN";
    case replay::CastVote::Standing::DROPPED:
      return "DROPPED";
    case replay::CastVote::Standing::STRUCK:
      return "STRUCK";
  }
  return "";
}

std::string origin_name(replay::Origin::Kind kind) {
  switch (kind) {
    case replay::Origin::Kind::FOUNDING:
      return "FOUNDING";
    case replay::Origin::Kind::PROPOSAL:
      return "PROPOSAL";
    case replay::Origin::Kind::ACT:
      return "ACT";
    case replay::Origin::Kind::CORRECTION:
      return "CORRECTION";
    case replay::Origin::Kind::UPKEEP:
      return "UPKEEP";
  }
  return "";
}

// What the form that stands in the record says. Whether the record was made in a game that was recorded afterwards.
replay::Result<bool> add_form_voted_on(const replay::History& history, std::uint64_t record,
                                       v1::HistoryView::Proposal& view) {
  const auto move = history.at(record);
  if (!move) return move.error();
  const v1::Event event = replay::event_in(*move);
  if (!event.has_proposal_made() && !event.has_proposal_revised()) return false;
  const bool made = event.has_proposal_made();
  const auto& changes = made ? event.proposal_made().changes() : event.proposal_revised().changes();
  for (const v1::RuleChange& change : changes) *view.add_changes() = change_view(change);
  view.set_change(words_of_all(changes));
  view.set_reason(made ? event.proposal_made().reason() : event.proposal_revised().reason());
  view.set_digest(replay::digest_of_form(*move).hex());
  return move->event.afterwards();
}

replay::Result<v1::HistoryView::Version> version_of(const replay::Game& game, const replay::Histories& histories,
                                                    const replay::RuleHistory& life, std::size_t at) {
  const replay::RuleVersion& version = life.versions[at];
  v1::HistoryView::Version view;
  view.set_record(count32(version.record));
  view.set_recorded_at(shown_time(version.recorded_at));
  if (replay::has_times_by_word(game.engine().state())) {
    auto day = day_view(game.history(), version.record);
    if (!day) return std::move(day).error();
    if (*day) *view.mutable_day() = **std::move(day);
  }
  view.set_in_force(version.in_force);
  *view.mutable_rule() = version_view(game.engine(), version.rule);
  std::uint32_t proposal = 0;
  for (const v1::Consequence& cause : version.causes) {
    *view.add_causes() = consequence_view(cause);
    // A sentence may bear the styles of a terminal, which no JSON may.
    view.add_in_words(paint(sentence_of(cause), false));
    if (const auto by = replay::proposal_of(cause); by != 0) proposal = by;
  }
  if (proposal == 0 && version.in_force && version.rule.since() == version.record) proposal = version.rule.proposal();
  if (at > 0) version_difference(life.versions[at - 1].rule, version.rule, *view.mutable_changed());
  if (const auto* made_by = replay::proposal_of(histories, proposal, version.record)) {
    auto made = proposal_view(game.history(), *made_by);
    if (!made) return std::move(made).error();
    *view.mutable_proposal() = *std::move(made);
  }
  return view;
}

std::string numbers_words(const v1::HistoryView::Life& life) {
  std::vector<std::string> spans;
  for (const auto& borne : life.numbers()) {
    spans.push_back(borne.until() == 0
                        ? fmt::format("{} since #{}", borne.number(), borne.from())
                        : fmt::format("{} from #{} to #{}", borne.number(), borne.from(), borne.until()));
    if (borne.has_all_along_by()) spans.back() += fmt::format(" (all along, by #{})", borne.all_along_by());
  }
  return fmt::format("It bore the number {}.", fmt::join(spans, ", then "));
}

std::string life_heading(const v1::HistoryView::Life& life) {
  const auto& last = life.versions(life.versions_size() - 1);
  const std::string number = replay::numeral(last.rule().number());
  const std::string what =
      last.in_force() ? fmt::format("Rule {}", number) : fmt::format("Rule {}, not in force", number);
  const bool moved = last.rule().lineage() != last.rule().number();
  return bold(moved ? fmt::format("{}, of the lineage of {}", what, last.rule().lineage()) : what) + "\n";
}

std::string version_text(const v1::HistoryView::Version& version, bool first, std::size_t width) {
  std::string words = fmt::format("{}", fmt::join(version.in_words(), " "));
  if (!version.in_force() && version.in_words().empty()) words = "No longer in force.";
  std::string out =
      wrap(fmt::format("{}  {}  {}", bold(fmt::format("#{}", version.record())), dim(day_or_time(version)), words),
           width, 0);
  if (version.has_proposal()) {
    out += wrap(proposal_words(version.proposal()), width, INDENT);
    if (const auto votes = votes_words(version.proposal()); !votes.empty()) out += wrap(votes, width, INDENT);
  }
  if (!version.in_force()) return out;
  if (version.rule().text_unknown()) out += wrap(dim(text_not_on_record()), width, INDENT);
  if (first) {
    if (!version.rule().title().empty()) out += wrap(bold(on_one_line(version.rule().title())), width, INDENT);
    out += wrap(version.rule().text(), width, INDENT);
    for (const std::string& provision : version.rule().in_words()) out += played_by(provision, width);
    return out;
  }
  return out + rule_difference_text(version.changed(), width);
}

std::string what_brought(const v1::BlameView::Sentence& sentence) {
  if (sentence.brought_by() == "FOUNDING") return "founded";
  if (sentence.brought_by() == "ACT") return "act";
  if (sentence.brought_by() == "CORRECTION") return "correction";
  if (sentence.brought_by() == "UPKEEP") return "references";
  return proposal_in(sentence);
}

}  // namespace

replay::Result<v1::HistoryView::Proposal> proposal_view(const replay::History& history,
                                                        const replay::ProposalHistory& life) {
  v1::HistoryView::Proposal view;
  if (replay::is_unnumbered(life.number)) {
    view.set_number_unknown(true);
  } else {
    view.set_number(life.number);
  }
  view.set_proponent(life.proponent);
  view.set_made(count32(life.made));
  view.set_made_at(replay::print_time(life.made_at));
  for (const std::uint64_t record : life.revised) view.add_revised(count32(record));
  view.set_called(count32(life.called));
  for (const replay::CastVote& vote : life.votes) {
    auto* to = view.add_votes();
    to->set_player(vote.player);
    to->set_choice(v1::VoteCast::Choice_Name(vote.choice));
    to->set_record(count32(vote.record));
    to->set_standing(standing_name(vote.standing));
  }
  auto afterwards = add_form_voted_on(history, life.form, view);
  if (!afterwards) return std::move(afterwards).error();
  if (*afterwards) {
    auto day = day_view(history, life.made);
    if (!day) return std::move(day).error();
    if (*day) *view.mutable_made_day() = **std::move(day);
  }
  if (life.outcome.kind_case() == v1::Consequence::KIND_NOT_SET) return view;
  view.set_outcome(replay::kind_name(life.outcome.kind_case()));
  if (const auto* outcome = replay::outcome_in(life.outcome)) {
    view.set_votes_for(outcome->votes_for());
    view.set_votes_against(outcome->votes_against());
    view.set_abstentions(outcome->abstentions());
    view.set_eligible(outcome->eligible());
    if (outcome->votes_unknown()) view.set_votes_unknown(true);
  } else if (life.outcome.has_outcome_attested()) {
    view.set_votes_for(life.outcome.outcome_attested().votes_for());
    view.set_votes_against(life.outcome.outcome_attested().votes_against());
    const bool none = view.votes_for() + view.votes_against() == 0;
    if (none || life.outcome.outcome_attested().votes_unknown()) view.set_votes_unknown(true);
  }
  view.set_rule(life.outcome.rule().number());
  view.set_rule_since(count32(life.outcome.rule().since()));
  view.set_ended(count32(life.outcome.record()));
  view.set_ended_at(replay::print_time(life.ended_at));
  if (*afterwards) {
    auto day = day_view(history, life.outcome.record());
    if (!day) return std::move(day).error();
    if (*day) *view.mutable_ended_day() = **std::move(day);
  }
  return view;
}

std::string proposal_words(const v1::HistoryView::Proposal& proposal) {
  const std::string what =
      proposal.number_unknown() ? "a proposal whose number is not known," : the_proposal(proposal.number());
  std::string out = fmt::format("By {} of {}, made at #{}", what, on_one_line(proposal.proponent()), proposal.made());
  if (!proposal.revised().empty()) {
    out += fmt::format(", last revised at #{}", proposal.revised(proposal.revised_size() - 1));
  }
  if (proposal.called() != 0) out += fmt::format(", its vote called at #{}", proposal.called());
  if (proposal.ended() == 0) return out + ".";
  const std::string outcome = proposal.outcome() == "PROPOSAL_ADOPTED"     ? "adopted"
                              : proposal.outcome() == "PROPOSAL_DEFEATED"  ? "defeated"
                              : proposal.outcome() == "OUTCOME_ATTESTED"   ? "its outcome attested"
                              : proposal.outcome() == "PROPOSAL_WITHDRAWN" ? "withdrawn"
                                                                           : "its outcome left open by the rules";
  const std::string votes = proposal.votes_unknown()
                                ? "by votes that are not on record"
                                : fmt::format("{}-{}", proposal.votes_for(), proposal.votes_against());
  out += fmt::format(", {} {} at #{}", outcome, votes, proposal.ended());
  if (proposal.rule() != 0) {
    out += fmt::format(" (rule {} as it stood since #{})", proposal.rule(), proposal.rule_since());
  }
  return out + ".";
}

std::string votes_words(const v1::HistoryView::Proposal& proposal) {
  std::vector<std::string> votes;
  votes.reserve(static_cast<std::size_t>(proposal.votes_size()));
  for (const auto& vote : proposal.votes()) {
    const std::string choice = vote.choice() == "FOR" ? "for" : vote.choice() == "AGAINST" ? "against" : "abstains";
    std::string words = fmt::format("{} {} (#{}", on_one_line(vote.player()), choice, vote.record());
    if (vote.standing() == "SUPERSEDED") words += ", changed since";
    if (vote.standing() == "WITHDRAWN") words += ", withdrawn";
    if (vote.standing() == "DROPPED") words += ", not counted";
    if (vote.standing() == "STRUCK") words += ", struck";
    votes.push_back(words + ")");
  }
  return votes.empty() ? "" : fmt::format("Votes: {}.", fmt::join(votes, ", "));
}

replay::Result<v1::HistoryView> history_view(const replay::Game& game, const replay::Histories& histories) {
  v1::HistoryView view;
  for (const replay::RuleHistory& life : histories.rules) {
    auto* to = view.add_rules();
    to->set_lineage(life.lineage);
    for (const replay::NumberBorne& borne : life.numbers) {
      auto* number = to->add_numbers();
      number->set_number(borne.number);
      number->set_from(count32(borne.from));
      number->set_until(count32(borne.until));
      if (borne.all_along_by != 0) number->set_all_along_by(count32(borne.all_along_by));
    }
    for (std::size_t at = 0; at < life.versions.size(); ++at) {
      auto version = version_of(game, histories, life, at);
      if (!version) return std::move(version).error();
      *to->add_versions() = *std::move(version);
    }
    for (const v1::Consequence& mark : life.marks) {
      *to->add_marks() = consequence_view(mark);
      to->add_marks_in_words(fmt::format("#{}: {}", mark.record(), sentence_of(mark)));
    }
  }
  return view;
}

std::string history_text(const v1::HistoryView& view, std::size_t width) {
  std::string out;
  for (const auto& life : view.rules()) {
    if (!out.empty()) out += "\n";
    out += life_heading(life);
    out += wrap(numbers_words(life), width, 0);
    for (int at = 0; at < life.versions_size(); ++at) out += version_text(life.versions(at), at == 0, width);
    for (const std::string& mark : life.marks_in_words()) out += wrap(yellow("Note: ") + mark, width, 0);
  }
  return out;
}

replay::Result<v1::BlameView> blame_view(const replay::Game& game, const replay::RuleHistory& life,
                                         const replay::Histories& histories, const std::string& lang) {
  const replay::RuleVersion& last = life.versions.back();
  v1::BlameView view;
  view.set_number(last.rule.number());
  view.set_lineage(life.lineage);
  view.set_in_force(last.in_force);
  view.set_lang(lang.empty() && !last.rule.texts().empty() ? last.rule.texts(0).lang() : lang);
  for (const replay::BlamedSentence& blamed : replay::blame(life, lang)) {
    const replay::RuleVersion& version = life.versions[blamed.version];
    auto* sentence = view.add_sentences();
    sentence->set_text(blamed.sentence);
    sentence->set_record(count32(version.record));
    sentence->set_recorded_at(shown_time(version.recorded_at));
    if (replay::has_times_by_word(game.engine().state())) {
      auto day = day_view(game.history(), version.record);
      if (!day) return std::move(day).error();
      if (*day) *sentence->mutable_day() = **std::move(day);
    }
    put_proposal(version.rule.proposal(), *sentence);
    sentence->set_number(version.rule.number());
    const replay::Origin origin = replay::origin_of(life, blamed.version);
    sentence->set_brought_by(origin_name(origin.kind));
    if (origin.kind == replay::Origin::Kind::ACT || origin.kind == replay::Origin::Kind::CORRECTION) {
      auto made = game.history().at(origin.record);
      if (!made) return std::move(made).error();
      sentence->set_author(made->author);
    }
    if (const auto* made_by = replay::proposal_of(histories, version.rule.proposal(), version.record)) {
      sentence->set_proponent(made_by->proponent);
    }
    if (origin.kind == replay::Origin::Kind::UPKEEP) {
      sentence->clear_proposal();
      sentence->clear_proposal_record();
      sentence->clear_proponent();
    }
  }
  return view;
}

std::string blame_text(const v1::BlameView& view, std::size_t width) {
  constexpr std::size_t DAY = 10;  // "2012-05-30"
  Table table({Align::LEFT, Align::LEFT, Align::LEFT, Align::LEFT, Align::LEFT});
  for (const auto& sentence : view.sentences()) {
    std::string text = sentence.text();
    while (!text.empty() && (text.back() == ' ' || text.back() == '\n' || text.back() == '\t')) text.pop_back();
    const std::string& day = sentence.has_day() ? sentence.day().written() : sentence.recorded_at();
    table.row({fmt::format("#{}", sentence.record()), on_one_line(day.substr(0, DAY)), what_brought(sentence),
               on_one_line(sentence.author().empty() ? sentence.proponent() : sentence.author()), on_one_line(text)});
  }
  return table.print(width);
}

}  // namespace nomic::tools

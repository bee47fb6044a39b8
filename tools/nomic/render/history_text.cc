#include "render/history_text.h"

#include <fmt/format.h>

#include <vector>

#include "nomic/replay/reference.h"
#include "nomic/views/afterwards_view.h"
#include "nomic/words/listing.h"
#include "nomic/words/proposal_words.h"
#include "nomic/words/terminal_text.h"
#include "render/layout.h"
#include "render/rule_diff_text.h"
#include "render/rule_text.h"

namespace nomic::tools {
namespace {

constexpr std::size_t INDENT = 4;

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
  const std::string number = last.rule().number();
  const std::string what =
      last.in_force() ? fmt::format("Rule {}", number) : fmt::format("Rule {}, not in force", number);
  const bool moved = replay::number_in(last.rule().lineage()) != replay::number_in(last.rule().number());
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
    if (const auto words = attestations_words(version.proposal()); !words.empty()) out += wrap(words, width, INDENT);
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
  return the_proposal(sentence.proposal());
}

}  // namespace

std::string proposal_words(const v1::HistoryView::Proposal& proposal) {
  const std::string what =
      proposal.number().starts_with('#') ? "a proposal whose number is not known," : the_proposal(proposal.number());
  std::string out = fmt::format("By {} of {}, made at #{}", what, on_one_line(proposal.proponent()), proposal.made());
  if (!proposal.revised().empty()) {
    out += fmt::format(", last revised at #{}", proposal.revised(proposal.revised_size() - 1));
  }
  if (proposal.called() != 0) out += fmt::format(", its vote called at #{}", proposal.called());
  if (proposal.has_without_effect_since())
    return out + fmt::format(", without effect since #{}.", proposal.without_effect_since());
  if (proposal.has_no_outcome_since())
    return out + fmt::format(", without an outcome since #{}.", proposal.no_outcome_since());
  if (proposal.ended() == 0) return out + ".";
  const std::string outcome = proposal.outcome() == "PROPOSAL_ADOPTED"     ? "adopted"
                              : proposal.outcome() == "PROPOSAL_DEFEATED"  ? "defeated"
                              : proposal.outcome() == "PROPOSAL_WITHDRAWN" ? "withdrawn"
                                                                           : "its outcome left open by the rules";
  const std::string votes = proposal.votes_unknown()
                                ? "by votes that are not on record"
                                : fmt::format("{}-{}", proposal.votes_for(), proposal.votes_against());
  out += fmt::format(", {} {}{} at #{}", outcome, votes, attested_words(proposal), proposal.ended());
  if (!proposal.rule().empty()) {
    out += fmt::format(" (rule {} as it stood since #{})", proposal.rule(), proposal.rule_since());
  }
  return out + ".";
}

std::string attested_words(const v1::HistoryView::Proposal& proposal) {
  if (proposal.attested_by().empty()) return {};
  std::vector<std::string> names;
  for (const std::string& name : proposal.attested_by()) names.push_back(on_one_line(name));
  std::string out = ", attested by " + listed(names);
  if (proposal.contradicted_by().empty()) return out;
  return out + fmt::format(", contradicted by ballots #{}", fmt::join(proposal.contradicted_by(), ", #"));
}

std::string attestations_words(const v1::HistoryView::Proposal& proposal) {
  std::vector<std::string> all;
  for (const auto& one : proposal.attestations()) {
    std::string votes;
    if (one.has_votes_unknown()) votes = " by votes that are not known";
    if (!one.has_votes_unknown() && !one.votes_for().empty() && !one.votes_against().empty()) {
      votes = fmt::format(" {}-{}", one.votes_for(0), one.votes_against(0));
    }
    all.push_back(fmt::format("{} {}{} (#{}{})", on_one_line(one.player()),
                              one.outcome() == "ADOPTED" ? "adopted" : "defeated", votes, one.record(),
                              one.has_without_effect() ? ", without effect" : ""));
  }
  return all.empty() ? "" : fmt::format("Attested, and no ballots: {}.", fmt::join(all, ", "));
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

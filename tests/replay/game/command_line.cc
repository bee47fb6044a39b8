#include "replay/game/command_line.h"

#include <fmt/format.h>

#include "nomic/replay/afterwards.h"
#include "nomic/replay/edition.h"
#include "nomic/replay/point.h"
#include "nomic/replay/reference.h"

namespace nomic::replay::test {
namespace {

std::string quoted(const std::string& word) {
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

// Thousandths as people write them, with a sign: +4, -0.5.
std::string points_of(std::int64_t thousandths) {
  const auto size = thousandths < 0 ? -thousandths : thousandths;
  std::string text = fmt::format("{}{}", thousandths < 0 ? "-" : "+", size / 1000);
  if (size % 1000 != 0) text += fmt::format(".{:03}", size % 1000);
  return text;
}

std::string kind_word(v1::ChangeKind kind) {
  switch (kind) {
    case v1::ENACT:
      return "enact";
    case v1::AMEND:
      return "amend";
    case v1::REPEAL:
      return "repeal";
    case v1::REENACT:
      return "reenact";
    case v1::RESTORE:
      return "restore";
    case v1::NO_CHANGE:
      return "nothing";
    default:
      return {};
  }
}

// Whether the options of `propose` say all of the change.
bool fits_options(const v1::RuleChange& change) {
  if (kind_word(change.kind()).empty()) return false;
  for (const auto& provision : change.provisions()) {
    if (!check_provision(provision)) return false;
  }
  return true;
}

std::string number_word(std::uint64_t number) {
  return number == 0 ? std::string() : " " + numeral(number);
}

// A proposal as it is typed: by its record where it has no number.
std::string proposal_as_typed(std::uint32_t number) {
  return is_unnumbered(number) ? fmt::format("record:{}", record_of_unnumbered(number)) : numeral(number);
}

std::string proposal_word(std::uint32_t number) {
  return number == 0 ? std::string() : " " + proposal_as_typed(number);
}

std::string choice_word(v1::VoteCast::Choice choice) {
  return choice == v1::VoteCast::FOR ? "for" : choice == v1::VoteCast::AGAINST ? "against" : "abstain";
}

std::string finding_words(const v1::Finding& finding) {
  const std::string cite = fmt::format(" --cite {}", finding.cited());
  switch (finding.kind_case()) {
    case v1::Finding::kVoidRule:
      return fmt::format(" --void {}{}", finding.void_rule(), cite);
    case v1::Finding::kPrevailingRule:
      return fmt::format(" --prevails {}{}", finding.prevailing_rule(), cite);
    case v1::Finding::kPlayer:
      return fmt::format(" --player {} {}{}", quoted(finding.player().player()), finding.player().in() ? "in" : "out",
                         cite);
    case v1::Finding::kBallot: {
      const auto choice = finding.ballot().choice();
      const bool cast = choice == v1::VoteCast::FOR || choice == v1::VoteCast::AGAINST;
      return fmt::format(" --ballot {} {} {}{}", proposal_as_typed(number_in(finding.ballot().proposal())),
                         quoted(finding.ballot().player()), cast ? choice_word(choice) : "none", cite);
    }
    case v1::Finding::kOutcome:
      return fmt::format(" --outcome {} {}{}", proposal_as_typed(number_in(finding.outcome().proposal())),
                         finding.outcome().adopted() ? "adopted" : "defeated", cite);
    case v1::Finding::kPoints:
      return fmt::format(" --points {}{}",
                         quoted(finding.points().player() + "=" + points_of(finding.points().points())), cite);
    case v1::Finding::kWinner:
      return fmt::format(" --winner {}{}", quoted(finding.winner()), cite);
    case v1::Finding::kEndOfDebate:
      return fmt::format(" --end-debate {}{}", print_time(finding.end_of_debate()), cite);
    case v1::Finding::kNumber:
      return fmt::format(" {} {} {} {}{}", finding.number().swap() ? "--swap-numbers" : "--number",
                         finding.number().rule(), finding.number().number(),
                         finding.number().all_along() ? "all-along" : "onward", cite);
    case v1::Finding::KIND_NOT_SET:
      break;
  }
  return {};
}

std::string judgment_line(const v1::JudgmentDelivered& judgment) {
  std::string line = fmt::format("judgment deliver {} --reasons {}", quoted(judgment.answer()),
                                 quoted(judgment.reasons().empty() ? "So it is." : judgment.reasons()));
  if (judgment.question() != 0) line += fmt::format(" --question {}", judgment.question());
  for (const auto record : judgment.strikes()) line += fmt::format(" --strike {}", record);
  for (const auto record : judgment.upholds()) line += fmt::format(" --uphold {}", record);
  if (judgment.paradox()) line += " --paradox";
  for (const auto& finding : judgment.findings()) line += finding_words(finding);
  return line;
}

std::string correction_line(const v1::RecordCorrected& correction) {
  std::string line = fmt::format("correct {} --cause {}", correction.record(), quoted(correction.cause()));
  if (correction.has_title()) {
    line += fmt::format(" --rule {} --title {}", correction.title().rule(), quoted(correction.title().after()));
  } else if (correction.has_number()) {
    const auto& number = correction.number();
    line += fmt::format(" --rule {} --number {}{}{}", number.rule(), number.number(),
                        number.all_along() ? " --all-along" : "", number.swap() ? " --swap" : "");
  } else if (correction.text().whole()) {
    line += fmt::format(" --rule {} --text {}", correction.text().rule(), quoted(correction.text().after()));
  } else if (correction.has_text()) {
    line += fmt::format(" --rule {} --before {} --after {}", correction.text().rule(),
                        quoted(correction.text().before()), quoted(correction.text().after()));
  } else if (correction.has_name()) {
    line += " --name " + quoted(correction.name().name());
  } else {
    line += " --occurred-at-was " + print_time(correction.occurred_at());
  }
  return line;
}

std::string attested_line(const v1::OutcomeAttested& attested) {
  std::string line = fmt::format("attest {} {}", proposal_as_typed(number_in(attested.proposal())),
                                 attested.adopted() ? "adopted" : "defeated");
  if (attested.has_votes_for()) line += fmt::format(" --for {}", attested.votes_for());
  if (attested.has_votes_against()) line += fmt::format(" --against {}", attested.votes_against());
  return line;
}

std::string join_line(const v1::PlayerNames& names) {
  std::string line = "join " + quoted(names.name());
  return names.surname().empty() ? line : line + " --surname " + quoted(names.surname());
}

}  // namespace

std::string CommandLines::file_of(const std::string& text) {
  const std::string name = fmt::format("f{}.txt", ++file_count_);
  files_.push_back(fmt::format("#> {} {}", name, text));
  return name;
}

std::vector<std::string> CommandLines::founding(const Table& table) {
  files_.clear();
  v1::Ruleset rules;
  std::string players;
  for (const auto& move : table.moves) {
    if (move.event.has_rule_founded()) *rules.add_rules() = move.event.rule_founded().rule();
    if (move.event.has_player_seated()) players += " " + quoted(move.event.player_seated().player().name());
  }
  std::string of_rules;
  for (const char* name : {"1990", "1982"}) {
    v1::Ruleset there;
    const auto known = edition(name);
    if (known) *there.mutable_rules() = known->rules();
    if (there.SerializeAsString() == rules.SerializeAsString()) of_rules = fmt::format("--edition {}", name);
  }
  rules.add_modes(v1::TABLE);
  rules.add_modes(v1::MAIL);
  if (of_rules.empty()) of_rules = "--rules " + file_of(rules.ShortDebugString());
  const bool mail = table.state().founding().mode() == v1::MAIL;
  auto lines = files_;
  const std::string when = is_recorded_afterwards(table.state())
                               ? " --retrospective --occurred-at " + print_time(table.state().recorded_at())
                               : "";
  lines.push_back(fmt::format("init {} --mode {}{}{}", of_rules, mail ? "mail" : "table", when, players));
  return lines;
}

std::vector<std::string> CommandLines::of(const Move& move) {
  files_.clear();
  v1::Event event = move.event;
  std::string before;
  if (event.has_move_contested()) {
    before = "contest ";
    event.ParseFromString(move.event.move_contested().event());
  }
  const auto line = event_line(event);
  if (line.empty()) return {};
  auto lines = files_;
  const bool names_its_author = move.author.empty() || event.has_player_joined();
  const bool says_time = move.event.afterwards();
  lines.push_back(before + line + (says_time ? " --occurred-at " + print_time(move.event.occurred_at()) : "") +
                  (names_its_author ? std::string() : " --as " + quoted(move.author)));
  return lines;
}

// The rule-changes of a proposal, as words and options.
std::string CommandLines::form(const google::protobuf::RepeatedPtrField<v1::RuleChange>& changes, bool together) {
  if (changes.size() == 1 && fits_options(changes.Get(0))) {
    const auto& change = changes.Get(0);
    std::string line = " " + kind_word(change.kind()) + number_word(number_in(change.rule()));
    if (!change.texts().empty()) line += " --text " + quoted(change.texts(0).text());
    if (!change.title().empty()) line += " --title " + quoted(change.title());
    for (const auto& provision : change.provisions()) line += " --provision " + quoted(print_provision(provision));
    if (change.text_unknown()) line += " --text-unknown";
    if (!change.number().empty()) line += fmt::format(" --rule-number {}", change.number());
    return line;
  }
  v1::ProposalMade file;
  *file.mutable_changes() = changes;
  file.set_together(together);
  return " --changes " + file_of(file.ShortDebugString());
}

std::string CommandLines::event_line(const v1::Event& event) {
  const auto effect = [](const auto& made) {
    std::string line;
    if (made.effect_at() > 0) line += " --effect-at " + print_time(made.effect_at());
    if (made.has_effect_from()) line += fmt::format(" --effect-from {}", made.effect_from());
    return line;
  };
  switch (event.kind_case()) {
    case v1::Event::kPlayerJoined:
      return join_line(event.player_joined().player());
    case v1::Event::kPlayerForfeited:
      return "forfeit --yes";
    case v1::Event::kTeamAssigned:
      return event.team_assigned().team().empty() ? "team --none" : "team " + quoted(event.team_assigned().team());
    case v1::Event::kActivityChanged:
      return event.activity_changed().active() ? "active" : "inactive";
    case v1::Event::kApprovalGiven:
      return "approve " + quoted(event.approval_given().player()) +
             (event.approval_given().approve() ? "" : " --refuse");
    case v1::Event::kProposalMade: {
      const auto& made = event.proposal_made();
      // Both at once are refused by the engine; nobody can type them.
      if (made.number_unknown() && !made.number().empty()) return {};
      const std::string number = made.number_unknown()    ? " --number unknown"
                                 : !made.number().empty() ? fmt::format(" --number {}", made.number())
                                                          : std::string();
      return "propose" + form(made.changes(), made.together()) + number + effect(made) +
             (made.call_vote() ? " --call-vote" : "");
    }
    case v1::Event::kProposalRevised: {
      const auto& revised = event.proposal_revised();
      return "revise" + proposal_word(number_in(revised.proposal())) + form(revised.changes(), revised.together()) +
             effect(revised);
    }
    case v1::Event::kProposalWithdrawn:
      return "withdraw" + proposal_word(number_in(event.proposal_withdrawn().proposal()));
    case v1::Event::kDebateSpoken:
      return "debate " + quoted(event.debate_spoken().text()) + " --on" +
             proposal_word(number_in(event.debate_spoken().proposal()));
    case v1::Event::kVoteCalled:
      return "call-vote" + proposal_word(number_in(event.vote_called().proposal()));
    case v1::Event::kVoteCast:
      return "vote " + choice_word(event.vote_cast().choice()) + proposal_word(number_in(event.vote_cast().proposal()));
    case v1::Event::kVoteWithdrawn:
      return "vote withdraw" + proposal_word(number_in(event.vote_withdrawn().proposal()));
    case v1::Event::kDiceThrown: {
      // Without faces the command would throw for itself.
      std::string line = "roll";
      for (const auto face : event.dice_thrown().faces()) line += fmt::format(" {}", face);
      return event.dice_thrown().faces().empty() ? "roll 1" : line;
    }
    case v1::Event::kJudgmentInvoked: {
      std::string line = "judgment invoke " + quoted(event.judgment_invoked().question());
      for (const auto record : event.judgment_invoked().about()) line += fmt::format(" --about {}", record);
      return line;
    }
    case v1::Event::kJudgmentDelivered:
      return judgment_line(event.judgment_delivered());
    case v1::Event::kOverruleVoted:
      return fmt::format("judgment overrule {} --judgment {}", event.overrule_voted().overrule() ? "for" : "against",
                         event.overrule_voted().judgment());
    case v1::Event::kDebateEndAsked:
      return "judgment ask-time" + proposal_word(number_in(event.debate_end_asked().proposal()));
    case v1::Event::kConsentGiven:
      return event.consent_given().withdrawn() ? "consent --withdraw" : "consent";
    case v1::Event::kActPerformed: {
      const auto& act = event.act_performed();
      std::string line = fmt::format("act --cite {} {}", act.cited(), quoted(act.text()));
      for (const auto& one : act.points()) line += " --points " + quoted(one.player() + "=" + points_of(one.points()));
      for (const auto& one : act.attributes()) {
        line += " --set " + quoted((one.player().empty() ? "" : one.player() + ".") + one.key() + "=" + one.value());
      }
      for (const auto& one : act.holdings()) {
        line += " --give " + quoted(one.owner() + ":" + one.thing() + "=" + points_of(one.amount()));
      }
      v1::ProposalMade file;
      *file.mutable_changes() = act.changes();
      if (!act.changes().empty()) line += " --changes " + file_of(file.ShortDebugString());
      return line;
    }
    case v1::Event::kOutcomeAttested:
      return attested_line(event.outcome_attested());
    case v1::Event::kRecordCorrected:
      return correction_line(event.record_corrected());
    case v1::Event::kObjectionRaised:
      return fmt::format("object {} --reason {}", event.objection_raised().record(),
                         quoted(event.objection_raised().reason()));
    case v1::Event::kRuleAnnotated: {
      const auto& note = event.rule_annotated();
      if (note.removes() != 0) return fmt::format("annotate --remove {}", note.removes());
      return fmt::format("annotate {} {}{}", note.rule(), quoted(note.text()),
                         note.judgment() == 0 ? "" : fmt::format(" --judgment {}", note.judgment()));
    }
    case v1::Event::kTimePassed:
      return "tick";
    default:
      return {};
  }
}

}  // namespace nomic::replay::test

#include "render/status_text.h"

#include <fmt/format.h>

#include <map>
#include <utility>

#include "nomic/replay/reference.h"
#include "nomic/views/afterwards_view.h"
#include "nomic/words/listing.h"
#include "nomic/words/shell_word.h"
#include "nomic/words/terminal_text.h"
#include "render/acts_text.h"
#include "render/form_text.h"
#include "render/layout.h"
#include "render/score_text.h"

namespace nomic::tools {
namespace {

constexpr std::size_t FORM_INDENT = 4;
// Of a form's digest, as many as tell it from every other form in practice.
constexpr std::size_t FORM_DIGITS = 16;

std::string_view phase_words(v1::StatusView::Phase phase) {
  switch (phase) {
    case v1::StatusView::PROPOSING:
      return "proposing";
    case v1::StatusView::DEBATING:
      return "debating";
    case v1::StatusView::VOTING:
      return "voting";
    case v1::StatusView::THROWING:
      return "throwing";
    case v1::StatusView::TURN_COMPLETE:
      return "complete";
    case v1::StatusView::BEGUN:
      return "proposing anew";
    case v1::StatusView::WON:
      return "the game is won";
    default:
      return "not begun";
  }
}

template <class Names>
std::string names_of(const Names& names) {
  std::vector<std::string> shown;
  for (const std::string& name : names) shown.push_back(on_one_line(name));
  return shown.empty() ? "nobody" : listed(shown);
}

std::string open_proposal(const v1::StatusView::OpenProposal& proposal) {
  const bool has_number = !proposal.number().starts_with('#');
  const std::string what =
      fmt::format("{} {}", has_number ? "Proposal" : "The proposal of record", bold(proposal.number()));
  std::string out =
      fmt::format("{} by {}, to {}: ", what, on_one_line(proposal.proponent()), on_one_line(proposal.change()));
  if (proposal.phase() == v1::StatusView::DEBATING) return out + "debated; its vote is not called.";
  if (proposal.phase() == v1::StatusView::UNDETERMINED) return out + "voted on, and no rule says with what outcome.";
  return out + fmt::format("being voted on. Voted: {}. Missing: {}.", names_of(proposal.voted()),
                           names_of(proposal.missing()));
}

// What is proposed, with every word, and where it is on record.
std::string proposed_text(const v1::StatusView::OpenProposal& proposal, std::size_t width) {
  const std::string revised =
      proposal.form_record() <= proposal.record() ? "" : fmt::format(", as revised at #{}", proposal.form_record());
  return form_text(proposal.changes(), width, FORM_INDENT) +
         wrap(dim(fmt::format("#{}{}; form {}", proposal.record(), revised, proposal.form().substr(0, FORM_DIGITS))),
              width, FORM_INDENT);
}

std::string throw_text(const v1::ThrowView& due) {
  std::string out =
      fmt::format("The faces of {}'s throw follow from secrets (round {}). ", on_one_line(due.player()), due.round());
  if (due.phase() == "COMMITTING") {
    return out +
           fmt::format("Those who commit: {}. Committed: {}.", names_of(due.committers()), names_of(due.committed()));
  }
  return out + fmt::format("Everybody has committed. Those who reveal: {}. Revealed: {}.", names_of(due.committers()),
                           names_of(due.revealed()));
}

enum class Weight : std::uint8_t { MUST, MAY, ASKED };

// What a command asks about before it records it is no ordinary move.
Weight weight_of(const v1::OfferView& way) {
  if (way.must()) return Weight::MUST;
  return way.asks_first() ? Weight::ASKED : Weight::MAY;
}

// Who may not join now waits for a better moment: that they can contest it goes without saying.
bool goes_without_saying(const v1::OfferView& way) {
  return way.kind() == "move_contested" && way.blanks_size() != 0 && way.blanks(0) == v1::OfferView::NAME;
}

std::string_view heading_of(Weight weight) {
  switch (weight) {
    case Weight::MUST:
      return "The game waits for one of these:\n";
    case Weight::MAY:
      return "Allowed:\n";
    case Weight::ASKED:
      break;
  }
  return "Allowed, and asked about first:\n";
}

// One line for what several players must, or may, do alike: `nomic forfeit --as Ann|Bob`.
std::string ways_text(const v1::StatusView& status, Weight weight) {
  struct Line {
    std::string command;
    std::string players;
    std::uint32_t rule;
  };
  std::vector<Line> lines;
  // Of a big game there are thousands: the place of each line that names its players.
  std::map<std::pair<std::string, std::uint32_t>, std::size_t> places;
  for (const auto& way : status.ways()) {
    if (weight_of(way) != weight || goes_without_saying(way)) continue;
    const std::string player = as_shell_word(way.player());
    const std::string by = " --as " + player;
    std::string command = way.command();
    const bool named = command.ends_with(by);
    if (named) command.resize(command.size() - by.size());
    const auto [place, is_new] = named ? places.try_emplace({command, replay::number_in(way.rule())}, lines.size())
                                       : std::pair(places.end(), true);
    if (is_new) {
      lines.push_back({command, named ? player : "", replay::number_in(way.rule())});
    } else {
      lines[place->second].players += "|" + player;
    }
  }
  std::string out(lines.empty() ? std::string_view() : heading_of(weight));
  for (const Line& line : lines) {
    out += "  " + on_one_line(line.command);
    if (!line.players.empty()) out += " --as " + on_one_line(line.players);
    out += line.rule == 0 ? "\n" : dim(fmt::format("  (rule {})", replay::numeral(line.rule))) + "\n";
  }
  return out;
}

template <class Records>
std::string records_of(const Records& records) {
  std::vector<std::string> shown;
  for (const auto record : records) shown.push_back(fmt::format("#{}", record));
  return listed(shown);
}

std::string question_text(const v1::StatusView::Question& question) {
  std::string out =
      fmt::format("Question {}, by {}", bold(fmt::format("#{}", question.record())), on_one_line(question.asker()));
  if (!question.about().empty()) out += ", on " + records_of(question.about());
  out += fmt::format(": {} ", in_quotes(question.text()));
  if (question.answered_by() != 0) return out + fmt::format("Answered by #{}.", question.answered_by());
  out += question.judges().empty() ? "Nobody is left to judge it."
                                   : fmt::format("Open: {} {}.", names_of(question.judges()),
                                                 question.judges_size() == 1 ? "judges" : "judge");
  if (!question.answered().empty()) out += fmt::format(" Answered so far: {}.", names_of(question.answered()));
  if (!question.overruled().empty()) out += fmt::format(" Overruled on it: {}.", names_of(question.overruled()));
  return out;
}

std::string judgment_text(const v1::StatusView::Judgment& judgment) {
  std::string out = fmt::format("Judgment {}, by {}, on #{}: {}", bold(fmt::format("#{}", judgment.record())),
                                on_one_line(judgment.judge()), judgment.question(), in_quotes(judgment.answer()));
  if (!judgment.orders().empty()) {
    out += fmt::format(" It {}.", listed({judgment.orders().begin(), judgment.orders().end()}));
  }
  for (const std::string& fallen : judgment.fallen()) {
    out += " " + yellow(fmt::format("Without effect that {}.", on_one_line(fallen)));
  }
  if (judgment.overruled()) return out + " " + red("Overruled") + ".";
  if (judgment.began_turn()) out += " The turn began by it, and has not begun if it is overruled.";
  if (!judgment.for_overruling().empty())
    out += fmt::format(" For overruling: {}.", names_of(judgment.for_overruling()));
  if (!judgment.against_overruling().empty()) {
    out += fmt::format(" Against it: {}.", names_of(judgment.against_overruling()));
  }
  if (!judgment.missing().empty()) out += fmt::format(" Yet to vote on overruling: {}.", names_of(judgment.missing()));
  return out;
}

template <class Numbers>
std::string rules_of(const Numbers& numbers) {
  const std::vector<std::string> rules(numbers.begin(), numbers.end());
  return fmt::format("{} {}", rules.size() == 1 ? "rule" : "rules", listed(rules));
}

// What has become of it, and what is left against it.
std::string standing_text(const v1::StatusView::Contested& contested) {
  if (contested.upheld()) return "Upheld.";
  if (contested.left().empty()) return "Without effect unless upheld.";
  return fmt::format("Upheld by {}, and without effect: {}.", records_of(contested.upheld_by()),
                     on_one_line(fmt::format("{}", fmt::join(contested.left(), "; "))));
}

std::string contested_text(const v1::StatusView::Contested& contested) {
  std::string out = fmt::format("Contested {}: {}", bold(fmt::format("#{}", contested.record())), contested.move());
  // Of one prohibition its rules say enough.
  if (contested.reasons_size() > 1) {
    out += fmt::format(" Against it: {}.", on_one_line(fmt::format("{}", fmt::join(contested.reasons(), "; "))));
  } else if (!contested.against().empty()) {
    out += fmt::format(" Against it: {}.", rules_of(contested.against()));
  }
  return out + " " + standing_text(contested);
}

std::string consent_text(const v1::StatusView& status) {
  if (status.consents().empty() && status.consents_missing().empty()) return {};
  const std::string still =
      status.consents_needed() == 0 ? "enough have consented" : fmt::format("{} more needed", status.consents_needed());
  return fmt::format("Consent: given by {}; not by {}; {}.", names_of(status.consents()),
                     names_of(status.consents_missing()), still);
}

std::string disputes_text(const v1::StatusView& status, std::size_t width) {
  std::string out;
  for (const auto& question : status.questions()) out += wrap(question_text(question), width, 0);
  for (const auto& judgment : status.judgments()) out += wrap(judgment_text(judgment), width, 0);
  for (const auto& contested : status.contested()) out += wrap(contested_text(contested), width, 0);
  if (!status.struck().empty()) out += wrap(fmt::format("Struck: {}.", records_of(status.struck())), width, 0);
  if (!status.fallen().empty()) {
    out += wrap(fmt::format("Fallen with what was struck: {}.", records_of(status.fallen())), width, 0);
  }
  for (const auto& correction : status.corrections()) {
    out +=
        wrap(fmt::format("Correction {}, by {}, of #{}: {}. Open to objection until a turn of another player begins.",
                         bold(fmt::format("#{}", correction.record())), on_one_line(correction.author()),
                         correction.corrects(), correction.what()),
             width, 0);
  }
  const std::string consent = consent_text(status);
  return consent.empty() ? out : out + wrap(consent, width, 0);
}

// The sentence with a capital at its beginning, where that is a plain letter.
std::string capital(std::string_view sentence) {
  std::string out = on_one_line(sentence);
  if (!out.empty() && out[0] >= 'a' && out[0] <= 'z') out[0] = static_cast<char>(out[0] - 'a' + 'A');
  return out;
}

// "Moving: Ann. Next: Bob. Judge: Cleo."
std::string turn_words(const v1::StatusView& status) {
  std::vector<std::string> words;
  if (!status.turn_of().empty()) words.push_back(fmt::format("Moving: {}.", on_one_line(status.turn_of())));
  // Before the first proposal who is moving is who may begin.
  const bool begins = status.phase() == v1::StatusView::PROPOSING && status.next() == status.turn_of();
  if (status.phase() != v1::StatusView::WON && !(begins && !status.next().empty())) {
    words.push_back(fmt::format("Next: {}.", status.next().empty() ? "anyone" : on_one_line(status.next())));
  }
  if (!status.judge().empty()) {
    words.push_back(fmt::format("Judge: {}.", on_one_line(status.judge())));
  } else if (!status.would_judge().empty()) {
    words.push_back(fmt::format("Judge, if there is a question: {}.", on_one_line(status.would_judge())));
  }
  if (status.closed()) words.emplace_back("The game is closed.");
  return fmt::format("{}", fmt::join(words, " "));
}

}  // namespace

std::string status_text(const v1::StatusView& status, std::size_t width) {
  const std::string last = status.has_day()               ? fmt::format(", the last on {}", day_words(status.day()))
                           : status.recorded_at().empty() ? ""
                                                          : fmt::format(", the last at {}", status.recorded_at());
  std::string out = fmt::format("{}: turn {}, circuit {}, {}; {} records{}\n", bold(on_one_line(status.name())),
                                status.turn(), status.circuit(), phase_words(status.phase()), status.size(), last);
  if (status.has_afterwards()) out += wrap(on_one_line(status.afterwards().in_words()), width, 0);
  for (const auto& winner : status.winners()) {
    const std::string what = winner.ends() == "ROUND"     ? "won a round"
                             : winner.ends() == "NOTHING" ? "won"
                                                          : "won the game";
    out += green(fmt::format("{} has {} at #{} (rule {}).", on_one_line(winner.player()), what, winner.record(),
                             winner.rule())) +
           "\n";
  }
  out += wrap(fmt::format("In playing order: {}.", names_of(status.players())), width, 0);
  out += wrap(turn_words(status), width, 0);
  for (const auto& proposal : status.proposals()) {
    out += wrap(open_proposal(proposal), width, 0) + proposed_text(proposal, width);
  }
  for (const auto& due : status.throws()) out += wrap(throw_text(due), width, 0);
  out += disputes_text(status, width) + acts_text(status.acts(), width);
  for (const auto& standstill : status.standstills()) {
    const std::string rule = standstill.rule().empty() ? "" : fmt::format(" (rule {})", standstill.rule());
    out += wrap(fmt::format("{}: {}. {}{}.", red("Play cannot go on"), on_one_line(standstill.what()),
                            capital(standstill.offer()), rule),
                width, 0);
  }
  if (!status.waiting_for().empty())
    out += wrap(fmt::format("Waiting for: {}.", names_of(status.waiting_for())), width, 0);
  for (const auto& due : status.due()) {
    const std::string rule = due.rule().empty() ? "" : fmt::format(" (rule {})", due.rule());
    out += wrap(fmt::format("At {}: {}{}.", due.at(), on_one_line(due.what()), rule), width, 0);
  }
  if (status.has_ways_at()) {
    out += wrap(yellow("Note: ") + fmt::format("what was due by now happens before the next record; what follows holds "
                                               "as of {}.",
                                               status.ways_at()),
                width, 0);
  }
  out += ways_text(status, Weight::MUST) + ways_text(status, Weight::MAY) + ways_text(status, Weight::ASKED);
  for (const std::string& note : status.notes()) out += wrap(yellow("Note: ") + on_one_line(note), width, 0);
  return out + holdings_text(status);
}

}  // namespace nomic::tools

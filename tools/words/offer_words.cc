#include "nomic/words/offer_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "nomic/replay/reference.h"
#include "nomic/v1/event.pb.h"
#include "nomic/words/shell_word.h"

namespace nomic::tools {
namespace {

using Event = v1::Event;

v1::Event::KindCase kind_of_offer(const v1::OfferView& offer) {
  const auto* field = Event::descriptor()->FindFieldByName(offer.kind());
  return field == nullptr ? Event::KIND_NOT_SET : static_cast<Event::KindCase>(field->number());
}

auto times_blank(const v1::OfferView& offer, v1::OfferView::Blank blank) {
  return std::count(offer.blanks().begin(), offer.blanks().end(), blank);
}

bool is_blank(const v1::OfferView& offer, v1::OfferView::Blank blank) {
  return times_blank(offer, blank) != 0;
}

bool is_settled(const v1::OfferView& offer, std::string_view choice) {
  return !is_blank(offer, v1::OfferView::CHOICE) && offer.choices_size() == 1 && offer.choices(0) == choice;
}

std::string proposal_as_typed(const v1::OfferView& offer) {
  return replay::typed_reference(replay::number_in(offer.proposal()));
}

std::string with_choices(std::string_view before, const v1::OfferView& offer) {
  return fmt::format("{} {}", before, fmt::join(offer.choices(), "|"));
}

std::string on_proposal(std::string_view before, const v1::OfferView& offer) {
  return fmt::format("{} {}", before, proposal_as_typed(offer));
}

std::string throw_command(const v1::OfferView& offer) {
  std::string command = "roll";
  for (std::uint32_t die = 0; die < (is_blank(offer, v1::OfferView::FACES) ? offer.dice() : 0); ++die) {
    command += " FACE";
  }
  return command;
}

std::string key_command(Event::KindCase kind, const v1::OfferView& offer) {
  if (kind == Event::kKeyRevoked) {
    if (!offer.has_record()) return "key revoke --key FILE";
    const std::string by = times_blank(offer, v1::OfferView::KEY) > 1 ? " --key FILE" : "";
    return fmt::format("key revoke --judgment {} --revoked KEY{}", offer.record(), by);
  }
  const std::string_view word = kind == Event::kKeyRotated ? "rotate" : "register";
  const bool another = times_blank(offer, v1::OfferView::KEY) > 1;
  return fmt::format("key {} --key FILE{}", word, another ? " --new-key FILE" : "");
}

bool is_of_keys(Event::KindCase kind) {
  return kind == Event::kKeyRegistered || kind == Event::kKeyRotated || kind == Event::kKeyRevoked;
}

std::string bare_command(Event::KindCase kind, const v1::OfferView& offer) {
  switch (kind) {
    case Event::kPlayerJoined:
      return "join NAME";
    case Event::kPlayerForfeited:
      return "forfeit";
    case Event::kTeamAssigned:
      return is_settled(offer, "withdraw") ? "team --none" : "team NAME";
    case Event::kActivityChanged:
      return is_settled(offer, "active") ? "active" : "inactive";
    case Event::kApprovalGiven:
      return fmt::format("approve {} [--refuse]", as_shell_word(offer.about()));
    case Event::kProposalMade:
      return with_choices("propose", offer) + " ...";
    case Event::kProposalRevised:
      return with_choices(on_proposal("revise", offer), offer) + " ...";
    case Event::kProposalWithdrawn:
      return on_proposal("withdraw", offer);
    case Event::kDebateSpoken:
      return on_proposal("debate TEXT --on", offer);
    case Event::kVoteCalled:
      return on_proposal("call-vote", offer);
    case Event::kVoteCast:
      return on_proposal(with_choices("vote", offer), offer);
    case Event::kVoteWithdrawn:
      return on_proposal("vote withdraw", offer);
    case Event::kDiceThrown:
      return throw_command(offer);
    case Event::kDiceCommitted:
      return "roll --commit";
    case Event::kDiceRevealed:
      return "roll --reveal";
    case Event::kJudgmentInvoked:
      return "judgment invoke QUESTION";
    case Event::kJudgmentDelivered:
      return fmt::format("judgment deliver ANSWER --reasons REASONS --question {}", offer.record());
    case Event::kOverruleVoted:
      return fmt::format("{} --judgment {}", with_choices("judgment overrule", offer), offer.record());
    case Event::kDebateEndAsked:
      return on_proposal("judgment ask-time", offer);
    case Event::kConsentGiven:
      return is_settled(offer, "withdraw") ? "consent --withdraw" : "consent";
    case Event::kMoveContested:
      return is_blank(offer, v1::OfferView::NAME) ? "contest join NAME" : "contest COMMAND...";
    case Event::kActPerformed:
      return "act --cite N TEXT";
    case Event::kOutcomeAttested: {
      const bool any = is_blank(offer, v1::OfferView::PROPOSAL);
      return with_choices(fmt::format("attest {}", any ? "P" : proposal_as_typed(offer)), offer);
    }
    case Event::kRecordCorrected:
      return "correct RECORD --cause CAUSE ...";
    case Event::kObjectionRaised:
      return fmt::format("object {}", offer.record());
    case Event::kRuleAnnotated:
      return is_blank(offer, v1::OfferView::RECORD) ? "annotate --remove RECORD" : "annotate N NOTE";
    case Event::kKeyRegistered:
    case Event::kKeyRotated:
    case Event::kKeyRevoked:
      return key_command(kind, offer);
    case Event::kTimePassed:
      return "tick";
    case Event::kGameWentLive:
      return "live";
    // Players make none of these in a game that goes on.
    case Event::kGameFounded:
    case Event::kRuleFounded:
    case Event::kPlayerSeated:
    case Event::kSeatRestored:
    case Event::kEngineUpgraded:
    case Event::kRollbackAccepted:
    case Event::KIND_NOT_SET:
      break;
  }
  return {};
}

}  // namespace

std::string command_of(const v1::OfferView& offer) {
  const auto kind = kind_of_offer(offer);
  std::string command = "nomic " + bare_command(kind, offer);
  if (is_blank(offer, v1::OfferView::TIME)) command += " --occurred-at TIME";
  if (is_blank(offer, v1::OfferView::KEY) && !is_of_keys(kind)) command += " --key FILE";
  if (!offer.player().empty()) command += " --as " + as_shell_word(offer.player());
  return command;
}

}  // namespace nomic::tools

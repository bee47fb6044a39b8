#include "nomic/service/offer_views.h"

#include <algorithm>
#include <string_view>

#include "nomic/replay/reference.h"
#include "nomic/service/view_values.h"
#include "nomic/v1/event.pb.h"

namespace nomic::tools {
namespace {

// Both list the blanks in one order.
static_assert(static_cast<int>(replay::Blank::KEY) == v1::OfferView::KEY);

std::string_view word_of(replay::Choice choice) {
  switch (choice) {
    case replay::Choice::FOR:
      return "for";
    case replay::Choice::AGAINST:
      return "against";
    case replay::Choice::ABSTAIN:
      return "abstain";
    case replay::Choice::ADOPTED:
      return "adopted";
    case replay::Choice::DEFEATED:
      return "defeated";
    case replay::Choice::APPROVE:
      return "approve";
    case replay::Choice::REFUSE:
      return "refuse";
    case replay::Choice::ACTIVE:
      return "active";
    case replay::Choice::INACTIVE:
      return "inactive";
    case replay::Choice::GIVE:
      return "give";
    case replay::Choice::WITHDRAW:
      return "withdraw";
  }
  return {};
}

// As `propose` has it; which way a rule is transmuted follows from the rule.
std::string_view word_of(v1::ChangeKind kind) {
  switch (kind) {
    case v1::ENACT:
      return "enact";
    case v1::AMEND:
      return "amend";
    case v1::REPEAL:
      return "repeal";
    case v1::TRANSMUTE_TO_MUTABLE:
    case v1::TRANSMUTE_TO_IMMUTABLE:
      return "transmute";
    case v1::REENACT:
      return "reenact";
    case v1::RESTORE:
      return "restore";
    case v1::RETITLE:
      return "retitle";
    case v1::NO_CHANGE:
      return "nothing";
    default:
      return {};
  }
}

void add_choice(std::string_view word, v1::OfferView& view) {
  const auto& all = view.choices();
  if (std::find(all.begin(), all.end(), word) == all.end()) view.add_choices(std::string(word));
}

}  // namespace

v1::OfferView offer_view(const replay::Offer& offer) {
  v1::OfferView view;
  view.set_player(offer.player);
  view.set_rule(replay::reference(offer.rule.number()));
  view.set_must(offer.must);
  const auto* kind = v1::Event::descriptor()->FindFieldByNumber(offer.kind);
  if (kind != nullptr) view.set_kind(kind->name());
  for (const replay::Blank blank : offer.blanks) view.add_blanks(static_cast<v1::OfferView::Blank>(blank));
  for (const replay::Choice choice : offer.choices) add_choice(word_of(choice), view);
  for (const v1::ChangeKind change : offer.changes) add_choice(word_of(change), view);
  if (offer.proposal != 0) view.set_proposal(replay::reference(offer.proposal));
  if (offer.record != 0) view.set_record(count32(offer.record));
  if (!offer.about.empty()) view.set_about(offer.about);
  if (offer.dice != 0) {
    view.set_dice(offer.dice);
    view.set_faces(offer.faces);
  }
  return view;
}

}  // namespace nomic::tools

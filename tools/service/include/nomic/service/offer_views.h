// Views of moves that can be made now.
#pragma once

#include "nomic/replay/offers.h"
#include "nomic/v1/offer_view.pb.h"

namespace nomic::tools {

// With the names by which records know players, and without a command, which is words (nomic/words/offer_words.h).
v1::OfferView offer_view(const replay::Offer& offer);

}  // namespace nomic::tools

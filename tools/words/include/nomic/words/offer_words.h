// Commands for moves that can be made now.
#pragma once

#include <string>

#include "nomic/v1/offer_view.pb.h"

namespace nomic::tools {

// The move as it would be typed, with what is still to be filled in in capitals: "nomic vote for|against 305 --as Bob".
// By whom comes last.
std::string command_of(const v1::OfferView& offer);

}  // namespace nomic::tools

// What rules can disagree on, in plain words.
#pragma once

#include <string>
#include <string_view>

namespace nomic::tools {

// The point of a conflict, as consequences and remarks name it ("VotingPeriod.vote"): "how long a vote lasts". What a
// later schema knows comes back as it is.
std::string words_of_point(std::string_view point);

// What provisions of a kind ("turn_order") are about: "the order of play". A later schema's comes back as it is.
std::string words_of_matter(std::string_view kind);

}  // namespace nomic::tools

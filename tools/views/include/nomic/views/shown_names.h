// Names as they are shown: a clerical correction gives a player another name than the one under which records know
// them.
#pragma once

#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>

#include <cstdint>

#include "nomic/replay/state.h"

namespace nomic::tools {

// What a text field of a status holds.
enum class TextIs : std::uint8_t {
  NOT_LISTED,  // a new field, of which shown_names.cc does not say what it holds
  A_NAME,      // of a player, as records know them
  ANYTHING,    // anything else
};
[[nodiscard]] TextIs text_is(const google::protobuf::FieldDescriptor& field);

// Puts the name that is shown in the place of each name of a player in the view, however deep.
void show_names(const replay::State& state, google::protobuf::Message& view);

}  // namespace nomic::tools

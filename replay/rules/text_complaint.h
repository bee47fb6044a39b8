// What protobuf's text format complains of, and what it is about.
#pragma once

#include <google/protobuf/message.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "nomic/replay/error.h"

namespace nomic::replay {

struct Complaint {
  int line = 0;  // from 0, as protobuf counts
  int column = 0;
  std::string what;
};

// Points without quotation marks: 50 would be points to whoever writes it, and thousandths to who reads an older text.
// Nothing where the complaint is about something else. `parameters`: the place.
std::optional<Error> points_explained(const Complaint& complaint, std::string_view text, ErrorCode code,
                                      const google::protobuf::Message& root, std::vector<Parameter> parameters);

}  // namespace nomic::replay

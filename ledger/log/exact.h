// Parsing that accepts a message only in the one form in which we write it.
#pragma once

#include <google/protobuf/message.h>
#include <google/protobuf/stubs/logging.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace nomic::ledger {

enum class Exactness : std::uint8_t {
  EXACT,
  UNREADABLE,      // not this message at all
  UNKNOWN_FIELDS,  // made by a newer version, or altered
  OTHER_FORM,      // would be written otherwise: reordered, repeated or defaulted fields, overlong numbers
};

inline bool has_unknown_fields(const google::protobuf::Message& message) {
  return !message.GetReflection()->GetUnknownFields(message).empty();
}

// Fields of fields are not looked at for unknown ones: the caller does where there are any. `scratch` is reused.
inline Exactness parse_exactly(std::string_view bytes, google::protobuf::Message& message, std::string& scratch) {
  // What protobuf would print on standard error is in the answer.
  const google::protobuf::LogSilencer silence;
  if (!message.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) return Exactness::UNREADABLE;
  if (has_unknown_fields(message)) return Exactness::UNKNOWN_FIELDS;
  scratch.clear();
  if (!message.AppendToString(&scratch) || scratch != bytes) return Exactness::OTHER_FORM;
  return Exactness::EXACT;
}

}  // namespace nomic::ledger

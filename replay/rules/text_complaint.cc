#include "text_complaint.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/io/tokenizer.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>

#include "schema_words.h"

namespace nomic::replay {
namespace {

namespace io = google::protobuf::io;

// A text that has been complained of already is read for its words alone.
class NoComplaint : public io::ErrorCollector {
 public:
  void AddError(int /*line*/, int /*column*/, const std::string& /*what*/) override {}
  void AddWarning(int /*line*/, int /*column*/, const std::string& /*what*/) override {}
};

// What was being read where protobuf stopped: the messages around it, the last word before it, and the number there or
// just after.
struct Written {
  std::vector<std::string> within;
  std::string field;
  std::string number;
};

Written written_at(std::string_view text, const Complaint& complaint) {
  io::ArrayInputStream stream(text.data(), static_cast<int>(text.size()));
  NoComplaint ignored;
  io::Tokenizer tokens(&stream, &ignored);
  tokens.set_comment_style(io::Tokenizer::SH_COMMENT_STYLE);
  Written written;
  while (tokens.Next()) {
    const io::Tokenizer::Token& token = tokens.current();
    const bool there =
        token.line > complaint.line || (token.line == complaint.line && token.column >= complaint.column);
    if (!there) {
      if (token.text == "{" || token.text == "<") written.within.push_back(written.field);
      const bool closes = token.text == "}" || token.text == ">";
      if (closes && !written.within.empty()) written.within.pop_back();
      if (token.type == io::Tokenizer::TYPE_IDENTIFIER) written.field = token.text;
      continue;
    }
    if (token.text == ":") continue;
    written.number += token.text;
    if (token.type == io::Tokenizer::TYPE_INTEGER || token.type == io::Tokenizer::TYPE_FLOAT) return written;
    if (token.text != "-") break;
  }
  written.number.clear();
  return written;
}

// The type of the message in which it stands; null: there is none such.
const google::protobuf::Descriptor* type_around(const google::protobuf::Message& root, const Written& written) {
  const auto* type = root.GetDescriptor();
  for (const std::string& name : written.within) {
    const auto* field = type->FindFieldByName(name);
    if (field == nullptr || field->message_type() == nullptr) return nullptr;
    type = field->message_type();
  }
  return type;
}

}  // namespace

std::optional<Error> points_explained(const Complaint& complaint, std::string_view text, ErrorCode code,
                                      const google::protobuf::Message& root, std::vector<Parameter> parameters) {
  const Written written = written_at(text, complaint);
  const auto* type = type_around(root, written);
  if (type == nullptr || written.number.empty()) return std::nullopt;
  const auto* field = type->FindFieldByName(written.field);
  const auto* recorded = field == nullptr ? type->FindFieldByName(written.field + "_thousandths") : recorded_as(*field);
  if (recorded == nullptr) return std::nullopt;
  parameters.emplace_back("field", written.field);
  parameters.emplace_back("shorthand", shorthand_of(*recorded)->name());
  parameters.emplace_back("recorded", recorded->name());
  parameters.emplace_back("typed", written.number);
  return error_of(code, "points_plain", std::move(parameters));
}

}  // namespace nomic::replay

// What the page says as bytes (tools/web/encode.js), held against protobuf: tests/web/events.txt has events as JSON and
// as bytes, and tests/web/live.py holds the same file against the page in a browser.
#include <google/protobuf/descriptor.h>
#include <google/protobuf/util/json_util.h>
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <string>

#include "nomic/replay/reference.h"
#include "nomic/service/view_values.h"
#include "nomic/v1/event.pb.h"

namespace nomic::tools {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

void set_number(Message& of, const FieldDescriptor& field, int variant, bool add) {
  const auto& by = *of.GetReflection();
  const std::uint32_t number = variant == 0 ? 0 : 127U * static_cast<std::uint32_t>(variant);
  if (field.cpp_type() == FieldDescriptor::CPPTYPE_BOOL) {
    by.SetBool(&of, &field, variant % 2 == 1);
  } else if (field.cpp_type() == FieldDescriptor::CPPTYPE_INT64) {
    by.SetInt64(&of, &field, variant == 1 ? -2500 : number * std::int64_t{1000000});
  } else if (field.cpp_type() == FieldDescriptor::CPPTYPE_UINT32) {
    add ? by.AddUInt32(&of, &field, number) : by.SetUInt32(&of, &field, number);
  } else if (field.cpp_type() == FieldDescriptor::CPPTYPE_ENUM) {
    const int value = 1 + variant % (field.enum_type()->value_count() - 1);
    const auto* word = field.enum_type()->value(value);
    add ? by.AddEnum(&of, &field, word) : by.SetEnum(&of, &field, word);
  } else {
    const std::string text = replay::refers(field) ? replay::reference(number) : variant == 0 ? "" : "Zo\xC3\xAB \"x\"";
    add ? by.AddString(&of, &field, text) : by.SetString(&of, &field, text);
  }
}

// Every field of it, each variant with other values: zeros, words, members of its oneofs, and how many of a list.
void fill_in(Message& of, int variant) {
  const auto& by = *of.GetReflection();
  for (int i = 0; i < of.GetDescriptor()->field_count(); ++i) {
    const FieldDescriptor& field = *of.GetDescriptor()->field(i);
    const auto* one_of = field.real_containing_oneof();
    if (one_of != nullptr && one_of->field(variant % one_of->field_count()) != &field) continue;
    const bool message = field.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE;
    if (!field.is_repeated()) {
      message ? fill_in(*by.MutableMessage(&of, &field), variant) : set_number(of, field, variant, false);
    }
    for (int at = 0; field.is_repeated() && at < (variant + 1) % 3; ++at) {
      message ? fill_in(*by.AddMessage(&of, &field), variant + at) : set_number(of, field, variant + at, true);
    }
  }
}

TEST(Encode, EveryKindOfProvisionIsAmongThem) {
  std::ifstream file(NOMIC_SOURCE_DIR "/tests/web/events.txt");
  std::set<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.insert(line);
  const auto& kinds = *v1::Provision::descriptor()->FindOneofByName("kind");
  // As many as the longest oneof has members.
  constexpr int VARIANTS = 8;
  for (int kind = 0; kind < kinds.field_count(); ++kind) {
    for (int variant = 0; variant < VARIANTS; ++variant) {
      v1::Event event;
      auto& change = *event.mutable_proposal_made()->add_changes();
      change.set_kind(v1::ENACT);
      v1::Provision& provision = *change.add_provisions();
      fill_in(*provision.GetReflection()->MutableMessage(&provision, kinds.field(kind)), variant);
      if (variant == 1) fill_in(*provision.mutable_scope(), 1);
      std::string json;
      ASSERT_TRUE(google::protobuf::util::MessageToJsonString(provision, &json).ok());
      const std::string line = R"({"proposal_made":{"changes":[{"kind":1,"provisions":[)" + json + "]}]}}\t" +
                               hex_of(event.SerializeAsString());
      EXPECT_TRUE(lines.contains(line)) << "events.txt lacks:\n" << line;
    }
  }
}

TEST(Encode, EventsAreTheBytesThatProtobufMakes) {
  std::ifstream file(NOMIC_SOURCE_DIR "/tests/web/events.txt");
  std::set<std::string> kinds;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    SCOPED_TRACE(line);
    const std::size_t tab = line.find('\t');
    ASSERT_NE(tab, std::string::npos);
    v1::Event event;
    const auto read = google::protobuf::util::JsonStringToMessage(line.substr(0, tab), &event);
    ASSERT_TRUE(read.ok()) << read.message();
    EXPECT_EQ(hex_of(event.SerializeAsString()), line.substr(tab + 1));
    kinds.insert(std::to_string(event.kind_case()));
  }
  // Those of MOVES in tools/web/live/moves.js that are signed, and the key itself.
  EXPECT_EQ(kinds.size(), 20U);
}

}  // namespace
}  // namespace nomic::tools

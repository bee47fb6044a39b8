// The contract that scripts rely on: every command's JSON has every field of its view, with the type that the view
// gives it.
#include <google/protobuf/descriptor.h>
#include <google/protobuf/struct.pb.h>
#include <google/protobuf/util/json_util.h>

#include <sstream>

#include "nomic/v1/view.pb.h"
#include "tools/desk.h"

namespace nomic::tools {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::ListValue;
using google::protobuf::Struct;
using google::protobuf::Value;

Struct parsed(const std::string& json) {
  Struct object;
  EXPECT_TRUE(google::protobuf::util::JsonStringToMessage(json, &object).ok()) << json;
  return object;
}

void expect_object(const Struct& object, const Descriptor* descriptor, const std::string& where);

Value::KindCase kind_of(const FieldDescriptor* field) {
  switch (field->cpp_type()) {
    case FieldDescriptor::CPPTYPE_UINT32:
    case FieldDescriptor::CPPTYPE_DOUBLE:
      return Value::kNumberValue;
    case FieldDescriptor::CPPTYPE_BOOL:
      return Value::kBoolValue;
    case FieldDescriptor::CPPTYPE_MESSAGE:
      return Value::kStructValue;
    case FieldDescriptor::CPPTYPE_STRING:
    case FieldDescriptor::CPPTYPE_ENUM:
      return Value::kStringValue;
    default:
      ADD_FAILURE() << field->full_name() << ": protobuf prints 64-bit integers as strings";
      return Value::KIND_NOT_SET;
  }
}

void expect_value(const Value& value, const FieldDescriptor* field, const std::string& where) {
  EXPECT_EQ(value.kind_case(), kind_of(field)) << where;
  EXPECT_NE(field->type(), FieldDescriptor::TYPE_BYTES) << where;
  EXPECT_FALSE(field->is_map()) << where;
  if (value.has_struct_value()) expect_object(value.struct_value(), field->message_type(), where);
  const std::string& name = field->name();
  const bool is_hash = name == "hash" || name == "head_hash" || name == "root" || name == "digest" || name == "game";
  if (is_hash && !value.string_value().empty()) {
    EXPECT_EQ(value.string_value().size(), 64U) << where;
    EXPECT_EQ(value.string_value().find_first_not_of("0123456789abcdef"), std::string::npos) << where;
  }
}

void expect_object(const Struct& object, const Descriptor* descriptor, const std::string& where) {
  // Of a oneof the one that is set, and no message or optional field that is not; every other is always printed.
  for (const auto& [name, value] : object.fields()) {
    EXPECT_NE(descriptor->FindFieldByCamelcaseName(name), nullptr) << where << "." << name;
  }
  for (int i = 0; i < descriptor->field_count(); ++i) {
    const FieldDescriptor* field = descriptor->field(i);
    const std::string path = where + "." + field->json_name();
    const auto found = object.fields().find(field->json_name());
    if (found == object.fields().end()) {
      const bool may_be_unset = field->has_presence() || field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE;
      if (!may_be_unset) ADD_FAILURE() << path << " is missing";
    } else if (field->is_repeated()) {
      ASSERT_TRUE(found->second.has_list_value()) << path;
      for (const Value& value : found->second.list_value().values()) expect_value(value, field, path);
    } else {
      expect_value(found->second, field, path);
    }
  }
}

template <class View>
void expect_view(const std::string& json, const std::string& where) {
  EXPECT_EQ(std::count(json.begin(), json.end(), '\n'), 1) << where;
  expect_object(parsed(json), View::descriptor(), where);
}

class Contract : public testing::Test {
 protected:
  Contract() { founded = desk.ok("init --game contract Ann 'Bob Lee' --format json"); }

  Desk desk;
  std::string founded;
};

TEST_F(Contract, Init) {
  expect_view<v1::FoundedView>(founded, "init");
}

TEST_F(Contract, EveryMove) {
  for (const char* line :
       {"join Cleo", "propose enact --text T --as Ann", "debate hm --as Cleo", "revise --text U --as Ann",
        "call-vote --as Ann", "vote for --as Ann", "vote against --as 'bob lee'", "vote for --as cleo",
        "roll 3 --as Ann", "forfeit --as Cleo --yes"}) {
    expect_view<v1::MoveView>(desk.ok(std::string(line) + " --format json"), line);
  }
  expect_view<v1::MoveView>(desk.ok("propose repeal 209 --as 'Bob Lee' --format jsonl --dry-run"), "propose");
}

TEST_F(Contract, EveryLook) {
  desk.ok("propose enact --text T --call-vote --as Ann");
  for (const char* at : {"", " --at start", " --at 31"}) {
    expect_view<v1::StatusView>(desk.ok(std::string("status --format json") + at), "status");
    expect_view<v1::ScoresView>(desk.ok(std::string("scores --format json") + at), "scores");
    expect_view<v1::RulesView>(desk.ok(std::string("show-rules --format json") + at), "show-rules");
    expect_view<v1::ReplayView>(desk.ok(std::string("replay --format json") + at), "replay");
  }
  expect_view<v1::ReplayView>(desk.ok("replay --check --format json"), "replay --check");
  expect_view<v1::FindingsView>(desk.ok("verify --format json"), "verify");
}

// The founding is #0 to #31.
TEST_F(Contract, EveryMoveOfADispute) {
  desk.ok("join Cleo");
  for (const char* line :
       {"team red --as Cleo", "propose enact --text 'Tae for all.' --as Ann", "judgment ask-time --as 'Bob Lee'",
        "call-vote --as Cleo", "vote for --as Ann", "vote for --as Cleo", "contest vote against --as Cleo",
        "judgment invoke 'Which counts?' --about 38 --about 39 --as 'Bob Lee'",
        "judgment deliver 'The second.' --reasons 'R.' --uphold 39 --strike 38 --points Ann=+2.5 --cite 204 --as Cleo",
        "judgment overrule for --as Ann", "judgment overrule for --as 'Bob Lee'", "vote for --as 'Bob Lee'",
        "correct --cause slip --rule 301 --before Tae --after Tea --as Ann", "object 45 --reason no --as Cleo",
        "act --cite 301 'Tea.' --points Ann=+1 --set Ann.title=T --set k=v --give Ann:leaf=+0.5 --as Ann",
        "attest 301 adopted --as Ann --yes", "consent --as Cleo"}) {
    expect_view<v1::MoveView>(desk.ok(std::string(line) + " --format json"), line);
    expect_view<v1::StatusView>(desk.ok("status --format json"), line);
    expect_view<v1::ScoresView>(desk.ok("scores --format json"), line);
  }
  std::istringstream lines(desk.ok("log --format jsonl"));
  for (std::string line; std::getline(lines, line);) expect_object(parsed(line), v1::LogView::descriptor(), "log");
}

TEST_F(Contract, LogIsARecordALine) {
  desk.ok("propose enact --text T --call-vote --as Ann");
  std::istringstream lines(desk.ok("log --format jsonl"));
  int index = 0;
  for (std::string line; std::getline(lines, line); ++index) {
    expect_object(parsed(line), v1::LogView::descriptor(), "log");
    EXPECT_EQ(parsed(line).fields().at("index").number_value(), index);
  }
  EXPECT_EQ(index, 33);
  const Struct document = parsed(desk.ok("log --from 30 --format json"));
  EXPECT_EQ(document.fields().at("records").list_value().values_size(), 3);
  EXPECT_EQ(parsed(desk.ok("log --limit 0 --format json")).fields().at("records").list_value().values_size(), 0);
}

TEST_F(Contract, LinesAreItems) {
  EXPECT_EQ(desk.ok("scores --format jsonl"),
            "{\"player\":\"Ann\",\"points\":0,\"inGame\":true,\"team\":\"\",\"won\":false,\"recordedAs\":\"\"}\n"
            "{\"player\":\"Bob Lee\",\"points\":0,\"inGame\":true,\"team\":\"\",\"won\":false,\"recordedAs\":\"\"}\n");
  std::istringstream rules(desk.ok("show-rules --format jsonl"));
  int count = 0;
  for (std::string line; std::getline(rules, line); ++count)
    expect_object(parsed(line), v1::RulesView::Rule::descriptor(), line);
  EXPECT_EQ(count, 29);
}

TEST_F(Contract, EnumsPrintBareAndZerosArePrinted) {
  const Struct status = parsed(desk.ok("status --format json"));
  EXPECT_EQ(status.fields().at("phase").string_value(), "PROPOSING");
  EXPECT_EQ(status.fields().at("turnOf").string_value(), "Ann");
  EXPECT_EQ(status.fields().at("judge").string_value(), "");
  EXPECT_EQ(status.fields().at("size").number_value(), 32);
}

TEST_F(Contract, AMoveAnswersWithItsRecordAndConsequences) {
  const Struct move = parsed(desk.ok("propose enact --text T --as Ann --format json"));
  EXPECT_EQ(move.fields().at("index").number_value(), 32);
  const Value& last = *move.fields().at("consequences").list_value().values().rbegin();
  EXPECT_EQ(last.struct_value().fields().at("kind").string_value(), "PROPOSAL_MADE");
  EXPECT_EQ(last.struct_value().fields().at("rule").string_value(), "108");
  EXPECT_EQ(move.fields().at("hash").string_value(),
            parsed(desk.ok("status --format json")).fields().at("headHash").string_value());
}

}  // namespace
}  // namespace nomic::tools

#include "nomic/words/message_reader.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <string>

#include "nomic/v1/request.pb.h"
#include "nomic/v1/state.pb.h"

namespace nomic::tools {
namespace {

constexpr JsonLimits LIMITS{.bytes = std::size_t{256} << 10U, .depth = 8, .values = 100};

std::string varint(std::uint64_t value) {
  std::string out;
  for (; value >= 0x80; value >>= 7U) out += static_cast<char>(value | 0x80U);
  return out + static_cast<char>(value);
}

// A field of bytes: a string, a message, or numbers in a row.
std::string field(std::uint32_t number, const std::string& bytes) {
  return varint(number << 3U | 2U) + varint(bytes.size()) + bytes;
}

std::string times(std::size_t count, const std::string& text) {
  std::string all;
  for (std::size_t i = 0; i < count; ++i) all += text;
  return all;
}

std::string fault_of(const std::string& bytes, const JsonLimits& limits = LIMITS) {
  v1::Request request;
  return read_message(bytes, limits, request).value_or("");
}

constexpr std::uint32_t AUTHOR = v1::Request::kAuthorFieldNumber;
constexpr std::uint32_t PROPOSE = v1::Request::kProposeFieldNumber;
constexpr std::uint32_t CHANGES = v1::Request::Propose::kChangesFieldNumber;
constexpr std::uint32_t ROLL = v1::Request::kRollFieldNumber;
constexpr std::uint32_t FACES = v1::Request::Roll::kFacesFieldNumber;

TEST(MessageReader, ReadsWhatWasSerialized) {
  v1::Request sent;
  sent.set_author("Ann");
  sent.set_expect(32);
  auto& change = *sent.mutable_propose()->add_changes();
  change.set_kind(v1::Request::ENACT);
  change.add_texts()->set_text("A rule.");
  v1::Request read;
  EXPECT_EQ(read_message(sent.SerializeAsString(), LIMITS, read), std::nullopt);
  EXPECT_EQ(read.SerializeAsString(), sent.SerializeAsString());
  EXPECT_EQ(fault_of(""), "") << "a message without a field";
}

TEST(MessageReader, CountsEachFieldAndEachNumberInARow) {
  // The author, the proposal and 98 changes are a hundred values.
  const auto with_changes = [](std::size_t count) {
    return field(AUTHOR, "Ann") + field(PROPOSE, times(count, field(CHANGES, "")));
  };
  EXPECT_EQ(fault_of(with_changes(98)), "");
  EXPECT_EQ(fault_of(with_changes(99)), "it has more than 100 values");
  // The roll and 99 faces. Each takes one byte or two.
  EXPECT_EQ(fault_of(field(ROLL, field(FACES, times(99, "\x06")))), "");
  EXPECT_EQ(fault_of(field(ROLL, field(FACES, times(100, "\x06")))), "it has more than 100 values");
  EXPECT_EQ(fault_of(field(ROLL, field(FACES, times(99, "\x80\x01")))), "");
  EXPECT_EQ(fault_of(field(ROLL, field(FACES, times(100, "\x80\x01")))), "it has more than 100 values");
  // The same field again and again.
  EXPECT_EQ(fault_of(times(100, field(AUTHOR, "Ann"))), "");
  EXPECT_EQ(fault_of(times(101, field(AUTHOR, "Ann"))), "it has more than 100 values");
  EXPECT_EQ(fault_of(field(AUTHOR, std::string(200'000, 'a'))), "") << "a text is one value";
}

TEST(MessageReader, RefusesWhatIsNoSuchMessage) {
  const std::string none = "it is no serialized message of that type";
  EXPECT_EQ(fault_of("\xFF\xFF"), none);
  EXPECT_EQ(fault_of(std::string("\x0a\x05", 2) + "Ann"), none) << "a text that is longer than the message";
  EXPECT_EQ(fault_of(field(PROPOSE, std::string("\x0a\x05", 2) + "Ann") + times(9, field(AUTHOR, "Ann"))), none)
      << "a change that is longer than its proposal, and not longer than the body";
  EXPECT_EQ(fault_of(std::string("\x0b\x0c", 2)), none) << "a group";
  EXPECT_EQ(fault_of(field(999, "x")), "it has no field of number 999");
  EXPECT_EQ(fault_of(field(AUTHOR, "\xFF")), "a text in it is no UTF-8");
  EXPECT_EQ(fault_of(std::string(LIMITS.bytes + 1, '\n')), "it has 262145 bytes, and at most 262144 are read");
  v1::Request passed_over;
  JsonLimits others = LIMITS;
  others.other_fields = true;
  EXPECT_EQ(read_message(field(999, "x") + field(AUTHOR, "Ann"), others, passed_over), std::nullopt);
  EXPECT_EQ(passed_over.author(), "Ann");
}

TEST(MessageReader, HoldsItToADepth) {
  // A proposal, its change, a provision and so on: each is a message within the one before it.
  const std::string four = field(PROPOSE, field(CHANGES, field(v1::Request::Change::kTextsFieldNumber, "")));
  JsonLimits shallow = LIMITS;
  shallow.depth = 4;
  EXPECT_EQ(fault_of(four, shallow), "");
  shallow.depth = 3;
  EXPECT_EQ(fault_of(four, shallow), "it nests more than 3 deep");
}

std::int64_t most_memory() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

// As a message these are 14 MB each.
TEST(MessageReader, BuildsNothingOfWhatItRefuses) {
  const std::string body = field(PROPOSE, times(130'000, field(CHANGES, "")));
  const std::int64_t before = most_memory();
  for (int each = 0; each < 4; ++each) EXPECT_EQ(fault_of(body), "it has more than 100 values");
  EXPECT_LT(most_memory() - before, 4'096) << "kB";
}

}  // namespace
}  // namespace nomic::tools

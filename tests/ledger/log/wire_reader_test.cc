#include "log/wire_reader.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "ledger/v1/record.pb.h"
#include "ledger/v1/store.pb.h"
#include "log/exact.h"
#include "nomic/ledger/base/utf8.h"

namespace nomic::ledger {
namespace {

bool entry_is_exact(std::string_view bytes) {
  WireReader reader(bytes);
  reader.number(1);
  reader.bytes(2);
  reader.number(3);
  reader.bytes(4);
  // protobuf keeps an enumeration in 32 bits; which numbers are known is for who decodes a record to say.
  const std::uint64_t via = reader.number(5);
  return reader.is_exact() && via <= std::numeric_limits<std::int32_t>::max();
}

bool value_is_exact(std::string_view bytes) {
  WireReader reader(bytes);
  const std::string_view maker = reader.bytes(1);
  reader.bytes(2);
  return reader.is_exact() && is_utf8(maker);
}

template <class Message>
bool protobuf_says(const std::string& bytes) {
  Message message;
  std::string scratch;
  return parse_exactly(bytes, message, scratch) == Exactness::EXACT;
}

v1::Entry entry() {
  v1::Entry entry;
  entry.set_index(300);
  entry.set_previous_hash("previous");
  entry.set_recorded_at(-1);
  entry.set_statement("statement");
  entry.set_via(v1::LOCAL);
  return entry;
}

TEST(WireReader, ReadsWhatProtobufWrote) {
  const std::string bytes = entry().SerializeAsString();
  WireReader reader(bytes);
  EXPECT_EQ(reader.number(1), 300U);
  EXPECT_EQ(reader.bytes(2), "previous");
  EXPECT_EQ(static_cast<std::int64_t>(reader.number(3)), -1);
  EXPECT_FALSE(reader.is_exact()) << "a field is left";
  EXPECT_EQ(reader.bytes(4), "statement");
  EXPECT_FALSE(reader.is_exact()) << "another is left";
  EXPECT_EQ(reader.number(5), 1U);
  EXPECT_TRUE(reader.is_exact());
}

TEST(WireReader, FieldsThatAreLeftOutHaveTheirDefaults) {
  v1::Entry only;
  only.set_statement("s");
  const std::string bytes = only.SerializeAsString();
  WireReader reader(bytes);
  EXPECT_EQ(reader.number(1), 0U);
  EXPECT_EQ(reader.bytes(2), "");
  EXPECT_EQ(reader.number(3), 0U);
  EXPECT_EQ(reader.bytes(4), "s");
  EXPECT_TRUE(reader.is_exact());
  EXPECT_TRUE(WireReader("").is_exact());
}

TEST(WireReader, RepeatedFieldsComeOneByOneAndMayBeEmpty) {
  const std::string bytes("\x12\x01x\x12\x00", 5);
  WireReader reader(bytes);
  std::vector<std::string_view> found;
  for (std::string_view each; reader.next(2, each);) found.push_back(each);
  EXPECT_EQ(found, (std::vector<std::string_view>{"x", ""}));
  EXPECT_TRUE(reader.is_exact());
}

TEST(WireReader, RefusesEveryOtherForm) {
  using std::string_literals::operator""s;
  for (const std::string& bytes : {
           "\x08\x00"s,                                          // a default that is written
           "\x12\x00"s,                                          // empty bytes that are written
           "\x08\x81\x00"s,                                      // a number in more bytes than it takes
           "\x88\x00\x01"s,                                      // a tag in more bytes than it takes
           "\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02"s,      // a number of 65 bits
           "\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"s,  // a number of eleven bytes
           "\x08\x80"s,                                          // cut within a number
           "\x12\x02x"s,                                         // cut within bytes
           "\x12\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01x"s,     // longer than anything can be
           "\x12\x01x\x08\x01"s,                                 // not ascending
           "\x08\x01\x08\x02"s,                                  // twice
           "\x0a\x01x"s,                                         // bytes where a number is meant
           "\x08\x01\x30\x01"s,                                  // a field that is not known
       }) {
    EXPECT_FALSE(entry_is_exact(bytes)) << testing::PrintToString(bytes);
    EXPECT_FALSE(protobuf_says<v1::Entry>(bytes)) << testing::PrintToString(bytes);
  }
}

// Two ways to one answer, at every change of one byte, every cut, and every byte inserted.
template <class Message>
void compare_near(const std::string& bytes, bool (*is_exact)(std::string_view)) {
  const auto compare = [&](const std::string& other) {
    EXPECT_EQ(is_exact(other), protobuf_says<Message>(other)) << testing::PrintToString(other);
  };
  for (std::size_t at = 0; at <= bytes.size(); ++at) {
    compare(bytes.substr(0, at));
    compare(bytes.substr(at));
    for (int byte = 0; byte < 256; ++byte) {
      std::string other = bytes;
      other.insert(at, 1, static_cast<char>(byte));
      compare(other);
      if (at == bytes.size()) continue;
      other = bytes;
      other[at] = static_cast<char>(byte);
      compare(other);
    }
  }
}

TEST(WireReader, SaysTheSameAsProtobuf) {
  compare_near<v1::Entry>(entry().SerializeAsString(), entry_is_exact);
  v1::IndexValue value;
  value.set_maker("Zoë/1");
  value.set_value("\x01\xff");
  compare_near<v1::IndexValue>(value.SerializeAsString(), value_is_exact);
}

TEST(WireReader, SaysTheSameAsProtobufOfAllShortMessages) {
  // Bytes that mean something: tags of the five fields, lengths, numbers with and without more to come.
  const std::string alphabet("\x00\x01\x02\x08\x12\x18\x22\x28\x80\xff", 10);
  constexpr int LENGTH = 5;
  std::string bytes;
  for (int number = 0; number < 100'000; ++number) {
    bytes.clear();
    for (int i = 0, rest = number; i < LENGTH; ++i, rest /= 10) bytes += alphabet[static_cast<std::size_t>(rest % 10)];
    for (int length = 1; length <= LENGTH; ++length) {
      const std::string some = bytes.substr(0, static_cast<std::size_t>(length));
      ASSERT_EQ(entry_is_exact(some), protobuf_says<v1::Entry>(some)) << testing::PrintToString(some);
    }
  }
}

}  // namespace
}  // namespace nomic::ledger

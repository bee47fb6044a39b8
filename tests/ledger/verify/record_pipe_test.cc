#include "verify/record_pipe.h"

#include <gtest/gtest.h>

#include <future>
#include <string>

namespace nomic::ledger {
namespace {

StoredRecord record(std::uint64_t index, std::size_t bytes) {
  StoredRecord record;
  record.index = {index};
  record.payload = std::to_string(index);
  record.bytes = std::string(bytes, static_cast<char>('a' + index % 26));
  return record;
}

// How many records were put before nobody read any more.
std::future<std::uint64_t> write(RecordPipe& pipe, std::uint64_t count, std::size_t bytes) {
  return std::async(std::launch::async, [&pipe, count, bytes] {
    const RecordPipe::Writer writer(pipe);
    std::uint64_t put = 0;
    while (put < count && pipe.put(record(put, bytes))) ++put;
    return put;
  });
}

void expect_all(std::uint64_t count, std::size_t bytes) {
  RecordPipe pipe;
  auto put = write(pipe, count, bytes);
  std::uint64_t next = 0;
  {
    const RecordPipe::Reader reader(pipe);
    pipe.read([&](const StoredRecord& read) {
      EXPECT_EQ(read.index.value, next);
      EXPECT_EQ(read.payload, std::to_string(next));
      EXPECT_EQ(read.bytes, record(next, bytes).bytes);
      ++next;
      return true;
    });
  }
  EXPECT_EQ(put.get(), count);
  EXPECT_EQ(next, count);
}

TEST(RecordPipe, GivesEveryRecordInItsOrder) {
  for (const std::uint64_t count : {0U, 1U, 127U, 128U, 129U, 5000U}) expect_all(count, 200);
}

TEST(RecordPipe, CarriesLargeRecordsToo) {
  expect_all(300, 60'000);
}

TEST(RecordPipe, AWriterEndsWhereNobodyReadsOn) {
  RecordPipe pipe;
  auto put = write(pipe, 1'000'000, 200);
  {
    const RecordPipe::Reader reader(pipe);
    std::uint64_t seen = 0;
    pipe.read([&](const StoredRecord& /*record*/) { return ++seen < 300; });
    EXPECT_EQ(seen, 300U);
  }
  // At most what may wait was put beyond that.
  EXPECT_LT(put.get(), 2'000U);
}

}  // namespace
}  // namespace nomic::ledger

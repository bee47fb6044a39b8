// Bundles in bulk, each step in a process of its own, so that its peak memory is its own: makes a game of so many small
// records, exports, verifies and imports it, and puts the same rows into a bare RocksDB in batches, which is the peer.
//
//     bundles make DIR RECORDS | export DIR FILE | verify FILE | import FILE DIR | batches FILE DIR
//
// tests/bench/bundles.sh runs these. For tests/bench/compare.py: the same game with a signature on each record, and one
// into which records are appended one by one, each synced, which prints the seconds that they took.
//
//     bundles make-signed DIR RECORDS | append DIR RECORDS
#include <fcntl.h>
#include <fmt/format.h>
#include <rocksdb/db.h>
#include <rocksdb/write_batch.h>
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "nomic/ledger/bundle.h"
#include "nomic/ledger/key.h"

namespace {

using namespace nomic::ledger;
using Clock = std::chrono::steady_clock;

int report(std::string_view what, std::uint64_t records, Clock::time_point began) {
  const double seconds = std::chrono::duration<double>(Clock::now() - began).count();
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  fmt::print("{:8} {:>10} records {:8.2f} s {:>10.0f} records/s  peak {:5} MB\n", what, records, seconds,
             static_cast<double>(records) / seconds, used.ru_maxrss / 1024);
  return 0;
}

int fail_with(const Error& error) {
  fmt::print(stderr, "{}\n", error.what);
  return 1;
}

ReadBytes from_file(int fd) {
  return [fd](char* into, std::size_t count) -> std::ptrdiff_t { return ::read(fd, into, count); };
}

std::string move_of(std::uint64_t index) {
  return fmt::format("a move of about sixty bytes, as most of them are: {:08}", index);
}

int make(const std::string& folder, std::uint64_t records, const PrivateKey* key) {
  const auto began = Clock::now();
  auto ledger = Ledger::create(folder, {});
  if (!ledger) return fail_with(ledger.error());
  auto founded = (*ledger)->found({"bench", {{"", "founded"}}, {}, {}, {}});
  if (!founded) return fail_with(founded.error());
  // What is signed is recorded alone.
  const std::uint64_t at_once = key != nullptr ? 1 : 10'000;
  for (std::uint64_t size = 1; size < records;) {
    AppendRequest request;
    request.game = founded->game;
    request.expected_size = size;
    for (std::uint64_t i = 0; i < at_once && size < records; ++i, ++size) {
      request.records.push_back({"Ann", move_of(size)});
      if (key != nullptr) request.records.back().keys = {key};
    }
    if (auto done = (*ledger)->append(request); !done) return fail_with(done.error());
  }
  return report("make", records, began);
}

int append(const std::string& folder, std::uint64_t records) {
  auto ledger = Ledger::create(folder, {});
  if (!ledger) return fail_with(ledger.error());
  auto founded = (*ledger)->found({"bench", {{"", "founded"}}, {}, {}, {}});
  if (!founded) return fail_with(founded.error());
  const auto began = Clock::now();
  for (std::uint64_t index = 1; index <= records; ++index) {
    AppendRequest request;
    request.game = founded->game;
    request.expected_size = index;
    request.records = {{"Ann", move_of(index)}};
    if (auto done = (*ledger)->append(request); !done) return fail_with(done.error());
  }
  fmt::print("{:.6f}\n", std::chrono::duration<double>(Clock::now() - began).count());
  return 0;
}

int export_file(const std::string& folder, const std::string& file) {
  const auto began = Clock::now();
  auto ledger = Ledger::open(folder, Access::READ, {});
  if (!ledger) return fail_with(ledger.error());
  const int fd = ::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  const auto write = [fd](std::string_view bytes) {
    return ::write(fd, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()) ? 0 : 5;
  };
  auto done = (*ledger)->export_to(write, {(*ledger)->find("")->game, 0, {}, 0}, {});
  if (!done) return fail_with(done.error());
  ::fsync(fd);
  ::close(fd);
  return report("export", done->size, began);
}

int verify_file(const std::string& file) {
  const auto began = Clock::now();
  BundleSource source(from_file(::open(file.c_str(), O_RDONLY | O_CLOEXEC)));
  auto done = verify_bundle(source, {});
  if (!done) return fail_with(done.error());
  if (done->fault) return 1;
  return report("verify", done->size, began);
}

int import_file(const std::string& file, const std::string& folder) {
  const auto began = Clock::now();
  auto ledger = Ledger::create(folder, {});
  if (!ledger) return fail_with(ledger.error());
  BundleSource source(from_file(::open(file.c_str(), O_RDONLY | O_CLOEXEC)));
  auto done = (*ledger)->import_from(source, {}, {});
  if (!done) return fail_with(done.error());
  return report("import", done->head.size, began);
}

// The records of the file, unchecked, by batches of a thousand, synced once at the end as an import is.
int batches(const std::string& file, const std::string& folder) {
  const int fd = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  std::string bytes(static_cast<std::size_t>(::lseek(fd, 0, SEEK_END)), '\0');
  if (::pread(fd, bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) return 1;
  const auto began = Clock::now();
  rocksdb::Options options;
  options.create_if_missing = true;
  rocksdb::DB* opened = nullptr;
  if (!rocksdb::DB::Open(options, folder, &opened).ok()) return 1;
  const std::unique_ptr<rocksdb::DB> db(opened);
  rocksdb::WriteBatch batch;
  std::uint64_t records = 0;
  constexpr std::size_t FIRST_LINE = 23;
  for (std::size_t at = FIRST_LINE; at + 5 <= bytes.size();) {
    std::size_t length = 0;
    for (std::size_t i = 1; i < 5; ++i) length = length << 8U | static_cast<std::uint8_t>(bytes[at + i]);
    if (bytes[at] == 'R') {
      if (!batch.Put(fmt::format("{:032}{:08x}", 0, records++), {bytes.data() + at + 5, length}).ok()) return 1;
      if (batch.Count() == 1000) {
        if (!db->Write({}, &batch).ok()) return 1;
        batch.Clear();
      }
    }
    at += 5 + length;
  }
  rocksdb::WriteOptions synced;
  synced.sync = true;
  if (!db->Write(synced, &batch).ok()) return 1;
  return report("batches", records, began);
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  const auto number = [&] { return std::strtoull(words[2].c_str(), nullptr, 10); };
  if (words.size() == 3 && words[0] == "make") return make(words[1], number(), nullptr);
  if (words.size() == 3 && words[0] == "append") return append(words[1], number());
  if (words.size() == 3 && words[0] == "make-signed") {
    const PrivateKey key = PrivateKey::generate();
    return make(words[1], number(), &key);
  }
  if (words.size() == 3 && words[0] == "export") return export_file(words[1], words[2]);
  if (words.size() == 2 && words[0] == "verify") return verify_file(words[1]);
  if (words.size() == 3 && words[0] == "import") return import_file(words[1], words[2]);
  if (words.size() == 3 && words[0] == "batches") return batches(words[1], words[2]);
  fmt::print(stderr,
             "bundles make DIR RECORDS | export DIR FILE | verify FILE | import FILE DIR | batches FILE DIR\n"
             "make-signed DIR RECORDS | append DIR RECORDS\n");
  return 2;
}

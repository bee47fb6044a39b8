// A shelf of tools that neighbours lend each other, on nomic::ledger alone: the log keeps who said what and when, hash
// chained and provable, and knows nothing of tools; what is lent is this program's to derive, from the first record on.
//
//     shelf FOLDER                     who has what
//     shelf FOLDER lend WHAT NAME      records that NAME takes WHAT; 1 if it is lent already
//     shelf FOLDER back WHAT           records that it is back
//     shelf FOLDER at N                who had what after N records
#include <nomic/ledger/ledger.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace ledger = nomic::ledger;

// What is derived: which tool is with whom.
using Shelf = std::map<std::string, std::string>;

// An event is a line: "lend drill Ann", "back drill". Nothing: it may not happen on this shelf.
std::optional<Shelf> after(Shelf shelf, const std::string& event) {
  const std::size_t first = event.find(' ');
  const std::size_t second = event.find(' ', first + 1);
  const std::string what = event.substr(first + 1, second - first - 1);
  if (event.starts_with("lend ")) {
    if (second == std::string::npos || !shelf.emplace(what, event.substr(second + 1)).second) return std::nullopt;
  } else if (event.starts_with("back ")) {
    if (shelf.erase(what) == 0) return std::nullopt;
  } else if (event != "shelf") {
    return std::nullopt;
  }
  return shelf;
}

// The fold over the first `size` records.
ledger::Result<Shelf> shelf_at(ledger::Ledger& log, const ledger::Head& head, std::uint64_t size) {
  Shelf shelf;
  ledger::Status read = log.read(head.game, {0}, size, [&](const ledger::StoredRecord& record) {
    shelf = after(shelf, record.payload).value_or(shelf);
    return true;
  });
  if (!read) return read.error();
  return shelf;
}

ledger::Micros now() {
  const auto since = std::chrono::system_clock::now().time_since_epoch();
  return {std::chrono::duration_cast<std::chrono::microseconds>(since).count()};
}

int failed(const ledger::Error& error) {
  std::cerr << error.what << '\n';
  return 1;
}

// The log in the folder, founded with a first record where there is none yet.
ledger::Result<std::unique_ptr<ledger::Ledger>> open_shelf(const std::string& folder) {
  auto log = ledger::Ledger::open(folder, ledger::Access::WRITE, {});
  if (log || log.error().code != ledger::ErrorCode::NOT_A_LEDGER) return log;
  log = ledger::Ledger::create(folder, {});
  if (!log) return log;
  ledger::FoundRequest first;
  first.name = "shelf";
  first.records = {{"neighbours", "shelf"}};
  first.recorded_at = now();
  if (auto founded = (*log)->found(first); !founded) return founded.error();
  return log;
}

int record(ledger::Ledger& log, const ledger::Head& head, const std::string& event) {
  auto shelf = shelf_at(log, head, head.size);
  if (!shelf) return failed(shelf.error());
  if (!after(*shelf, event)) return std::cerr << "that cannot be: " << event << '\n', 1;
  // Only if nothing was recorded since we looked: the event was judged by what stood then.
  ledger::AppendRequest next;
  next.game = head.game;
  next.expected_size = head.size;
  next.records = {{"neighbours", event}};
  next.recorded_at = std::max(now(), head.recorded_at);
  auto appended = log.append(next);
  if (!appended) return failed(appended.error());
  std::cout << "record " << appended->first.value << ", root " << appended->root.hex() << '\n';
  return 0;
}

int main(int argc, char** argv) {
  const std::string what = argc > 2 ? argv[2] : "";
  if (argc < 2 || (what == "lend" && argc != 5)) return std::cerr << "usage: shelf FOLDER [lend WHAT NAME]\n", 2;
  auto log = open_shelf(argv[1]);
  if (!log) return failed(log.error());
  auto head = (*log)->find("shelf");
  if (!head) return failed(head.error());
  if (what == "lend") return record(**log, *head, "lend " + std::string(argv[3]) + " " + argv[4]);
  if (what == "back" && argc > 3) return record(**log, *head, "back " + std::string(argv[3]));

  const std::uint64_t size = what == "at" && argc > 3 ? std::strtoull(argv[3], nullptr, 10) : head->size;
  auto shelf = shelf_at(**log, *head, size);
  if (!shelf) return failed(shelf.error());
  for (const auto& [tool, name] : *shelf) std::cout << tool << " is with " << name << '\n';
  return 0;
}

// Where a ledger keeps its bytes: five ordered tables, and one way to write.
//
// The interface is narrow, so that a store is easy to write and easy to doubt: rows are read by key or in key order,
// and are written in batches. A batch happens whole or not at all, is durable when write() returns, and happens only if
// the row it depends on is still what it was. Several may be written as a group, which costs the syncs of one. What the
// rows mean is the ledger's business; it trusts no store, and checks hashes and places whenever it reads.
//
// Whoever writes need not be alone: two writers of different games never write the same row, and of two that write one
// game the condition lets one through. How a store numbers and keeps its writes, and how it finds that some of them are
// lost, is its own business; what was not acknowledged and may yet vanish it shows to nobody.
//
// Keys compare as bytes, and none is empty; in the catalog none begins with a byte 00, so that a store can keep rows of
// its own there. Stores know no games, records or trees.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "nomic/ledger/ledger.h"

namespace nomic::ledger {

enum class Table : std::uint8_t {
  CATALOG,    // how far each game reaches, each of its appends, requests, digests
  RECORDS,    // game || index -> record; what is acknowledged is never written again
  TILES,      // game || level || index -> 256 hashes
  SNAPSHOTS,  // game || size -> state
  INDEX,      // game || the caller's key || index -> what the caller keeps there
};
inline constexpr std::size_t TABLES = 5;

struct Row {
  Table table = Table::CATALOG;
  std::string key;
  std::optional<std::string> value;  // nothing: the row goes
  // Of the catalog, and not removed by the same group: if a row of that key is there, nothing of the group happens.
  bool is_new = false;
};

struct Batch {
  // The batch happens only if this row of the catalog has this value (nothing: if there is none).
  std::string condition_key;
  std::optional<std::string> condition_value;
  std::vector<Row> rows;
  // The key of a row of the catalog among these that no other batch ever writes: where it lies with this value, this
  // batch has happened. Empty: it adds nothing to what is shown, and may be written twice without harm.
  std::string witness = {};
};

// Rows in key order. The views live until next(), the cursor as long as its store at most.
class Cursor {
 public:
  virtual ~Cursor() = default;
  Cursor(const Cursor&) = delete;
  Cursor& operator=(const Cursor&) = delete;

  // False at the end, and after an error: status() tells which.
  [[nodiscard]] virtual bool valid() const = 0;
  [[nodiscard]] virtual std::string_view key() const = 0;
  [[nodiscard]] virtual std::string_view value() const = 0;
  virtual void next() = 0;
  virtual Status status() const = 0;

 protected:
  Cursor() = default;
};

// Rows made ready outside the store, to appear in it at once. They may come in any order; in that of their keys is
// cheaper. What was added goes with the object unless finish() has made it part of the store.
class Load {
 public:
  virtual ~Load() = default;
  Load(const Load&) = delete;
  Load& operator=(const Load&) = delete;

  // FULL, READ_ONLY, IO_FAILED: nothing has become part of the store.
  virtual Status add(Table table, std::string_view key, std::string_view value) = 0;
  // All rows are in the store and durable, or none is; where others write to it, see has_other_writers(). Of a key
  // added twice, one value.
  virtual Status finish() = 0;

 protected:
  Load() = default;
};

class SharedStore;

// Used by one thread at a time; while nobody writes to it, several may read.
class Store {
 public:
  virtual ~Store() = default;
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  virtual Result<std::optional<std::string>> get(Table table, std::string_view key) = 0;
  // Rows with from <= key < until; an empty `until` is no bound. None where `from` comes after it.
  virtual std::unique_ptr<Cursor> scan(Table table, std::string_view from, std::string_view until) = 0;
  // The last row of such a range.
  virtual Result<std::optional<Row>> last(Table table, std::string_view from, std::string_view until) = 0;

  // Writes batches in their order, as one: all of them happen, or none. The condition of each is about the rows as
  // those before it leave them. SIZE_MISMATCH if a condition does not hold, or what must be new is not, READ_ONLY,
  // FULL: nothing was written. OUTCOME_UNKNOWN: they may be there or not, and the store could not settle it; from then
  // on it answers HANDLE_SHUT.
  virtual Status write_group(std::span<const Batch> group) = 0;
  Status write(const Batch& batch) { return write_group({&batch, 1}); }

  // Begins a load. READ_ONLY if the store cannot be written or takes no loads. One at a time.
  virtual Result<std::unique_ptr<Load>> load();

  // Whether others write to it at the same time. Then what a load has finished is seen by this store alone: it becomes
  // part of it with the next write, in one with that, or goes with drop_load(). Else it is part of it at once.
  [[nodiscard]] virtual bool has_other_writers() const { return false; }
  virtual void drop_load() {}

  // Done once a row that was read is as safe as one that write() has returned for. A store that waits for others can
  // show a row whose writer was never told so, since its wait was cut short: whoever acknowledges what an earlier write
  // has left asks first. OUTCOME_UNKNOWN where that could not be found out.
  virtual Status confirm(Table /*table*/, std::string_view /*key*/) { return Done{}; }

  // Another whenever what is read may be of another past than before: the store was lost and found again, and may have
  // been put back meanwhile.
  [[nodiscard]] virtual std::uint64_t generation() const { return 0; }
  // Whether it may show less than was acknowledged elsewhere, for a while: it follows another.
  [[nodiscard]] virtual bool may_lag() const { return false; }

  // The witnesses of a write that was not acknowledged and may yet vanish, though its rows can be read: whoever reads
  // shows what they are about as it was before. Most stores show nothing of that kind.
  [[nodiscard]] virtual std::vector<std::string> undecided() const { return {}; }

  // What the store itself can tell about its bytes, beside the rows: the checksums of its files, its mark, that none of
  // its writes is missing.
  // An error, where they cannot be looked at: OUT_OF_MEMORY says nothing about them.
  virtual Result<std::vector<Fault>> check() = 0;

  // What other threads may look into while this one writes; or, of a store that was opened for reading and has other
  // writers, instead of it: what it showed itself so far may be another moment from then on. Null: the store takes no
  // part in that. It may outlive the store, whose end waits for whoever looks into it at that moment.
  virtual std::shared_ptr<SharedStore> shared() { return nullptr; }

 protected:
  Store() = default;

  // Whether the condition of each batch holds, and what must be new is; SIZE_MISMATCH. O(rows).
  Status check_conditions(std::span<const Batch> group);
  // What is compared with a condition: the row's value, if there is one. Nothing: whoever writes it in the end knows.
  virtual Result<std::optional<std::optional<std::string>>> value_for_condition(std::string_view key);
};

// A store for reading, of a thread other than the writer's: between look() and rest() it shows what was durable at
// look(), and nothing that came after. Else every call is HANDLE_SHUT. Cursors live until rest() at most.
class StoreView : public Store {
 public:
  // Shows what is durable now. False: the writer has shut its store, or is about to; for this view that is for good.
  [[nodiscard]] virtual bool look() = 0;
  // Lets go of what is shown. The writer's store is not shut before.
  virtual void rest() = 0;
};

// Any thread. What is not durable yet is never shown: the writer itself says when something is.
class SharedStore {
 public:
  SharedStore() = default;
  virtual ~SharedStore() = default;
  SharedStore(const SharedStore&) = delete;
  SharedStore& operator=(const SharedStore&) = delete;

  // Of one thread each. It may outlive the writer's store.
  virtual std::unique_ptr<StoreView> view() = 0;
};

// Whether no key can lie in this range.
inline bool is_empty(std::string_view from, std::string_view until) {
  return !until.empty() && from >= until;
}

// The rows that a group leaves: of those that have one key the last. They live as long as the batches.
std::vector<const Row*> rows_left(std::span<const Batch> group);

}  // namespace nomic::ledger

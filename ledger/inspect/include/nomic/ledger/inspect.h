// Inspection: what is stored, as it is, whether or not it can be read as what it should be.
//
// Nothing is believed and nothing is refused: the mark is shown slot by slot, rows by table and key, messages field by
// field as far as their bytes go, always with the bytes themselves. For whoever looks for damage, and for who wants to
// see the formats of docs/format.md at work.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "nomic/ledger/folder_trust.h"
#include "nomic/ledger/store.h"

namespace nomic::ledger {

// One thing seen: `depth` says within which of those before it lies.
struct Seen {
  std::size_t depth = 0;
  std::string name;
  std::string value;  // in words; empty where only bytes tell
  std::string bytes;
};

// A record's three messages and its signatures.
std::vector<Seen> inspect_record(std::string_view record);
// A row: what its key says, and its value.
std::vector<Seen> inspect_row(Table table, std::string_view key, std::string_view value);
// The mark's file.
std::vector<Seen> inspect_mark(std::string_view file);

// Bytes as lower-case hex.
std::string hex_of(std::string_view bytes);
std::optional<std::string> from_hex_digits(std::string_view digits);

// A ledger's folder, looked into without opening the ledger. Reads only.
class Inspection {
 public:
  // NOT_A_LEDGER, what Ledger::open says of a folder that is not to be opened, or what the store says when it cannot be
  // opened in any way.
  static Result<std::unique_ptr<Inspection>> open(const std::string& folder, const FolderTrust& trust = {});
  ~Inspection();
  Inspection(const Inspection&) = delete;
  Inspection& operator=(const Inspection&) = delete;

  // The mark's file; nothing if it is missing.
  Result<std::optional<std::string>> mark() const;
  Result<std::optional<std::string>> row(Table table, std::string_view key);
  // Rows in order until `each` returns false.
  Status rows(Table table, std::string_view prefix,
              const std::function<bool(std::string_view key, std::string_view value)>& each);

 private:
  struct Self;
  explicit Inspection(std::unique_ptr<Self> self);
  std::unique_ptr<Self> self_;
};

}  // namespace nomic::ledger

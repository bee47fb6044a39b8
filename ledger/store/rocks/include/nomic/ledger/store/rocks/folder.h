// The folder of a ledger, and what lies in it.
//
//     format     "nomic ledger, format 3" and a newline: what the rest is to be read as
//     lock       whoever writes holds a lock on it
//     mark       the commit point (mark.h)
//     store/     the RocksDB database
//     store.loading/  only while a bundle is imported: tables that will move into the store
//     making/    only while the ledger is being made
//
// Making one makes `making` first and puts the format file in place last. Where `making` lies and no format file,
// somebody is at it, who holds the lock; or was interrupted before anything could be recorded, and making it starts
// anew. Nothing else may lie there then: what a making does not leave is somebody's, and nothing is removed.
#pragma once

#include <optional>
#include <string>

#include "nomic/ledger/folder_trust.h"
#include "nomic/ledger/formats.h"
#include "nomic/ledger/result.h"

namespace nomic::ledger {

inline constexpr std::uint64_t FORMAT = LEDGER_FORMAT;

class Folder {
 public:
  explicit Folder(std::string path) : path_(std::move(path)) {}

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::string format() const { return path_ + "/format"; }
  [[nodiscard]] std::string lock() const { return path_ + "/lock"; }
  [[nodiscard]] std::string mark() const { return path_ + "/mark"; }
  [[nodiscard]] std::string store() const { return path_ + "/store"; }
  [[nodiscard]] std::string loading() const { return store() + ".loading"; }
  [[nodiscard]] std::string making() const { return path_ + "/making"; }

  // That it may be opened at all. UNTRUSTED for the owner of the folder, or of a link that it is; DAMAGED where an
  // entry of it or of its store is a symbolic link, or anything else but a plain file or folder. Done where there is no
  // folder.
  [[nodiscard]] Status check_trust(const FolderTrust& trust) const;

  // Done if this is a ledger that we can read. NOT_A_LEDGER, NEWER_FORMAT by its number, DAMAGED; IN_USE while somebody
  // makes it; CLOCK_WENT_BACK where no ledger can be opened, since the clock stands before 1970.
  [[nodiscard]] Status check_format() const;

  // Makes the folder and `making` in it. ALREADY_A_LEDGER; BAD_INPUT if it holds other things; UNTRUSTED and DAMAGED as
  // check_trust() has it; CLOCK_WENT_BACK.
  [[nodiscard]] Status begin(const FolderTrust& trust) const;
  // With the lock held: removes what an interrupted making left. ALREADY_A_LEDGER if whoever held the lock before has
  // made it; BAD_INPUT.
  [[nodiscard]] Status clear() const;
  // Puts the format file in place: from now on this is a ledger.
  [[nodiscard]] Status finish() const;
  // With the lock held: removes from a ledger what a killed maker or importer could not remove any more.
  void tidy() const;

 private:
  [[nodiscard]] Result<std::optional<std::string>> look_for_format() const;
  [[nodiscard]] Status check_only_making_lies_there() const;

  std::string path_;
};

}  // namespace nomic::ledger

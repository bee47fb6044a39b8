// The mark: the ledger's commit point.
//
// A hash chain cannot see that its tail is missing, and a log that lost its end opens without a word. So what has been
// acknowledged stands in a second place, a small file of two slots:
//
//     slot       offset 0 and offset 4096, by turns: the slot that does not hold the write before is overwritten
//     in a slot  "nomicmk3" | number (8) | digest (32) | SHA-256 of these 48 bytes
//
// Numbers are big-endian; number and digest are those of the last acknowledged write (writes.h), of one append or of a
// group. A slot is overwritten in place and synced: that costs less than half of a rename, and the other slot still
// holds the write before. A new ledger has number 0 in both.
//
// One unreadable slot is what a crash while writing it leaves. The log was synced before the slot was touched, so the
// write that it was about is whole; the next writer writes the slot again.
#pragma once

#include <sys/types.h>

#include <string>

#include "nomic/ledger/files/files.h"
#include "nomic/ledger/store.h"

namespace nomic::ledger {

// How bytes get into the mark's file. Tests replace it, to fail each step.
class MarkDisk {
 public:
  MarkDisk() = default;
  virtual ~MarkDisk() = default;
  MarkDisk(const MarkDisk&) = delete;
  MarkDisk& operator=(const MarkDisk&) = delete;
  // As pwrite and fdatasync: -1 and errno.
  virtual ssize_t write(int fd, const char* bytes, std::size_t count, off_t at);
  virtual int sync(int fd);
};

// A write of the store: its number, from 1 on, and its digest. Number 0 stands for the empty store.
struct Written {
  std::uint64_t number = 0;
  Hash digest;
  friend bool operator==(const Written&, const Written&) = default;
};

struct MarkRead {
  Written written;       // the newest readable
  bool whole = true;     // both slots are readable
  std::size_t slot = 0;  // that holds it
};

class Mark {
 public:
  explicit Mark(std::string path) : path_(std::move(path)) {}

  // Makes the file of an empty ledger, synced.
  [[nodiscard]] Status create() const;

  // DAMAGED if the file is missing, has another length, or neither slot is readable, or if the slots do not follow each
  // other.
  [[nodiscard]] Result<MarkRead> read() const;

  // Durable when it returns; the write follows the one that the file holds. After an error the slot may hold the old
  // one, the new one, or neither.
  Status write(const Written& written, MarkDisk& disk);

  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
  FileHandle file_;       // opened by the first write
  std::size_t next_ = 0;  // the slot to write, from then on
};

}  // namespace nomic::ledger

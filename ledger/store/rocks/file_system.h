// The file system that RocksDB sees: the given one, with four differences.
//
//  - OPTIONS files, which it writes at each opening and we never read, are refused; it goes on without them.
//  - A log ends where its headers stop making sense (sound_log.h).
//  - What no checksum covers of a table is checked before RocksDB reads it, since it believes what it reads there, and
//    one flipped bit can end the program in one of its assertions. That is the footer, which says where the index lies
//    and which checksum the blocks have; and the end of the block of properties, which RocksDB looks into before it
//    compares that block's checksum. Every other block is compared first.
//  - After a write, a sync or a rename has failed, nothing is deleted any more. RocksDB takes what failed for not done,
//    and deletes the files that it would have brought. But a list of files (MANIFEST) whose sync failed may name them
//    all the same, and then the database could never be opened again. The next opening deletes what is not needed.
#pragma once

#include <rocksdb/file_system.h>

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace nomic::ledger {

// Whether something has failed that changes files. Any thread.
class Failures {
 public:
  // Gives the status back. A call that is not supported has another that is tried then.
  rocksdb::IOStatus note(rocksdb::IOStatus status) {
    if (!status.ok() && !status.IsNotSupported()) any_ = true;
    return status;
  }
  [[nodiscard]] bool any() const { return any_; }

 private:
  std::atomic<bool> any_ = false;
};

class LedgerFileSystem final : public rocksdb::FileSystemWrapper {
 public:
  using FileSystemWrapper::FileSystemWrapper;
  [[nodiscard]] const char* Name() const override { return "nomic"; }

  rocksdb::IOStatus NewWritableFile(const std::string& path, const rocksdb::FileOptions& options,
                                    std::unique_ptr<rocksdb::FSWritableFile>* file,
                                    rocksdb::IODebugContext* context) override;
  rocksdb::IOStatus NewSequentialFile(const std::string& path, const rocksdb::FileOptions& options,
                                      std::unique_ptr<rocksdb::FSSequentialFile>* file,
                                      rocksdb::IODebugContext* context) override;
  rocksdb::IOStatus NewRandomAccessFile(const std::string& path, const rocksdb::FileOptions& options,
                                        std::unique_ptr<rocksdb::FSRandomAccessFile>* file,
                                        rocksdb::IODebugContext* context) override;
  rocksdb::IOStatus NewDirectory(const std::string& path, const rocksdb::IOOptions& options,
                                 std::unique_ptr<rocksdb::FSDirectory>* folder,
                                 rocksdb::IODebugContext* context) override;
  rocksdb::IOStatus RenameFile(const std::string& from, const std::string& to, const rocksdb::IOOptions& options,
                               rocksdb::IODebugContext* context) override;
  rocksdb::IOStatus LinkFile(const std::string& from, const std::string& to, const rocksdb::IOOptions& options,
                             rocksdb::IODebugContext* context) override;
  rocksdb::IOStatus DeleteFile(const std::string& path, const rocksdb::IOOptions& options,
                               rocksdb::IODebugContext* context) override;

 private:
  // Files and folders that are open note their failures, too.
  const std::shared_ptr<Failures> failures_ = std::make_shared<Failures>();
};

// A table's last bytes, as format version 5 writes them:
//
//     checksum type (1) | handles of metaindex and index: offset and size of each as varints, zeros up to 40 bytes |
//     format version (4, little-endian) | magic (8, little-endian)
inline constexpr std::size_t FOOTER_BYTES = 53;

// Where the metaindex begins, if these are the last bytes of a table of `file_size` bytes that we wrote: our checksum
// type and version, and blocks that lie in the file, the metaindex directly before the footer. Nothing otherwise.
std::optional<std::uint64_t> metaindex_of_sound_footer(std::string_view footer, std::uint64_t file_size);

}  // namespace nomic::ledger

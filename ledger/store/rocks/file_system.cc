#include "file_system.h"

#include <rocksdb/table.h>

#include <optional>

#include "sound_log.h"

namespace nomic::ledger {
namespace {

constexpr std::uint64_t MAGIC = 0x88e241b785f4cff7U;
constexpr std::uint32_t VERSION = 5;
constexpr std::size_t HANDLES_AT = 1;
constexpr std::size_t HANDLES_BYTES = 40;
constexpr std::size_t RESTARTS_BYTES = 4;
constexpr std::uint64_t HASH_INDEX_FLAG = 0x80000000U;  // a block with an index that ours have not
constexpr std::size_t BLOCK_TRAILER_BYTES = 5;          // compression type and checksum

std::uint64_t little_endian(std::string_view bytes) {
  std::uint64_t number = 0;
  unsigned shift = 0;
  for (const char byte : bytes) {
    number |= std::uint64_t{static_cast<std::uint8_t>(byte)} << shift;
    shift += 8;
  }
  return number;
}

// Seven bits a byte, the lowest first, the highest bit set in all but the last; in its shortest form.
std::optional<std::uint64_t> take_varint(std::string_view& bytes) {
  std::uint64_t number = 0;
  for (unsigned shift = 0; shift < 64 && !bytes.empty(); shift += 7) {
    const auto byte = static_cast<std::uint8_t>(bytes.front());
    bytes.remove_prefix(1);
    if (shift == 63 && byte > 1) return std::nullopt;
    number |= std::uint64_t{byte & 0x7FU} << shift;
    if ((byte & 0x80U) != 0) continue;
    if (byte == 0 && shift > 0) return std::nullopt;
    return number;
  }
  return std::nullopt;
}

rocksdb::IOStatus damaged_table(const std::string& path) {
  return rocksdb::IOStatus::Corruption("the end of a table is damaged", path);
}

rocksdb::IOStatus check_end(rocksdb::FSRandomAccessFile& file, const std::string& path, std::uint64_t size) {
  if (size < FOOTER_BYTES) return damaged_table(path);
  char space[FOOTER_BYTES];
  rocksdb::Slice read;
  rocksdb::IOStatus status =
      file.Read(size - FOOTER_BYTES, FOOTER_BYTES, rocksdb::IOOptions(), &read, space, /*dbg=*/nullptr);
  if (!status.ok()) return status;
  const auto metaindex = metaindex_of_sound_footer({read.data(), read.size()}, size);
  if (!metaindex || *metaindex < RESTARTS_BYTES + BLOCK_TRAILER_BYTES) return damaged_table(path);

  // The properties are the block before the metaindex; how many restart points it has stands at its end.
  status =
      file.Read(*metaindex - BLOCK_TRAILER_BYTES - RESTARTS_BYTES, RESTARTS_BYTES, rocksdb::IOOptions(), &read, space,
                /*dbg=*/nullptr);
  if (!status.ok()) return status;
  if (read.size() != RESTARTS_BYTES || (little_endian({read.data(), read.size()}) & HASH_INDEX_FLAG) != 0) {
    return damaged_table(path);
  }
  return rocksdb::IOStatus::OK();
}

// A file that notes what fails.
class WatchedFile final : public rocksdb::FSWritableFileOwnerWrapper {
 public:
  using Base = rocksdb::FSWritableFileOwnerWrapper;
  using Status = rocksdb::IOStatus;
  using Options = rocksdb::IOOptions;
  using Context = rocksdb::IODebugContext;
  using Verification = rocksdb::DataVerificationInfo;

  WatchedFile(std::unique_ptr<rocksdb::FSWritableFile> file, std::shared_ptr<Failures> failures)
      : Base(std::move(file)), failures_(std::move(failures)) {}

  Status Append(const rocksdb::Slice& data, const Options& options, Context* context) override {
    return failures_->note(Base::Append(data, options, context));
  }
  Status Append(const rocksdb::Slice& data, const Options& options, const Verification& verification,
                Context* context) override {
    return failures_->note(Base::Append(data, options, verification, context));
  }
  Status PositionedAppend(const rocksdb::Slice& data, std::uint64_t at, const Options& options,
                          Context* context) override {
    return failures_->note(Base::PositionedAppend(data, at, options, context));
  }
  Status PositionedAppend(const rocksdb::Slice& data, std::uint64_t at, const Options& options,
                          const Verification& verification, Context* context) override {
    return failures_->note(Base::PositionedAppend(data, at, options, verification, context));
  }
  Status Truncate(std::uint64_t size, const Options& options, Context* context) override {
    return failures_->note(Base::Truncate(size, options, context));
  }
  Status Close(const Options& options, Context* context) override {
    return failures_->note(Base::Close(options, context));
  }
  Status Flush(const Options& options, Context* context) override {
    return failures_->note(Base::Flush(options, context));
  }
  Status Sync(const Options& options, Context* context) override {
    return failures_->note(Base::Sync(options, context));
  }
  Status Fsync(const Options& options, Context* context) override {
    return failures_->note(Base::Fsync(options, context));
  }
  Status RangeSync(std::uint64_t at, std::uint64_t count, const Options& options, Context* context) override {
    return failures_->note(Base::RangeSync(at, count, options, context));
  }

 private:
  std::shared_ptr<Failures> failures_;
};

class WatchedFolder final : public rocksdb::FSDirectoryWrapper {
 public:
  WatchedFolder(std::unique_ptr<rocksdb::FSDirectory> folder, std::shared_ptr<Failures> failures)
      : FSDirectoryWrapper(std::move(folder)), failures_(std::move(failures)) {}

  rocksdb::IOStatus Fsync(const rocksdb::IOOptions& options, rocksdb::IODebugContext* context) override {
    return failures_->note(FSDirectoryWrapper::Fsync(options, context));
  }
  rocksdb::IOStatus FsyncWithDirOptions(const rocksdb::IOOptions& options, rocksdb::IODebugContext* context,
                                        const rocksdb::DirFsyncOptions& why) override {
    return failures_->note(FSDirectoryWrapper::FsyncWithDirOptions(options, context, why));
  }

 private:
  std::shared_ptr<Failures> failures_;
};

}  // namespace

std::optional<std::uint64_t> metaindex_of_sound_footer(std::string_view footer, std::uint64_t file_size) {
  if (footer.size() != FOOTER_BYTES || file_size < FOOTER_BYTES) return std::nullopt;
  if (footer.front() != static_cast<char>(rocksdb::kXXH3)) return std::nullopt;
  if (little_endian(footer.substr(HANDLES_AT + HANDLES_BYTES, 4)) != VERSION) return std::nullopt;
  if (little_endian(footer.substr(HANDLES_AT + HANDLES_BYTES + 4)) != MAGIC) return std::nullopt;

  std::string_view handles = footer.substr(HANDLES_AT, HANDLES_BYTES);
  const auto metaindex_at = take_varint(handles);
  const auto metaindex_size = take_varint(handles);
  const auto index_at = take_varint(handles);
  const auto index_size = take_varint(handles);
  if (!metaindex_at || !metaindex_size || !index_at || !index_size) return std::nullopt;
  if (handles.find_first_not_of('\0') != std::string_view::npos) return std::nullopt;

  const std::uint64_t blocks = file_size - FOOTER_BYTES;
  if (*metaindex_size > blocks || *index_size > blocks || *metaindex_at > blocks || *index_at > blocks)
    return std::nullopt;
  const bool in_order = *metaindex_at + *metaindex_size + BLOCK_TRAILER_BYTES == blocks &&
                        *index_at + *index_size + BLOCK_TRAILER_BYTES <= *metaindex_at;
  return in_order ? metaindex_at : std::nullopt;
}

rocksdb::IOStatus LedgerFileSystem::NewWritableFile(const std::string& path, const rocksdb::FileOptions& options,
                                                    std::unique_ptr<rocksdb::FSWritableFile>* file,
                                                    rocksdb::IODebugContext* context) {
  const std::size_t name = path.rfind('/') + 1;
  if (path.compare(name, 8, "OPTIONS-") == 0) return rocksdb::IOStatus::NotSupported("not wanted");
  rocksdb::IOStatus status = failures_->note(FileSystemWrapper::NewWritableFile(path, options, file, context));
  if (status.ok()) *file = std::make_unique<WatchedFile>(std::move(*file), failures_);
  return status;
}

rocksdb::IOStatus LedgerFileSystem::NewDirectory(const std::string& path, const rocksdb::IOOptions& options,
                                                 std::unique_ptr<rocksdb::FSDirectory>* folder,
                                                 rocksdb::IODebugContext* context) {
  rocksdb::IOStatus status = failures_->note(FileSystemWrapper::NewDirectory(path, options, folder, context));
  if (status.ok()) *folder = std::make_unique<WatchedFolder>(std::move(*folder), failures_);
  return status;
}

rocksdb::IOStatus LedgerFileSystem::RenameFile(const std::string& from, const std::string& to,
                                               const rocksdb::IOOptions& options, rocksdb::IODebugContext* context) {
  return failures_->note(FileSystemWrapper::RenameFile(from, to, options, context));
}

rocksdb::IOStatus LedgerFileSystem::LinkFile(const std::string& from, const std::string& to,
                                             const rocksdb::IOOptions& options, rocksdb::IODebugContext* context) {
  return failures_->note(FileSystemWrapper::LinkFile(from, to, options, context));
}

rocksdb::IOStatus LedgerFileSystem::DeleteFile(const std::string& path, const rocksdb::IOOptions& options,
                                               rocksdb::IODebugContext* context) {
  if (failures_->any()) return rocksdb::IOStatus::OK();
  return FileSystemWrapper::DeleteFile(path, options, context);
}

rocksdb::IOStatus LedgerFileSystem::NewSequentialFile(const std::string& path, const rocksdb::FileOptions& options,
                                                      std::unique_ptr<rocksdb::FSSequentialFile>* file,
                                                      rocksdb::IODebugContext* context) {
  rocksdb::IOStatus status = FileSystemWrapper::NewSequentialFile(path, options, file, context);
  const std::size_t name = path.rfind('/') + 1;
  const bool is_log = path.ends_with(".log") || path.compare(name, 9, "MANIFEST-") == 0;
  if (status.ok() && is_log) *file = std::make_unique<SoundLog>(std::move(*file));
  return status;
}

rocksdb::IOStatus LedgerFileSystem::NewRandomAccessFile(const std::string& path, const rocksdb::FileOptions& options,
                                                        std::unique_ptr<rocksdb::FSRandomAccessFile>* file,
                                                        rocksdb::IODebugContext* context) {
  rocksdb::IOStatus status = FileSystemWrapper::NewRandomAccessFile(path, options, file, context);
  if (!status.ok() || !path.ends_with(".sst")) return status;
  std::uint64_t size = 0;
  status = GetFileSize(path, options.io_options, &size, context);
  if (status.ok()) status = check_end(**file, path, size);
  return status;
}

}  // namespace nomic::ledger

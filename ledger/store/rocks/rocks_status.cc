#include <fmt/format.h>

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <new>
#include <system_error>

#include "nomic/ledger/files/files.h"
#include "nomic/ledger/store/rocks/status.h"

// RocksDB 7.8 does not look whether LZ4, or its own port::cacheline_aligned_alloc(), got the memory, and uses none: the
// process ends by a signal. The linker puts this between them (CMakeLists.txt).
namespace {

void* must_have(void* made) {
  if (made != nullptr) return made;
  // As `new` does it: the handler lets go of what it has set aside.
  if (const std::new_handler handler = std::get_new_handler(); handler != nullptr) handler();
  throw std::bad_alloc();
}

}  // namespace

extern "C" {
[[gnu::weak]] void* __real_LZ4_createStreamDecode();
void* __wrap_LZ4_createStreamDecode() {
  return must_have(__real_LZ4_createStreamDecode());
}
[[gnu::weak]] void* __real_LZ4_createStream();
void* __wrap_LZ4_createStream() {
  return must_have(__real_LZ4_createStream());
}
[[gnu::weak]] void* __real__ZN7rocksdb4port23cacheline_aligned_allocEm(std::size_t size);
void* __wrap__ZN7rocksdb4port23cacheline_aligned_allocEm(std::size_t size) {
  return must_have(__real__ZN7rocksdb4port23cacheline_aligned_allocEm(size));
}
}

namespace nomic::ledger {
namespace {

std::atomic<bool> was_short = false;

constexpr const char* MORE_MEMORY = "give the program more memory, or more threads: see ulimit";

// Of most errors of the system RocksDB keeps the words alone, behind what it did: this finds them, whatever language
// the system speaks.
bool says(const std::string& text, int error) {
  return text.find(system_message(error)) != std::string::npos;
}

bool lacks_means(const std::exception& thrown) {
  if (dynamic_cast<const std::bad_alloc*>(&thrown) != nullptr) return true;
  const auto* error = dynamic_cast<const std::system_error*>(&thrown);
  return error != nullptr &&
         (error->code() == std::errc::resource_unavailable_try_again || error->code() == std::errc::not_enough_memory);
}

}  // namespace

bool RocksStatus::is_missing_file() const {
  return status_.IsPathNotFound() || says(text(), ENOENT);
}

Error RocksStatus::error(std::string_view doing) const {
  const std::string what = fmt::format("cannot {} the store: {}", doing, text());
  if (status_.IsMemoryLimit() || says(text(), ENOMEM)) {
    was_short = true;
    return fail(ErrorCode::OUT_OF_MEMORY, what, MORE_MEMORY);
  }
  if (status_.IsCorruption() || status_.IsNotSupported() || status_.IsInvalidArgument()) return damaged(what);
  // What a reader is told whose files go while it opens them, or are not the ones that are named.
  if (status_.IsTryAgain()) return damaged(what);
  if (status_.IsNoSpace()) return fail(ErrorCode::FULL, what, "make room on the disk, then repeat");
  if (is_missing_file()) return damaged(what);
  if (says(text(), EACCES) || says(text(), EPERM) || says(text(), EROFS)) {
    return fail(ErrorCode::READ_ONLY, what, "make the folder writable for you, or work in a copy");
  }
  if (says(text(), EDQUOT)) {
    return fail(ErrorCode::FULL, what, "make room on the disk, then repeat");
  }
  return fail(ErrorCode::IO_FAILED, what);
}

Error error_of(const std::exception& thrown, std::string_view doing) {
  if (lacks_means(thrown)) {
    was_short = true;
    return fail(ErrorCode::OUT_OF_MEMORY, fmt::format("cannot {} the store: there is not enough memory for it", doing),
                MORE_MEMORY);
  }
  return damaged(fmt::format("cannot {} the store: {}", doing, thrown.what()));
}

Result<std::optional<std::string>> fault_found_by(const std::function<RocksStatus()>& look) {
  const auto found = [](Error error, std::string what) -> Result<std::optional<std::string>> {
    if (error.code == ErrorCode::OUT_OF_MEMORY) return error;
    return std::optional<std::string>(std::move(what));
  };
  try {
    const RocksStatus files = look();
    if (files) return std::optional<std::string>();
    return found(files.error("check"), files.text());
  } catch (const std::exception& thrown) {
    return found(error_of(thrown, "check"), thrown.what());
  }
}

bool memory_was_short() {
  return was_short;
}

}  // namespace nomic::ledger

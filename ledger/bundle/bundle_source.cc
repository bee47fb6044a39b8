#include "bundle_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>

#include "nomic/ledger/base/errors.h"
#include "nomic/ledger/files/files.h"

namespace nomic::ledger {
namespace {

constexpr std::size_t READ_AT_ONCE = std::size_t{1} << 18U;

}  // namespace

BundleSource::BundleSource(ReadBytes read) : bytes_(std::make_unique<Bytes>(std::move(read))) {}
BundleSource::~BundleSource() = default;

Result<std::string_view> BundleSource::Bytes::peek(std::size_t count) {
  while (buffer_.size() - at_ < count && !ended_) {
    if (at_ > 0) {
      digest_behind();
      buffer_.erase(0, at_);
      at_ = 0;
      digested_ = 0;
    }
    const std::size_t held = buffer_.size();
    buffer_.resize(std::max(READ_AT_ONCE, held + READ_AT_ONCE / 4));
    const std::ptrdiff_t got = read_(buffer_.data() + held, buffer_.size() - held);
    const int error = errno;
    buffer_.resize(held + static_cast<std::size_t>(std::max<std::ptrdiff_t>(got, 0)));
    if (got < 0 && error == EINTR) continue;
    if (got < 0) return fail(ErrorCode::IO_FAILED, fmt::format("cannot read the bundle: {}", system_message(error)));
    ended_ = got == 0;
  }
  return std::string_view(buffer_).substr(at_, count);
}

void BundleSource::Bytes::digest_behind() {
  sha_.add(std::string_view(buffer_).substr(digested_, at_ - digested_));
  digested_ = at_;
}

void BundleSource::Bytes::begin_digest() {
  sha_.finish();
  digested_ = at_;
}

Hash BundleSource::Bytes::digest() {
  digest_behind();
  return sha_.finish();
}

}  // namespace nomic::ledger

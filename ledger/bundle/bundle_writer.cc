#include "bundle_writer.h"

#include <fmt/format.h>

#include <cassert>

#include "nomic/ledger/base/errors.h"
#include "nomic/ledger/files/files.h"

namespace nomic::ledger {
namespace {

constexpr std::size_t WRITE_AT_ONCE = std::size_t{1} << 18U;

}  // namespace

void BundleWriter::put(Frame type, std::string_view body) {
  assert(body.size() <= *frame_limit(static_cast<char>(type)));
  buffer_ += frame_head(type, body.size());
  buffer_ += body;
}

Status BundleWriter::flush() {
  digest_.add(buffer_);
  const int error = write_(buffer_);
  buffer_.clear();
  if (error == 0) return Done{};
  return fail(code_of(error), fmt::format("cannot write the bundle: {}", system_message(error)),
              code_of(error) == ErrorCode::FULL ? "make room on the disk, then repeat" : "");
}

Status BundleWriter::flush_if_large() {
  return buffer_.size() < WRITE_AT_ONCE ? Status(Done{}) : flush();
}

Status BundleWriter::begin(const BundleHeader& header) {
  buffer_ += BUNDLE_LINE;
  put(Frame::HEADER, encode(header));
  return Done{};
}

Status BundleWriter::record(std::string_view bytes, const std::optional<Hash>& digest) {
  if (digest) put(Frame::REQUEST, digest->raw());
  put(Frame::RECORD, bytes);
  return flush_if_large();
}

Status BundleWriter::total(const BundleTotal& total) {
  put(Frame::TOTAL, encode(total));
  return flush_if_large();
}

Status BundleWriter::evidence(const BundleEvidence& evidence) {
  assert(is_well_formed(evidence));
  put(Frame::EVIDENCE, encode(evidence));
  return flush_if_large();
}

Status BundleWriter::end() {
  NOMIC_TRY(flush());
  put(Frame::END, digest_.finish().raw());
  return flush();
}

}  // namespace nomic::ledger

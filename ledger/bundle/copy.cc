// A game's records under another identity: its bundle, written over again part by part while it is exported.
#include "nomic/ledger/copy.h"

#include <fmt/format.h>

#include <cerrno>
#include <optional>

#include "bundle_writer.h"
#include "leaf_log.h"
#include "nomic/ledger/base/errors.h"
#include "nomic/ledger/limits.h"
#include "nomic/ledger/log/record.h"

namespace nomic::ledger {
namespace {

// Chains records anew, one after the other.
class Rechained {
 public:
  explicit Rechained(const std::string& first_payload) : first_payload_(first_payload) {}

  // The bytes of the copy of the next record. TOO_LARGE; what the temporary file of the leaves says.
  Result<std::string> next(std::string_view original) {
    RecordParts parts;
    NOMIC_TRY(decoder_.decode(original, parts));
    parts.signatures.clear();
    parts.via = Via::NOT_SAID;
    if (parts.index == 0) {
      parts.payload = first_payload_;
    } else {
      parts.previous_hash = last_;
      parts.game = id_;
    }
    if (parts.seen_size > 0) {
      NOMIC_ASSIGN(auto seen, leaves_.at(parts.seen_size - 1));
      parts.seen_hash = seen;
    }
    std::string bytes = encode_record(parts);
    if (bytes.size() > RECORD_LIMIT) {
      return fail(
          ErrorCode::TOO_LARGE,
          fmt::format("record {} would be {} bytes long, of at most {}", parts.index, bytes.size(), RECORD_LIMIT), "",
          parts.index);
    }
    last_ = leaf_hash(bytes);
    if (parts.index == 0) id_.hash = last_;
    recorded_at_ = parts.recorded_at;
    NOMIC_TRY(leaves_.add(last_));
    return bytes;
  }

  // Of the copy, after the first record; and of the last.
  [[nodiscard]] const GameId& id() const { return id_; }
  [[nodiscard]] const Hash& last() const { return last_; }
  [[nodiscard]] Micros recorded_at() const { return recorded_at_; }

 private:
  const std::string& first_payload_;
  RecordDecoder decoder_;
  GameId id_;
  Hash last_;
  Micros recorded_at_;
  LeafLog leaves_;
};

// Of a part, in its head.
std::size_t length_in(std::string_view head) {
  std::size_t length = 0;
  for (const char byte : head.substr(1)) length = length * 256 + static_cast<unsigned char>(byte);
  return length;
}

// Takes the bytes of the game's bundle as they come, and writes those of the copy's.
class Copier {
 public:
  Copier(const CopyRequest& request, const WriteBytes& write)
      : name_(request.name), writer_(write), copy_(request.first_payload) {}

  // As WriteBytes. What really went wrong is error()'s to say.
  int take(std::string_view bytes) {
    ahead_ += bytes;
    std::size_t at = 0;
    if (!begun_ && ahead_.size() >= BUNDLE_LINE.size()) {
      begun_ = true;
      at = BUNDLE_LINE.size();
    }
    while (begun_ && ahead_.size() - at >= FRAME_HEAD_BYTES) {
      const std::string_view rest = std::string_view(ahead_).substr(at);
      const std::size_t length = length_in(rest.substr(0, FRAME_HEAD_BYTES));
      if (rest.size() - FRAME_HEAD_BYTES < length) break;
      auto done = part(static_cast<Frame>(rest[0]), rest.substr(FRAME_HEAD_BYTES, length));
      if (!done) {
        error_ = std::move(done).error();
        return EIO;
      }
      at += FRAME_HEAD_BYTES + length;
    }
    ahead_.erase(0, at);
    return 0;
  }

  Result<BundleReport> end() {
    BundleReport report;
    report.game = copy_.id();
    report.label = name_;
    report.size = tree_.size();
    report.head_hash = copy_.last();
    report.root = tree_.root();
    report.recorded_at = copy_.recorded_at();
    NOMIC_TRY(writer_.total({report.size, report.root}));
    NOMIC_TRY(writer_.end());
    return report;
  }

  [[nodiscard]] const std::optional<Error>& error() const { return error_; }

 private:
  Status part(Frame type, std::string_view body) {
    switch (type) {
      case Frame::REQUEST:
        digest_ = Hash::from_raw(body);
        return Done{};
      case Frame::RECORD:
        return record(body);
      // The game's own, and what is kept with it.
      case Frame::HEADER:
      case Frame::TOTAL:
      case Frame::EVIDENCE:
      case Frame::END:
        return Done{};
    }
    return Done{};
  }

  Status record(std::string_view original) {
    NOMIC_ASSIGN(auto bytes, copy_.next(original));
    if (tree_.size() == 0) NOMIC_TRY(writer_.begin({copy_.id(), 0, name_, tree_}));
    NOMIC_TRY(writer_.record(bytes, digest_));
    digest_.reset();
    tree_.add(copy_.last());
    return Done{};
  }

  const std::string& name_;
  BundleWriter writer_;
  Rechained copy_;
  Frontier tree_;
  std::string ahead_;  // bytes that are no whole part yet
  bool begun_ = false;
  std::optional<Hash> digest_;  // of the request that begins with the next record
  std::optional<Error> error_;
};

}  // namespace

Result<BundleReport> export_copy(Ledger& ledger, const CopyRequest& request, const WriteBytes& write,
                                 const std::function<void(std::uint64_t done)>& progress) {
  NOMIC_ASSIGN(auto head, ledger.head(request.game));
  if (request.size == 0) return fail(ErrorCode::BAD_INPUT, "a copy of no record is none");
  if (request.size > head.size) {
    return fail(ErrorCode::NO_SUCH_RECORD,
                fmt::format("there is no record {}: the last is {}", request.size - 1, head.size - 1),
                fmt::format("name records from 0 to {}", head.size - 1), request.size - 1);
  }
  Copier copier(request, write);
  auto exported = ledger.export_to([&](std::string_view bytes) { return copier.take(bytes); },
                                   {request.game, 0, request.size, 0}, progress);
  if (copier.error()) return *copier.error();
  if (!exported) return std::move(exported).error();
  return copier.end();
}

}  // namespace nomic::ledger

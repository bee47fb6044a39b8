// A bundle put together again from its columns (packed_bundle.h).
#include <vector>

#include "nomic/ledger/base/utf8.h"
#include "nomic/ledger/bundle/bundle_format.h"
#include "nomic/ledger/log/record.h"
#include "nomic/ledger/packed_bundle.h"
#include "packed_columns.h"

namespace nomic::ledger {
namespace {

// Every record is longer: its hashes alone are.
constexpr std::size_t LEAST_RECORD = 64;

// What is known of the records before the next one.
struct Before {
  std::vector<Hash> leaves;
  std::int64_t time = 0;
  std::uint64_t index = 0;
  std::vector<std::string> named;
  std::vector<std::string> keyed;

  [[nodiscard]] Hash previous() const { return leaves.empty() ? Hash{} : leaves.back(); }
};

std::int64_t later_by(std::int64_t from, std::uint64_t by) {
  const std::uint64_t plain = by >> 1U ^ (0 - (by & 1U));
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(from) + plain);
}

class Unpacker {
 public:
  Unpacker(ColumnsIn columns, std::size_t limit) : in_(columns), limit_(limit), out_(BUNDLE_LINE) {}

  std::optional<std::string> bundle() {
    while (in_.is_sound() && !in_.is_at_end(Column::PARTS) && out_.size() <= limit_) part();
    if (!in_.is_done() || !whole_) return std::nullopt;
    put(Frame::END, sha256(out_).raw());
    if (out_.size() > limit_) return std::nullopt;
    return std::move(out_);
  }

 private:
  void part() {
    const char type = static_cast<char>(in_.byte(Column::PARTS));
    const auto most = frame_limit(type);
    const bool is_ours = most && type != static_cast<char>(Frame::REQUEST) && type != static_cast<char>(Frame::END);
    if (!is_ours) whole_ = false;
    if (!whole_) return;
    const std::uint8_t told = type == static_cast<char>(Frame::RECORD) ? in_.byte(Column::PARTS) : std::uint8_t{0};
    std::string body;
    if (told == 0) {
      body = in_.bytes(Column::OTHERS, in_.number(Column::NUMBERS));
    } else if (auto read = record(told)) {
      body = *std::move(read);
    } else {
      whole_ = false;
    }
    if (body.size() > *most) whole_ = false;
    // Records that are next to nothing would take more memory than bytes.
    if (known_.leaves.size() > limit_ / LEAST_RECORD) whole_ = false;
    if (!whole_ || !in_.is_sound()) return;
    put(static_cast<Frame>(type), body);
    if (type != static_cast<char>(Frame::RECORD)) return;
    known_.leaves.push_back(leaf_hash(body));
    ++known_.index;
  }

  // Of a name: the one that is known under a number, or a new one.
  std::string name(std::vector<std::string>& known, Column column, std::optional<std::size_t> length) {
    const std::uint64_t number = in_.number(Column::NUMBERS);
    if (number > known.size()) whole_ = false;
    if (!whole_) return {};
    if (number > 0) return known[number - 1];
    known.emplace_back(in_.bytes(column, length ? *length : in_.number(Column::NUMBERS)));
    return known.back();
  }

  Hash hash(bool is_told, const Hash& told) {
    if (is_told) return told;
    return Hash::from_raw(in_.bytes(Column::OTHERS, Hash::SIZE)).value_or(Hash{});
  }

  std::optional<std::string> record(std::uint8_t told) {
    if ((told & ~ALL_TOLD) != 0) return std::nullopt;
    RecordParts parts;
    if ((told & NEXT_INDEX) == 0) known_.index = in_.number(Column::NUMBERS);
    parts.index = known_.index;
    parts.previous_hash = hash((told & FOLLOWS) != 0, known_.previous());
    const bool is_first = parts.index == 0;
    if (!is_first) {
      if (known_.leaves.empty() && (told & SAME_GAME) != 0) return std::nullopt;
      parts.game = {hash((told & SAME_GAME) != 0, known_.leaves.empty() ? Hash{} : known_.leaves.front())};
    }
    parts.seen_size = (told & HAS_SEEN_ALL) != 0 ? parts.index : in_.number(Column::NUMBERS);
    if (parts.seen_size > 0) {
      const bool is_known = parts.seen_size <= known_.leaves.size();
      if (!is_known && (told & HAS_SEEN_THESE) != 0) return std::nullopt;
      parts.seen_hash = hash((told & HAS_SEEN_THESE) != 0, is_known ? known_.leaves[parts.seen_size - 1] : Hash{});
    }
    if ((told & HAS_VIA) != 0) {
      const std::uint64_t via = in_.number(Column::NUMBERS);
      if (via > static_cast<std::uint64_t>(Via::ANYBODY)) return std::nullopt;
      parts.via = static_cast<Via>(via);
    }
    known_.time = later_by(known_.time, in_.number(Column::TIMES));
    parts.recorded_at = {known_.time};
    parts.author = name(known_.named, Column::NAMES, std::nullopt);
    parts.request_id = in_.bytes(Column::REQUESTS, in_.number(Column::NUMBERS));
    parts.payload = in_.bytes(Column::PAYLOADS, in_.number(Column::NUMBERS));
    const std::uint64_t signatures = in_.number(Column::NUMBERS);
    for (std::uint64_t i = 0; i < signatures && in_.is_sound() && whole_; ++i) {
      RecordSignature one;
      one.public_key = name(known_.keyed, Column::OTHERS, Hash::SIZE);
      one.signature = in_.bytes(Column::SIGNATURES, SIGNATURE_BYTES);
      parts.signatures.push_back(std::move(one));
    }
    if (!in_.is_sound() || !whole_ || !is_utf8(parts.author) || !is_utf8(parts.request_id)) return std::nullopt;
    if (!via_fits(parts)) return std::nullopt;
    return encode_record(parts);
  }

  void put(Frame type, std::string_view body) { out_.append(frame_head(type, body.size())).append(body); }

  ColumnsIn in_;
  std::size_t limit_;
  Before known_;
  std::string out_;
  bool whole_ = true;
};

}  // namespace

std::optional<std::string> unpack_bundle(std::string_view packed, std::size_t limit) {
  const auto columns = ColumnsIn::of(packed);
  if (!columns) return std::nullopt;
  return Unpacker(*columns, limit).bundle();
}

std::string_view payloads_in(std::string_view packed) {
  const auto columns = ColumnsIn::of(packed);
  return columns ? columns->rest(Column::PAYLOADS) : std::string_view();
}

}  // namespace nomic::ledger

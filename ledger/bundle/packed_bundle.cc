#include "nomic/ledger/packed_bundle.h"

#include <map>
#include <vector>

#include "nomic/ledger/base/bytes.h"
#include "nomic/ledger/bundle/bundle_format.h"
#include "nomic/ledger/log/record.h"
#include "packed_columns.h"

namespace nomic::ledger {
namespace {

// What is known of the records before the next one.
struct Known {
  std::vector<Hash> leaves;
  std::int64_t time = 0;
  std::uint64_t index = 0;
  std::map<std::string, std::uint64_t, std::less<>> names;
  std::map<std::string, std::uint64_t, std::less<>> keys;

  [[nodiscard]] Hash previous() const { return leaves.empty() ? Hash{} : leaves.back(); }
};

// How much later, wrapping, with the sign in the lowest bit.
std::uint64_t later(std::int64_t from, std::int64_t to) {
  const auto by = static_cast<std::int64_t>(static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from));
  return static_cast<std::uint64_t>(by) << 1U ^ static_cast<std::uint64_t>(by >> 63U);
}

// A name that was there before by its number from 1 on, a new one by 0 and itself.
void put_known(ColumnsOut& out, std::map<std::string, std::uint64_t, std::less<>>& known, const std::string& name,
               Column column, bool with_length) {
  const auto found = known.find(name);
  out.number(Column::NUMBERS, found == known.end() ? 0 : found->second);
  if (found != known.end()) return;
  known.emplace(name, known.size() + 1);
  if (with_length) out.number(Column::NUMBERS, name.size());
  out.bytes(column, name);
}

class Packer {
 public:
  void part(char type, std::string_view body) {
    out_.byte(Column::PARTS, static_cast<std::uint8_t>(type));
    out_.number(Column::NUMBERS, body.size());
    out_.bytes(Column::OTHERS, body);
  }

  void record(std::string_view body) {
    out_.byte(Column::PARTS, static_cast<std::uint8_t>(Frame::RECORD));
    if (decoder_.decode(body, parts_).ok() && encode_record(parts_) == body) {
      put_read();
    } else {
      out_.byte(Column::PARTS, 0);
      out_.number(Column::NUMBERS, body.size());
      out_.bytes(Column::OTHERS, body);
    }
    known_.leaves.push_back(leaf_hash(body));
    ++known_.index;
  }

  [[nodiscard]] std::string joined() const { return out_.joined(); }

 private:
  void put_read() {
    const bool seen_is_known = parts_.seen_size <= known_.leaves.size();
    std::uint8_t told = IS_READ;
    if (parts_.index == known_.index) told |= NEXT_INDEX;
    if (parts_.previous_hash == known_.previous()) told |= FOLLOWS;
    if (!parts_.game || (!known_.leaves.empty() && parts_.game->hash == known_.leaves.front())) told |= SAME_GAME;
    if (parts_.seen_size == parts_.index) told |= HAS_SEEN_ALL;
    if (!parts_.seen_hash || (seen_is_known && *parts_.seen_hash == known_.leaves[parts_.seen_size - 1]))
      told |= HAS_SEEN_THESE;
    if (parts_.via != Via::NOT_SAID) told |= HAS_VIA;
    out_.byte(Column::PARTS, told);
    if ((told & NEXT_INDEX) == 0) out_.number(Column::NUMBERS, parts_.index);
    known_.index = parts_.index;
    if ((told & FOLLOWS) == 0) out_.bytes(Column::OTHERS, parts_.previous_hash.raw());
    if ((told & SAME_GAME) == 0) out_.bytes(Column::OTHERS, parts_.game->hash.raw());
    if ((told & HAS_SEEN_ALL) == 0) out_.number(Column::NUMBERS, parts_.seen_size);
    if ((told & HAS_SEEN_THESE) == 0) out_.bytes(Column::OTHERS, parts_.seen_hash->raw());
    if ((told & HAS_VIA) != 0) out_.number(Column::NUMBERS, static_cast<std::uint64_t>(parts_.via));
    out_.number(Column::TIMES, later(known_.time, parts_.recorded_at.value));
    known_.time = parts_.recorded_at.value;
    put_known(out_, known_.names, parts_.author, Column::NAMES, true);
    out_.number(Column::NUMBERS, parts_.request_id.size());
    out_.bytes(Column::REQUESTS, parts_.request_id);
    out_.number(Column::NUMBERS, parts_.payload.size());
    out_.bytes(Column::PAYLOADS, parts_.payload);
    out_.number(Column::NUMBERS, parts_.signatures.size());
    for (const RecordSignature& each : parts_.signatures) {
      put_known(out_, known_.keys, each.public_key, Column::OTHERS, false);
      out_.bytes(Column::SIGNATURES, each.signature);
    }
  }

  ColumnsOut out_;
  Known known_;
  RecordDecoder decoder_;
  RecordParts parts_;
};

}  // namespace

std::optional<std::string> pack_bundle(std::string_view bundle) {
  if (!bundle.starts_with(BUNDLE_LINE)) return std::nullopt;
  bundle.remove_prefix(BUNDLE_LINE.size());
  Packer packer;
  while (bundle.size() >= FRAME_HEAD_BYTES) {
    const char type = bundle.front();
    const auto most = frame_limit(type);
    const std::uint64_t length = from_big_endian(std::string(4, '\0').append(bundle.substr(1, 4)));
    if (!most || length > *most || length > bundle.size() - FRAME_HEAD_BYTES) return std::nullopt;
    const std::string_view body = bundle.substr(FRAME_HEAD_BYTES, length);
    bundle.remove_prefix(FRAME_HEAD_BYTES + length);
    if (type == static_cast<char>(Frame::END)) break;
    if (type == static_cast<char>(Frame::RECORD)) {
      packer.record(body);
    } else if (type != static_cast<char>(Frame::REQUEST)) {
      packer.part(type, body);
    }
  }
  if (!bundle.empty()) return std::nullopt;
  return packer.joined();
}

}  // namespace nomic::ledger

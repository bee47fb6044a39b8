#include "nomic/ledger/bundle/bundle_format.h"

#include <algorithm>
#include <bit>

#include "nomic/ledger/base/bytes.h"
#include "nomic/ledger/base/utf8.h"
#include "nomic/ledger/log/record.h"

namespace nomic::ledger {
namespace {

constexpr std::size_t HEADER_FIXED = Hash::SIZE + 8 + 8 + 1;
constexpr std::size_t MAX_FRONTIER = 64;

// Takes `count` bytes off the front, which are there.
std::string_view take_bytes(std::string_view& from, std::size_t count) {
  const std::string_view taken = from.substr(0, count);
  from.remove_prefix(count);
  return taken;
}

}  // namespace

std::optional<std::size_t> frame_limit(char type) {
  switch (static_cast<Frame>(type)) {
    case Frame::HEADER:
      return HEADER_FIXED + MAX_LABEL_BYTES + MAX_FRONTIER * Hash::SIZE;
    case Frame::RECORD:
      return RECORD_LIMIT;
    case Frame::REQUEST:
    case Frame::END:
      return Hash::SIZE;
    case Frame::TOTAL:
      return 8 + Hash::SIZE;
    case Frame::EVIDENCE:
      return MAX_EVIDENCE_BYTES;
  }
  return std::nullopt;
}

std::string frame_head(Frame type, std::size_t length) {
  return static_cast<char>(type) + big_endian(length).substr(4);
}

std::string encode(const BundleHeader& header) {
  std::string body = header.game.hash.raw() + big_endian(header.following) + big_endian(header.left.size());
  body += static_cast<char>(header.label.size());
  body += header.label;
  for (const Hash& node : header.left.nodes()) body += node.raw();
  return body;
}

std::string encode(const BundleTotal& total) {
  return big_endian(total.size) + total.root.raw();
}

std::string encode(const BundleEvidence& evidence) {
  std::string body(1, static_cast<char>(evidence.kind.size()));
  return body.append(evidence.kind).append(big_endian(evidence.size)).append(evidence.bytes);
}

std::optional<BundleHeader> decode_header(std::string_view body) {
  if (body.size() < HEADER_FIXED) return std::nullopt;
  BundleHeader header;
  header.game = {*Hash::from_raw(take_bytes(body, Hash::SIZE))};
  header.following = from_big_endian(take_bytes(body, 8));
  const std::uint64_t from = from_big_endian(take_bytes(body, 8));
  const auto label = static_cast<std::uint8_t>(take_bytes(body, 1).front());
  if (label > MAX_LABEL_BYTES || label > body.size()) return std::nullopt;
  header.label = take_bytes(body, label);
  if (!is_utf8(header.label)) return std::nullopt;
  if (body.size() != static_cast<std::size_t>(std::popcount(from)) * Hash::SIZE) return std::nullopt;
  std::vector<Hash> nodes;
  nodes.reserve(MAX_FRONTIER);
  while (!body.empty()) nodes.push_back(*Hash::from_raw(take_bytes(body, Hash::SIZE)));
  header.left = *Frontier::from(from, std::move(nodes));
  return header;
}

std::optional<BundleTotal> decode_total(std::string_view body) {
  if (body.size() != 8 + Hash::SIZE) return std::nullopt;
  return BundleTotal{from_big_endian(body.substr(0, 8)), *Hash::from_raw(body.substr(8))};
}

std::optional<BundleEvidence> decode_evidence(std::string_view body) {
  if (body.empty()) return std::nullopt;
  const auto kind = static_cast<std::uint8_t>(take_bytes(body, 1).front());
  if (body.size() < kind + std::size_t{8}) return std::nullopt;
  BundleEvidence evidence;
  evidence.kind = take_bytes(body, kind);
  evidence.size = from_big_endian(take_bytes(body, 8));
  evidence.bytes = body;
  if (!is_well_formed(evidence)) return std::nullopt;
  return evidence;
}

bool is_well_formed(const BundleEvidence& evidence) {
  const bool word =
      !evidence.kind.empty() && evidence.kind.size() <= MAX_KIND_BYTES &&
      std::all_of(evidence.kind.begin(), evidence.kind.end(), [](char c) { return c >= 'a' && c <= 'z'; });
  return word && !evidence.bytes.empty() && 1 + evidence.kind.size() + 8 + evidence.bytes.size() <= MAX_EVIDENCE_BYTES;
}

}  // namespace nomic::ledger

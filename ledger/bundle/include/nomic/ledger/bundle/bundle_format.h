// The bytes of a bundle (docs/format.md, section 7).
//
//     "nomic bundle, format 1" and a newline
//     frames     type (1) | length (4) | body
//
//     H  header     game (32) | bundles that follow (8) | first index (8) | label's length (1) | label | frontier
//     Q  request    digest (32), before the record that begins a request
//     R  record     its bytes
//     T  total      size (8) | root (32)
//     E  evidence   kind's length (1) | kind | size (8) | bytes
//     Z  end        SHA-256 of the bundle's bytes before this frame (32)
//
// Numbers are big-endian. One H, records, one T, evidence by ascending size, one Z. The frontier is that of the tree
// before the first record: a hash for each bit set in the first index, the largest subtree first.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "nomic/ledger/base/merkle.h"
#include "nomic/ledger/bundle.h"

namespace nomic::ledger {

inline constexpr std::string_view BUNDLE_LINE = "nomic bundle, format 1\n";
inline constexpr std::size_t FRAME_HEAD_BYTES = 5;
inline constexpr std::size_t MAX_LABEL_BYTES = 64;
inline constexpr std::size_t MAX_EVIDENCE_BYTES = std::size_t{1} << 20U;
inline constexpr std::size_t MAX_KIND_BYTES = 32;

enum class Frame : char { HEADER = 'H', REQUEST = 'Q', RECORD = 'R', TOTAL = 'T', EVIDENCE = 'E', END = 'Z' };

// The largest body that a frame of the type may have; nothing for a type that is none.
std::optional<std::size_t> frame_limit(char type);
std::string frame_head(Frame type, std::size_t length);

struct BundleHeader {
  GameId game;
  std::uint64_t following = 0;
  std::string label;
  Frontier left;  // before the first record; its size is the first record's index
};

struct BundleTotal {
  std::uint64_t size = 0;
  Hash root;
};

std::string encode(const BundleHeader& header);
std::string encode(const BundleTotal& total);
std::string encode(const BundleEvidence& evidence);

// Nothing if the body is not exactly what we would write.
std::optional<BundleHeader> decode_header(std::string_view body);
std::optional<BundleTotal> decode_total(std::string_view body);
std::optional<BundleEvidence> decode_evidence(std::string_view body);

// Whether evidence can be written so that it is read again.
bool is_well_formed(const BundleEvidence& evidence);

}  // namespace nomic::ledger

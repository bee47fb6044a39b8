// What bytes say, field by field, as far as they say anything: no message is parsed as a whole.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "nomic/ledger/base/bytes.h"
#include "nomic/ledger/base/utf8.h"
#include "nomic/ledger/hash.h"
#include "nomic/ledger/inspect.h"
#include "nomic/ledger/log/record.h"
#include "nomic/ledger/log/requests.h"
#include "nomic/ledger/log/rows.h"

namespace nomic::ledger {
namespace {

// A message as its schema has it: the names of its fields, and which of them hold a message.
struct Shape {
  std::map<std::uint64_t, std::string> names;
  std::map<std::uint64_t, const Shape*> inner;
};

const Shape& shape_of_statement() {
  static const Shape SHAPE{
      {{1, "game"}, {2, "seen_size"}, {3, "seen_hash"}, {4, "author"}, {5, "request_id"}, {6, "payload"}}, {}};
  return SHAPE;
}
const Shape& shape_of_record() {
  static const Shape SIGNATURE{{{1, "public_key"}, {2, "signature"}}, {}};
  static const Shape ENTRY{{{1, "index"}, {2, "previous_hash"}, {3, "recorded_at"}, {4, "statement"}, {5, "via"}},
                           {{4, &shape_of_statement()}}};
  static const Shape SHAPE{{{1, "entry"}, {2, "signatures"}}, {{1, &ENTRY}, {2, &SIGNATURE}}};
  return SHAPE;
}

// Of a row of the catalog, by the first byte of its key.
const Shape& shape_of_catalog(char kind) {
  static const std::map<char, Shape> SHAPES = {
      {APPEND_ROWS, {{{1, "first"}, {2, "head_hash"}}, {}}},
      {GAME_ROWS,
       {{{1, "name"},
         {2, "size"},
         {3, "head_hash"},
         {4, "recorded_at"},
         {5, "frontier"},
         {6, "snapshot_size"},
         {7, "index_drops"}},
        {}}},
      {FOUNDING_ROWS, {{{1, "game"}}, {}}},
      {KIN_ROWS, {{{1, "game"}}, {}}},
      {NAME_ROWS, {{{1, "game"}}, {}}},
      {IMPORT_ROWS, {{{1, "size"}}, {}}},
      {REQUEST_ROWS, {{{1, "digest"}, {2, "first"}, {3, "count"}}, {}}},
      {REINDEX_ROWS, {{{1, "size"}}, {}}},
      {REACH_ROWS, {{{1, "maker"}, {2, "size"}}, {}}},
      {DIGEST_ROWS, {{{1, "maker"}, {2, "digest"}}, {}}},
      {EVIDENCE_ROWS, {{{1, "kind"}, {2, "content"}}, {}}},
  };
  static const Shape UNKNOWN;
  const auto found = SHAPES.find(kind);
  return found == SHAPES.end() ? UNKNOWN : found->second;
}

const Shape& shape_of_snapshot() {
  static const Shape SHAPE{{{1, "size"}, {2, "head_hash"}, {3, "maker"}, {4, "body"}, {5, "body_hash"}, {6, "chunks"}},
                           {}};
  return SHAPE;
}

const Shape& shape_of_index_value() {
  static const Shape SHAPE{{{1, "maker"}, {2, "value"}}, {}};
  return SHAPE;
}

const Shape& shape_of(Table table, std::string_view key) {
  if (table == Table::SNAPSHOTS) return shape_of_snapshot();
  return table == Table::INDEX ? shape_of_index_value() : shape_of_catalog(key.empty() ? '\0' : key.front());
}

// A part of snapshots, whose bytes the ledger does not read.
bool is_chunk(Table table, std::string_view key) {
  return table == Table::SNAPSHOTS && key.size() == Hash::SIZE + 8 + Hash::SIZE;
}

std::optional<std::uint64_t> take_number(std::string_view& bytes) {
  std::uint64_t number = 0;
  for (unsigned shift = 0; shift < 70 && !bytes.empty(); shift += 7) {
    const auto byte = static_cast<std::uint8_t>(bytes.front());
    bytes.remove_prefix(1);
    if (shift < 64) number |= std::uint64_t{byte & 0x7FU} << shift;
    if ((byte & 0x80U) == 0) return number;
  }
  return std::nullopt;
}

bool is_printable(std::string_view bytes) {
  constexpr std::size_t MOST = 200;
  if (bytes.empty() || bytes.size() > MOST || !is_utf8(bytes)) return false;
  for (const char c : bytes) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) return false;
  }
  return true;
}

void look(std::string_view bytes, const Shape& shape, std::size_t depth, std::vector<Seen>& seen) {
  const std::string_view whole = bytes;
  while (!bytes.empty()) {
    const std::string_view rest = bytes;
    const auto tag = take_number(bytes);
    const std::uint64_t number = tag.value_or(0) >> 3U;
    const auto named = shape.names.find(number);
    const std::string name = named == shape.names.end() ? fmt::format("field {}", number) : named->second;
    const auto value = tag && (*tag & 7U) <= 2 && (*tag & 7U) != 1 ? take_number(bytes) : std::nullopt;
    const bool is_number = tag && (*tag & 7U) == 0;
    if (!value || (!is_number && *value > bytes.size())) {
      seen.push_back(
          {depth, "unreadable", fmt::format("from byte {} on", whole.size() - rest.size()), std::string(rest)});
      return;
    }
    if (is_number) {
      seen.push_back({depth, name, std::to_string(*value), {}});
      continue;
    }
    const std::string_view content = bytes.substr(0, *value);
    bytes.remove_prefix(*value);
    const std::string words = is_printable(content) ? fmt::format("\"{}\", ", content) : "";
    seen.push_back({depth, name, fmt::format("{}{} bytes", words, content.size()), std::string(content)});
    if (const auto inner = shape.inner.find(number); inner != shape.inner.end()) {
      look(content, *inner->second, depth + 1, seen);
    }
  }
}

void look_at_key(Table table, std::string_view key, std::vector<Seen>& seen) {
  std::string_view rest = key;
  if (table == Table::CATALOG && !rest.empty()) {
    seen.push_back({1, "kind", std::string(1, rest.front()), {}});
    rest.remove_prefix(1);
  }
  if (rest.size() >= Hash::SIZE) {
    seen.push_back({1, "game", {}, std::string(rest.substr(0, Hash::SIZE))});
    rest.remove_prefix(Hash::SIZE);
  }
  if (table == Table::TILES && rest.size() == 9) {
    seen.push_back({1, "level", std::to_string(static_cast<std::uint8_t>(rest.front())), {}});
    rest.remove_prefix(1);
  }
  if (table == Table::INDEX && rest.size() > 8) {
    const std::string_view own = rest.substr(0, rest.size() - 8);
    seen.push_back({1, "key", is_printable(own) ? std::string(own) : "", std::string(own)});
    rest.remove_prefix(own.size());
  }
  if (is_chunk(table, key)) {
    seen.push_back({1, "chunk", {}, std::string(rest.substr(8))});
    return;
  }
  const bool is_name = table == Table::CATALOG && key.substr(0, 1) == std::string(1, REQUEST_ROWS);
  if (is_name) {
    if (const auto name = name_in_request_key(key)) {
      seen.push_back({1, "author", is_printable(name->author) ? name->author : "", name->author});
      rest = rest.substr(rest.size() - name->id.size());
    }
  }
  if (rest.size() >= 8 && !is_name) {
    seen.push_back({1, "number", std::to_string(from_big_endian(rest.substr(0, 8))), {}});
    rest.remove_prefix(8);
  }
  if (!rest.empty()) seen.push_back({1, "rest", is_printable(rest) ? std::string(rest) : "", std::string(rest)});
}

}  // namespace

std::string hex_of(std::string_view bytes) {
  std::string digits;
  for (const char byte : bytes) digits += fmt::format("{:02x}", static_cast<std::uint8_t>(byte));
  return digits;
}

std::optional<std::string> from_hex_digits(std::string_view digits) {
  if (digits.size() % 2 != 0) return std::nullopt;
  std::string bytes;
  for (std::size_t at = 0; at < digits.size(); at += 2) {
    // A hash's digits are read here two at a time.
    const auto padded = Hash::from_hex(std::string(62, '0').append(digits.substr(at, 2)));
    if (!padded) return std::nullopt;
    bytes += static_cast<char>(padded->bytes.back());
  }
  return bytes;
}

std::vector<Seen> inspect_record(std::string_view record) {
  std::vector<Seen> seen = {{0, "record", fmt::format("{} bytes, leaf hash {}", record.size(), leaf_hash(record).hex()),
                             std::string(record)}};
  look(record, shape_of_record(), 1, seen);
  RecordDecoder decoder;
  RecordParts parts;
  const Status decoded = decoder.decode(record, parts);
  seen.push_back({0, "as a record", decoded ? "it is in its one form" : decoded.error().what, {}});
  return seen;
}

std::vector<Seen> inspect_row(Table table, std::string_view key, std::string_view value) {
  std::vector<Seen> seen = {{0, "key", fmt::format("{} bytes", key.size()), std::string(key)}};
  look_at_key(table, key, seen);
  if (table == Table::RECORDS) {
    std::vector<Seen> record = inspect_record(value);
    seen.insert(seen.end(), record.begin(), record.end());
    return seen;
  }
  seen.push_back({0, "value", fmt::format("{} bytes", value.size()), std::string(value)});
  if (table == Table::TILES) {
    for (std::size_t at = 0; at + Hash::SIZE <= value.size(); at += Hash::SIZE) {
      seen.push_back({1, fmt::format("hash {}", at / Hash::SIZE), {}, std::string(value.substr(at, Hash::SIZE))});
    }
    return seen;
  }
  if (is_chunk(table, key)) return seen;
  look(value, shape_of(table, key), 1, seen);
  return seen;
}

std::vector<Seen> inspect_mark(std::string_view file) {
  constexpr std::size_t SLOTS_AT[] = {0, 4096};
  constexpr std::size_t BODY = 48;
  std::vector<Seen> seen = {{0, "mark", fmt::format("{} bytes", file.size()), {}}};
  for (std::size_t slot = 0; slot < 2; ++slot) {
    const std::string_view rest = file.substr(std::min(file.size(), SLOTS_AT[slot]));
    if (rest.size() < BODY + Hash::SIZE) {
      seen.push_back({1, fmt::format("slot {}", slot), "the file is too short for it", {}});
      continue;
    }
    const std::string_view bytes = rest.substr(0, BODY + Hash::SIZE);
    const bool sound = sha256(bytes.substr(0, BODY)).raw() == bytes.substr(BODY);
    seen.push_back({1, fmt::format("slot {}", slot), sound ? "sound" : "does not have its digest", std::string(bytes)});
    seen.push_back({2, "write", std::to_string(from_big_endian(bytes.substr(8, 8))), {}});
    seen.push_back({2, "digest", {}, std::string(bytes.substr(16, Hash::SIZE))});
  }
  return seen;
}

}  // namespace nomic::ledger

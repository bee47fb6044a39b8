#include "pack_size.h"

#include <fmt/format.h>
#include <zlib.h>

#include <cstdint>
#include <vector>

namespace nomic::tools {
namespace {

constexpr std::uint32_t MOST_OBJECTS = 1'000'000;
constexpr std::uint64_t MOST_BYTES = std::uint64_t{2} << 30U;
constexpr std::string_view MARK = "PACK";
constexpr std::size_t HEADER_SIZE = 12;  // the mark, a version and the number of objects
constexpr std::size_t ID_SIZE = 20;      // in bytes
constexpr std::size_t BUFFER = 1U << 16U;
enum Kind : unsigned { DELTA_BY_OFFSET = 6, DELTA_BY_ID = 7 };

std::uint32_t four_bytes(std::string_view pack, std::size_t at) {
  std::uint32_t number = 0;
  for (std::size_t i = at; i < at + 4; ++i) number = number << 8U | static_cast<unsigned char>(pack[i]);
  return number;
}

// Reads the header of an object. False: the pack ends in it.
bool skip_head(std::string_view pack, std::size_t& at) {
  const auto next = [&]() -> unsigned { return at < pack.size() ? static_cast<unsigned char>(pack[at++]) : 0; };
  unsigned byte = next();
  const unsigned kind = (byte >> 4U) & 7U;
  while ((byte & 0x80U) != 0) byte = next();
  if (kind == DELTA_BY_OFFSET) {
    while ((next() & 0x80U) != 0) {
    }
  }
  if (kind == DELTA_BY_ID) at += ID_SIZE;
  return at < pack.size();
}

class Inflater {
 public:
  Inflater() { is_ready_ = inflateInit(&stream_) == Z_OK; }
  ~Inflater() { inflateEnd(&stream_); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  // Unfolds what begins there, up to a number of bytes, and moves behind it. Nothing: it is damaged.
  std::optional<std::uint64_t> size_of(std::string_view pack, std::size_t& at, std::uint64_t most) {
    if (!is_ready_ || inflateReset(&stream_) != Z_OK) return std::nullopt;
    const std::string_view left = pack.substr(at);
    // zlib takes what it does not change as if it did.
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(left.data()));  // NOLINT(*-const-cast)
    stream_.avail_in = static_cast<uInt>(left.size());
    std::uint64_t size = 0;
    for (int state = Z_OK; state == Z_OK && size <= most;) {
      stream_.next_out = buffer_.data();
      stream_.avail_out = static_cast<uInt>(buffer_.size());
      state = inflate(&stream_, Z_NO_FLUSH);
      if (state != Z_OK && state != Z_STREAM_END) return std::nullopt;
      size += buffer_.size() - stream_.avail_out;
    }
    at += left.size() - stream_.avail_in;
    return size;
  }

 private:
  z_stream stream_{};
  bool is_ready_ = false;
  std::vector<Bytef> buffer_ = std::vector<Bytef>(BUFFER);
};

}  // namespace

std::optional<std::string> excess_of_pack(std::string_view pack) {
  if (pack.size() < HEADER_SIZE || !pack.starts_with(MARK)) return std::nullopt;
  // libgit2 reads packs of versions 2 and 3, and refuses all others.
  if (const auto version = four_bytes(pack, 4); version != 2 && version != 3) return std::nullopt;
  std::uint32_t count = four_bytes(pack, 8);
  if (count > MOST_OBJECTS) return fmt::format("has more than {} objects", MOST_OBJECTS);
  Inflater inflater;
  std::uint64_t all = 0;
  std::size_t at = HEADER_SIZE;
  for (; count > 0 && skip_head(pack, at); --count) {
    const auto size = inflater.size_of(pack, at, MOST_BYTES - all);
    if (!size) return std::nullopt;
    all += *size;
    if (all > MOST_BYTES) return fmt::format("unfolds to more than {} bytes", MOST_BYTES);
  }
  return std::nullopt;
}

}  // namespace nomic::tools

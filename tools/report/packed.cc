#include "packed.h"

#include <zlib.h>

#include <array>
#include <cassert>
#include <cstdint>

namespace nomic::tools {
namespace {

constexpr std::string_view DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
// What zlib adds to the window's bits for a stream of gzip.
constexpr int GZIP = 16;

std::string gzipped(std::string_view bytes) {
  z_stream stream{};
  const int begun = deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, MAX_WBITS + GZIP, 9, Z_DEFAULT_STRATEGY);
  assert(begun == Z_OK);
  static_cast<void>(begun);
  std::string out(deflateBound(&stream, bytes.size()), '\0');
  stream.next_in =
      reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));  // NOLINT(cppcoreguidelines-pro-type-const-cast)
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int ended = deflate(&stream, Z_FINISH);
  assert(ended == Z_STREAM_END);
  static_cast<void>(ended);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

std::optional<std::string> gunzipped(std::string_view bytes, std::size_t limit) {
  z_stream stream{};
  if (inflateInit2(&stream, MAX_WBITS + GZIP) != Z_OK) return std::nullopt;
  stream.next_in =
      reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));  // NOLINT(cppcoreguidelines-pro-type-const-cast)
  stream.avail_in = static_cast<uInt>(bytes.size());
  std::string out;
  std::array<char, 65536> piece{};
  int told = Z_OK;
  while (told == Z_OK && out.size() <= limit) {
    stream.next_out = reinterpret_cast<Bytef*>(piece.data());
    stream.avail_out = piece.size();
    told = inflate(&stream, Z_NO_FLUSH);
    out.append(piece.data(), piece.size() - stream.avail_out);
  }
  const bool is_whole = told == Z_STREAM_END && stream.avail_in == 0 && out.size() <= limit;
  inflateEnd(&stream);
  if (!is_whole) return std::nullopt;
  return out;
}

std::optional<std::string> from_base64_text(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  std::string out;
  out.reserve(text.size() / 4 * 3);
  for (std::size_t at = 0; at < text.size(); at += 4) {
    std::uint32_t bits = 0;
    int padding = 0;
    for (std::size_t i = at; i < at + 4; ++i) {
      const bool ends = i + 2 >= text.size() && text[i] == '=';
      const auto digit = DIGITS.find(text[i]);
      if (!ends && (digit == std::string_view::npos || padding > 0)) return std::nullopt;
      padding += ends ? 1 : 0;
      bits = bits << 6U | static_cast<std::uint32_t>(ends ? 0 : digit);
    }
    // One form: what the padding leaves unused is zero.
    if ((bits & ((std::uint32_t{1} << (8U * static_cast<unsigned>(padding))) - 1U)) != 0) return std::nullopt;
    for (int byte = 0; byte < 3 - padding; ++byte)
      out += static_cast<char>(bits >> (16U - 8U * static_cast<unsigned>(byte)) & 0xFFU);
  }
  return out;
}

}  // namespace

std::string base64_of(std::string_view bytes) {
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - at);
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      bits = bits << 8U | (i < count ? static_cast<std::uint8_t>(bytes[at + i]) : 0U);
    }
    for (std::size_t i = 0; i < 4; ++i) out += i <= count ? DIGITS[bits >> (18U - 6U * i) & 0x3FU] : '=';
  }
  return out;
}

std::string packed(std::string_view bytes) {
  return base64_of(gzipped(bytes));
}

std::optional<std::string> unpacked(std::string_view text, std::size_t limit) {
  const auto bytes = from_base64_text(text);
  if (!bytes) return std::nullopt;
  return gunzipped(*bytes, limit);
}

}  // namespace nomic::tools

#include "nomic/replay/looks.h"

#include <unicode/unorm2.h>
#include <unicode/uspoof.h>
#include <unicode/ustring.h>

#include <memory>

namespace nomic::replay {
namespace {

// The longest form of a name: 64 characters, of which compatibility makes 18 at most and the skeleton a few of each.
constexpr std::int32_t MOST_UNITS = 16'384;

using Checker = std::unique_ptr<USpoofChecker, decltype(&uspoof_close)>;

// What `write` makes, of UTF-16 units; nothing where ICU fails.
template <class Write>
std::u16string written(const Write& write) {
  std::u16string text(MOST_UNITS, u'\0');
  UErrorCode error = U_ZERO_ERROR;
  const std::int32_t length = write(text.data(), MOST_UNITS, &error);
  if (U_FAILURE(error) != 0 || length < 0) return {};
  text.resize(static_cast<std::size_t>(length));
  return text;
}

std::int32_t size_of(const std::u16string& text) {
  return static_cast<std::int32_t>(text.size());
}

std::u16string utf16(std::string_view text) {
  return written([&](UChar* to, std::int32_t room, UErrorCode* error) {
    std::int32_t length = 0;
    u_strFromUTF8(to, room, &length, text.data(), static_cast<std::int32_t>(text.size()), error);
    return length;
  });
}

std::u16string normal(const UNormalizer2* form, const std::u16string& text) {
  if (form == nullptr) return text;
  return written([&](UChar* to, std::int32_t room, UErrorCode* error) {
    return unorm2_normalize(form, text.data(), size_of(text), to, room, error);
  });
}

std::u16string skeleton(const USpoofChecker* checker, const std::u16string& text) {
  return written([&](UChar* to, std::int32_t room, UErrorCode* error) {
    return uspoof_getSkeleton(checker, 0, text.data(), size_of(text), to, room, error);
  });
}

std::string as_key(char kind, const std::u16string& units) {
  std::string key(1, kind);
  for (const char16_t unit : units) {
    key += static_cast<char>(unit >> 8);
    key += static_cast<char>(unit & 0xFF);
  }
  return key;
}

}  // namespace

std::vector<std::string> looks_of(std::string_view name) {
  UErrorCode error = U_ZERO_ERROR;
  const Checker checker(uspoof_open(&error), &uspoof_close);
  const UNormalizer2* as_written = unorm2_getNFKCInstance(&error);
  const UNormalizer2* folded = unorm2_getNFKCCasefoldInstance(&error);
  if (U_FAILURE(error) != 0) return {};
  std::vector<std::string> looks;
  for (const auto& [kind, form] : {std::pair('w', as_written), std::pair('f', folded)}) {
    const std::u16string shown = skeleton(checker.get(), normal(form, utf16(name)));
    if (!shown.empty()) looks.push_back(as_key(kind, shown));
  }
  return looks;
}

}  // namespace nomic::replay

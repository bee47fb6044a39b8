#include "record_places.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/wire_format_lite.h>

#include <algorithm>
#include <cstdint>
#include <utility>

#include "nomic/ledger/packed_bundle.h"

namespace nomic::tools {
namespace {

using google::protobuf::internal::WireFormatLite;
using google::protobuf::io::CodedInputStream;

// Messages within messages of an event: its texts are less deep. A text that can be read as a message is looked into
// too, so this also limits how often a byte is compared.
constexpr int MAX_DEPTH = 10;

// The texts that are looked for, by length and then by content.
class WantedTexts {
 public:
  explicit WantedTexts(const std::vector<std::string_view>& texts) : places_(texts.size()) {
    for (std::size_t at = 0; at < texts.size(); ++at) {
      if (texts[at].size() >= LEAST_PLACED) sorted_.emplace_back(texts[at], at);
    }
    std::sort(sorted_.begin(), sorted_.end(),
              [](const Wanted& one, const Wanted& other) { return comes_before(one.first, other.first); });
  }

  void see(std::string_view field, std::size_t at) {
    const auto begin =
        std::lower_bound(sorted_.begin(), sorted_.end(), field,
                         [](const Wanted& one, std::string_view text) { return comes_before(one.first, text); });
    for (auto same = begin; same != sorted_.end() && same->first == field && !places_[same->second]; ++same) {
      places_[same->second] = at;
    }
  }

  std::vector<std::optional<std::size_t>> take() { return std::move(places_); }

 private:
  using Wanted = std::pair<std::string_view, std::size_t>;

  static bool comes_before(std::string_view one, std::string_view other) {
    return one.size() != other.size() ? one.size() < other.size() : one < other;
  }

  std::vector<Wanted> sorted_;
  std::vector<std::optional<std::size_t>> places_;
};

// Shows the fields of a message, or of several one after another, as far as the bytes are one. `at`: where they begin.
void see_fields(std::string_view message, std::size_t at, int depth, WantedTexts& wanted) {
  CodedInputStream in(reinterpret_cast<const std::uint8_t*>(message.data()), static_cast<int>(message.size()));
  while (const std::uint32_t tag = in.ReadTag()) {
    if (WireFormatLite::GetTagWireType(tag) != WireFormatLite::WIRETYPE_LENGTH_DELIMITED) {
      if (!WireFormatLite::SkipField(&in, tag)) return;
      continue;
    }
    std::uint32_t length = 0;
    if (!in.ReadVarint32(&length)) return;
    const auto from = static_cast<std::size_t>(in.CurrentPosition());
    if (length > message.size() - from || !in.Skip(static_cast<int>(length))) return;
    if (length < LEAST_PLACED) continue;
    const std::string_view field = message.substr(from, length);
    wanted.see(field, at + from);
    if (depth < MAX_DEPTH) see_fields(field, at + from, depth + 1, wanted);
  }
}

}  // namespace

std::vector<std::optional<std::size_t>> places_in(std::string_view records,
                                                  const std::vector<std::string_view>& texts) {
  WantedTexts wanted(texts);
  const std::string_view payloads = ledger::payloads_in(records);
  if (!payloads.empty()) see_fields(payloads, static_cast<std::size_t>(payloads.data() - records.data()), 0, wanted);
  return wanted.take();
}

}  // namespace nomic::tools

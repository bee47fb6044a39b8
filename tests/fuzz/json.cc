// JSON of strangers, as the server reads a move: what is taken is within the limits, is printed and read again as the
// same, and is JSON for protobuf's parser, which takes more.
#include <google/protobuf/stubs/logging.h>
#include <google/protobuf/util/json_util.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "nomic/v1/api.pb.h"
#include "nomic/v1/request.pb.h"
#include "nomic/words/json_reader.h"

namespace {

using namespace nomic;
using namespace nomic::tools;

constexpr JsonLimits LIMITS{.bytes = 4096, .depth = 16, .values = 100};

void must(bool holds) {
  if (!holds) std::abort();
}

// How deep brackets outside strings nest, at most, and whether every string is in double quotes.
std::size_t depth_of(std::string_view json) {
  std::size_t depth = 0;
  std::size_t deepest = 0;
  bool is_in_string = false;
  for (std::size_t at = 0; at < json.size(); ++at) {
    const char c = json[at];
    if (is_in_string && c == '\\') ++at;
    if (c == '"') is_in_string = !is_in_string;
    if (is_in_string) continue;
    must(c != '\'');
    if (c == '{' || c == '[') deepest = std::max(deepest, ++depth);
    if (c == '}' || c == ']') --depth;
  }
  must(depth == 0 && !is_in_string);
  return deepest;
}

template <class Message>
void read(std::string_view json) {
  Message message;
  const auto fault = read_json(json, LIMITS, message);
  if (fault) return must(!fault->empty() && fault->size() < 1000);
  must(json.size() <= LIMITS.bytes);
  must(depth_of(json) <= LIMITS.depth);
  std::string printed;
  must(google::protobuf::util::MessageToJsonString(message, &printed).ok());
  Message again;
  must(!read_json(printed, {.bytes = 1U << 20U}, again));
  must(again.SerializeAsString() == message.SerializeAsString());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const google::protobuf::LogSilencer quiet;
  const std::string_view json(reinterpret_cast<const char*>(data), size);
  read<v1::Request>(json);
  read<v1::RedeemRequest>(json);
  return 0;
}

// The client's reader of answers with arbitrary bytes: however they are cut into pieces it reads the same answer, or
// none; a body is within its limit; and what a body says is a message or refused.
#include <google/protobuf/stubs/logging.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "answered.h"
#include "nomic/v1/api.pb.h"
#include "nomic/v1/view.pb.h"
#include "response_parser.h"

namespace {

using namespace nomic;
using namespace nomic::tools;
using At = ResponseParser::At;

constexpr std::size_t MOST = 2048;
constexpr std::size_t MOST_OF_REFUSAL = 512;

void must(bool holds) {
  if (!holds) std::abort();
}

struct Read {
  At at = At::MORE;
  HttpAnswered answer;
};

Read read(std::string_view bytes, std::size_t piece) {
  ResponseParser parser(MOST, MOST_OF_REFUSAL);
  Read read;
  while (read.at == At::MORE || read.at == At::HEAD) {
    read.at = parser.take(bytes.substr(0, piece));
    if (bytes.empty()) break;
    bytes.remove_prefix(std::min(piece, bytes.size()));
  }
  read.answer = parser.answer();
  return read;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const google::protobuf::LogSilencer quiet;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const Read whole = read(bytes, bytes.size() + 1);
  for (const std::size_t piece : {std::size_t{1}, std::size_t{7}, std::size_t{1024}}) {
    const Read cut = read(bytes, piece);
    must((cut.at == At::END) == (whole.at == At::END));
    if (whole.at != At::END) continue;
    must(cut.answer.status == whole.answer.status && cut.answer.headers == whole.answer.headers);
    must(cut.answer.body == whole.answer.body);
  }
  if (whole.at != At::END) return 0;
  must(whole.answer.status >= 200 && whole.answer.body.size() <= MOST);
  must(whole.answer.status < 300 || whole.answer.body.size() <= MOST_OF_REFUSAL);
  v1::GamesView games;
  static_cast<void>(read_answer(whole.answer, {.bytes = MOST, .depth = 16, .values = 100}, games));
  const Failure failure = refusal_in({"https://nomic.example", "0.0.0"}, whole.answer);
  must(!failure.what.empty() && failure.exit != Exit::DONE);
  return 0;
}

// Records of any bytes: reading one ends, what is read is written again as the same bytes, and inspecting shows every
// byte of it, whatever it is.
#include "nomic/ledger/log/record.h"

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "nomic/ledger/inspect.h"

namespace {

void must(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace nomic::ledger;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  RecordDecoder decoder;
  RecordParts parts;
  const Status decoded = decoder.decode(bytes, parts);
  if (decoded) {
    must(encode_record(parts) == bytes);
  } else {
    must(!decoded.error().what.empty());
  }
  must(inspect_record(bytes).front().bytes == bytes);
  return 0;
}

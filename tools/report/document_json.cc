#include <google/protobuf/util/json_util.h>

#include <cassert>

#include "nomic/report/page.h"
#include "nomic/report/report.h"
#include "nomic/words/json_reader.h"

namespace nomic::tools {
namespace {

// A value takes some 100 bytes of memory.
constexpr std::size_t MOST_VALUES = 4'000'000;

}  // namespace

std::string document_json(const v1::ReportView& view) {
  std::string json;
  const auto status = google::protobuf::util::MessageToJsonString(view, &json);
  assert(status.ok());
  static_cast<void>(status);
  return json;
}

std::optional<v1::ReportView> read_document_json(std::string_view json) {
  v1::ReportView view;
  // A page has no more bytes than its document has here.
  if (read_json(json, {.bytes = MAX_PAGE_BYTES, .values = MOST_VALUES}, view)) return std::nullopt;
  return view;
}

}  // namespace nomic::tools

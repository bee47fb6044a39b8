#include <google/protobuf/util/json_util.h>

#include <cassert>
#include <utility>

#include "nomic/replay/rule_number.h"
#include "nomic/report/report.h"
#include "nomic/words/json_numbers.h"

namespace nomic::tools {

std::string document_json(const v1::ReportView& view) {
  std::string json;
  const auto status = google::protobuf::util::MessageToJsonString(view, &json);
  assert(status.ok());
  static_cast<void>(status);
  return with_letters(std::move(json), *v1::ReportView::descriptor());
}

std::optional<v1::ReportView> read_document_json(std::string_view json) {
  v1::ReportView view;
  if (!google::protobuf::util::JsonStringToMessage(without_letters(json, *v1::ReportView::descriptor()), &view).ok())
    return std::nullopt;
  return view;
}

}  // namespace nomic::tools

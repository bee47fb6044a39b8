// Spans: the parts in which a list differs from the list before (ListSpan in schema/nomic/v1/report.proto).
#pragma once

#include <string>
#include <vector>

#include "nomic/v1/report.pb.h"

namespace nomic::tools {

// Appends the spans that turn the elements `before` into the elements `now`. Strings stand for elements. `at`: the
// place of the first of `before` in its list; it is behind the spans that are there already.
//
// Elements that occur once in each list and are in the same order in both are kept, as many as possible, and the equal
// elements beside them (a patience diff). Cost: O(n log n).
void append_spans(const std::vector<std::string>& before, const std::vector<std::string>& now, int at,
                  std::vector<v1::ListSpan>& spans);

// The list that has changes as the document gives them: `came` are the elements that are given. Where `gone` is set, it
// is filled with the elements that were removed. The spans must fit the list.
template <class T>
std::vector<T> changed_list(const std::vector<T>& before, const google::protobuf::RepeatedPtrField<v1::ListSpan>& spans,
                            const std::vector<T>& came, std::vector<T>* gone = nullptr) {
  if (spans.empty()) {
    if (gone != nullptr) *gone = before;
    return came;
  }
  std::vector<T> now;
  auto kept = before.begin();
  auto taken = came.begin();
  for (const v1::ListSpan& span : spans) {
    const auto at = before.begin() + span.at();
    now.insert(now.end(), kept, at);
    now.insert(now.end(), taken, taken + span.added());
    kept = at + span.removed();
    if (gone != nullptr) gone->insert(gone->end(), at, kept);
    taken += span.added();
  }
  now.insert(now.end(), kept, before.end());
  return now;
}

}  // namespace nomic::tools

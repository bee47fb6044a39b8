#include "list_spans.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace nomic::tools {
namespace {

// A place in the list before, and the place of the same element now.
struct Anchor {
  int before = 0;
  int now = 0;
};

// How often an element occurs in each list, and where it does last.
struct Occurrence {
  int times_before = 0;
  int times_now = 0;
  Anchor last;
};

// Elements that occur once in each list, in the order of `before`.
std::vector<Anchor> unique_in_both(const std::vector<std::string>& before, const std::vector<std::string>& now) {
  std::unordered_map<std::string_view, Occurrence> found;
  for (std::size_t i = 0; i < before.size(); ++i) {
    Occurrence& one = found[before[i]];
    ++one.times_before;
    one.last.before = static_cast<int>(i);
  }
  for (std::size_t i = 0; i < now.size(); ++i) {
    Occurrence& one = found[now[i]];
    ++one.times_now;
    one.last.now = static_cast<int>(i);
  }
  std::vector<Anchor> unique;
  for (const std::string& element : before) {
    const Occurrence& one = found[element];
    if (one.times_before == 1 && one.times_now == 1) unique.push_back(one.last);
  }
  return unique;
}

// The longest part of them that is in order now too.
std::vector<Anchor> in_order(const std::vector<Anchor>& anchors) {
  std::vector<std::size_t> tails;  // by length - 1: the anchor at which a sequence of that length can end soonest
  std::vector<std::size_t> previous(anchors.size());
  for (std::size_t i = 0; i < anchors.size(); ++i) {
    const auto place = std::lower_bound(tails.begin(), tails.end(), i, [&](std::size_t one, std::size_t other) {
      return anchors[one].now < anchors[other].now;
    });
    if (place != tails.begin()) previous[i] = *(place - 1);
    if (place == tails.end()) {
      tails.push_back(i);
    } else {
      *place = i;
    }
  }
  std::vector<Anchor> kept(tails.size());
  std::size_t at = tails.empty() ? 0 : tails.back();
  for (std::size_t i = kept.size(); i-- > 0; at = previous[at]) kept[i] = anchors[at];
  return kept;
}

}  // namespace

void append_spans(const std::vector<std::string>& before, const std::vector<std::string>& now, int at,
                  std::vector<v1::ListSpan>& spans) {
  std::vector<Anchor> kept = in_order(unique_in_both(before, now));
  kept.push_back({static_cast<int>(before.size()), static_cast<int>(now.size())});
  const auto is_same = [&](int one, int other) {
    return before[static_cast<std::size_t>(one)] == now[static_cast<std::size_t>(other)];
  };
  Anchor from;
  for (const Anchor& anchor : kept) {
    while (from.before < anchor.before && from.now < anchor.now && is_same(from.before, from.now)) {
      ++from.before;
      ++from.now;
    }
    Anchor to = anchor;
    while (to.before > from.before && to.now > from.now && is_same(to.before - 1, to.now - 1)) {
      --to.before;
      --to.now;
    }
    if (to.before > from.before || to.now > from.now) {
      v1::ListSpan& span = spans.emplace_back();
      span.set_at(static_cast<std::uint32_t>(at + from.before));
      span.set_removed(static_cast<std::uint32_t>(to.before - from.before));
      span.set_added(static_cast<std::uint32_t>(to.now - from.now));
    }
    from = {anchor.before + 1, anchor.now + 1};
  }
}

}  // namespace nomic::tools

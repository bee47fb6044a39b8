// ChunkedList: a list in chunks. Two lists may share chunks, and a comparison reads only the chunks that they do not
// share.
#pragma once

#include <google/protobuf/message.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace nomic::tools {

template <class T>
class ChunkedList {
 public:
  using Chunk = std::shared_ptr<const std::vector<T>>;

  ChunkedList() = default;
  // A list of one chunk.
  explicit ChunkedList(std::vector<T> elements) { add(std::make_shared<const std::vector<T>>(std::move(elements))); }

  // Adds it at the end. The chunk may be empty.
  void add(Chunk chunk) {
    size_ += static_cast<int>(chunk->size());
    chunks_.push_back(std::move(chunk));
  }

  [[nodiscard]] const std::vector<Chunk>& chunks() const { return chunks_; }
  [[nodiscard]] int size() const { return size_; }

  // Calls `each` for the elements from place `from` until place `to`.
  template <class Each>
  void for_each(int from, int to, const Each& each) const {
    int before = 0;
    for (const Chunk& chunk : chunks_) {
      const int count = static_cast<int>(chunk->size());
      for (int at = std::max(from - before, 0); at < std::min(to - before, count); ++at) {
        each((*chunk)[static_cast<std::size_t>(at)]);
      }
      before += count;
      if (before >= to) return;
    }
  }

 private:
  std::vector<Chunk> chunks_;
  int size_ = 0;
};

// How many elements two lists share at their beginnings and, behind those, at their ends.
struct Kept {
  int first = 0;
  int last = 0;
};

inline bool is_same_element(std::uint32_t one, std::uint32_t other) {
  return one == other;
}
inline bool is_same_element(const std::string& one, const std::string& other) {
  return one == other;
}
inline bool is_same_element(const google::protobuf::Message& one, const google::protobuf::Message& other) {
  return one.ByteSizeLong() == other.ByteSizeLong() && one.SerializeAsString() == other.SerializeAsString();
}

// The number of equal elements from the first on, at most `most`, in the order of the iterators. `element(chunk, n)` is
// the chunk's element number `n` in that order.
template <class Chunks, class Element>
int same_from_here(Chunks before, Chunks before_end, Chunks now, Chunks now_end, int most, const Element& element) {
  int same = 0;
  std::size_t at_before = 0;
  std::size_t at_now = 0;
  while (same < most) {
    while (before != before_end && at_before == (*before)->size()) {
      ++before;
      at_before = 0;
    }
    while (now != now_end && at_now == (*now)->size()) {
      ++now;
      at_now = 0;
    }
    if (before == before_end || now == now_end) break;
    const int count = static_cast<int>((*now)->size());
    if (at_before == 0 && at_now == 0 && *before == *now && same + count <= most) {
      same += count;
      at_before = at_now = (*now)->size();
      continue;
    }
    if (!is_same_element(element(**before, at_before), element(**now, at_now))) break;
    ++same;
    ++at_before;
    ++at_now;
  }
  return same;
}

// Cost: O(chunks), and O(elements) of the chunks that the lists do not share.
template <class T>
Kept kept_of(const ChunkedList<T>& before, const ChunkedList<T>& now) {
  const auto& old = before.chunks();
  const auto& chunks = now.chunks();
  const int most = std::min(before.size(), now.size());
  Kept kept;
  kept.first = same_from_here(old.begin(), old.end(), chunks.begin(), chunks.end(), most,
                              [](const std::vector<T>& chunk, std::size_t at) -> const T& { return chunk[at]; });
  kept.last = same_from_here(
      old.rbegin(), old.rend(), chunks.rbegin(), chunks.rend(), most - kept.first,
      [](const std::vector<T>& chunk, std::size_t at) -> const T& { return chunk[chunk.size() - 1 - at]; });
  return kept;
}

// How many elements kept_of() looks at: those of the chunks that both do not share, and one for each chunk.
template <class T>
std::size_t looked_at(const ChunkedList<T>& before, const ChunkedList<T>& now) {
  const auto& old = before.chunks();
  const auto& chunks = now.chunks();
  const auto from = std::mismatch(chunks.begin(), chunks.end(), old.begin(), old.end()).first;
  const auto last = std::mismatch(chunks.rbegin(), chunks.rend(), old.rbegin(), old.rend()).first.base();
  std::size_t count = chunks.size();
  for (auto chunk = from; chunk < last; ++chunk) count += (*chunk)->size();
  return count;
}

// Turns a collection of a state (nomic/replay/state/collection.h) into a list: `add(message, into)` appends what the
// list has of a message. Each chunk holds 64 messages. `known` is the list of `before`: where `before` has the same
// messages, its chunk is shared.
template <class T, class Messages, class Add>
ChunkedList<T> chunks_of(const Messages& before, const ChunkedList<T>& known, const Messages& now, const Add& add) {
  constexpr int CHUNK = 64;
  ChunkedList<T> list;
  const int shared = now.shared_beginning(before);
  for (int from = 0; from < now.size(); from += CHUNK) {
    const int to = std::min(from + CHUNK, now.size());
    bool is_known = to == std::min(from + CHUNK, before.size());
    for (int at = std::max(from, shared); is_known && at < to; ++at) is_known = &before[at] == &now[at];
    if (is_known) {
      list.add(known.chunks()[static_cast<std::size_t>(from / CHUNK)]);
      continue;
    }
    std::vector<T> elements;
    for (int at = from; at < to; ++at) add(now[at], elements);
    list.add(std::make_shared<const std::vector<T>>(std::move(elements)));
  }
  return list;
}

}  // namespace nomic::tools

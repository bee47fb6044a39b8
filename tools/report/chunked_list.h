// ChunkedList: a list in chunks. Two lists may share chunks, and a comparison reads only the chunks that they do not
// share.
#pragma once

#include <google/protobuf/message.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "list_spans.h"

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

  // A chunk, and how many elements are before it.
  struct Cursor {
    std::size_t chunk = 0;
    int before = 0;
  };

  // Calls `each` for the elements from place `from` until place `to`. Calls with one cursor must go forward.
  template <class Each>
  void for_each(int from, int to, Cursor& cursor, const Each& each) const {
    for (; cursor.chunk < chunks_.size(); ++cursor.chunk) {
      const std::vector<T>& chunk = *chunks_[cursor.chunk];
      const int count = static_cast<int>(chunk.size());
      for (int at = std::max(from - cursor.before, 0); at < std::min(to - cursor.before, count); ++at) {
        each(chunk[static_cast<std::size_t>(at)]);
      }
      if (cursor.before + count >= to) return;
      cursor.before += count;
    }
  }

 private:
  std::vector<Chunk> chunks_;
  int size_ = 0;
};

// Equal for equal elements only.
inline std::string element_key(std::uint32_t element) {
  return std::to_string(element);
}
inline std::string element_key(const std::string& element) {
  return element;
}
inline std::string element_key(const google::protobuf::Message& element) {
  return element.SerializeAsString();
}

struct ListChanges {
  std::vector<v1::ListSpan> spans;
  // The elements of `now` that were compared, and one for each of its chunks.
  std::size_t compared = 0;
};

// The changes from the list `before` to the list `now`. Chunks that both have in the same order are not read.
// Cost: O(chunks), and O(n log n) in the elements of the other chunks.
template <class T>
ListChanges changes_between(const ChunkedList<T>& before, const ChunkedList<T>& now) {
  const auto& old = before.chunks();
  const auto& chunks = now.chunks();
  ListChanges changes;
  changes.compared = chunks.size();
  // Most records change few lists, and those at their ends.
  const auto [first, first_old] = std::mismatch(chunks.begin(), chunks.end(), old.begin(), old.end());
  if (first == chunks.end() && first_old == old.end()) return changes;
  std::vector<std::string> gone;
  std::vector<std::string> came;
  auto next = static_cast<std::size_t>(first_old - old.begin());
  int at = 0;  // the place in `before` of the first key of `gone`
  for (std::size_t i = 0; i < next; ++i) at += static_cast<int>(old[i]->size());
  std::map<const std::vector<T>*, std::size_t> places;  // of the other chunks in `old`
  for (std::size_t i = next; i < old.size(); ++i) places.emplace(old[i].get(), i);
  const auto add_keys = [](const std::vector<T>& chunk, std::vector<std::string>& keys) {
    for (const T& element : chunk) keys.push_back(element_key(element));
  };
  const auto close = [&](std::size_t end) {
    for (; next < end; ++next) add_keys(*old[next], gone);
    append_spans(gone, came, at, changes.spans);
    at += static_cast<int>(gone.size());
    gone.clear();
    came.clear();
  };
  for (auto chunk = first; chunk != chunks.end(); ++chunk) {
    const auto found = places.find(chunk->get());
    if (found == places.end() || found->second < next) {
      changes.compared += (*chunk)->size();
      add_keys(**chunk, came);
      continue;
    }
    close(found->second);
    at += static_cast<int>((*chunk)->size());
    ++next;
  }
  close(old.size());
  return changes;
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

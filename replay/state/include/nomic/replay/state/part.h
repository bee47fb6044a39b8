// Part: one message of a state, shared between the states that have it in common.
//
// Copying a part copies a pointer. A part is copied when it is edited and another state still holds it, so no edit is
// ever seen by another state. Any number of threads may read the same part through states of their own; a state itself
// is edited by one thread.
//
// A reference that edit() gave is valid until the part is edited again, cleared or assigned, and must not be written
// through once the state has been copied: what it refers to is then shared.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>

#include "nomic/ledger/hash.h"
#include "nomic/replay/digest.h"

namespace nomic::replay {

// A digest that is worked out by whoever first asks for it, in whatever thread.
class KeptDigest {
 public:
  KeptDigest() = default;
  KeptDigest(const KeptDigest& other) { *this = other; }
  KeptDigest& operator=(const KeptDigest& other) {
    if (this == &other) return *this;
    const bool known = other.phase_.load(std::memory_order_acquire) == KNOWN;
    if (known) digest_ = other.digest_;
    phase_.store(known ? KNOWN : UNKNOWN, std::memory_order_release);
    return *this;
  }
  ~KeptDigest() = default;

  // Only while nobody else can read it.
  void forget() { phase_.store(UNKNOWN, std::memory_order_relaxed); }

  template <class Reckon>
  [[nodiscard]] ledger::Hash get(const Reckon& reckon) const {
    if (phase_.load(std::memory_order_acquire) == KNOWN) return digest_;
    const ledger::Hash digest = reckon();
    std::uint8_t expected = UNKNOWN;
    // Of several threads that ask at once, one keeps the answer that all of them have.
    if (phase_.compare_exchange_strong(expected, WRITING, std::memory_order_acquire, std::memory_order_relaxed)) {
      digest_ = digest;
      phase_.store(KNOWN, std::memory_order_release);
    }
    return digest;
  }

 private:
  enum Phase : std::uint8_t { UNKNOWN, WRITING, KNOWN };
  mutable ledger::Hash digest_;
  mutable std::atomic<std::uint8_t> phase_{UNKNOWN};
};

// A message and its digest, as states share it.
template <class M>
struct Node {
  Node() = default;
  explicit Node(M message_in) : message(std::move(message_in)) {}
  // The digest stays behind: whoever copies a node is about to change it.
  Node(const Node& other) : message(other.message) {}
  Node& operator=(const Node&) = delete;
  ~Node() = default;

  [[nodiscard]] ledger::Hash digest() const {
    return kept.get([this] { return node_digest(message); });
  }

  M message;
  KeptDigest kept;
};

// Whether nobody else holds it. The fence makes what others read before they let go of it precede what is written now.
// ThreadSanitizer knows no fences: there a second holder, which comes and goes, orders the same.
template <class T>
bool held_alone(const std::shared_ptr<T>& pointer) {
  if (pointer.use_count() != 1) return false;
#if defined(NOMIC_SANITIZED_THREADS)
  auto second = pointer;
  second.reset();
#else
  std::atomic_thread_fence(std::memory_order_acquire);
#endif
  return true;
}

// What may be changed: the thing itself, or a copy in its place if another holds it too.
template <class T>
T& own(std::shared_ptr<T>& pointer) {
  if (!held_alone(pointer)) pointer = std::make_shared<T>(std::as_const(*pointer));
  pointer->kept.forget();
  return *pointer;
}

template <class M>
class Part {
 public:
  [[nodiscard]] bool has() const { return node_ != nullptr; }
  // The default instance where there is none.
  [[nodiscard]] const M& get() const { return node_ == nullptr ? M::default_instance() : node_->message; }
  // O(1), or O(message) where another state holds it too.
  M& edit() {
    if (node_ == nullptr) node_ = std::make_shared<Node<M>>();
    return own(node_).message;
  }
  void set(M message) { node_ = std::make_shared<Node<M>>(std::move(message)); }
  void clear() { node_.reset(); }
  // Of a part that is there.
  [[nodiscard]] ledger::Hash digest() const { return node_->digest(); }

 private:
  std::shared_ptr<Node<M>> node_;
};

}  // namespace nomic::replay

// Collection: a list of messages of a state, in buckets that are shared between the states that have them in common: of
// 64, and of 256 where the list only grows, but for rare exceptions (GrowingCollection). Of these, snapshots keep each
// full bucket once.
//
//     for (const v1::Player& player : state.players()) ...
//     state.edit_players().edit(2).set_points(4000);
//
// Copying a collection copies a pointer for each bucket. An edit copies the message and the pointers of its bucket, if
// another state holds them too. All buckets but the last are full, so that the digest depends on the messages and their
// order alone, and not on how they came there.
//
// References to a message are valid until it is edited, erased or assigned. See Part for what edit() gives and for
// threads.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

#include "nomic/replay/state/part.h"

namespace nomic::replay {

template <class M, int BUCKET_SIZE = 64>
class Collection {
 public:
  static constexpr int BUCKET = BUCKET_SIZE;
  using Nodes = std::vector<std::shared_ptr<Node<M>>>;
  struct Bucket {
    Bucket() = default;
    // The digests stay behind: whoever copies a bucket is about to change it.
    Bucket(const Bucket& other) : nodes(other.nodes) {}
    Bucket& operator=(const Bucket&) = delete;
    ~Bucket() = default;

    [[nodiscard]] ledger::Hash digest() const {
      return kept.get([this] {
        DigestOfList all("bucket", nodes.size());
        for (const auto& node : nodes) all.add(node->digest());
        return all.finish();
      });
    }

    Nodes nodes;
    KeptDigest kept;
    KeptDigest stored;  // of a full one, SHA-256 of the bytes that snapshots keep of it
  };

  class const_iterator {
   public:
    using iterator_category = std::random_access_iterator_tag;
    using value_type = M;
    using difference_type = std::ptrdiff_t;
    using pointer = const M*;
    using reference = const M&;

    const_iterator() = default;
    const_iterator(const Collection* of, std::ptrdiff_t at) : of_(of), at_(at) {}

    reference operator*() const { return (*of_)[static_cast<int>(at_)]; }
    pointer operator->() const { return &**this; }
    reference operator[](difference_type by) const { return *(*this + by); }
    const_iterator& operator+=(difference_type by) {
      at_ += by;
      return *this;
    }
    const_iterator& operator-=(difference_type by) { return *this += -by; }
    const_iterator& operator++() { return *this += 1; }
    const_iterator& operator--() { return *this += -1; }
    const_iterator operator++(int) {
      const auto before = *this;
      ++*this;
      return before;
    }
    const_iterator operator--(int) {
      const auto before = *this;
      --*this;
      return before;
    }
    friend const_iterator operator+(const_iterator at, difference_type by) { return at += by; }
    friend const_iterator operator+(difference_type by, const_iterator at) { return at += by; }
    friend const_iterator operator-(const_iterator at, difference_type by) { return at -= by; }
    friend difference_type operator-(const const_iterator& a, const const_iterator& b) { return a.at_ - b.at_; }
    friend bool operator==(const const_iterator& a, const const_iterator& b) { return a.at_ == b.at_; }
    friend bool operator!=(const const_iterator& a, const const_iterator& b) { return a.at_ != b.at_; }
    friend bool operator<(const const_iterator& a, const const_iterator& b) { return a.at_ < b.at_; }
    friend bool operator>(const const_iterator& a, const const_iterator& b) { return a.at_ > b.at_; }
    friend bool operator<=(const const_iterator& a, const const_iterator& b) { return a.at_ <= b.at_; }
    friend bool operator>=(const const_iterator& a, const const_iterator& b) { return a.at_ >= b.at_; }

   private:
    const Collection* of_ = nullptr;
    std::ptrdiff_t at_ = 0;
  };
  using value_type = M;
  using iterator = const_iterator;
  using const_reverse_iterator = std::reverse_iterator<const_iterator>;

  // ---- Reading ----------------------------------------------------------------------------------------------------

  [[nodiscard]] int size() const {
    return buckets_.empty() ? 0 : static_cast<int>(buckets_.size() - 1) * BUCKET + of_last();
  }
  [[nodiscard]] bool empty() const { return buckets_.empty(); }
  [[nodiscard]] const M& operator[](int at) const {
    assert(at >= 0 && at < size());
    return buckets_[bucket_of(at)]->nodes[place_of(at)]->message;
  }
  [[nodiscard]] const_iterator begin() const { return {this, 0}; }
  [[nodiscard]] const_iterator end() const { return {this, size()}; }
  [[nodiscard]] const_reverse_iterator rbegin() const { return const_reverse_iterator(end()); }
  [[nodiscard]] const_reverse_iterator rend() const { return const_reverse_iterator(begin()); }

  // How many messages at their beginning both share, as far as whole buckets tell. O(buckets).
  [[nodiscard]] int shared_beginning(const Collection& other) const {
    const std::size_t both = std::min(buckets_.size(), other.buckets_.size());
    std::size_t same = 0;
    while (same < both && buckets_[same] == other.buckets_[same]) ++same;
    return std::min(static_cast<int>(same) * BUCKET, size());
  }
  // Whether both hold the very same messages, not only equal ones. O(messages in buckets that they do not share).
  [[nodiscard]] bool shares_all(const Collection& other) const {
    if (size() != other.size()) return false;
    for (int at = shared_beginning(other); at < size(); ++at) {
      if (&(*this)[at] != &other[at]) return false;
    }
    return true;
  }

  // The full buckets, in order.
  [[nodiscard]] std::vector<std::shared_ptr<const Bucket>> full_buckets() const {
    std::vector<std::shared_ptr<const Bucket>> full(buckets_.begin(), buckets_.end());
    if (!full.empty() && of_last() < BUCKET) full.pop_back();
    return full;
  }

  // Of a collection that is not empty. O(what was edited since it was last asked for).
  [[nodiscard]] ledger::Hash digest() const {
    return kept_.get([this] {
      DigestOfList all("collection", buckets_.size());
      for (const auto& bucket : buckets_) all.add(bucket->digest());
      return all.finish();
    });
  }

  // ---- Editing ----------------------------------------------------------------------------------------------------

  // O(1), or O(message + 64) where another state holds it too.
  M& edit(int at) {
    assert(at >= 0 && at < size());
    kept_.forget();
    return own(own_bucket(bucket_of(at)).nodes[place_of(at)]).message;
  }
  // O(1), or O(64) where another state holds the last bucket too. The reference is valid like that of edit().
  M& add(M message = {}) {
    add_node(std::make_shared<Node<M>>(std::move(message)));
    return buckets_.back()->nodes.back()->message;
  }
  // Before what is at `at`, or at the end. O(messages after it).
  void insert(int at, M message) {
    assert(at >= 0 && at <= size());
    Nodes after = cut_off(at);
    add(std::move(message));
    for (auto& node : after) add_node(std::move(node));
  }
  // O(messages after it).
  void erase(int at) {
    assert(at >= 0 && at < size());
    Nodes after = cut_off(at);
    for (std::size_t i = 1; i < after.size(); ++i) add_node(std::move(after[i]));
  }
  // All for which `gone` holds. Nothing is copied, or digested again, where there are none.
  template <class Predicate>
  void erase_if(const Predicate& gone) {
    for (int at = size() - 1; at >= 0; --at) {
      if (gone((*this)[at])) erase(at);
    }
  }
  void clear() {
    kept_.forget();
    buckets_.clear();
  }
  // What a list of messages holds.
  template <class List>
  void assign(const List& messages) {
    clear();
    for (const M& message : messages) add(message);
  }

 private:
  [[nodiscard]] int of_last() const { return static_cast<int>(buckets_.back()->nodes.size()); }
  static std::size_t bucket_of(int at) { return static_cast<std::size_t>(at / BUCKET); }
  static std::size_t place_of(int at) { return static_cast<std::size_t>(at % BUCKET); }

  Bucket& own_bucket(std::size_t at) {
    Bucket& bucket = own(buckets_[at]);
    bucket.stored.forget();
    return bucket;
  }

  void add_node(std::shared_ptr<Node<M>> node) {
    kept_.forget();
    if (buckets_.empty() || of_last() == BUCKET) buckets_.push_back(std::make_shared<Bucket>());
    own_bucket(buckets_.size() - 1).nodes.push_back(std::move(node));
  }

  // Takes off what is at `at` and after it.
  Nodes cut_off(int at) {
    kept_.forget();
    Nodes after;
    after.reserve(static_cast<std::size_t>(size() - at));
    for (int i = at; i < size(); ++i) after.push_back(buckets_[bucket_of(i)]->nodes[place_of(i)]);
    buckets_.resize(bucket_of(at + BUCKET - 1));
    if (place_of(at) != 0) own_bucket(buckets_.size() - 1).nodes.resize(place_of(at));
    return after;
  }

  std::vector<std::shared_ptr<Bucket>> buckets_;
  KeptDigest kept_;
};

template <class M>
using GrowingCollection = Collection<M, 256>;

}  // namespace nomic::replay

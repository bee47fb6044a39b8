// Checking a bundle, second part: its records one by one, then what is kept beside them.
#include <fmt/format.h>

#include <bit>

#include "bundle_check.h"
#include "nomic/ledger/base/errors.h"
#include "nomic/ledger/checkpoint.h"

namespace nomic::ledger {

Status BundleChecker::check_record(std::string_view bytes) {
  const std::uint64_t at = index();
  if (auto decoded = decoder_.decode(bytes, parts_); !decoded) {
    fault("record", fmt::format("record {}: {}", at, decoded.error().what), at);
    return Done{};
  }
  const Hash leaf = leaf_hash(bytes);
  check_links(leaf);
  if (auto done = check_seen(); !done || faulty()) return done;
  signatures_.add(parts_);

  if (visitor_ != nullptr) {
    NOMIC_TRY(visitor_->record({parts_, leaf, bytes, digest_}));
  }
  NOMIC_TRY(add_leaf(leaf));
  digest_.reset();
  if (!parts_.request_id.empty() && parts_.request_id != previous_request_) {
    NOMIC_TRY(requests_.add(parts_.request_id));
  }
  previous_signed_ = !parts_.signatures.empty();
  previous_request_.assign(parts_.request_id);
  previous_ = leaf;
  report_.head_hash = leaf;
  report_.recorded_at = parts_.recorded_at;
  ++report_.size;
  return Done{};
}

void BundleChecker::check_links(const Hash& leaf) {
  const std::uint64_t at = index();
  if (parts_.index != at) {
    fault("place", fmt::format("record {} says that it is record {}", at, parts_.index), at);
  } else if (at == 0 ? leaf != header_.game.hash : parts_.game != header_.game) {
    fault("place", fmt::format("record {} belongs to another game than {}", at, short_id(header_.game)), at);
  } else if (previous_ && parts_.previous_hash != *previous_) {
    fault("chain", fmt::format("record {} does not give the hash of record {}", at, at - 1), at);
  } else if (at > report_.from && parts_.recorded_at < report_.recorded_at) {
    fault("time", fmt::format("record {} is dated before record {}", at, at - 1), at);
  } else {
    check_request();
  }
  // The first record of a range names the one before: that is what its own author may have seen.
  if (at == report_.from && at > 0) before_ = previous_ = parts_.previous_hash;
}

// What is signed stands under a request ID of its own: that is what keeps it from being recorded twice.
void BundleChecker::check_request() {
  const std::uint64_t at = index();
  const bool is_signed = !parts_.signatures.empty();
  const bool goes_on = at > report_.from && !parts_.request_id.empty() && parts_.request_id == previous_request_;
  if (digest_ && (parts_.request_id.empty() || goes_on)) {
    fault("request", fmt::format("a request's digest stands before record {}, which begins no request", at), at);
  } else if (is_signed && parts_.request_id.empty()) {
    fault("request", fmt::format("record {} is signed and bears no request ID: it could be recorded twice", at), at);
  } else if (goes_on && (is_signed || previous_signed_)) {
    fault("request", fmt::format("record {} shares a request ID with record {}, and one of them is signed", at, at - 1),
          at);
  }
}

Status BundleChecker::check_seen() {
  if (!parts_.seen_hash || faulty()) return Done{};
  std::optional<Hash> seen;
  if (parts_.seen_size == index()) {
    seen = previous_;
  } else if (parts_.seen_size == report_.from) {
    seen = before_;
  } else if (parts_.seen_size > report_.from) {
    auto leaf = leaves_.at(parts_.seen_size - 1 - report_.from);
    if (!leaf) return std::move(leaf).error();
    seen = *leaf;
  }
  // What lies before a range cannot be looked at.
  if (!seen || parts_.seen_hash == seen) return Done{};
  fault("seen",
        fmt::format("record {} claims to have seen another record {} than there is", index(), parts_.seen_size - 1),
        index());
  return Done{};
}

Status BundleChecker::add_leaf(const Hash& leaf) {
  if (tiles_) {
    tiles_->add(leaf);
  } else {
    frontier_.add(leaf);
  }
  return leaves_.add(leaf);
}

// The root that a note names is that of the tree at its size: the leaves are gone through once more, as far as the
// notes go, since these come by ascending size.
Status BundleChecker::check_note(const BundleEvidence& evidence) {
  const auto note = CheckpointNote::parse(evidence.bytes);
  if (!note) {
    fault("note", fmt::format("a note at size {} is no signed checkpoint: {}", evidence.size, note.error().what));
    return Done{};
  }
  const Checkpoint* named = &note->checkpoint;
  if (named->size != evidence.size) {
    fault("note", fmt::format("a note kept for size {} says size {}", evidence.size, named->size));
    return Done{};
  }
  std::optional<Hash> root;
  if (evidence.size == index()) {
    root = report_.root;
  } else {
    while (noted_.size() < evidence.size) {
      auto leaf = leaves_.at(noted_.size() - report_.from);
      if (!leaf) return std::move(leaf).error();
      noted_.add(*leaf);
    }
    root = noted_.root();
  }
  if (named->root == root) return Done{};
  fault("note", fmt::format("a note says that the root at size {} is {}; it is {}", evidence.size, named->root.hex(),
                            root->hex()));
  return Done{};
}

Status BundleChecker::read_evidence() {
  std::uint64_t reached = report_.from;
  for (;;) {
    auto part = next();
    if (!part) return std::move(part).error();
    if (!*part) return Done{};
    if ((*part)->type == Frame::END) break;
    if ((*part)->type != Frame::EVIDENCE) {
      fault("frame", fmt::format("a part of the kind '{}' does not belong here", static_cast<char>((*part)->type)));
      return Done{};
    }
    const auto evidence = decode_evidence((*part)->body);
    if (!evidence) {
      fault("note", "a piece of evidence does not fit itself");
    } else if (evidence->size < reached || evidence->size > index()) {
      fault("note", fmt::format("evidence about size {} stands where sizes from {} to {} belong", evidence->size,
                                reached, index()));
    } else if (evidence->kind == NOTE_EVIDENCE) {
      NOMIC_TRY(check_note(*evidence));
    }
    if (faulty()) return Done{};
    reached = evidence->size;
    ++report_.evidence;
    if (visitor_ == nullptr) continue;
    NOMIC_TRY(visitor_->evidence(*evidence));
  }
  return read_end();
}

Status BundleChecker::read_end() {
  // The digest is over what comes before its own frame, which has not been skipped yet.
  const Hash digest = source_.digest();
  auto frame = source_.peek(pending_);
  if (!frame) return std::move(frame).error();
  if (*frame != frame_head(Frame::END, Hash::SIZE) + digest.raw()) {
    fault("digest", "the bundle's bytes do not have the digest that stands at their end");
  }
  source_.skip(pending_);
  pending_ = 0;
  return Done{};
}

}  // namespace nomic::ledger

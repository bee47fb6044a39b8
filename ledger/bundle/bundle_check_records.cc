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
  check_digest();
  NOMIC_TRY(
      chain_->check(parts_, leaf, [&](const char* check, std::string what) { fault(check, std::move(what), at); }));
  if (faulty()) return Done{};
  signatures_.add(parts_);

  if (visitor_ != nullptr) {
    NOMIC_TRY(visitor_->record({parts_, leaf, bytes, digest_}));
  }
  NOMIC_TRY(add_leaf(leaf));
  digest_.reset();
  if (!parts_.request_id.empty() && !chain_->continues_request(parts_)) {
    NOMIC_TRY(requests_.add(request_of(parts_)));
  }
  if (at == report_.from && at > 0) named_ = parts_.previous_hash;
  chain_->add(parts_, leaf);
  report_.head_hash = leaf;
  report_.recorded_at = parts_.recorded_at;
  ++report_.size;
  return Done{};
}

void BundleChecker::check_digest() {
  if (!digest_ || (!parts_.request_id.empty() && !chain_->continues_request(parts_))) return;
  fault("request", fmt::format("a request's digest stands before record {}, which begins no request", index()),
        index());
}

// What lies before a range can be looked at only where a visitor holds it.
Result<std::optional<Hash>> BundleChecker::leaf_at(std::uint64_t index) const {
  if (index >= report_.from) {
    NOMIC_ASSIGN(auto leaf, leaves_.at(index - report_.from));
    return std::optional<Hash>{leaf};
  }
  if (leaf_at_base_) return leaf_at_base_(index);
  return index + 1 == report_.from ? named_ : std::optional<Hash>{};
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
      NOMIC_ASSIGN(auto leaf, leaves_.at(noted_.size() - report_.from));
      noted_.add(leaf);
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
    NOMIC_ASSIGN(auto part, next());
    if (!part) return Done{};
    if (part->type == Frame::END) break;
    if (part->type != Frame::EVIDENCE) {
      fault("frame", fmt::format("a part of the kind '{}' does not belong here", static_cast<char>(part->type)));
      return Done{};
    }
    const auto evidence = decode_evidence(part->body);
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
  NOMIC_ASSIGN(auto frame, source_.peek(pending_));
  if (frame != frame_head(Frame::END, Hash::SIZE) + digest.raw()) {
    fault("digest", "the bundle's bytes do not have the digest that stands at their end");
  }
  source_.skip(pending_);
  pending_ = 0;
  return Done{};
}

}  // namespace nomic::ledger

// RuleChunks: the oldest parts of lists that only grow, of rules (chunks of 256) and of scores (heights.h), in chunks
// that never change.
//
// A chunk is named by its digest, and names the chunk before it: so a rule's message holds 32 bytes however often it
// was amended, and the digest of the rule holds for the whole list. States share chunks; copying RuleChunks copies a
// pointer. What no rule names any more may stay; it is no part of the state's digest or of its form on the wire.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>

#include "nomic/replay/state/part.h"
#include "nomic/v1/rules.pb.h"

namespace nomic::replay {

inline constexpr int RULE_CHUNK = 256;

class RuleChunks {
 public:
  struct Chunk {
    explicit Chunk(v1::RuleChunk content_in) : content(std::move(content_in)) {}
    v1::RuleChunk content;
    KeptDigest stored;  // SHA-256 of the bytes that snapshots keep of it
  };
  using Pointer = std::shared_ptr<const Chunk>;

  // Null where there is none of that name.
  [[nodiscard]] Pointer find(const std::string& name) const;
  // Of one that is there. Valid as long as any state holds the chunk.
  [[nodiscard]] const v1::RuleChunk& get(const std::string& name) const;
  // Gives its name. O(chunks) where another state shares them.
  std::string add(v1::RuleChunk chunk);
  // Of one that nothing names any more. O(chunks) where another state shares them.
  void erase(const std::string& name);

 private:
  void own_all();

  using All = std::map<ledger::Hash, Pointer>;
  std::shared_ptr<All> all_;
};

}  // namespace nomic::replay

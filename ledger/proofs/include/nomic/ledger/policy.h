// Whom a verifier trusts (C2SP tlog-policy): logs by their keys, witnesses by theirs, and how many must have cosigned.
//
//     log example.com/log+1a2b3c4d+AQ...
//     witness W1 example.com/w1+...
//     witness W2 example.com/w2+...
//     group both all W1 W2
//     quorum both
//
// A checkpoint is good if one of the logs, under the name that is its origin, has signed it, and the quorum's witnesses
// have cosigned it. A policy comes from the verifier's own configuration, never with what is verified.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "nomic/ledger/checkpoint.h"

namespace nomic::ledger {

class Policy {
 public:
  // BAD_NOTE, naming the line: unknown words, names used twice or not yet, keys twice or of the wrong type (logs sign
  // with 0x01, witnesses with 0x04), a threshold out of its bounds, none or several quorums, control characters.
  static Result<Policy> parse(std::string_view text);

  // The policy that every one of these keys must have signed; those of type 0x04 are witnesses. BAD_NOTE: the same key
  // twice, or none.
  static Result<Policy> of(const std::vector<VerifierKey>& keys);

  // Whether there is a log by whose signature a checkpoint can be good.
  [[nodiscard]] bool has_log() const { return !logs_.empty(); }

  // The good signatures of a checkpoint that satisfies the policy. BAD_SIGNATURE, saying whose is missing or wrong.
  [[nodiscard]] Result<std::vector<GoodSignature>> check(const CheckpointNote& note) const;

 private:
  // A witness, or a group of which `least` must have cosigned.
  struct Member {
    std::string name;
    VerifierKey key;                   // of a witness
    std::vector<std::size_t> members;  // of a group, by number; each defined before it
    std::size_t least = 0;             // 0: a witness
  };
  class Reader;

  [[nodiscard]] std::vector<VerifierKey> keys() const;

  std::vector<VerifierKey> logs_;
  std::vector<Member> members_;
  std::vector<std::size_t> quorum_;  // the member that decides; empty: none is needed
  bool all_logs_ = false;            // every log must have signed, as where keys are given one by one
};

}  // namespace nomic::ledger

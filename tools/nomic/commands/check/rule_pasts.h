// Pasts of rules: which record made a rule what it is, and what it was before.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "nomic/replay/rule_history.h"
#include "nomic/views/failure.h"

namespace nomic::tools {

// What made something so.
struct Cause {
  std::uint64_t record = 0;
  std::uint32_t proposal = 0;  // 0: none
  bool founded = false;        // the game was founded with it
};

// "since #34 (proposal 301)", "since the founding (#31)"
std::string words_of(const Cause& cause);
// "#34 (proposal 301)"
std::string place_of(const Cause& cause);

// Of the rules of a game, each read once, when it is first asked for.
class RulePasts {
 public:
  explicit RulePasts(replay::Game& game) : game_(game) {}

  // Whether two versions are the same in what is asked.
  using Same = std::function<Result<bool>(const v1::Rule& one, const v1::Rule& other)>;
  // Since when a rule that is in force after `size` records is what it is, without a break.
  Result<Cause> since(const v1::Rule& rule, std::uint64_t size, const Same& same);

  // What put an end to the latest of its earlier versions that is as is asked; nothing: none was.
  using Was = std::function<Result<bool>(const v1::Rule& version)>;
  Result<std::optional<Cause>> ended(const v1::Rule& rule, std::uint64_t size, const Was& was);

  // The proposal whose outcome a record brought, of those that made or ended rules of that number; 0: none.
  Result<std::uint32_t> proposal_at(std::uint32_t number, std::uint64_t record);

  // A version's text in a language; empty: it has none.
  Result<std::string> text_of(const v1::Rule& version, const std::string& lang) const;

 private:
  using Proposals = std::map<std::uint64_t, std::uint32_t>;  // by the record at which each had its outcome
  struct Past {
    replay::RuleHistory history;
    Proposals proposals;
  };

  // Reads all rules that ever bore the number, and the proposals that made them what they were.
  Result<const Proposals*> read(std::uint32_t number);

  Result<const Past*> past(const v1::Rule& rule);
  [[nodiscard]] Cause cause_of(const Past& past, std::size_t version) const;
  // Which version is in force after `size` records, counted from 1; 0: none.
  static std::size_t versions_at(const Past& past, std::uint64_t size);

  replay::Game& game_;
  std::map<std::uint32_t, Past> pasts_;           // by lineage
  std::map<std::uint32_t, Proposals> proposals_;  // by number
  std::uint64_t founding_ = 0;                    // how many records founded the game; 0: not asked yet
};

}  // namespace nomic::tools

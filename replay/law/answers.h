// The memory of a Law: answers by what they can depend on, which is the kind of provision and, of the case, only what
// the scopes of that kind name. A thousand players whom no scope names share one answer.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "nomic/replay/law.h"

namespace nomic::replay {

class Answers {
 public:
  using Answer = std::shared_ptr<const void>;  // its type follows from the kind

  struct OfKind {
    bool names_changes = false;
    std::vector<std::string> players;  // named by a scope; sorted
    // By change (0 where no scope names any) and by 1 + position in `players` (0: anybody else).
    std::map<std::pair<int, std::size_t>, Answer> by_case;
    Answer all;  // of a kind whose provisions add up
  };

  // `clauses` are all provisions in force of the kind; their scopes are read on the first call.
  template <class Clauses>
  OfKind& of_kind(v1::Provision::KindCase kind, const Clauses& clauses) {
    const auto place = static_cast<std::size_t>(kind);
    if (place >= kinds_.size()) kinds_.resize(place + 1);
    auto& kept = kinds_[place];
    if (kept == nullptr) {
      kept = std::make_unique<OfKind>();
      for (const auto& clause : clauses) {
        const auto& scope = clause.provision->scope();
        kept->names_changes = kept->names_changes || !scope.changes().empty();
        kept->players.insert(kept->players.end(), scope.players().begin(), scope.players().end());
      }
      std::sort(kept->players.begin(), kept->players.end());
    }
    return *kept;
  }

  // The answer for a case; null on the first call, for the caller to fill in.
  template <class Clauses>
  Answer& of_case(v1::Provision::KindCase kind, const Clauses& clauses, const Case& c) {
    auto& kept = of_kind(kind, clauses);
    const int change = kept.names_changes ? static_cast<int>(c.change) : 0;
    std::size_t who = 0;
    const auto named = std::lower_bound(kept.players.begin(), kept.players.end(), c.player);
    if (named != kept.players.end() && *named == c.player) {
      who = static_cast<std::size_t>(named - kept.players.begin()) + 1;
    }
    return kept.by_case[{change, who}];
  }

 private:
  std::vector<std::unique_ptr<OfKind>> kinds_;  // by the number of the kind
};

}  // namespace nomic::replay

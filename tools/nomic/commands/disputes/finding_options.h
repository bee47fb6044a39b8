// Findings as they are typed: `--points Ann=+10 --cite 204`, for `judgment deliver`.
//
// Each finding construes a rule, which --cite names: the one after the finding; or, where the first --cite stands
// before the first finding, the one before it. So both `--void 301 --cite 110` and `--cite 204 --points Ann=+10
// --points Bob=-10` read as they are meant.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "cli/arguments.h"
#include "nomic/replay/game.h"
#include "nomic/v1/event.pb.h"
#include "shared/request_digest.h"

namespace nomic::tools {

class FindingOptions {
 public:
  void declare(Arguments& arguments);

  // Gives each finding its rule, and adds the findings to what is asked.
  Status read(RequestParts& asked);
  // Whether any of the options was given.
  [[nodiscard]] bool given() const { return !findings_.empty() || !cites_.empty(); }

  // Fills in the rules cited and the findings, with players as the game spells them.
  Status fill(const replay::Game& game, v1::JudgmentDelivered& judgment) const;

 private:
  struct Cite {
    std::uint32_t rule = 0;
    std::size_t before = 0;  // how many findings stand before it
  };

  v1::Finding& add() { return findings_.emplace_back(); }
  void declare_rules(Arguments& arguments);
  void declare_votes(Arguments& arguments);
  void declare_people(Arguments& arguments);
  [[nodiscard]] const Cite* cite_of(std::size_t finding) const;

  std::vector<v1::Finding> findings_;
  std::vector<Cite> cites_;
};

// "Ann=+5": who, as typed, and thousandths of points. `option` names where it was typed.
Result<v1::PointsFinding> read_points_of(const std::string& typed, const std::string& option);
// Whose points they are, as the game spells the name.
Status resolve_player(const replay::Game& game, std::string& name);

}  // namespace nomic::tools

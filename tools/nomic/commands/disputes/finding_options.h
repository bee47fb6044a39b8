// Findings as they are typed: `--points Ann=+10 --cite 204`, for `judgment deliver`.
//
// Each finding construes a rule, which --cite names: the one after the finding; or, where the first --cite stands
// before the first finding, the one before it. So both `--void 301 --cite 110` and `--cite 204 --points Ann=+10
// --points Bob=-10` read as they are meant.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "cli/arguments.h"
#include "nomic/v1/request.pb.h"

namespace nomic::tools {

class FindingOptions {
 public:
  void declare(Arguments& arguments);

  // Whether any of the options was given.
  [[nodiscard]] bool given() const { return !findings_.empty() || !cites_.empty(); }

  // Fills in the rules cited and the findings, each with its rule; one without is the service's to refuse.
  void fill(v1::Request::Deliver& deliver) const;

 private:
  struct Cite {
    std::uint32_t rule = 0;
    std::size_t before = 0;  // how many findings stand before it
  };

  v1::Request::Finding& add() { return findings_.emplace_back(); }
  void declare_rules(Arguments& arguments);
  Status add_number(const std::vector<std::string>& typed, bool swap);
  void declare_votes(Arguments& arguments);
  void declare_people(Arguments& arguments);
  [[nodiscard]] const Cite* cite_of(std::size_t finding) const;

  std::vector<v1::Request::Finding> findings_;
  std::vector<Cite> cites_;
};

// "Ann=+5": who, and how many, as typed. `option` names where it was typed.
Result<v1::Request::Points> read_points_of(const std::string& typed, const std::string& option);

}  // namespace nomic::tools

// Which moment is asked for (nomic/views/viewpoint.h), as the commands that look take it.
#pragma once

#include <optional>
#include <string>

#include "cli/command.h"
#include "nomic/replay/point.h"
#include "nomic/views/viewpoint.h"

namespace nomic::tools {

// An option that names a point.
void declare_point(Arguments& arguments, std::string name, std::string help, std::optional<replay::Point>& point);

class MomentOptions {
 public:
  // --at, --by and --known, read when the arguments are.
  void declare(Arguments& arguments);
  // --revised, beside them.
  void declare_revised(Arguments& arguments);
  // --by and --known alone, where points have other names.
  void declare_reading(Arguments& arguments);

  [[nodiscard]] const Viewpoint& viewpoint() const { return viewpoint_; }

  [[nodiscard]] bool by_occurred() const { return viewpoint_.by_occurred.value_or(false); }
  // Whether --at names a point.
  [[nodiscard]] bool has_point() const { return viewpoint_.at.has_value(); }
  // Whether --known names one.
  [[nodiscard]] bool has_known() const { return viewpoint_.known.has_value(); }

  // As Viewpoint has them.
  Result<std::uint64_t> known(replay::Game& game) const { return viewpoint_.known_size(game); }
  Result<std::uint64_t> size_at(replay::Game& game, std::optional<replay::Point> point) const;
  Result<std::uint64_t> size(replay::Game& game) const { return viewpoint_.size(game); }
  Result<Moment> moment(replay::Game& game) const { return viewpoint_.moment(game); }
  Result<Moment> moment_at(replay::Game& game, const std::optional<replay::Point>& point) const;

 private:
  Viewpoint viewpoint_;
};

// The ledger that is looked at, which call.game() has opened.
Result<ledger::Ledger*> ledger_looked_at(Call& call);

// The leaf hash of the last of `size` records.
Result<ledger::Hash> hash_at(Call& call, const replay::Game& game, std::uint64_t size);

}  // namespace nomic::tools

#include "shared/asked_moves.h"

namespace nomic::tools {

void declare_yes(Arguments& arguments, bool& yes) {
  arguments.flag("--yes", "It is meant: nothing is asked. Where nobody can be asked, it must be said.", yes);
}

Result<std::optional<replay::Receipt>> tried_to_ask(const Call& call, Service& service, const v1::Request& request,
                                                    const Means& means, bool yes) {
  if (yes || call.in_play || request.contest()) return std::optional<replay::Receipt>{};
  v1::Request tried = request;
  tried.set_dry_run(true);
  NOMIC_ASSIGN(auto outcome, or_failure(service.submit(tried, means)));
  if (outcome.receipt.repeated_request) return std::optional<replay::Receipt>{};
  return std::optional<replay::Receipt>{std::move(outcome.receipt)};
}

}  // namespace nomic::tools

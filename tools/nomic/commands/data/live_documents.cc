#include "data/live_documents.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cli/version.h"
#include "nomic/report/report.h"

namespace nomic::tools {

Result<std::string> LiveDocuments::of(ledger::Ledger& ledger, replay::Game& game) {
  const ledger::Head head = game.head();
  {
    const std::lock_guard lock(mutex_);
    const auto found = kept_.find(head.game);
    if (found != kept_.end() && found->second.head == head.head_hash) {
      found->second.asked = ++asked_;
      return *found->second.text;
    }
  }
  if (head.size > MAX_REPORT_RECORDS) {
    return usage(fmt::format("a page holds at most {} records, and the game has {}.", MAX_REPORT_RECORDS, head.size),
                 "the answers of docs/api.md have no such limit");
  }
  ReportRequest request;
  request.size = head.size;
  request.records = false;
  request.program = std::string(program_version());
  NOMIC_ASSIGN(auto view, report_view(ledger, game, request, [](std::uint64_t) {}));
  const auto text = std::make_shared<const std::string>(document_text(view, {}));
  const std::lock_guard lock(mutex_);
  keep(head.game, {head.head_hash, text, ++asked_});
  return *text;
}

void LiveDocuments::keep(const ledger::GameId& game, Kept kept) {
  bytes_ += kept.text->size();
  Kept& held = kept_[game];
  if (held.text) bytes_ -= held.text->size();
  held = std::move(kept);
  while (bytes_ > most_ && kept_.size() > 1) {
    const auto oldest = std::min_element(kept_.begin(), kept_.end(), [](const auto& one, const auto& other) {
      return one.second.asked < other.second.asked;
    });
    bytes_ -= oldest->second.text->size();
    kept_.erase(oldest);
  }
}

std::size_t LiveDocuments::bytes() const {
  const std::lock_guard lock(mutex_);
  return bytes_;
}

}  // namespace nomic::tools

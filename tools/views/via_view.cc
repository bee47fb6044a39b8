#include "nomic/views/via_view.h"

#include <fmt/format.h>

#include <vector>

#include "nomic/service/view_values.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {

std::string via_name(ledger::Via via) {
  switch (via) {
    case ledger::Via::NOT_SAID:
      return {};
    case ledger::Via::LOCAL:
      return "LOCAL";
    case ledger::Via::TOKEN:
      return "TOKEN";
    case ledger::Via::SIGNED:
      return "SIGNED";
    case ledger::Via::ANYBODY:
      return "ANYBODY";
  }
  return {};
}

std::string words_of(ledger::Via via) {
  if (via == ledger::Via::TOKEN) return "by a token";
  return via == ledger::Via::ANYBODY ? "from anybody" : "";
}

void CameBook::see(const replay::Played& played) {
  ++records_[{played.record.author, played.record.via}];
  const v1::Event& event = played.move.event;
  if (!event.has_seat_restored() || !played.move.author.empty()) return;
  v1::RestoredSeatView& seat = restored_.emplace_back();
  seat.set_player(event.seat_restored().player());
  seat.set_record(count32(played.record.index.value));
  seat.set_reason(event.seat_restored().reason());
}

void CameBook::add_to(v1::FindingsView& view) const {
  for (const auto& [of, records] : records_) {
    v1::CameView& came = *view.add_came();
    came.set_author(of.first);
    came.set_via(via_name(of.second));
    came.set_records(records);
  }
  for (const v1::RestoredSeatView& seat : restored_) *view.add_restored_seats() = seat;
}

std::string came_words(const v1::FindingsView& view) {
  std::vector<std::string> with_token;
  std::vector<std::string> from_anybody;
  for (const v1::CameView& came : view.came()) {
    const auto words = fmt::format("{} of {}", came.records(), on_one_line(came.author()));
    if (came.via() == via_name(ledger::Via::TOKEN)) with_token.push_back(words);
    if (came.via() == via_name(ledger::Via::ANYBODY)) from_anybody.push_back(words);
  }
  std::string out;
  const auto add = [&out](const std::vector<std::string>& who, const char* how) {
    if (who.empty()) return;
    out += fmt::format("{}{} ({})", out.empty() ? "" : "; ", how, fmt::join(who, ", "));
  };
  add(with_token, "came by a token");
  add(from_anybody, "came from anybody who reached the server");
  if (!out.empty()) out = fmt::format("On the keeper's word alone rests whose these moves are, which {}.", out);
  for (const v1::RestoredSeatView& seat : view.restored_seats()) {
    out += fmt::format("{}The host restored the seat of {} at #{}: their moves from there on rest on the host's word.",
                       out.empty() ? "" : " ", on_one_line(seat.player()), seat.record());
  }
  return out;
}

}  // namespace nomic::tools

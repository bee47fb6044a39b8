#include "api/records.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "api/problems.h"
#include "nomic/ledger/bundle.h"

namespace nomic::tools {
namespace {

constexpr std::uint64_t MOST_RECORDS = 16'384;
constexpr std::size_t MOST_BYTES = std::size_t{4} << 20U;

// The size of the game after the last of them. A game of which not all founding records are there is none.
ledger::Result<std::uint64_t> end_of_part(ledger::Ledger& ledger, const replay::Game& game, std::uint64_t from) {
  const ledger::Head& head = game.head();
  const std::uint64_t least = std::max<std::uint64_t>(game.engine().state().founding().founding_records(), from + 1);
  const std::uint64_t most = std::min(head.size, std::max(least, from + MOST_RECORDS));
  std::uint64_t end = from;
  std::size_t bytes = 0;
  NOMIC_TRY(ledger.read(head.game, {from}, most, [&](const ledger::StoredRecord& record) {
    ++end;
    bytes += record.bytes.size();
    return end < least || bytes < MOST_BYTES;
  }));
  return end;
}

}  // namespace

HttpAnswer records_from(ledger::Ledger& ledger, const replay::Game& game, std::uint64_t from) {
  constexpr unsigned NO_CONTENT = 204;
  const ledger::Head& head = game.head();
  HttpAnswer answer;
  answer.headers = {{"cache-control", "no-cache"}};
  if (from == head.size) {
    answer.status = NO_CONTENT;
    return answer;
  }
  const auto not_read = [](const ledger::Error& error) {
    const Failure failure = failure_of(error);
    return problem_answer(failure, status_of(failure, AskedFor::QUESTION));
  };
  auto end = end_of_part(ledger, game, from);
  if (!end) return not_read(end.error());
  const auto put = [&answer](std::string_view bytes) {
    answer.body += bytes;
    return 0;
  };
  auto written = ledger.export_to(put, {.game = head.game, .from = from, .to = *end}, {});
  if (!written) return not_read(written.error());
  answer.headers.emplace_back("content-type", "application/octet-stream");
  return answer;
}

}  // namespace nomic::tools

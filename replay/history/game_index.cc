#include "nomic/replay/game_index.h"

#include <algorithm>
#include <set>

#include "consequence_reading.h"
#include "index_keys.h"
#include "nomic/replay/reference.h"
#include "nomic/v1/index.pb.h"
#include "snapshots.h"

namespace nomic::replay {
namespace {

Error unreadable(const ledger::IndexRow& row) {
  Error error = error_of(ErrorCode::LEDGER, "row_unreadable", {{"record", row.record}}, about_index_key(row.key));
  error.ledger = ledger::Error{ledger::ErrorCode::DAMAGED, {}, {}, row.record};
  return error;
}

// The message in a row's value.
template <class Message>
Result<Message> message_in(const ledger::IndexRow& row) {
  Message message;
  if (!message.ParseFromString(row.value)) return unreadable(row);
  return message;
}

bool is_a_change(std::uint32_t what) {
  return what >= static_cast<std::uint32_t>(MarkChange::What::NOT_LAWFUL) &&
         what <= static_cast<std::uint32_t>(MarkChange::What::WHOLE);
}

struct MarksRow {
  std::uint64_t record = 0;
  MarkChange change;
};

}  // namespace

Status GameIndex::rows(const ledger::IndexQuery& query, const std::function<bool(const ledger::IndexRow&)>& each) {
  NOMIC_TRY(ledger_.index_rows(game_, query, maker(), each));
  return ledger::Done{};
}

Result<std::vector<std::uint64_t>> GameIndex::records(const std::string& key) {
  std::vector<std::uint64_t> found;
  auto done = rows(ledger::IndexQuery::of_key(key, size_), [&](const ledger::IndexRow& row) {
    found.push_back(row.record);
    return true;
  });
  if (!done) return done.error();
  return found;
}

Result<std::optional<std::uint64_t>> GameIndex::last(const std::string& key) {
  std::optional<std::uint64_t> found;
  auto done = rows(ledger::IndexQuery::of_key(key, size_), [&](const ledger::IndexRow& row) {
    found = row.record;
    return true;
  });
  if (!done) return done.error();
  return found;
}

Result<std::vector<v1::Consequence>> GameIndex::outcomes(std::uint32_t proposal) {
  NOMIC_ASSIGN(auto at, records(index_key(IndexKind::VOTE, proposal)));
  std::vector<v1::Consequence> found;
  for (const std::uint64_t record : at) {
    NOMIC_ASSIGN(auto all, consequences(record));
    for (v1::Consequence& one : all) {
      if (replay::vote_ended(one) == proposal) found.push_back(std::move(one));
    }
  }
  return found;
}
Result<std::optional<std::uint64_t>> GameIndex::outcome_declared(std::uint32_t proposal) {
  return last(index_key(IndexKind::OUTCOME, proposal));
}
Result<std::optional<std::uint64_t>> GameIndex::turn_ended(std::uint32_t turn) {
  return last(index_key(IndexKind::TURN, turn));
}
Result<std::optional<std::uint64_t>> GameIndex::circuit_ended(std::uint32_t circuit) {
  return last(index_key(IndexKind::CIRCUIT, circuit));
}
Result<std::vector<std::uint64_t>> GameIndex::of_proposal(std::uint32_t number) {
  return records(index_key(IndexKind::PROPOSAL, number));
}
Result<std::vector<std::uint32_t>> GameIndex::proposals() {
  std::vector<std::uint32_t> found;
  auto query = ledger::IndexQuery::under(index_key(IndexKind::PROPOSAL), size_);
  auto done = rows(query, [&](const ledger::IndexRow& row) {
    const std::uint32_t number = number_in(row.key, 1);
    if (number != 0 && (found.empty() || found.back() != number)) found.push_back(number);
    return true;
  });
  if (!done) return done.error();
  return found;
}

Result<std::vector<std::uint32_t>> GameIndex::last_proposals(std::uint64_t last) {
  std::set<std::uint32_t> numbers;
  std::uint64_t made = 0;
  std::optional<Error> broken;
  auto query = ledger::IndexQuery::of_key(index_key(IndexKind::CONSEQUENCES), size_);
  query.backwards = true;
  auto done = rows(query, [&](const ledger::IndexRow& row) {
    if (made >= last) return false;
    auto kept = message_in<v1::IndexedConsequences>(row);
    if (!kept) {
      broken = kept.error();
      return false;
    }
    for (const v1::Consequence& one : kept->consequences()) {
      if (!one.has_proposal_made()) continue;
      numbers.insert(proposal_named(one));
      if (!one.proposal_made().has_about()) ++made;
    }
    return true;
  });
  if (!done) return done.error();
  if (broken) return *broken;
  return std::vector<std::uint32_t>(numbers.begin(), numbers.end());
}

Result<std::vector<std::uint64_t>> GameIndex::of_victory() {
  return records(index_key(IndexKind::VICTORY));
}
Result<std::vector<std::uint64_t>> GameIndex::of_rule_marks(std::uint32_t lineage) {
  return records(index_key(IndexKind::MARK_OF_RULE, lineage));
}

Result<std::vector<std::uint64_t>> GameIndex::of_score(const std::string& player, std::optional<std::uint64_t> last) {
  const std::string key = index_key_of_name(IndexKind::SCORE, player);
  if (!last) return records(key);
  std::vector<std::uint64_t> found;
  if (*last == 0) return found;
  auto query = ledger::IndexQuery::of_key(key, size_);
  query.backwards = true;
  auto done = rows(query, [&](const ledger::IndexRow& row) {
    found.push_back(row.record);
    return found.size() < *last;
  });
  if (!done) return done.error();
  std::reverse(found.begin(), found.end());
  return found;
}

Result<Consequences> GameIndex::consequences(std::uint64_t record) {
  const std::string key = index_key(IndexKind::CONSEQUENCES);
  ledger::IndexQuery query = ledger::IndexQuery::of_key(key, record + 1);
  query.from = ledger::IndexQuery::of_key(key, record).until;
  std::optional<Result<v1::IndexedConsequences>> kept;
  auto done = rows(query, [&](const ledger::IndexRow& row) {
    kept = message_in<v1::IndexedConsequences>(row);
    return false;
  });
  if (!done) return done.error();
  if (!kept) return Consequences();
  if (!*kept) return kept->error();
  return Consequences((*kept)->consequences().begin(), (*kept)->consequences().end());
}

Result<std::vector<std::uint32_t>> GameIndex::lineages(std::uint32_t number) {
  constexpr std::size_t LINEAGE_AT = 5;
  std::set<std::uint32_t, InOrder> found;
  const std::string prefix = number == 0 ? index_key(IndexKind::NUMBER) : index_key(IndexKind::NUMBER, number);
  auto done = rows(ledger::IndexQuery::under(prefix, size_), [&](const ledger::IndexRow& row) {
    found.insert(number_in(row.key, LINEAGE_AT));
    return true;
  });
  if (!done) return done.error();
  return std::vector<std::uint32_t>(found.begin(), found.end());
}

Result<std::vector<IndexedVersion>> GameIndex::versions(std::uint32_t lineage) {
  std::vector<IndexedVersion> found;
  std::optional<Error> error;
  auto done =
      rows(ledger::IndexQuery::of_key(index_key(IndexKind::RULE, lineage), size_), [&](const ledger::IndexRow& row) {
        auto kept = message_in<v1::IndexedRule>(row);
        if (!kept) error = kept.error();
        if (!kept) return false;
        found.push_back({row.record, std::nullopt});
        if (kept->has_rule()) found.back().rule = std::move(*kept->mutable_rule());
        return true;
      });
  if (error) return *error;
  if (!done) return done.error();
  return found;
}

Result<std::optional<v1::Rule>> GameIndex::version(std::uint32_t lineage, std::uint64_t record) {
  auto query = ledger::IndexQuery::of_key(index_key(IndexKind::RULE, lineage), record + 1);
  query.backwards = true;
  std::optional<v1::Rule> found;
  std::optional<Error> error;
  auto done = rows(query, [&](const ledger::IndexRow& row) {
    if (row.record != record || row.record >= size_) return false;
    auto kept = message_in<v1::IndexedRule>(row);
    if (!kept) error = kept.error();
    if (kept && kept->has_rule()) found = std::move(*kept->mutable_rule());
    return false;
  });
  if (error) return *error;
  if (!done) return done.error();
  return found;
}

Result<Marks> GameIndex::marks(Records records) {
  Marks marks;
  std::set<std::uint64_t> corrections;
  std::optional<Error> error;
  const auto take = [&](const ledger::IndexRow& row) {
    auto kept = message_in<v1::IndexedMarks>(row);
    if (!kept) error = kept.error();
    if (!kept) return false;
    for (const auto& change : kept->changes()) {
      if (!is_a_change(change.what())) error = unreadable(row);
      if (error) return false;
      const auto what = static_cast<MarkChange::What>(change.what());
      marks.add({record_in(row.key, 1), what, change.by()});
      if (what == MarkChange::What::CORRECTION) corrections.insert(change.by());
    }
    return true;
  };
  const auto read = [&](std::uint64_t from, std::uint64_t to) -> Status {
    const std::string until = to == UINT64_MAX ? ledger::IndexQuery::under(index_key(IndexKind::MARKS), size_).until
                                               : index_key_of_record(IndexKind::MARKS, to);
    auto done = rows({index_key_of_record(IndexKind::MARKS, from), until, size_}, take);
    if (error) return *error;
    return done;
  };
  NOMIC_TRY(read(records.from, records.to));
  // Whether a correction counts depends on what is said of it in turn. It comes after what it corrects.
  for (std::set<std::uint64_t> known; !corrections.empty();) {
    const std::uint64_t next = *corrections.begin();
    corrections.erase(corrections.begin());
    const bool read_already = (next >= records.from && next < records.to) || !known.insert(next).second;
    if (read_already) continue;
    NOMIC_TRY(read(next, next + 1));
  }
  return marks;
}

Result<std::vector<std::uint64_t>> GameIndex::marking(std::uint64_t record) {
  return records(index_key_of_record(IndexKind::MARKS, record));
}

Result<bool> GameIndex::has_marks() {
  bool any = false;
  auto done = rows(ledger::IndexQuery::under(index_key(IndexKind::MARKS), size_), [&](const ledger::IndexRow&) {
    any = true;
    return false;
  });
  if (!done) return done.error();
  return any;
}

Status GameIndex::all(const std::function<void(const ledger::IndexRow&)>& each) {
  return rows(ledger::IndexQuery::under("", size_), [&](const ledger::IndexRow& row) {
    each(row);
    return true;
  });
}

}  // namespace nomic::replay

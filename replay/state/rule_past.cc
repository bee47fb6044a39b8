#include "nomic/replay/rule_past.h"

#include <algorithm>
#include <cassert>
#include <string>
#include <utility>

#include "nomic/replay/heights.h"

namespace nomic::replay {
namespace {

// At least so many sources are at hand where there are as many; and so many move at once.
constexpr int AT_HAND = 2;
constexpr int MOVED_AT_ONCE = 16;

v1::VersionSources read_older(const std::string& bytes) {
  v1::VersionSources older;
  [[maybe_unused]] const bool read = older.ParseFromString(bytes);
  assert(read);
  return older;
}

// Of a list of which chunks hold the oldest part, the chunks, oldest first.
std::vector<const v1::RuleChunk*> chunks_of(const State& state, const v1::OlderChunks& named) {
  std::vector<const v1::RuleChunk*> chunks;
  for (const std::string* name = &named.newest(); !name->empty(); name = &chunks.back()->before()) {
    chunks.push_back(&state.chunks().get(*name));
  }
  std::reverse(chunks.begin(), chunks.end());
  return chunks;
}

void add_chunk(State& state, v1::OlderChunks& named, v1::RuleChunk chunk) {
  chunk.set_before(named.newest());
  for (const std::uint32_t number : chunk.numbers()) named.set_greatest(std::max(named.greatest(), number));
  named.set_newest(state.edit_chunks().add(std::move(chunk)));
  named.set_count(named.count() + 1);
}

// Moves the oldest of those at hand behind the older ones, and these into a chunk once they fill it.
template <class AnyRule>
void move_older(State& state, AnyRule& rule) {
  auto& at_hand = *rule.mutable_sources();
  v1::VersionSources moved;
  for (int i = 0; i < MOVED_AT_ONCE; ++i) moved.add_sources()->Swap(at_hand.Mutable(i));
  at_hand.DeleteSubrange(0, MOVED_AT_ONCE);
  // Bytes of a message behind another's are their elements one after the other.
  moved.AppendToString(rule.mutable_older_sources());
  v1::VersionSources older = read_older(rule.older_sources());
  if (older.sources_size() < RULE_CHUNK) return;
  v1::RuleChunk chunk;
  chunk.mutable_sources()->Swap(older.mutable_sources());
  add_chunk(state, *rule.mutable_source_chunks(), std::move(chunk));
  rule.clear_older_sources();
}

template <class AnyRule>
v1::VersionSource& add_to(State& state, AnyRule& rule) {
  rule.add_sources();
  if (rule.sources_size() == AT_HAND + MOVED_AT_ONCE) move_older(state, rule);
  return *rule.mutable_sources()->rbegin();
}

// The reverse of move_older.
void bring_back(const State& state, v1::Rule& rule) {
  v1::VersionSources older = read_older(rule.older_sources());
  if (older.sources().empty()) {
    if (!rule.has_source_chunks()) return;
    const v1::RuleChunk& newest = state.chunks().get(rule.source_chunks().newest());
    *older.mutable_sources() = newest.sources();
    const std::string before = newest.before();
    rule.mutable_source_chunks()->set_newest(before);
    rule.mutable_source_chunks()->set_count(rule.source_chunks().count() - 1);
    if (before.empty()) rule.clear_source_chunks();
  }
  v1::VersionSources at_hand;
  const int left = older.sources_size() - MOVED_AT_ONCE;
  for (int i = left; i < older.sources_size(); ++i) at_hand.add_sources()->Swap(older.mutable_sources(i));
  older.mutable_sources()->DeleteSubrange(left, MOVED_AT_ONCE);
  at_hand.mutable_sources()->MergeFrom(rule.sources());
  rule.mutable_sources()->Swap(at_hand.mutable_sources());
  rule.set_older_sources(older.SerializeAsString());
}

template <class AnyRule>
Sources all_of(const State& state, const AnyRule& rule) {
  Sources all;
  for (const v1::RuleChunk* chunk : chunks_of(state, rule.source_chunks())) all.MergeFrom(chunk->sources());
  if (!rule.older_sources().empty()) all.MergeFrom(read_older(rule.older_sources()).sources());
  all.MergeFrom(rule.sources());
  return all;
}

template <class AnyRule>
void put_in(State& state, AnyRule& rule, const Sources& sources) {
  rule.clear_sources();
  rule.clear_older_sources();
  rule.clear_source_chunks();
  for (const v1::VersionSource& source : sources) add_to(state, rule) = source;
}

template <class AnyRule>
std::vector<std::uint32_t> numbers_of(const State& state, const AnyRule& rule) {
  std::vector<std::uint32_t> all;
  for (const v1::RuleChunk* chunk : chunks_of(state, rule.number_chunks())) {
    all.insert(all.end(), chunk->numbers().begin(), chunk->numbers().end());
  }
  all.insert(all.end(), rule.former_numbers().begin(), rule.former_numbers().end());
  return all;
}

template <class AnyRule>
void add_number(State& state, AnyRule& rule, std::uint32_t number) {
  rule.add_former_numbers(number);
  if (rule.former_numbers_size() < RULE_CHUNK) return;
  v1::RuleChunk chunk;
  chunk.mutable_numbers()->Swap(rule.mutable_former_numbers());
  add_chunk(state, *rule.mutable_number_chunks(), std::move(chunk));
}

template <class AnyRule>
void put_numbers(State& state, AnyRule& rule, const std::vector<std::uint32_t>& numbers) {
  rule.clear_former_numbers();
  rule.clear_number_chunks();
  for (const std::uint32_t number : numbers) add_number(state, rule, number);
}

template <class AnyRule>
bool bore(const State& state, const AnyRule& rule, std::uint32_t number) {
  const auto is_in = [number](const auto& list) { return std::find(list.begin(), list.end(), number) != list.end(); };
  if (is_in(rule.former_numbers())) return true;
  if (number > rule.number_chunks().greatest()) return false;
  const std::string* name = &rule.number_chunks().newest();
  while (!name->empty()) {
    const v1::RuleChunk& chunk = state.chunks().get(*name);
    if (is_in(chunk.numbers())) return true;
    name = &chunk.before();
  }
  return false;
}

// Full chunks, of what the list holds, as many as are counted.
template <class IsFull>
bool has_all(const State& state, const v1::OlderChunks& named, const IsFull& is_full) {
  std::uint32_t count = 0;
  RuleChunks::Pointer chunk;
  for (std::string name = named.newest(); !name.empty(); name = chunk->content.before()) {
    chunk = state.chunks().find(name);
    if (chunk == nullptr || !is_full(chunk->content) || ++count > named.count()) return false;
  }
  return count == named.count();
}

// That the sources lie where their number says.
template <class AnyRule>
bool lies_well(const AnyRule& rule) {
  v1::VersionSources older;
  if (!older.ParseFromString(rule.older_sources())) return false;
  if (older.sources_size() % MOVED_AT_ONCE != 0 || older.sources_size() >= RULE_CHUNK) return false;
  const bool has_older = older.sources_size() > 0 || rule.has_source_chunks();
  return rule.sources_size() >= (has_older ? AT_HAND : 1) && rule.sources_size() < AT_HAND + MOVED_AT_ONCE &&
         rule.former_numbers_size() < RULE_CHUNK;
}

}  // namespace

v1::VersionSource& add_source(State& state, v1::Rule& rule) {
  return add_to(state, rule);
}

void drop_last_source(const State& state, v1::Rule& rule) {
  if (rule.sources_size() == AT_HAND) bring_back(state, rule);
  rule.mutable_sources()->RemoveLast();
}

Sources all_sources(const State& state, const v1::Rule& rule) {
  return all_of(state, rule);
}

Sources all_sources(const State& state, const v1::RepealedRule& rule) {
  return all_of(state, rule);
}

void put_sources(State& state, v1::Rule& rule, const Sources& sources) {
  put_in(state, rule, sources);
}

void put_sources(State& state, v1::RepealedRule& rule, const Sources& sources) {
  put_in(state, rule, sources);
}

void add_former_number(State& state, v1::Rule& rule, std::uint32_t number) {
  add_number(state, rule, number);
}

void put_former_numbers(State& state, v1::Rule& rule, const std::vector<std::uint32_t>& numbers) {
  put_numbers(state, rule, numbers);
}

void put_former_numbers(State& state, v1::RepealedRule& rule, const std::vector<std::uint32_t>& numbers) {
  put_numbers(state, rule, numbers);
}

std::vector<std::uint32_t> former_numbers(const State& state, const v1::Rule& rule) {
  return numbers_of(state, rule);
}

std::vector<std::uint32_t> former_numbers(const State& state, const v1::RepealedRule& rule) {
  return numbers_of(state, rule);
}

bool formerly_bore(const State& state, const v1::Rule& rule, std::uint32_t number) {
  return bore(state, rule, number);
}

bool formerly_bore(const State& state, const v1::RepealedRule& rule, std::uint32_t number) {
  return bore(state, rule, number);
}

v1::Rule by_itself(const State& state, const v1::Rule& rule) {
  v1::Rule kept = rule;
  if (rule.has_number_chunks()) {
    const auto numbers = former_numbers(state, rule);
    *kept.mutable_former_numbers() = {numbers.begin(), numbers.end()};
    kept.clear_number_chunks();
  }
  kept.clear_older_sources();
  kept.clear_source_chunks();
  if (kept.sources_size() > 1) kept.mutable_sources()->DeleteSubrange(0, kept.sources_size() - 1);
  return kept;
}

bool has_its_chunks(const State& state) {
  const auto has = [&state](const auto& rule) {
    return lies_well(rule) &&
           has_all(state, rule.source_chunks(), [](const auto& chunk) { return chunk.sources_size() == RULE_CHUNK; }) &&
           has_all(state, rule.number_chunks(), [](const auto& chunk) { return chunk.numbers_size() == RULE_CHUNK; });
  };
  const auto has_all_heights = [&state](const v1::Heights& heights) {
    return heights.points_size() == heights.records_size() && has_all(state, heights.older(), has_heights);
  };
  return state.heights_size() <= state.players_size() && std::all_of(state.rules().begin(), state.rules().end(), has) &&
         std::all_of(state.repealed().begin(), state.repealed().end(), has) &&
         std::all_of(state.heights().begin(), state.heights().end(), has_all_heights);
}

}  // namespace nomic::replay

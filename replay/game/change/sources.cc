#include "change/sources.h"

#include <cassert>

namespace nomic::replay {
namespace {

Sources unfolded(const std::string& bytes) {
  v1::VersionSources older;
  [[maybe_unused]] const bool read = older.ParseFromString(bytes);
  assert(read);
  return std::move(*older.mutable_sources());
}

template <class AnyRule>
Sources all_of(const AnyRule& rule) {
  if (rule.older_sources().empty()) return rule.sources();
  Sources all = unfolded(rule.older_sources());
  all.MergeFrom(rule.sources());
  return all;
}

template <class AnyRule>
void unfold(AnyRule& rule) {
  if (rule.older_sources().empty()) return;
  *rule.mutable_sources() = all_of(rule);
  rule.clear_older_sources();
}

template <class AnyRule>
void fold(AnyRule& rule) {
  auto& at_hand = *rule.mutable_sources();
  if (at_hand.size() <= 2 * SOURCES_AT_HAND) return;
  const int many = at_hand.size() - SOURCES_AT_HAND;
  v1::VersionSources older;
  for (int i = 0; i < many; ++i) older.add_sources()->Swap(at_hand.Mutable(i));
  at_hand.DeleteSubrange(0, many);
  older.AppendToString(rule.mutable_older_sources());
}

}  // namespace

v1::VersionSource& add_source(v1::Rule& rule) {
  rule.add_sources();
  fold(rule);
  return *rule.mutable_sources()->rbegin();
}

void drop_last_source(v1::Rule& rule) {
  rule.mutable_sources()->RemoveLast();
  if (rule.sources_size() >= 2 || rule.older_sources().empty()) return;
  unfold(rule);
  fold(rule);
}

Sources all_sources(const v1::Rule& rule) {
  return all_of(rule);
}

Sources all_sources(const v1::RepealedRule& rule) {
  return all_of(rule);
}

void unfold_sources(v1::Rule& rule) {
  unfold(rule);
}

void unfold_sources(v1::RepealedRule& rule) {
  unfold(rule);
}

void fold_sources(v1::Rule& rule) {
  fold(rule);
}

void fold_sources(v1::RepealedRule& rule) {
  fold(rule);
}

}  // namespace nomic::replay

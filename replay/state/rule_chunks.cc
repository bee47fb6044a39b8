#include "nomic/replay/state/rule_chunks.h"

#include <cassert>

#include "nomic/replay/digest.h"

namespace nomic::replay {

RuleChunks::Pointer RuleChunks::find(const std::string& name) const {
  const auto hash = ledger::Hash::from_raw(name);
  if (!hash || all_ == nullptr) return nullptr;
  const auto found = all_->find(*hash);
  return found == all_->end() ? nullptr : found->second;
}

const v1::RuleChunk& RuleChunks::get(const std::string& name) const {
  const Pointer found = find(name);
  assert(found != nullptr);
  return found->content;
}

void RuleChunks::own_all() {
  if (all_ == nullptr) {
    all_ = std::make_shared<All>();
  } else if (!held_alone(all_)) {
    all_ = std::make_shared<All>(*all_);
  }
}

void RuleChunks::erase(const std::string& name) {
  const auto hash = ledger::Hash::from_raw(name);
  if (!hash || all_ == nullptr) return;
  own_all();
  all_->erase(*hash);
}

std::string RuleChunks::add(v1::RuleChunk chunk) {
  const ledger::Hash name = node_digest(chunk);
  own_all();
  all_->try_emplace(name, std::make_shared<const Chunk>(std::move(chunk)));
  return name.raw();
}

}  // namespace nomic::replay

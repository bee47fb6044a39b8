#include "nomic/server/invitations.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "nomic/client/kept_invitations.h"
#include "nomic/ledger/hash.h"
#include "nomic/ledger/key.h"
#include "nomic/service/view_values.h"

namespace nomic::tools {
namespace {

constexpr std::size_t SECRET_BYTES = 32;
constexpr std::size_t ID_BYTES = 6;

ledger::Error bad_input(std::string what, std::string hint) {
  return {ledger::ErrorCode::BAD_INPUT, std::move(what), std::move(hint), {}};
}

using Clock = std::chrono::steady_clock;

template <class Fits>
Invitation* find(v1::KeptInvitations& kept, const Fits& fits) {
  auto& all = *kept.mutable_invitations();
  const auto found = std::find_if(all.begin(), all.end(), fits);
  return found == all.end() ? nullptr : &*found;
}

}  // namespace

Invitations::Invitations(const std::string& ledger) : Invitations(invitations_beside(ledger)) {}

Invitations::Invitations(std::unique_ptr<ledger::SharedText> text) : text_(std::move(text)) {}

Invitations::~Invitations() {
  {
    const std::lock_guard lock(mutex_);
    leaving_ = true;
  }
  ends_.notify_all();
  if (watcher_.joinable()) watcher_.join();
}

void Invitations::watch(std::chrono::milliseconds every) {
  watcher_ = std::thread([this, every] {
    for (std::unique_lock lock(mutex_); !leaving_; ends_.wait_for(lock, every, [this] { return leaving_; })) {
      lock.unlock();
      // Where it fails, what was read before grows old.
      static_cast<void>(look(Clock::now()));
      lock.lock();
    }
  });
}

std::string Invitations::hash_of(const std::string& secret) {
  return ledger::sha256(secret).hex();
}

std::string Invitations::fresh_secret() {
  return hex_of(ledger::random_bytes(SECRET_BYTES));
}

template <class Change>
ledger::Status Invitations::change(const Change& change) {
  return change_invitations(*text_, "nomic invite", change);
}

ledger::Result<Invitations::Made> Invitations::make(const std::string& game, const std::string& player,
                                                    std::int64_t now) {
  Made made;
  made.secret = fresh_secret();
  made.invitation.set_id(hex_of(ledger::random_bytes(ID_BYTES)));
  made.invitation.set_game(game);
  made.invitation.set_player(player);
  made.invitation.set_link_hash(hash_of(made.secret));
  made.invitation.set_made_at(now);
  NOMIC_TRY(change([&](v1::KeptInvitations& kept) -> ledger::Result<bool> {
    if (kept.invitations_size() >= MOST_INVITATIONS) {
      return bad_input(fmt::format("there are {} invitations, as many as may be", MOST_INVITATIONS),
                       fmt::format("remove those that were revoked from {}", text_->place()));
    }
    *kept.add_invitations() = made.invitation;
    return true;
  }));
  return made;
}

ledger::Result<v1::KeptInvitations> Invitations::all() const {
  return read_invitations(*text_);
}

ledger::Result<std::optional<Invitation>> Invitations::revoke(const std::string& id, std::int64_t now) {
  std::optional<Invitation> revoked;
  NOMIC_TRY(change([&](v1::KeptInvitations& kept) -> ledger::Result<bool> {
    Invitation* found = find(kept, [&](const Invitation& one) { return one.id() == id; });
    if (found == nullptr) return false;
    if (found->revoked_at() == 0) found->set_revoked_at(now);
    found->clear_link_hash();
    found->clear_token_hash();
    revoked = *found;
    // A second time too: the first may be on a server alone whose standbys it never reached.
    return true;
  }));
  return revoked;
}

ledger::Result<std::optional<Invitations::Redeemed>> Invitations::redeem(const std::string& secret, std::int64_t now) {
  std::optional<Redeemed> redeemed;
  const std::string hash = hash_of(secret);
  // Strangers may send any secret. The file is read and locked only for one that it had at the last look.
  NOMIC_TRY(look(Clock::now()));
  {
    const std::lock_guard lock(mutex_);
    if (!by_link_.contains(hash)) return redeemed;
  }
  NOMIC_TRY(change([&](v1::KeptInvitations& kept) -> ledger::Result<bool> {
    Invitation* found = find(kept, [&](const Invitation& one) { return one.link_hash() == hash; });
    if (found == nullptr) return false;
    redeemed.emplace();
    redeemed->token = fresh_secret();
    found->clear_link_hash();
    found->set_token_hash(hash_of(redeemed->token));
    found->set_redeemed_at(now);
    redeemed->invitation = *found;
    return true;
  }));
  return redeemed;
}

ledger::Status Invitations::look(Time since) const {
  const std::lock_guard looking(looking_);
  {
    const std::lock_guard lock(mutex_);
    if (looked_ >= since) return ledger::Done{};
  }
  const Time began = Clock::now();
  // Looked at before it is read: what is written in between is another at the next look.
  std::string stamp = text_->stamp();
  const bool is_same = !stamp.empty() && stamp == stamp_;
  NOMIC_ASSIGN(auto kept, is_same ? ledger::Result<v1::KeptInvitations>(v1::KeptInvitations()) : all());
  stamp_ = std::move(stamp);
  const std::lock_guard lock(mutex_);
  if (!is_same) remember(std::move(kept));
  looked_ = began;
  return ledger::Done{};
}

void Invitations::remember(v1::KeptInvitations kept) const {
  known_ = std::move(kept);
  by_token_.clear();
  by_link_.clear();
  by_id_.clear();
  for (int at = 0; at < known_.invitations_size(); ++at) {
    const Invitation& one = known_.invitations(at);
    if (!one.token_hash().empty()) by_token_.emplace(one.token_hash(), at);
    if (!one.link_hash().empty()) by_link_.emplace(one.link_hash(), at);
    by_id_.emplace(one.id(), at);
  }
}

std::optional<Invitation> Invitations::known(const std::string& token_hash) const {
  const std::lock_guard lock(mutex_);
  const auto found = by_token_.find(token_hash);
  return found == by_token_.end() ? std::optional<Invitation>() : std::optional(known_.invitations(found->second));
}

bool Invitations::must_ask(const std::string& token) const {
  if (!watcher_.joinable()) return false;
  if (!known(hash_of(token))) return true;
  const std::lock_guard lock(mutex_);
  return Clock::now() - looked_ > OLDEST;
}

ledger::Result<std::optional<Invitation>> Invitations::of_token(const std::string& token) const {
  if (!watcher_.joinable() || must_ask(token)) NOMIC_TRY(look(Clock::now()));
  return known(hash_of(token));
}

bool Invitations::stands(const std::string& id) const {
  if (!watcher_.joinable() && !look(Clock::now())) return true;
  const std::lock_guard lock(mutex_);
  if (looked_ == Time()) return true;
  const auto found = by_id_.find(id);
  return found != by_id_.end() && known_.invitations(found->second).revoked_at() == 0;
}

}  // namespace nomic::tools

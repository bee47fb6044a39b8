// Invitations: links by which players without a key come to a server, and readers; kept in the ledger's folder beside
// the ledger, so that they can be made and revoked while a server keeps it.
//
//     Invitations invitations(folder);
//     auto made = invitations.make(game, "Ann", now);       // made->secret: behind # in the link, told once
//     auto redeemed = invitations.redeem(secret, now);      // whoever opens the link first; the secret is spent
//     auto known = invitations.of_token(redeemed->token);   // whoever sends the token
//
// A link is spent by being opened: it may stay in a mail or in a browser's history, and opens nothing a second time.
// What is sent from then on is a token that only the browser which opened it has. Of both, 256 random bits, the file
// holds the SHA-256: who reads it can neither open a link nor move. Whoever can write it could as well record anything.
//
// Any process may do all of this at any time: a lock beside the file is held while it is changed, and it is read again
// when it is another. Any thread may.
//
// Beside a database a look is a round trip, for which no thread that serves everybody may wait. There they are watched:
// a thread reads them every so often, and who is known by what it read last is known at once. So what another server
// revokes opens nothing here after that time. Who is not known yet may have been invited since, and is looked for.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <unordered_map>

#include "nomic/ledger/ledger.h"
#include "nomic/ledger/shared_text.h"
#include "nomic/v1/api.pb.h"

namespace nomic::tools {

using Invitation = v1::KeptInvitations::Invitation;

class Invitations {
 public:
  // Of these: each is told once.
  struct Made {
    Invitation invitation;
    std::string secret;
  };
  struct Redeemed {
    Invitation invitation;
    std::string token;
  };

  // `ledger`: its folder, or the address of its database.
  explicit Invitations(const std::string& ledger);
  // Over a text of the caller's (tests hold one up).
  explicit Invitations(std::unique_ptr<ledger::SharedText> text);
  ~Invitations();
  Invitations(const Invitations&) = delete;
  Invitations& operator=(const Invitations&) = delete;

  // From now on a thread of its own reads them that often. Before anything is asked.
  void watch(std::chrono::milliseconds every);
  // What was read longer ago than this counts for nobody any more.
  static constexpr std::chrono::seconds OLDEST{5};

  // One more. `game`: its identity, 64 hex digits; `player` as its records name them, empty for a reader. BAD_INPUT
  // where there are as many as may be.
  ledger::Result<Made> make(const std::string& game, const std::string& player, std::int64_t now);
  // In the order in which they were made.
  ledger::Result<v1::KeptInvitations> all() const;
  // From now on it opens nothing, and nobody moves by it. Nothing: there is none of that ID.
  ledger::Result<std::optional<Invitation>> revoke(const std::string& id, std::int64_t now);
  // Nothing: no link that may be opened has that secret. That costs a look at the file's date, or a round trip.
  ledger::Result<std::optional<Redeemed>> redeem(const std::string& secret, std::int64_t now);
  // Whose token that is; nothing: nobody's, or it was revoked. Costs a look at the file's date, or a round trip, unless
  // it is known.
  ledger::Result<std::optional<Invitation>> of_token(const std::string& token) const;
  // Whether of_token() waits for a database.
  [[nodiscard]] bool must_ask(const std::string& token) const;

  // Whether the invitation of that ID is there, and was not revoked: by what was read last, where they are watched.
  // Where they cannot be read, it stands: that is no revocation.
  [[nodiscard]] bool stands(const std::string& id) const;

  // What stands for a secret in the file: its SHA-256, 64 hex digits.
  static std::string hash_of(const std::string& secret);
  // 256 random bits, as 64 hex digits.
  static std::string fresh_secret();

 private:
  template <class Change>
  ledger::Status change(const Change& change);
  using Time = std::chrono::steady_clock::time_point;
  // Reads them again where they are others, unless somebody has begun to since that time.
  ledger::Status look(Time since) const;
  void remember(v1::KeptInvitations kept) const;  // under mutex_
  [[nodiscard]] std::optional<Invitation> known(const std::string& token_hash) const;

  std::unique_ptr<ledger::SharedText> text_;
  mutable std::mutex looking_;         // while they are read, for which who is known does not wait
  mutable std::string stamp_;          // under looking_: of what is known
  mutable std::mutex mutex_;           // of what was read last
  mutable v1::KeptInvitations known_;  // under mutex_
  // Under mutex_: where in it each is, by the hash of its token, by that of its link, and by its ID.
  mutable std::unordered_map<std::string, int> by_token_;
  mutable std::unordered_map<std::string, int> by_link_;
  mutable std::unordered_map<std::string, int> by_id_;
  mutable Time looked_ = {};  // under mutex_: when that was begun

  std::condition_variable ends_;
  bool leaving_ = false;  // under mutex_
  std::thread watcher_;   // last: it uses all of these
};

}  // namespace nomic::tools

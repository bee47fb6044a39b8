// SIGNED: every move is signed as it must be, by keys that spoke for its author at that record
// (docs/design/keys.md).
//
// A key that a Judge ended, or named, is not judged: the seat rests on that Judgment from there on.
//
// A rehearsal is not looked at: its copied records bear no signatures, and the others need none.
//
// The signatures are read from the record's bytes and verified anew; whose a key is, is read from the events. The
// engine is not asked: a key that it lets in or ends is compared with what the event warrants.

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "check.h"
#include "nomic/ledger/key.h"
#include "wire_format.h"

namespace nomic::replay::audit {
namespace {

constexpr std::string_view STATEMENT_CONTEXT = "nomic/statement/v1\n";
constexpr std::size_t DIGITS = 16;

std::string digits_of(const std::string& key) {
  std::string digits;
  for (const char byte : key) digits += fmt::format("{:02x}", static_cast<unsigned>(static_cast<unsigned char>(byte)));
  return digits.substr(0, DIGITS);
}

// Field 1 of a Record is its Entry, whose field 4 is the statement; fields 2 are the signatures: key, signature.
struct SignedBytes {
  std::string statement;
  std::vector<std::pair<std::string, std::string>> signatures;
};

SignedBytes signed_bytes(std::string_view record) {
  SignedBytes found;
  Wire outer(record);
  while (const auto part = outer.next()) {
    Wire inner(part->bytes);
    std::string key;
    std::string signature;
    while (const auto field = inner.next()) {
      if (part->number == 1 && field->number == 4) found.statement = std::string(field->bytes);
      if (part->number == 2 && field->number == 1) key = std::string(field->bytes);
      if (part->number == 2 && field->number == 2) signature = std::string(field->bytes);
    }
    if (part->number == 2) found.signatures.emplace_back(std::move(key), std::move(signature));
  }
  return found;
}

class Signatures final : public Check {
 public:
  Signatures() : Check("SIGNED") {}
  [[nodiscard]] bool in_force(const Reading&) const override { return !rehearsed_ && (required_ || !keys_.empty()); }
  [[nodiscard]] bool reads_records() const override { return true; }
  [[nodiscard]] bool reads_differences() const override { return true; }

  void before(const Scene& scene) override {
    fresh_.clear();
    ending_.clear();
    restoring_.clear();
    derived_anew_ = scene.derived_anew;
    const auto& entry = scene.entry;
    const auto& event = *entry.event;
    if (event.has_game_founded()) {
      required_ = event.game_founded().signatures_required();
      founding_ = event.game_founded().founding_records();
      rehearsed_ = event.game_founded().has_rehearsal();
    }
    if (event.has_player_seated() && !event.player_seated().public_key().empty()) {
      keys_[event.player_seated().public_key()] = {event.player_seated().player().name(), true, entry.index};
    }
    if (rehearsed_ || entry.index < founding_ || entry.bytes.empty()) return;
    if (!look_at_signatures(scene)) return;
    look_at_author(scene);
    note_warrants(entry);
    restore(scene);
  }

  void emitted(const v1::Consequence& emitted, const Scene& scene) override {
    const auto record = scene.entry.index;
    if (emitted.kind_case() == Kind::kTurnBegan) judgments_.clear();
    if (emitted.kind_case() == Kind::kJudgmentOverruled) judgments_.erase(about(emitted));
    if (emitted.kind_case() == Kind::kJudgmentDelivered) judgments_[record] = player_of(emitted);
    if (emitted.kind_case() == Kind::kPlayerJoined) admit(player_of(emitted), record);
    if (rehearsed_ || record < founding_ || scene.entry.bytes.empty()) return;
    if (emitted.kind_case() == Kind::kKeyRetired) retire(emitted, scene);
    if (emitted.kind_case() == Kind::kKeyRegistered) register_key(emitted, scene);
    if (emitted.kind_case() == Kind::kKeyAdmitted) admit_successor(emitted, scene);
  }

  // After a game, or a turn, was derived anew the keys are those that it has.
  void after(const Scene& scene) override {
    if (!derived_anew_ || scene.entry.after == nullptr) return;
    keys_.clear();
    successors_.clear();
    for (const auto& player : scene.entry.after->players()) {
      for (const auto& key : player.keys()) {
        const bool is_past = player.restored_at() != 0 && key.since() <= player.restored_at();
        keys_[key.public_key()] = {player.names().name(), key.until() == 0, key.until(), is_past};
      }
      if (!player.successor_key().empty()) successors_[player.names().name()] = player.successor_key();
    }
  }

 private:
  struct Held {
    std::string player;
    bool in_force = false;
    std::uint64_t record = 0;  // since, or until
    bool is_past = false;      // the host has restored the seat since
  };

  // Whether all of them hold.
  bool look_at_signatures(const Scene& scene) {
    const auto parts = signed_bytes(scene.entry.bytes);
    const std::string message = std::string(STATEMENT_CONTEXT) + parts.statement;
    signers_.clear();
    for (const auto& [raw, signature] : parts.signatures) {
      const auto key = ledger::PublicKey::from_raw(raw);
      if (!key || !ledger::verifies(*key, message, signature)) {
        broken(scene, 0, fact("bad_signature", {{"record", scene.entry.index}}), {digits_of(raw)});
        return false;
      }
      signers_.insert(raw);
    }
    return true;
  }

  void look_at_author(const Scene& scene) {
    const auto& author = scene.entry.author;
    const std::string fresh = fresh_key(*scene.entry.event);
    bool proven = false;
    std::string spoke;  // the author's key in force that signed
    std::string stray;  // the first that is none of the author's
    for (const auto& raw : signers_) {
      const auto found = keys_.find(raw);
      if (found == keys_.end() && !fresh.empty() && raw == fresh) {
        proven = true;
      } else if (found != keys_.end() && found->second.player == author && found->second.in_force) {
        spoke = raw;
      } else if (stray.empty()) {
        stray = raw;
      }
    }
    const bool has_keys = std::any_of(keys_.begin(), keys_.end(), [&](const auto& key) {
      return key.second.player == author && !key.second.is_past;
    });
    const auto successor = successors_.find(author);
    const bool succeeds = proven && successor != successors_.end() && successor->second == fresh;
    const bool must = !author.empty() && (has_keys || required_);
    const bool may = !spoke.empty() || succeeds || (proven && !has_keys);
    if (!stray.empty() && (author.empty() || !may)) {
      broken(scene, 0, why_not(scene.entry, stray), {digits_of(stray)});
      return;
    }
    if (must && !may) {
      broken(scene, 0, fact("not_signed", {{"record", scene.entry.index}, {"author", author}, {"player", author}}));
      return;
    }
    if (!signers_.empty()) {
      const std::string& by = spoke.empty() ? fresh : spoke;
      holds(scene, 0, [&] { return fmt::format("#{} of {}: {}", scene.entry.index, author, digits_of(by)); });
    }
  }

  [[nodiscard]] Fact why_not(const AuditEntry& entry, const std::string& raw) const {
    const auto found = keys_.find(raw);
    const std::string author = entry.author.empty() ? "nobody" : entry.author;
    if (found == keys_.end()) return fact("signed_by_nobody", {{"record", entry.index}, {"author", author}});
    if (found->second.player != entry.author) {
      return fact("signed_by_another", {{"record", entry.index}, {"author", author}, {"player", found->second.player}});
    }
    return fact("signed_by_retired", {{"record", entry.index}, {"author", author}, {"retired", found->second.record}});
  }

  static std::string fresh_key(const v1::Event& event) {
    if (event.has_player_joined()) return event.player_joined().public_key();
    if (event.has_key_registered()) return event.key_registered().public_key();
    return event.has_key_rotated() ? event.key_rotated().new_key() : std::string();
  }

  [[nodiscard]] bool is_of(const std::string& raw, const std::string& player) const {
    const auto found = keys_.find(raw);
    return found != keys_.end() && found->second.player == player;
  }

  // What this event may let in, and end.
  void note_warrants(const AuditEntry& entry) {
    const auto& event = *entry.event;
    const std::string fresh = fresh_key(event);
    const bool is_new = !fresh.empty() && signers_.count(fresh) != 0 && keys_.count(fresh) == 0;
    if (event.has_player_joined() && is_new) asked_[entry.author] = fresh;
    if (event.has_key_registered() && is_new && event.key_registered().player() == entry.author) fresh_ = fresh;
    if (event.has_key_rotated() && is_new && is_of(event.key_rotated().old_key(), entry.author) &&
        signers_.count(event.key_rotated().old_key()) != 0) {
      fresh_ = fresh;
      ending_ = event.key_rotated().old_key();
    }
    if (!event.has_key_revoked()) return;
    const auto& revoked = event.key_revoked();
    const auto judgment = judgments_.find(revoked.judgment());
    const bool judged = judgment != judgments_.end() && judgment->second == entry.author;
    if (revoked.judgment() == 0 ? is_of(revoked.public_key(), entry.author) : judged) ending_ = revoked.public_key();
  }

  // The host restores a seat: no key of the player speaks any more, and none is left that counts.
  void restore(const Scene& scene) {
    const auto& event = *scene.entry.event;
    if (!event.has_seat_restored() || !scene.entry.author.empty()) return;
    restoring_ = event.seat_restored().player();
    for (auto& [key, held] : keys_) {
      if (held.player != restoring_) continue;
      if (held.in_force) held.record = scene.entry.index;
      held.in_force = false;
      held.is_past = true;
    }
    successors_.erase(restoring_);
    holds(scene, 0, [&] { return fmt::format("#{}: {}", scene.entry.index, restoring_); });
  }

  static const std::string& key_in(const v1::Consequence& emitted) {
    return emitted.has_key_retired()      ? emitted.key_retired().key()
           : emitted.has_key_registered() ? emitted.key_registered().key()
                                          : emitted.key_admitted().key();
  }

  // A key that this record's restoration of the seat ended.
  [[nodiscard]] bool is_restored(const v1::Consequence& emitted, std::uint64_t record) const {
    return !restoring_.empty() && restoring_ == player_of(emitted) &&
           std::any_of(keys_.begin(), keys_.end(), [&](const auto& key) {
             return key.second.player == restoring_ && key.second.record == record && !key.second.in_force &&
                    digits_of(key.first) == key_in(emitted);
           });
  }

  void retire(const v1::Consequence& emitted, const Scene& scene) {
    if (is_restored(emitted, scene.entry.index)) return;
    const auto found = keys_.find(ending_);
    const bool warranted = !ending_.empty() && found != keys_.end() && digits_of(ending_) == key_in(emitted);
    if (!warranted || found->second.player != player_of(emitted)) {
      broken(scene, 0, fact("key_ended", {{"player", player_of(emitted)}}), {shown(emitted)});
      return;
    }
    found->second.in_force = false;
    found->second.record = scene.entry.index;
    rests_on_judgment(scene, player_of(emitted), "judge_ended_key", "judge_ended_key_unsigned");
  }

  // Whether a Judge may do to a seat what this one did is the players' to see.
  void rests_on_judgment(const Scene& scene, const std::string& player, const char* signed_case,
                         const char* unsigned_case) {
    const std::uint64_t judgment = scene.entry.event->key_revoked().judgment();
    if (judgment == 0) return;
    not_judged(scene, 0,
               fact(signers_.empty() ? unsigned_case : signed_case,
                    {{"player", player}, {"author", scene.entry.author}, {"judgment", judgment}}));
  }

  void register_key(const v1::Consequence& emitted, const Scene& scene) {
    const auto known = std::find_if(keys_.begin(), keys_.end(), [&](const auto& key) {
      return key.second.player == player_of(emitted) && digits_of(key.first) == key_in(emitted);
    });
    if (known != keys_.end()) return;  // who joins with a key has it by joining
    if (fresh_.empty() || digits_of(fresh_) != key_in(emitted) || player_of(emitted) != scene.entry.author) {
      broken(scene, 0, fact("key_unproven", {{"player", player_of(emitted)}}), {shown(emitted)});
      return;
    }
    keys_[fresh_] = {player_of(emitted), true, scene.entry.index};
    successors_.erase(player_of(emitted));
  }

  void admit(const std::string& player, std::uint64_t record) {
    const auto asked = asked_.find(player);
    if (asked == asked_.end()) return;
    keys_[asked->second] = {player, true, record};
    asked_.erase(asked);
  }

  void admit_successor(const v1::Consequence& emitted, const Scene& scene) {
    const auto& event = *scene.entry.event;
    const auto& next = event.key_revoked().successor();
    if (!event.has_key_revoked() || ending_.empty() || digits_of(next) != key_in(emitted) || keys_.count(next) != 0) {
      broken(scene, 0, fact("key_not_admitted", {{"player", player_of(emitted)}}), {shown(emitted)});
      return;
    }
    successors_[player_of(emitted)] = next;
    rests_on_judgment(scene, player_of(emitted), "judge_named_key", "judge_named_key_unsigned");
  }

  bool required_ = false;
  bool rehearsed_ = false;  // in a rehearsal nothing has to be signed
  bool derived_anew_ = false;
  std::uint64_t founding_ = 0;
  std::map<std::string, Held> keys_;
  std::map<std::string, std::string> successors_;   // by player
  std::map<std::string, std::string> asked_;        // by who has asked to join
  std::map<std::uint64_t, std::string> judgments_;  // of this turn, that stand: whose, by record
  std::set<std::string> signers_;
  std::string fresh_;      // the key that this record may let in
  std::string ending_;     // the key that it may end
  std::string restoring_;  // whose seat it restores
};

}  // namespace

void add_signatures(Checks& checks) {
  checks.push_back(std::make_unique<Signatures>());
}

}  // namespace nomic::replay::audit

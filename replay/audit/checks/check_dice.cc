// DICE: faces that are revealed follow from secrets to which players committed before any was known; and dice of other
// sources are thrown where the rules let them. What lies on a table, or came out of somebody's program, nobody can
// judge.
//
// The derivation is written down in docs/design/dice.md; it is done here a second time.

#include <algorithm>
#include <map>
#include <optional>

#include "check.h"
#include "dues.h"
#include "nomic/ledger/hash.h"
#include "nomic/replay/reference.h"
#include "reckon.h"

namespace nomic::replay::audit {
namespace {

void put_number(ledger::Sha256& sha, std::uint64_t value, unsigned bytes) {
  for (unsigned at = bytes; at-- > 0;) sha.add(std::string(1, static_cast<char>(value >> (8 * at) & 0xFFU)));
}

void put_text(ledger::Sha256& sha, const std::string& text) {
  put_number(sha, text.size(), 4);
  sha.add(text);
}

void put_place(ledger::Sha256& sha, const std::string& game, const v1::DicePosition& place) {
  sha.add(game);
  put_number(sha, place.turn_record(), 8);
  put_number(sha, number_in(place.proposal()), 4);
  put_number(sha, place.part(), 4);
  put_number(sha, place.round(), 4);
}

struct BookSecret {
  std::string folded;
  std::string commitment;
  std::string secret;
};

// The round that a turn's throw is in.
struct BookRound {
  std::uint32_t number = 0;
  std::vector<std::string> asked;             // as seated
  std::map<std::string, BookSecret> secrets;  // of who has committed, by name
  std::optional<v1::DicePosition> place;      // as the first commitment has it
  bool revealing = false;
  bool withheld = false;  // somebody who had committed does not reveal
  std::int64_t since = 0;
};

std::string joined(const std::vector<std::string>& names) {
  return fmt::format("{}", fmt::join(names, ", "));
}

class Dice final : public Check {
 public:
  Dice() : Check("DICE") {}

  [[nodiscard]] bool in_force(const Reading& law) const override { return law.any(v1::Provision::kTurnParts); }
  // Only to take up the rounds again as they then stand.
  [[nodiscard]] bool reads_differences() const override { return true; }

  void before(const Scene& scene) override {
    if (scene.entry.index != 0) return;
    const auto& founded = scene.entry.event->game_founded();
    ledger::Sha256 sha;
    sha.add("nomic/founding/v1\n");
    put_text(sha, founded.nonce());
    sha.add(founded.payloads_digest());
    game_ = sha.finish().raw();
  }

  void emitted(const v1::Consequence& emitted, const Scene& scene) override {
    if (emitted.kind_case() == Kind::kMoveStruck) struck(emitted, scene);
    if (scene.derived_anew) return;
    switch (emitted.kind_case()) {
      case Kind::kDiceRound:
        return begin(emitted, scene);
      case Kind::kDiceCommitted:
        return committed(emitted, scene);
      case Kind::kDiceRevealed:
        return revealed(emitted, scene);
      case Kind::kDiceMissed:
        return missed(emitted, scene);
      case Kind::kDiceThrown:
        return thrown(emitted, scene);
      case Kind::kTimeUp:
        return time_up(emitted, scene);
      case Kind::kTurnEnded:
        rounds_.erase(turn_of(emitted));
        done_.erase(turn_of(emitted));
        return;
      case Kind::kPlayerLeft:
        for (auto& [turn, round] : rounds_) leave(round, player_of(emitted));
        return;
      default:
        return;
    }
  }

  void after(const Scene& scene) override {
    if (!scene.derived_anew) {
      for (auto& [turn, round] : rounds_) open_if_complete(round, scene);
      return;
    }
    rounds_.clear();
    done_.clear();
    if (scene.entry.after == nullptr) return;
    take_up(scene, scene.entry.after->turn());
    for (const auto& turn : scene.entry.after->other_turns()) take_up(scene, turn);
  }

 private:
  void take_up(const Scene& scene, const v1::Turn& turn) {
    last_round_[turn.first_record()] = turn.dice_rounds();
    if (!turn.has_dice()) return;
    BookRound round;
    round.number = turn.dice().position().round();
    round.asked = {turn.dice().committers().begin(), turn.dice().committers().end()};
    round.place = turn.dice().position();
    round.revealing = turn.dice().revealing();
    round.since = turn.dice().since();
    for (const auto& own : turn.dice().secrets()) {
      round.secrets[own.player()] = {folded(scene, own.player()), own.commitment(), own.secret()};
    }
    rounds_[turn.number()] = std::move(round);
  }

  static std::string folded(const Scene& scene, const std::string& player) {
    const auto* found = scene.books.player(player);
    return found == nullptr ? std::string() : found->folded;
  }

  static const BookTurn* turn_numbered(const Books& books, std::uint32_t number) {
    if (books.turn.number == number) return &books.turn;
    const auto found = std::find_if(books.others.begin(), books.others.end(),
                                    [number](const auto& turn) { return turn.number == number; });
    return found == books.others.end() ? nullptr : &*found;
  }

  // The part of the turn that the place names, if it is a throw.
  static const v1::ThrowPart* part_at(const Point& parts, std::uint32_t at) {
    if (!parts || at >= static_cast<std::uint32_t>(parts.says->turn_parts().parts_size())) return nullptr;
    const auto& part = parts.says->turn_parts().parts(static_cast<int>(at));
    return part.has_throw_() ? &part.throw_() : nullptr;
  }

  // The throw by secrets that the turn comes to, where only one can be meant.
  const v1::ThrowPart* throw_of(const Scene& scene, const BookTurn& turn, const BookRound* round) const {
    const auto parts = parts_of(scene.law, turn);
    return part_at(parts, round != nullptr && round->place ? round->place->part() : next_part(turn, parts));
  }

  // The part that the turn comes to: after what was thrown, and after the awards between, which come of themselves.
  [[nodiscard]] std::uint32_t next_part(const BookTurn& turn, const Point& parts) const {
    const auto thrown = done_.find(turn.number);
    auto at = thrown == done_.end() ? turn.parts_done : std::max(turn.parts_done, thrown->second);
    if (!parts) return at;
    const auto& all = parts.says->turn_parts().parts();
    const auto comes_of_itself = [&](std::uint32_t part) {
      return all.Get(static_cast<int>(part)).has_award() || turn.thrown_early.count(part) != 0;
    };
    while (at < static_cast<std::uint32_t>(all.size()) && comes_of_itself(at)) ++at;
    return at;
  }

  // That throw is done with.
  void done(const Scene& scene, const BookTurn& turn) {
    done_[turn.number] = next_part(turn, parts_of(scene.law, turn)) + 1;
  }

  static bool is_asked(const BookRound& round, const std::string& player) {
    return std::find(round.asked.begin(), round.asked.end(), player) != round.asked.end();
  }

  static std::vector<std::string> to_be_asked(const Scene& scene, const v1::ThrowPart& part, const BookTurn& turn) {
    const auto* next = audit::after(scene.books, scene.law, turn.mover);
    std::vector<std::string> names;
    for (const auto& player : scene.books.players) {
      const bool mover = player.name == turn.mover;
      if (player.left || (player.inactive && !mover)) continue;
      if (part.committers() == v1::ThrowPart::OTHERS && mover) continue;
      const bool is_next = next != nullptr && next->name == player.name;
      if (part.committers() == v1::ThrowPart::MOVER_AND_NEXT && !mover && !is_next) continue;
      names.push_back(player.name);
    }
    return names.empty() ? std::vector<std::string>{turn.mover} : names;
  }

  // Nothing is asked of them any more; what they have revealed stays.
  static void leave(BookRound& round, const std::string& player) {
    const auto own = round.secrets.find(player);
    if (own != round.secrets.end() && !own->second.secret.empty()) return;
    round.withheld = round.withheld || (round.revealing && own != round.secrets.end());
    leave_out(round, player);
  }

  static void leave_out(BookRound& round, const std::string& player) {
    round.asked.erase(std::remove(round.asked.begin(), round.asked.end(), player), round.asked.end());
    round.secrets.erase(player);
  }

  static void open_if_complete(BookRound& round, const Scene& scene) {
    const bool all = std::all_of(round.asked.begin(), round.asked.end(),
                                 [&](const auto& name) { return round.secrets.count(name) != 0; });
    if (round.revealing || !all || round.asked.empty()) return;
    round.revealing = true;
    round.since = scene.entry.latest();
  }

  void wrong(const v1::Consequence& emitted, const Scene& scene, const Fact& what) {
    broken(scene, emitted.rule().number(), what, {shown(emitted)});
  }

  void begin(const v1::Consequence& emitted, const Scene& scene) {
    const auto* turn = turn_numbered(scene.books, turn_of(emitted));
    if (turn == nullptr) return wrong(emitted, scene, fact("dice_not_in_turn"));
    const auto before = rounds_.find(turn_of(emitted));
    const bool again = before != rounds_.end() && before->second.withheld;
    const auto* part = throw_of(scene, *turn, nullptr);
    if (part == nullptr || part->source() != v1::ThrowPart::REVEALED) {
      return wrong(emitted, scene, fact("secrets_undue"));
    }
    BookRound round;
    if (again) {
      for (const auto& name : before->second.asked) {
        const auto* player = scene.books.player(name);
        if (player != nullptr && !player->left) round.asked.push_back(name);
      }
    } else {
      round.asked = to_be_asked(scene, *part, *turn);
    }
    const auto& asked = emitted.dice_round().committers();
    const auto number = emitted.dice_round().round();
    if (!std::equal(asked.begin(), asked.end(), round.asked.begin(), round.asked.end())) {
      wrong(emitted, scene,
            fact("others_asked", {{"asked", fmt::format("{}", fmt::join(asked, ", "))}, {"due", joined(round.asked)}}));
    } else if (number <= last_round_[turn->first_record]) {
      wrong(emitted, scene, fact("round_again", {{"round", number}}));
    } else {
      holds(scene, emitted.rule().number(),
            [&] { return fmt::format("{}: {} commit", shown(emitted), joined(round.asked)); });
    }
    // Who was asked commits, rightly or not; where the method changed in this record it is not known who is due.
    round.asked.assign(asked.begin(), asked.end());
    round.number = number;
    round.since = scene.entry.latest();
    last_round_[turn->first_record] = number;
    rounds_[turn_of(emitted)] = std::move(round);
  }

  BookRound* round_of(const v1::Consequence& emitted, const Scene& scene) {
    const auto found = rounds_.find(turn_of(emitted));
    if (found != rounds_.end()) return &found->second;
    wrong(emitted, scene, fact("no_secrets_due"));
    return nullptr;
  }

  // Whether what a player recorded is for this throw.
  static bool is_for(const BookRound& round, const Scene& scene, std::uint32_t number, const v1::DicePosition& place) {
    const auto* turn = turn_numbered(scene.books, number);
    if (turn == nullptr || place.turn_record() != turn->first_record || place.round() != round.number) return false;
    if (turn->proposal != 0 && number_in(place.proposal()) != turn->proposal) return false;
    return !round.place || round.place->SerializeAsString() == place.SerializeAsString();
  }

  void committed(const v1::Consequence& emitted, const Scene& scene) {
    auto* round = round_of(emitted, scene);
    if (round == nullptr) return;
    const auto event = event_within(*scene.entry.event)->dice_committed();
    const auto& who = player_of(emitted);
    const bool copied = std::any_of(round->secrets.begin(), round->secrets.end(),
                                    [&](const auto& one) { return one.second.commitment == event.commitment(); });
    if (who != scene.entry.author || !is_asked(*round, who)) {
      return wrong(emitted, scene, fact("commits_unasked", {{"player", who}}));
    }
    if (round->revealing || round->secrets.count(who) != 0) {
      return wrong(emitted, scene, fact("commits_late", {{"player", who}}));
    }
    secrets_at_[scene.entry.index] = event.position();
    if (copied) return wrong(emitted, scene, fact("commitment_copied", {{"player", who}}));
    if (!is_for(*round, scene, turn_of(emitted), event.position())) {
      return wrong(emitted, scene, fact("commitment_elsewhere", {{"player", who}}));
    }
    round->place = event.position();
    round->secrets[who] = {folded(scene, who), event.commitment(), {}};
    holds(scene, emitted.rule().number(), [&] { return shown(emitted); });
    open_if_complete(*round, scene);
  }

  // By the rules as they stood just before the Judgment.
  void struck(const v1::Consequence& emitted, const Scene& scene) {
    const auto found = secrets_at_.find(about(emitted));
    const auto event = event_within(*scene.entry.event);
    const auto& strikes = event->judgment_delivered().strikes();
    if (found == secrets_at_.end() || std::find(strikes.begin(), strikes.end(), about(emitted)) == strikes.end())
      return;
    std::vector<BookTurn> turns = scene.books.others;
    turns.push_back(scene.books.turn);
    for (const auto& turn : turns) {
      if (turn.first_record != found->second.turn_record()) continue;
      const auto* part = part_at(parts_of(scene.law, turn), found->second.part());
      if (part == nullptr || !part->secrets_stand()) continue;
      wrong(emitted, scene, fact("secret_struck", {{"record", about(emitted)}}));
    }
  }

  void revealed(const v1::Consequence& emitted, const Scene& scene) {
    auto* round = round_of(emitted, scene);
    if (round == nullptr) return;
    const auto event = event_within(*scene.entry.event)->dice_revealed();
    secrets_at_[scene.entry.index] = event.position();
    const auto& who = player_of(emitted);
    const auto own = round->secrets.find(who);
    if (who != scene.entry.author || own == round->secrets.end() || !own->second.secret.empty()) {
      return wrong(emitted, scene, fact("nothing_to_reveal", {{"player", who}}));
    }
    // Who was too late to commit may have been left out just before.
    open_if_complete(*round, scene);
    if (!round->revealing) return wrong(emitted, scene, fact("reveals_early", {{"player", who}}));
    ledger::Sha256 sha;
    sha.add("nomic/dice/v1\n");
    put_place(sha, game_, round->place.value_or(v1::DicePosition()));
    put_text(sha, own->second.folded);
    sha.add(event.secret());
    if (sha.finish().raw() != own->second.commitment) {
      return wrong(emitted, scene, fact("other_secret", {{"player", who}}));
    }
    own->second.secret = event.secret();
    holds(scene, emitted.rule().number(), [&] { return shown(emitted); });
  }

  void missed(const v1::Consequence& emitted, const Scene& scene) {
    auto* round = round_of(emitted, scene);
    const auto* turn = turn_numbered(scene.books, turn_of(emitted));
    if (round == nullptr || turn == nullptr) return;
    const auto parts = parts_of(scene.law, *turn);
    const auto* part = throw_of(scene, *turn, round);
    const auto& who = player_of(emitted);
    const auto own = round->secrets.find(who);
    const bool done = own != round->secrets.end() && (!round->revealing || !own->second.secret.empty());
    const bool limited =
        part != nullptr && (round->revealing ? part->has_time_to_reveal() : part->has_time_to_commit());
    if (!limited || done || !is_asked(*round, who)) {
      return wrong(emitted, scene, fact("nothing_due_of", {{"player", who}}));
    }
    const auto& period = round->revealing ? part->time_to_reveal() : part->time_to_commit();
    const auto due = std::max(round->since, parts.by.front()->since_time) + micros(period);
    if (due > scene.entry.recorded_at) {
      return wrong(emitted, scene, fact("not_too_late", {{"player", who}}));
    }
    holds(scene, emitted.rule().number(), [&] { return shown(emitted); });
    round->withheld = round->withheld || round->revealing;
    leave_out(*round, who);
  }

  void thrown(const v1::Consequence& emitted, const Scene& scene) {
    // A throw that is contested has no effect of itself.
    const auto& event = *scene.entry.event;
    const auto* turn = turn_numbered(scene.books, turn_of(emitted));
    if (turn == nullptr) return;
    if (event.has_dice_thrown() && scene.entry.author == player_of(emitted)) {
      by_word(emitted, scene, *turn, event.dice_thrown());
    } else if (auto* round = round_of(emitted, scene)) {
      by_secrets(emitted, scene, *turn, *round);
    }
    rounds_.erase(turn_of(emitted));
    done(scene, *turn);
  }

  // A throw that was not made in its time is passed over.
  void time_up(const v1::Consequence& emitted, const Scene& scene) {
    const auto* turn = player_of(emitted).empty() ? nullptr : scene.books.turn_of(player_of(emitted));
    if (turn != nullptr && turn->voted && throw_of(scene, *turn, nullptr) != nullptr) done(scene, *turn);
  }

  void by_word(const v1::Consequence& emitted, const Scene& scene, const BookTurn& turn, const v1::DiceThrown& event) {
    const auto* part = throw_of(scene, turn, nullptr);
    if (part == nullptr) return;  // R202's business
    const bool hand = event.source() == v1::DiceThrown::HAND;
    const bool program = event.source() == v1::DiceThrown::PROGRAM;
    const bool barred = part->source() == v1::ThrowPart::REVEALED || event.source() == v1::DiceThrown::REVEALED ||
                        (part->source() == v1::ThrowPart::HAND && !hand) ||
                        (part->source() == v1::ThrowPart::PROGRAM && !program);
    if (barred) {
      return wrong(emitted, scene, fact("throws_otherwise", {{"player", player_of(emitted)}}));
    }
    not_judged(scene, emitted.rule().number(),
               hand ? fact("thrown_by_hand", {{"player", player_of(emitted)}})
                    : fact("thrown_by_program", {{"player", player_of(emitted)}}));
  }

  void by_secrets(const v1::Consequence& emitted, const Scene& scene, const BookTurn& turn, const BookRound& round) {
    const auto* part = throw_of(scene, turn, &round);
    if (part == nullptr || part->source() != v1::ThrowPart::REVEALED) {
      return wrong(emitted, scene, fact("revealed_undue"));
    }
    const auto hidden = std::find_if(round.secrets.begin(), round.secrets.end(),
                                     [](const auto& one) { return one.second.secret.empty(); });
    if (hidden != round.secrets.end() && !(round.withheld && part->missing() == v1::ThrowPart::LEAST_FACE)) {
      return wrong(emitted, scene, fact("not_revealed", {{"player", hidden->first}}));
    }
    const bool again = part->missing() != v1::ThrowPart::LEFT_OUT && part->missing() != v1::ThrowPart::LEAST_FACE;
    const bool somebody_left = std::any_of(round.asked.begin(), round.asked.end(), [&](const auto& name) {
      const auto* player = scene.books.player(name);
      return player != nullptr && !player->left;
    });
    if (round.withheld && again && somebody_left) {
      return wrong(emitted, scene, fact("no_new_round"));
    }
    // Where nobody is left of whom a new round could be asked, what those who have left revealed does not decide it.
    const bool least = round.secrets.empty() || (round.withheld && part->missing() != v1::ThrowPart::LEFT_OUT);
    const auto faces = least ? std::vector<std::uint32_t>(part->dice(), 1) : derived(round, *part);
    const auto& as_emitted = emitted.dice_thrown().faces();
    if (!std::equal(as_emitted.begin(), as_emitted.end(), faces.begin(), faces.end())) {
      return wrong(emitted, scene,
                   fact("other_faces", {{"reported", fmt::format("{}", fmt::join(as_emitted, " "))},
                                        {"faces", fmt::format("{}", fmt::join(faces, " "))}}));
    }
    holds(scene, emitted.rule().number(), [&] {
      return fmt::format("{}: {}, from {} secrets", shown(emitted), fmt::join(faces, " "), round.secrets.size());
    });
  }

  // The faces that follow from the secrets.
  [[nodiscard]] std::vector<std::uint32_t> derived(const BookRound& round, const v1::ThrowPart& part) const {
    std::map<std::string, std::string> by_folded;
    for (const auto& [name, own] : round.secrets) by_folded[own.folded] = own.secret;
    ledger::Sha256 sha;
    sha.add("nomic/faces/v1\n");
    put_place(sha, game_, round.place.value_or(v1::DicePosition()));
    put_number(sha, by_folded.size(), 4);
    for (const auto& [name, secret] : by_folded) {
      put_text(sha, name);
      sha.add(secret);
    }
    const auto seed = sha.finish().raw();
    std::vector<std::uint32_t> faces;
    // A word that no whole set of faces ends on is left out.
    const std::uint64_t sets = (std::uint64_t{1} << 32) / part.faces();
    for (std::uint64_t block = 0; faces.size() < part.dice(); ++block) {
      sha.add(seed);
      put_number(sha, block, 8);
      const auto words = sha.finish();
      for (std::size_t at = 0; at < words.bytes.size() && faces.size() < part.dice(); at += 4) {
        std::uint64_t word = 0;
        for (std::size_t i = at; i < at + 4; ++i) word = word * 256 + words.bytes[i];
        if (word / part.faces() < sets) faces.push_back(static_cast<std::uint32_t>(word % part.faces() + 1));
      }
    }
    return faces;
  }

  std::string game_;
  std::map<std::uint32_t, BookRound> rounds_;             // of the turns that wait for a throw, by their numbers
  std::map<std::uint32_t, std::uint32_t> done_;           // parts of a turn up to its last throw, by its number
  std::map<std::uint64_t, v1::DicePosition> secrets_at_;  // what each commitment and each secret is for, by its record
  std::map<std::uint64_t, std::uint32_t> last_round_;     // of each turn, by the record that began it
};

}  // namespace

void add_dice(Checks& checks) {
  checks.push_back(std::make_unique<Dice>());
}

}  // namespace nomic::replay::audit

// Offers: every move that somebody can make now, as far as it is settled by the game; what else is to be said of it are
// its blanks. `status` prints them as commands, a page can show them as forms.
//
//     auto offered = offers_of(engine, history, clock());
//     for (const auto& offer : offered->offers) ...       // offer.player may do offer.kind, about offer.proposal
//
// Both ways it is what the engine takes: an offer whose blanks are filled in as the rules ask is not refused, and no
// kind of move is taken of somebody to whom it is not offered (tests/replay/game/offers_property_test.cc). A move asks
// the same functions as its offer: what stands against it is written once, in moves/.
//
// What the words of a move decide is left to who fills it in: that a name is free, that an act's rule does not give
// the points itself, that a form is no other player's defeated one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "nomic/replay/engine.h"

namespace nomic::replay {

// What is still to be said of a move.
enum class Blank : std::uint8_t {
  CHOICE = 1,  // one of `choices`
  CHANGE,      // a rule-change, of one of the kinds in `changes`
  TEXT,        // what is said, asked, answered, noted or done
  REASONS,     // why: of a Judgment, and of a correction its cause
  RULE,        // the number of a rule
  PROPOSAL,    // the number of a proposal
  RECORD,      // the number of a record
  CORRECTION,  // what is corrected, and how it should be
  NAME,        // of who joins, or of a team
  FACES,       // what the dice show
  MOVE,        // the move that the rules refuse
  TIME,        // when it happened: in a game that is recorded afterwards
  KEY,         // the key that signs it, or that it is about
};

// What a choice is between; where CHOICE is no blank, what the move is.
enum class Choice : std::uint8_t {
  FOR,
  AGAINST,
  ABSTAIN,
  ADOPTED,
  DEFEATED,
  APPROVE,
  REFUSE,
  ACTIVE,
  INACTIVE,
  GIVE,
  WITHDRAW,
};

struct Offer {
  std::string player;  // empty: anyone, who need not say who they are; of a join, whoever is not in the game
  v1::Event::KindCase kind = v1::Event::KIND_NOT_SET;
  v1::RuleVersion rule;  // that says so; number 0: none does, and what is not regulated is permitted (116)
  bool must = false;     // the game waits for it
  std::vector<Blank> blanks;
  std::vector<Choice> choices;
  std::vector<v1::ChangeKind> changes;  // of CHANGE: each of which some rule-change may be proposed
  std::uint32_t proposal = 0;           // that it is about, or what stands for its number (reference.h)
  std::uint64_t record = 0;             // of the question, Judgment or correction that it is about
  std::string about;                    // the player whom it is about
  std::uint32_t dice = 0;               // of FACES: how many, and
  std::uint32_t faces = 0;              // up to what they show
};

// Offers that are found at once: players times open votes may be millions.
constexpr std::size_t OFFERS_LIMIT = 10'000;

struct Offered {
  std::vector<Offer> offers;
  bool are_more = false;  // than OFFERS_LIMIT
  // Something falls due between the last record and this time, and happens before the next record: the offers hold as
  // of then. None: nothing does, and they hold after the last record.
  std::optional<std::int64_t> as_of;
};

// What can be done in a record that is made at `now`; without it, and in a game that is recorded afterwards, at the
// time of the last record. Fails only as the history fails. Cost: O(players x (open proposals + questions)) and
// O(rules); where something falls due, that of the record that it happens in.
Result<Offered> offers_of(const Engine& engine, const History& history, std::optional<std::int64_t> now = {});

}  // namespace nomic::replay

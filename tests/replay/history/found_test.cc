// Founding a game: record 0, a record for each rule, one for each player.
#include <fmt/format.h>

#include <functional>

#include "nomic/replay/text.h"
#include "replay/history/kept.h"

namespace nomic::replay::test {
namespace {

class Found : public testing::TestWithParam<Where> {};
INSTANTIATE_TEST_SUITE_P(Stores, Found, testing::Values(Where::MEMORY, Where::FOLDER));

TEST_P(Found, RecordsTheGameItsRulesAndItsPlayers) {
  Kept t(GetParam(), {"Ann", "Bob", "Cyd Lee"});
  ASSERT_EQ(t.game->head().size, 1U + 29U + 3U);
  EXPECT_EQ(t.game->head().name, "kept");
  EXPECT_EQ(t.state().size(), 33U);
  EXPECT_EQ(t.state().rules_size(), 29);
  ASSERT_EQ(t.state().players_size(), 3);
  EXPECT_EQ(t.state().players(2).names().surname(), "Lee");
  EXPECT_EQ(t.state().next_number(), 301U);

  // The chained digest of record 0, worked out from the records as they lie there.
  ledger::Hash chained;
  for (std::uint64_t index = 1; index < 33; ++index) {
    const ledger::StoredRecord record = t.record(index);
    EXPECT_EQ(record.author, "");
    EXPECT_EQ(record.recorded_at.value, FOUNDED_AT);
    chained = ledger::sha256(chained.raw() + record.payload);
  }
  v1::Event first;
  ASSERT_TRUE(first.ParseFromString(t.record(0).payload));
  EXPECT_EQ(first.game_founded().payloads_digest(), chained.raw());
  EXPECT_EQ(first.game_founded().founding_records(), 33U);
  EXPECT_EQ(first.game_founded().nonce(), "sixteen bytes...");
  EXPECT_EQ(first.game_founded().edition(), "1990");
  EXPECT_EQ(first.game_founded().mode(), v1::TABLE);
  EXPECT_EQ(first.game_founded().semantics(), SEMANTICS);
  EXPECT_EQ(t.game->head().game.hash, t.record(0).leaf);
}

TEST_P(Found, TakesBothEditionsAndModes) {
  EXPECT_EQ(Kept(GetParam(), founding_of({"Ann", "Bob"}, "1982")).state().founding().edition(), "1982");
  EXPECT_EQ(Kept(GetParam(), founding_of({"Ann", "Bob"}, "1990", v1::MAIL)).state().founding().mode(), v1::MAIL);
}

struct Refused {
  const char* what;
  std::function<void(Founding&)> spoil;
  ErrorCode code;
  std::vector<std::string> expected;
};

TEST(FoundRefuses, WhatIsNoGame) {
  const std::vector<Refused> cases = {
      {"one player", [](Founding& f) { f.players.pop_back(); }, ErrorCode::TOO_FEW_PLAYERS, {"Ann cannot play alone"}},
      {"nobody", [](Founding& f) { f.players.clear(); }, ErrorCode::TOO_FEW_PLAYERS, {"at least two"}},
      {"two alike",
       [](Founding& f) { f.players.push_back(*player_names("BOB", {}, {})); },
       ErrorCode::TWO_PLAYERS_ALIKE,
       {"\"Bob\" and \"BOB\"", "case"}},
      {"one twice",
       [](Founding& f) { f.players.push_back(f.players[0]); },
       ErrorCode::TWO_PLAYERS_ALIKE,
       {"\"Ann\" is named twice"}},
      {"too many",
       [](Founding& f) { f.players.assign(2'001, f.players[0]); },
       ErrorCode::TOO_MANY_PLAYERS,
       {"2001", "2000"}},
      {"1982 by mail",
       [](Founding& f) {
         f = founding_of({"Ann", "Bob"}, "1982", v1::MAIL);
       },
       ErrorCode::MODE_NOT_IN_EDITION,
       {"edition of 1982 has no paragraphs for games by mail", "1990"}},
      {"own rules without the mode",
       [](Founding& f) {
         f.ruleset.clear_edition();
         f.ruleset.clear_modes();
         f.ruleset.add_modes(v1::MAIL);
       },
       ErrorCode::MODE_NOT_IN_EDITION,
       {"not for games around a table"}},
      {"bad rules", [](Founding& f) { f.ruleset.clear_rules(); }, ErrorCode::BAD_RULESET, {"no mutable rule"}},
      {"no name", [](Founding& f) { f.name = " "; }, ErrorCode::NAME_EMPTY, {"has no name"}},
      {"a long name",
       [](Founding& f) { f.name = std::string(65, 'a'); },
       ErrorCode::TEXT_TOO_LONG,
       {"game's name", "64"}},
      {"a name of two lines", [](Founding& f) { f.name = "a\nb"; }, ErrorCode::TEXT_CONTROL, {"game's name"}},
  };
  const auto ledger = ledger::Ledger::in_memory();
  for (const Refused& one : cases) {
    SCOPED_TRACE(one.what);
    Founding founding = founding_of({"Ann", "Bob"});
    one.spoil(founding);
    expect_refused(Game::found(*ledger, founding), one.code, one.expected);
  }
  EXPECT_TRUE(ledger->games()->empty()) << "what is refused founds nothing";
}

TEST_P(Found, RefusesANameTwice) {
  const Kept t(GetParam(), {"Ann", "Bob"});
  const auto again = Game::found(*t.ledger, founding_of({"Cyd", "Dee"}));
  expect_refused(again, ErrorCode::LEDGER, {"kept"});
  EXPECT_EQ(again.error().ledger->code, ledger::ErrorCode::GAME_NAME_TAKEN);
}

TEST_P(Found, OnceForOneRequest) {
  Founding founding = founding_of({"Ann", "Bob"});
  founding.request = {.id = "founding-1", .digest = ledger::sha256("init Ann Bob")};
  Kept t(GetParam(), founding);
  founding.nonce = "another sixteen.";
  const auto again = Game::found(*t.ledger, founding);
  ASSERT_TRUE(again.ok()) << why(again);
  EXPECT_EQ(again->game, t.game->head().game);
  EXPECT_EQ(t.ledger->games()->size(), 1U);
}

TEST_P(Found, SeveralGamesInOneLedger) {
  Kept t(GetParam(), {"Ann", "Bob"});
  Founding other = founding_of({"Cyd", "Dee"});
  other.name = "other";
  ASSERT_TRUE(Game::found(*t.ledger, other).ok());
  EXPECT_EQ(Game::open(*t.ledger, "other")->engine().state().players(0).names().name(), "Cyd");
  EXPECT_EQ(Game::open(*t.ledger, "kept")->engine().state().players(0).names().name(), "Ann");
  EXPECT_EQ(Game::open(*t.ledger, t.game->head().game.hash.hex())->head().name, "kept");
  expect_refused(Game::open(*t.ledger, ""), ErrorCode::LEDGER, {"kept", "other"});
  expect_refused(Game::open(*t.ledger, "kpet"), ErrorCode::UNKNOWN_GAME,
                 {"no game \"kpet\"", "did you mean \"kept\"?"});
  expect_refused(Game::open(*t.ledger, "something else"), ErrorCode::UNKNOWN_GAME, {"kept, other"});
  // Of very many some are named.
  for (int number = 0; number < 30; ++number) {
    other.name = fmt::format("game {}", number);
    other.now += SECOND;
    ASSERT_TRUE(Game::found(*t.ledger, other).ok());
  }
  expect_refused(Game::open(*t.ledger, "something else"), ErrorCode::UNKNOWN_GAME, {"32 games, among them game 0, "});
}

TEST(Open, SaysThatThereIsNoGame) {
  const auto ledger = ledger::Ledger::in_memory();
  expect_refused(Game::open(*ledger, ""), ErrorCode::UNKNOWN_GAME, {"no game"});
}

}  // namespace
}  // namespace nomic::replay::test

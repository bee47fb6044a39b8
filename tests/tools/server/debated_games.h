// Two games in which there is something to say.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "nomic/service/found_request.h"
#include "nomic/service/service.h"

namespace nomic::tools {

constexpr std::int64_t DEBATE_NOON = 1'338'372'000'000'000;  // 2012-05-30T10:00:00Z
constexpr const char* DEBATERS[] = {"Ann", "Bob", "Cleo", "Dora"};

inline replay::Founding debated_founding(const std::string& name) {
  v1::FoundRequest request;
  request.set_name(name);
  request.set_edition("1990");
  request.set_mode(v1::TABLE);
  for (const char* player : DEBATERS) request.add_players()->set_name(player);
  // The same game in every ledger.
  auto made =
      founding_of(request, {.now = DEBATE_NOON, .random = [](std::size_t count) { return std::string(count, 'n'); }});
  EXPECT_TRUE(made.ok());
  return *made;
}

// Games "friday" and "sunday", each with a proposal that is debated.
inline void found_debated_games(ledger::Ledger& ledger) {
  for (const char* name : {"friday", "sunday"}) {
    ASSERT_TRUE(replay::Game::found(ledger, debated_founding(name)).ok());
    auto game = replay::Game::open(ledger, name);
    ASSERT_TRUE(game.ok());
    v1::Request propose;
    propose.set_author("Ann");
    auto* change = propose.mutable_propose()->add_changes();
    change->set_kind(v1::Request::REPEAL);
    change->set_rule("209");
    ASSERT_TRUE(Service(ledger, *game).submit(propose, {.now = DEBATE_NOON}).ok());
  }
}

inline v1::Request debate_of(const std::string& author, const std::string& text, const std::string& id) {
  v1::Request request;
  request.set_author(author);
  request.set_request_id(id);
  request.mutable_debate()->set_text(text);
  return request;
}

}  // namespace nomic::tools

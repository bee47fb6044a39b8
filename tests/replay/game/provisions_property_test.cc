// Random games whose proposals carry random provisions. NOMIC_GAMES says how many (a few by default), NOMIC_SEED the
// seed of the first; a failure names the seed of its game, and NOMIC_SEED=that NOMIC_GAMES=1 plays it again.

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>

#include "nomic/ledger/hash.h"
#include "nomic/replay/digest.h"
#include "nomic/replay/edition.h"
#include "replay/game/random_game.h"

namespace nomic::replay::test {
namespace {

constexpr int TRIES = 500;             // in one game
constexpr int STUCK_AFTER = 60;        // refusals in a row
constexpr std::size_t PAST_LIMIT = 3;  // rule-changes that act on the past, in one game

std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
  const char* given = std::getenv(name);
  return given == nullptr ? otherwise : std::strtoull(given, nullptr, 10);
}

std::string hash_of(const v1::State& state) {
  return ledger::sha256(state.SerializeAsString()).raw();
}

struct Figures {
  std::uint64_t games = 0, tries = 0, moves = 0, proposals = 0, adopted = 0, changes = 0, past = 0, won = 0, rounds = 0;

  void count(const Consequences& told) {
    for (const auto& one : told) {
      proposals += one.kind() == v1::Consequence::PROPOSAL_MADE ? 1 : 0;
      adopted += one.kind() == v1::Consequence::PROPOSAL_ADOPTED ? 1 : 0;
      changes += one.kind() >= v1::Consequence::RULE_ENACTED && one.kind() <= v1::Consequence::RULE_RESTORED ? 1 : 0;
      past += one.kind() == v1::Consequence::APPLIES_FROM ? 1 : 0;
      won += one.kind() == v1::Consequence::VICTORY ? 1 : 0;
      rounds += one.kind() == v1::Consequence::ROUND_ENDED ? 1 : 0;
    }
  }

  void print() const {
    fmt::print(
        "{} games, {} tries, {} moves, {} proposals, {} adopted, {} rule-changes, {} on the past, {} victories, {} "
        "rounds\n",
        games, tries, moves, proposals, adopted, changes, past, won, rounds);
  }
};

// ---- What must hold of one record ----------------------------------------------------------------------------------

class Held {
 public:
  void after(const Move& move, const Consequences& told, const v1::State& before, const v1::State& now) {
    const bool anew = has(told, v1::Consequence::APPLIES_FROM);
    std::uint32_t order = 0;
    for (const auto& one : told) {
      EXPECT_EQ(one.record(), move.index);
      EXPECT_EQ(one.order(), order++);
      if (one.kind() == v1::Consequence::SCORE) {
        scores_[one.player()] += one.points();
        EXPECT_EQ(one.total(), scores_[one.player()]) << one.ShortDebugString();
      }
      if (one.kind() == v1::Consequence::PROPOSAL_MADE) number_given(one, told, before);
      if (one.has_rule()) cites_what_was_in_force(one, before, now, anew);
    }
    if (anew) start_anew(before, now);
    for (const auto& player : now.players()) {
      EXPECT_EQ(player.points(), scores_[player.names().name()]) << "of " << player.names().name();
    }
    // Founding rules are in force from the last founding record on.
    if (now.size() >= now.founding().founding_records()) rules_are_in_order(now);
    proposals_are_in_order(now);
  }

 private:
  static bool is_player(const v1::State& state, const std::string& name) {
    return std::any_of(state.players().begin(), state.players().end(),
                       [&](const auto& player) { return player.names().name() == name; });
  }

  // In a game derived anew somebody may never have joined, or have joined all the same: his sum begins with that.
  void start_anew(const v1::State& before, const v1::State& now) {
    for (auto& [name, points] : scores_) {
      if (!is_player(now, name)) points = 0;
    }
    for (const auto& player : now.players()) {
      if (!is_player(before, player.names().name())) scores_[player.names().name()] = player.points();
    }
  }

  // Each bears the next integer; what rules take in between is taken from the count.
  void number_given(const v1::Consequence& made, const Consequences& told, const v1::State& before) {
    EXPECT_GT(made.proposal(), last_number_);
    last_number_ = made.proposal();
    const bool only = std::none_of(told.begin(), told.end(), [](const auto& one) {
      return one.kind() >= v1::Consequence::RULE_ENACTED && one.kind() <= v1::Consequence::RULE_RESTORED;
    });
    if (only) {
      EXPECT_EQ(made.proposal(), before.next_number());
    }
    EXPECT_GE(made.proposal(), before.next_number());
  }

  // A version is named by its number and the record since which it is in force: it stood just before the record or just
  // after, or came into force (and went) at it.
  static void cites_what_was_in_force(const v1::Consequence& one, const v1::State& before, const v1::State& now,
                                      bool anew) {
    bool found = anew || one.rule().since() == one.record();
    for (const auto* state : {&before, &now}) {
      for (const auto& rule : state->rules()) {
        const bool this_one = rule.number() == one.rule().number() && rule.since() == one.rule().since();
        found = found || (this_one && rule.lineage() == one.rule().lineage());
      }
    }
    EXPECT_TRUE(found) << one.ShortDebugString();
  }

  static void rules_are_in_order(const v1::State& now) {
    std::uint32_t last = 0;
    std::set<std::uint32_t> lineages;
    for (const auto& rule : now.rules()) {
      EXPECT_GT(rule.number(), last) << "rules ascend, and no two bear one number";
      last = rule.number();
      EXPECT_TRUE(lineages.insert(rule.lineage()).second) << "lineage " << rule.lineage() << " twice";
      EXPECT_LT(rule.since(), now.size());
    }
    EXPECT_GT(now.next_number(), last);
    for (const auto& rule : now.repealed()) EXPECT_TRUE(lineages.insert(rule.lineage()).second) << rule.lineage();
    for (const auto number : now.void_rules()) {
      EXPECT_TRUE(std::any_of(now.rules().begin(), now.rules().end(),
                              [&](const auto& rule) { return rule.number() == number; }))
          << "void rule " << number;
    }
  }

  static void proposals_are_in_order(const v1::State& now) {
    std::set<std::string> players;
    for (const auto& player : now.players()) EXPECT_TRUE(players.insert(player.names().name()).second);
    std::uint32_t last = 0;
    std::set<std::uint32_t> open;
    for (const auto& proposal : now.proposals()) {
      EXPECT_GT(proposal.number(), last);
      last = proposal.number();
      open.insert(last);
      EXPECT_LT(last, now.next_number());
      EXPECT_EQ(players.count(proposal.proponent()), 1U);
      std::set<std::string> voted;
      for (const auto& ballot : proposal.ballots()) {
        EXPECT_EQ(players.count(ballot.player()), 1U) << ballot.player();
        EXPECT_TRUE(voted.insert(ballot.player()).second) << ballot.player();
      }
    }
    for (const auto& pending : now.pending()) EXPECT_EQ(open.count(pending.proposal().number()), 0U);
  }

  std::map<std::string, std::int64_t> scores_;
  std::uint32_t last_number_ = 0;
};

// ---- One game ------------------------------------------------------------------------------------------------------

class Played {
 public:
  explicit Played(std::uint64_t seed) : game_(seed) {
    const auto& t = game_.table();
    kept_.resize(t.moves.size());
    kept_.back() = hash_of(t.state());
    // The founding's scores.
    Engine again;
    for (const auto& move : t.moves) {
      const v1::State before = again.state();
      auto told = again.replay(move, t);
      EXPECT_TRUE(told);
      if (told) held_.after(move, *told, before, again.state());
    }
  }

  void play(Figures& figures) {
    ++figures.games;
    int refused = 0;
    for (int tries = 0; tries < TRIES && refused < STUCK_AFTER && !game_.over() && !testing::Test::HasFailure();
         ++tries) {
      ++figures.tries;
      refused = step(figures) ? 0 : refused + 1;
    }
  }

  // The state kept while playing is the state derived from record 0, after each record.
  void derive_from_zero() {
    const auto& t = game_.table();
    Engine again;
    for (const auto& move : t.moves) {
      ASSERT_TRUE(again.replay(move, t));
      if (!kept_[move.index].empty()) {
        ASSERT_EQ(hash_of(again.state()), kept_[move.index]) << "at #" << move.index;
      }
    }
    EXPECT_EQ(again.state().SerializeAsString(), t.state().SerializeAsString());
    EXPECT_EQ(digest_of(again.state()), digest_of(t.state()));
  }

  // So is the state derived on from any state on the way, written down and read again.
  void derive_from_snapshots() {
    const auto& t = game_.table();
    for (const auto& written : snapshots_) {
      v1::State state;
      ASSERT_TRUE(state.ParseFromString(written));
      Engine on(state);
      for (auto index = state.size(); index < t.moves.size(); ++index) {
        ASSERT_TRUE(on.replay(t.moves[index], t));
        ASSERT_EQ(hash_of(on.state()), kept_[index]) << "from #" << state.size() - 1 << " on, at #" << index;
      }
    }
  }

 private:
  bool step(Figures& figures) {
    auto& t = game_.table();
    const auto move = game_.next_try();
    if (acts_on_past(move) && static_cast<std::size_t>(t.state().retroactions_size()) >= PAST_LIMIT) return false;
    const v1::State before = t.state();
    auto told = t.engine.move(move, t);
    if (!told) {
      EXPECT_NE(kind_of(told.error().code), Kind::LEDGER) << told.error().what;
      EXPECT_FALSE(told.error().what.empty());
      EXPECT_EQ(t.state().SerializeAsString(), before.SerializeAsString()) << "refused: " << told.error().what;
      return false;
    }
    t.moves.push_back(move);
    kept_.push_back(hash_of(t.state()));
    figures.count(*told);
    ++figures.moves;
    held_.after(move, *told, before, t.state());
    if (game_.choose().percent(2)) snapshots_.push_back(t.state().SerializeAsString());
    if (testing::Test::HasFailure()) fmt::print("#{} {} {}\n", move.index, move.author, move.event.ShortDebugString());
    return true;
  }

  static bool acts_on_past(const Move& move) {
    return move.event.proposal_made().has_effect_from() || move.event.proposal_revised().has_effect_from();
  }

  RandomGame game_;
  Held held_;
  std::vector<std::string> kept_;  // a hash of the state after each record
  std::vector<std::string> snapshots_;
};

TEST(RandomProvisions, GamesWithThemKeepTheirInvariants) {
  const auto games = from_environment("NOMIC_GAMES", 40);
  const auto first = from_environment("NOMIC_SEED", 1);
  Figures figures;
  for (auto seed = first; seed < first + games; ++seed) {
    SCOPED_TRACE(fmt::format("NOMIC_SEED={} NOMIC_GAMES=1", seed));
    Played game(seed);
    game.play(figures);
    if (!HasFailure()) game.derive_from_zero();
    if (!HasFailure()) game.derive_from_snapshots();
    if (HasFailure()) break;
  }
  figures.print();
}

// ---- The provisions themselves -------------------------------------------------------------------------------------

void note_what_is_set(const google::protobuf::Message& message, std::set<std::string>& seen) {
  std::vector<const google::protobuf::FieldDescriptor*> fields;
  const auto& look = *message.GetReflection();
  look.ListFields(message, &fields);
  for (const auto* field : fields) {
    seen.insert(field->full_name());
    const int count = field->is_repeated() ? look.FieldSize(message, field) : 1;
    for (int i = 0; i < count; ++i) {
      if (field->cpp_type() == google::protobuf::FieldDescriptor::CPPTYPE_MESSAGE) {
        note_what_is_set(
            field->is_repeated() ? look.GetRepeatedMessage(message, field, i) : look.GetMessage(message, field), seen);
      } else if (field->cpp_type() == google::protobuf::FieldDescriptor::CPPTYPE_ENUM) {
        seen.insert(
            field->full_name() + "=" +
            (field->is_repeated() ? look.GetRepeatedEnum(message, field, i) : look.GetEnum(message, field))->name());
      }
    }
  }
}

// Every field below a type, and every value of its enumerations.
void note_what_there_is(const google::protobuf::Descriptor& type, std::set<std::string>& there) {
  for (int i = 0; i < type.field_count(); ++i) {
    const auto& field = *type.field(i);
    if (!there.insert(field.full_name()).second) continue;
    if (field.message_type() != nullptr) note_what_there_is(*field.message_type(), there);
    for (int value = 1; field.enum_type() != nullptr && value < field.enum_type()->value_count(); ++value) {
      there.insert(field.full_name() + "=" + field.enum_type()->value(value)->name());
    }
  }
}

TEST(RandomProvisions, SetEveryFieldToEveryValueOfItsEnumeration) {
  Scene scene;
  scene.players = {"Ann Young", "Bob Miller"};
  scene.rules = {101, 203};
  Choices choose(1);
  std::set<std::string> seen;
  for (const auto kind : provision_kinds()) {
    for (int i = 0; i < 400; ++i) note_what_is_set(random_provision(choose, scene, kind), seen);
  }
  std::set<std::string> there;
  note_what_there_is(*v1::Provision::descriptor(), there);
  for (const auto& what : there) {
    // Only the two transmutations can be asked to be explicit.
    const auto explicitly = what.find("explicit_kinds=");
    if (explicitly != std::string::npos && what.find("TRANSMUTE") == std::string::npos) continue;
    const bool shorthand =
        what.find("Adoption.fraction") != std::string::npos || what.find("Adoption.of") != std::string::npos ||
        what.find("Adoption.more_than") != std::string::npos || what.find("Amount.points") != std::string::npos;
    if (!shorthand) {
      EXPECT_EQ(seen.count(what), 1U) << what << " is never made";
    }
  }
}

TEST(RandomProvisions, ThatCannotBeMetAreRefused) {
  Scene scene;
  scene.players = {"Ann Young", "Bob Miller"};
  scene.rules = {101, 203};
  Choices choose(2);
  int refused = 0;
  for (int i = 0; i < 5000; ++i) {
    const auto checked = check_provision(random_nonsense(choose, scene));
    if (checked) continue;
    ++refused;
    EXPECT_EQ(checked.error().code, ErrorCode::BAD_PROVISION);
    EXPECT_FALSE(checked.error().what.empty());
  }
  EXPECT_GT(refused, 2000);
}

}  // namespace
}  // namespace nomic::replay::test

// Random games whose proposals carry random provisions: a good hundred proposals each at most. deep_game_test.cc plays
// one that is thousands deep. NOMIC_GAMES says how many (40 by default), NOMIC_SEED the seed of the first (1); a
// failure names the seed of its game, and NOMIC_SEED=that NOMIC_GAMES=1 plays it again.

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "nomic/replay/digest.h"
#include "nomic/replay/edition.h"
#include "nomic/words/refusals.h"
#include "replay/game/held.h"
#include "replay/game/random_game.h"

namespace nomic::replay::test {
namespace {

constexpr int TRIES = 500;             // in one game
constexpr int STUCK_AFTER = 60;        // refusals in a row
constexpr std::size_t PAST_LIMIT = 3;  // rule-changes that act on the past, in one game

struct Figures {
  std::uint64_t games = 0, tries = 0, moves = 0, proposals = 0, adopted = 0, changes = 0, past = 0, won = 0, rounds = 0;

  void count(const Consequences& emitted) {
    for (const auto& one : emitted) {
      proposals += one.kind_case() == v1::Consequence::kProposalMade ? 1 : 0;
      adopted += one.kind_case() == v1::Consequence::kProposalAdopted ? 1 : 0;
      changes +=
          one.kind_case() >= v1::Consequence::kRuleEnacted && one.kind_case() <= v1::Consequence::kRuleRestored ? 1 : 0;
      past += one.kind_case() == v1::Consequence::kAppliesFrom ? 1 : 0;
      won += one.kind_case() == v1::Consequence::kVictory ? 1 : 0;
      rounds += one.kind_case() == v1::Consequence::kRoundEnded ? 1 : 0;
    }
  }

  void print() const {
    fmt::print(
        "{} games, {} tries, {} moves, {} proposals, {} adopted, {} rule-changes, {} on the past, {} victories, {} "
        "rounds\n",
        games, tries, moves, proposals, adopted, changes, past, won, rounds);
  }
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
      const State before = again.state();
      auto emitted = again.replay(move, t);
      EXPECT_TRUE(emitted);
      if (emitted) held_.after(move, *emitted, before, again.state());
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
    EXPECT_EQ(written(again.state()), written(t.state()));
    EXPECT_EQ(digest_of(again.state()), digest_of(t.state()));
  }

  // So is the state derived on from any state on the way, written down and read again.
  void derive_from_snapshots() {
    const auto& t = game_.table();
    for (const auto& written : snapshots_) {
      State state = read_again(written);
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
    const State before = t.state();
    auto emitted = t.engine.move(move, t);
    if (!emitted) {
      EXPECT_NE(kind_of(emitted.error().code), nomic::replay::Kind::LEDGER) << label_of(emitted.error());
      EXPECT_FALSE(tools::words_of(emitted.error()).what.empty());
      EXPECT_EQ(written(t.state()), written(before)) << "refused: " << label_of(emitted.error());
      return false;
    }
    t.moves.push_back(move);
    kept_.push_back(hash_of(t.state()));
    figures.count(*emitted);
    ++figures.moves;
    held_.after(move, *emitted, before, t.state());
    if (game_.choose().percent(2)) snapshots_.push_back(written(t.state()));
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
    for (int i = 0; i < 800; ++i) note_what_is_set(random_provision(choose, scene, kind), seen);
  }
  std::set<std::string> there;
  note_what_there_is(*v1::Provision::descriptor(), there);
  for (const auto& what : there) {
    // Only the two transmutations can be asked to be explicit.
    const auto explicitly = what.find("explicit_kinds=");
    if (explicitly != std::string::npos && what.find("TRANSMUTE") == std::string::npos) continue;
    // Points are recorded in thousandths; what people type of them stands in a field beside.
    const bool shorthand =
        there.count(what + "_thousandths") != 0 || what.find("Adoption.fraction") != std::string::npos ||
        what.find("Adoption.of") != std::string::npos || what.find("Adoption.more_than") != std::string::npos ||
        what.find("Amount.points") != std::string::npos;
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
    EXPECT_FALSE(tools::words_of(checked.error()).what.empty());
  }
  EXPECT_GT(refused, 2000);
}

}  // namespace
}  // namespace nomic::replay::test

#include "replay/game/table.h"

#include "nomic/ledger/hash.h"
#include "nomic/replay/afterwards.h"
#include "nomic/replay/content.h"
#include "nomic/replay/digest.h"
#include "nomic/replay/edition.h"
#include "nomic/replay/reference.h"
#include "nomic/replay/text.h"
#include "nomic/words/refusals.h"
#include "replay/audit/watch.h"

namespace nomic::replay::test {
namespace {

v1::RuleChange change_of(v1::ChangeKind kind, std::uint32_t rule, const std::string& text,
                         const std::vector<std::string>& provisions) {
  v1::RuleChange change;
  change.set_kind(kind);
  change.set_rule(reference(rule));
  if (!text.empty()) change.add_texts()->set_text(text);
  for (const auto& words : provisions) {
    auto provision = parse_provision(words);
    EXPECT_TRUE(provision) << (provision ? "" : label_of(provision.error()));
    if (provision) *change.add_provisions() = *provision;
  }
  return change;
}

v1::Event proposal_of(const v1::RuleChange& change) {
  v1::Event event;
  *event.mutable_proposal_made()->add_changes() = change;
  return event;
}

v1::PlayerNames names_of(const std::string& name, const std::string& surname) {
  auto names = player_names(name, surname, "");
  EXPECT_TRUE(names) << name;
  return *names;
}

}  // namespace

v1::Event propose(v1::ChangeKind kind, std::uint32_t rule) {
  return proposal_of(change_of(kind, rule, "", {}));
}

v1::Event enact(const std::string& text, const std::vector<std::string>& provisions) {
  return proposal_of(change_of(v1::ENACT, 0, text, provisions));
}

v1::Event amend(std::uint32_t rule, const std::string& text, const std::vector<std::string>& provisions) {
  return proposal_of(change_of(v1::AMEND, rule, text, provisions));
}

v1::Event revise(std::uint32_t proposal, const v1::Event& like) {
  v1::Event event;
  event.mutable_proposal_revised()->set_proposal(reference(proposal));
  *event.mutable_proposal_revised()->mutable_changes() = like.proposal_made().changes();
  return event;
}

v1::Event call(std::uint32_t proposal) {
  v1::Event event;
  event.mutable_vote_called()->set_proposal(reference(proposal));
  return event;
}

v1::Event vote(v1::VoteCast::Choice choice, std::uint32_t proposal) {
  v1::Event event;
  event.mutable_vote_cast()->set_proposal(reference(proposal));
  event.mutable_vote_cast()->set_choice(choice);
  return event;
}

v1::Event vote_for_form(const std::string& form, v1::VoteCast::Choice choice, std::uint32_t proposal) {
  v1::Event event = vote(choice, proposal);
  event.mutable_vote_cast()->set_form(form);
  return event;
}

v1::Event say(const std::string& text, std::uint32_t proposal) {
  v1::Event event;
  event.mutable_debate_spoken()->set_proposal(reference(proposal));
  event.mutable_debate_spoken()->set_text(text);
  return event;
}

v1::Event roll(std::uint32_t face) {
  v1::Event event;
  event.mutable_dice_thrown()->add_faces(face);
  event.mutable_dice_thrown()->set_source(v1::DiceThrown::HAND);
  return event;
}

v1::Event roll(std::uint32_t first, std::uint32_t second) {
  auto event = roll(first);
  event.mutable_dice_thrown()->add_faces(second);
  return event;
}

v1::Event join(const std::string& name, const std::string& surname) {
  v1::Event event;
  *event.mutable_player_joined()->mutable_player() = names_of(name, surname);
  return event;
}

v1::Event forfeit() {
  v1::Event event;
  event.mutable_player_forfeited();
  return event;
}

v1::Ruleset rules_of(const std::vector<std::vector<std::string>>& provisions) {
  v1::Ruleset ruleset;
  for (const auto& of_rule : provisions) {
    auto& rule = *ruleset.add_rules();
    rule.set_number(reference(static_cast<std::uint32_t>(ruleset.rules_size())));
    rule.set_status(v1::MUTABLE);
    rule.add_texts()->set_text("A rule.");
    for (const auto& written : of_rule) {
      const auto provision = parse_provision(written);
      EXPECT_TRUE(provision) << written;
      if (provision) *rule.add_provisions() = *provision;
    }
  }
  return ruleset;
}

v1::Ruleset rules_with(const std::vector<std::string>& provisions) {
  std::vector<std::vector<std::string>> of_rules;
  for (const auto& written : provisions) of_rules.push_back({written});
  return rules_of(of_rules);
}

v1::Ruleset endless(const std::string& edition) {
  v1::Ruleset ruleset = *replay::edition(edition);
  for (auto& rule : *ruleset.mutable_rules()) {
    for (auto& provision : *rule.mutable_provisions()) {
      if (provision.has_victory()) provision.mutable_victory()->set_points_thousandths(1'000'000'000'000);
    }
  }
  return ruleset;
}

Table::Table(const std::vector<std::string>& players, const std::string& edition, v1::Mode mode) {
  const auto ruleset = replay::edition(edition);
  EXPECT_TRUE(ruleset) << (ruleset ? "" : label_of(ruleset.error()));
  found(players, *ruleset, edition, mode);
}

Table::Table(const std::vector<std::string>& players, const v1::Ruleset& ruleset, v1::Mode mode,
             std::uint32_t semantics) {
  found(players, ruleset, "", mode, semantics);
}

namespace {

// Longer games are audited by tests of their own (tests/replay/audit).
constexpr std::size_t AUDITED_AT_MOST = 2000;

}  // namespace

Table::~Table() {
  if (!lawful || moves.size() > AUDITED_AT_MOST || testing::Test::HasFatalFailure()) return;
  Watch watch;
  Engine again;
  for (const auto& move : moves) {
    auto emitted = again.replay(move, *this);
    // A test may leave moves that are none.
    if (!emitted) return;
    watch.see({move, *std::move(emitted), again.state()});
  }
  EXPECT_EQ(watch.words(), "");
}

std::vector<v1::Event> founding_events(const std::vector<std::string>& players, const v1::Ruleset& ruleset,
                                       const std::string& edition, v1::Mode mode) {
  std::vector<v1::Event> events;
  for (const auto& rule : ruleset.rules()) *events.emplace_back().mutable_rule_founded()->mutable_rule() = rule;
  for (const auto& name : players) {
    *events.emplace_back().mutable_player_seated()->mutable_player() = names_of(name, "");
  }
  std::string digest(ledger::Hash::SIZE, '\0');
  for (const auto& event : events) digest = ledger::sha256(digest + event.SerializeAsString()).raw();
  v1::Event first;
  auto& founding = *first.mutable_game_founded();
  founding.set_nonce(std::string(16, 'n'));
  founding.set_founding_records(static_cast<std::uint32_t>(events.size() + 1));
  founding.set_payloads_digest(digest);
  founding.set_name("test");
  founding.set_edition(edition);
  founding.set_mode(mode);
  founding.set_lang("en");
  founding.set_semantics(SEMANTICS);
  events.insert(events.begin(), first);
  return events;
}

Table::Table(const std::vector<std::string>& players, const v1::Ruleset& ruleset, v1::Mode mode,
             Afterwards /*recorded*/) {
  // 0 says no time.
  later = 1;
  found(players, ruleset, "", mode, SEMANTICS, true);
}

namespace {

void put_said_time(v1::Event& event, std::int64_t time) {
  event.set_afterwards(true);
  event.set_occurred_at(time);
}

// The founding bears the digest of its records as they are recorded.
void found_afterwards(std::vector<v1::Event>& events, std::int64_t later) {
  std::string digest(ledger::Hash::SIZE, '\0');
  for (std::size_t i = 0; i < events.size(); ++i) {
    put_said_time(events[i], (static_cast<std::int64_t>(i) + later) * 1'000'000);
    if (i != 0) digest = ledger::sha256(digest + events[i].SerializeAsString()).raw();
  }
  events[0].mutable_game_founded()->set_retrospective(true);
  events[0].mutable_game_founded()->set_payloads_digest(digest);
}

}  // namespace

void Table::found(const std::vector<std::string>& players, const v1::Ruleset& ruleset, const std::string& edition,
                  v1::Mode mode, std::uint32_t semantics, bool afterwards) {
  auto events = founding_events(players, ruleset, edition, mode);
  events[0].mutable_game_founded()->set_semantics(semantics);
  if (afterwards) found_afterwards(events, later);
  for (const auto& event : events) ok("", event);
}

void Table::say_time(Move& move) const {
  const bool founds = state().founding().founding_records() == 0;
  if (!founds && is_recorded_afterwards(state()) && !move.event.has_game_went_live()) {
    put_said_time(move.event, move.recorded_at);
  }
  move.payload = move.event.SerializeAsString();
}

Move Table::move_of(const std::string& author, v1::Event event) const {
  const auto& open = engine.state().proposals();
  const auto only = open.size() == 1 ? open[0].number() : 0;
  if (event.has_vote_called() && event.vote_called().proposal().empty())
    event.mutable_vote_called()->set_proposal(reference(only));
  if (event.has_vote_cast() && event.vote_cast().proposal().empty())
    event.mutable_vote_cast()->set_proposal(reference(only));
  if (event.has_debate_spoken() && event.debate_spoken().proposal().empty())
    event.mutable_debate_spoken()->set_proposal(reference(only));
  Move move;
  move.index = engine.state().size();
  move.author = author;
  move.recorded_at = (static_cast<std::int64_t>(move.index) + later) * 1'000'000;
  move.signers = signers;
  move.event = std::move(event);
  say_time(move);
  return move;
}

Consequences Table::ok(const std::string& author, v1::Event event) {
  const Move move = move_of(author, std::move(event));
  auto done = engine.move(move, *this);
  EXPECT_TRUE(done) << author << " at #" << move.index << ": " << (done ? "" : label_of(done.error()));
  if (!done) return {};
  moves.push_back(move);
  return *std::move(done);
}

std::vector<std::uint32_t> Table::refused(const std::string& author, v1::Event event, ErrorCode code) {
  const std::string before = written(engine.state());
  const auto digest = digest_of(engine.state());
  auto done = engine.move(move_of(author, std::move(event)), *this);
  EXPECT_FALSE(done) << "expected " << name_of(code);
  if (done) return {};
  EXPECT_EQ(name_of(done.error().code), name_of(code)) << label_of(done.error());
  // Whatever is refused has a sentence, and the sentence all that it needs.
  const std::string sentence = tools::words_of(done.error()).what;
  EXPECT_FALSE(sentence.empty());
  EXPECT_NE(sentence.substr(0, name_of(code).size()), name_of(code)) << "tools/words has no sentence for it";
  EXPECT_EQ(written(engine.state()), before) << "a refused move changed the state";
  EXPECT_EQ(digest_of(engine.state()), digest) << "a refused move changed the state";
  std::vector<std::uint32_t> cited;
  for (const auto& rule : done.error().cited) cited.push_back(rule.rule);
  return cited;
}

Consequences Table::everyone_votes(v1::VoteCast::Choice choice) {
  Consequences last;
  const auto players = engine.state().players();
  const auto ballots = ballots_on(engine.state(), engine.state().proposals(0).number()).ballots();
  for (const auto& player : players) {
    const auto& name = player.names().name();
    bool voted = player.left_at() != 0;
    for (const auto& ballot : ballots) voted = voted || ballot.player() == name;
    if (!voted) last = ok(name, vote(choice));
  }
  return last;
}

Consequences Table::turn(const std::string& author, const v1::Event& proposal, v1::VoteCast::Choice choice,
                         std::uint32_t face) {
  ok(author, proposal);
  ok(author, call());
  auto last = everyone_votes(choice);
  if (engine.state().turn().phase() == v1::Turn::THROWING) {
    const auto more = ok(author, roll(face));
    last.insert(last.end(), more.begin(), more.end());
  }
  return last;
}

double Table::points(const std::string& player) const {
  for (const auto& p : engine.state().players()) {
    if (p.names().name() == player) return static_cast<double>(p.points()) / 1000.0;
  }
  ADD_FAILURE() << "no player " << player;
  return 0;
}

const v1::Rule* Table::rule(std::uint32_t number) const {
  for (const auto& rule : engine.state().rules()) {
    if (rule.number() == number) return &rule;
  }
  return nullptr;
}

std::string Table::text(std::uint32_t number) const {
  const auto* found = rule(number);
  if (found == nullptr) return "(not in force)";
  const auto texts = texts_of(*this, *found);
  EXPECT_TRUE(texts) << (texts ? "" : label_of(texts.error()));
  return texts && !texts->empty() ? texts->front().text() : "";
}

std::string Table::text_proposed(int at) const {
  const auto changes = changes_of(*this, engine.state().proposals(at));
  EXPECT_TRUE(changes) << (changes ? "" : label_of(changes.error()));
  return changes ? changes->Get(0).texts(0).text() : "";
}

std::vector<std::uint32_t> Table::numbers() const {
  std::vector<std::uint32_t> all;
  for (const auto& rule : engine.state().rules()) all.push_back(rule.number());
  return all;
}

std::vector<State> Table::derived_again() const {
  std::vector<State> states;
  Engine again;
  for (const auto& move : moves) {
    auto done = again.replay(move, *this);
    EXPECT_TRUE(done);
    states.push_back(again.state());
  }
  return states;
}

Result<Move> Table::at(std::uint64_t index) const {
  return moves.at(index);
}

StatusOf status_of(const Table& t) {
  auto status = status_of(t.engine, t);
  EXPECT_TRUE(status) << (status ? "" : label_of(status.error()));
  return status ? *std::move(status) : StatusOf();
}

std::vector<v1::Consequence> of_kind(const Consequences& all, v1::Consequence::KindCase kind) {
  std::vector<v1::Consequence> found;
  for (const auto& consequence : all) {
    if (consequence.kind_case() == kind) found.push_back(consequence);
  }
  return found;
}

v1::Consequence one(const Consequences& all, v1::Consequence::KindCase kind) {
  const auto found = of_kind(all, kind);
  EXPECT_EQ(found.size(), 1U) << kind_name(kind);
  return found.empty() ? v1::Consequence() : found.front();
}

bool has(const Consequences& all, v1::Consequence::KindCase kind) {
  return !of_kind(all, kind).empty();
}

}  // namespace nomic::replay::test

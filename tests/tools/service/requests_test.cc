// The same move as a request and on the command line is the same event on record.
#include <google/protobuf/text_format.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "nomic/ledger/ledger.h"
#include "nomic/service/service.h"
#include "tools/desk.h"

namespace nomic::tools {
namespace {

// A game of three in which nothing has happened.
const char* const BEGUN = "init Ann 'Bob Lee' Cleo\n";
// One whose first proposal is being voted on.
const char* const VOTING =
    "init Ann 'Bob Lee' Cleo\n"
    "propose repeal 209 --call-vote --as Ann\n";
const char* const DEBATING =
    "init Ann 'Bob Lee' Cleo\n"
    "propose enact --text 'Whoever moves makes tea.' --as Ann\n";
const char* const ADOPTED =
    "init Ann 'Bob Lee' Cleo\n"
    "propose enact --text 'Whoever moves maeks tea.' --call-vote --as Ann\n"
    "vote for --as Ann\n"
    "vote for --as 'Bob Lee'\n"
    "vote for --as Cleo\n";
const char* const ASKED =
    "init Ann 'Bob Lee' Cleo\n"
    "propose repeal 209 --as Ann\n"
    "judgment invoke 'May she?' --as 'Bob Lee'\n";
const char* const JUDGED =
    "init Ann 'Bob Lee' Cleo\n"
    "propose repeal 209 --as Ann\n"
    "judgment invoke 'May she?' --as 'Bob Lee'\n"
    "judgment deliver Yes. --reasons 'Rule 103.' --as Cleo\n";
const char* const SECRETS =
    "init Ann 'Bob Lee'\n"
    "propose amend 202 --text Secrets. --provision 'turn_parts { parts { proposal {} } parts { throw { dice: 1 faces: "
    "6 "
    "points_per_pip_thousandths: 1000 source: REVEALED time_to_reveal { days: 2 } } } }' --call-vote --as Ann\n"
    "vote for --as Ann\n"
    "vote for --as 'Bob Lee'\n";
const char* const KNOWS_ABSENCE =
    "init Ann 'Bob Lee'\n"
    "propose enact --text T --provision 'inactivity { declared: true suspends: TURNS }' --call-vote --as Ann\n"
    "vote for --as Ann\n"
    "vote for --as 'Bob Lee'\n";
const char* const MAY_CHANGE =
    "init Ann 'Bob Lee'\n"
    "propose amend 207 --text T --provision 'vote_changes { change: true withdraw: true }' --call-vote --as Ann\n"
    "vote for --as Ann\n"
    "vote for --as 'Bob Lee'\n"
    "roll 1 --as Ann\n"
    "propose repeal 209 --call-vote --as 'Bob Lee'\n"
    "vote for --as Ann\n";
// A vote of an hour, with a ballot missing.
const char* const VOTING_FOR_AN_HOUR =
    "init Ann 'Bob Lee'\n"
    "propose enact --text T --provision 'voting_period { vote { hours: 1 } at_end: MISSING_FOR }' --call-vote --as "
    "Ann\n"
    "vote for --as Ann\n"
    "vote for --as 'Bob Lee'\n"
    "roll 1 --as Ann\n"
    "propose repeal 209 --call-vote --as 'Bob Lee'\n"
    "vote for --as Ann\n";

struct RequestRow {
  const char* setup;
  const char* request;  // protobuf text format
  const char* command;
  std::vector<const char*> keys = {};  // files of keys that sign it
  std::int64_t later = 0;              // microseconds that pass before it
};

const std::vector<RequestRow>& rows() {
  static const std::vector<RequestRow> ROWS = {
      {BEGUN, R"(join { name: "Dora van Dam" surname: "van Dam" team: "red" })",
       "join 'Dora van Dam' --surname 'van Dam' --team red"},
      {BEGUN, R"(author: "ANN" confirmed: true forfeit {})", "forfeit --as ann --yes"},
      {BEGUN, R"(author: "ann" team { name: "red" })", "team red --as Ann"},
      {KNOWS_ABSENCE, R"(author: "bob lee" activity { reason: "  away " })", "inactive --reason away --as 'Bob Lee'"},
      {BEGUN, R"(author: "Ann" contest: true approve { player: "Dora" refuse: true })",
       "contest approve Dora --refuse --as Ann"},
      {BEGUN,
       R"(author: "Ann" occurred_at: "2012-05-30T10:00Z" propose { changes { kind: AMEND rule: '203' title: " Votes "
          texts { text: "\n Half is enough.\r\n" } provisions { adoption { quota { numerator: 1 denominator: 2 base: ELIGIBLE } } } }
          reason: "speed" call_vote: true })",
       "propose amend 203 --title Votes --text ' Half is enough.' --provision 'adoption { fraction: \"1/2\" of: "
       "ELIGIBLE }' --reason speed --call-vote --as ann --occurred-at 2012-05-30T10:00Z"},
      {BEGUN, R"(author: "Ann" propose { changes { kind: TRANSMUTE rule: '110' } })", "propose transmute 110 --as Ann"},
      {BEGUN, R"(author: "Ann" contest: true propose { changes { kind: REPEAL rule: '209' } effect_from: "start" })",
       "contest propose repeal 209 --effect-from start --as Ann"},
      {DEBATING, R"(author: "Ann" revise { changes { texts { text: "Or coffee." } } reason: "taste" })",
       "revise --text 'Or coffee.' --reason taste --as Ann"},
      {DEBATING, R"(author: "Ann" revise { proposal: '301' changes { kind: REPEAL rule: '206' } })",
       "revise 301 repeal 206 --as Ann"},
      {DEBATING, R"(author: "Ann" contest: true withdraw {})", "contest withdraw 301 --as Ann"},
      {DEBATING, R"(author: "cleo" debate { proposal: '301' text: "I am for it." })",
       "debate 'I am for it.' --as Cleo"},
      {DEBATING, R"(author: "Ann" call_vote {})", "call-vote 301 --as Ann"},
      {VOTING, R"(author: "Bob Lee" vote { choice: AGAINST })", "vote against 301 --as 'bob lee'"},
      {MAY_CHANGE, R"(author: "Ann" withdraw_vote { proposal: '302' })", "vote withdraw --as Ann"},
      {ADOPTED, R"(author: "Ann" roll { faces: 4 })", "roll 4 --as Ann"},
      {SECRETS, R"(author: "ann" commit_dice {})", "roll --commit --as Ann"},
      {SECRETS, R"(author: "Ann" contest: true reveal_dice {})", "contest roll --reveal --as Ann"},
      {VOTING, R"(author: "Cleo" invoke { question: "Was #32 legal?" about: 32 })",
       "judgment invoke 'Was #32 legal?' --about 32 --as cleo"},
      {ASKED,
       R"(author: "cleo" deliver { answer: "She may." reasons: "Rule 103." cited: '204' cited: '204'
          findings { cited: '204' points { player: "bob lee" points: "+2.5" } }
          findings { cited: '204' ballot { proposal: '301' player: "ann" choice: FOR } } })",
       "judgment deliver 'She may.' --reasons 'Rule 103.' --cite 204 --points 'Bob Lee=+2.5' --ballot 301 Ann for --as "
       "Cleo"},
      {JUDGED, R"(author: "Bob Lee" overrule { overrule: true })", "judgment overrule for --as 'Bob Lee'"},
      {DEBATING, R"(author: "Bob Lee" ask_time {})", "judgment ask-time 301 --as 'Bob Lee'"},
      {ASKED, R"(author: "Cleo" consent {})", "consent --as Cleo"},
      {ADOPTED,
       R"(author: "cleo" confirmed: true act { cited: '301' text: "Ann made tea." points { player: "ANN" points: "2" }
          attributes { player: "ann" key: "title" value: " Teamaker " } attributes { key: "season" value: "spring" }
          holdings { owner: "the bank" thing: "leaf" amount: "+3" } holdings { owner: "ann" thing: "leaf" amount: "+0.5" } })",
       "act --cite 301 'Ann made tea.' --points Ann=+2 --set Ann.title=Teamaker --set season=spring --give 'the "
       "bank:leaf=+3' --give Ann:leaf=+0.5 --as Cleo --yes"},
      {VOTING,
       R"(author: "Cleo" confirmed: true attest { proposal: '301' adopted: true votes_for: 3 votes_against: 0 })",
       "attest 301 adopted --for 3 --against 0 --as Cleo --yes"},
      {ADOPTED, R"(author: "Cleo" correct { cause: "a slip" text { rule: '301' before: "maeks" after: "makes" } })",
       "correct --cause 'a slip' --rule 301 --before maeks --after makes --as Cleo"},
      {ADOPTED, R"(author: "Cleo" correct { record: 33 cause: "noted late" occurred_at: "2012-05-30T09:00Z" })",
       "correct 33 --cause 'noted late' --occurred-at-was 2012-05-30T09:00Z --as Cleo"},
      {ADOPTED, R"(author: "cleo" annotate { rule: '301' text: "Tea is green here." })",
       "annotate 301 'Tea is green here.' --as Cleo"},
      {ADOPTED, R"(author: "Cleo" contest: true object { record: 33 reason: "It was meant." })",
       "contest object 33 --reason 'It was meant.' --as Cleo"},
      {ADOPTED, R"(author: "Cleo" correct { cause: "as posted" title { rule: '301' after: "Tea" } })",
       "correct --cause 'as posted' --rule 301 --title Tea --as Cleo"},
      {ADOPTED,
       R"(author: "Cleo" correct { cause: "as posted" text { rule: '301' whole: true after: "Tea is made." } })",
       "correct --cause 'as posted' --rule 301 --text 'Tea is made.' --as Cleo"},
      {ADOPTED, R"(author: "Cleo" correct { cause: "as posted" number { rule: '301' number: '311' all_along: true } })",
       "correct --cause 'as posted' --rule 301 --number 311 --all-along --as Cleo"},
      {ADOPTED, R"(author: "Cleo" annotate { rule: '301' text: "Green tea." })", "annotate 301 'Green tea.' --as Cleo"},
      {VOTING_FOR_AN_HOUR, "tick {}", "tick", {}, 3'601'000'000},
      {"init --retrospective Ann 'Bob Lee'\npropose repeal 209 --occurred-at 2012-05-01 --as Ann\n", "go_live {}",
       "live"},
      {"init --retrospective --zone Asia/Tokyo Ann 'Bob Lee'\n",
       R"(author: "Ann" occurred_at: "2012-05-01" propose { changes { kind: REPEAL rule: '209' } })",
       "propose repeal 209 --occurred-at 2012-05-01 --as Ann"},
      {"init --retrospective Ann 'Bob Lee'\n",
       R"(author: "Ann" occurred_at: "2012-05-01" propose { changes { kind: AMEND rule: '206' number: '340' text_unknown: true }
          number: '305' })",
       "propose amend 206 --text-unknown --rule-number 340 --number 305 --occurred-at 2012-05-01 --as Ann"},
      {"init --retrospective Ann 'Bob Lee'\n",
       R"(author: "Ann" occurred_at: "2012-05-01" propose { changes { kind: NOTHING } number_unknown: true reason: "Tea." })",
       "propose nothing --number unknown --reason Tea. --occurred-at 2012-05-01 --as Ann"},
      {"init --retrospective Ann 'Bob Lee'\npropose repeal 209 --number unknown --occurred-at 2012-05-01 --as Ann\n",
       R"(author: "Ann" occurred_at: "2012-05-01" call_vote { proposal: '#32' })",
       "call-vote record:32 --occurred-at 2012-05-01 --as Ann"},
      {BEGUN, R"(author: "ANN" register_key { key_name: "ann" })", "key register --as Ann --key ann.key", {"ann.key"}},
      {"init Ann 'Bob Lee'\nkey register --as Ann --key ann.key\n",
       R"(author: "Ann" rotate_key { key_name: "new" })",
       "key rotate --name new --as Ann --key ann.key --new-key bob.key",
       {"ann.key", "bob.key"}},
      {"init Ann 'Bob Lee'\nkey register --as Ann --key ann.key\n",
       R"(author: "Ann" revoke_key { reason: "lost" })",
       "key revoke --reason lost --as Ann --key ann.key",
       {"ann.key"}},
      {"init Ann 'Bob Lee'\nkey register --as Ann --key ann.key\n", R"(restore_seat { player: "ANN" reason: "lost" })",
       "key restore ann --reason lost"},
      {"init Ann 'Bob Lee'\nkey register --as Ann --key ann.key\npropose repeal 209 --call-vote --as Ann --key "
       "ann.key\n"
       "vote for --as Ann --key ann.key --prepare vote.txt\n",
       "signed_move {}", "submit vote.txt"},
  };
  return ROWS;
}

std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Secrets that nobody keeps.
class NoSecrets : public SecretStore {
 public:
  ledger::Status keep(const ledger::Hash& /*commitment*/, const ledger::Hash& /*secret*/) override {
    return ledger::Done{};
  }
  ledger::Result<ledger::Hash> find(const std::string& /*player*/, const ledger::Hash& /*commitment*/) override {
    return ledger::Hash{};
  }
};

class OpenGame {
 public:
  explicit OpenGame(Desk& desk) {
    auto opened = ledger::Ledger::open(desk.ledger(), ledger::Access::WRITE, {});
    ledger_ = std::move(*opened);
    game_ = std::make_unique<replay::Game>(std::move(*replay::Game::open(*ledger_, "")));
  }
  replay::Result<Outcome> submit(const v1::Request& request, Means means) {
    NoSecrets secrets;
    means.secrets = &secrets;
    return Service(*ledger_, *game_).submit(request, means);
  }
  [[nodiscard]] std::uint64_t size() const { return game_->head().size; }
  std::string payload(std::uint64_t record) { return ledger_->record(game_->head().game, {record})->payload; }
  // The last event, without what is random in it, and whose it is.
  std::pair<std::string, v1::Event> last() {
    const ledger::Head& head = game_->head();
    auto record = ledger_->record(head.game, {head.size - 1});
    v1::Event event;
    event.ParseFromString(record->payload);
    v1::Event inner;
    if (event.has_move_contested() && inner.ParseFromString(event.move_contested().event())) {
      without_chance(inner);
      event.mutable_move_contested()->set_event(inner.SerializeAsString());
      // The words are the caller's.
      event.mutable_move_contested()->clear_refusal();
    }
    without_chance(event);
    return {record->author, event};
  }

 private:
  static void without_chance(v1::Event& event) {
    if (event.has_dice_committed()) event.mutable_dice_committed()->clear_commitment();
  }

  std::unique_ptr<ledger::Ledger> ledger_;
  std::unique_ptr<replay::Game> game_;
};

class Requests : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    keys = new Desk;
    keys->ok("key new ann.key");
    keys->ok("key new bob.key");
  }
  static void TearDownTestSuite() {
    delete keys;
    keys = nullptr;
  }
  // A game as the row's setup makes it, with the keys beside it.
  static void set_up(Desk& desk, const RequestRow& row) {
    for (const char* key : {"ann.key", "bob.key"}) {
      std::filesystem::copy(keys->folder() + "/" + key, desk.folder() + "/" + key);
    }
    const Ran ran = desk.play(row.setup);
    ASSERT_EQ(ran.status, 0) << ran.err;
  }

  static Desk* keys;
};
Desk* Requests::keys = nullptr;

TEST_F(Requests, AndCommandLinesAreTheSameEvent) {
  for (const RequestRow& row : rows()) {
    SCOPED_TRACE(row.command);
    v1::Request request;
    ASSERT_TRUE(google::protobuf::TextFormat::ParseFromString(row.request, &request)) << row.request;
    Desk typed;
    Desk asked;
    set_up(typed, row);
    set_up(asked, row);
    typed.clock += row.later;
    asked.clock += row.later;
    typed.ok(row.command);
    if (request.has_signed_move()) {
      request.mutable_signed_move()->set_armored(content_of(asked.folder() + "/vote.txt"));
    }
    std::vector<ledger::PrivateKey> held;
    for (const char* file : row.keys) {
      held.push_back(std::move(*ledger::PrivateKey::load(asked.folder() + "/" + file, [] { return std::nullopt; })));
    }
    Means means;
    means.now = asked.clock + 60'000'000;
    for (const ledger::PrivateKey& key : held) means.keys.push_back(&key);
    OpenGame game(asked);
    const auto outcome = game.submit(request, means);
    ASSERT_TRUE(outcome) << replay::label_of(outcome.error());
    const auto [author, event] = game.last();
    const auto [typed_author, typed_event] = OpenGame(typed).last();
    EXPECT_EQ(author, typed_author);
    EXPECT_EQ(event.SerializeAsString(), typed_event.SerializeAsString()) << event.DebugString() << "and typed:\n"
                                                                          << typed_event.DebugString();
  }
}

TEST_F(Requests, AllHaveARow) {
  std::set<std::string> covered;
  for (const RequestRow& row : rows()) {
    v1::Request request;
    ASSERT_TRUE(google::protobuf::TextFormat::ParseFromString(row.request, &request)) << row.request;
    const auto* oneof = v1::Request::descriptor()->FindOneofByName("move");
    const auto* field = v1::Request::GetReflection()->GetOneofFieldDescriptor(request, oneof);
    ASSERT_NE(field, nullptr) << row.request;
    covered.insert(field->name());
  }
  const auto* oneof = v1::Request::descriptor()->FindOneofByName("move");
  for (int i = 0; i < oneof->field_count(); ++i) {
    EXPECT_TRUE(covered.contains(oneof->field(i)->name())) << oneof->field(i)->name() << " has no row";
  }
}

// What is asked is a request's digest; conditions, clock and case are not.
TEST(RequestDigest, IsOfWhatIsAsked) {
  v1::Request request;
  request.set_author("Ann");
  request.mutable_vote()->set_choice(v1::VoteCast::FOR);
  const ledger::Hash digest = digest_of(request);
  v1::Request same = request;
  same.set_author("ANN");
  same.set_request_id("r1");
  same.set_expect(7);
  same.set_dry_run(true);
  EXPECT_EQ(digest_of(same), digest);
  v1::Request commits;
  commits.mutable_commit_dice();
  const ledger::Hash committing = digest_of(commits);
  commits.mutable_commit_dice()->set_commitment(std::string(64, 'a'));
  EXPECT_EQ(digest_of(commits), committing);
  commits.mutable_reveal_dice();
  const ledger::Hash revealing = digest_of(commits);
  commits.mutable_reveal_dice()->set_secret(std::string(64, 'a'));
  EXPECT_EQ(digest_of(commits), revealing);
  std::set<std::string> others = {digest.hex()};
  v1::Request other = request;
  other.set_author("Bob");
  others.insert(digest_of(other).hex());
  other = request;
  other.set_contest(true);
  others.insert(digest_of(other).hex());
  other = request;
  other.mutable_vote()->set_proposal("301");
  others.insert(digest_of(other).hex());
  other = request;
  other.set_occurred_at("2012-05-30T10:00Z");
  others.insert(digest_of(other).hex());
  other = request;
  other.mutable_consent();
  others.insert(digest_of(other).hex());
  EXPECT_EQ(others.size(), 6U);
}

struct Refused {
  const char* setup;
  const char* request;
  const char* label;
};

// What the service finds before there is an event. The rest is the engine's to refuse.
TEST_F(Requests, ThatCannotBeMovesAreRefusedByName) {
  const std::string two_judgments =
      std::string(JUDGED) +
      "judgment invoke 'And why?' --as Ann\njudgment deliver So. --reasons 'Rule 103.' --as Cleo\n";
  const std::vector<Refused> table = {
      {BEGUN, R"(author: "Ann")", "BAD_REQUEST/no_move"},
      {BEGUN, R"(author: "Ann" join { name: "Dora" })", "BAD_REQUEST/joins_for_another"},
      {BEGUN, R"(author: "Ann" expect: 3 forfeit {})", "LEDGER/unexpected_size"},
      {BEGUN, R"(author: "Zed" forfeit {})", "UNKNOWN_PLAYER/few"},
      {BEGUN, R"(author: "Ann" vote { choice: FOR })", "NO_SUCH_PROPOSAL/to_move_on"},
      {VOTING, R"(author: "Ann" vote {})", "BAD_REQUEST/no_choice"},
      {VOTING, R"(author: "Ann" contest: true vote { choice: FOR })", "BAD_REQUEST/contests_lawful_move"},
      {BEGUN, R"(author: "Ann" propose { changes { kind: REPEAL rule: '209' keep_provisions: true } })",
       "BAD_REQUEST/keeps_provisions"},
      {BEGUN, R"(author: "Ann" propose { changes { kind: ENACT texts { lang: "two words" text: "T" } } })",
       "BAD_LANGUAGE/none"},
      {BEGUN,
       R"(author: "Ann" propose { changes { kind: ENACT texts { text: "T" } texts { lang: "ja" text: "T" }
          texts { lang: "ja" text: "U" } } })",
       "BAD_LANGUAGE/twice"},
      {BEGUN, R"(author: "Ann" propose { changes { kind: ENACT texts { text: "T" } texts { lang: "en" text: "T" } } })",
       "BAD_LANGUAGE/of_game"},
      {DEBATING, R"(author: "Ann" revise {})", "BAD_REQUEST/edits_nothing"},
      {DEBATING, R"(author: "Ann" vote { proposal: "0301" choice: FOR })", "BAD_REQUEST/reference"},
      {BEGUN, R"(author: "Ann" propose { changes { kind: REPEAL rule: "209 " } })", "BAD_REQUEST/reference"},
      {ASKED, R"(author: "Cleo" deliver { answer: "A" reasons: "R" cited: "204" cited: "204a1" })",
       "BAD_REQUEST/reference"},
      {ASKED, R"(author: "Cleo" deliver { answer: "A" reasons: "R" findings { void_rule: '204' } })",
       "BAD_REQUEST/finding_cites_nothing"},
      {BEGUN, R"(author: "Cleo" deliver { answer: "A" reasons: "R" })", "NO_SUCH_QUESTION/none_open"},
      {ASKED, R"(author: "Ann" overrule { overrule: true })", "NO_SUCH_JUDGMENT/none_stands"},
      {two_judgments.c_str(), R"(author: "Bob Lee" overrule { overrule: true })", "AMBIGUOUS/judgments"},
      {ADOPTED, R"(author: "Ann" act { text: "T" })", "BAD_REQUEST/act_cites_nothing"},
      {VOTING, R"(author: "Ann" attest { proposal: '301' votes_for: 1000001 })", "BAD_TALLY/too_many"},
      {ADOPTED, R"(author: "Ann" correct { record: 33 name: "Anna" })", "BAD_REQUEST/no_cause"},
      {ADOPTED, R"(author: "Ann" correct { record: 33 cause: "a slip" })", "BAD_REQUEST/no_slip"},
      {ADOPTED, R"(author: "Ann" correct { cause: "a slip" name: "Anna" })", "BAD_REQUEST/no_record"},
      {ADOPTED, R"(author: "Ann" correct { cause: "a slip" text { rule: '301' before: "maeks" after: "maeks" } })",
       "BAD_REQUEST/same_words"},
      {BEGUN, R"(author: "Ann" register_key { key_name: "ann" })", "BAD_KEY/none"},
      {SECRETS, R"(author: "Zed" commit_dice { commitment: "12" })", "UNKNOWN_PLAYER/few"},
      {SECRETS, R"(author: "Ann" commit_dice { commitment: "12" })", "BAD_REQUEST/secret_digits"},
      {SECRETS, R"(author: "Ann" reveal_dice { secret: "12" })", "BAD_REQUEST/secret_digits"},
  };
  for (const Refused& row : table) {
    SCOPED_TRACE(row.request);
    v1::Request request;
    ASSERT_TRUE(google::protobuf::TextFormat::ParseFromString(row.request, &request));
    Desk desk;
    set_up(desk, {row.setup, row.request, ""});
    const auto outcome = OpenGame(desk).submit(request, {.now = desk.clock});
    ASSERT_FALSE(outcome);
    EXPECT_EQ(replay::label_of(outcome.error()), row.label);
  }
}

// They are counted before any of them is looked at or copied.
TEST_F(Requests, WithTooManyChangesAreRefusedForThat) {
  v1::Request request;
  request.set_author("Ann");
  // A change that is wrong by itself.
  for (int at = 0; at < 101; ++at) request.mutable_propose()->add_changes()->set_kind(v1::Request::RETITLE);
  Desk desk;
  set_up(desk, {BEGUN, "", ""});
  OpenGame game(desk);
  const auto refused = game.submit(request, {.now = desk.clock});
  ASSERT_FALSE(refused);
  EXPECT_EQ(replay::label_of(refused.error()), "BAD_CHANGE/too_many_changes");
  request.mutable_propose()->mutable_changes()->RemoveLast();
  EXPECT_EQ(replay::label_of(game.submit(request, {.now = desk.clock}).error()), "BAD_REQUEST/retitles_without");
}

// Two thousand provisions were compared with each other: four million times.
TEST_F(Requests, ThatSayAProvisionTwiceAreFoundSoon) {
  v1::Request request;
  request.set_author("Ann");
  v1::Request::Change& change = *request.mutable_propose()->add_changes();
  change.set_kind(v1::Request::ENACT);
  change.add_texts()->set_text("T");
  const auto add = [&](int points) {
    google::protobuf::TextFormat::ParseFromString("victory { points: \"" + std::to_string(points) + "\" }",
                                                  change.add_provisions());
  };
  for (int points = 1; points <= 2'000; ++points) add(points);
  add(1'000);
  Desk desk;
  set_up(desk, {BEGUN, "", ""});
  OpenGame game(desk);
  const std::clock_t begun = std::clock();
  EXPECT_EQ(replay::label_of(game.submit(request, {.now = desk.clock}).error()), "BAD_PROVISION/given_twice");
  EXPECT_LT(static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC, 0.2);
}

TEST_F(Requests, SignedForOneThingNameItByItsDigest) {
  Desk desk;
  desk.founded("Ann Bob");
  desk.ok("key new ann.key");
  desk.ok("key register --as Ann --key ann.key");
  desk.ok("propose repeal 209 --as Ann --key ann.key --prepare words.txt");
  v1::Request request;
  request.mutable_signed_move()->set_armored(content_of(desk.folder() + "/words.txt"));
  request.mutable_signed_move()->set_asked("12");
  const auto outcome = OpenGame(desk).submit(request, {.now = desk.clock});
  ASSERT_FALSE(outcome);
  EXPECT_EQ(replay::label_of(outcome.error()), "BAD_REQUEST/asked_digits");
}

struct BadAmount {
  const char* typed;
  const char* why;
};

// Each is wrong in one way, and in the first of several.
TEST_F(Requests, AmountsAreNotBent) {
  Desk desk;
  set_up(desk, rows()[0]);
  OpenGame game(desk);
  const std::vector<BadAmount> bad = {
      {"", "empty"},           {"+", "no_whole"},           {"-.5", "no_whole"},    {"five", "no_decimal"},
      {"1e3", "no_decimal"},   {"--5", "no_decimal"},       {"05", "leading_zero"}, {"5.", "no_fraction"},
      {"+0.0001", "too_fine"}, {"1234567890", "too_large"}, {"-0.000", "zero"}};
  for (const BadAmount& each : bad) {
    v1::Request request;
    request.set_author("Ann");
    v1::Request::Act& act = *request.mutable_act();
    act.set_cited("201");
    act.set_text("T");
    act.add_points()->set_player("Ann");
    act.mutable_points(0)->set_points(each.typed);
    const auto outcome = game.submit(request, {.now = desk.clock});
    ASSERT_FALSE(outcome) << each.typed;
    EXPECT_EQ(replay::label_of(outcome.error()), std::string("BAD_AMOUNT/") + each.why) << each.typed;
  }
}

TEST(RequestsAway, OfWhatOnlyTheGameKnowsAreRefused) {
  const ledger::PrivateKey key = ledger::PrivateKey::generate();
  const Means means{.now = 1, .keys = {&key}};
  v1::Request request;
  request.set_author("Ann");
  request.mutable_vote()->set_choice(v1::VoteCast::FOR);
  const auto nowhere = Service::prepare_away(request, means, {});
  ASSERT_FALSE(nowhere);
  EXPECT_EQ(nowhere.error().code, replay::ErrorCode::NEEDS_GAME);
  request.mutable_vote()->set_proposal("301");
  request.set_request_id("r1");
  const auto of_no_form = Service::prepare_away(request, means, {});
  ASSERT_FALSE(of_no_form);
  EXPECT_EQ(replay::label_of(of_no_form.error()), "NEEDS_GAME/form");
  const ledger::Hash form = ledger::sha256("what Bob saw");
  request.mutable_vote()->set_form(form.hex());
  const auto made = Service::prepare_away(request, means, {.game = {}, .size = 3, .head = ledger::sha256("seen")});
  ASSERT_TRUE(made);
  EXPECT_EQ(made->statement.author, "Ann");
  EXPECT_EQ(made->statement.request_id, "r1");
  EXPECT_EQ(made->statement.seen_size, 3U);
  v1::Event event;
  ASSERT_TRUE(event.ParseFromString(made->statement.payload));
  EXPECT_EQ(event.vote_cast().proposal(), "301");
  EXPECT_EQ(event.vote_cast().form(), form.raw());
}

// The form is the one that was looked at, whoever says it.
TEST(RequestedVotes, NameTheFormThatWasSeen) {
  Desk desk;
  ASSERT_EQ(desk.play(DEBATING).status, 0);
  desk.ok("revise --text 'Or coffee.' --as Ann");
  desk.ok("call-vote --as Ann");
  OpenGame game(desk);
  // Proposed, revised, called.
  const std::string tea = ledger::sha256(game.payload(game.size() - 3)).hex();
  const std::string coffee = ledger::sha256(game.payload(game.size() - 2)).hex();
  v1::Request request;
  request.set_author("Ann");
  request.mutable_vote()->set_choice(v1::VoteCast::FOR);
  ASSERT_TRUE(game.submit(request, {.now = desk.clock}));
  EXPECT_EQ(ledger::Hash::from_raw(game.last().second.vote_cast().form())->hex(), coffee);
  request.set_author("Cleo");
  request.mutable_vote()->set_form(tea);
  const auto overtaken = game.submit(request, {.now = desk.clock});
  ASSERT_FALSE(overtaken);
  EXPECT_EQ(replay::label_of(overtaken.error()), "OTHER_FORM");
  request.mutable_vote()->set_form("tea");
  const auto no_form = game.submit(request, {.now = desk.clock});
  ASSERT_FALSE(no_form);
  EXPECT_EQ(replay::label_of(no_form.error()), "BAD_REQUEST/form_digits");
  request.mutable_vote()->set_form(coffee);
  EXPECT_TRUE(game.submit(request, {.now = desk.clock}));
}

}  // namespace
}  // namespace nomic::tools

// Keys and joins by authority: the outcome is worked out by hand for each state of the author, each signer and each
// authority. The service, the server's socket, HTTP and `nomic submit` must answer alike.
#include "nomic/service/authority.h"

#include <fmt/format.h>

#include <map>
#include <sstream>

#include "nomic/ledger/statement.h"
#include "nomic/replay/reference.h"
#include "nomic/replay/text.h"
#include "nomic/server/guard.h"
#include "nomic/server/invitations.h"
#include "nomic/service/service.h"
#include "nomic/views/json.h"
#include "tools/server/served.h"

namespace nomic::tools {
namespace {

// In the game: Ann has a key in force; Bob has none; Cleo's only key is revoked; so is Dora's, and a Judgment has named
// "next" as its successor; Finn has a key; Gus has none; Hal had one, and the host has restored the seat. Eve has asked
// to join. Zoe is unknown. The host has invited each of these names.
enum Column : std::uint8_t { VOUCHING, SILENT, OWN, OTHERS, READERS, ANYBODY, COLUMNS };
constexpr const char* COLUMN_NAMES[] = {"the host vouches", "the host", "own token",
                                        "Gus' token",       "a reader", "anybody"};

// A statement, and what comes of it: "ok", or the code of the refusal. "NA" is NOT_AUTHORISED.
struct Row {
  const char* author;
  const char* event;    // "speak", or with the last signer's key "register" and "join"
  const char* signers;  // names of keys; "new" is nobody's
  const char* outcomes[COLUMNS];
};

constexpr const char* SBA = "SIGNED_BY_ANOTHER";
constexpr const char* NS = "NOT_SIGNED";
constexpr const char* UP = "UNKNOWN_PLAYER";
constexpr const char* NV = "NOT_VOUCHED_FOR";
constexpr const char* NA = "NOT_AUTHORISED";

const Row ROWS[] = {
    {"Ann", "speak", "ann", {"ok", "ok", "ok", "ok", "ok", "ok"}},
    {"Ann", "speak", "new", {SBA, SBA, SBA, NA, NA, NA}},
    {"Ann", "speak", "finn", {SBA, SBA, SBA, NA, NA, NA}},
    {"Ann", "register", "new", {NS, NS, NS, NA, NA, NA}},
    {"Ann", "register", "finn", {NS, NS, NS, NA, NA, NA}},
    {"Ann", "register", "ann new", {"ok", "ok", "ok", "ok", "ok", "ok"}},
    {"Ann", "join", "new", {NS, NS, NS, NA, NA, NA}},
    {"Bob", "speak", "new", {SBA, SBA, SBA, NA, NA, NA}},
    {"Bob", "speak", "finn", {SBA, SBA, SBA, NA, NA, NA}},
    {"Bob", "register", "new", {"ok", NV, "ok", NA, NA, NA}},
    {"Bob", "register", "finn", {"KEY_TAKEN", "KEY_TAKEN", "KEY_TAKEN", NA, NA, NA}},
    {"Bob", "register", "cleo", {"KEY_RETIRED", "KEY_RETIRED", "KEY_RETIRED", NA, NA, NA}},
    {"Bob", "join", "new", {"NAME_TAKEN", "NAME_TAKEN", "NAME_TAKEN", NA, NA, NA}},
    {"Cleo", "speak", "cleo", {"KEY_RETIRED", "KEY_RETIRED", "KEY_RETIRED", NA, NA, NA}},
    {"Cleo", "speak", "new", {SBA, SBA, SBA, NA, NA, NA}},
    {"Cleo", "register", "new", {NS, NS, NS, NA, NA, NA}},
    {"Cleo", "register", "cleo", {"KEY_RETIRED", "KEY_RETIRED", "KEY_RETIRED", NA, NA, NA}},
    {"Cleo", "register", "cleo new", {"KEY_RETIRED", "KEY_RETIRED", "KEY_RETIRED", NA, NA, NA}},
    {"Cleo", "register", "next", {NS, NS, NS, NA, NA, NA}},
    {"Dora", "speak", "dora", {"KEY_RETIRED", "KEY_RETIRED", "KEY_RETIRED", NA, NA, NA}},
    {"Dora", "speak", "next", {SBA, SBA, SBA, SBA, SBA, SBA}},
    {"Dora", "register", "new", {NS, NS, NS, NA, NA, NA}},
    {"Dora", "register", "next", {"ok", "ok", "ok", "ok", "ok", "ok"}},
    {"Hal", "speak", "hal", {"KEY_RETIRED", "KEY_RETIRED", "KEY_RETIRED", NA, NA, NA}},
    {"Hal", "register", "new", {"ok", NV, "ok", NA, NA, NA}},
    {"Hal", "register", "hal", {"KEY_RETIRED", "KEY_RETIRED", "KEY_RETIRED", NA, NA, NA}},
    {"Hal", "register", "hal new", {"ok", NV, "ok", NA, NA, NA}},
    {"Zoe", "speak", "new", {UP, UP, UP, NA, NA, NA}},
    {"Zoe", "register", "new", {UP, UP, UP, NA, NA, NA}},
    {"Zoe", "join", "new", {"ok", NV, "ok", NA, NA, NA}},
    {"Zoe", "join", "finn", {"KEY_TAKEN", "KEY_TAKEN", "KEY_TAKEN", NA, NA, NA}},
    {"Eve", "speak", "new", {UP, UP, UP, NA, NA, NA}},
    {"Eve", "register", "new", {UP, UP, UP, NA, NA, NA}},
    {"Eve", "join", "new", {"NAME_TAKEN", "NAME_TAKEN", "NAME_TAKEN", NA, NA, NA}},
};

// The same without a signature: the author is typed. "OP" is OTHER_PLAYER.
enum UnsignedColumn : std::uint8_t { U_HOST, U_OWN, U_OTHERS, U_READERS, U_ANYBODY, U_OPEN, U_COLUMNS };
constexpr const char* UNSIGNED_NAMES[] = {"the host", "own token", "Gus' token", "a reader", "anybody", "--unsigned"};

struct UnsignedRow {
  const char* author;
  const char* event;
  const char* outcomes[U_COLUMNS];
};

constexpr const char* OP = "OTHER_PLAYER";

const UnsignedRow UNSIGNED_ROWS[] = {
    {"Ann", "speak", {NS, NS, OP, "READER", NS, NA}},
    {"Bob", "speak", {"ok", "ok", OP, "READER", NS, "ok"}},
    {"Hal", "speak", {"ok", "ok", OP, "READER", NS, "ok"}},
    {"Cleo", "speak", {NS, NS, OP, "READER", NS, NA}},
    {"Dora", "speak", {NS, NS, OP, "READER", NS, NA}},
    {"Zoe", "speak", {UP, UP, OP, "READER", NS, NA}},
    {"Eve", "speak", {UP, UP, OP, "READER", NS, NA}},
    {"Zoe", "join", {"ok", "ok", OP, "READER", NS, NA}},
    {"Bob", "join", {"NAME_TAKEN", "NAME_TAKEN", OP, "READER", NS, NA}},
};

class AuthorityTable : public ::testing::Test {
 protected:
  AuthorityTable() {
    for (const char* name : {"ann", "cleo", "dora", "finn", "hal", "next", "new"}) {
      desk.ok(fmt::format("key new {0}.key --name {0}", name));
      keys.emplace(name, *ledger::PrivateKey::load(desk.folder() + "/" + name + ".key", [] { return std::nullopt; }));
    }
    const Ran played = desk.play(
        "init --game game Ann Bob Cleo Dora Finn Gus Hal\n"
        "propose enact --text 'Newcomers are approved.' --provision 'joining { approval { numerator: 1 denominator: 2 "
        "} "
        "when: ANY_TIME }' --call-vote --as Ann\n"
        "vote for --as Ann\nvote for --as Bob\nvote for --as Cleo\nvote for --as Dora\nvote for --as Finn\n"
        "vote for --as Gus\nvote for --as Hal\n"
        "roll 1 --as Ann\n"
        "join Eve\n"
        "propose repeal 209 --as Bob\n"
        "key register --as Ann --key ann.key\n"
        "key register --as Cleo --key cleo.key\n"
        "key revoke --as Cleo --key cleo.key\n"
        "key register --as Dora --key dora.key\n"
        "key register --as Finn --key finn.key\n"
        "key register --as Hal --key hal.key\n"
        "key restore Hal --reason 'His key is known to others.'\n"
        "judgment invoke 'Dora lost her key. Is the next one hers?' --as Bob\n"
        "judgment deliver Yes. --reasons 'She said so.' --as Ann --key ann.key\n");
    EXPECT_EQ(played.status, 0) << played.err;
    const std::uint64_t size = head().size;
    const auto shown = [&](const char* name) {
      std::string key = desk.ok(fmt::format("key show {}.key", name));
      key.pop_back();
      return key;
    };
    desk.ok(fmt::format("key revoke --judgment {} --revoked {} --successor {} --as Ann --key ann.key", size - 1,
                        shown("dora"), shown("next")));
    proposal = 302;
    seen = head();
  }

  ledger::Head head() const {
    auto ledger = ledger::Ledger::open(desk.ledger(), ledger::Access::READ, {});
    return *(*ledger)->find("game");
  }

  static std::vector<std::string> names_in(const std::string& words) {
    std::vector<std::string> names;
    std::istringstream line(words);
    for (std::string name; line >> name;) names.push_back(name);
    return names;
  }

  std::string statement_of(const Row& row) {
    std::vector<const ledger::PrivateKey*> signers;
    for (const std::string& name : names_in(row.signers)) signers.push_back(&keys.at(name));
    const std::string raw = signers.back()->public_key().raw();
    const std::string what = row.event;
    v1::Event event;
    if (what == "speak") {
      event.mutable_debate_spoken()->set_proposal(replay::reference(proposal));
      event.mutable_debate_spoken()->set_text("Hear.");
    } else if (what == "register") {
      event.mutable_key_registered()->set_player(row.author);
      event.mutable_key_registered()->set_public_key(raw);
    } else {
      v1::PlayerJoined& joined = *event.mutable_player_joined();
      *joined.mutable_player() = *replay::player_names(row.author, "", "");
      joined.set_public_key(raw);
    }
    const ledger::Statement statement{
        seen.game, seen.size, seen.head_hash, row.author, "r" + std::to_string(++made), event.SerializeAsString()};
    return ledger::armored(ledger::sign_statement(statement, signers));
  }

  static v1::Request request_of(const UnsignedRow& row, std::uint32_t proposal) {
    v1::Request request;
    if (std::string(row.event) == "join") {
      request.mutable_join()->set_name(row.author);
    } else {
      request.set_author(row.author);
      request.mutable_debate()->set_proposal(replay::reference(proposal));
      request.mutable_debate()->set_text("Hear.");
    }
    request.set_dry_run(true);
    return request;
  }

  // By the service alone.
  std::string by_service(const v1::Request& request, const Authority& authority) {
    auto ledger = ledger::Ledger::open(desk.ledger(), ledger::Access::READ, {});
    auto game = replay::Game::open(**ledger, "game");
    Means means;
    means.now = desk.clock;
    means.authority = authority;
    const auto outcome = Service(**ledger, *game).submit(request, means);
    return outcome ? "ok" : std::string(replay::name_of(outcome.error().code));
  }

  Authority authority_in(Column column, const std::string& author) const {
    switch (column) {
      case VOUCHING:
      case SILENT:
        return {.by = Authority::By::HOST};
      case OWN:
        return {.by = Authority::By::PLAYER, .game = seen.game, .player = author};
      case OTHERS:
        return {.by = Authority::By::PLAYER, .game = seen.game, .player = "Gus"};
      case READERS:
        return {.by = Authority::By::READER, .game = seen.game};
      case ANYBODY:
      case COLUMNS:
        break;
    }
    return {.by = Authority::By::ANYBODY};
  }

  // By HTTP: a token, or none; at the socket.
  std::string by_server(Served& served, const v1::Request& request, bool local, const std::string& token) {
    HttpRequest sent;
    sent.method = "POST";
    sent.target = target_of("/v1/games/game/moves");
    sent.local = local;
    sent.headers = {{"content-type", "application/json"}};
    if (!token.empty()) sent.headers.emplace_back("authorization", "Bearer " + token);
    sent.body = json_of(request);
    const HttpAnswer answer = served.ask(std::move(sent));
    return answer.status < 300 ? "ok" : problem_of(answer).code();
  }

  std::string token_for(Invitations& invitations, const std::string& player, const ledger::GameId& game) {
    auto link = invitations.make(game.hash.hex(), player, desk.clock);
    return (*invitations.redeem(link->secret, desk.clock))->token;
  }

  Desk desk;
  std::map<std::string, ledger::PrivateKey> keys;
  ledger::Head seen;
  std::uint32_t proposal = 0;
  unsigned made = 0;
};

TEST_F(AuthorityTable, TheServiceDecidesAsWorkedOutByHand) {
  for (const Row& row : ROWS) {
    for (unsigned at = 0; at < COLUMNS; ++at) {
      SCOPED_TRACE(fmt::format("{} {} signed by {}: {}", row.author, row.event, row.signers, COLUMN_NAMES[at]));
      v1::Request request;
      request.mutable_signed_move()->set_armored(statement_of(row));
      request.set_dry_run(true);
      if (at == VOUCHING) request.set_author(row.author);
      EXPECT_EQ(by_service(request, authority_in(static_cast<Column>(at), row.author)), row.outcomes[at]);
    }
  }
}

TEST_F(AuthorityTable, HttpAndTheSocketAnswerAsTheService) {
  Invitations invitations(desk.ledger());
  Guard guard(invitations, [this] { return desk.clock; }, {});
  Served served(desk, [&](Api::Parts& parts) { parts.guard = &guard; });
  std::map<std::string, std::string> tokens;
  for (const char* name : {"Ann", "Bob", "Cleo", "Dora", "Eve", "Gus", "Hal", "Zoe", ""}) {
    tokens[name] = token_for(invitations, name, seen.game);
  }
  for (const Row& row : ROWS) {
    const std::string by_column[] = {"", "", tokens[row.author], tokens["Gus"], tokens[""], ""};
    for (unsigned at = 0; at < COLUMNS; ++at) {
      SCOPED_TRACE(fmt::format("{} {} signed by {}: {}", row.author, row.event, row.signers, COLUMN_NAMES[at]));
      v1::Request request;
      request.mutable_signed_move()->set_armored(statement_of(row));
      request.set_dry_run(true);
      if (at == VOUCHING) request.set_author(row.author);
      EXPECT_EQ(by_server(served, request, at == VOUCHING || at == SILENT, by_column[at]), row.outcomes[at]);
    }
  }
  for (const UnsignedRow& row : UNSIGNED_ROWS) {
    const std::string by_column[] = {"", tokens[row.author], tokens["Gus"], tokens[""], ""};
    for (unsigned at = 0; at < U_OPEN; ++at) {
      SCOPED_TRACE(fmt::format("{} {} unsigned: {}", row.author, row.event, UNSIGNED_NAMES[at]));
      EXPECT_EQ(by_server(served, request_of(row, proposal), at == U_HOST, by_column[at]), row.outcomes[at]);
    }
  }
}

TEST_F(AuthorityTable, TheCommandAnswersAsTheService) {
  const auto code_of = [](const Ran& ran) -> std::string {
    if (ran.status == 0) return "ok";
    const std::string mark = R"("code":")";
    const std::size_t at = ran.err.find(mark);
    if (at == std::string::npos) return ran.err;
    return ran.err.substr(at + mark.size(), ran.err.find('"', at + mark.size()) - at - mark.size());
  };
  for (const Row& row : ROWS) {
    SCOPED_TRACE(fmt::format("{} {} signed by {}", row.author, row.event, row.signers));
    desk.write("statement.txt", statement_of(row));
    const std::string command = "submit statement.txt --dry-run --format json";
    EXPECT_EQ(code_of(desk.run(command)), row.outcomes[SILENT]);
    EXPECT_EQ(code_of(desk.run(command + " --as " + row.author)), row.outcomes[VOUCHING]);
  }
}

TEST_F(AuthorityTable, UnsignedMovesAreDecidedByTheServiceToo) {
  for (const UnsignedRow& row : UNSIGNED_ROWS) {
    const Authority by_column[] = {
        authority_in(SILENT, row.author),  authority_in(OWN, row.author),
        authority_in(OTHERS, row.author),  authority_in(READERS, row.author),
        authority_in(ANYBODY, row.author), {.by = Authority::By::ANYBODY, .takes_unsigned = true}};
    for (unsigned at = 0; at < U_COLUMNS; ++at) {
      SCOPED_TRACE(fmt::format("{} {} unsigned: {}", row.author, row.event, UNSIGNED_NAMES[at]));
      EXPECT_EQ(by_service(request_of(row, proposal), by_column[at]), row.outcomes[at]);
    }
  }
}

// A key that was put on record by its player speaks from then on, and the host's word is not asked for again.
TEST_F(AuthorityTable, TheHostVouchesByNameAndOnRecord) {
  const Row first{"Bob", "register", "new", {}};
  desk.write("first.txt", statement_of(first));
  const Ran silent = desk.run("submit first.txt");
  EXPECT_EQ(silent.status, 3);
  EXPECT_NE(silent.err.find("this statement gives Bob a first key"), std::string::npos) << silent.err;
  EXPECT_NE(silent.err.find("--as Bob"), std::string::npos) << silent.err;
  EXPECT_EQ(desk.run("submit first.txt --as Cleo").status, 2);
  EXPECT_EQ(head().size, seen.size);
  desk.ok("submit first.txt --as bob");
  EXPECT_EQ(head().size, seen.size + 1);
  const Row speaks{"Bob", "speak", "new", {}};
  desk.write("speaks.txt", statement_of(speaks));
  desk.ok("submit speaks.txt");
  EXPECT_EQ(head().size, seen.size + 2);
}

// The server verifies statements before it has the one thread that records. They are not verified again for a caller
// whom the authority refuses; the ledger verifies whatever it records.
TEST_F(AuthorityTable, AVerifiedStatementIsDecidedByItsKeys) {
  const auto submit = [&](const char* signer, bool is_verified) {
    v1::Request request;
    request.mutable_signed_move()->set_armored(statement_of({"Ann", "speak", signer, {}}));
    ledger::SignedStatement changed = *ledger::from_armored(request.signed_move().armored());
    changed.signatures[0].signature[40] = static_cast<char>(changed.signatures[0].signature[40] ^ 1);
    request.mutable_signed_move()->set_armored(ledger::armored(changed));
    Means means;
    means.now = desk.clock;
    means.authority = {.by = Authority::By::ANYBODY};
    const ledger::Statement statement = *ledger::read_statement(changed.statement);
    if (is_verified) means.verified = std::make_shared<const Prepared>(Prepared{statement, changed});
    auto ledger = *ledger::Ledger::open(desk.ledger(), ledger::Access::WRITE, {});
    auto game = *replay::Game::open(*ledger, "game");
    const auto made = Service(*ledger, game).submit(request, means);
    return made ? std::string("ok") : failure_of(made.error()).code;
  };
  const std::string forged = submit("ann", false);
  EXPECT_EQ(forged, "BAD_SIGNATURE");
  EXPECT_EQ(submit("new", false), forged);
  EXPECT_EQ(submit("new", true), "NOT_AUTHORISED");
  EXPECT_EQ(submit("ann", true), forged);
  EXPECT_EQ(head().size, seen.size);
}

// A signer of a recorded statement may ask what became of it, also with a key that was retired meanwhile. A stranger
// with the request's ID learns nothing, by any digest.
TEST_F(AuthorityTable, ARepeatedStatementIsAnsweredToItsSignersAlone) {
  const Row speaks{"Ann", "speak", "ann", {}};
  v1::Request request;
  request.mutable_signed_move()->set_armored(statement_of(speaks));
  const std::string id = "r" + std::to_string(made);
  auto ledger = *ledger::Ledger::open(desk.ledger(), ledger::Access::WRITE, {});
  auto game = *replay::Game::open(*ledger, "game");
  Service service(*ledger, game);
  Means means;
  means.now = desk.clock;
  means.authority = {.by = Authority::By::ANYBODY};
  ASSERT_TRUE(service.submit(request, means));
  v1::Request revokes;
  revokes.set_author("Ann");
  revokes.mutable_revoke_key()->set_reason("lost");
  Means anns = {.now = desk.clock, .keys = {&keys.at("ann")}};
  ASSERT_TRUE(service.submit(revokes, anns));
  const auto again = service.submit(request, means);
  ASSERT_TRUE(again) << replay::label_of(again.error());
  EXPECT_TRUE(again->receipt.repeated_request);

  const auto made_before = ledger::from_armored(request.signed_move().armored());
  ledger::Statement forged = *ledger::read_statement(made_before->statement);
  v1::Request stranger;
  for (const std::string& digest :
       {std::string(), ledger::statement_digest(made_before->statement).hex(), std::string("12")}) {
    stranger.mutable_signed_move()->set_asked(digest);
    for (const std::string& named : {id, std::string("other")}) {
      forged.request_id = named;
      stranger.mutable_signed_move()->set_armored(ledger::armored(ledger::sign_statement(forged, {&keys.at("new")})));
      const auto refused = service.submit(stranger, means);
      ASSERT_FALSE(refused);
      EXPECT_EQ(replay::label_of(refused.error()), "NOT_AUTHORISED") << digest << named;
    }
  }
}

}  // namespace
}  // namespace nomic::tools

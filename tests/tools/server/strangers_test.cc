// Strangers at a real server: they have any number of keys, tokens of other games, readers' and revoked tokens, and try
// every kind of move, signed and unsigned, at every phase of a game. The game does not change, and a refusal tells
// nothing of it. NOMIC_STRANGERS tries so many times as many.
#include <fmt/format.h>
#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>

#include <cstdlib>
#include <map>
#include <random>
#include <set>

#include "nomic/ledger/statement.h"
#include "nomic/replay/digest.h"
#include "nomic/replay/player_keys.h"
#include "nomic/replay/reference.h"
#include "nomic/replay/text.h"
#include "nomic/server/guard.h"
#include "nomic/server/invitations.h"
#include "nomic/v1/event.pb.h"
#include "nomic/v1/request.pb.h"
#include "nomic/views/json.h"
#include "tools/server/raw_client.h"
#include "tools/server/served_desk.h"

namespace nomic::tools {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

// What the game is when the strangers come.
struct Phase {
  const char* name;
  const char* lines;
};

const Phase PHASES[] = {
    {"founded", "init --game game Ann Bob Cleo\n"},
    {"debating",
     "init --game game Ann Bob Cleo\nkey register --as Ann --key ann.key\npropose repeal 209 --as Ann --key ann.key\n"},
    {"voting", "init --game game Ann Bob Cleo\npropose repeal 209 --call-vote --as Ann\nvote for --as Bob\n"},
    {"applied",
     "init --game game Ann Bob Cleo\n"
     "propose enact --text 'Newcomers are approved.' --provision 'joining { approval { numerator: 1 denominator: 2 } "
     "}' "
     "--call-vote --as Ann\n"
     "vote for --as Ann\nvote for --as Bob\nvote for --as Cleo\nroll 1 --as Ann\njoin Eve\n"},
    {"keys lost",
     "init --game game Ann Bob Cleo\nkey register --as Ann --key ann.key\nkey revoke --as Ann --key ann.key\n"},
    {"seat restored",
     "init --game game Ann Bob Cleo\nkey register --as Ann --key ann.key\nkey register --as Bob --key bob.key\n"
     "key restore Ann --reason lost\npropose repeal 209 --as Ann\n"},
    {"judged", "init --game game Ann Bob Cleo\npropose repeal 209 --as Ann\njudgment invoke 'May she?' --as Bob\n"},
};
// In a game that requires signatures.
const char* const STRICT = "init --game game --signing required --player-key Ann={} --player-key Bob={} Ann Bob\n";

struct House {
  const char* name;
  bool looks_are_public;
  bool takes_unsigned;
};

const House HOUSES[] = {{"plain", false, false},
                        {"--public", true, false},
                        {"--unsigned", false, true},
                        {"--public --unsigned", true, true}};

class Strangers : public ::testing::Test {
 protected:
  void play(const std::string& lines) {
    desk.ok("key new ann.key --name ann");
    desk.ok("key new bob.key --name bob");
    const Ran played = desk.play(lines);
    ASSERT_EQ(played.status, 0) << played.err;
    desk.ok("init --game sunday-club Ann Bob Zoe");
    for (int at = 0; at < 3; ++at) keys.push_back(ledger::PrivateKey::generate());
    auto ledger = *ledger::Ledger::open(desk.ledger(), ledger::Access::READ, {});
    auto game = *replay::Game::open(*ledger, "game");
    head = game.head();
    names = {"Zoe", "Eve", "ann", "Nobody"};
    for (const v1::Player& player : game.engine().state().players()) {
      names.push_back(player.names().name());
      // A player whose seat was restored has none either.
      if (!replay::has_had_key(player)) keyless.insert(player.names().name());
      if (player.keys_size() > 0) public_keys.push_back(player.keys(0).public_key());
    }
    strict = game.engine().state().founding().signatures_required();
    other = (*ledger->find("sunday-club")).game;
  }

  std::pair<ledger::Hash, ledger::Hash> state_of_game() {
    auto ledger = *ledger::Ledger::open(desk.ledger(), ledger::Access::READ, {});
    auto game = *replay::Game::open(*ledger, "game");
    return {game.head().head_hash, replay::digest_of(game.engine().state())};
  }

  void serve(const House& house) {
    invitations.emplace(desk.ledger());
    guard.emplace(
        *invitations, [this] { return desk.clock; }, Guard::Rules{.looks_are_public = house.looks_are_public});
    ServedDesk::Otherwise otherwise;
    otherwise.parts = [&](Api::Parts& parts) {
      parts.guard = &*guard;
      parts.unsigned_from_afar = house.takes_unsigned;
    };
    // They come as fast as they are answered.
    otherwise.limits.rate = 0;
    server.emplace(desk, otherwise);
    const std::string url = server->url();
    host = url.substr(url.rfind('/') + 1);
    client.emplace(static_cast<std::uint16_t>(std::stoi(url.substr(url.rfind(':') + 1))));
    tokens = {"", token(other, "Ann"), token(other, "Zoe"), token(head.game, ""), "nonsense"};
    auto link = *invitations->make(head.game.hash.hex(), "Bob", desk.clock);
    tokens.push_back((*invitations->redeem(link.secret, desk.clock))->token);
    ASSERT_TRUE(invitations->revoke(link.invitation.id(), desk.clock));
  }

  std::string token(const ledger::GameId& game, const std::string& player) {
    auto link = *invitations->make(game.hash.hex(), player, desk.clock);
    return (*invitations->redeem(link.secret, desk.clock))->token;
  }

  template <class Item>
  const Item& one_of(const std::vector<Item>& items) {
    return items[random() % items.size()];
  }

  // Something plausible in each field: names of players, keys of the stranger's, numbers that the game has.
  void fill(Message& message, int depth) {
    for (int at = 0; at < message.GetDescriptor()->field_count(); ++at) {
      const FieldDescriptor& field = *message.GetDescriptor()->field(at);
      if (field.containing_oneof() != nullptr && field.containing_oneof()->field_count() > 1 && random() % 3 != 0)
        continue;
      if (field.is_repeated() && random() % 2 == 0) continue;
      fill(message, field, depth);
    }
  }

  void fill(Message& message, const FieldDescriptor& field, int depth) {
    const auto& of = *message.GetReflection();
    const auto put = [&](auto set, auto add, auto value) {
      field.is_repeated() ? (of.*add)(&message, &field, value) : (of.*set)(&message, &field, value);
    };
    using Of = google::protobuf::Reflection;
    const std::vector<std::uint64_t> numbers = {0, 1, 2, 209, 301, 302, head.size - 1, head.size};
    switch (field.cpp_type()) {
      case FieldDescriptor::CPPTYPE_STRING: {
        const bool is_key =
            field.name().find("key") != std::string::npos && field.type() == FieldDescriptor::TYPE_BYTES;
        const bool is_event = field.name() == "event";
        std::string value = is_key ? one_of(keys).public_key().raw() : is_event ? binding() : one_of(names);
        if (replay::refers(field)) value = replay::reference(static_cast<std::uint32_t>(one_of(numbers)));
        if (field.type() == FieldDescriptor::TYPE_BYTES && !is_key && !is_event) value = std::string(32, 'x');
        put(&Of::SetString, &Of::AddString, value);
        break;
      }
      case FieldDescriptor::CPPTYPE_UINT64:
        put(&Of::SetUInt64, &Of::AddUInt64, one_of(numbers));
        break;
      case FieldDescriptor::CPPTYPE_UINT32:
        put(&Of::SetUInt32, &Of::AddUInt32, static_cast<std::uint32_t>(one_of(numbers)));
        break;
      case FieldDescriptor::CPPTYPE_INT64:
        put(&Of::SetInt64, &Of::AddInt64, static_cast<std::int64_t>(random() % 3 * 1000));
        break;
      case FieldDescriptor::CPPTYPE_INT32:
        put(&Of::SetInt32, &Of::AddInt32, static_cast<std::int32_t>(random() % 3));
        break;
      case FieldDescriptor::CPPTYPE_BOOL:
        put(&Of::SetBool, &Of::AddBool, random() % 2 == 0);
        break;
      case FieldDescriptor::CPPTYPE_ENUM:
        put(&Of::SetEnumValue, &Of::AddEnumValue,
            field.enum_type()
                ->value(static_cast<int>(random() % static_cast<unsigned>(field.enum_type()->value_count())))
                ->number());
        break;
      case FieldDescriptor::CPPTYPE_MESSAGE:
        if (depth > 0) {
          fill(field.is_repeated() ? *of.AddMessage(&message, &field) : *of.MutableMessage(&message, &field),
               depth - 1);
        }
        break;
      case FieldDescriptor::CPPTYPE_FLOAT:
      case FieldDescriptor::CPPTYPE_DOUBLE:
        break;
    }
    if (auto* player = dynamic_cast<v1::PlayerNames*>(&message)) {
      if (auto whole = replay::player_names(one_of(names), "", "")) *player = *whole;
    }
  }

  // An event that would bind a key, serialized.
  std::string binding() {
    v1::Event event;
    if (random() % 2 == 0) {
      event.mutable_player_joined()->set_public_key(one_of(keys).public_key().raw());
      *event.mutable_player_joined()->mutable_player() = *replay::player_names("Zoe", "", "");
    } else {
      event.mutable_key_registered()->set_player(one_of(names));
      event.mutable_key_registered()->set_public_key(one_of(keys).public_key().raw());
    }
    return event.SerializeAsString();
  }

  // One of that kind; what binds names its author, as the engine asks for.
  v1::Event event_of(const FieldDescriptor& kind, const std::string& author) {
    v1::Event event;
    fill(*event.GetReflection()->MutableMessage(&event, &kind), 3);
    if (event.has_player_joined()) {
      if (auto whole = replay::player_names(author, "", "")) *event.mutable_player_joined()->mutable_player() = *whole;
      event.mutable_player_joined()->clear_key_name();
    }
    if (event.has_key_registered()) {
      event.mutable_key_registered()->set_player(author);
      event.mutable_key_registered()->clear_key_name();
    }
    return event;
  }

  // Signed by the key that the event names, by others, by nobody; or with a player's public key and no signature of it.
  std::string statement_of(const v1::Event& event, const std::string& author) {
    const ledger::Statement statement{
        head.game, head.size, head.head_hash, author, "s" + std::to_string(++made), event.SerializeAsString()};
    std::vector<const ledger::PrivateKey*> signers;
    const bool signs_all = random() % 2 == 0;
    for (const ledger::PrivateKey& key : keys) {
      if (signs_all || random() % 3 == 0) signers.push_back(&key);
    }
    if (signers.empty()) signers.push_back(&keys.front());
    ledger::SignedStatement whole = ledger::sign_statement(statement, signers);
    if (!public_keys.empty() && random() % 4 == 0) {
      whole.signatures.push_back({one_of(public_keys), whole.signatures.front().signature});
    }
    return ledger::armored(whole);
  }

  std::string post(const std::string& target, const std::string& type, const std::string& body) {
    const std::string& token = one_of(tokens);
    const std::string said = token.empty() ? "" : "Authorization: Bearer " + token + "\r\n";
    const std::string request =
        fmt::format("POST {} HTTP/1.1\r\nHost: {}\r\n{}Content-Type: {}\r\nContent-Length: {}\r\n\r\n{}", target, host,
                    said, type, body.size(), body);
    EXPECT_TRUE(client->send(request));
    return client->read_answer();
  }

  // Refused, with nothing in it that the stranger has not sent.
  void expect_refused(const std::string& answer, const std::string& sent) {
    const unsigned status = status_of(answer);
    EXPECT_TRUE(status >= 400 && status < 500) << answer << "\n" << sent;
    for (const std::string& name : {std::string("Cleo"), std::string("sunday-club")}) {
      if (sent.find(name) != std::string::npos) continue;
      EXPECT_EQ(answer.find(name), std::string::npos) << answer << "\n" << sent;
    }
  }

  void attempt_signed(const FieldDescriptor& kind) {
    const std::string author = random() % 8 == 0 ? std::string() : one_of(names);
    const std::string armored = statement_of(event_of(kind, author), author);
    const std::string target =
        random() % 4 == 0 ? "/v1/games/" + head.game.hash.hex() + "/moves" : "/v1/games/game/moves";
    const std::string said = fmt::format("{} by \"{}\"", kind.name(), author);
    if (random() % 2 == 0) return expect_refused(post(target, "text/plain", armored), said);
    v1::Request request;
    if (random() % 2 == 0) request.set_author(one_of(names));
    if (random() % 4 == 0) request.mutable_signed_move()->set_asked(head.head_hash.hex());
    request.mutable_signed_move()->set_armored(armored);
    expect_refused(post(target, "application/json", json_of(request)), said + " " + request.author());
  }

  void attempt_unsigned(const FieldDescriptor& kind, const House& house) {
    v1::Request request;
    if (kind.name() != "signed_move") fill(*request.GetReflection()->MutableMessage(&request, &kind), 2);
    if (kind.name() == "signed_move") request.mutable_signed_move()->set_armored(one_of(names));
    request.set_author(one_of(names));
    if (random() % 6 == 0) request.clear_author();
    // Where everybody may move for a player without a key, this is no attack.
    const bool is_open = house.takes_unsigned && !strict && !request.has_join();
    if (is_open && (request.author().empty() || keyless.contains(request.author()))) return;
    if (is_open && request.author() == "ann" && keyless.contains("Ann")) return;
    if (random() % 4 == 0) request.set_contest(true);
    if (random() % 4 == 0) request.set_request_id("r1");
    expect_refused(post("/v1/games/game/moves", "application/json", json_of(request)), request.ShortDebugString());
  }

  void attempt_all(const House& house) {
    const char* more = std::getenv("NOMIC_STRANGERS");
    const int rounds = more == nullptr ? 1 : std::atoi(more);
    const auto* events = v1::Event::descriptor()->FindOneofByName("kind");
    const auto* requests = v1::Request::descriptor()->FindOneofByName("move");
    for (int round = 0; round < rounds; ++round) {
      for (int at = 0; at < events->field_count(); ++at) attempt_signed(*events->field(at));
      for (const char* binds : {"player_joined", "key_registered", "key_rotated", "move_contested"}) {
        for (int time = 0; time < 6; ++time) attempt_signed(*v1::Event::descriptor()->FindFieldByName(binds));
      }
      for (int at = 0; at < requests->field_count(); ++at) attempt_unsigned(*requests->field(at), house);
    }
  }

  Desk desk;
  std::vector<ledger::PrivateKey> keys;
  std::vector<std::string> names;
  std::vector<std::string> tokens;
  std::vector<std::string> public_keys;  // of players
  std::set<std::string> keyless;
  bool strict = false;
  ledger::Head head;
  ledger::GameId other;
  std::optional<Invitations> invitations;
  std::optional<Guard> guard;
  std::optional<ServedDesk> server;
  std::optional<RawClient> client;
  std::string host;
  std::mt19937 random{1};
  unsigned made = 0;
};

class StrangersAt : public Strangers, public ::testing::WithParamInterface<std::size_t> {};

TEST_P(StrangersAt, ChangeNothingAndLearnNothing) {
  const std::size_t at = GetParam();
  if (at < std::size(PHASES)) {
    play(PHASES[at].lines);
  } else {
    Desk made_keys;
    std::vector<std::string> shown;
    for (const char* name : {"ann", "bob"}) {
      made_keys.ok(fmt::format("key new {0}.key --name {0}", name));
      shown.push_back(made_keys.ok(fmt::format("key show {}.key", name)));
      shown.back().pop_back();
    }
    play(fmt::format(fmt::runtime(STRICT), shown[0], shown[1]));
  }
  if (HasFatalFailure()) return;
  random.seed(static_cast<unsigned>(at) + 1);
  const auto before = state_of_game();
  for (const House& house : HOUSES) {
    SCOPED_TRACE(house.name);
    serve(house);
    attempt_all(house);
    client.reset();
    server.reset();
    EXPECT_EQ(state_of_game(), before);
    if (HasFailure()) break;
  }
}

INSTANTIATE_TEST_SUITE_P(AllPhases, StrangersAt, ::testing::Range<std::size_t>(0, std::size(PHASES) + 1));

TEST_F(Strangers, AreNotToldWhichGamesThereAre) {
  play(PHASES[0].lines);
  for (const House& house : HOUSES) {
    SCOPED_TRACE(house.name);
    serve(house);
    const std::string signs =
        statement_of(event_of(*v1::Event::descriptor()->FindFieldByName("key_registered"), "Bob"), "Bob");
    const std::string unsigned_join = R"({"join":{"name":"Zoe"}})";
    const std::string readers = tokens[3];
    const std::string of_other = tokens[1];
    const auto answer = [&](const std::string& token, const std::string& game, bool is_signed) {
      tokens = {token};
      const std::string whole = post("/v1/games/" + game + "/moves", is_signed ? "text/plain" : "application/json",
                                     is_signed ? signs : unsigned_join);
      return whole.substr(0, whole.find("\r\n")) + whole.substr(whole.find("\r\n\r\n"));
    };
    for (const bool is_signed : {false, true}) {
      EXPECT_EQ(answer("", "game", is_signed), answer("", "nowhere", is_signed));
      EXPECT_EQ(answer(readers, "sunday-club", is_signed), answer(readers, "nowhere", is_signed));
      EXPECT_EQ(answer(of_other, "game", is_signed), answer(of_other, "nowhere", is_signed));
    }
  }
}

// Public keys are public. A statement that names one, with a signature that does not hold, is answered alike: whether
// the key is a player's, whose, and which games there are.
TEST_F(Strangers, WhoForgeLearnNothing) {
  play(PHASES[1].lines);
  ASSERT_FALSE(public_keys.empty());
  serve(HOUSES[0]);
  const auto answer = [&](const ledger::GameId& game, const std::string& name, const std::string& author,
                          const std::string& key) {
    v1::Event event;
    event.mutable_debate_spoken()->set_proposal("301");
    event.mutable_debate_spoken()->set_text("Hm.");
    const ledger::Statement statement{game, head.size, head.head_hash, author, "forged", event.SerializeAsString()};
    ledger::SignedStatement whole = ledger::sign_statement(statement, {&keys.front()});
    whole.signatures.front().public_key = key;
    tokens = {""};
    const std::string said = post("/v1/games/" + name + "/moves", "text/plain", ledger::armored(whole));
    return said.substr(0, said.find("\r\n")) + said.substr(said.find("\r\n\r\n"));
  };
  const ledger::GameId none{ledger::sha256("no game")};
  const std::string expected = answer(none, "nowhere", "Nobody", keys[1].public_key().raw());
  EXPECT_EQ(status_of(expected), 403U) << expected;
  for (const ledger::GameId& game : {head.game, other, none}) {
    for (const char* name : {"game", "sunday-club", "nowhere"}) {
      for (const char* author : {"Ann", "Bob", "Nobody"}) {
        for (const std::string& key : {public_keys.front(), keys[1].public_key().raw()}) {
          EXPECT_EQ(answer(game, name, author, key), expected) << name << " " << author;
        }
      }
    }
  }
}

// What a player's token, a key in force, a successor and the host may do is worked out in authority_test.cc; here it is
// recorded over real HTTP.
TEST_F(Strangers, AndPlayersAreToldApart) {
  play(PHASES[0].lines);
  serve(HOUSES[0]);
  const auto records = [&] { return status_of(client->read_answer()); };
  const auto sent = [&](const std::string& its, const std::string& type, const std::string& body) {
    client->send(
        fmt::format("POST /v1/games/game/moves HTTP/1.1\r\nHost: {}\r\n{}Content-Type: {}\r\n"
                    "Content-Length: {}\r\n\r\n{}",
                    host, its.empty() ? "" : "Authorization: Bearer " + its + "\r\n", type, body.size(), body));
    return records();
  };
  const auto statement = [&](const std::string& author, const v1::Event& event,
                             const std::vector<const ledger::PrivateKey*>& signers) {
    return ledger::armored(ledger::sign_statement(
        {head.game, head.size, head.head_hash, author, "p" + std::to_string(++made), event.SerializeAsString()},
        signers));
  };
  const auto registers = [&](const std::string& player, const ledger::PrivateKey& key) {
    v1::Event event;
    event.mutable_key_registered()->set_player(player);
    event.mutable_key_registered()->set_public_key(key.public_key().raw());
    return event;
  };
  const std::string bobs = token(head.game, "Bob");
  const std::string doras = token(head.game, "Dora");
  v1::Event joins;
  *joins.mutable_player_joined()->mutable_player() = *replay::player_names("Dora", "", "");
  joins.mutable_player_joined()->set_public_key(keys[1].public_key().raw());
  const std::string first = statement("Bob", registers("Bob", keys[0]), {&keys[0]});
  const std::string join = statement("Dora", joins, {&keys[1]});
  EXPECT_EQ(sent("", "text/plain", first), 403U) << "a first key needs the player's token";
  EXPECT_EQ(sent(doras, "text/plain", first), 403U) << "and no other";
  EXPECT_EQ(sent("", "text/plain", join), 403U) << "a join needs an invitation";
  EXPECT_EQ(sent(bobs, "text/plain", join), 403U) << "of the newcomer's name";
  EXPECT_EQ(sent(bobs, "text/plain", first), 201U);
  EXPECT_EQ(sent(doras, "text/plain", join), 201U);
  EXPECT_EQ(sent("", "text/plain", statement("Bob", registers("Bob", keys[2]), {&keys[0], &keys[2]})), 201U)
      << "a key in force brings another in, without a token";
  // Only by the names of the game that the statement is for.
  const auto spoken_at = [&](const std::string& name) {
    v1::Event event;
    event.mutable_judgment_invoked()->set_question("May she?");
    tokens = {""};
    const std::string said = post("/v1/games/" + name + "/moves", "text/plain", statement("Bob", event, {&keys[0]}));
    return said.substr(0, said.find("\r\n")) + said.substr(said.find("\r\n\r\n"));
  };
  EXPECT_EQ(status_of(spoken_at("nowhere")), 403U);
  EXPECT_EQ(spoken_at("sunday-club"), spoken_at("nowhere"));
  EXPECT_EQ(status_of(spoken_at("game")), 201U);
  EXPECT_EQ(status_of(spoken_at(head.game.hash.hex().substr(0, 10))), 201U);
  // Signed well, and not in the one form: a field twice, or one of a newer program.
  const auto payload = [&](const std::string& bytes) {
    tokens = {""};
    return post("/v1/games/game/moves", "text/plain",
                ledger::armored(ledger::sign_statement(
                    {head.game, head.size, head.head_hash, "Bob", "p" + std::to_string(++made), bytes}, {&keys[0]})));
  };
  const std::string event = registers("Bob", keys[2]).SerializeAsString();
  const std::string twice = payload(event + event);
  EXPECT_EQ(status_of(twice), 422U) << twice;
  EXPECT_NE(twice.find("BAD_REQUEST"), std::string::npos) << twice;
  EXPECT_EQ(status_of(payload("\x08")), 422U);
  EXPECT_EQ(status_of(payload(event + "\xC0\xBB\x78\x01")), 422U) << "an unknown field";
  EXPECT_EQ(sent("", "text/plain", first), 200U) << "and asks again what became of the first";
  EXPECT_EQ(sent(bobs, "application/json", R"({"author":"Bob","tick":{}})"), 403U) << "the token moves no more";
}

}  // namespace
}  // namespace nomic::tools

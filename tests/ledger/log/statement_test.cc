// Signed statements: made here or elsewhere, taken strictly, recorded once, and found out where they are forged.
#include "nomic/ledger/statement.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "ledger/support/world.h"
#include "ledger/v1/record.pb.h"
#include "nomic/ledger/log/record.h"
#include "nomic/ledger/log/rows.h"
#include "nomic/ledger/store/memory/memory_store.h"

namespace nomic::ledger {
namespace {

class Statements : public ::testing::Test {
 protected:
  Statements() {
    auto kept = std::make_unique<MemoryStore>();
    store_ = kept.get();
    ledger_ = *Ledger::over(std::move(kept), {});
    game_ = test::found_game(*ledger_, "friday", 5)->game;
  }

  Statement statement(const std::string& payload = "a vote") {
    const Head head = *ledger_->head(game_);
    return {game_, head.size, head.head_hash, "Ann", "id-1", payload};
  }
  Result<Appended> put_in(const SignedStatement& made) {
    auto read = read_statement(made.statement);
    if (!read) return read.error();
    const Head head = *ledger_->head(game_);
    AppendRequest request;
    request.game = game_;
    request.expected_size = head.size;
    request.records = {{.author = read->author, .payload = read->payload, .prepared = made}};
    request.recorded_at = head.recorded_at;
    request.request = {read->request_id, statement_digest(made.statement)};
    return ledger_->append(request);
  }
  Result<Appended> say_signed(const std::string& payload, const std::string& id = {}) {
    const Head head = *ledger_->head(game_);
    AppendRequest request;
    request.game = game_;
    request.expected_size = head.size;
    request.records = {{.author = "Ann", .payload = payload, .keys = {&key_}}};
    request.recorded_at = head.recorded_at;
    if (!id.empty()) request.request = {id, sha256("asked")};
    return ledger_->append(request);
  }
  RecordParts parts(std::uint64_t index) {
    RecordDecoder decoder;
    RecordParts parts;
    EXPECT_OK(decoder.decode(store_->rows(Table::RECORDS).at(record_key(game_, index)), parts));
    return parts;
  }
  // What the statement of a record would be if somebody copied it out.
  SignedStatement copied(std::uint64_t index) {
    const RecordParts found = parts(index);
    return {found.statement, found.signatures};
  }
  // The last record, changed as a forger would who keeps the ledger.
  void forge_last(const std::function<void(RecordParts&)>& change) {
    const std::uint64_t last = ledger_->head(game_)->size - 1;
    RecordParts changed = parts(last);
    change(changed);
    store_->rows(Table::RECORDS).at(record_key(game_, last)) = encode_record(changed, changed.statement);
  }
  bool is_found(const std::string& check) {
    const auto report = ledger_->verify(game_, {});
    return report && std::any_of(report->faults.begin(), report->faults.end(), [&](const Fault& fault) {
             return fault.check == check && fault.index == RecordIndex{5};
           });
  }

  MemoryStore* store_ = nullptr;
  std::unique_ptr<Ledger> ledger_;
  GameId game_;
  PrivateKey key_ = PrivateKey::generate();
  PrivateKey other_ = PrivateKey::generate();
};

TEST_F(Statements, SignedHereBearTheirSignersAndVerify) {
  ASSERT_OK(say_signed("a move"));
  const auto record = ledger_->record(game_, {5});
  ASSERT_OK(record);
  EXPECT_EQ(record->signers, std::vector<PublicKey>{key_.public_key()});
  EXPECT_EQ(record->signatures, 1U);
  EXPECT_EQ(record->seen_size, 5U);
  EXPECT_EQ(record->request_id.size(), 32U);
  EXPECT_TRUE(test::faults_of(*ledger_, game_).empty());
}

TEST_F(Statements, MadeElsewhereAreRecordedAsTheyAre) {
  const SignedStatement made = sign_statement(statement(), {&key_, &other_});
  ASSERT_OK(test::say(*ledger_, game_, "meanwhile"));  // its author has seen less than there is by now
  ASSERT_OK(put_in(made));
  const auto record = ledger_->record(game_, {6});
  ASSERT_OK(record);
  EXPECT_EQ(record->author, "Ann");
  EXPECT_EQ(record->payload, "a vote");
  EXPECT_EQ(record->request_id, "id-1");
  EXPECT_EQ(record->seen_size, 5U);
  EXPECT_EQ(record->signers, (std::vector<PublicKey>{key_.public_key(), other_.public_key()}));
  EXPECT_TRUE(test::faults_of(*ledger_, game_).empty());
}

TEST_F(Statements, PutInTwiceAreRecordedOnce) {
  const SignedStatement made = sign_statement(statement(), {&key_});
  const auto first = put_in(made);
  ASSERT_OK(first);
  ASSERT_OK(test::say(*ledger_, game_, "meanwhile"));
  const auto again = put_in(made);
  ASSERT_OK(again);
  EXPECT_EQ(again->first, first->first);
  EXPECT_EQ(again->head_hash, first->head_hash);
  EXPECT_EQ(ledger_->head(game_)->size, 7U);
  // Another statement under its ID is another request.
  EXPECT_REFUSED(put_in(sign_statement(statement("another"), {&key_})), REQUEST_CONFLICT);
}

// What is signed lies open in the ledger: anybody can copy it, nobody can have it recorded again.
TEST_F(Statements, CopiedOutOfARecordAreNotRecordedAgain) {
  ASSERT_OK(say_signed("without an ID"));
  const auto again = put_in(copied(5));
  ASSERT_OK(again);
  EXPECT_EQ(again->first.value, 5U);
  ASSERT_OK(say_signed("with an ID", "mine"));
  EXPECT_EQ(put_in(copied(6))->first.value, 6U);
  EXPECT_EQ(ledger_->head(game_)->size, 7U);
}

TEST_F(Statements, OfAnotherGameOrHistoryAreRefused) {
  Statement other_game = statement();
  other_game.game = {sha256("another")};
  EXPECT_REFUSED(put_in(sign_statement(other_game, {&key_})), BAD_INPUT);
  Statement forked = statement();
  forked.seen_hash = sha256("another record");
  EXPECT_REFUSED(put_in(sign_statement(forked, {&key_})), FORKED);
  Statement behind = statement();
  behind.seen_size = 6;
  EXPECT_REFUSED(put_in(sign_statement(behind, {&key_})), NO_SUCH_RECORD);
  Statement earlier = statement();
  earlier.seen_size = 4;  // with the hash of record 4
  EXPECT_REFUSED(put_in(sign_statement(earlier, {&key_})), FORKED);
  Statement nothing = statement();
  nothing.seen_size = 0;
  EXPECT_OK(put_in(sign_statement(nothing, {&key_})));
}

TEST_F(Statements, AlteredInAnyByteAreRefused) {
  const SignedStatement made = sign_statement(statement(), {&key_});
  for (std::size_t at = 0; at < made.statement.size(); ++at) {
    SignedStatement altered = made;
    altered.statement[at] = static_cast<char>(altered.statement[at] ^ 1);
    EXPECT_FALSE(put_in(altered).ok()) << at;
  }
  for (std::size_t at = 0; at < 64; ++at) {
    SignedStatement altered = made;
    char& byte = altered.signatures[0].signature[at];
    byte = static_cast<char>(byte ^ 1);
    EXPECT_REFUSED(put_in(altered), BAD_SIGNATURE);
  }
  SignedStatement foreign = made;
  foreign.signatures[0].public_key = other_.public_key().raw();
  EXPECT_REFUSED(put_in(foreign), BAD_SIGNATURE);
  SignedStatement of_small_order = made;
  of_small_order.signatures[0].public_key = std::string(1, '\1') + std::string(31, '\0');
  EXPECT_REFUSED(put_in(of_small_order), BAD_SIGNATURE);
  SignedStatement twice = made;
  twice.signatures.push_back(made.signatures[0]);
  EXPECT_REFUSED(put_in(twice), BAD_SIGNATURE);
  SignedStatement unsigned_one = made;
  unsigned_one.signatures.clear();
  EXPECT_REFUSED(put_in(unsigned_one), BAD_SIGNATURE);
  EXPECT_EQ(ledger_->head(game_)->size, 5U);
}

TEST_F(Statements, NotInTheirOneFormAreRefused) {
  const std::string good = sign_statement(statement(), {&key_}).statement;
  const std::vector<std::string> bad = {
      "",
      "x",
      good.substr(0, good.size() - 1),
      good + std::string("\x78\x01", 2),  // a field that nobody knows
      good + std::string("\x0a\x00", 2),  // the game again, empty
  };
  for (const std::string& bytes : bad) EXPECT_REFUSED(read_statement(bytes), BAD_INPUT);
  EXPECT_REFUSED(read_statement(std::string(65'536, 'x')), TOO_LARGE);
  Statement long_id = statement();
  long_id.request_id = std::string(129, 'x');
  EXPECT_REFUSED(read_statement(sign_statement(long_id, {&key_}).statement), BAD_INPUT);
  v1::Statement message;
  ASSERT_TRUE(message.ParseFromString(good));
  message.clear_request_id();
  EXPECT_REFUSED(read_statement(message.SerializeAsString()), BAD_INPUT);
}

TEST_F(Statements, AreRecordedAloneAndNeverInAFounding) {
  AppendRequest two;
  two.game = game_;
  two.expected_size = 5;
  two.records = {{.author = "Ann", .payload = "one", .keys = {&key_}}, {.author = "Ann", .payload = "two"}};
  two.recorded_at = ledger_->head(game_)->recorded_at;
  EXPECT_REFUSED(ledger_->append(two), BAD_INPUT);
  FoundRequest founding;
  founding.name = "sunday";
  founding.records = {{.author = "", .payload = "one", .keys = {&key_}}};
  EXPECT_REFUSED(ledger_->found(founding), BAD_INPUT);
}

TEST_F(Statements, TravelAsText) {
  const SignedStatement made = sign_statement(statement(), {&key_, &other_});
  const std::string text = armored(made);
  EXPECT_TRUE(text.starts_with("-----BEGIN NOMIC STATEMENT-----\n"));
  std::string by_mail = "Dear keeper,\r\n\r\n";
  for (const char c : text) by_mail += c == '\n' ? std::string("\r\n") : std::string(1, c);
  for (const std::string& read : {text, "Hello!\n\n" + text + "\n-- \nAnn\n", by_mail}) {
    const auto back = from_armored(read);
    ASSERT_OK(back);
    EXPECT_EQ(back->statement, made.statement);
    ASSERT_EQ(back->signatures.size(), 2U);
    EXPECT_EQ(back->signatures[1].signature, made.signatures[1].signature);
  }
  for (const std::string& bad :
       {std::string(), std::string("hello"), text.substr(0, text.size() / 2), text + text,
        std::string("-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n"), std::string((1 << 20) + 1, 'x')}) {
    EXPECT_REFUSED(from_armored(bad), BAD_INPUT);
  }
  EXPECT_REFUSED(from_armored(armored({made.statement, {}})), BAD_SIGNATURE);
  // Lines are counted before any is read.
  const std::size_t end = text.find("-----END");
  std::string spaced = text;
  EXPECT_OK(from_armored(std::string(300'000, '\n') + text));
  EXPECT_REFUSED(from_armored(spaced.insert(end, 5000, '\n')), BAD_INPUT);
  EXPECT_REFUSED(from_armored("> " + text), BAD_INPUT);
  SignedStatement by_many = made;
  by_many.signatures.resize(4, made.signatures[0]);
  EXPECT_OK(from_armored(armored(by_many)));
  by_many.signatures.push_back(made.signatures[0]);
  EXPECT_REFUSED(from_armored(armored(by_many)), BAD_INPUT);
}

TEST_F(Statements, ForgedByTheKeeperAreFound) {
  ASSERT_OK(say_signed("a move"));
  const SignedStatement elsewhere = sign_statement(statement("another"), {&key_});
  const std::vector<std::function<void(RecordParts&)>> forgeries = {
      [](RecordParts& p) { p.signatures[0].signature[0] = static_cast<char>(p.signatures[0].signature[0] ^ 1); },
      [&](RecordParts& p) { p.signatures[0].public_key = other_.public_key().raw(); },
      [](RecordParts& p) { p.signatures[0].public_key = std::string(32, '\0'); },
      [&](RecordParts& p) { p.signatures = elsewhere.signatures; },
      [](RecordParts& p) { p.signatures.push_back(p.signatures[0]); },  // soundly signed, twice by one key
      [](RecordParts& p) {
        p.payload = "another move";
        p.statement = encode_statement(p);
      },
      [](RecordParts& p) {
        p.author = "Bob";
        p.statement = encode_statement(p);
      },
      [&](RecordParts& p) {  // soundly signed, and able to be recorded twice
        p.request_id.clear();
        p.statement = encode_statement(p);
        p.signatures = {{key_.public_key().raw(), key_.sign(signed_message(p.statement))}};
      },
  };
  const std::string sound = store_->rows(Table::RECORDS).at(record_key(game_, 5));
  for (std::size_t i = 0; i < forgeries.size(); ++i) {
    SCOPED_TRACE(i);
    store_->rows(Table::RECORDS).at(record_key(game_, 5)) = sound;
    EXPECT_FALSE(is_found("signature"));
    forge_last(forgeries[i]);
    EXPECT_TRUE(is_found("signature"));
  }
}

// Many at a time, on all cores: each is found under its own index.
TEST_F(Statements, AmongManyEveryForgedOneIsNamed) {
  const std::size_t count = 300;
  for (std::size_t i = 0; i < count; ++i) ASSERT_OK(say_signed(fmt::format("move {}", i)));
  EXPECT_TRUE(test::faults_of(*ledger_, game_).empty());
  for (const std::uint64_t index : {7U, 150U, 304U}) {
    RecordParts changed = parts(index);
    changed.signatures[0].signature[40] = static_cast<char>(changed.signatures[0].signature[40] ^ 1);
    store_->rows(Table::RECORDS).at(record_key(game_, index)) = encode_record(changed, changed.statement);
  }
  const auto report = ledger_->verify(game_, {});
  ASSERT_OK(report);
  std::vector<std::uint64_t> found;
  for (const Fault& fault : report->faults) {
    if (fault.check == "signature") found.push_back(fault.index->value);
  }
  EXPECT_EQ(found, (std::vector<std::uint64_t>{7, 150, 304}));
}

}  // namespace
}  // namespace nomic::ledger

#include "replay/history/kept.h"

#include <cstdlib>
#include <filesystem>

#include "nomic/replay/text.h"

namespace nomic::replay::test {

Founding founding_of(const std::vector<std::string>& players, const std::string& edition_name, v1::Mode mode) {
  Founding founding;
  founding.name = "kept";
  founding.ruleset = *edition(edition_name);
  founding.mode = mode;
  for (const std::string& name : players) founding.players.push_back(*player_names(name, {}, {}));
  founding.nonce = "sixteen bytes...";
  founding.now = FOUNDED_AT;
  return founding;
}

Folder::Folder() {
  const char* temp = std::getenv("TMPDIR");
  path_ = std::string(temp != nullptr ? temp : "/tmp") + "/nomic-test-XXXXXX";
  EXPECT_NE(mkdtemp(path_.data()), nullptr);
}

Folder::~Folder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

Kept::Kept(Where where, const Founding& founding) : where_(where) {
  options_.seen_dir = folder_.path() + "/seen";
  if (where == Where::MEMORY) {
    ledger = ledger::Ledger::in_memory();
  } else {
    auto created = ledger::Ledger::create(place_.ledger(), options_);
    EXPECT_TRUE(created.ok()) << (created.ok() ? "" : created.error().what);
    ledger = *std::move(created);
  }
  const auto founded = Game::found(*ledger, founding);
  EXPECT_TRUE(founded.ok()) << why(founded);
  game.emplace(*Game::open(*ledger, ""));
}

void Kept::reopen(ledger::Access access) {
  game.reset();
  if (where_ == Where::FOLDER) {
    ledger.reset();
    auto opened = ledger::Ledger::open(place_.ledger(), access, options_);
    ASSERT_TRUE(opened.ok()) << opened.error().what;
    ledger = *std::move(opened);
  }
  auto again = Game::open(*ledger, "kept");
  ASSERT_TRUE(again.ok()) << why(again);
  game.emplace(*std::move(again));
}

Result<Receipt> Kept::submit(const std::string& author, const v1::Event& event) {
  now += SECOND;
  Submission submission;
  submission.author = author;
  submission.event = event;
  submission.now = now;
  return game->submit(submission);
}

Receipt Kept::ok(const std::string& author, const v1::Event& event) {
  const Result<Receipt> receipt = submit(author, event);
  EXPECT_TRUE(receipt.ok()) << author << ": " << why(receipt);
  return receipt.ok() ? *receipt : Receipt();
}

void Kept::turn(const std::string& proponent, const v1::Event& proposal, v1::VoteCast::Choice last) {
  const std::uint32_t number = state().next_number();
  ok(proponent, called(proposal));
  std::vector<std::string> players;
  for (const v1::Player& player : state().players()) players.push_back(player.names().name());
  for (const std::string& player : players) ok(player, vote(player == players.back() ? last : FOR, number));
  ok(proponent, roll(1));
}

void Kept::append(const std::string& author, const std::string& payload, const ledger::Derived& derived) {
  ledger::AppendRequest request;
  request.game = game->head().game;
  request.expected_size = ledger->head(request.game)->size;
  request.records.push_back({author, payload});
  request.recorded_at = ledger::Micros{now += SECOND};
  request.derived = derived;
  const auto appended = ledger->append(request);
  EXPECT_TRUE(appended.ok()) << (appended.ok() ? "" : appended.error().what);
}

std::uint64_t Kept::resolved(const std::string& words) {
  const Result<std::uint64_t> size = game->resolve(*parse_point(words));
  EXPECT_TRUE(size.ok()) << words << ": " << why(size);
  return size.ok() ? *size : 0;
}

ledger::StoredRecord Kept::record(std::uint64_t index) {
  const auto found = ledger->record(game->head().game, ledger::RecordIndex{index});
  EXPECT_TRUE(found.ok());
  return *found;
}

v1::Event called(v1::Event proposal) {
  proposal.mutable_proposal_made()->set_call_vote(true);
  return proposal;
}

}  // namespace nomic::replay::test

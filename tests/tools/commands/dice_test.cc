// nomic roll where the rules have the faces revealed: the secret and where it lies, what is said of it, what is
// refused.
#include "nomic/replay/dice.h"

#include <google/protobuf/util/json_util.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "commands/play/secret_files.h"
#include "nomic/v1/view.pb.h"
#include "tools/desk.h"

namespace nomic::tools {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

// Ann's throw by secrets is due.
void throw_is_due(Desk& desk, const std::string& more = "time_to_reveal { days: 2 }") {
  desk.founded("Ann Bob");
  desk.ok(
      "propose amend 202 --text Secrets. --provision 'turn_parts { parts { proposal {} } parts { throw { dice: 1 "
      "faces: 6 "
      "points_per_pip_thousandths: 1000 source: REVEALED " +
      more + " } } }' --call-vote --as Ann");
  desk.ok("vote for --as Ann");
  desk.ok("vote for --as Bob");
}

std::vector<fs::path> secrets_on(const Desk& desk) {
  std::vector<fs::path> files;
  const fs::path folder = desk.folder() + "/state/nomic/secrets";
  if (!fs::exists(folder)) return files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  return files;
}

std::string content_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Everything below a folder.
std::string all_bytes_below(const fs::path& folder) {
  std::string bytes;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) bytes += content_of(entry.path());
  }
  return bytes;
}

std::string raw_of(const std::string& hex) {
  return ledger::Hash::from_hex(hex.substr(0, 64))->raw();
}

TEST(RollBySecrets, KeepsTheSecretForItsPlayerAlone) {
  Desk desk;
  throw_is_due(desk);
  const Ran ran = desk.run("roll --commit --as ann");
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("Ann has committed to a secret (rule 301): 1 committed, 1 missing."));
  const auto files = secrets_on(desk);
  ASSERT_EQ(files.size(), 1U);
  EXPECT_THAT(ran.err, HasSubstr(files[0].string()));
  struct ::stat file {};
  ASSERT_EQ(::stat(files[0].c_str(), &file), 0);
  EXPECT_EQ(file.st_mode & 0777U, 0600U);
  ASSERT_EQ(::stat(files[0].parent_path().c_str(), &file), 0);
  EXPECT_EQ(file.st_mode & 0777U, 0700U);
  const auto secret = content_of(files[0]);
  ASSERT_EQ(secret.size(), 65U);
  // Neither printed nor recorded.
  EXPECT_THAT(ran.out + ran.err, Not(HasSubstr(secret.substr(0, 64))));
  const auto ledger = all_bytes_below(desk.folder() + "/.nomic");
  EXPECT_EQ(ledger.find(raw_of(secret)), std::string::npos);
  EXPECT_EQ(ledger.find(secret.substr(0, 64)), std::string::npos);
  // The file bears the commitment's name, which is on record.
  EXPECT_NE(ledger.find(raw_of(files[0].filename().string())), std::string::npos);
}

TEST(RollBySecrets, RevealsWhatIsKept) {
  Desk desk;
  throw_is_due(desk);
  desk.ok("roll --commit --as Ann");
  const auto secret = content_of(secrets_on(desk).front()).substr(0, 64);
  desk.ok("roll --commit --as Bob");
  EXPECT_THAT(desk.ok("roll --reveal --as Ann --format json"), Not(HasSubstr("DICE_THROWN")));
  EXPECT_THAT(desk.ok("log --format jsonl"), HasSubstr("\"secret\":\"" + secret + "\""));
  const auto thrown = desk.ok("roll --reveal --as Bob");
  EXPECT_THAT(thrown, HasSubstr("Bob has revealed the secret (rule 301): everybody has revealed. Ann throws "));
  EXPECT_THAT(desk.ok("status --format json"), HasSubstr("\"phase\":\"TURN_COMPLETE\""));
  EXPECT_THAT(desk.ok("log"), HasSubstr("Ann throws "));
  desk.ok("replay --check");
}

TEST(RollBySecrets, StatusSaysWhoMustDoWhat) {
  Desk desk;
  throw_is_due(desk);
  desk.ok("roll --commit --as Bob");
  EXPECT_THAT(desk.ok("status"), HasSubstr("Those who commit: Ann and Bob. Committed: Bob."));
  EXPECT_THAT(
      desk.ok("status --format json"),
      HasSubstr("\"throws\":[{\"player\":\"Ann\",\"turn\":1,\"round\":1,\"phase\":\"COMMITTING\",\"committers\":"
                "[\"Ann\",\"Bob\"],\"committed\":[\"Bob\"],\"revealed\":[],\"commitments\":[\""));
  desk.ok("roll --commit --as Ann");
  desk.ok("roll --reveal --as Ann");
  const auto status = desk.ok("status");
  EXPECT_THAT(status, HasSubstr("Everybody has committed. Those who reveal: Ann and Bob. Revealed: Ann."));
  EXPECT_THAT(status, HasSubstr("Waiting for: Bob."));
  EXPECT_THAT(status, HasSubstr("the time to commit, or to reveal, for Ann's throw is over"));
}

// As a page makes them that knows nothing but the status.
TEST(RollBySecrets, StatusSaysWhatACommitmentIsMadeOf) {
  Desk desk;
  throw_is_due(desk);
  desk.ok("roll --commit --as Bob");
  v1::StatusView status;
  const std::string json = desk.ok("status --format json");
  ASSERT_TRUE(google::protobuf::util::JsonStringToMessage(json, &status).ok()) << json;
  ASSERT_EQ(status.throws_size(), 1);
  const v1::ThrowView& due = status.throws(0);
  ASSERT_EQ(due.folded_size(), 2);
  EXPECT_EQ(due.folded(1), "bob");
  v1::DicePosition position;
  position.set_turn_record(due.turn_record());
  position.set_proposal(due.proposal());
  position.set_part(due.part());
  position.set_round(due.round());
  const std::string secret = raw_of(content_of(secrets_on(desk).front()));
  const auto made = replay::commitment_to(*ledger::Hash::from_hex(due.dice_game()), position, {due.folded(1), secret});
  ASSERT_EQ(due.commitments_size(), 1);
  EXPECT_EQ(ledger::Hash::from_raw(made)->hex(), due.commitments(0));
}

TEST(RollBySecrets, ADryRunKeepsAndRecordsNothing) {
  Desk desk;
  throw_is_due(desk);
  EXPECT_THAT(desk.ok("roll --commit --as Ann --dry-run"), HasSubstr("Ann has committed"));
  EXPECT_TRUE(secrets_on(desk).empty());
  EXPECT_THAT(desk.ok("status"), HasSubstr("Committed: nobody."));
}

TEST(RollBySecrets, NothingIsKeptForWhatIsRefused) {
  Desk desk;
  desk.founded("Ann Bob");
  EXPECT_EQ(desk.run("roll --commit --as Ann").status, 3);
  EXPECT_TRUE(secrets_on(desk).empty());
}

TEST(RollBySecrets, ARepeatedRequestMakesNoSecondSecret) {
  Desk desk;
  throw_is_due(desk);
  desk.ok("roll --commit --as Ann --request-id one");
  desk.ok("roll --commit --as Ann --request-id one");
  EXPECT_EQ(secrets_on(desk).size(), 1U);
}

TEST(RollBySecrets, RefusesWithWhatToDo) {
  Desk desk;
  throw_is_due(desk);
  struct Row {
    std::string line;
    int status;
    std::string says;
  };
  for (const auto& row : {
           Row{"roll --commit --reveal --as Ann", 2, "committed to first and revealed later"},
           Row{"roll 4 --commit --as Ann", 2, "are not given"},
           Row{"roll --secret-file f --as Ann", 2, "--secret-file goes with --commit or --reveal"},
           Row{"roll 4 --as Ann", 3, "nomic roll --commit"},
           Row{"roll --as Ann", 3, "nomic roll --commit"},
           Row{"roll --reveal --as Ann", 3, "has not committed to any secret"},
       }) {
    const Ran ran = desk.run(row.line);
    EXPECT_EQ(ran.status, row.status) << row.line;
    EXPECT_THAT(ran.err, HasSubstr(row.says)) << row.line;
  }
  desk.ok("roll --commit --as Ann");
  EXPECT_THAT(desk.run("roll --reveal --as Ann").err, HasSubstr("Bob must commit before any secret is revealed"));
  EXPECT_EQ(desk.run("roll --commit --as Ann").status, 3);
  EXPECT_EQ(secrets_on(desk).size(), 1U);
}

TEST(RollBySecrets, ASecretOnAnotherMachineIsNamed) {
  Desk desk;
  throw_is_due(desk);
  desk.ok("roll --commit --as Ann --secret-file ann.secret");
  desk.ok("roll --commit --as Bob");
  EXPECT_EQ(secrets_on(desk).size(), 1U);
  const Ran lost = desk.run("roll --reveal --as Ann");
  EXPECT_EQ(lost.status, 2);
  EXPECT_THAT(lost.err, HasSubstr("the secret that Ann has committed to is not here"));
  EXPECT_THAT(lost.err, HasSubstr("--secret-file"));
  EXPECT_THAT(lost.err, HasSubstr("If it is lost, the throw goes on as the rules have it"));
  desk.write("torn.secret", "0123\n");
  EXPECT_EQ(desk.run("roll --reveal --as Ann --secret-file torn.secret").status, 4);
  desk.write("other.secret", std::string(64, 'a') + "\n");
  const Ran other = desk.run("roll --reveal --as Ann --secret-file other.secret");
  EXPECT_EQ(other.status, 3);
  EXPECT_THAT(other.err, HasSubstr("not the one that Ann has committed to"));
  desk.ok("roll --reveal --as Ann --secret-file ann.secret");
}

TEST(RollBySecrets, ASecretIsNeverWrittenOverAFileNorThroughALink) {
  Desk desk;
  throw_is_due(desk);
  desk.write("taken", "mine");
  EXPECT_EQ(desk.run("roll --commit --as Ann --secret-file taken").status, 2);
  EXPECT_EQ(content_of(desk.folder() + "/taken"), "mine");
  fs::create_symlink("nowhere", desk.folder() + "/link");
  EXPECT_EQ(desk.run("roll --commit --as Ann --secret-file link").status, 2);
  EXPECT_FALSE(fs::exists(desk.folder() + "/nowhere"));
  EXPECT_THAT(desk.ok("status"), HasSubstr("Committed: nobody."));
}

TEST(RollBySecrets, WithoutAFolderOfOnesOwnNothingIsRecorded) {
  Desk desk;
  throw_is_due(desk);
  desk.environment.erase("HOME");
  desk.environment.erase("XDG_STATE_HOME");
  const Ran ran = desk.run("roll --commit --as Ann");
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.err, HasSubstr("no folder to keep the secret in"));
  EXPECT_THAT(desk.ok("status"), HasSubstr("Committed: nobody."));
}

TEST(RollBySecrets, WhereTheSecretCannotBeKeptNothingIsRecorded) {
  Desk desk;
  throw_is_due(desk);
  desk.write("state/nomic/secrets", "a file where a folder should be");
  const Ran ran = desk.run("roll --commit --as Ann");
  EXPECT_EQ(ran.status, 5) << ran.err;
  EXPECT_THAT(ran.err, HasSubstr("nothing was recorded"));
  EXPECT_THAT(desk.ok("status"), HasSubstr("Committed: nobody."));
}

TEST(RollBySecrets, InAPlay) {
  Desk desk;
  throw_is_due(desk);
  const Ran ran = desk.play(
      "roll --commit --as Ann\nroll --commit --as Bob\n!3 roll --commit --as Bob\nroll --reveal --as Ann\nroll "
      "--reveal "
      "--as Bob\n");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("Ann throws "));
}

// What is contested is recorded: a secret too early must not get there with it.
TEST(RollBySecrets, AContestedRevealHoldsNoSecret) {
  Desk desk;
  throw_is_due(desk);
  desk.ok("roll --commit --as Ann");
  const auto secret = content_of(secrets_on(desk).front());
  desk.run("contest roll --reveal --as Ann");
  EXPECT_EQ(all_bytes_below(desk.folder() + "/.nomic").find(raw_of(secret)), std::string::npos);
}

}  // namespace
}  // namespace nomic::tools

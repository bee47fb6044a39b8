// Keys in a game: who may speak with which, what is refused and why, and moves that are signed away from the ledger.
#include <filesystem>

#include "tools/desk.h"

namespace nomic::tools {
namespace {

using testing::HasSubstr;
using testing::Not;

class Signing : public testing::Test {
 protected:
  Signing() {
    for (const char* who : {"ann", "bob", "cleo", "dora", "spare"}) desk.ok(std::string("key new ") + who + ".key");
  }
  // The verifier key of that file, as it is printed.
  std::string vkey(const std::string& who) {
    std::string text = desk.ok("key show " + who + ".key");
    text.pop_back();
    return text;
  }
  void found(const std::string& signing) {
    desk.founded("Ann Bob Cleo --signing " + signing + " --player-key Ann=" + vkey("ann") +
                 " --player-key Bob=" + vkey("bob") + " --player-key Cleo=" + vkey("cleo"));
  }
  void expect_refused(const std::string& line, const std::string& says, int status = 3) {
    SCOPED_TRACE(line);
    const Ran ran = desk.run(line);
    EXPECT_EQ(ran.status, status) << ran.out;
    EXPECT_THAT(ran.err, HasSubstr(says));
  }
  // What a vote on the only open proposal names.
  std::string open_form() {
    const std::string status = desk.ok("status --format json");
    const std::string before = R"("form":")";
    return status.substr(status.find(before) + before.size(), 64);
  }
  // Whoever looks on finds nothing: the chain, the signatures, the state from zero, and the rules on signing.
  void expect_sound() {
    desk.ok("verify");
    desk.ok("replay --check");
    EXPECT_THAT(desk.ok("audit"), HasSubstr("nothing is broken"));
  }

  Desk desk;
};

TEST_F(Signing, InAGameThatRequiresItEveryMoveIsSignedByAKeyOfItsAuthorInForce) {
  found("required");
  expect_refused("propose repeal 209 --as Ann", "not signed with it");
  expect_refused("propose repeal 209 --as Ann --key bob.key", "is Bob's, and does not speak for Ann");
  expect_refused("propose repeal 209 --as Ann --key spare.key", "is not registered for Ann");
  expect_refused("join Dora", "requires that every move is signed");
  desk.ok("propose repeal 209 --call-vote --as Ann --key ann.key");
  desk.ok("vote for --as Bob --key bob.key");
  desk.environment["NOMIC_KEY"] = "cleo.key";
  desk.ok("vote for --as Cleo");
  expect_refused("vote for --as Ann", "is Cleo's, and does not speak for Ann");
  expect_sound();
}

TEST_F(Signing, WhereItIsOptionalOnlyWhoHasAKeyMustSign) {
  desk.founded("Ann Bob Cleo");
  desk.ok("propose repeal 209 --call-vote --as Ann");
  expect_refused("vote for --as Bob --key bob.key", "is not registered for Bob");
  desk.ok("key register --as Bob --key bob.key");
  expect_refused("vote for --as Bob", "Bob has a key in force, and this is not signed with it");
  desk.ok("vote for --as Bob --key bob.key");
  desk.ok("vote for --as Cleo");
  EXPECT_THAT(desk.ok("log --limit 3 --format json"), HasSubstr("\"signedBy\":[\""));
  expect_sound();
}

TEST_F(Signing, AKeyIsRotatedAndTheOldOneNeverSignsAgain) {
  found("required");
  expect_refused("key rotate --as Ann --key ann.key --new-key bob.key", "is Bob's already");
  expect_refused("key rotate --as Ann --key ann.key", "rotating takes two keys", 2);
  desk.ok("key rotate --as Ann --key ann.key --new-key spare.key");
  expect_refused("propose repeal 209 --as Ann --key ann.key", "was replaced or revoked at #33");
  expect_refused("key register --as Bob --key bob.key --new-key ann.key", "was replaced or revoked at #33");
  expect_refused("key rotate --as Bob --key bob.key --new-key spare.key", "is Ann's already");
  desk.ok("propose repeal 209 --as Ann --key spare.key");
  expect_sound();
}

TEST_F(Signing, AnotherKeyIsRegisteredWithOneInForceAndRevokedWithIt) {
  found("optional");
  expect_refused("key register --as Ann --key spare.key", "not signed with it");
  expect_refused("key register --as Ann --key bob.key", "not signed with it");
  desk.ok("key register --as Ann --key ann.key --new-key spare.key");
  desk.ok("key revoke --as Ann --key ann.key --reason lost");
  expect_refused("key revoke --as Ann --key spare.key --revoked " + vkey("ann"), "already");
  desk.ok("propose repeal 209 --as Ann --key spare.key");
  desk.ok("key revoke --as Ann --key spare.key");
  // With none in force nobody speaks for her: neither unsigned, nor with a new key of anybody's.
  expect_refused("call-vote --as Ann", "no key in force any more");
  expect_refused("key register --as Ann --key dora.key", "no key in force any more");
  expect_sound();
}

TEST_F(Signing, TheHostRestoresASeatOnRecord) {
  found("optional");
  expect_refused("key restore", "whose seat is restored?", 2);
  expect_refused("key restore Ann", "needs a reason", 2);
  expect_refused("key restore Nobody --reason lost", "nobody in this game is called", 2);
  expect_refused("key restore Ann --reason lost --as Bob --key bob.key", "the host restores a seat");
  desk.environment["NOMIC_KEY"] = "bob.key";  // it signs for nobody
  desk.environment["NOMIC_PLAYER"] = "Bob";
  desk.ok("key restore ann --reason 'Ann lost her key'");
  desk.environment.erase("NOMIC_KEY");
  desk.environment.erase("NOMIC_PLAYER");
  expect_refused("key restore Ann --reason again", "no seat to restore");
  EXPECT_THAT(desk.ok("log --limit 1"), HasSubstr("The host restores the seat of Ann: Ann lost her key"));
  EXPECT_THAT(desk.ok("status"), HasSubstr("the host restored the seat of Ann at #33"));
  EXPECT_THAT(desk.ok("audit"), HasSubstr("The host restored the seat of Ann at #33"));
  EXPECT_THAT(desk.ok("audit --format json"), HasSubstr(R"("restoredSeats":[{"player":"Ann","record":33)"));
  expect_refused("propose repeal 209 --as Ann --key ann.key", "was replaced or revoked at #33");
  desk.ok("propose repeal 209 --as Ann");
  desk.ok("key register --as Ann --key spare.key --prepare first.txt");
  expect_refused("submit first.txt", "this statement gives Ann a first key");
  desk.ok("submit first.txt --as Ann");
  EXPECT_THAT(desk.ok("status"), Not(HasSubstr("the host restored")));
  EXPECT_THAT(desk.ok("audit"), HasSubstr("The host restored the seat of Ann at #33"));
  expect_refused("call-vote --as Ann", "not signed with it");
  desk.ok("call-vote --as Ann --key spare.key");
  expect_sound();
}

TEST_F(Signing, ARestoredSeatMustSignWhereAllMust) {
  found("required");
  desk.ok("key restore Ann --reason stolen");
  expect_refused("propose repeal 209 --as Ann", "requires that every move is signed");
  desk.ok("key register --as Ann --key spare.key");
  desk.ok("propose repeal 209 --as Ann --key spare.key");
  expect_sound();
}

TEST_F(Signing, AJudgmentRevokesALostKeyAndAdmitsAnother) {
  found("required");
  desk.ok("propose repeal 209 --call-vote --as Ann --key ann.key");
  desk.ok("judgment invoke 'Cleo lost her key. Is the new one hers?' --as Bob --key bob.key");
  const std::string status = desk.ok("status --format json");
  const std::string revoke = "key revoke --judgment 35 --revoked " + vkey("cleo") + " --successor " + vkey("spare");
  expect_refused(revoke + " --as Bob --key bob.key", "no Judgment of this turn stands");
  // Before the first turn the Judge is the last in the order of play (212).
  ASSERT_THAT(status, HasSubstr("\"judge\":\"Cleo\""));
  desk.ok("judgment deliver 'It is.' --reasons 'She said so.' --as Cleo --key cleo.key");
  expect_refused(revoke + " --as Bob --key bob.key", "who alone carries it out");
  expect_refused("key register --as Cleo --key spare.key", "not signed with it");
  desk.ok(revoke + " --as Cleo --key cleo.key");
  EXPECT_THAT(desk.ok("status"), HasSubstr("a Judgment names a key that Cleo may register"));
  expect_refused("vote for --as Cleo --key cleo.key", "was replaced or revoked");
  expect_refused("vote for --as Cleo --key spare.key", "is not registered");
  desk.ok("key register --as Cleo --key spare.key");
  EXPECT_THAT(desk.ok("status"), Not(HasSubstr("a Judgment names a key")));
  desk.ok("vote for --as Cleo --key spare.key");
  EXPECT_THAT(desk.ok("audit --format json"),
              HasSubstr("Cleo, as the Judge of #35, named a key that Cleo may register"));
  expect_sound();
}

// The audit names each record by which a Judge changed the keys of others.
TEST_F(Signing, AuditNamesTheSeatsThatAJudgmentTouched) {
  desk.founded("Ann Bob Cleo");
  desk.ok("key register --as Ann --key ann.key");
  desk.ok("key register --as Cleo --key cleo.key");
  desk.ok("propose repeal 209 --call-vote --as Ann --key ann.key");
  desk.ok("judgment invoke 'Did Ann lose her key?' --as Bob");
  desk.ok("judgment deliver 'She did.' --reasons 'I say so.' --as Cleo --key cleo.key");
  EXPECT_THAT(desk.ok("audit --format json"), Not(HasSubstr("as the Judge of")));
  const std::string revoke = "key revoke --judgment 37 --revoked " + vkey("ann") + " --as Cleo --key cleo.key";
  desk.ok(revoke);
  EXPECT_THAT(desk.ok("audit --format json"), HasSubstr("Cleo, as the Judge of #37, ended a key of Ann\""));
  EXPECT_THAT(desk.ok("status"), Not(HasSubstr("names a key")));
  desk.ok(revoke + " --successor " + vkey("spare"));
  EXPECT_THAT(desk.ok("audit --format json"),
              HasSubstr("Cleo, as the Judge of #37, named a key that Ann may register\""));
  EXPECT_THAT(desk.ok("status"), HasSubstr("a Judgment names a key that Ann may register"));
  expect_sound();
}

TEST_F(Signing, WhoJoinsWithAKeyHasIt) {
  found("required");
  desk.ok("join Dora --key dora.key");
  expect_refused("team red --as Dora", "not signed with it");
  desk.ok("team red --as Dora --key dora.key");
  EXPECT_THAT(desk.ok("key list"), HasSubstr("Dora  "));
  expect_sound();
}

// The player's machine holds a key and what the keeper sent; the keeper's machine holds the ledger.
TEST_F(Signing, TwoMachinesPlayByFiles) {
  found("required");
  desk.ok("propose repeal 209 --call-vote --as Ann --key ann.key");
  Desk away;
  std::filesystem::copy(desk.folder() + "/bob.key", away.folder() + "/bob.key");
  away.write("seen.txt", desk.ok("head"));
  EXPECT_THAT(away.run("vote for 301 --as Bob --key bob.key --seen seen.txt --prepare x.txt").err, HasSubstr("--form"));
  const std::string vote = "vote for 301 --form " + open_form() + " --as Bob --key bob.key --seen seen.txt";
  away.ok(vote + " --prepare vote.txt");
  EXPECT_FALSE(std::filesystem::exists(away.folder() + "/.nomic"));
  const std::string statement = away.ok(vote + " --prepare -");
  EXPECT_THAT(away.run("vote for --as Bob --key bob.key --seen seen.txt --prepare x.txt").err,
              HasSubstr("name the proposal"));
  EXPECT_EQ(away.run("vote for 301 --as Bob --seen seen.txt --prepare x.txt").status, 2);

  desk.ok("vote for --as Cleo --key cleo.key");  // meanwhile
  desk.ok("submit -", "Dear keeper,\n\n" + statement + "\nBob\n");
  EXPECT_THAT(desk.ok("log --limit 1 --format json"), HasSubstr("\"seenSize\":34"));
  const Ran again = desk.run("submit -", statement);
  EXPECT_EQ(again.status, 0);
  EXPECT_THAT(again.err, HasSubstr("is known"));
  EXPECT_THAT(desk.ok("head --format json"), HasSubstr("\"size\":36"));
  // His other statement has an ID of its own: it is another move, and refused as one.
  std::filesystem::copy(away.folder() + "/vote.txt", desk.folder() + "/vote.txt");
  expect_refused("submit vote.txt", "voted");
  expect_sound();
}

// Bob signs while it says tea.
TEST_F(Signing, AVoteIsForTheFormThatItsAuthorSaw) {
  found("required");
  desk.ok("propose enact --text 'Whoever moves makes tea.' --as Ann --key ann.key");
  Desk away;
  std::filesystem::copy(desk.folder() + "/bob.key", away.folder() + "/bob.key");
  away.write("seen.txt", desk.ok("head"));
  const std::string of_tea = open_form();
  const std::string tea =
      away.ok("vote for 301 --form " + of_tea + " --as Bob --key bob.key --seen seen.txt --prepare -");
  desk.ok("revise --text 'Whoever moves pays for dinner.' --as Ann --key ann.key");
  desk.ok("call-vote --as Ann --key ann.key");
  const Ran overtaken = desk.run("submit -", tea);
  EXPECT_EQ(overtaken.status, 3);
  EXPECT_THAT(overtaken.err, HasSubstr("another form of proposal 301"));
  EXPECT_NE(open_form(), of_tea);
  // With the ledger at hand the vote is for what is open; a Judgment that strikes the revision brings tea back.
  desk.ok("vote for --as Cleo --key cleo.key");
  EXPECT_THAT(desk.ok("log --limit 1 --format json"), HasSubstr("\"digest\":\"" + open_form()));
  desk.ok("judgment invoke 'May she?' --as Bob --key bob.key");
  desk.ok("judgment deliver No. --reasons 'Dinner is dear.' --strike 34 --as Cleo --key cleo.key");
  EXPECT_EQ(open_form(), of_tea);
  EXPECT_THAT(desk.ok("log"), HasSubstr("fell at #"));
  desk.ok("submit -", tea);
  expect_sound();
}

TEST_F(Signing, StatementsThatDoNotFitAreRefused) {
  found("optional");
  desk.ok("propose repeal 209 --call-vote --as Ann --key ann.key");
  desk.ok("vote for --as Bob --key bob.key --prepare vote.txt");
  expect_refused("vote for --as Bob --key bob.key --prepare vote.txt", "cannot be written", 2);
  expect_refused("vote against --as Bob --key cleo.key --prepare x.txt", "does not speak for Bob");
  expect_refused("vote for 301 --as Bob --key bob.key --seen vote.txt --prepare x.txt", "what was seen", 2);
  expect_refused("submit missing.txt", "cannot be read", 2);
  expect_refused("submit ann.key", "no signed statement", 2);
  Desk other;
  other.founded("Ann Bob Cleo");
  std::filesystem::copy(desk.folder() + "/vote.txt", other.folder() + "/vote.txt");
  EXPECT_EQ(other.run("submit vote.txt").status, 2);
  desk.ok("submit vote.txt --dry-run");
  desk.ok("key rotate --as Bob --key bob.key --new-key spare.key");
  expect_refused("submit vote.txt", "was replaced or revoked");
  expect_sound();
}

TEST_F(Signing, KeysThatCannotBeUsedAreUsage) {
  desk.founded("Ann Bob");
  desk.write("open.key", "x");
  expect_refused("propose repeal 209 --as Ann --key open.key", "open to others", 2);
  expect_refused("propose repeal 209 --as Ann --key none.key", "cannot read the key file", 2);
  expect_refused("key new ann.key", "there is something", 2);
  expect_refused("init --game two Ann Bob --player-key Ann=nonsense", "no verifier key", 2);
  expect_refused("init --game two Ann Bob --signing perhaps", "perhaps", 2);
  expect_refused("init --game two Ann Bob --player-key Ann=" + vkey("ann") + " --player-key Bob=" + vkey("ann"),
                 "two players are given one key", 2);
  desk.write("password", "sesame\n");
  desk.write("wrong", "sesam\n");
  desk.ok("key new sealed.key --encrypt --password-file password");
  expect_refused("key show sealed.key", "no password was given", 2);
  expect_refused("key show sealed.key --password-file wrong", "not the password", 2);
  desk.ok("key register --as Ann --key sealed.key --password-file password");
}

TEST_F(Signing, AFileOfMovesIsPlayedWithKeys) {
  found("required");
  const Ran ran = desk.play(
      "propose repeal 209 --call-vote --as Ann --key ann.key\n"
      "!3 vote for --as Bob\n"
      "vote for --as Bob --key bob.key\n"
      "vote for --as Cleo --key cleo.key\n"
      "vote for --as Ann --key ann.key\n");
  EXPECT_EQ(ran.status, 0) << ran.err;
  expect_sound();
}

}  // namespace
}  // namespace nomic::tools

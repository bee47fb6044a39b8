// Games that are recorded afterwards, at the command line: what looks say of their times, and what a time that is said
// would have decided.
#include "nomic/v1/view.pb.h"
#include "tools/desk.h"

namespace nomic::tools {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr std::int64_t AN_HOUR = std::int64_t{3'600} * 1'000'000;
const char* const WORD = "the times of its moves are the keeper's word";

// A game of 2012 that is entered in 2020. Its only proposal was made on 1 May at ten.
class Afterwards : public Desk {
 public:
  explicit Afterwards(const std::string& zone = "Europe/Rome") {
    clock = 1'577'836'800'000'000;  // 2020-01-01T00:00:00Z
    founded("--retrospective --zone " + zone + " --mode mail Ann Bob Cleo");
    ok("propose repeal 209 --occurred-at 2012-05-01T10:00Z --as Ann");
  }
};

TEST(AfterwardsLooks, SayWhoseWordTheTimesAre) {
  Afterwards desk;
  EXPECT_THAT(desk.ok("status"), AllOf(HasSubstr(WORD), HasSubstr("the last at 2012-05-01T10:00:00Z")));
  EXPECT_THAT(desk.ok("audit"), HasSubstr(WORD));
  EXPECT_THAT(desk.ok("log"), HasSubstr(WORD));
  EXPECT_EQ(desk.run("log").err, "");
  EXPECT_THAT(desk.ok("export game.bundle"), HasSubstr(WORD));
  EXPECT_THAT(desk.ok("verify game.bundle"), HasSubstr(WORD));
  EXPECT_THAT(desk.ok("import game.bundle --ledger copy"), HasSubstr(WORD));
  for (const char* look : {"status", "audit", "export again.bundle", "import game.bundle --ledger again"}) {
    EXPECT_THAT(desk.ok(std::string("--format json ") + look), HasSubstr(R"("afterwards":)")) << look;
  }
  Desk live;
  live.founded("Ann Bob Cleo");
  for (const char* look : {"status", "audit", "log", "export game.bundle"}) {
    EXPECT_THAT(live.ok(std::string("--format json ") + look), Not(HasSubstr("fterwards"))) << look;
  }
}

// The founding says no time.
TEST(AfterwardsLooks, AHistoryHasTheTimesOfTheGame) {
  Afterwards desk;
  EXPECT_THAT(desk.ok("history 209"), AllOf(HasSubstr("The game begins."), Not(HasSubstr("1970"))));
  EXPECT_THAT(desk.ok("history 209 --format json"), HasSubstr(R"("recordedAt":"")"));
  EXPECT_THAT(desk.ok("explain proposal 301"), HasSubstr("#33  2012-05-01T10:00:00Z  Proposal 301"));
}

// The page says the 32nd of May.
TEST(AfterwardsLooks, ALogHasADateThatIsNoneAsItWasWritten) {
  Afterwards desk;
  desk.ok("call-vote --occurred-at 2012-06-01 --occurred-as-written 2012-05-32 --as Ann");
  EXPECT_THAT(desk.ok("log --limit 1"), HasSubstr("(said to have happened on 2012-06-01, in Europe/Rome, for "
                                                  "\"2012-05-32\", which was written and is no date)"));
  EXPECT_THAT(desk.ok("log --limit 1 --format jsonl"),
              AllOf(HasSubstr(R"("occurredDay":"2012-06-01")"), HasSubstr(R"("occurredAsWritten":"2012-05-32")")));
  // The clock is that of the day it is taken for.
  EXPECT_EQ(desk.run("vote for --occurred-at 2012-05-31 --as Ann").status, 3);
  EXPECT_THAT(desk.run("vote for --occurred-at 2012-06-02 --occurred-as-written 2012-06-02 --as Ann").err,
              HasSubstr("2012-06-02 is a time"));
  EXPECT_THAT(desk.run("vote for --occurred-as-written 2012-05-32 --as Ann").err, HasSubstr("occurred-at"));
  EXPECT_EQ(desk.ok("audit --format json").find("\"ok\":false"), std::string::npos);
  Desk live;
  live.founded("Ann Bob");
  EXPECT_EQ(live.run("propose repeal 209 --occurred-at 2012-06-01 --occurred-as-written 2012-05-32 --as Ann").status,
            2);
}

TEST(AfterwardsLooks, ALogHasTheDayAsItWasWritten) {
  Afterwards desk;
  desk.ok("call-vote --occurred-at 2012-05-02 --as Ann");
  EXPECT_THAT(desk.ok("log --limit 1"), HasSubstr("(said to have happened on 2012-05-02, in Europe/Rome)"));
  EXPECT_THAT(desk.ok("log --limit 1 --format jsonl"),
              AllOf(HasSubstr(R"("occurredDay":"2012-05-02")"), HasSubstr(R"("zone":"Europe/Rome")"),
                    HasSubstr(R"("occurredAt":"2012-05-01T22:00:00Z")"),
                    HasSubstr(R"("occurredUntil":"2012-05-02T21:59:59.999999Z")")));
}

TEST(AfterwardsLooks, ATimeMeansWhatHadHappenedByThen) {
  Afterwards desk("Asia/Tokyo");
  desk.ok("call-vote --occurred-at 2012-05-02 --as Ann");
  desk.ok("vote for --occurred-at 2012-05-03T10:00Z --as Ann");
  const auto size_at = [&](const std::string& point) {
    const std::string out = desk.ok("status --format json --at " + point);
    const auto at = out.find(R"("size":)");
    return out.substr(at + 7, out.find(',', at) - at - 7);
  };
  const std::string founding = size_at("start");
  const auto after = [&](int records) { return std::to_string(std::stoi(founding) + records); };
  EXPECT_EQ(size_at("2012-05-01T09:59Z"), after(0));
  EXPECT_EQ(size_at("2012-05-01T10:00Z"), after(1));
  // In Tokyo 1 May is over at 15:00 in UTC, and 2 May the same time a day later.
  EXPECT_EQ(size_at("2012-05-01"), after(1));
  EXPECT_EQ(size_at("2012-05-02T14:59Z"), after(1));
  EXPECT_EQ(size_at("2012-05-02"), after(2));
  EXPECT_EQ(size_at("2012-05-03T09:59Z"), after(2));
  EXPECT_EQ(size_at("2012-05-03"), after(3));
  // By when it was recorded, and known, nothing of it was there in 2012.
  EXPECT_EQ(desk.run("status --by recorded --at 2012-05-04").status, 2);
}

TEST(AfterwardsMoves, NeedATimeThatDoesNotGoBack) {
  Afterwards desk;
  const Ran none = desk.run("call-vote --as Ann");
  EXPECT_EQ(none.status, 3);
  EXPECT_THAT(none.err, AllOf(HasSubstr("when did it happen?"), HasSubstr("--occurred-at")));
  const Ran back = desk.run("call-vote --occurred-at 2012-04-30 --as Ann");
  EXPECT_EQ(back.status, 3);
  EXPECT_THAT(back.err, HasSubstr("a game's time never goes back"));
  EXPECT_EQ(desk.run("init --game other --occurred-at 2012-05-01 Ann Bob").status, 2);
}

// Records have no other word for a time that is not said.
TEST(AfterwardsMoves, NoneHappenedAtTheFirstMomentOf1970) {
  Desk desk;
  const Ran founded = desk.run("init --retrospective --occurred-at 1970-01-01T00:00Z Ann Bob");
  EXPECT_EQ(founded.status, 2);
  EXPECT_THAT(founded.err, AllOf(HasSubstr("\"1970-01-01T00:00Z\" cannot be recorded"), HasSubstr("00:00:01Z")));
  desk.founded("--retrospective --occurred-at 1970-01-01T00:00:01Z Ann Bob");
  EXPECT_THAT(desk.run("propose repeal 209 --occurred-at 1970-01-01 --as Ann").err, HasSubstr("cannot be recorded"));
  desk.ok("propose repeal 209 --occurred-at 1970-01-01T00:00:01Z --as Ann");
}

TEST(AfterwardsMoves, AreContestedAtTheirTime) {
  Afterwards desk;
  EXPECT_EQ(desk.run("propose repeal 210 --occurred-at 2012-05-02 --as Bob").status, 3);
  desk.ok("contest propose repeal 210 --occurred-at 2012-05-02 --as Bob");
  EXPECT_THAT(desk.ok("log --limit 1"), HasSubstr("contested"));
}

TEST(AfterwardsMoves, ArePreparedWithTheirTimeWhereNoLedgerIs) {
  Afterwards desk;
  desk.ok("call-vote --occurred-at 2012-05-02 --as Ann");
  desk.ok("key new bob.key --name Bob");
  const std::string head = desk.ok("head");
  EXPECT_THAT(head, HasSubstr("\ntimes said in Europe/Rome\n"));
  EXPECT_THAT(desk.ok("head --format json"), HasSubstr(R"("zone":"Europe/Rome")"));
  desk.write("seen.txt", head);
  desk.write("other.txt", head.substr(0, head.find("times said")) + "times said in Europe/Rom\n");
  const std::string form = desk.ok("status --format json");
  const auto at = form.find(R"("form":")") + 8;
  const std::string vote = "vote for 301 --form " + form.substr(at, 64) + " --as Bob --key bob.key ";
  EXPECT_EQ(desk.run(vote + "--seen other.txt --prepare vote.txt --occurred-at 2012-05-03").status, 2);
  EXPECT_EQ(desk.run(vote + "--seen seen.txt --prepare vote.txt").status, 3);
  desk.ok(vote + "--seen seen.txt --prepare vote.txt --occurred-at 2012-05-03");
  desk.ok("key register --as Bob --key bob.key --occurred-at 2012-05-02");
  desk.ok("submit vote.txt");
  EXPECT_THAT(desk.ok("log --limit 1"), HasSubstr("(said to have happened on 2012-05-03, in Europe/Rome)"));
  desk.ok("live");
  EXPECT_THAT(desk.ok("head"), Not(HasSubstr("times said")));
  EXPECT_THAT(desk.ok("head --format json"), Not(HasSubstr("zone")));
}

// In UTC the day began at 15:00 the day before.
TEST(AfterwardsLooks, ADayIsShownAsItWasWritten) {
  Afterwards desk("Asia/Tokyo");
  desk.ok("call-vote --occurred-at 2012-05-02 --as Ann");
  for (const char* who : {"Ann", "Bob", "Cleo"}) {
    desk.ok(std::string("vote for --occurred-at 2012-05-03 --as ") + who);
  }
  EXPECT_THAT(desk.ok("status"), HasSubstr("the last on 2012-05-03 (Asia/Tokyo)"));
  EXPECT_THAT(desk.ok("status --format json"),
              AllOf(HasSubstr(R"("recordedAt":"2012-05-02T15:00:00Z")"),
                    HasSubstr(R"("day":{"written":"2012-05-03","zone":"Asia/Tokyo"})")));
  EXPECT_THAT(desk.ok("replay"), HasSubstr("the last on 2012-05-03 (Asia/Tokyo)"));
  EXPECT_THAT(desk.ok("history 209"), HasSubstr("2012-05-03 (Asia/Tokyo)  Rule 209 is repealed"));
  EXPECT_THAT(desk.ok("explain proposal 301"), AllOf(HasSubstr("2012-05-02 (Asia/Tokyo)  The vote on proposal 301"),
                                                     HasSubstr("2012-05-01T10:00:00Z  Proposal 301")));
  EXPECT_THAT(desk.ok("proposals 301 --format json"),
              AllOf(Not(HasSubstr("madeDay")), HasSubstr(R"("endedDay":{"written":"2012-05-03")")));
}

// Days and times, in the order of the records. Worked out is which is the last that had happened by a time: of a day
// alone, when it was over.
TEST(AfterwardsLooks, ATimeIsFoundAmongDaysAndTimes) {
  Afterwards desk("UTC");
  std::vector<std::string> latest = {"2012-05-01T10:00:00Z"};
  const auto say = [&](const std::string& day, const std::string& time) {
    desk.ok("debate Hm --occurred-at " + day + time + " --as Bob");
    latest.push_back(day + (time.empty() ? "T24:00:00Z" : time));
  };
  for (const char* day : {"2012-05-02", "2012-05-03", "2012-05-07"}) {
    for (const char* time : {"", "T06:00:00Z", "", "", "T12:00:00Z", ""}) say(day, time);
  }
  const auto size_at = [&](const std::string& point) {
    const std::string out = desk.ok("status --format json --at " + point);
    const auto at = out.find(R"("size":)");
    return std::stoul(out.substr(at + 7));
  };
  const auto founding = size_at("start");
  const auto expect_found = [&] {
    for (const char* day : {"2012-05-01", "2012-05-02", "2012-05-03", "2012-05-05", "2012-05-07", "2012-05-09"}) {
      for (const char* time : {"T10:00:00Z", "T05:59:00Z", "T12:00:00Z", "T23:59:59Z"}) {
        const std::string point = std::string(day) + time;
        std::size_t last = 0;
        for (std::size_t i = 0; i < latest.size(); ++i) {
          if (latest[i] <= point) last = i + 1;
        }
        EXPECT_EQ(size_at(point), founding + last) << point;
      }
    }
  };
  expect_found();
  // The second move was made last of all, by a correction.
  desk.ok("correct " + std::to_string(founding + 1) +
          " --cause slip --occurred-at-was 2012-05-07T13:00Z --occurred-at 2012-05-08 --as Ann");
  latest[1] = "2012-05-07T13:00:00Z";
  latest.emplace_back("2012-05-08T24:00:00Z");
  expect_found();
  desk.ok("correct " + std::to_string(founding + 18) +
          " --cause slip --occurred-at-was 2012-05-02T07:00Z --occurred-at 2012-05-08 --as Ann");
  latest[18] = "2012-05-02T07:00:00Z";
  latest.emplace_back("2012-05-08T24:00:00Z");
  expect_found();
}

TEST(AfterwardsLooks, ALogByOccurredHasTheDaysOfTheZone) {
  Afterwards desk("Asia/Tokyo");
  desk.ok("call-vote --occurred-at 2012-05-02 --as Ann");
  desk.ok("vote for --occurred-at 2012-05-03T10:00Z --as Ann");
  // 2 May began in Tokyo at 15:00 the day before in UTC, and ended at 15:00.
  const std::string of_the_day = desk.ok("log --by occurred --from 2012-05-02 --to 2012-05-02");
  EXPECT_THAT(of_the_day, AllOf(HasSubstr("said to have happened on 2012-05-02"), Not(HasSubstr("repeal")),
                                Not(HasSubstr("Ann votes"))));
}

TEST(Live, EndsItOnce) {
  Afterwards desk;
  const std::string live = desk.ok("live");
  EXPECT_THAT(live, HasSubstr("The game is live from 2020-01-01T"));
  EXPECT_EQ(desk.run("live").status, 3);
  desk.ok("call-vote --as Ann");
  EXPECT_THAT(desk.ok("status"), HasSubstr("Recorded afterwards until #"));
  desk.ok("verify");
  desk.ok("replay --check");
}

TEST(Live, IsRefusedBeforeTheLastMoveHasHappened) {
  Afterwards desk;
  desk.ok("call-vote --occurred-at 2020-06-01 --as Ann");
  const Ran live = desk.run("live");
  EXPECT_EQ(live.status, 3);
  EXPECT_THAT(live.err, HasSubstr("lies in the future"));
  Desk always;
  always.founded("Ann Bob");
  EXPECT_EQ(always.run("live").status, 3);
}

// ---- Times that would have decided otherwise ------------------------------------------------------------------------

// A live game with votes of a day and a bonus for the first hour.
class Bonus : public Desk {
 public:
  Bonus() {
    founded("--mode mail Ann Bob Cleo");
    ok("propose enact --text 'Haste.' --provision \"award { occasion: BALLOT_CAST recipient: VOTERS amount { "
       "points: "
       "'2' } within { hours: 1 } }\" --provision 'voting_period { vote { days: 1 } at_end: MISSING_AGAINST }' "
       "--call-vote --as Ann");
    for (const char* name : {"Ann", "Bob", "Cleo"}) ok(std::string("vote for --as ") + name);
    ok("propose enact --text 'Tea.' --call-vote --as Bob");
  }
};

TEST(SaidTimes, OfALateVoteAreToldWhenItIsRefused) {
  Bonus desk;
  desk.clock += 25 * AN_HOUR;
  const Ran late = desk.run("vote for --as Cleo");
  EXPECT_EQ(late.status, 3);
  EXPECT_THAT(late.err, Not(HasSubstr("the rules allowed it")));
  const Ran said = desk.run("vote for --occurred-at 2012-05-30T12:00Z --as Cleo");
  EXPECT_EQ(said.status, 3);
  EXPECT_THAT(said.err, HasSubstr("at 2012-05-30T12:00:00Z, when it is said to have happened, the rules allowed it"));
}

TEST(SaidTimes, OfABonusAreToldWhenTheMoveIsMadeAndByTheAudit) {
  Bonus desk;
  desk.clock += 2 * AN_HOUR;
  const Ran vote = desk.run("vote for --occurred-at 2012-05-30T10:30Z --as Cleo");
  EXPECT_EQ(vote.status, 0);
  EXPECT_THAT(vote.out, Not(HasSubstr("Cleo +2")));
  EXPECT_THAT(vote.err,
              HasSubstr("at 2012-05-30T10:30:00Z, when it is said to have happened, it would have brought about "
                        "something else"));
  EXPECT_THAT(desk.ok("audit"),
              AllOf(HasSubstr("TIMES"), HasSubstr("it would have brought about: "), HasSubstr("Cleo +2 (rule 301)")));
}

TEST(SaidTimes, ThatAreCorrectedChangeWhatIsShownAndNothingElse) {
  Desk desk;
  desk.clock = 1'577'836'800'000'000;
  desk.founded("--retrospective --mode mail Ann Bob Cleo");
  desk.ok(
      "propose enact --text 'Haste.' --provision \"award { occasion: BALLOT_CAST recipient: VOTERS amount { "
      "points: "
      "'2' } within { hours: 1 } }\" --call-vote --occurred-at 2012-05-01T10:00Z --as Ann");
  for (const char* name : {"Ann", "Bob", "Cleo"}) {
    desk.ok(std::string("vote for --occurred-at 2012-05-01T11:00Z --as ") + name);
  }
  desk.ok("propose enact --text 'Tea.' --call-vote --occurred-at 2012-05-02T10:00Z --as Bob");
  EXPECT_THAT(desk.ok("vote for --occurred-at 2012-05-02T10:30Z --as Cleo"), HasSubstr("Cleo +2 (rule 301) = 2."));
  const std::string scores = desk.ok("scores");
  // Founding is #0 to #32; 301 is #33 to #36, 302 is #37, and Cleo's ballot #38.
  desk.ok("correct 38 --cause 'misread' --occurred-at-was 2012-05-02T12:00Z --occurred-at 2012-05-03 --as Ann");
  EXPECT_EQ(desk.ok("scores"), scores);
  EXPECT_THAT(desk.ok("log --format jsonl --from 38 --limit 1"), HasSubstr(R"("happenedAt":"2012-05-02T12:00:00Z")"));
  EXPECT_THAT(desk.ok("audit"),
              AllOf(HasSubstr("#38  at 2012-05-02T12:00:00Z, when it is said to have happened, it would "
                              "have brought about: "),
                    Not(HasSubstr("BROKEN"))));
  desk.ok("verify");
}

TEST(SaidTimes, ThatDecideNothingAreNotSpokenOf) {
  Bonus desk;
  EXPECT_THAT(desk.run("vote for --occurred-at 2012-05-30T09:59Z --as Cleo").err, Not(HasSubstr("said to have")));
  EXPECT_THAT(desk.ok("audit"), Not(HasSubstr("said to have")));
}

}  // namespace
}  // namespace nomic::tools

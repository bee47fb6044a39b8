// Addresses of databases, as far as no server is needed.
#include "nomic/ledger/address.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "ledger/support/world.h"
#include "nomic/ledger/recorded_mark.h"

namespace nomic::ledger {
namespace {

TEST(DatabaseAddress, IsToldFromAFolder) {
  for (const char* each : {"postgresql://", "postgres://host/db", "postgresql:///?service=club"}) {
    EXPECT_TRUE(is_database_address(each)) << each;
  }
  for (const char* each :
       {"", "postgresql", "./postgresql://x", "https://host", "Postgresql://host", "/postgres://x"}) {
    EXPECT_FALSE(is_database_address(each)) << each;
  }
}

TEST(DatabaseAddress, IsShownWithoutPasswords) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"postgresql://h/d", "postgresql://h/d"},
      {"postgresql://ann@h/d", "postgresql://ann@h/d"},
      {"postgresql://ann:pw@h/d", "postgresql://ann@h/d"},
      {"postgresql://ann:@h/d", "postgresql://ann@h/d"},
      {"postgresql://ann:p@w@h/d", "postgresql://ann@h/d"},
      {"postgresql://ann:p%40w@h1:5432,h2:5433/d", "postgresql://ann@h1:5432,h2:5433/d"},
      {"postgresql://h:5432/d", "postgresql://h:5432/d"},
      {"postgresql://[::1]:5432/d", "postgresql://[::1]:5432/d"},
      {"postgresql://:pw@/d", "postgresql://@/d"},
      {"postgresql://ann:pw@", "postgresql://ann@"},
      {"postgresql://ann:pw@h", "postgresql://ann@h"},
      {"postgresql:///d?password=pw", "postgresql:///d"},
      {"postgresql:///d?host=/a&password=pw&user=ann", "postgresql:///d?host=/a&user=ann"},
      {"postgresql:///d?sslpassword=pw", "postgresql:///d"},
      {"postgresql:///d?pass%77ord=pw&host=/a", "postgresql:///d?host=/a"},
      {"postgresql://ann:p/w@h/d", "postgresql://ann@h/d"},
      {"postgresql:///d?passfile=/f&host=/a", "postgresql:///d?passfile=/f&host=/a"},
      {"postgres://ann:pw@h/d?password=pw", "postgres://ann@h/d"},
      {"postgresql://ann:p?w@h/d", "postgresql://ann@h/d"},
      {"postgresql://ann:p?w=1@h/d?host=/a", "postgresql://ann@h/d?host=/a"},
      {"postgresql://ann:p/w?x@h/d", "postgresql://ann@h/d"},
      {"postgresql://ann:p/w@x?y@h/d", "postgresql://ann@h/d"},
      {"postgresql:///d?Password=pw&host=/a", "postgresql:///d?host=/a"},
      {"postgresql://ann:p/w?x=1@h/d", "postgresql://ann@h/d"},
      {"postgresql://h1:5432,[::1]:5433/d?options=a@b", "postgresql://h1:5432,[::1]:5433/d?options=a@b"},
      {"postgresql://ann@h:5432/d?options=a@b", "postgresql://ann@h:5432/d?options=a@b"},
      {"postgresql://h:5432/d?application_name=a@b:c", "postgresql://h:5432/d?application_name=a@b:c"},
      {"/folder:pw@x", "/folder:pw@x"},
  };
  for (const auto& [address, shown] : cases) EXPECT_EQ(without_passwords(address), shown) << address;
}

TEST(DatabaseAddress, IsTakenOutOfTextsThatRepeatIt) {
  const std::string word = "--ledger=postgresql://ann:pw@h/d";
  EXPECT_EQ(without_passwords("no 'postgresql://ann:pw@h/d', no pw", word), "no 'postgresql://ann@h/d', no pw");
  EXPECT_EQ(without_passwords("a postgres://b:c@d a postgres://b:c@d", "postgres://b:c@d"),
            "a postgres://b@d a postgres://b@d");
  EXPECT_EQ(without_passwords("nothing of it", word), "nothing of it");
  EXPECT_EQ(without_passwords("postgresql://h/d", "postgresql://h/d"), "postgresql://h/d");
  EXPECT_EQ(without_passwords("another word", "another"), "another word");
}

// Whatever cannot be reached is said to be that, and no password is in it.
TEST(DatabaseAddress, ThatLeadsNowhereIsUnreachable) {
  if (!has_databases()) GTEST_SKIP() << "built without PostgreSQL";
  const std::string address = "postgresql://ann:hunter2@/d?host=/nowhere";
  for (const Access access : {Access::READ, Access::WRITE}) {
    const auto opened = Ledger::open(address, access, {});
    EXPECT_REFUSED(opened, UNREACHABLE);
    EXPECT_EQ(test::words_of(opened.error()).find("hunter2"), std::string::npos);
  }
  EXPECT_REFUSED(create_in_database(address), UNREACHABLE);
  EXPECT_REFUSED(check_database(address), UNREACHABLE);
  EXPECT_EQ(recorded_mark(address), "");
  const auto malformed = Ledger::open("postgresql://ann:hunter2@[::1/d", Access::READ, {});
  EXPECT_REFUSED(malformed, BAD_INPUT);
  EXPECT_EQ(test::words_of(malformed.error()).find("hunter2"), std::string::npos);
}

// libpq would take the end of such a password for a host or a database, and ask for it by name.
TEST(DatabaseAddress, WhosePasswordIsNotWrittenAsItMustBeIsMalformed) {
  if (!has_databases()) GTEST_SKIP() << "built without PostgreSQL";
  for (const char* address :
       {"postgresql://ann:p@hunter2@localhost/d", "postgresql://ann:hunter2@hunter2@/d?host=/nowhere",
        "postgresql://ann:12/hunter2@h/d", "postgresql://ann:@hunter2@h/d", "postgresql://ann:p@h1,hunter2@h2/d",
        "postgres://ann:x/hunter2?y=hunter2@h/d"}) {
    const auto opened = Ledger::open(address, Access::READ, {});
    SCOPED_TRACE(address);
    EXPECT_REFUSED(opened, BAD_INPUT);
    EXPECT_EQ(test::words_of(opened.error()).find("hunter2"), std::string::npos) << test::words_of(opened.error());
    EXPECT_NE(test::words_of(opened.error()).find("%40"), std::string::npos) << test::words_of(opened.error());
  }
  // A password that is written as it must be, and a database's name.
  for (const char* address : {"postgresql://ann:p%40w@/d?host=/nowhere", "postgresql://ann:p?w@/d?host=/nowhere",
                              "postgresql:///d@x?host=/nowhere"}) {
    SCOPED_TRACE(address);
    EXPECT_REFUSED(Ledger::open(address, Access::READ, {}), UNREACHABLE);
  }
}

TEST(DatabaseAddress, WithAParameterThatThereIsNotNamesIt) {
  if (!has_databases()) GTEST_SKIP() << "built without PostgreSQL";
  const auto words = [](const std::string& address) {
    const auto opened = Ledger::open(address, Access::READ, {});
    SCOPED_TRACE(address);
    EXPECT_REFUSED(opened, BAD_INPUT);
    return test::words_of(opened.error());
  };
  EXPECT_NE(words("postgresql://h/d?sslmode=require&bogus=1").find("'bogus'"), std::string::npos);
  for (const char* address : {"postgresql://h/d?hunter2", "postgresql:///d?password=hunter2&%zz=1",
                              "postgresql://ann@h/d?passwordhunter2=1", "postgresql://ann:hunter2@h/d?b.hunter2=1"}) {
    EXPECT_EQ(words(address).find("hunter2"), std::string::npos) << address;
  }
}

TEST(DatabaseAddress, OfABuildWithoutPostgresIsRefused) {
  if (has_databases()) GTEST_SKIP() << "built with PostgreSQL";
  EXPECT_REFUSED(Ledger::open("postgresql://h/d", Access::READ, {}), BAD_INPUT);
  EXPECT_REFUSED(Ledger::create("postgresql://h/d", {}), BAD_INPUT);
}

}  // namespace
}  // namespace nomic::ledger

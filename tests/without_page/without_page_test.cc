// A nomic that was built without the packages of the page's script: it says so where a page is asked for, and does
// everything else.
#include <filesystem>

#include "nomic/report/page.h"
#include "tools/desk.h"

namespace nomic::tools {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

class WithoutPage : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_FALSE(has_page());
    desk_.founded("Ann Bob");
  }
  [[nodiscard]] bool is_there(const std::string& name) const {
    return std::filesystem::exists(desk_.folder() + "/" + name);
  }
  Desk desk_;
};

TEST_F(WithoutPage, APageIsRefusedWithWhatToDo) {
  const Ran ran = desk_.run("report -o game.html");
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.err, AllOf(HasSubstr("this nomic was built without the page"), HasSubstr("node-mithril"),
                             HasSubstr("tools/install-deps.sh"), HasSubstr("--site DIR")));
  EXPECT_FALSE(is_there("game.html"));
  EXPECT_EQ(desk_.run("report -o - --format json").status, 2);
  EXPECT_THAT(desk_.run("report -o game.html --format json").err, HasSubstr(R"("status":2)"));
}

TEST_F(WithoutPage, TheRestWorks) {
  EXPECT_THAT(desk_.ok("report --site public"), StartsWith("The pages of #0 to #31 are in \"public\""));
  EXPECT_TRUE(is_there("public/rules/101.html"));
  EXPECT_THAT(desk_.ok("report --format md"), HasSubstr("## Immutable rules"));
  EXPECT_THAT(desk_.ok("report --format json"), StartsWith(R"({"form":)"));
}

}  // namespace
}  // namespace nomic::tools

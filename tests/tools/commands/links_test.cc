// Folders of rules and pages that somebody else may have made: no link in them is followed, and no file is waited for.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "nomic/ledger/input_file.h"
#include "tools/desk.h"

namespace nomic::tools {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* SECRET = "the secret outside";

class Links : public ::testing::Test {
 protected:
  Links() {
    fs::create_directories(path("rules"));
    fs::create_directories(path("pages"));
    fs::create_directories(path("pages/2018-05-01"));
    fs::create_directories(path("outside"));
    desk.write("outside/301.md", std::string("# 301\n\nAll players know ") + SECRET + ".\n");
    desk.write("rules/201.md", "# 201\n\nPlayers shall alternate in clockwise order.\n");
    desk.write("rules/202.md", "# 202\n\nOne turn consists of two parts.\n");
    for (const char* page : {"pages/2018-03-29.md", "pages/2018-05-01/201.md"})
      desk.write(page, "# 201\n\nPlayers shall alternate in clockwise order.\n");
    link("../outside/301.md", "rules/301.md");
    link(path("outside/301.md"), "rules/302.md");
    link("../outside", "rules/more");
    link("303.md", "rules/303.md");
    link("../outside/301.md", "pages/2018-04-29.md");
    link("../outside", "pages/2018-06-01");
    link("../../outside/301.md", "pages/2018-05-01/301.md");
    ::mkfifo(path("rules/pipe.md").c_str(), 0600);
    ::mkfifo(path("pages/2018-07-01.md").c_str(), 0600);
  }

  [[nodiscard]] std::string path(const std::string& name) const { return desk.folder() + "/" + name; }
  void link(const std::string& to, const std::string& name) const { fs::create_symlink(to, path(name)); }

  // Everything that the command said and wrote.
  std::string all_of(const std::string& line) {
    const Ran ran = desk.run(line);
    std::string all = ran.out + ran.err;
    for (const auto& entry : fs::recursive_directory_iterator(desk.folder())) {
      const std::string name = entry.path().string();
      std::error_code unknown;
      if (entry.is_symlink(unknown) || !entry.is_regular_file(unknown) || name.find("/outside/") != std::string::npos)
        continue;
      std::ifstream file(name, std::ios::binary);
      all.append(std::istreambuf_iterator<char>(file), {});
    }
    return all;
  }

  Desk desk;
};

TEST_F(Links, OfAFolderAreLeftOutAndNamed) {
  desk.founded("Ann Bob");
  for (const char* line : {"rules import rules --lang en -o rules.txtpb", "rules compare 1990 rules",
                           "compare --rules rules", "init --game other --rules rules --lang en Ann Bob"}) {
    const std::string all = all_of(line);
    EXPECT_THAT(all, Not(HasSubstr(SECRET))) << line;
    for (const char* name : {"rules/301.md", "rules/302.md", "rules/303.md", "rules/more"}) {
      EXPECT_THAT(all, HasSubstr(std::string("\"") + name + "\" is a link, and was left out")) << line;
    }
  }
  EXPECT_THAT(desk.ok("show-rules 201 --game other"), HasSubstr("clockwise"));
}

TEST_F(Links, OfDatedPagesAreLeftOutAndNamed) {
  desk.founded("Ann Bob");
  fs::remove(path("pages/2018-07-01.md"));
  for (const char* line : {"compare --dated pages", "import-history pages -o told.nomic"}) {
    const std::string all = all_of(line);
    EXPECT_THAT(all, Not(HasSubstr(SECRET))) << line;
    for (const char* name : {"pages/2018-04-29.md", "pages/2018-06-01", "pages/2018-05-01/301.md"}) {
      EXPECT_THAT(all, HasSubstr(std::string("\"") + name + "\" is a link, and was left out")) << line;
    }
  }
  EXPECT_TRUE(fs::exists(path("told.nomic")));
  // The folder itself is the user's own choice.
  link("rules", "chosen");
  EXPECT_EQ(desk.run("rules import chosen --lang en -o chosen.txtpb").status, 0);
}

TEST_F(Links, OfATableAreRefused) {
  desk.founded("Ann Bob");
  link("outside", "pages/out");
  for (const std::string page :
       {"2018-04-29.md", "2018-06-01/301.md", "out/301.md", "../outside/301.md", "./../outside/301.md",
        "2018-05-01/../../outside/301.md", "/etc/hostname", "2018-05-01//201.md", "2018-07-01.md", "nothing.md"}) {
    desk.write("pages/table.csv", "at,page\n2018-03-29," + page + "\n");
    for (const char* line : {"compare --dated pages/table.csv", "import-history pages/table.csv -o told.nomic"}) {
      const Ran ran = desk.run(line);
      // A page that cannot be compared is a row of the table of pages.
      EXPECT_EQ(ran.status, line[0] == 'c' ? 1 : 2) << line << page << ran.out << ran.err;
      EXPECT_THAT(ran.out + ran.err, Not(HasSubstr(SECRET))) << page;
      EXPECT_THAT(ran.out + ran.err, HasSubstr(page)) << line;
    }
  }
  desk.write("pages/table.csv", "at,page\n2018-03-29,2018-03-29.md\n2018-05-01,2018-05-01\n");
  EXPECT_EQ(desk.run("import-history pages/table.csv -o told.nomic").status, 0);
}

// A link in a repository is a file whose text is a path; a submodule is the name of a commit elsewhere.
TEST_F(Links, OfARepositoryAreNoFiles) {
  const std::string git = "cd " + path("pages") +
                          " && git init -q . && git config user.name Ann && git config user.email ann@example.org && ";
  if (std::system("git --version >/dev/null 2>&1") != 0) GTEST_SKIP() << "git is not installed";
  desk.write("pages/rules.md", "# 201\n\nPlayers shall alternate in clockwise order.\n");
  const std::string add =
      "ln -s '# 301 A text in a link.' link.md && git add rules.md link.md 2018-04-29.md && "
      "git update-index --add --cacheinfo 160000,0123456789012345678901234567890123456789,module.md && git commit -qm "
      "one";
  ASSERT_EQ(std::system((git + add).c_str()), 0);
  for (const char* line :
       {"import-history pages -o told.nomic", "import-history pages --rules-in *.md -o told.nomic"}) {
    const std::string all = all_of(line);
    EXPECT_THAT(all, Not(HasSubstr(SECRET))) << line;
    EXPECT_THAT(all, Not(HasSubstr("A text in a link"))) << line;
  }
}

TEST_F(Links, NoPathFromAFolderLeadsOutOfIt) {
  using ledger::InputFile;
  for (const char* name :
       {"rules/301.md", "rules/more/301.md", "rules/303.md", "../rules/201.md", "rules/../outside/301.md",
        "/etc/hostname", "", ".", "..", "rules/", "rules//201.md", "rules", "rules/pipe.md", "none"}) {
    EXPECT_FALSE(InputFile::open_within(desk.folder(), name)) << name;
  }
  EXPECT_TRUE(InputFile::open_within(desk.folder(), "rules/201.md"));
  EXPECT_EQ(InputFile::open_within(desk.folder(), "rules/301.md").error().error, ELOOP);
  EXPECT_EQ(InputFile::open_within(desk.folder(), "rules/more/301.md").error().error, ELOOP);
  EXPECT_EQ(InputFile::open_within(desk.folder(), "rules").error().error, EISDIR);
}

}  // namespace
}  // namespace nomic::tools

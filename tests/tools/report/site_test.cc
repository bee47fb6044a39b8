// A folder of pages: every page is HTML that a parser has nothing to say against, and what stands under a number.
#include <gumbo.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "nomic/replay/reference.h"
#include "nomic/report/game_site.h"
#include "tools/desk.h"

namespace nomic::tools {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string read(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// What a parser as browsers have one (HTML, section 13.2) finds wrong.
std::size_t faults_in(const std::string& html) {
  GumboOutput* output = gumbo_parse_with_options(&kGumboDefaultOptions, html.data(), html.size());
  const std::size_t faults = output->errors.length;
  gumbo_destroy_output(&kGumboDefaultOptions, output);
  return faults;
}

TEST(Site, EveryPageParses) {
  Desk desk;
  desk.founded("--mode mail Ann 'Bo<b>' Cleo");
  desk.ok("propose enact --title 'A & <i>B</i>' --text '</p><script>x</script>' --call-vote --as Ann");
  desk.ok("vote for --as Ann");
  desk.ok("vote against --as Cleo");
  desk.ok("report --site public");
  int pages = 0;
  for (const auto& entry : fs::recursive_directory_iterator(desk.folder() + "/public")) {
    if (entry.path().extension() != ".html") continue;
    SCOPED_TRACE(entry.path().string());
    EXPECT_EQ(faults_in(read(entry.path())), 0U);
    ++pages;
  }
  // Seven headings, 29 rules, a proposal, one page of records, three players.
  EXPECT_EQ(pages, 7 + 29 + 1 + 1 + 3);
  EXPECT_GT(faults_in("<p>a</div>"), 0U);
}

// A document by hand: rule 203 becomes 305 at #3; from #4 on another rule bears 203; 204 is repealed at #5.
class Renumbered : public testing::Test {
 protected:
  Renumbered() {
    view_.set_size(6);
    view_.set_founding(3);
    view_.set_game(std::string(64, 'a'));
    view_.set_name("club");
    for (std::uint32_t record = 0; record < view_.size(); ++record) {
      auto& log = *view_.add_entries()->mutable_record();
      log.set_index(record);
      log.set_recorded_at("2012-05-30T10:00:00Z");
    }
    const std::uint32_t old_203 = form(203, 203, "Votes are open.");
    const std::uint32_t old_204 = form(204, 204, "Nothing is void.");
    const std::uint32_t new_305 = form(305, 203, "Votes are secret.");
    const std::uint32_t new_203 = form(203, 301, "Cake is had.");
    const std::vector<std::vector<std::uint32_t>> in_force = {
        {}, {old_203}, {old_203, old_204}, {old_204, new_305}, {new_203, old_204, new_305}, {new_203, new_305}};
    for (const auto& rules : in_force) {
      auto& moment = *view_.add_moments()->mutable_rules();
      for (const std::uint32_t rule : rules) moment.add_rules(rule);
    }
  }

  std::uint32_t form(std::uint32_t number, std::uint32_t lineage, const std::string& text) {
    auto& rule = *view_.add_rules();
    rule.set_number(replay::reference(number));
    rule.set_lineage(replay::reference(lineage));
    rule.set_status(v1::RulesView::MUTABLE);
    rule.add_texts()->set_text(text);
    return static_cast<std::uint32_t>(view_.rules_size() - 1);
  }

  [[nodiscard]] std::string page(const std::string& path) const {
    const auto files = site_of(view_, {}, {});
    const auto found = std::find_if(files.begin(), files.end(), [&](const auto& file) { return file.path == path; });
    return found == files.end() ? std::string() : found->text;
  }

  v1::ReportView view_;
};

TEST_F(Renumbered, ANumberLeadsToWhoeverBoreIt) {
  EXPECT_THAT(
      page("rules/305.html"),
      AllOf(HasSubstr("<del>open.</del><ins>secret.</ins>"), HasSubstr("number 203 became 305"),
            HasSubstr("<a href=\"../rules/203.html\">203</a> from <a href=\"../records/0.html#r1\">#1</a> until "
                      "<a href=\"../records/0.html#r3\">#3</a>")));
  // The rule that bears it now is there whole, and the other is led to.
  EXPECT_THAT(page("rules/203.html"),
              AllOf(HasSubstr("Cake is had."), HasSubstr("The rule that bore the number 203 from"),
                    HasSubstr("is now <strong><a href=\"../rules/305.html\">rule 305</a></strong>"),
                    Not(HasSubstr("Votes are"))));
  EXPECT_THAT(page("rules/204.html"), AllOf(HasSubstr("Not in force since <a href=\"../records/0.html#r5\">#5</a>"),
                                            HasSubstr("Nothing is void.")));
  EXPECT_EQ(page("rules/301.html"), "");
}

TEST_F(Renumbered, TheFeedsIdentifiersAreTheGames) {
  const std::string tag = "tag:" + std::string(32, 'a') + "." + std::string(32, 'a') + ".nomic.invalid,2012-05-30:";
  EXPECT_THAT(page("feed.atom"),
              AllOf(HasSubstr("<id>" + tag + "feed</id>"), HasSubstr("<id>" + tag + "record/5</id>")));
}

TEST_F(Renumbered, PathsAreInTheirOrderAndStandOnce) {
  const auto files = site_of(view_, {}, {});
  for (std::size_t at = 1; at < files.size(); ++at) EXPECT_LT(files[at - 1].path, files[at].path);
}

}  // namespace
}  // namespace nomic::tools

// The forms of rules in a document: each is told whole somewhere, and no text twice.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>

#include "list_spans.h"
#include "nomic/ledger/ledger.h"
#include "nomic/replay/content.h"
#include "nomic/replay/reference.h"
#include "nomic/report/report.h"
#include "tools/desk.h"

namespace nomic::tools {
namespace {

using Form = v1::RulesView::Rule;

class RuleFormsTest : public ::testing::Test {
 protected:
  RuleFormsTest() {
    desk.founded("--mode mail Ann Bob Cleo");
    desk.write("enact.txt", R"(changes { kind: ENACT texts { text: ")" + LONG + R"(" } })");
    desk.write("repeal.txt", "changes { kind: REPEAL rule: '301' }");
    desk.write("back.txt", "changes { kind: REENACT rule: '301' }");
    act("enact.txt");
  }

  void act(const std::string& changes) {
    desk.ok("act --cite 207 'So be it.' --changes " + changes + " --yes --as Ann");
  }

  v1::ReportView document() {
    ledger = *ledger::Ledger::open(desk.ledger(), ledger::Access::READ, {});
    game.emplace(*replay::Game::open(*ledger, ""));
    auto view = report_view(*ledger, *game, {.size = game->head().size}, {});
    EXPECT_TRUE(view.ok());
    return *std::move(view);
  }

  // What a page shows of a form: its texts, and what its notes say.
  static std::vector<std::string> shown(const v1::ReportView& view, const Form& form) {
    const Form& with_texts = form.has_texts_of() ? view.rules(static_cast<int>(form.texts_of()) - 1) : form;
    std::vector<std::string> all;
    for (const auto& text : with_texts.texts()) all.push_back(text.lang() + ": " + text.text());
    for (const auto& note : form.notes().all()) {
      const auto& entry = view.entries(static_cast<int>(note.record()));
      all.push_back(note.author() + ": " + (note.text().empty() ? entry.record().event().text() : note.text()));
    }
    return all;
  }

  // The same as the records have it.
  std::vector<std::string> recorded(const v1::Rule& rule) {
    const auto whole = *replay::with_texts(game->history(), rule);
    std::vector<std::string> all;
    for (const auto& text : whole.texts()) all.push_back("en: " + text.text());
    for (const auto& note : whole.notes()) all.push_back(note.author() + ": " + note.text());
    return all;
  }

  static inline const std::string LONG = std::string(20'000, 'a');
  Desk desk;
  std::unique_ptr<ledger::Ledger> ledger;
  std::optional<replay::Game> game;
};

TEST_F(RuleFormsTest, AreWhatEachMomentHas) {
  desk.ok("annotate 301 'Long.' --as Bob");
  act("repeal.txt");
  act("back.txt");
  desk.ok("annotate 301 'Long as ever.' --as Cleo");
  desk.write("other.txt", R"(changes { kind: AMEND rule: '301' texts { text: "Short." } })");
  act("other.txt");
  act("repeal.txt");
  act("back.txt");
  const auto view = document();
  std::vector<std::uint32_t> places;
  int seen = 0;
  for (int at = 0; at < view.moments_size(); ++at) {
    const auto& changes = view.moments(at).rules();
    if (view.moments(at).has_rules()) {
      const std::vector<std::uint32_t> came(changes.rules().begin(), changes.rules().end());
      places = changed_list(places, changes.spans(), came);
    }
    const auto then = game->at(static_cast<std::uint64_t>(at) + 1);
    ASSERT_TRUE(then.ok());
    const auto& rules = then->state().rules();
    ASSERT_EQ(static_cast<std::size_t>(rules.size()), places.size());
    for (std::size_t place = 0; place < places.size(); ++place) {
      const Form& form = view.rules(static_cast<int>(places[place]));
      const v1::Rule& rule = *(rules.begin() + static_cast<int>(place));
      ASSERT_EQ(replay::number_in(form.number()), rule.number());
      EXPECT_EQ(shown(view, form), recorded(rule)) << "rule " << rule.number() << " after #" << at;
      ++seen;
    }
  }
  EXPECT_GT(seen, 7 * 29);
}

// Twenty forms of one text, and notes that come one after the other.
TEST_F(RuleFormsTest, TellATextAndANoteOnce) {
  const auto before = document().ByteSizeLong();
  EXPECT_GT(before, LONG.size());
  for (int at = 0; at < 5; ++at) {
    desk.ok(fmt::format("annotate 301 '{} {}' --as Bob", at, std::string(5'000, 'b')));
    act("repeal.txt");
    act("back.txt");
  }
  EXPECT_LT(document().ByteSizeLong() - before, 5 * (5'000 + 12'000));
}

}  // namespace
}  // namespace nomic::tools

// Scores: what everybody has, and for each player how it came about, entry by entry.
#include <fmt/format.h>

#include "html_text.h"
#include "nomic/replay/reference.h"
#include "site/site_pages.h"

namespace nomic::tools {
namespace {

constexpr std::string_view SCORES = "scores/index.html";

std::string name_of(const SiteLinks& links, const v1::ScoresView::Score& score) {
  std::string out = html_name(score.player());
  for (std::size_t place = 0; place < links.game().scorers.size(); ++place) {
    if (links.game().scorers[place].name == score.player())
      out = links.to(scorer_path(place), html_name(score.player()));
  }
  if (score.won()) return out + " " + links.say("score.won");
  return score.in_game() ? out : out + " " + links.say("score.left");
}

SiteFile all_scores(const SiteGame& game) {
  const SiteLinks links(game, SCORES);
  std::string body = "<h1>" + links.say("view.scores") + "</h1>" + scores_table(links);
  std::vector<std::vector<std::string>> held;
  for (const auto& one : game.shown.scores.attributes()) {
    held.push_back({one.player().empty() ? links.say("holdings.game") : html_name(one.player()), html(one.key()),
                    html(one.value())});
  }
  for (const auto& one : game.shown.scores.holdings())
    held.push_back({html_name(one.owner()), html(one.thing()), site_points(one.amount())});
  if (!held.empty()) {
    body += "<h2>" + links.say("holdings") + "</h2>" +
            site_table(links.say("holdings"),
                       {links.say("column.whose"), links.say("column.what"), links.say("column.amount")}, held);
  }
  return site_page(game, std::string(SCORES), game.words("view.scores"), SCORES, body);
}

std::string by_what(const SiteLinks& links, const v1::ConsequenceView& one) {
  std::string out;
  if (!one.rule().empty()) {
    out = links.rule_of(replay::number_in(one.rule()), one.rule_since());
  }
  if (!one.score().proposal().empty())
    out += (out.empty() ? "" : ", ") + links.proposal(replay::number_in(one.score().proposal()));
  return out;
}

void add_scorer(const SiteGame& game, std::size_t place, std::vector<SiteFile>& files) {
  const Scorer& scorer = game.scorers[place];
  const SiteLinks links(game, SCORES);
  std::vector<std::vector<std::string>> rows;
  for (const SiteEntry& entry : scorer.entries) {
    std::string total = site_points(entry.one->score().total());
    if (entry.one->score().total_unknown()) total += " " + links.say("scores.known");
    rows.push_back({links.record(entry.record), site_change(entry.one->score().points()),
                    entry.how.empty() ? "" : site_sentence(game, entry.how), by_what(links, *entry.one), total});
  }
  const std::string title =
      "<p>" + links.to(SCORES, links.say("view.scores")) + "</p><h1>" + html_name(scorer.name) + "</h1>";
  const std::vector<std::string> head = {links.say("column.record"), links.say("column.points"),
                                         links.say("column.how"), links.say("column.by"), links.say("column.score")};
  const std::string path = scorer_path(place);
  SiteRows about{path.substr(0, path.rfind('.')), scorer.name, std::string(SCORES), title, title, {}};
  about.as_html = [&](const auto& part) {
    return part.empty() ? "<p>" + links.say("scores.none") + "</p>"
                        : site_table(links.say("scores.entries"), head, part);
  };
  add_rows(game, about, rows, files);
}

}  // namespace

std::string scores_table(const SiteLinks& links) {
  std::vector<std::vector<std::string>> rows;
  for (const auto& score : links.game().shown.scores.scores()) {
    std::string points = site_points(score.points());
    if (score.has_unknown_since()) {
      points +=
          " <small>" + links.say("score.unknown", {{"record", fmt::format("{}", score.unknown_since())}}) + "</small>";
    }
    rows.push_back({name_of(links, score), points});
  }
  return site_table(links.say("view.scores"), {links.say("column.player"), links.say("column.points")}, rows);
}

void add_score_pages(const SiteGame& game, std::vector<SiteFile>& files) {
  files.push_back(all_scores(game));
  for (std::size_t place = 0; place < game.scorers.size(); ++place) add_scorer(game, place, files);
}

}  // namespace nomic::tools

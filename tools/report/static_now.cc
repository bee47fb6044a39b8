#include <fmt/format.h>

#include "form_html.h"
#include "html_text.h"
#include "nomic/replay/reference.h"
#include "nomic/words/points_words.h"
#include "static_page.h"

namespace nomic::tools {
namespace {

std::string phase_words(v1::StatusView::Phase phase, const PageWords& words) {
  return words(phase == v1::StatusView::PHASE_UNSPECIFIED ? "phase.NONE"
                                                          : "phase." + v1::StatusView::Phase_Name(phase));
}

std::string winners_html(const v1::StatusView& status, const PageWords& words) {
  std::string out;
  for (const auto& winner : status.winners()) {
    const std::string rule = words.filled("rule.in", {{"number", winner.rule()}});
    out += "<p>" +
           words.filled("now.won", {{"player", "<strong>" + html_name(winner.player()) + "</strong>"},
                                    {"record", fmt::format("#{}", winner.record())},
                                    {"rule", rule}}) +
           "</p>";
  }
  return out;
}

template <class List>
std::string sentences_html(const List& sentences, const PageWords& words) {
  std::string items;
  for (const std::string& sentence : sentences) items += "<li>" + program_words(sentence, words) + "</li>";
  return items.empty() ? "" : "<ul>" + items + "</ul>";
}

// Acts that no program can judge, with what the rules that they cite say.
std::string acts_html(const v1::StatusView& status, const PageWords& words) {
  std::string out;
  for (const auto& under : status.acts().rules()) {
    std::string items;
    for (const auto& act : under.acts()) {
      items += fmt::format("<li>#{} {}{}</li>", act.record(), html_name(act.player()),
                           html_passage("blockquote", "", act.text()));
    }
    out += fmt::format("<ul>{}</ul><p>{}</p>{}", items, words.filled("rule.in", {{"number", under.rule()}}),
                       html_passage("blockquote", "", under.text()));
  }
  return out;
}

}  // namespace

std::string turn_sentence(const v1::StatusView& status, const std::string& mover, const PageWords& words) {
  return words.filled(mover.empty() ? "now.turn.nobody" : "now.turn", {{"turn", std::to_string(status.turn())},
                                                                       {"circuit", std::to_string(status.circuit())},
                                                                       {"player", mover},
                                                                       {"phase", phase_words(status.phase(), words)}});
}

std::string ways_html(const v1::StatusView& status, bool must, const PageWords& words) {
  std::string items;
  for (const auto& way : status.ways()) {
    if (way.must() != must) continue;
    const std::string who = way.player().empty() ? words("now.anyone") : html_name(way.player());
    const std::string rule = way.rule().empty() ? "" : " (" + words.filled("rule.in", {{"number", way.rule()}}) + ")";
    items += fmt::format("<li>{}: <code lang=\"en\">{}</code>{}</li>", who, html(way.command()), rule);
  }
  if (!items.empty()) return "<ul>" + items + "</ul>";
  return must ? "<p>" + words("now.nobody") + "</p>" : "";
}

std::string scores_html(const v1::ScoresView& scores, const PageWords& words) {
  std::string rows;
  for (const auto& score : scores.scores()) {
    std::string about = score.won() ? " " + words("score.won") : score.in_game() ? "" : " " + words("score.left");
    if (score.has_unknown_since()) {
      about += " " + words.filled("score.unknown", {{"record", std::to_string(score.unknown_since())}});
    }
    rows +=
        fmt::format("<tr><th scope=\"row\">{}{}</th><td>{}</td></tr>", html_name(score.player()), about,
                    print_points(static_cast<std::int64_t>(score.points() * 1000 + (score.points() < 0 ? -0.5 : 0.5))));
  }
  return fmt::format(R"(<table><thead><tr><th scope="col">{}</th><th scope="col">{}</th></tr></thead><tbody>{})"
                     "</tbody></table>",
                     words("column.player"), words("column.points"), rows);
}

std::string static_now(const v1::ReportView& view, const ShownMoment& shown, const PageWords& words) {
  const v1::StatusView& status = shown.status;
  const auto heading = [&](const char* key) { return "<h3>" + words(key) + "</h3>"; };
  std::string out = R"(<section aria-labelledby="s-now"><h2 id="s-now">)" + words("view.now") + "</h2>";
  const std::string mover = status.turn_of().empty() ? "" : html_name(status.turn_of());
  out += "<p>" + turn_sentence(status, mover, words) + "</p>" + winners_html(status, words);
  out += heading("now.must") + ways_html(status, true, words);
  const std::string may = ways_html(status, false, words);
  if (!may.empty()) out += "<details><summary>" + words("now.may") + "</summary>" + may + "</details>";
  out += heading("now.open") + open_proposals_html(view, status, words);
  out += heading("view.scores") + scores_html(shown.scores, words);
  const std::string notes = sentences_html(status.notes(), words);
  if (!notes.empty()) out += heading("now.notes") + notes;
  if (status.has_acts()) out += heading("now.acts") + acts_html(status, words);
  return out + "</section>";
}

}  // namespace nomic::tools

#include <fmt/format.h>

#include "nomic/replay/reference.h"
#include "nomic/report/report.h"
#include "nomic/words/page_words.h"
#include "nomic/words/points_words.h"
#include "nomic/words/terminal_text.h"
#include "static_page.h"

namespace nomic::tools {
namespace {

// What Markdown reads as markup, anywhere in a line.
constexpr std::string_view MARKUP = "\\`*_{}[]<>#|~&!";

// Whether a line that begins so would be a list, a heading's underline or a quotation.
bool begins_block(std::string_view line) {
  if (line.empty()) return false;
  if (line[0] == '-' || line[0] == '+' || line[0] == '=') return true;
  const std::size_t digits = line.find_first_not_of("0123456789");
  return digits != 0 && digits != std::string_view::npos && (line[digits] == '.' || line[digits] == ')');
}

// What somebody wrote, as itself: no character of it is markup, and its lines stay lines.
std::string as_markdown(std::string_view text) {
  std::string out;
  const std::string safe = paint(text, false);
  bool at_beginning = true;
  for (std::size_t at = 0; at < safe.size(); ++at) {
    const char c = safe[at];
    if (at_beginning && begins_block(std::string_view(safe).substr(at))) {
      const std::size_t digits = std::string_view(safe).substr(at).find_first_not_of("0123456789");
      out.append(safe, at, digits);
      at += digits;
      out += '\\';
      out += safe[at];
      at_beginning = false;
      continue;
    }
    // Indented by four, a line would be code.
    if (at_beginning && (c == ' ' || c == '\t')) continue;
    if (MARKUP.find(c) != std::string_view::npos) out += '\\';
    // Two spaces at its end: the next line does not run into this one.
    if (c == '\n' && at + 1 < safe.size() && safe[at + 1] != '\n' && !out.ends_with('\n')) out += "  ";
    out += c;
    at_beginning = c == '\n';
  }
  return out;
}

std::string in_one_line(std::string_view text) {
  return as_markdown(on_one_line(text));
}

std::string scores_markdown(const v1::ScoresView& scores, const PageWords& words) {
  std::string out = fmt::format("| {} | {} |\n|---|---:|\n", words("column.player"), words("column.points"));
  for (const auto& score : scores.scores()) {
    const double thousandths = score.points() * 1000;
    std::string about = score.won() ? " " + words("score.won") : score.in_game() ? "" : " " + words("score.left");
    if (score.has_unknown_since()) {
      about += ", " + as_markdown(words.filled("score.unknown", {{"record", std::to_string(score.unknown_since())}}));
    }
    out += fmt::format("| {}{} | {} |\n", in_one_line(score.player()), about,
                       print_points(static_cast<std::int64_t>(thousandths + (thousandths < 0 ? -0.5 : 0.5))));
  }
  return out;
}

const v1::RulesView::Rule::LangText* text_in_lang(const v1::RulesView::Rule& rule, const std::string& lang) {
  for (const auto& text : rule.texts()) {
    if (text.lang() == lang) return &text;
  }
  return rule.texts().empty() ? nullptr : &rule.texts(0);
}

std::string rule_markdown(const v1::RulesView::Rule& rule, const std::string& lang, const PageWords& words) {
  const std::string title = rule.title().empty() ? "" : " " + in_one_line(rule.title());
  std::string out =
      fmt::format("**{}.{}**{}\n\n", rule.number(), title, rule.is_void() ? " (" + words("status.void") + ")" : "");
  const auto* text = text_in_lang(rule, lang);
  out += rule.text_unknown() || text == nullptr ? "*" + words("rule.unknown") + "*" : as_markdown(text->text());
  return out + "\n\n";
}

std::string rules_markdown(const ShownMoment& shown, v1::RulesView::Status status, const std::string& lang,
                           const PageWords& words) {
  std::string out;
  for (const auto& rule : shown.rules.rules()) {
    const bool is_immutable = rule.status() == v1::RulesView::IMMUTABLE;
    if (is_immutable == (status == v1::RulesView::IMMUTABLE)) out += rule_markdown(rule, lang, words);
  }
  return out;
}

// Of which moment, whose turn it was, who has won.
std::string moment_markdown(const v1::StatusView& status, const PageWords& words) {
  const std::string record = std::to_string(status.size() - 1);
  const std::string& time = status.recorded_at();
  constexpr std::size_t DAY = 10;
  std::string at;
  if (time.size() > DAY + 6) at = fmt::format("{} {} UTC", time.substr(0, DAY), time.substr(DAY + 1, 5));
  std::string out = words.filled(at.empty() ? "page.as.of" : "page.as.of.time", {{"record", record}, {"time", at}});
  out = as_markdown(out + " " + turn_sentence(status, status.turn_of(), words)) + "\n\n";
  for (const auto& winner : status.winners()) {
    const std::string rule = words.filled("rule.in", {{"number", winner.rule()}});
    out += as_markdown(words.filled(
               "now.won",
               {{"player", winner.player()}, {"record", fmt::format("#{}", winner.record())}, {"rule", rule}})) +
           "\n\n";
  }
  if (status.has_afterwards()) out += as_markdown(status.afterwards().in_words()) + "\n\n";
  return out;
}

}  // namespace

std::string report_markdown(const ShownMoment& shown, const std::string& lang) {
  const PageWords words = page_words_in(lang, shown);
  std::string out = fmt::format("# {}\n\n", in_one_line(shown.status.name())) + moment_markdown(shown.status, words);
  if (!shown.rehearsal.empty()) out += as_markdown(shown.rehearsal) + "\n\n";
  out += "## " + words("view.scores") + "\n\n" + scores_markdown(shown.scores, words) + "\n";
  const auto section = [&](std::string_view key, v1::RulesView::Status status) {
    const std::string rules = rules_markdown(shown, status, lang, words);
    if (!rules.empty()) out += "## " + words(key) + "\n\n" + rules;
  };
  section("forum.immutable", v1::RulesView::IMMUTABLE);
  section("forum.mutable", v1::RulesView::MUTABLE);
  while (out.ends_with("\n\n")) out.pop_back();
  return out;
}

}  // namespace nomic::tools

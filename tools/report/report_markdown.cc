#include <fmt/format.h>

#include "nomic/report/report.h"
#include "nomic/words/points_words.h"
#include "nomic/words/terminal_text.h"

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

std::string scores_markdown(const v1::ScoresView& scores) {
  std::string out = "| Player | Points |\n|---|---:|\n";
  for (const auto& score : scores.scores()) {
    const double thousandths = score.points() * 1000;
    const std::string about = score.won() ? " (won)" : score.in_game() ? "" : " (left)";
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

std::string rule_markdown(const v1::RulesView::Rule& rule, const std::string& lang) {
  const std::string title = rule.title().empty() ? "" : " " + in_one_line(rule.title());
  std::string out = fmt::format("**{}.{}**{}\n\n", rule.number(), title, rule.is_void() ? " (void)" : "");
  const auto* text = text_in_lang(rule, lang);
  out += rule.text_unknown() || text == nullptr ? "*What this rule says is not on record.*" : as_markdown(text->text());
  return out + "\n\n";
}

std::string rules_markdown(const ShownMoment& shown, v1::RulesView::Status status, const std::string& lang) {
  std::string out;
  for (const auto& rule : shown.rules.rules()) {
    const bool is_immutable = rule.status() == v1::RulesView::IMMUTABLE;
    if (is_immutable == (status == v1::RulesView::IMMUTABLE)) out += rule_markdown(rule, lang);
  }
  return out;
}

}  // namespace

std::string report_markdown(const ShownMoment& shown, const std::string& lang) {
  const v1::StatusView& status = shown.status;
  std::string out = fmt::format("# {}\n\nAs of record {}{}: turn {} of circuit {}.\n\n", in_one_line(status.name()),
                                status.size() - 1, status.recorded_at().empty() ? "" : ", " + status.recorded_at(),
                                status.turn(), status.circuit());
  if (!shown.rehearsal.empty()) out += as_markdown(shown.rehearsal) + "\n\n";
  out += "## Scores\n\n" + scores_markdown(shown.scores) + "\n";
  const std::string immutable = rules_markdown(shown, v1::RulesView::IMMUTABLE, lang);
  const std::string changeable = rules_markdown(shown, v1::RulesView::MUTABLE, lang);
  if (!immutable.empty()) out += "## Immutable rules\n\n" + immutable;
  if (!changeable.empty()) out += "## Mutable rules\n\n" + changeable;
  while (out.ends_with("\n\n")) out.pop_back();
  return out;
}

}  // namespace nomic::tools

#include "render/import_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "nomic/replay/reference.h"
#include "nomic/words/refusals.h"
#include "nomic/words/remarks.h"
#include "nomic/words/terminal_text.h"
#include "render/layout.h"

namespace nomic::tools {
namespace {

void put(const replay::PageLine& at, const replay::ImportReport& report, v1::ImportView::Line* line) {
  line->set_line(static_cast<std::uint32_t>(at.line));
  if (report.files.size() > 1 && at.line != 0 && at.file < report.files.size()) line->set_file(report.files[at.file]);
}

std::string place(const v1::ImportView::Line& at) {
  if (at.line() == 0) return "";
  return at.file().empty() ? fmt::format("line {}", at.line())
                           : fmt::format("{}, line {}", on_one_line(at.file()), at.line());
}

// "line 19, rule 101 (ja): ..."
std::string about(const v1::ImportView::Line& at, std::uint32_t rule, const std::string& lang, bool several) {
  std::string out = place(at);
  if (rule != 0) out += fmt::format("{}rule {}", out.empty() ? "" : ", ", replay::numeral(rule));
  if (several && !lang.empty()) out += fmt::format(" ({})", lang);
  return out.empty() ? out : out + ": ";
}

std::string shape_of(const replay::ImportReport& report) {
  switch (report.shape) {
    case replay::PageShape::PLAIN_TEXT:
      return "plain text";
    case replay::PageShape::MARKDOWN:
      return "Markdown";
    case replay::PageShape::WIKI:
      return "wiki text";
    case replay::PageShape::HTML:
      return "HTML";
    case replay::PageShape::FOLDER:
      break;
  }
  return fmt::format("a folder of {} file{}", report.files.size(), report.files.size() == 1 ? "" : "s");
}

std::string encodings_of(const replay::ImportReport& report) {
  std::vector<std::string> each;
  each.reserve(report.encodings.size());
  for (const replay::PageEncoding& encoding : report.encodings) {
    each.push_back(fmt::format("{}{}{}", encoding.name, encoding.byte_order_mark ? " with a byte order mark" : "",
                               encoding.asked_for ? ", as asked for" : ""));
  }
  return fmt::format("{}", fmt::join(each, ", "));
}

std::string_view meaning_of(v1::RuleStatus status) {
  if (status == v1::IMMUTABLE) return "immutable rules from here on";
  return status == v1::MUTABLE ? "mutable rules from here on" : "";
}

// "101-116, 201-213"; a number may stand twice.
template <class References>
std::string ranges(const References& references) {
  const std::vector<std::uint32_t> numbers = replay::numbers_in(references);
  std::vector<std::string> parts;
  for (auto first = numbers.begin(); first != numbers.end();) {
    auto last = first;
    while (last + 1 != numbers.end() && replay::plain_of(*(last + 1)) <= replay::next_plain(*last)) ++last;
    parts.push_back(first == last ? replay::numeral(*first) : replay::numeral(*first) + "-" + replay::numeral(*last));
    first = last + 1;
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

// "only here: active; only there: each"
std::string differing_words(const replay::TakenFor& taken) {
  std::vector<std::string> parts;
  if (!taken.more.empty()) parts.push_back(fmt::format("only here: {}", fmt::join(taken.more, ", ")));
  std::string fewer = fmt::format("{}", fmt::join(taken.fewer, ", "));
  if (taken.unnamed > 0) {
    fewer += fmt::format("{}{} word{} known by fingerprint alone", fewer.empty() ? "" : " and ", taken.unnamed,
                         taken.unnamed == 1 ? "" : "s");
  }
  if (!fewer.empty()) parts.push_back("only there: " + fewer);
  if (parts.empty()) parts.emplace_back("the same words in another order");
  return fmt::format("{}", fmt::join(parts, "; "));
}

std::string sentence_of(const replay::TakenFor& taken) {
  using Why = replay::TakenFor::Why;
  const std::string known = taken.edition.empty()
                                ? fmt::format("{}", replay::numeral(taken.known))
                                : fmt::format("{} of {}", replay::numeral(taken.known), taken.edition);
  switch (taken.why) {
    case Why::SAME:
      return fmt::format("the wording of {}, and its provisions", known);
    case Why::FIGURES_READ:
      return fmt::format("the wording of {} but for figures, which its provisions have from the page ({})", known,
                         differing_words(taken));
    case Why::DIFFERS:
      return fmt::format("{}% like {}, and without provisions, since it differs ({}); --map {}={} gives them to it",
                         taken.alike, known, differing_words(taken), replay::numeral(taken.rule),
                         replay::numeral(taken.known));
    case Why::NO_EDITION:
      return fmt::format("{}% like {}, and without provisions, since the page plays by no edition", taken.alike, known);
    case Why::MAPPED:
      return fmt::format("played as {}, as asked for", known);
    case Why::UNLIKE:
      break;
  }
  return taken.alike == 0
             ? "like none of the Initial Set, and without provisions"
             : fmt::format("like none of the Initial Set (at most {}%), and without provisions", taken.alike);
}

class Report {
 public:
  Report(const v1::ImportView& view, std::size_t width) : view_(view), width_(width) {}

  std::string print() {
    head();
    doubts();
    taken();
    slips();
    left_out();
    headings();
    evidence();
    return std::move(out_);
  }

 private:
  static constexpr std::size_t INDENT = 2;

  void item(const std::string& text) { out_ += wrap(text, width_, INDENT); }
  void title(const std::string& text) { out_ += "\n" + bold(text) + "\n"; }
  [[nodiscard]] bool several() const { return view_.languages_size() > 1; }

  void head() {
    out_ += wrap(fmt::format("{}: {} rules from {} lines of {} ({}).", bold(on_one_line(view_.page())), view_.rules(),
                             view_.lines(), on_one_line(view_.shape()), on_one_line(view_.encoding())),
                 width_, 0);
    for (const auto& language : view_.languages()) {
      item(fmt::format("{}: {} rules, {}{}{}", language.lang(), language.rules_size(), ranges(language.rules()),
                       language.edition().empty() ? "" : ", edition of " + language.edition(),
                       several() && language.lang() == view_.authoritative_lang() ? ", authoritative" : ""));
    }
    out_ += view_.edition().empty() ? "It plays by no edition: its rules have no provisions.\n"
                                    : fmt::format("It plays by the edition of {}.\n", view_.edition());
    if (view_.has_unplayable())
      out_ += wrap(yellow(fmt::format("No game can be founded on it as it is: {}.", view_.unplayable())), width_, 0);
    if (!view_.prevailing_lang().empty()) {
      out_ += wrap(yellow(fmt::format("The page names a text in {} that prevails in doubt, and does not contain it.",
                                      view_.prevailing_lang())),
                   width_, 0);
    }
  }

  void doubts() {
    if (view_.doubts().empty()) return;
    title(fmt::format("Inferred ({})", view_.doubts_size()));
    for (const auto& doubt : view_.doubts()) {
      item((doubt.at().line() == 0 ? "" : place(doubt.at()) + ": ") + on_one_line(doubt.what()));
    }
  }

  void taken() {
    if (view_.taken().empty()) return;
    const auto given =
        std::count_if(view_.taken().begin(), view_.taken().end(), [](const auto& one) { return one.provisions(); });
    title(fmt::format("Provisions, by the texts ({} of {} rules have them)", given, view_.taken_size()));
    for (const auto& one : view_.taken()) item(fmt::format("rule {}: {}", one.rule(), on_one_line(one.what())));
  }

  void slips() {
    title(fmt::format("Slips and variants, none of them mended ({})", view_.slips_size()));
    if (view_.slips().empty()) out_ += "  none found\n";
    for (const auto& slip : view_.slips()) {
      std::string text =
          about(slip.at(), replay::number_in(slip.rule()), slip.lang(), several()) + on_one_line(slip.what());
      if (!slip.changes_sense()) text += dim(" [the sense is the same]");
      item(text);
      if (slip.parameter().empty()) continue;
      out_ += wrap(slip.followed() ? green(fmt::format("followed: {}", slip.parameter()))
                                   : yellow(fmt::format("--follow-page would set {}", slip.parameter())),
                   width_, 2 * INDENT);
    }
  }

  void left_out() {
    title(fmt::format("Left out ({} lines)", view_.left_out_size()));
    if (view_.left_out().empty()) out_ += "  nothing\n";
    std::string why;
    for (const auto& line : view_.left_out()) {
      if (line.why() != why) out_ += "  " + dim(on_one_line(line.why())) + "\n";
      why = line.why();
      const std::string where = line.at().file().empty() ? fmt::format("{}", line.at().line()) : place(line.at());
      constexpr std::size_t COLUMNS = 78;
      out_ += "  " +
              cut(fmt::format("{:>5}  {}", where, on_one_line(line.text())), width_ == 0 ? COLUMNS : width_ - INDENT) +
              "\n";
    }
  }

  void headings() {
    if (view_.headings().empty()) return;
    title(fmt::format("Headings ({})", view_.headings_size()));
    for (const auto& heading : view_.headings()) {
      item(fmt::format("{}: {}{}", place(heading.at()), on_one_line(heading.text()),
                       heading.meaning().empty() ? "" : dim(" (" + heading.meaning() + ")")));
    }
  }

  void evidence() {
    if (view_.evidence().empty()) return;
    title("What tells the edition");
    for (const auto& one : view_.evidence()) {
      item(fmt::format("{}: {}{}", one.edition(), about(one.at(), replay::number_in(one.rule()), one.lang(), several()),
                       one.what()));
    }
  }

  const v1::ImportView& view_;
  std::size_t width_;
  std::string out_;
};

}  // namespace

v1::ImportView import_view(const replay::Imported& imported) {
  const replay::ImportReport& report = imported.report;
  v1::ImportView view;
  view.set_page(report.where);
  view.set_shape(shape_of(report));
  view.set_encoding(encodings_of(report));
  view.set_edition(report.edition);
  view.set_authoritative_lang(imported.ruleset.authoritative_lang());
  view.set_prevailing_lang(imported.ruleset.prevailing_lang());
  if (imported.unplayable) view.set_unplayable(words_of(*imported.unplayable).what);
  view.set_lines(static_cast<std::uint32_t>(report.lines));
  view.set_rules(static_cast<std::uint32_t>(imported.ruleset.rules_size()));
  for (const auto& language : report.languages) {
    auto* to = view.add_languages();
    to->set_lang(language.lang);
    to->set_edition(language.edition);
    for (const std::uint32_t rule : language.rules) to->add_rules(replay::reference(rule));
  }
  for (const auto& text : report.texts) {
    auto* to = view.add_texts();
    to->set_rule(replay::reference(text.rule));
    to->set_lang(text.lang);
    put({text.file, text.first_line}, report, to->mutable_at());
    to->set_last_line(static_cast<std::uint32_t>(text.last_line));
    to->set_paragraphs(static_cast<std::uint32_t>(text.paragraphs));
  }
  for (const auto& heading : report.headings) {
    auto* to = view.add_headings();
    put(heading.at, report, to->mutable_at());
    to->set_text(heading.text);
    to->set_meaning(std::string(meaning_of(heading.status)));
  }
  for (const auto& line : report.left_out) {
    auto* to = view.add_left_out();
    put(line.at, report, to->mutable_at());
    to->set_text(line.text);
    to->set_why(words_of(line.why));
  }
  for (const auto& evidence : report.evidence) {
    auto* to = view.add_evidence();
    put(evidence.at, report, to->mutable_at());
    to->set_rule(replay::reference(evidence.rule));
    to->set_lang(evidence.lang);
    to->set_edition(evidence.edition);
    to->set_what(words_of(evidence.what));
  }
  for (const auto& slip : report.slips) {
    auto* to = view.add_slips();
    put(slip.at, report, to->mutable_at());
    to->set_rule(replay::reference(slip.rule));
    to->set_lang(slip.lang);
    to->set_what(words_of(slip.what));
    to->set_changes_sense(slip.changes_sense);
    to->set_parameter(slip.parameter);
    to->set_followed(slip.followed);
  }
  for (const auto& taken : report.taken) {
    auto* to = view.add_taken();
    to->set_rule(replay::reference(taken.rule));
    to->set_known(replay::reference(taken.known));
    to->set_edition(taken.known == 0 ? "" : taken.edition);
    to->set_alike(taken.alike);
    to->set_provisions(taken.provisions);
    to->set_what(sentence_of(taken));
    *to->mutable_more() = {taken.more.begin(), taken.more.end()};
    *to->mutable_fewer() = {taken.fewer.begin(), taken.fewer.end()};
  }
  for (const auto& doubt : report.doubts) {
    auto* to = view.add_doubts();
    put(doubt.at, report, to->mutable_at());
    to->set_what(words_of(doubt.what));
  }
  return view;
}

std::string import_text(const v1::ImportView& view, std::size_t width) {
  return Report(view, width).print();
}

}  // namespace nomic::tools

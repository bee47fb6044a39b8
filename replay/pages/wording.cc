#include "wording.h"

#include <utf8proc.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "nomic/replay/edition.h"
#include "nomic/replay/reference.h"
#include "nomic/replay/text.h"
#include "nomic/replay/text/unicode.h"
#include "nomic/replay/text_format.h"
#include "nomic/v1/wordings.pb.h"
#include "page_data.h"

namespace nomic::replay::import {
namespace {

constexpr std::size_t FIGURE_DIGITS = 9;
constexpr std::uint32_t ALIKE = 600;
constexpr std::uint32_t ALIKE_ALONE = 300;
constexpr std::uint32_t BEFORE_RUNNER_UP = 2;

bool is_unspaced_character(unicode::CodePoint point) {
  return (point >= 0x3040 && point <= 0x30FF) || (point >= 0x3400 && point <= 0x9FFF);
}

bool is_ascii_digit(unicode::CodePoint point) {
  return point >= '0' && point <= '9';
}

// Letters, marks and numbers of any script.
bool is_of_word(unicode::CodePoint point) {
  const auto category = utf8proc_category(point);
  return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_NO;
}

// Of a link, only what is shown.
std::string without_targets(std::string_view text) {
  std::string shown;
  for (std::size_t at = text.find("]("); at != std::string_view::npos; at = text.find("](")) {
    const std::size_t end = text.find(')', at);
    if (end == std::string_view::npos) break;
    shown += text.substr(0, at + 1);
    text.remove_prefix(end + 1);
  }
  shown += text;
  return shown;
}

class Words {
 public:
  explicit Words(std::string_view text) {
    for (const unicode::CodePoint point : unicode::decode(fold(without_targets(text))).points) take(point);
    end_run();
  }

  std::vector<std::string> words;
  std::vector<std::uint32_t> figures;

 private:
  void take(unicode::CodePoint point) {
    if (is_unspaced_character(point)) {
      end_run();
      std::string character;
      unicode::append(character, point);
      if (!before_.empty()) words.push_back(before_ + character);
      before_ = std::move(character);
      return;
    }
    before_.clear();
    const bool digit = is_ascii_digit(point);
    if (!run_.empty() && digit != in_figure_) end_run();
    if (digit || is_of_word(point)) {
      in_figure_ = digit;
      unicode::append(run_, point);
    } else {
      end_run();
    }
  }

  void end_run() {
    if (run_.empty()) return;
    if (in_figure_) {
      figures.push_back(static_cast<std::uint32_t>(std::stoul(run_.substr(0, FIGURE_DIGITS))));
      run_ = "#";
    }
    words.push_back(std::exchange(run_, {}));
  }

  std::string run_;
  bool in_figure_ = false;
  std::string before_;  // the unspaced character before this one
};

// FNV-1a, its first 24 bits.
std::uint32_t hash_of(std::string_view text) {
  std::uint32_t value = 0x811C9DC5U;
  for (const char c : text) value = (value ^ static_cast<unsigned char>(c)) * 0x01000193U;
  return value >> 8U;
}

void sort_unique(std::vector<std::uint32_t>& values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

Result<v1::Wordings> published() {
  v1::Wordings all;
  for (const EmbeddedFile& one : embedded_page_data()) {
    if (one.stem != "wordings") continue;
    Status read = read_text_format(one.text, one.stem, ErrorCode::BAD_RULESET, all);
    if (!read) return read.error();
  }
  return all;
}

}  // namespace

Fingerprint fingerprint_of(std::string_view text) {
  const Words read(text);
  Fingerprint made;
  made.figures = read.figures;
  for (const std::string& word : read.words) {
    const std::uint32_t hash = hash_of(word);
    made.words.push_back(hash);
    made.spelt.emplace(hash, word);
  }
  for (std::size_t i = 0; i + 2 < read.words.size(); ++i)
    made.trigrams.push_back(hash_of(read.words[i] + ' ' + read.words[i + 1] + ' ' + read.words[i + 2]));
  sort_unique(made.words);
  sort_unique(made.trigrams);
  return made;
}

std::vector<std::string> words_in(std::string_view text) {
  return Words(text).words;
}

std::uint32_t likeness(const Fingerprint& a, const Fingerprint& b) {
  std::size_t common = 0;
  for (auto one = a.words.begin(), other = b.words.begin(); one != a.words.end() && other != b.words.end();) {
    common += *one == *other ? 1 : 0;
    const bool step = *one <= *other;
    if (*other <= *one) ++other;
    if (step) ++one;
  }
  const std::size_t all = a.words.size() + b.words.size() - common;
  return all == 0 ? 0 : static_cast<std::uint32_t>(common * 1000 / all);
}

bool is_same_but_figures(const Fingerprint& a, const Fingerprint& b) {
  return a.words == b.words && a.trigrams == b.trigrams && a.figures.size() == b.figures.size();
}

Result<std::vector<KnownWording>> wordings_in(const std::string& lang) {
  std::vector<KnownWording> known;
  for (const std::string& name : edition_names()) {
    const std::vector<std::string> langs = edition_languages(name);
    if (std::find(langs.begin(), langs.end(), lang) == langs.end()) continue;
    NOMIC_ASSIGN(auto built_in, edition(name, {lang}));
    for (const v1::RuleBody& rule : built_in.rules())
      known.push_back({number_in(rule.number()), name, fingerprint_of(rule.texts(0).text())});
  }
  static const Result<v1::Wordings> ALL = published();
  if (!ALL) return ALL.error();
  for (const v1::Wording& wording : ALL->wordings()) {
    if (wording.lang() != lang) continue;
    known.push_back({number_in(wording.rule()),
                     wording.edition(),
                     {.words = {wording.words().begin(), wording.words().end()},
                      .trigrams = {wording.trigrams().begin(), wording.trigrams().end()},
                      .figures = {wording.figures().begin(), wording.figures().end()},
                      .spelt = {}}});
  }
  return known;
}

RuleKey Likenesses::bearer_of(std::uint32_t known) const {
  const auto found = bearers.find(known);
  return found == bearers.end() ? RuleKey() : found->second;
}

std::uint32_t Likenesses::alike_with(const std::string& edition) const {
  std::uint32_t sum = 0;
  for (const auto& [known, key] : bearers) {
    std::uint32_t best = 0;
    for (const KnownWording& wording : wordings) {
      if (wording.rule == known && wording.edition == edition)
        best = std::max(best, likeness(texts.at(key), wording.text));
    }
    sum += best;
  }
  return sum;
}

namespace {

// How alike each rule of the page and each known one are: with the nearest wording of it.
struct Table {
  // The greatest likeness of a column, in which row it is, and the greatest of the other rows.
  struct Column {
    std::uint32_t most = 0;
    std::size_t row = 0;
    std::uint32_t second = 0;
  };
  std::vector<RuleKey> rules;  // of the page
  std::vector<std::uint32_t> known;
  std::vector<std::vector<std::uint32_t>> alike;
  std::vector<std::vector<std::size_t>> nearest;
  std::vector<Column> columns;

  [[nodiscard]] std::size_t best_in_row(std::size_t row) const {
    return static_cast<std::size_t>(std::max_element(alike[row].begin(), alike[row].end()) - alike[row].begin());
  }

  void sum_up() {
    columns.resize(known.size());
    for (std::size_t row = 0; row < rules.size(); ++row) {
      for (std::size_t i = 0; i < known.size(); ++i) {
        Column& column = columns[i];
        if (alike[row][i] > column.most) {
          column.second = std::exchange(column.most, alike[row][i]);
          column.row = row;
        } else {
          column.second = std::max(column.second, alike[row][i]);
        }
      }
    }
  }

  // The greatest likeness in the row or column of a cell, itself aside.
  [[nodiscard]] std::uint32_t runner_up(std::size_t row, std::size_t column) const {
    const Column& all = columns[column];
    std::uint32_t most = all.row == row ? all.second : all.most;
    for (std::size_t i = 0; i < known.size(); ++i) most = i == column ? most : std::max(most, alike[row][i]);
    return most;
  }
};

Table compared(const Likenesses& made) {
  Table table;
  std::set<std::uint32_t> known;
  for (const KnownWording& wording : made.wordings) known.insert(wording.rule);
  table.known.assign(known.begin(), known.end());
  for (const auto& [key, text] : made.texts) {
    table.rules.push_back(key);
    std::vector<std::uint32_t>& row = table.alike.emplace_back(table.known.size(), 0);
    std::vector<std::size_t>& nearest = table.nearest.emplace_back(table.known.size(), 0);
    for (std::size_t i = 0; i < made.wordings.size(); ++i) {
      const auto column = static_cast<std::size_t>(std::distance(known.begin(), known.find(made.wordings[i].rule)));
      const std::uint32_t alike = likeness(text, made.wordings[i].text);
      if (alike <= row[column]) continue;
      row[column] = alike;
      nearest[column] = i;
    }
  }
  table.sum_up();
  return table;
}

}  // namespace

Result<Likenesses> likenesses(const Rules& rules, const std::string& lang) {
  Likenesses made;
  NOMIC_ASSIGN(auto wordings, wordings_in(lang));
  made.wordings = std::move(wordings);
  for (const auto& [key, rule] : rules) {
    const auto text = rule.texts.find(lang);
    if (text != rule.texts.end()) made.texts.emplace(key, fingerprint_of(text->second.text));
  }
  const Table table = compared(made);
  for (std::size_t row = 0; row < table.rules.size() && !table.known.empty(); ++row) {
    const std::size_t column = table.best_in_row(row);
    const std::uint32_t alike = table.alike[row][column];
    const std::uint32_t runner_up = table.runner_up(row, column);
    Likeness& one = made.rules[table.rules[row]];
    one.alike = alike;
    one.nearest = table.nearest[row][column];
    const bool mutual = alike > 0 && alike >= runner_up;
    const bool enough = alike >= ALIKE || (alike >= ALIKE_ALONE && alike >= BEFORE_RUNNER_UP * runner_up);
    // Two rules with one text are each other's runner-up: the first is taken.
    if (mutual && enough && made.bearers.try_emplace(table.known[column], table.rules[row]).second)
      one.known = table.known[column];
  }
  return made;
}

}  // namespace nomic::replay::import

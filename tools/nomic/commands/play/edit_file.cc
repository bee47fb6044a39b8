#include "play/edit_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "nomic/replay/text.h"
#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

constexpr std::string_view TITLE = "title:";
constexpr std::string_view REASON = "reason:";
constexpr std::string_view TEXT = "text";
constexpr std::string_view PROVISIONS = "provisions:";
constexpr std::string_view CUT_HERE = "# ------------------------ >8 ------------------------";
constexpr std::string_view WRONG = "#! ";

using FileLines = std::vector<std::string_view>;

FileLines lines_in(std::string_view text) {
  constexpr std::string_view MARK = "\xEF\xBB\xBF";
  if (text.starts_with(MARK)) text.remove_prefix(MARK.size());
  FileLines lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back(line);
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return lines;
}

std::string_view without_ends(std::string_view line) {
  constexpr std::string_view BLANKS = " \t";
  const std::size_t first = line.find_first_not_of(BLANKS);
  if (first == std::string_view::npos) return {};
  return line.substr(first, line.find_last_not_of(BLANKS) - first + 1);
}

// "text:" and "text (ja):": the language; nothing: the line is no such marker.
std::optional<std::string> language_of_text(std::string_view line) {
  line = line.substr(0, line.find_last_not_of(" \t") + 1);
  if (!line.starts_with(TEXT) || !line.ends_with(':')) return std::nullopt;
  line.remove_prefix(TEXT.size());
  line.remove_suffix(1);
  if (line.empty()) return std::string();
  if (!line.starts_with(" (") || !line.ends_with(')')) return std::nullopt;
  line = line.substr(2, line.size() - 3);
  return replay::is_language_tag(line) ? std::optional<std::string>(line) : std::nullopt;
}

bool is_line(std::string_view line, std::string_view marker) {
  return line.starts_with(marker) && line.find_first_not_of(" \t", marker.size()) == std::string_view::npos;
}

bool is_marker(std::string_view line) {
  return is_line(line, PROVISIONS) || is_line(line, CUT_HERE) || language_of_text(line);
}

// Whether it is a marker behind backslashes, or one itself.
bool looks_like_marker(std::string_view line) {
  return is_marker(line.substr(std::min(line.find_first_not_of('\\'), line.size())));
}

// Where what is read ends.
std::size_t end_of(const FileLines& lines) {
  for (std::size_t at = lines.size(); at > 0; --at) {
    if (is_line(lines[at - 1], CUT_HERE)) return at - 1;
  }
  return lines.size();
}

class Reader {
 public:
  explicit Reader(std::string_view text) : lines_(lines_in(text)), end_(end_of(lines_)) {}

  ledger::Result<EditFile, EditFault> file() {
    for (at_ = 0; at_ < end_; ++at_) {
      const std::string_view line = lines_[at_];
      if (auto lang = language_of_text(line)) {
        text(*std::move(lang));
        continue;
      }
      if (is_line(line, PROVISIONS)) return provisions();
      if (auto fault = head(line)) return *std::move(fault);
    }
    return std::move(file_);
  }

 private:
  std::optional<EditFault> head(std::string_view line) {
    if (without_ends(line).empty() || line.starts_with('#')) return std::nullopt;
    for (const auto& [key, into] : {std::pair(TITLE, &file_.title), std::pair(REASON, &file_.reason)}) {
      if (!line.starts_with(key)) continue;
      *into = std::string(without_ends(line.substr(key.size())));
      return std::nullopt;
    }
    return EditFault{at_ + 1, fmt::format("{} stands above the text", in_quotes(line)),
                     "put it below text:, or begin the line with title:, reason: or #"};
  }

  // Up to the next marker, which is left.
  void text(std::string lang) {
    std::string words;
    for (; at_ + 1 < end_ && !is_marker(lines_[at_ + 1]); ++at_) {
      const std::string_view line = lines_[at_ + 1];
      words += line.substr(line.starts_with('\\') && looks_like_marker(line) ? 1 : 0);
      words += '\n';
    }
    const std::size_t first = words.find_first_not_of('\n');
    words.erase(0, std::min(first, words.size()));
    while (!words.empty() && (words.back() == '\n' || words.back() == ' ')) words.pop_back();
    v1::Text& added = file_.texts.emplace_back();
    added.set_lang(std::move(lang));
    added.set_text(std::move(words));
  }

  ledger::Result<EditFile, EditFault> provisions() {
    for (++at_; at_ < end_; ++at_) {
      const std::string_view line = lines_[at_];
      const std::string_view said = without_ends(line);
      if (said.empty() || said.starts_with('#')) continue;
      const bool goes_on = line.starts_with(' ') || line.starts_with('\t');
      if (goes_on && !file_.provisions.empty()) {
        file_.provisions.back().text.append(" ").append(said);
      } else {
        file_.provisions.push_back({std::string(said), at_ + 1});
      }
    }
    return std::move(file_);
  }

  FileLines lines_;
  std::size_t end_;
  std::size_t at_ = 0;
  EditFile file_;
};

std::string as_comments(std::string_view text, std::string_view mark) {
  std::string out;
  for (const std::string_view line : lines_in(text)) {
    std::string commented = fmt::format("{}{}", mark, line);
    while (commented.back() == ' ') commented.pop_back();
    out += commented + "\n";
  }
  return out;
}

std::string print_text(const v1::Text& text) {
  std::string out = std::string(TEXT) + (text.lang().empty() ? "" : fmt::format(" ({})", text.lang())) + ":\n";
  for (const std::string_view line : lines_in(text.text())) {
    if (looks_like_marker(line)) out += '\\';
    out.append(line).append("\n");
  }
  return out + "\n";
}

std::string below(std::string_view help) {
  return fmt::format("\n{}\n{}", CUT_HERE, as_comments(help, "# "));
}

}  // namespace

std::string print_edit_file(const EditFile& file, std::string_view head, std::string_view help) {
  std::string out = as_comments(head, "# ");
  out += fmt::format("{} {}\n{} {}\n\n", TITLE, file.title, REASON, file.reason);
  for (const v1::Text& text : file.texts) out += print_text(text);
  out += fmt::format("{}\n", PROVISIONS);
  for (const ProvisionLine& line : file.provisions) out += line.text + "\n";
  return out + below(help);
}

ledger::Result<EditFile, EditFault> read_edit_file(std::string_view text) {
  return Reader(text).file();
}

std::string with_fault(std::string_view text, const EditFault& fault, std::string_view help) {
  std::string said = as_comments(fault.what, WRONG);
  if (!fault.hint.empty()) said += as_comments(fault.hint, "#!   ");
  const FileLines lines = lines_in(text);
  const std::size_t end = end_of(lines);
  std::string out = fault.line == 0 ? said : "";
  bool in_text = false;
  for (std::size_t at = 0; at < end; ++at) {
    if (is_marker(lines[at])) in_text = !is_line(lines[at], PROVISIONS);
    if (at + 1 == fault.line) out += said;
    // What a text says is its own.
    if (!in_text && lines[at].starts_with("#!")) continue;
    out.append(lines[at]).append("\n");
  }
  while (out.ends_with("\n\n")) out.pop_back();
  return out + below(help);
}

std::size_t line_of_fault(std::string_view text) {
  const FileLines lines = lines_in(text);
  for (std::size_t at = 0; at < lines.size(); ++at) {
    if (lines[at].starts_with(WRONG)) return at + 1;
  }
  return 0;
}

bool says_the_same(const EditFile& one, const EditFile& other) {
  const auto same_text = [](const v1::Text& a, const v1::Text& b) {
    return a.lang() == b.lang() && a.text() == b.text();
  };
  const auto same_line = [](const ProvisionLine& a, const ProvisionLine& b) { return a.text == b.text; };
  return one.title == other.title && one.reason == other.reason &&
         std::equal(one.texts.begin(), one.texts.end(), other.texts.begin(), other.texts.end(), same_text) &&
         std::equal(one.provisions.begin(), one.provisions.end(), other.provisions.begin(), other.provisions.end(),
                    same_line);
}

}  // namespace nomic::tools

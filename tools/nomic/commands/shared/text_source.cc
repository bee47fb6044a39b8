#include "shared/text_source.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "nomic/words/terminal_text.h"

namespace nomic::tools {
namespace {

Result<std::string> read_input(const Call& call, std::size_t limit) {
  if (call.input_taken) {
    return usage("standard input is the play itself: no line of it can read a text there.", "use --text or --file.");
  }
  auto all = read_all(call.io.in, limit);
  if (!all) return usage("standard input cannot be read.");
  if (all->size() > limit) return too_long("-", limit);
  return std::move(*all);
}

}  // namespace

Result<std::string> read_opened(ledger::InputFile file, const std::string& path, std::size_t limit) {
  auto all = read_all([&](char* into, std::size_t count) { return file.read(into, count); }, limit);
  if (!all) return unreadable(path, {errno, std::strerror(errno)});
  if (all->size() > limit) return too_long(path, limit);
  return std::move(*all);
}

Result<std::string> read_file(const Call& call, const std::string& path, std::size_t limit) {
  if (path == "-") return read_input(call, limit);
  NOMIC_ASSIGN(auto file, open_input(call.io, path));
  return read_opened(std::move(file), path, limit);
}

void TextSource::declare(Arguments& arguments) {
  arguments.section("The text");
  arguments.option("--text", "TEXT", "The text itself.", text_);
  arguments.may_be_empty();
  arguments.option("--file", "FILE", "A file that holds it; - is standard input, and so is a lone - among the words.",
                   file_);
}

Result<std::optional<std::string>> TextSource::read(const Call& call) const {
  const int ways = (text_ ? 1 : 0) + (file_ ? 1 : 0) + (dash_ ? 1 : 0);
  if (ways == 0) return std::optional<std::string>();
  if (ways > 1) return usage("the text is given in two ways.", "give one of --text TEXT, --file FILE and -.");
  if (text_) return text_;
  NOMIC_ASSIGN(auto read, read_file(call, file_ ? *file_ : "-"));
  return std::optional<std::string>(std::move(read));
}

Result<std::string> TextSource::word_or_text(const Call& call, const std::optional<std::string>& word,
                                             std::string_view what, const std::string& example) {
  const bool spoken = word && *word != "-";
  if (word && !spoken) take_dash();
  NOMIC_ASSIGN(auto given, read(call));
  if (spoken && given) return usage(fmt::format("{} is given in two ways.", what));
  if (!spoken && !given) return usage(fmt::format("{} is missing.", what), "for example: " + example);
  if (spoken) return *word;
  return std::move(*given);
}

}  // namespace nomic::tools

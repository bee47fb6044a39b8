// Texts for rules and debates: from an argument, a file or standard input.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "cli/command.h"
#include "cli/input.h"

namespace nomic::tools {

// Far above every limit of a text, so that a file without end is not read for ever.
inline constexpr std::size_t TEXT_FILE_LIMIT = 4 << 20;

// A file's bytes; `-` is standard input. One with more bytes than the limit is refused.
Result<std::string> read_file(const Call& call, const std::string& path, std::size_t limit = TEXT_FILE_LIMIT);

// The same of a file that is open; `path` names it in messages.
Result<std::string> read_opened(ledger::InputFile file, const std::string& path, std::size_t limit);

// A text in one of the ways that a command takes it.
class TextSource {
 public:
  // --text and --file, in a section of their own.
  void declare(Arguments& arguments);
  // A lone `-` among the words.
  void take_dash() { dash_ = true; }

  // What is said: the word, unless it is a lone `-`, or else the text. `what` names it in messages ("the question"),
  // `example` shows how it is given.
  Result<std::string> word_or_text(const Call& call, const std::optional<std::string>& word, std::string_view what,
                                   const std::string& example);

  // The text as it was given, if it was given in one way; nothing if in none.
  Result<std::optional<std::string>> read(const Call& call) const;

 private:
  std::optional<std::string> text_;
  std::optional<std::string> file_;
  bool dash_ = false;
};

}  // namespace nomic::tools

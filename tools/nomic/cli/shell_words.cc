#include "cli/shell_words.h"

#include <algorithm>
#include <utility>

namespace nomic::tools {
namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

class Splitter {
 public:
  explicit Splitter(std::string_view line) : rest_(line) {}

  Result<std::vector<std::string>> split() {
    while (!rest_.empty()) {
      const char c = take();
      if (is_blank(c)) {
        end_word();
      } else if (c == '#' && !in_word_) {
        break;
      } else if (auto taken = part(c); !taken) {
        return taken.error();
      }
    }
    end_word();
    return std::move(words_);
  }

 private:
  char take() {
    const char c = rest_.front();
    rest_.remove_prefix(1);
    return c;
  }

  void end_word() {
    if (in_word_) words_.push_back(std::move(word_));
    word_.clear();
    in_word_ = false;
  }

  Status part(char c) {
    in_word_ = true;
    if (c == '\'') return single_quoted();
    if (c == '"') return double_quoted();
    if (c != '\\') {
      word_ += c;
      return ledger::Done{};
    }
    if (rest_.empty()) {
      return usage("nothing follows the backslash at the end of the line.",
                   "a command is one line; a backslash itself is written \\\\.");
    }
    word_ += take();
    return ledger::Done{};
  }

  Status single_quoted() {
    const std::size_t end = rest_.find('\'');
    if (end == std::string_view::npos) return usage("a single quote is opened and not closed.");
    word_ += rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    return ledger::Done{};
  }

  Status double_quoted() {
    while (!rest_.empty()) {
      const char c = take();
      if (c == '"') return ledger::Done{};
      if (c == '\\' && !rest_.empty() && std::string_view("\"\\$`").find(rest_.front()) != std::string_view::npos) {
        word_ += take();
      } else {
        word_ += c;
      }
    }
    return usage("a double quote is opened and not closed.");
  }

  std::string_view rest_;
  std::vector<std::string> words_;
  std::string word_;
  bool in_word_ = false;
};

}  // namespace

Result<std::vector<std::string>> shell_words(std::string_view line) {
  return Splitter(line).split();
}

}  // namespace nomic::tools

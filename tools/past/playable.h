// Playable: what people wrote into commits and file names, as a play can hold it.
//
// A name, a message or a file's name may hold characters that no game takes: terminal escapes, marks that turn the
// direction of what follows, bytes that are no text. They are taken out, and what was taken out is said.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "nomic/past/posted_history.h"
#include "nomic/past/repository.h"

namespace nomic::tools {

// One line of it, in NFC, each run of white space as one space; each kind that is taken out goes to `removed`.
std::string playable_line(std::string_view raw, std::set<std::string>& removed);
// The same of several lines.
std::string playable_text(std::string_view raw, std::set<std::string>& removed);
// A name that a player can bear: what is none even so (a number, nothing to be seen) is made one.
std::string playable_name(std::string_view raw, std::set<std::string>& removed);

// Keeps what was taken out of what, to be told once.
class Cleaning {
 public:
  // The commit's author and message, as a play can hold them.
  void clean(Commit& commit);
  // The name of a page, likewise.
  std::string page_name(const std::string& raw);
  // Of pages, which their reader cleans: notes what that takes out.
  void note_page(const std::string& version, std::string_view bytes);

  [[nodiscard]] std::vector<CleanedText> take() { return std::move(all_); }

 private:
  void note(const std::string& version, const char* what, const std::string& text,
            const std::set<std::string>& removed);

  std::vector<CleanedText> all_;
  std::set<std::tuple<std::string, std::string, std::vector<std::string>>> told_;  // what, text, what was taken out
};

}  // namespace nomic::tools

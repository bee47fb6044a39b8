// The own words of the page (`nomic report`): headings, labels and short sentences, in the languages of the editions.
//
//     const PageWords words("ja");
//     words("view.now")                                          "現在"
//     words.filled("now.turn.nobody", {{"turn", "3"}, ...})      parts put into a sentence
//
// The catalogue is data: a file for each language in tools/words/page/, which the page's script has as well. What the
// program says of a game (sentences.h, provision_words.h) is English in a page of any language, and marked as such.
#pragma once

#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nomic::tools {

// Codes, in alphabetical order: "en", "es", "it", "ja", "nl".
const std::vector<std::string>& page_languages();

// The one of them for a BCP 47 tag: "pt-BR" is none, "ja-JP" is "ja". Empty: none.
std::string page_language(std::string_view tag);

class PageWords {
 public:
  // One of page_languages().
  explicit PageWords(std::string_view lang);

  [[nodiscard]] const std::string& lang() const { return lang_; }
  // By key -> words, as the catalogue has them.
  [[nodiscard]] const std::map<std::string, std::string>& all() const { return *words_; }

  // The words under a key that the catalogue has: anything else is a mistake of the program.
  [[nodiscard]] const std::string& operator()(std::string_view key) const;
  // With parts in the places {name}. A part is put in as it is, and no place is looked for in it.
  using Parts = std::initializer_list<std::pair<std::string_view, std::string_view>>;
  [[nodiscard]] std::string filled(std::string_view key, Parts parts) const;
  // Parts in a row: "Ann, Bob and Cleo".
  [[nodiscard]] std::string row(const std::vector<std::string>& parts) const;

 private:
  std::string lang_;
  const std::map<std::string, std::string>* words_;
};

}  // namespace nomic::tools

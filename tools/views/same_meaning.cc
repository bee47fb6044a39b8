#include "nomic/views/same_meaning.h"

#include <algorithm>
#include <initializer_list>

#include "nomic/replay/text.h"

namespace nomic::tools {
namespace {

using Family = std::initializer_list<std::string_view>;

// Each family is of one meaning. A word stands in one alone, so that what is suggested does not depend on their order.
const std::initializer_list<Family>& families() {
  static const std::initializer_list<Family> FAMILIES = {
      {"for", "yes", "aye", "yea", "yay", "yeah", "approve", "agree", "accept", "support"},
      {"against", "no", "nay", "nope", "reject", "oppose", "disagree"},
      {"abstain", "pass", "none", "neither"},
      {"withdraw", "retract", "unvote"},
      {"enact", "add", "new", "create", "make"},
      {"amend", "change", "edit", "modify", "alter", "rewrite"},
      {"repeal", "delete", "remove", "drop", "abolish"},
      {"transmute", "convert"},
      {"restore", "undo", "revert"},
      {"invoke", "ask", "question", "appeal"},
      {"deliver", "decide", "answer", "judge", "rule"},
      {"--text", "--body", "--content", "--words"},
      {"--limit", "--max", "--count", "--last", "-n"},
      {"--player", "--author", "--user", "--who"},
      {"--since", "--after"},
      {"--to", "--until", "--before"},
      {"--reason", "--why", "--because"},
      {"--follow", "--watch", "--tail", "-f"},
      {"--color", "--colour"},
      {"--as", "--me"},
      {"--help", "--usage"},
  };
  return FAMILIES;
}

bool contains(const Family& family, std::string_view word) {
  return std::find(family.begin(), family.end(), word) != family.end();
}

}  // namespace

std::string same_in_meaning(std::string_view typed, const std::vector<std::string>& known) {
  constexpr std::size_t LONGEST = 16;
  if (typed.size() > LONGEST) return {};
  const std::string word = replay::fold(typed);
  for (const Family& family : families()) {
    if (!contains(family, word)) continue;
    const auto meant = std::find_if(known.begin(), known.end(),
                                    [&](const std::string& each) { return each != word && contains(family, each); });
    if (meant != known.end()) return *meant;
  }
  return {};
}

}  // namespace nomic::tools

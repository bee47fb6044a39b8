#include "complete/command_words.h"

#include <algorithm>
#include <string_view>

#include "cli/run.h"
#include "complete/option_values.h"
#include "nomic/recipes/recipes.h"
#include "nomic/words/provision_line.h"

namespace nomic::tools {
namespace {

// A row: what the words may be, one after the other; the last may be repeated where "..." follows.
//
//     a|b       these words              N      a rule's number        P, P.   a proposal: any, or an open one
//     NAME      a player                 FILE   a file                 RECIPE  a recipe       POINT  a moment of the
//     game
struct WordsRow {
  std::string_view command;
  std::string_view first;  // a word that this is about; empty: whatever it is
  std::vector<std::string_view> words;
};

constexpr std::string_view ALTERNATIVES = "enact|amend|repeal|transmute|reenact|restore|retitle|nothing";

const std::vector<WordsRow>& rows() {
  static const std::vector<WordsRow> ROWS = {
      {"propose", "enact", {}},
      {"propose", "nothing", {}},
      {"propose", "", {ALTERNATIVES, "N", "..."}},
      {"try", "", {"propose", ALTERNATIVES, "N", "..."}},
      {"revise", "", {"P.", ALTERNATIVES, "N", "..."}},
      {"recipes", "", {"RECIPE"}},
      {"call-vote", "", {"P."}},
      {"withdraw", "", {"P."}},
      {"vote", "", {"for|against|abstain|withdraw", "P."}},
      {"attest", "", {"P", "adopted|defeated"}},
      {"approve", "", {"NAME"}},
      {"judgment", "overrule", {"", "for|against"}},
      {"judgment", "ask-time", {"", "P."}},
      {"judgment", "", {"invoke|deliver|overrule|ask-time"}},
      {"annotate", "", {"N"}},
      {"proposals", "", {"P"}},
      {"show-rules", "", {"N", "..."}},
      {"history", "", {"N"}},
      {"blame", "", {"N"}},
      {"invite", "", {"NAME"}},
      {"explain", "score", {"", "NAME"}},
      {"explain", "rule", {"", "N"}},
      {"explain", "proposal", {"", "P"}},
      {"explain", "record", {}},
      {"explain", "winner", {}},
      {"explain", "", {"score|rule|proposal|record|winner"}},
      {"key", "new", {"", "FILE"}},
      {"key", "show", {"", "FILE"}},
      {"key", "", {"new|show|list|register|rotate|revoke"}},
      {"diff", "", {"POINT", "POINT"}},
      {"rules", "", {"import|compare", "FILE", "..."}},
      {"checkpoint", "make", {}},
      {"checkpoint", "show", {}},
      {"checkpoint", "", {"make|sign|verify|show|stamp-request|attach", "FILE"}},
      {"prove", "", {"inclusion|consistency"}},
      {"config", "color", {"", "auto|always|never"}},
      {"config", "player", {"", "NAME"}},
      {"config", "language", {"", "LANG"}},
      {"config", "", {"player|language|pager|editor|color"}},
      {"completion", "", {"bash|zsh|fish"}},
      {"store", "", {"init|check|upgrade|copy", "FILE", "..."}},
      {"help", "provisions", {"", "KIND"}},
      {"help", "", {"COMMAND"}},
      {"contest", "", {"COMMAND"}},
      // Words of the players' own: names, texts, points, records, faces.
      {"init", "", {}},
      {"join", "", {}},
      {"team", "", {}},
      {"debate", "", {}},
      {"roll", "", {}},
      {"mend", "", {}},
      {"act", "", {}},
      {"correct", "", {}},
      {"object", "", {}},
      {"inspect", "", {}},
      {"complete", "", {}},
  };
  return ROWS;
}

const WordsRow* row_for(const CompletingAt& at) {
  const auto found = std::find_if(rows().begin(), rows().end(), [&](const WordsRow& row) {
    return row.command == at.command && (row.first.empty() || (!at.words.empty() && at.words.front() == row.first));
  });
  return found == rows().end() ? nullptr : &*found;
}

std::vector<std::string> split_at_bars(std::string_view words) {
  std::vector<std::string> all;
  while (!words.empty()) {
    const std::size_t end = std::min(words.find('|'), words.size());
    all.emplace_back(words.substr(0, end));
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  return all;
}

Completed all_commands_and_more(const CompletingAt& at) {
  Completed all;
  for (const CommandSpec* spec : at.call.runner.commands()) {
    if (spec->name != "complete") all.words.push_back({std::string(spec->name), std::string(spec->summary)});
  }
  all.words.push_back({"provisions", "What rules can say to the program."});
  return all;
}

Completed meant_by(const CompletingAt& at, std::string_view word) {
  if (word == "N") return {at.game.rules(), false};
  if (word == "P") return {at.game.proposals(), false};
  if (word == "P.") return {at.game.open_proposals(), false};
  if (word == "NAME") return {at.game.players(), false};
  if (word == "POINT") return points_at(at);
  if (word == "LANG") return these(recipe_languages());
  if (word == "KIND") return these(kinds_of_lines());
  if (word == "COMMAND") return all_commands_and_more(at);
  if (word == "FILE") return {{}, true};
  if (word == "RECIPE") {
    Completed all;
    for (const v1::Recipe& recipe : all_recipes()) all.words.push_back({recipe.name(), recipe.summary()});
    return all;
  }
  return these(split_at_bars(word));
}

}  // namespace

Completed word_of_command(const CompletingAt& at, const std::string& stands) {
  const WordsRow* row = row_for(at);
  if (row == nullptr) return {{}, !stands.empty()};
  const auto& words = row->words;
  const bool repeats = !words.empty() && words.back() == "...";
  const std::size_t count = words.size() - (repeats ? 1 : 0);
  if (count == 0) return {};
  const std::size_t place = at.words.size();
  if (place >= count && !repeats) return {};
  Completed here = meant_by(at, words[std::min(place, count - 1)]);
  // The proposal may be left out where only one is open.
  if (at.command == "revise" && place == 0) {
    for (Candidate& kind : these(split_at_bars(ALTERNATIVES)).words) here.words.push_back(std::move(kind));
  }
  return here;
}

std::vector<std::string> commands_with_words() {
  std::vector<std::string> names;
  for (const WordsRow& row : rows()) names.emplace_back(row.command);
  return names;
}

}  // namespace nomic::tools

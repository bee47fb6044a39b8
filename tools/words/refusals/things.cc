#include "things.h"

#include <map>

namespace nomic::tools {

std::string_view phrase_of_thing(std::string_view name) {
  static const std::map<std::string_view, std::string_view> PHRASES = {
      {"answer", "the answer"},
      {"cause", "the cause"},
      {"edition", "the edition"},
      {"game_name", "the game's name"},
      {"key_name", "the key's name"},
      {"name_of_player", "the name of a player"},
      {"owner", "the owner"},
      {"player_name", "the player's name"},
      {"player_surname", "the player's surname"},
      {"player_team", "the player's team"},
      {"provision", "the provision"},
      {"question", "the question"},
      {"reason", "the reason"},
      {"reasons", "the reasons"},
      {"refusal", "the refusal"},
      {"request_id", "the request ID"},
      {"rule_text", "the rule's text"},
      {"rule_title", "the rule's title"},
      {"rule_text_in", "the rule's text in {lang}"},
      {"ruleset", "the ruleset"},
      {"ruleset_edition", "the ruleset's edition"},
      {"ruleset_source", "the ruleset's source"},
      {"surname_of", "the surname of {whose}"},
      {"team", "the team"},
      {"team_name", "the team's name"},
      {"team_of", "the team of {whose}"},
      {"text_of_rule", "rule {rule}'s text"},
      {"text_of_rule_in", "rule {rule}'s text in {lang}"},
      {"thing", "the thing"},
      {"title_of_rule", "rule {rule}'s title"},
      {"value", "the value"},
      {"value_name", "the name of the value"},
      {"what_is_done", "what is done"},
      {"what_is_said", "what is said"},
      {"what_replaces_it", "what replaces it"},
      {"what_was_written", "what was written"},
      {"words_instead", "the words that replace them"},
      {"words_with_slip", "the words with the slip"},
  };
  const auto found = PHRASES.find(name);
  return found == PHRASES.end() ? name : found->second;
}

}  // namespace nomic::tools

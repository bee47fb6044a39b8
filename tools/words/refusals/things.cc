#include "things.h"

#include <map>

namespace nomic::tools {

std::string_view phrase_of_thing(std::string_view name) {
  static const std::map<std::string_view, std::string_view> PHRASES = {
      {"answer", "the answer"},
      {"archive_file", "a ZIP archive or an office document"},
      {"automatic_change", "change by itself after a circuit of turns"},
      {"award_with_291", "reckon an award with 291"},
      {"cause", "the cause"},
      {"compressed_file", "a compressed file (gzip)"},
      {"control_characters", "control characters"},
      {"database_file", "a database"},
      {"direction_controls", "controls of writing direction"},
      {"edition", "the edition"},
      {"explicit_ban", "want an explicit ban"},
      {"game_name", "the game's name"},
      {"games_by_mail", "speak of games by mail or computer"},
      {"gif_picture", "a picture (GIF)"},
      {"invisible_characters", "characters that show nothing"},
      {"jpeg_picture", "a picture (JPEG)"},
      {"judge_ends_debate", "let the Judge be asked to end debate"},
      {"key_name", "the key's name"},
      {"name_of_player", "the name of a player"},
      {"noncharacters", "noncharacters"},
      {"office_document", "an office document"},
      {"owner", "the owner"},
      {"pdf_file", "a PDF file"},
      {"player_name", "the player's name"},
      {"player_surname", "the player's surname"},
      {"player_team", "the player's team"},
      {"png_picture", "a picture (PNG)"},
      {"program_file", "a program"},
      {"provision", "the provision"},
      {"question", "the question"},
      {"reason", "the reason"},
      {"reasons", "the reasons"},
      {"refusal", "the refusal"},
      {"request_id", "the request ID"},
      {"rich_text_file", "a rich text document (RTF)"},
      {"rule_text", "the rule's text"},
      {"rule_text_in", "the rule's text in {lang}"},
      {"rule_title", "the rule's title"},
      {"ruleset", "the ruleset"},
      {"ruleset_edition", "the ruleset's edition"},
      {"ruleset_source", "the ruleset's source"},
      {"second_number_of_points", "give a second number of points, 200"},
      {"surname_of", "the surname of {whose}"},
      {"team", "the team"},
      {"team_name", "the team's name"},
      {"team_of", "the team of {whose}"},
      {"text_of_rule", "rule {rule}'s text"},
      {"text_of_rule_in", "rule {rule}'s text in {lang}"},
      {"thing", "the thing"},
      {"title_of_rule", "rule {rule}'s title"},
      {"unassigned_points", "unassigned code points"},
      {"value", "the value"},
      {"value_name", "the name of the value"},
      {"what_is_done", "what is done"},
      {"what_is_said", "what is said"},
      {"what_replaces_it", "what replaces it"},
      {"what_was_written", "what was written"},
      {"words_instead", "the words that replace them"},
      {"words_with_slip", "the words with the slip"},
      {"zone", "the zone"},
  };
  const auto found = PHRASES.find(name);
  return found == PHRASES.end() ? name : found->second;
}

}  // namespace nomic::tools

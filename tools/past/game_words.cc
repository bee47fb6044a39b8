#include "game_words.h"

#include <re2/re2.h>

#include <algorithm>

namespace nomic::tools {

bool speak_of_a_game(const std::vector<replay::RuleCopy>& rules) {
  static const RE2 THINGS[] = {
      RE2(R"((?i)(?:^|[^\pL])(?:rul|regl|regol|regel|r\x{e8}gl|regra)|規則|ルール|规则)"),
      RE2(R"((?i)(?:^|[^\pL])(?:player|jugador|giocator|speler|spiel|spill|spelare|joueur|jogador)|競技者|プレイヤー|玩家)"),
      RE2(R"((?i)(?:^|[^\pL])(?:vot|stem|r\x{f8}st|abstimm|propos|amend|enmienda|emend)|投票|提案|表决|修正)"),
  };
  int spoken = 0;
  for (const RE2& thing : THINGS) {
    spoken += std::any_of(rules.begin(), rules.end(), [&](const replay::RuleCopy& rule) {
      return RE2::PartialMatch(rule.text, thing) || RE2::PartialMatch(rule.title.value_or(""), thing);
    });
  }
  return spoken >= 2;
}

}  // namespace nomic::tools

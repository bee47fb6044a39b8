#include "nomic/words/audit_checks.h"

#include <map>

namespace nomic::tools {

std::string_view about_check(std::string_view check) {
  static const std::map<std::string_view, std::string_view> ABOUT = {
      {"AWARDS", "whatever else gains or loses points is given by a rule, and given"},
      {"CHAIN", "each record bears its place and the hash of the one before"},
      {"CLOCK", "no record bears an earlier time than the one before"},
      {"DICE", "faces that are revealed follow from secrets committed to before"},
      {"HOLDINGS", "what is held is the sum of what changed hands"},
      {"LAWFUL", "every record is a move that the game allowed"},
      {"R101", "what is cited is in force at the record, in that version"},
      {"R103", "rule-changes are of the kinds that may be proposed"},
      {"R104", "what is proposed is voted on"},
      {"R105", "every eligible voter votes, and nobody else"},
      {"R106", "what is voted on is what takes effect"},
      {"R107", "every consequence is required by the rules at its record, and none is derived anew"},
      {"R108",
       "numbers are given without gap or repeat, changed rules bear their proposal's, and corrected ones what is on "
       "record"},
      {"R109", "an immutable rule is made mutable only by the votes that takes"},
      {"R110", "a mutable rule in conflict with an immutable one is void"},
      {"R111", "votes are called by their proponents, by the Judge who was asked, or by time"},
      {"R112", "only points win"},
      {"R113", "players leave when they will, or as the rules let them"},
      {"R114", "as many rules remain as must"},
      {"R116", "no act cites a rule that provides for none; what acts do to rules and other players is listed"},
      {"R201", "turns and circuits come in the order of play"},
      {"R202", "a turn has its parts, and each gains what the rules give"},
      {"R203", "votes are counted rightly, and adopt what the rules say they adopt"},
      {"R204", "voters gain what the rules give"},
      {"R205", "what is adopted takes effect when the rules say"},
      {"R206", "proponents gain and lose what the rules give"},
      {"R207", "each eligible voter votes once, unless a rule lets a vote be changed"},
      {"R208", "who wins is who meets a way to win, and nobody else"},
      {"R209", "there are no more rules than there may be"},
      {"R211", "of two rules that conflict, the one that prevails is the one reported"},
      {"R212", "the Judge is who the rules name, and is overruled by whom they say"},
      {"R213", "who wins when play cannot go on"},
      {"MENTIONS", "where a rule says so, what rules say of a renumbered rule follows it, and nothing else of them"},
      {"SCORES", "every score is the sum of its entries"},
      {"SIGNED", "every move is signed by a key that spoke for its author"},
      {"TIMES", "what is decided by time rests on no time of day that is not known, or was another"},
  };
  const auto found = ABOUT.find(check);
  return found == ABOUT.end() ? std::string_view() : found->second;
}

}  // namespace nomic::tools

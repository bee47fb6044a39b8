// Flaws: what is wrong with an answer of the command, whatever the game and the question were. What each kind of answer
// must be is the contract of docs/commands.md and schema/nomic/v1/view.proto; that it is right, other tests hold.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "golden/seat.h"

namespace nomic::matrix {

// How an answer is asked for.
enum class Form { TERMINAL, TEXT, JSON, JSONL };

inline constexpr std::size_t COLUMNS = 80;

// What a look must answer.
struct Wanted {
  std::set<int> statuses = {0};
  // The messages that its JSON, and each line of its JSONL, is of; "Log[]": {"records": [LogView, ...]}. Empty: any
  // JSON.
  std::string json = {};
  std::string jsonl = {};
  // A document of a form of its own, which is not wrapped: a note, a proof, Markdown.
  bool exact = false;
  // Notes and warnings may stand on standard error, as beside a move.
  bool notes = false;
};

// Each flaw in words; none if the answer is as it must be.
std::vector<std::string> flaws(const golden::Ended& ended, Form form, const Wanted& wanted);

// The option that asks for a form: " --format json"; empty for text.
std::string option_of(Form form);

}  // namespace nomic::matrix

// The keys of the derived index (docs/format.md). A kind, what it is about, and, put behind it by the ledger, the
// record.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "nomic/replay/error.h"
#include "nomic/replay/reference.h"

namespace nomic::replay {

enum class IndexKind : char {
  CONSEQUENCES = 'C',  // IndexedConsequences
  MARK_OF_RULE = 'K',  // lineage
  MARKS = 'M',         // record spoken of; IndexedMarks
  NUMBER = 'N',        // number, lineage: from here on the rule bears it
  OUTCOME = 'D',       // proposal's number: its outcome is declared here
  CIRCUIT = 'O',       // circuit: ends here
  PROPOSAL = 'P',      // number
  RULE = 'R',          // lineage; IndexedRule
  SCORE = 'S',         // player's name, zero byte
  TURN = 'T',          // turn: ends here
  VOTE = 'V',          // proposal's number: its vote ends here
  VICTORY = 'W',
};

// Numbers are big-endian, 4 bytes, those of records 8.
std::string index_key(IndexKind kind);
std::string index_key(IndexKind kind, std::uint32_t number);
std::string index_key(IndexKind kind, std::uint32_t number, std::uint32_t second);
std::string index_key_of_record(IndexKind kind, std::uint64_t record);
std::string index_key_of_name(IndexKind kind, std::string_view name);

// The number at a place of a key; 0 where the key is too short.
std::uint32_t number_in(std::string_view key, std::size_t at);
std::uint64_t record_in(std::string_view key, std::size_t at);

// What the row of that key is about: a case of LEDGER, for whoever reads of a row that is damaged.
Error about_index_key(std::string_view key);

}  // namespace nomic::replay

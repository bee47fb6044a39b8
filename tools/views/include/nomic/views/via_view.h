// How records came: the word of whoever recorded them (Entry.via, schema/ledger/v1/record.proto). A signature needs no
// such word, and who could write the ledger none either; of what else came, readers are told.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "nomic/ledger/ledger.h"
#include "nomic/replay/game.h"
#include "nomic/v1/view.pb.h"

namespace nomic::tools {

// As views have it: LOCAL, TOKEN, SIGNED, ANYBODY; empty: not said.
std::string via_name(ledger::Via via);

// What `log` says behind a record; empty where there is nothing to say.
std::string words_of(ledger::Via via);

// How many records of whom came in which way, and which seats the host restored.
class CameBook {
 public:
  void see(const replay::Played& played);
  void add_to(v1::FindingsView& view) const;

 private:
  std::map<std::pair<std::string, ledger::Via>, std::uint32_t> records_;
  std::vector<v1::RestoredSeatView> restored_;
};

// A sentence about those that rest on the keeper's word alone; empty: there is none.
std::string came_words(const v1::FindingsView& view);

}  // namespace nomic::tools

// Content: what versions of rules and open proposals say, read from the records that hold it.
//
// A state has no texts of rules and proposals. A rule in force names the record that holds its texts (its last source)
// and, by `form`, the SHA-256 of that record's payload; a proposal names its form likewise. What the engine needs at
// every move, titles and provisions, stays in the state. So a state's size follows how many rules there are and not how
// long they are; a snapshot repeats no text; and texts are fetched when somebody reads them, at one point read of the
// ledger for each record that is named.
//
// The history that is asked is that of the game that the state is of, with each record below the state's size; where a
// rule-change acts on the past, a rule can stand in a later record than the state does, so it is the whole game's. A
// record that is not the one that was named is damage: NOT_A_GAME, with the record. Else these functions fail only as
// the history fails.
#pragma once

#include <string>
#include <vector>

#include "nomic/replay/history.h"
#include "nomic/replay/state.h"

namespace nomic::replay {

// What a version of a rule says: its title, texts and provisions, and the digest that names it.
struct Content {
  std::string title;
  std::vector<v1::Text> texts;
  std::vector<v1::Provision> provisions;
  std::string form;
};

// Takes a change that a rule makes of itself out of the provisions of an amendment which has kept it from the version
// before: an amended rule does not change by itself (L69). A change that the amendment makes its own stays. `sources`:
// of the versions before the amendment.
Status drop_kept_changes(const History& history, const google::protobuf::RepeatedPtrField<v1::VersionSource>& sources,
                         int count, std::vector<v1::Provision>& provisions);

// The version that the last of the first `count` sources made, with the change it brought about by itself, its clerical
// corrections, and the title of the latest version that set one.
Result<Content> version_at(const History& history, const google::protobuf::RepeatedPtrField<v1::VersionSource>& sources,
                           int count);

// The texts of a rule in force, or of one that stands by itself, with their clerical corrections. A rule without
// sources has none.
Result<std::vector<v1::Text>> texts_of(const History& history, const v1::Rule& rule);

// The same rule with its texts and notes, for who shows it.
Result<v1::Rule> with_texts(const History& history, const v1::Rule& rule);

// Puts their texts, and what their notes say, into these rules. A record that several of them name is read once.
Status fetch_texts(const History& history, const std::vector<v1::Rule*>& rules);
// Only the texts; only what the notes say.
Status fetch_texts_alone(const History& history, std::vector<v1::Rule*> rules);
Status fetch_notes(const History& history, v1::Rule& rule);

// Whether both have their texts from one place with the same corrections: then they are the same, and need no reading.
bool have_same_texts(const v1::Rule& one, const v1::Rule& other);

// The rules in force with their texts, in the order of their numbers.
Result<std::vector<v1::Rule>> rules_with_texts(const History& history, const State& state);

// The rule-changes of an open proposal, as the state has them, with their texts.
Result<google::protobuf::RepeatedPtrField<v1::RuleChange>> changes_of(const History& history,
                                                                      const v1::Proposal& proposal);

// Takes the words out of rule-changes that the state is to hold.
void leave_out_texts(v1::Proposal& proposal);

}  // namespace nomic::replay

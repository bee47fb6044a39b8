// The Initial Sets that are built in: data (replay/editions), compiled in.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "nomic/replay/error.h"
#include "nomic/v1/rules.pb.h"

namespace nomic::replay {

// "1982", "1990".
std::vector<std::string> edition_names();

// The ruleset of an edition, in the wording of this project, in English. BAD_RULESET with the nearest name if there is
// none.
Result<v1::Ruleset> edition(std::string_view name);

// The languages in which an edition is built in: "en", "es", "it", "ja", "nl".
std::vector<std::string> edition_languages(std::string_view name);

// The same in these languages, the first of them authoritative; the provisions are those of the edition. BAD_RULESET
// names the languages there are.
Result<v1::Ruleset> edition(std::string_view name, const std::vector<std::string>& langs);

// A ruleset in protobuf text format. `where` names it in messages; the line is named too.
Result<v1::Ruleset> parse_ruleset(std::string_view text, std::string_view where);

// Whether a game can be founded on it: rules in ascending order of distinct numbers, each with a status and a text of
// valid form, at least one mutable rule, provisions that can be satisfied.
Status check_ruleset(const v1::Ruleset& ruleset);

// One provision in protobuf text format (`adoption { quota { numerator: 2 denominator: 3 base: ELIGIBLE } }`), checked.
Result<v1::Provision> parse_provision(std::string_view text);

// Turns what people write for short into what is recorded: fraction "2/3" into a quota, points "14.3" into thousandths.
// parse_provision and parse_ruleset do it; check_provision refuses what still has shorthand.
Status expand_shorthand(v1::Provision& provision);

// The other way round, for people: fraction: "2/3" and points: "14.3" where there are such.
v1::Provision in_shorthand(v1::Provision provision);

// Whether a provision can be satisfied at all: no fraction above one, no die without faces, amounts within bounds.
Status check_provision(const v1::Provision& provision);

// Whether an award of points goes to players who are known by their ballots: voters for, against, the first.
bool is_for_voters(v1::Award::Recipient recipient);

// The provision in one line of protobuf text format.
std::string print_provision(const v1::Provision& provision);

}  // namespace nomic::replay

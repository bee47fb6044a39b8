// What the rules leave free, as events for tests: acts, attested outcomes, corrections, teams; and as much of a dispute
// as they meet with.
//
//     t.ok("Bob", act(301, "caught a fish").points("Bob", 3).holding("Bob", "fish", 1));
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "replay/game/table.h"

namespace nomic::replay::test {

// An act that is put together piece by piece; points and amounts are whole ones.
class Act {
 public:
  Act(std::uint32_t cited, const std::string& text);
  Act&& points(const std::string& player, std::int64_t points) &&;
  Act&& holding(const std::string& owner, const std::string& thing, std::int64_t amount) &&;
  Act&& attribute(const std::string& player, const std::string& key, const std::string& value) &&;
  // The rule-change of a proposal of that form.
  Act&& change(const v1::Event& like) &&;
  operator v1::Event() const { return event_; }  // NOLINT(*-explicit-*): it is one

 private:
  v1::Event event_;
};
inline Act act(std::uint32_t cited, const std::string& text = "It is done.") {
  return {cited, text};
}

v1::Event attest(std::uint32_t proposal, bool adopted, std::optional<std::uint32_t> in_favour = {},
                 std::optional<std::uint32_t> against = {});

// By votes that are not known.
v1::Event attest_unknown(std::uint32_t proposal, bool adopted);

v1::Event correct_text(std::uint64_t record, std::uint32_t rule, const std::string& before, const std::string& after,
                       const std::string& lang = {});
// The whole text.
v1::Event correct_whole(std::uint64_t record, std::uint32_t rule, const std::string& text,
                        const std::string& lang = {});
v1::Event correct_title(std::uint64_t record, std::uint32_t rule, const std::string& before, const std::string& after);
enum class Bears { ONWARD, ALL_ALONG };
v1::NumberCorrection bears_number(std::uint32_t rule, std::uint32_t number, Bears since = Bears::ONWARD,
                                  bool swap = false);
v1::Event correct_number(std::uint64_t record, const v1::NumberCorrection& number);
v1::Event correct_time(std::uint64_t record, std::int64_t time);
v1::Event correct_name(std::uint64_t record, const std::string& name);
v1::Event object_to(std::uint64_t record);  // of the correction

v1::Event team(const std::string& name);

v1::Event ask_judge();
v1::Event judge_strikes(std::uint64_t question, const std::vector<std::uint64_t>& records);
v1::Event judge_finds_number(std::uint64_t question, std::uint32_t cited, const v1::NumberCorrection& number);
v1::Event judge_upholds(std::uint64_t question, const std::vector<std::uint64_t>& records);
v1::Event vote_to_overrule(std::uint64_t judgment, bool in_favour = true);
v1::Event give_consent();
v1::Event insist_on(const v1::Event& move);

// "owner thing amount", each holding of the game.
std::vector<std::string> held(const Table& t);

// The game derived from its first record is the game played.
void expect_derived_alike(const Table& t);

}  // namespace nomic::replay::test

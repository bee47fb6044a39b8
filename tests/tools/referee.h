// Referee: plays a game from a file and checks what the file says of it (tests/transcripts/README.md has the format).
//
//     Desk desk;
//     EXPECT_THAT(Referee(desk).judge("init Ann Bob\n#= scores Ann=0 Bob=0\n"), testing::IsEmpty());
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tools/desk.h"

namespace nomic::tools {

class Referee {
 public:
  explicit Referee(Desk& desk) : desk_(desk) {}

  // Plays every line and checks every statement; what is wrong, a sentence each with its line. A command that does not
  // end as it should ends the play: nothing after it would mean what it says.
  std::vector<std::string> judge(const std::string& play);

  // Statements that were checked.
  [[nodiscard]] std::size_t statements() const { return statements_; }
  // Commands that had to be refused.
  [[nodiscard]] std::size_t refusals() const { return refusals_; }

 private:
  // Nothing, or what is wrong.
  std::optional<std::string> command(std::string line);
  std::optional<std::string> time(const std::string& words);
  std::optional<std::string> statement(const std::string& words);
  std::optional<std::string> file(const std::string& words);

  Desk& desk_;
  Ran last_;
  std::map<std::string, std::string> files_;
  std::size_t statements_ = 0;
  std::size_t refusals_ = 0;
};

}  // namespace nomic::tools

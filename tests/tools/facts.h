// Facts: whether what a play says of a game is so, by what the command shows of it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "nomic/v1/view.pb.h"
#include "tools/desk.h"

namespace nomic::tools {

class Facts {
 public:
  using Words = std::vector<std::string>;

  Facts(Desk& desk, const Ran& last) : desk_(desk), last_(last) {}

  // Nothing if the statement holds; else what is so instead. A statement of no known kind does not hold.
  std::optional<std::string> contradict(const Words& statement);

 private:
  v1::StatusView status();
  v1::RulesView rules();
  std::optional<v1::RulesView::Rule> rule(const std::string& number);

  std::optional<std::string> scores(const Words& words);
  std::optional<std::string> winners(const Words& words);
  std::optional<std::string> of_status(const std::string& kind, const Words& words);
  std::optional<std::string> of_rules(const std::string& kind, const Words& words);
  std::optional<std::string> of_rule(const std::string& kind, const Words& words);
  std::optional<std::string> missing(const Words& words);
  std::optional<std::string> of_dispute(const std::string& kind, const Words& words);
  std::optional<std::string> judges(const Words& words);
  std::optional<std::string> overrulers(const Words& words);
  std::optional<std::string> way(const std::string& kind, const Words& words);
  std::optional<std::string> standing(const Words& words);
  std::optional<std::string> outcome(const Words& words);
  std::optional<std::string> says(const Words& words) const;

  Desk& desk_;
  const Ran& last_;
};

}  // namespace nomic::tools

// nomic rules import: a page becomes a ruleset file, and a report says what became of each of its lines.
#pragma once

#include <optional>
#include <string>

#include "shared/page_source.h"

namespace nomic::tools {

class RulesImport {
 public:
  // Its options but --lang, which the commands on rules share.
  void declare(Arguments& arguments);

  // Without -o the ruleset goes to standard output and the report to standard error; with it, or as JSON, the report
  // goes to standard output.
  Result<Exit> run(Call& call, const std::string& path, const std::vector<std::string>& langs) const;

  // How a page is to be read.
  [[nodiscard]] const PageOptions& reading() const { return page_; }

 private:
  PageOptions page_;
  std::optional<std::string> edition_;
  std::optional<std::string> output_;
};

}  // namespace nomic::tools

// report --site DIR: the options, and the folder of pages that they ask for.
#pragma once

#include <optional>
#include <string>

#include "cli/arguments.h"
#include "cli/command.h"
#include "nomic/report/site.h"

namespace nomic::tools {

class SiteOptions {
 public:
  // --site and --url.
  void declare(Arguments& arguments);
  [[nodiscard]] bool asked() const { return folder_.has_value(); }
  // `other`: whether something else than a folder is asked for as well.
  [[nodiscard]] Status check(bool other) const;

  // `bundle`: the records; empty: they are left out.
  Status write(Call& call, const v1::ReportView& view, const ShownMoment& shown, std::string bundle, bool force) const;
  // The path of its first page.
  [[nodiscard]] std::string front() const { return *folder_ + "/index.html"; }

 private:
  std::optional<std::string> folder_;
  std::optional<std::string> url_;
};

}  // namespace nomic::tools

// Desk: a folder, a clock and streams of a test's own, at which the command is run in-process.
//
//     Desk desk;
//     desk.founded("Ann Bob Cleo");
//     EXPECT_EQ(desk.run("vote for --as Ann").status, 3);
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "cli/io.h"
#include "postgres/ledger_place.h"

namespace nomic::tools {

struct Ran {
  int status = -1;
  std::string out;
  std::string err;
};

class Desk {
 public:
  Desk();
  ~Desk();
  Desk(const Desk&) = delete;
  Desk& operator=(const Desk&) = delete;

  // Runs a command line, split as a shell splits it.
  Ran run(const std::string& line, const std::string& input = {});
  Ran run_words(const std::vector<std::string>& words, const std::string& input = {});
  // The same, which must end with status 0: its standard output.
  std::string ok(const std::string& line, const std::string& input = {});

  void founded(const std::string& arguments) { ok("init " + arguments); }
  // A whole file of commands, played.
  Ran play(const std::string& lines);

  void write(const std::string& name, const std::string& text) const;
  [[nodiscard]] const std::string& folder() const { return folder_; }
  // Where its ledger is: .nomic in the folder, or a database, where all ledgers of the tests are in one.
  [[nodiscard]] std::string ledger() const;

  std::map<std::string, std::string> environment;
  std::int64_t clock = 1'338'372'000'000'000;  // 2012-05-30T10:00:00Z; a second later at every look
  bool terminal = false;
  bool err_terminal = false;
  // Standard input: what run() is given is typed.
  bool in_terminal = false;
  // Done before the first of it is read.
  std::function<void()> thinks;
  std::size_t width = 80;
  // What writing to standard output gives: 0, or an errno.
  int out_error = 0;

  // The pager that was started last, what it was given, and after how many bytes its reader leaves.
  bool pager_starts = true;
  std::string pager;
  std::string paged;
  std::size_t pager_reads = SIZE_MAX;
  int pager_status = 0;

  // What an editor does to the file at this path, and the status that it ends with; the command and the arguments that
  // it was run with last. Left out: none is run.
  std::function<int(const std::string& path)> editor;
  std::string editor_command;
  std::vector<std::string> editor_arguments;

  // Done at each pause of a command that waits; false ends it. Left out: it ends at once.
  std::function<bool()> meanwhile;

 private:
  std::string folder_;
  std::unique_ptr<nomic::test::LedgerPlace> place_;
};

}  // namespace nomic::tools

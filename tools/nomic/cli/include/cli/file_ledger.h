// A file of bundles, or a backup, in place of a ledger: `nomic --ledger game.bundle scores`.
//
// Whoever was handed a file wants to look into it, and not to keep it. So it is taken in as `nomic import` would take
// it in, everything checked and the games derived, but by a ledger in files without names, which goes with the process.
// No move can be recorded there.
//
// What was checked and what no file can tell is kept beside it, for whoever answers from it to say.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cli/io.h"
#include "nomic/ledger/bundle.h"
#include "nomic/ledger/scratch.h"
#include "nomic/v1/view.pb.h"
#include "nomic/views/failure.h"

namespace nomic::tools {

// A game of a file, as it was found.
struct GameInFile {
  ledger::Head head;
  std::uint64_t signatures = 0;  // that hold
  std::uint64_t unsigned_records = 0;
  std::uint64_t evidence = 0;  // notes and time stamps
  std::uint64_t unlawful = 0;  // records that the rules refuse, and what is said of the first
  std::string first_unlawful;
  ledger::Met met;
};

struct FileFound {
  std::string path;  // as it was named
  std::vector<GameInFile> games;
};

struct FileLedger {
  std::unique_ptr<ledger::Ledger> ledger;
  FileFound found;
};

// Whether there is something else than a folder: a file, or a pipe.
bool is_file(const std::string& path);

// Takes the whole file in. `path` as it was named; `in` gives its bytes. `seen_dir`: this user's memory of games, which
// is compared and stays as it is; empty: there is none. BAD_BUNDLE and what else `nomic import` says of a file, with
// its name; UNAVAILABLE where no temporary files can be made.
Result<FileLedger> open_file_ledger(const Io& io, const std::string& path, ledger::ReadBytes in,
                                    const std::string& seen_dir);

// A ledger in temporary files, empty.
Result<std::unique_ptr<ledger::Ledger>> scratch_ledger();

// What was checked of the game, and what cannot be told from the file.
v1::FileView file_view(const std::string& path, const GameInFile& game);
// What is wrong with it, or other than this user has met it: a sentence each. Not: that the rules refuse records.
std::vector<std::string> met_otherwise(const std::string& path, const GameInFile& game);
// The same of every game of the file and what else is to be said where an answer does not say it, for standard error.
struct SaidOfFile {
  std::string note;
  std::vector<std::string> warnings;
};
SaidOfFile said_of(const FileFound& found);

}  // namespace nomic::tools

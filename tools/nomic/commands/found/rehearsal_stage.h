// Where a rehearsal is made, until it is whole: what a killed process leaves is no rehearsal, and goes the next time.
#pragma once

#include <string>

#include "cli/command.h"
#include "nomic/ledger/bundle.h"

namespace nomic::tools {

// A file without a name in that folder: the copy on its way from one ledger to the other.
class StageFile {
 public:
  StageFile() = default;
  ~StageFile();
  StageFile(const StageFile&) = delete;
  StageFile& operator=(const StageFile&) = delete;

  Status open(const std::string& folder);
  [[nodiscard]] ledger::WriteBytes write() const;
  // From the beginning, once all of it is written.
  [[nodiscard]] ledger::ReadBytes read() const;

 private:
  int fd_ = -1;
};

// The folder that a rehearsal has to itself. What was not finished goes with this object.
class RehearsalStage {
 public:
  // The call outlives it.
  RehearsalStage(Call& call, std::string folder) : call_(call), folder_(std::move(folder)) {}
  ~RehearsalStage();
  RehearsalStage(const RehearsalStage&) = delete;
  RehearsalStage& operator=(const RehearsalStage&) = delete;

  [[nodiscard]] const std::string& folder() const { return folder_; }
  // The ledger's folder while it is made, and once it is whole.
  [[nodiscard]] std::string making() const;
  [[nodiscard]] std::string ledger() const;

  // Makes the folder. What holds anything else already is nobody's to mix with; where another is at it, that is said
  // (5).
  Status begin();
  // The ledger is whole: it takes its name.
  Status finish();

 private:
  Call& call_;
  std::string folder_;
  int held_ = -1;  // the folder, locked; -1: not begun
  bool is_made_ = false;
  bool finished_ = false;
};

}  // namespace nomic::tools

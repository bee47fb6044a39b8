// Files of bundles: read from a file or standard input, written whole to a file or as they come to standard output.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "cli/command.h"
#include "cli/input.h"
#include "nomic/ledger/bundle.h"
#include "nomic/ledger/whole_file.h"
#include "nomic/v1/view.pb.h"

namespace nomic::tools {

// What standard input and output are called on a command line.
inline constexpr const char* STANDARD_STREAM = "-";

enum class Reading : std::uint8_t { ONCE, TWICE };

// A file to read bundles from; `-` is standard input.
class BundleInput {
 public:
  // What is to be read twice and cannot be wound back, a pipe, is kept in a nameless temporary file meanwhile.
  static Result<std::unique_ptr<BundleInput>> open(const Call& call, const std::string& path,
                                                   Reading reading = Reading::ONCE);
  ~BundleInput();
  BundleInput(const BundleInput&) = delete;
  BundleInput& operator=(const BundleInput&) = delete;

  ledger::BundleSource& source() { return *source_; }
  // Begins at the beginning, once all of it was read.
  Status again();

 private:
  BundleInput() = default;
  void read_from(ledger::ReadBytes read);
  Status keep_what_is_read();

  std::optional<ledger::InputFile> file_;  // none: standard input
  int kept_ = -1;                          // the temporary file
  std::unique_ptr<ledger::BundleSource> source_;
};

// Whether a file may be written there: a usage error where one stands already and `force` does not say that it may go.
Status check_free(const Call& call, const std::string& path, bool force);

// A file to write bundles to. It takes its name, synced, only when it is whole, and no other file's unless that is
// asked for by `force`; `-` is standard output.
class BundleOutput {
 public:
  static Result<std::unique_ptr<BundleOutput>> open(const Call& call, const std::string& path, bool force);
  // Removes what was not finished.
  ~BundleOutput();
  BundleOutput(const BundleOutput&) = delete;
  BundleOutput& operator=(const BundleOutput&) = delete;

  [[nodiscard]] const ledger::WriteBytes& write() const { return write_; }
  // Whether the reader of standard output has left, which is no failure.
  [[nodiscard]] bool reader_left() const { return reader_left_; }
  Status finish();

 private:
  BundleOutput() = default;
  int fd_ = -1;
  bool reader_left_ = false;
  bool force_ = false;
  std::string shown_;
  std::unique_ptr<ledger::WholeFile> file_;
  ledger::WriteBytes write_;
};

// Warns of a game that was taken in, where it could not have the name that it had. `name`: that one, if it is known.
void warn_of_name(Call& call, const ledger::Imported& imported, const std::string& name);

v1::BundlesView::Bundle bundle_view(const ledger::BundleReport& report);

}  // namespace nomic::tools

#include "golden/seat.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>

#include "cli/run.h"
#include "cli/shell_words.h"
#include "commands/all.h"

namespace nomic::golden {

namespace fs = std::filesystem;

namespace {

// In memory where the system has such a folder: nothing here is about durability, and there are thousands of appends.
fs::path scratch() {
  std::error_code ignored;
  return fs::is_directory("/dev/shm", ignored) ? fs::path("/dev/shm") : fs::temp_directory_path();
}

}  // namespace

struct Seat::Process {
  tools::Io io;
  std::unique_ptr<tools::Runner> runner;
};

Seat::Seat() : process_(std::make_unique<Process>()) {
  std::string pattern = (scratch() / "nomic-golden-XXXXXX").string();
  folder_ = mkdtemp(pattern.data());
  place_ = std::make_unique<test::LedgerPlace>(folder_ + "/.nomic");
  if (place_->is_database()) place_->make();
  auto& io = process_->io;
  io.out = [this](std::string_view bytes) {
    out_ += bytes;
    return 0;
  };
  io.err = [this](std::string_view bytes) {
    err_ += bytes;
    return 0;
  };
  io.in = [](char*, std::size_t) { return std::ptrdiff_t{0}; };
  io.env = [this](const char* name) {
    const std::string asked = name;
    if (asked == "HOME" || asked == "XDG_STATE_HOME") return std::optional<std::string>(folder_ + "/home");
    if (asked == "NOMIC_LEDGER" && place_->is_database()) return std::optional<std::string>(place_->ledger());
    return std::optional<std::string>();
  };
  io.now = [this] { return clock; };
  io.cwd = folder_;
  process_->runner = std::make_unique<tools::Runner>(io, tools::all_commands());
  process_->runner->begin_play({}, true);
}

Seat::~Seat() {
  process_.reset();
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

Ended Seat::ask(const std::string& line) {
  const auto words = tools::shell_words(line);
  if (!words) return {-1, "", "not a command line\n"};
  out_.clear();
  err_.clear();
  const auto outcome = process_->runner->execute(*words);
  // Whoever asks line by line is answered line by line.
  EXPECT_TRUE(process_->runner->settle()) << line;
  if (outcome.failure) {
    const bool json = line.find("--format json") != std::string::npos;
    err_ += json ? tools::json_of(*outcome.failure) : tools::lines_of(*outcome.failure);
  }
  return {static_cast<int>(outcome.exit), out_, err_};
}

std::string Seat::run(const std::string& line) {
  const auto ended = ask(line);
  std::string output = ended.out + ended.err;
  // Wherever the ledger is, the same is answered.
  const auto put = [&output](const std::string& found, const std::string& instead) {
    for (auto at = output.find(found); at != std::string::npos; at = output.find(found)) {
      output.replace(at, found.size(), instead);
    }
  };
  if (place_->is_database()) put(place_->ledger(), folder_ + "/.nomic");
  put(folder_, "<folder>");
  if (!output.empty() && output.back() != '\n') output += '\n';
  if (ended.status > 0) output += fmt::format("[{}]\n", ended.status);
  return output;
}

void Seat::sit_at_terminal(std::size_t columns) {
  process_->io.out_is_terminal = columns > 0;
  process_->io.width = columns > 0 ? columns : 80;
}

void Seat::write(const std::string& name, const std::string& text) const {
  std::ofstream(fs::path(folder_) / name, std::ios::binary) << text;
}

}  // namespace nomic::golden

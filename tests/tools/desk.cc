#include "tools/desk.h"

#include <stdlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <utility>

#include "cli/pager.h"
#include "cli/run.h"
#include "cli/shell_words.h"
#include "commands/all.h"

namespace nomic::tools {

namespace fs = std::filesystem;

Desk::Desk() {
  std::string pattern = (fs::temp_directory_path() / "nomic-desk-XXXXXX").string();
  folder_ = mkdtemp(pattern.data());
  environment["HOME"] = folder_;
  environment["XDG_STATE_HOME"] = folder_ + "/state";
  place_ = std::make_unique<nomic::test::LedgerPlace>(folder_ + "/.nomic");
  if (place_->is_database()) {
    place_->make();
    environment["NOMIC_LEDGER"] = place_->ledger();
  }
}

std::string Desk::ledger() const {
  return place_->ledger();
}

Desk::~Desk() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

namespace {

// What a pager would show goes to the desk.
class DeskPager : public Pager {
 public:
  explicit DeskPager(Desk& desk) : desk_(desk) {}
  int write(std::string_view bytes) override {
    if (desk_.paged.size() >= desk_.pager_reads) return EPIPE;
    desk_.paged += bytes;
    return 0;
  }
  int finish() override { return desk_.pager_status; }

 private:
  Desk& desk_;
};

}  // namespace

Ran Desk::run_words(const std::vector<std::string>& words, const std::string& input) {
  Ran ran;
  std::string rest = input;
  Io io;
  io.out = [&](std::string_view bytes) {
    if (out_error == 0) ran.out += bytes;
    return out_error;
  };
  io.err = [&](std::string_view bytes) {
    ran.err += bytes;
    return 0;
  };
  io.in = [&](char* buffer, std::size_t size) {
    if (const auto first = std::exchange(thinks, {})) first();
    const std::size_t count = std::min(size, rest.size());
    std::memcpy(buffer, rest.data(), count);
    rest.erase(0, count);
    return static_cast<std::ptrdiff_t>(count);
  };
  io.env = [&](const char* name) {
    const auto found = environment.find(name);
    return found == environment.end() ? std::nullopt : std::optional<std::string>(found->second);
  };
  io.now = [&] { return clock += 1'000'000; };
  io.pause = [&](int /*milliseconds*/) { return meanwhile && meanwhile(); };
  io.start_pager = [&](const std::string& command) {
    pager = command;
    paged.clear();
    return pager_starts ? std::make_shared<DeskPager>(*this) : nullptr;
  };
  if (editor) {
    io.run_editor = [&](const std::string& command, const std::vector<std::string>& arguments) {
      editor_command = command;
      editor_arguments = arguments;
      // It may put another in its place.
      const auto does = editor;
      return does(arguments.back());
    };
  }
  io.cwd = folder_;
  io.in_is_terminal = in_terminal;
  io.out_is_terminal = terminal;
  io.err_is_terminal = err_terminal;
  io.width = width;
  io.err_width = width;
  ran.status = tools::run(words, io, tools::all_commands());
  return ran;
}

Ran Desk::run(const std::string& line, const std::string& input) {
  auto words = shell_words(line);
  if (!words) return {-1, "", "not a line: " + line};
  return run_words(*words, input);
}

std::string Desk::ok(const std::string& line, const std::string& input) {
  Ran ran = run(line, input);
  EXPECT_EQ(ran.status, 0) << line << "\n" << ran.err;
  return ran.out;
}

Ran Desk::play(const std::string& lines) {
  return run("play -", lines);
}

void Desk::write(const std::string& name, const std::string& text) const {
  std::ofstream(fs::path(folder_) / name, std::ios::binary) << text;
}

}  // namespace nomic::tools

#include "ledger/support/world.h"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace nomic::ledger::test {

namespace fs = std::filesystem;

std::string words_of(const Error& error) {
  return fmt::format("error {}: {} [{}]", static_cast<int>(error.code), error.what, error.hint);
}

TempFolder::TempFolder() {
  const char* base = std::getenv("TMPDIR");
  path_ = fmt::format("{}/nomic-ledger-XXXXXX", base != nullptr && *base != '\0' ? base : "/tmp");
  if (::mkdtemp(path_.data()) == nullptr) throw std::runtime_error("cannot make " + path_);
}

TempFolder::~TempFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

Result<Appended> found_game(Ledger& ledger, const std::string& name, std::size_t records,
                            const std::string& request_id) {
  FoundRequest request;
  request.name = name;
  for (std::size_t i = 0; i < records; ++i) request.records.push_back({"", fmt::format("founding {} of {}", i, name)});
  request.recorded_at = {1'000'000};
  if (!request_id.empty()) request.request = {request_id, sha256(name)};
  return ledger.found(request);
}

Result<Appended> say(Ledger& ledger, const GameId& game, const std::string& payload, const Request& request) {
  auto head = ledger.head(game);
  if (!head) return std::move(head).error();
  AppendRequest append;
  append.game = game;
  append.expected_size = head->size;
  append.records = {{"Ann", payload}};
  append.recorded_at = head->recorded_at;
  append.request = request;
  append.derived.maker = "test 1";
  append.derived.digest = sha256(payload);
  append.derived.snapshot = "state after " + payload;
  return ledger.append(append);
}

Status say_many(Ledger& ledger, const GameId& game, std::uint64_t count) {
  for (std::uint64_t i = 0; i < count; ++i) {
    auto head = ledger.head(game);
    if (!head) return std::move(head).error();
    auto done = say(ledger, game, fmt::format("move {}", head->size));
    if (!done) return std::move(done).error();
  }
  return Done{};
}

std::vector<std::string> payloads(Ledger& ledger, const GameId& game) {
  std::vector<std::string> found;
  const auto head = ledger.head(game);
  EXPECT_OK(head);
  if (!head) return found;
  EXPECT_OK(ledger.read(game, {0}, head->size, [&](const StoredRecord& record) {
    EXPECT_EQ(record.index.value, found.size());
    found.push_back(record.payload);
    return true;
  }));
  return found;
}

std::vector<std::string> faults_of(Ledger& ledger, const GameId& game) {
  const auto report = ledger.verify(game, {});
  if (!report) return {fmt::format("error {}", static_cast<int>(report.error().code))};
  std::vector<std::string> words;
  for (const Fault& fault : report->faults) words.push_back(fault.check);
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  return words;
}

std::string slurp(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream content;
  content << file.rdbuf();
  return content.str();
}

void spill(const std::string& path, const std::string& content) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(content.data(), static_cast<std::streamsize>(content.size()));
}

std::vector<std::string> files_in(const std::string& folder, const std::string& ending) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename();
    if (entry.is_regular_file() && name.ends_with(ending)) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

void copy_folder(const std::string& from, const std::string& to) {
  fs::remove_all(to);
  fs::copy(from, to, fs::copy_options::recursive);
}

int in_child(const std::function<int()>& body) {
  const pid_t child = ::fork();
  if (child == 0) {
    // What is thrown must not get back into the parent's tests, which would go on in the child.
    int status = 120;
    try {
      status = body();
    } catch (const std::exception& thrown) {
      std::fprintf(stderr, "a child of the test: %s\n", thrown.what());
    }
    ::_exit(status);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

std::size_t scaled(std::size_t count) {
#if defined(NOMIC_SANITIZED)
  count = std::max<std::size_t>(count / 8, 1);
#endif
  const char* more = std::getenv("NOMIC_THOROUGH");
  return more == nullptr ? count : count * static_cast<std::size_t>(std::max(1, std::atoi(more)));
}

}  // namespace nomic::ledger::test

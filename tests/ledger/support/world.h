// A folder that goes when the test does, a ledger in it, and short words for what is done to both.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "nomic/ledger/ledger.h"
#include "postgres/ledger_place.h"

namespace nomic::ledger::test {

// The value of a Result, or the end of the test with the error in words.
#define ASSERT_OK(result)                                                      \
  do {                                                                         \
    const auto& tried = (result);                                              \
    ASSERT_TRUE(tried.ok()) << ::nomic::ledger::test::words_of(tried.error()); \
  } while (false)

#define EXPECT_OK(result)                                                      \
  do {                                                                         \
    const auto& tried = (result);                                              \
    EXPECT_TRUE(tried.ok()) << ::nomic::ledger::test::words_of(tried.error()); \
  } while (false)

#define EXPECT_REFUSED(result, expected)                                                                      \
  do {                                                                                                        \
    const auto& tried = (result);                                                                             \
    if (tried.ok()) {                                                                                         \
      ADD_FAILURE() << "expected a refusal, got a value";                                                     \
    } else {                                                                                                  \
      EXPECT_EQ(static_cast<int>(tried.error().code), static_cast<int>(::nomic::ledger::ErrorCode::expected)) \
          << ::nomic::ledger::test::words_of(tried.error());                                                  \
    }                                                                                                         \
  } while (false)

std::string words_of(const Error& error);

class TempFolder {
 public:
  TempFolder();
  ~TempFolder();
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;
  [[nodiscard]] std::string path(const std::string& name) const { return path_ + "/" + name; }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// A ledger in a temporary folder.
struct Place {
  TempFolder temp;
  nomic::test::LedgerPlace place{temp.path("ledger")};
  std::string folder = place.ledger();
  OpenOptions options;

  Place() { options.lock_wait_ms = 0; }
  // From now on this user remembers what it meets.
  void remember() { options.seen_dir = temp.path("seen"); }

  [[nodiscard]] Result<std::unique_ptr<Ledger>> make() const { return Ledger::create(folder, options); }
  [[nodiscard]] Result<std::unique_ptr<Ledger>> write() const { return Ledger::open(folder, Access::WRITE, options); }
  [[nodiscard]] Result<std::unique_ptr<Ledger>> read() const { return Ledger::open(folder, Access::READ, options); }
};

// Founds a game of `records` records: "founding 0", "founding 1", ...
Result<Appended> found_game(Ledger& ledger, const std::string& name, std::size_t records = 1,
                            const std::string& request_id = {});

// Appends one record at the game's present size, by Ann, at the last record's time.
Result<Appended> say(Ledger& ledger, const GameId& game, const std::string& payload, const Request& request = {});

// Appends `count` records, each in an append of its own: "move <index>".
Status say_many(Ledger& ledger, const GameId& game, std::uint64_t count);

// All payloads of the game; an error ends the test.
std::vector<std::string> payloads(Ledger& ledger, const GameId& game);

// The words of the checks that verify() finds at fault, each once, in order; "error N" if it cannot be run.
std::vector<std::string> faults_of(Ledger& ledger, const GameId& game);

// Whole files, for tests that damage them.
std::string slurp(const std::string& path);
void spill(const std::string& path, const std::string& content);
// Names of the plain files in a folder, sorted; only those that end in `ending`.
std::vector<std::string> files_in(const std::string& folder, const std::string& ending = {});
void copy_folder(const std::string& from, const std::string& to);

// Runs `body` in a child process and gives its exit status; 128 and the signal if it was killed.
int in_child(const std::function<int()>& body);

// How thorough the long tests are: 1 unless NOMIC_THOROUGH says more; sanitizers make it less.
std::size_t scaled(std::size_t count);

}  // namespace nomic::ledger::test

// A proxy in front of a server's socket that cuts a connection off at a chosen byte.
//
//     Proxy proxy(folder_of_the_server, folder_of_its_own);
//     proxy.cut({.to_server = 100});     // the next connection that has sent 100 bytes from now on ends there
//     proxy.has_cut();
//
// A socket's name is that which libpq looks for in a folder: .s.PGSQL.5432.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace nomic::test {

class Proxy {
 public:
  // After so many bytes from now on, in one of the directions, both sides are shut: what came before has passed.
  struct Cut {
    std::optional<std::uint64_t> to_server = {};
    std::optional<std::uint64_t> to_client = {};
    // The server's side stays open, and silent: it does not notice that its client is gone.
    bool quietly = false;
  };

  Proxy(const std::string& server_folder, std::string folder);
  ~Proxy();
  Proxy(const Proxy&) = delete;
  Proxy& operator=(const Proxy&) = delete;

  [[nodiscard]] const std::string& folder() const { return folder_; }
  // Counts from now on; nothing: nothing is cut.
  void cut(std::optional<Cut> cut);
  [[nodiscard]] bool has_cut() const { return cuts_ > 0; }
  // Bytes since cut() was called last, and how often either side has waited for the other.
  [[nodiscard]] std::uint64_t to_server() const { return to_server_; }
  [[nodiscard]] std::uint64_t to_client() const { return to_client_; }
  [[nodiscard]] std::uint64_t round_trips() const { return turns_; }

 private:
  void accept();
  void carry(int client, int server);
  // How many of these bytes pass.
  std::size_t allowed(std::uint64_t before, std::size_t count, const std::optional<std::uint64_t>& limit) const;

  const std::string server_;
  const std::string folder_;
  int listening_ = -1;
  std::atomic<bool> over_ = false;
  std::mutex mutex_;
  std::optional<Cut> cut_;
  std::vector<int> silent_;
  std::atomic<std::uint64_t> cuts_ = 0;
  std::atomic<std::uint64_t> to_server_ = 0;
  std::atomic<std::uint64_t> to_client_ = 0;
  std::atomic<std::uint64_t> turns_ = 0;
  std::vector<std::thread> threads_;
  std::thread accepting_;
};

}  // namespace nomic::test

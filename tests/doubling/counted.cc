// Runs commands and requests one after the other in one process, so that valgrind translates the program once. Around
// each it has valgrind write how many blocks of instructions have been executed; tests/doubling/costs.py reads that.
//
//     counted names                    the names of all commands and the paths of all routes
//     valgrind --tool=none --log-file=LOG counted run <CASES >ANSWERS
//
// A case is a line of words with tabs between them:
//
//     command FOLDER LINE              runs the command line in the folder
//     serve FOLDER                     starts a server of the folder's ledger, until the next case of another kind than
//     these: request METHOD TARGET [BODY]     asks it stream TARGET TEXT               follows a stream until TEXT has
//     come
//
// Each is answered by a line: the status, the bytes of the answer, the time in milliseconds, and the last line of what
// went to standard error.
#include <fmt/format.h>
#include <google/protobuf/stubs/logging.h>
#include <signal.h>
#include <unistd.h>
#include <valgrind/valgrind.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "cli/run.h"
#include "cli/shell_words.h"
#include "commands/all.h"
#include "tools/server/raw_client.h"

namespace {

using namespace nomic::tools;

// Valgrind is slow, and other tests run beside this one.
constexpr int PATIENCE_MS = 600'000;
constexpr std::chrono::milliseconds TRY_EVERY{5};

// The paths of all routes.
constexpr const char* ROUTES[] = {
#define NOMIC_API_PLACE(route, method, path, ...) path,
#define NOMIC_API_ROUTE(route, path, ...) "/v1/games/{game}/" path,
#include "api/routes.inc"
};

struct Answer {
  unsigned status = 0;
  std::size_t bytes = 0;
  std::string complaint;
};

Io io_in(const std::string& folder, Answer& answer) {
  Io io;
  io.out = [&answer](std::string_view bytes) {
    answer.bytes += bytes.size();
    return 0;
  };
  io.err = [&answer](std::string_view bytes) {
    if (bytes.size() > 1) answer.complaint = bytes;
    return 0;
  };
  io.in = [](char*, std::size_t) { return std::ptrdiff_t{0}; };
  io.env = [folder](const char* name) {
    const std::string_view asked = name;
    const bool is_home = asked == "HOME" || asked == "XDG_STATE_HOME";
    return is_home ? std::optional<std::string>(folder + "/home") : std::nullopt;
  };
  io.now = process_io().now;
  io.pause = [](int) { return false; };
  io.cwd = folder;
  return io;
}

Answer command(const std::string& folder, const std::string& line) {
  Answer answer;
  const auto words = shell_words(line);
  if (!words) return {.status = 255, .bytes = 0, .complaint = "this is no command line"};
  answer.status = static_cast<unsigned>(run(*words, io_in(folder, answer), all_commands()));
  return answer;
}

// A server in a thread of its own, of the command itself.
class Server {
 public:
  explicit Server(const std::string& folder)
      : socket_(folder + "/s"), thread_([this, folder] { served_ = command_of(folder); }) {}
  ~Server() {
    ::kill(::getpid(), SIGTERM);
    thread_.join();
  }
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  [[nodiscard]] Answer request(const std::string& method, const std::string& target, const std::string& body) const {
    RawClient client(socket_);
    return ask(client, method, target, body);
  }

  // It answers: status 200.
  [[nodiscard]] Answer starts() const {
    for (;;) {
      RawClient client(socket_);
      if (client.is_open()) return ask(client, "GET", "/v1/games", {});
      std::this_thread::sleep_for(TRY_EVERY);
    }
  }

  [[nodiscard]] Answer stream(const std::string& target, const std::string& text) const {
    RawClient client(socket_);
    if (!client.send(fmt::format("GET {} HTTP/1.1\r\nHost: localhost\r\n\r\n", target))) return {};
    const std::string came = client.read_until(text, PATIENCE_MS);
    return {.status = status_of(came), .bytes = came.size(), .complaint = {}};
  }

 private:
  Answer command_of(const std::string& folder) const {
    Answer answer;
    answer.status = static_cast<unsigned>(
        run({"serve", "--listen", "none", "--socket", socket_}, io_in(folder, answer), all_commands()));
    return answer;
  }

  static Answer ask(RawClient& client, const std::string& method, const std::string& target, const std::string& body) {
    const std::string type = body.empty() ? "" : "Content-Type: application/json\r\n";
    const std::string head =
        fmt::format("{} {} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{}", method, target, type);
    if (!client.send(fmt::format("{}Content-Length: {}\r\n\r\n{}", head, body.size(), body))) {
      return {.status = 0, .bytes = 0, .complaint = "the server takes no request"};
    }
    const std::string came = client.read_all(PATIENCE_MS);
    const unsigned status = status_of(came);
    return {.status = status, .bytes = came.size(), .complaint = status < 300 ? std::string() : came};
  }

  std::string socket_;
  Answer served_;
  std::thread thread_;
};

std::vector<std::string> words_of(const std::string& line) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at <= line.size();) {
    const std::size_t end = std::min(line.find('\t', at), line.size());
    words.push_back(line.substr(at, end - at));
    at = end + 1;
  }
  words.resize(std::max<std::size_t>(words.size(), 4));
  return words;
}

std::string last_line_of(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  if (const auto at = text.rfind("\r\n\r\n"); at != std::string::npos) text = text.substr(at + 4);
  for (char& letter : text) {
    if (letter == '\n' || letter == '\t') letter = ' ';
  }
  return text;
}

Answer answer_to(const std::vector<std::string>& words, std::unique_ptr<Server>& server) {
  if (words[0] == "command") return command(words[1], words[2]);
  if (words[0] == "serve") {
    server = std::make_unique<Server>(words[1]);
    return server->starts();
  }
  if (words[0] == "request") return server->request(words[1], words[2], words[3]);
  if (words[0] == "stream") return server->stream(words[1], words[2]);
  return {.status = 255, .bytes = 0, .complaint = "no case of this kind: " + words[0]};
}

void count() {
  VALGRIND_MONITOR_COMMAND("v.info stats");
}

int run_cases() {
  using Clock = std::chrono::steady_clock;
  std::unique_ptr<Server> server;
  for (std::string line; std::getline(std::cin, line);) {
    const auto words = words_of(line);
    if (words[0] == "serve" || words[0] == "command") server.reset();
    const auto began = Clock::now();
    count();
    const Answer answer = answer_to(words, server);
    count();
    const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - began).count();
    fmt::print("{}\t{}\t{}\t{}\n", answer.status, answer.bytes, took, last_line_of(answer.complaint));
    std::fflush(stdout);
  }
  return 0;
}

int print_names() {
  for (const CommandSpec* spec : all_commands()) fmt::print("command {}\n", spec->name);
  for (const char* route : ROUTES) fmt::print("route {}\n", route);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view does = argc == 2 ? argv[1] : "";
  google::protobuf::SetLogHandler(nullptr);
  // The server's thread waits for it.
  sigset_t end;
  sigemptyset(&end);
  sigaddset(&end, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &end, nullptr);
  if (does == "names") return print_names();
  if (does == "run") return run_cases();
  fmt::print(stderr, "counted names | run <CASES\n");
  return 2;
}

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <string>
#include <vector>

#include "cli/pager.h"
#include "interrupts_left.h"

namespace nomic::tools {
namespace {

class PagerProcess : public Pager {
 public:
  static std::shared_ptr<Pager> start(const std::string& command) {
    auto made = std::make_shared<PagerProcess>();
    return made->run(command) ? made : nullptr;
  }
  PagerProcess() = default;
  PagerProcess(const PagerProcess&) = delete;
  PagerProcess& operator=(const PagerProcess&) = delete;
  ~PagerProcess() override { finish(); }

  int write(std::string_view bytes) override {
    while (!bytes.empty()) {
      const ssize_t wrote = ::write(to_, bytes.data(), bytes.size());
      if (wrote < 0 && errno == EINTR) continue;
      if (wrote < 0) return errno;
      bytes.remove_prefix(static_cast<std::size_t>(wrote));
    }
    return 0;
  }

  int finish() override {
    if (to_ >= 0) ::close(to_);
    to_ = -1;
    if (process_ <= 0) return status_;
    int ended = 0;
    while (::waitpid(process_, &ended, 0) < 0 && errno == EINTR) {
    }
    process_ = 0;
    status_ = WIFEXITED(ended) ? WEXITSTATUS(ended) : 0;
    return status_;
  }

 private:
  bool run(const std::string& command) {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return false;
    to_ = ends[1];
    const int error = spawn(command, ends[0]);
    ::close(ends[0]);
    if (error == 0) return true;
    process_ = 0;
    return false;
  }

  // What a shell would read something into is run by one. A plain name is not: if there is no such program, that is
  // known before anything is written to it.
  int spawn(const std::string& command, int from) {
    const bool is_plain = command.find_first_of("|&;<>()$`\\\"' \t\n*?[#~=%") == std::string::npos;
    std::vector<std::string> words = {command};
    if (!is_plain) words = {"sh", "-c", command};
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);

    posix_spawn_file_actions_t files{};
    ::posix_spawn_file_actions_init(&files);
    ::posix_spawn_file_actions_adddup2(&files, from, STDIN_FILENO);
    posix_spawnattr_t how{};
    ::posix_spawnattr_init(&how);
    sigset_t ours{};
    ::sigemptyset(&ours);
    for (const int ignored : {SIGPIPE, SIGXFSZ, SIGINT, SIGQUIT}) ::sigaddset(&ours, ignored);
    ::posix_spawnattr_setsigdefault(&how, &ours);
    ::posix_spawnattr_setflags(&how, POSIX_SPAWN_SETSIGDEF);
    std::vector<std::string> held;
    std::vector<char*> environment = environment_of(held);
    const int error = ::posix_spawnp(&process_, arguments.front(), &files, &how, arguments.data(), environment.data());
    ::posix_spawnattr_destroy(&how);
    ::posix_spawn_file_actions_destroy(&files);
    return error;
  }

  // Ours, and how pagers are to behave where nobody has said it: print what fits the screen (F), keep colours (R),
  // leave the screen as it is (X); lv: keep colours.
  static std::vector<char*> environment_of(std::vector<std::string>& held) {
    std::vector<char*> all;
    for (char** each = environ; *each != nullptr; ++each) all.push_back(*each);
    if (std::getenv("LESS") == nullptr) held.emplace_back("LESS=FRX");
    if (std::getenv("LV") == nullptr) held.emplace_back("LV=-c");
    for (std::string& each : held) all.push_back(each.data());
    all.push_back(nullptr);
    return all;
  }

  InterruptsLeft interrupts_;
  int to_ = -1;
  pid_t process_ = 0;
  int status_ = 0;
};

}  // namespace

std::shared_ptr<Pager> start_pager_process(const std::string& command) {
  return PagerProcess::start(command);
}

}  // namespace nomic::tools

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

#include "cli/editor.h"
#include "interrupts_left.h"

namespace nomic::tools {

int run_editor_process(const std::string& command, const std::vector<std::string>& arguments) {
  const InterruptsLeft left;
  // The command line may have options and quotes of its own; what is added is passed on as it is.
  std::vector<std::string> words = {"sh", "-c", command + " \"$@\"", command};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  pointers.reserve(words.size() + 1);
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);

  posix_spawn_file_actions_t files{};
  ::posix_spawn_file_actions_init(&files);
  // Where the answer goes elsewhere, the editor still has the terminal.
  const bool borrows = ::isatty(STDOUT_FILENO) != 1 && ::isatty(STDERR_FILENO) == 1;
  if (borrows) ::posix_spawn_file_actions_adddup2(&files, STDERR_FILENO, STDOUT_FILENO);
  posix_spawnattr_t how{};
  ::posix_spawnattr_init(&how);
  sigset_t ours{};
  ::sigemptyset(&ours);
  for (const int ignored : {SIGPIPE, SIGXFSZ, SIGINT, SIGQUIT}) ::sigaddset(&ours, ignored);
  ::posix_spawnattr_setsigdefault(&how, &ours);
  ::posix_spawnattr_setflags(&how, POSIX_SPAWN_SETSIGDEF);
  pid_t process = 0;
  const int error = ::posix_spawnp(&process, "sh", &files, &how, pointers.data(), environ);
  ::posix_spawnattr_destroy(&how);
  ::posix_spawn_file_actions_destroy(&files);
  if (error != 0) return -1;

  int ended = 0;
  while (::waitpid(process, &ended, 0) < 0) {
    if (errno != EINTR) return -1;
  }
  constexpr int BY_SIGNAL = 128;
  return WIFEXITED(ended) ? WEXITSTATUS(ended) : BY_SIGNAL + WTERMSIG(ended);
}

}  // namespace nomic::tools

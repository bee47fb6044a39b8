#include <google/protobuf/stubs/logging.h>

#include "cli/run.h"
#include "cli/want_of_memory.h"
#include "commands/all.h"
#include "commit.h"

int main(int argc, char** argv) {
  nomic::tools::prepare_for_want_of_memory();
  // What cannot be read is said by us, once, and as whoever asks wants it.
  google::protobuf::SetLogHandler(nullptr);
  const std::vector<std::string> args(argv + (argc > 0 ? 1 : 0), argv + argc);
  nomic::tools::CommandList commands = nomic::tools::all_commands();
  commands.commit = nomic::tools::COMMIT;
  return nomic::tools::run(args, nomic::tools::process_io(), commands);
}

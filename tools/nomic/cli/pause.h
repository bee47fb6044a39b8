// Waiting for something that others do: a pause that whoever waits can end.
#pragma once

namespace nomic::tools {

// Waits so long; or, of a file that is open, until there is something to read. False: it is to end, since SIGINT came,
// or since the reader of standard output left. From the first call on SIGINT does not end the process: it ends a pause.
bool pause_process(int milliseconds, int file);

}  // namespace nomic::tools

// Memory that runs out where it cannot be caught. What lacks memory is answered as any failure (run.h). But an
// exception that passes through a function of the C library needs memory to do so, one that is thrown in a thread of
// the store's ends the process, and a library that uses memory which it did not get ends by a signal.
#pragma once

namespace nomic::tools {

// From here on some is kept for what is thrown, and a process that ends for want of memory says so, with the status of
// what is unavailable. To be called once, at the beginning of the process.
void prepare_for_want_of_memory();

}  // namespace nomic::tools

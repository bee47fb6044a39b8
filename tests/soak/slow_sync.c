// A slow disk, for tests. Load it before the program (LD_PRELOAD): each sync of a file takes SLOW_SYNC_SECONDS longer while
// a file of the name in SLOW_SYNC is there.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

static void wait_for_disk(void) {
  const char* file = getenv("SLOW_SYNC");
  const char* seconds = getenv("SLOW_SYNC_SECONDS");
  if (file != NULL && seconds != NULL && access(file, F_OK) == 0) usleep((useconds_t)(atof(seconds) * 1e6));
}

int fdatasync(int file) {
  static int (*next)(int);
  if (next == NULL) next = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
  wait_for_disk();
  return next(file);
}

int fsync(int file) {
  static int (*next)(int);
  if (next == NULL) next = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
  wait_for_disk();
  return next(file);
}

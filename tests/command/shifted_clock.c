// A clock that stands elsewhere, for tests: loaded before the program (LD_PRELOAD), it adds SHIFTED_CLOCK seconds to
// the time of day. Each look at a thread's processor time finds HURRIED_CLOCK seconds more than the one before. Other
// clocks that only count are as they are.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

static time_t shift(void) {
  const char* seconds = getenv("SHIFTED_CLOCK");
  return seconds == NULL ? 0 : (time_t)strtoll(seconds, NULL, 10);
}

static time_t hurry(void) {
  static _Atomic long looks;
  const char* seconds = getenv("HURRIED_CLOCK");
  return seconds == NULL ? 0 : (time_t)(strtoll(seconds, NULL, 10) * ++looks);
}

int clock_gettime(clockid_t clock, struct timespec* now) {
  static int (*next)(clockid_t, struct timespec*);
  if (next == NULL) next = (int (*)(clockid_t, struct timespec*))dlsym(RTLD_NEXT, "clock_gettime");
  const int status = next(clock, now);
  if (status == 0 && clock == CLOCK_REALTIME) now->tv_sec += shift();
  if (status == 0 && clock == CLOCK_THREAD_CPUTIME_ID) now->tv_sec += hurry();
  return status;
}

int gettimeofday(struct timeval* restrict now, void* restrict zone) {
  (void)zone;
  struct timespec time;
  const int status = clock_gettime(CLOCK_REALTIME, &time);
  now->tv_sec = time.tv_sec;
  now->tv_usec = time.tv_nsec / 1000;
  return status;
}

time_t time(time_t* into) {
  struct timespec now;
  if (clock_gettime(CLOCK_REALTIME, &now) != 0) return -1;
  if (into != NULL) *into = now.tv_sec;
  return now.tv_sec;
}

#!/usr/bin/env bash
# Installs what is missing, builds, and runs every test; the last lines are the test runner's summary.
#
#     tests/run.sh                      everything: all tests of the release build, the tests that a sanitizer can tell
#                                       more about under AddressSanitizer and UndefinedBehaviorSanitizer, clang-tidy,
#                                       the checks of the house
#     tests/run.sh full                 everything, and the tests that take minutes: those that have the label
#                                       full (nomic_full_test in tests/CMakeLists.txt), which nothing else runs
#     tests/run.sh release              one or more parts of it: release asan tidy; only by name: tsan, asan-all, which is
#                                       asan with the tests of engine and commands, and plain, which
#                                       compiles each source alone and runs no test
#     tests/run.sh -R REGEX ...         only tests whose names match, as ctest has it (under a sanitizer a test program
#                                       is run in a few lots, as asan.replay.3)
#     tests/run.sh --no-install ...     leaves the system's packages alone
#
# A test that takes minutes is put there by one line: nomic_full_test(NAME SECONDS COMMAND...).
#
# Before the summary come the ten tests that took longest. The status is 0 only if everything was built without a warning
# and every test passed.
set -euo pipefail
cd "$(dirname "$0")/.."

install=yes
filter=()
parts=()
configuration=()
while [ $# -gt 0 ]; do
  case $1 in
    --no-install) install=no ;;
    full) configuration=(-C full) ;;
    -R) filter=(-R "${2:?-R needs a regular expression}"); shift ;;
    release | asan | asan-all | tidy | tsan | plain) parts+=("$1") ;;
    -h | --help) sed -n '2,20s/^# \{0,1\}//p' "$0"; exit 0 ;;
    *) printf 'tests/run.sh: unknown argument %s; see --help\n' "$1" >&2; exit 2 ;;
  esac
  shift
done
[ ${#parts[@]} -gt 0 ] || parts=(release asan tidy)
# A build hungry for memory must not be spread over more cores than the memory allows: 1.5 GB a compiler.
memory_gb=$(awk '/MemAvailable/ {print int($2 / 1048576)}' /proc/meminfo)
jobs=$(nproc)
[ $((jobs * 3 / 2)) -le "$memory_gb" ] || jobs=$((memory_gb * 2 / 3 > 0 ? memory_gb * 2 / 3 : 1))

# Says what begins, and how long what came before it took.
began=0
current=
step() {
  [ -z "$current" ] || printf '== %s took %d s\n' "$current" $((SECONDS - began))
  current=$* began=$SECONDS
  printf '\n== %s (%d s since the start)\n' "$*" "$SECONDS"
}

if [ $install = yes ]; then
  step "packages"
  tools/install-deps.sh
fi

# build PART PRESET TARGET... : configures and builds without letting a warning pass.
build() {
  local part=$1 preset=$2
  shift 2
  step "build $part"
  local log=build/$part.log
  mkdir -p build
  if ! { cmake --preset "$preset" -B "build/$part" -DNOMIC_WERROR=ON "${options[@]}" &&
         cmake --build "build/$part" -j "$jobs" "$@"; } >"$log" 2>&1; then
    grep -nE 'FAILED|error|Error' "$log" | head -n 40 >&2 || true
    printf 'tests/run.sh: the %s build failed; its whole output is in %s\n' "$part" "$log" >&2
    exit 1
  fi
}

for part in "${parts[@]}"; do
  options=()
  case $part in
    tidy) options=(-DNOMIC_TIDY=ON -DNOMIC_UNITY=OFF); build tidy release --target nomic_generated ;;
    asan | tsan) build "$part" "$part" ;;
    asan-all) options=(-DNOMIC_SANITIZE_ALL=ON); build "$part" asan ;;
    release) build release release ;;
    plain) options=(-DNOMIC_UNITY=OFF); build plain dev ;;
  esac
done

# One run over the tests of all builds, so that there is one summary.
mkdir -p build/all
: >build/all/CTestTestfile.cmake
for part in "${parts[@]}"; do
  [ "$part" != plain ] || continue
  tests=$PWD/build/$part
  [ "$part" != tidy ] || tests+=/tests/tidy
  printf 'subdirs("%s")\n' "$tests" >>build/all/CTestTestfile.cmake
done
[ -s build/all/CTestTestfile.cmake ] || exit 0  # plain alone
step "tests"
# The tests make thousands of small ledgers, and each syncs its files many times: in memory that takes an eighth of the
# time. A folder that TMPDIR names is used as it is.
scratch=
if [ -z "${TMPDIR:-}" ] && [ -w /dev/shm ] && [ "$(df --output=avail -k /dev/shm | tail -n 1)" -gt 4000000 ]; then
  scratch=$(mktemp -d /dev/shm/nomic-tests.XXXXXX)
  chmod 1777 "$scratch"  # as /tmp: some tests become another user
  trap 'rm -rf "$scratch"' EXIT
  export TMPDIR=$scratch
fi
# Whoever runs this may play a game: that is no business of the tests.
unset NOMIC_LEDGER NOMIC_PLAYER NOMIC_KEY NO_COLOR
export ASAN_OPTIONS=detect_leaks=1:abort_on_error=0 UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1
# Some tests end a child as a kill would, and it opens a ledger before: that starts threads.
export TSAN_OPTIONS=die_after_fork=0:suppressions=$PWD/tests/rocksdb.tsan
ctest --test-dir build/all "${configuration[@]}" -j "$jobs" --output-on-failure --no-tests=error "${filter[@]}" \
  </dev/null | awk -f tests/slowest.awk

#!/usr/bin/env bash
# Looks for inputs that break a decoder (of pages, of notes and proofs, of requests) or pass the door of a game, with
# libFuzzer, AddressSanitizer and UndefinedBehaviorSanitizer.
#
#     tests/fuzz/run.sh [SECONDS [TARGET CORPUS]]      600 unless said otherwise; what is found is written to build/fuzz/found
#     tests/fuzz/run.sh 600 note notes
#     tests/fuzz/run.sh 600 submit moves
#     tests/fuzz/run.sh 600 request requests           what comes from a network; the target of a request; then the API:
#     tests/fuzz/run.sh 600 target targets
#     tests/fuzz/run.sh 600 api questions
#     tests/fuzz/run.sh 600 json json                  JSON of strangers; and what a server answers:
#     tests/fuzz/run.sh 600 answer answers
#     tests/fuzz/run.sh 600 report_page report_pages   the page of a game
#
# Needs clang and its runtime (Debian: clang libclang-rt-14-dev), which the tests do not.
set -euo pipefail
cd "$(dirname "$0")/../.."
seconds=${1:-600}
target=fuzz_${2:-import_page}
corpus=tests/fuzz/corpus/${3:-pages}
command -v clang++ >/dev/null || { echo 'tests/fuzz/run.sh: install clang and libclang-rt-14-dev' >&2; exit 2; }
flags="-g -O1 -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer"
cmake -G Ninja -B build/fuzz -DCMAKE_BUILD_TYPE=None -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_C_COMPILER=clang \
  -DCMAKE_CXX_FLAGS="$flags" -DCMAKE_EXE_LINKER_FLAGS="-fsanitize=address,undefined" -DNOMIC_FUZZ=ON -DNOMIC_UNITY=ALL >build/fuzz.log 2>&1 &&
  cmake --build build/fuzz --target "$target" >>build/fuzz.log 2>&1 || { tail -n 30 build/fuzz.log >&2; exit 1; }
mkdir -p build/fuzz/found "build/fuzz/grown/$target"
exec "build/fuzz/bin/$target" -max_total_time="$seconds" -max_len=20000 -timeout=10 -rss_limit_mb=1024 \
  -artifact_prefix=build/fuzz/found/ -jobs="$(nproc)" -workers="$(nproc)" "build/fuzz/grown/$target" "$corpus"

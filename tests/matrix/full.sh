#!/usr/bin/env bash
# The whole matrix: every command that looks or checks, in every form, of every play, transcript, example and random game,
# and of each of them by the real program too. The ordinary run of the tests takes a sample.
#
#     tests/matrix/full.sh [BUILD]      build/release, unless another is named
set -euo pipefail
cd "$(dirname "$0")/../.."
build=${1:-build/release}
tests=$build/bin/nomic_matrix_tests
shares=$("$tests" --gtest_list_tests --gtest_filter='Matrix/Games.*' | grep -c '^  ')
printf 'matrix: %s shares on %s cores\n' "$shares" "$(nproc)"
began=$SECONDS
export NOMIC_MATRIX_ALL=1
seq 0 $((shares - 1)) |
  xargs -P "$(nproc)" -I{} "$tests" --gtest_brief=1 --gtest_filter='Matrix/Games.AnswerEveryLook/{}'
"$tests" --gtest_brief=1 --gtest_filter='-Matrix/Games.*'
printf 'matrix: everything answered in %d s\n' $((SECONDS - began))

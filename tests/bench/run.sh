#!/usr/bin/env bash
# Measures the command beside its peers, in one run and by turns, and prints a table.
#
#     tests/bench/run.sh [--rounds 200]
set -euo pipefail
cd "$(dirname "$0")/../.."
tools/install-deps.sh >&2
mkdir -p build
{ cmake --preset release -DNOMIC_BENCH=ON && cmake --build --preset release --target nomic bare_put; } >build/bench.log 2>&1 ||
  { tail -n 30 build/bench.log >&2; exit 1; }
exec python3 -B tests/bench/compare.py build/release/bin/nomic build/release/bin/bare_put "$@"

#!/usr/bin/env bash
# Builds what measures, then measures the command beside its peers and on long games, in one run, and prints tables.
#
#     tests/bench/run.sh              everything: games of 1,000,000 records
#     tests/bench/run.sh peers        beside git, a bare RocksDB, SQLite, openssl (compare.py)
#     tests/bench/run.sh table ...    long games, questions about them, memory (table.py, whose options follow)
#     tests/bench/run.sh bulk         bundles of 1,000,000 records (bundles.sh), and proofs at 10,000,000
set -euo pipefail
cd "$(dirname "$0")/../.."
part=${1:-all}
shift || true
tools/install-deps.sh >&2
mkdir -p build
{ cmake --preset release -DNOMIC_BENCH=ON &&
  cmake --build --preset release --target nomic bare_put bare_scan long_game bundles bench_proofs; } >build/bench.log 2>&1 ||
  { tail -n 30 build/bench.log >&2; exit 1; }
[[ $part != all && $part != peers ]] || python3 -B tests/bench/compare.py build/release "$@"
[[ $part != all && $part != table ]] || python3 -B tests/bench/table.py build/release "$@"
[[ $part != all && $part != bulk ]] || { tests/bench/bundles.sh build/release && build/release/bin/bench_proofs; }

#!/usr/bin/env bash
# Export, verify and import of a large game, with rates and peak memory, beside bare RocksDB batches of the same records.
#
#     tests/bench/bundles.sh BUILD [RECORDS]      1,000,000 unless said otherwise; BUILD was configured with NOMIC_BENCH
set -euo pipefail
program=$(readlink -f "$1")/bin/bundles
records=${2:-1000000}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$program" make "$folder/one" "$records"
"$program" export "$folder/one" "$folder/game.bundle"
"$program" verify "$folder/game.bundle"
"$program" import "$folder/game.bundle" "$folder/two"
"$program" batches "$folder/game.bundle" "$folder/bare"
"$program" export "$folder/two" "$folder/again.bundle"
cmp "$folder/game.bundle" "$folder/again.bundle"

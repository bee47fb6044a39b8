#!/usr/bin/env bash
# Questions about a long past: each at 10,000 and at 100,000 records (or as said), in milliseconds, the median of some
# runs, and the ratio; and what index rows add to one append.
#
#     tests/bench/questions.sh BUILD [FEW] [MANY]
set -euo pipefail
build=$(readlink -f "$1")
few=${2:-10000}
many=${3:-100000}
runs=${RUNS:-9}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export NO_COLOR=1
"$build/bin/long_game" make "$folder/few" "$few"
"$build/bin/long_game" make "$folder/many" "$many"

median_ms() {
  for _ in $(seq "$runs"); do
    local began ended
    began=$(date +%s%N)
    # Both begin with the same records: to who has met the one, the other is another history.
    XDG_STATE_HOME=$1.seen "$build/bin/nomic" --ledger "$@" >/dev/null || [ $? = 1 ]
    ended=$(date +%s%N)
    echo $(((ended - began) / 10000))
  done | sort -n | sed -n "$(((runs + 1) / 2))p" | sed -E 's/([0-9]{2})$/.\1/; s/^\./0./'
}

ask() {
  local of_few=("${@//@/$few}") of_many=("${@//@/$many}")
  local a b
  a=$(median_ms "$folder/few" "${of_few[@]}")
  b=$(median_ms "$folder/many" "${of_many[@]}")
  printf '%-44s %9s %9s %6s\n' "$*" "$a" "$b" "$(awk "BEGIN { printf \"%.2f\", $b / $a }")"
}

printf '%-44s %9s %9s %6s\n' question "$few" "$many" ratio
ask status
ask show-rules --at proposal:1000
ask show-rules --at turn:1500
ask show-rules --at circuit:500
ask log --limit 20
ask log --from $((few - 50)) --limit 20
ask explain score Ann --limit 20
ask history 206
ask blame 206
ask explain proposal 1000
ask check-references
ask show-rules --references
"$build/bin/long_game" append "$folder/append" 2000

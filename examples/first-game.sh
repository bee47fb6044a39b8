#!/usr/bin/env bash
# A whole short game of Nomic, explained as it goes: three players at a table, two rules that change, one proposal that
# fails, a winner; then a look back at what the law was, and proof that nothing was lost or bent.
#
#     examples/first-game.sh
#
# It installs what is missing (Debian 12, root or sudo), builds the program, and plays in a new folder that it removes
# afterwards (NOMIC_KEEP=1 keeps it). Every claim that it makes it also checks: a claim that does not hold ends it with
# status 1.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ -t 1 ] && [ -z "${NO_COLOR-}" ]; then bold=$'\033[1m' plain=$'\033[0m'; else bold='' plain=''; fi

# ---- Telling, doing, checking ------------------------------------------------------------------------------------

chapter() { printf '\n%s== %s%s\n' "$bold" "$*" "$plain"; }
tell() { printf '%s\n' "$*" | fold -s -w 100 | sed 's/^/   /; s/ *$//'; }
fail() { printf '\nfirst-game: this is not as it should be: %s\n' "$*" >&2; exit 1; }

# Shows a command as one would type it, and what it prints.
show_command() {
  local word line='$ nomic'
  for word in "$@"; do
    case $word in
      *[!A-Za-z0-9_./:^-]*) line+=" '${word//\'/\'\\\'\'}'" ;;
      *) line+=" $word" ;;
    esac
  done
  printf '\n%s' "$bold"
  printf '%s\n' "$line" | fold -s -w 100 | sed '1s/^/   /; 2,$s/^/       /'
  printf '%s' "$plain"
}
show_output() { fold -s -w 100 | sed 's/^/     /; s/ *$//'; }

game() {
  local output status=0
  show_command "$@"
  output=$("$nomic" "$@" 2>&1) || status=$?
  printf '%s\n' "$output" | show_output
  [ $status -eq 0 ] || fail "status $status"
}

# The same, showing only the first lines of what it prints.
glance() {
  local lines=$1 output
  shift
  show_command "$@"
  output=$("$nomic" "$@") || fail "status $?"
  printf '%s\n' "$output" | sed -n "1,${lines}p" | show_output
  printf '     ...\n'
}

# A move that the rules forbid: refused with status 3, and nothing is recorded.
refused() {
  local output before status=0
  before=$(json log)
  show_command "$@"
  output=$("$nomic" "$@" 2>&1) || status=$?
  printf '%s\n' "$output" | show_output
  [ $status -eq 3 ] || fail "what is forbidden ended with status $status, not 3"
  [ "$(json log)" = "$before" ] || fail "what was refused left a trace"
}

# What a script would read: JSON, here without its blanks.
json() { "$nomic" "$@" --format json | tr -d ' \n'; }

# check CLAIM WORDS COMMAND... : the command's JSON has these words.
check() {
  local claim=$1 words=$2 output
  shift 2
  output=$(json "$@")
  case $output in
    *"$words"*) printf '   [checked] %s\n' "$claim" ;;
    *) fail "$claim: expected $words in the output of nomic $*" ;;
  esac
}

# Shows how far a build is: a line for each tenth of its steps.
progress() {
  awk '$1 == "@" && int(10 * $2 / $3) > shown {
    shown = int(10 * $2 / $3)
    left = int(($3 - $2) * $4 / $2 / 60 + 0.5)
    printf "   step %d of %d, %s\n", $2, $3, (left > 0 ? left " min left" : "less than a minute left")
    fflush()
  }'
}

# ---- What is needed ----------------------------------------------------------------------------------------------

# With NOMIC_COMMAND naming a program that is built already, that is used (the tests do so).
nomic=${NOMIC_COMMAND-}
if [ -z "$nomic" ]; then
  chapter "Installing what is missing and building the program"
  tools/install-deps.sh build
  mkdir -p build
  tell "Building (some minutes the first time; the output is in build/first-game.log)."
  # Without what this game does not use.
  { cmake --preset release -B build/first-game -DNOMIC_TESTS=OFF -DNOMIC_SERVER=OFF -DNOMIC_WEB=OFF &&
    NINJA_STATUS='@ %f %t %e ' cmake --build build/first-game --target nomic; } 2>&1 | tee build/first-game.log | progress ||
    { tail -n 30 build/first-game.log >&2; fail "the build failed"; }
  nomic=$PWD/build/first-game/bin/nomic
fi

folder=$(mktemp -d "${TMPDIR:-/tmp}/first-game.XXXXXX")
cleanup() { [ -n "${NOMIC_KEEP-}" ] || rm -rf "$folder"; }
trap cleanup EXIT
unset NOMIC_PLAYER NOMIC_KEY
export NOMIC_LEDGER=$folder/ledger XDG_STATE_HOME=$folder/state

# ---- The game ----------------------------------------------------------------------------------------------------

chapter "Three players found a game"
tell "Nomic is the game in which a move is a change of the rules. It begins with an Initial Set of 29: 101 to 116" \
  "cannot be changed directly, 201 to 213 can. Everything that happens is recorded, and nothing else: scores, rules and" \
  "whose turn it is are derived from the records."
game init Ann Bob Cleo
rules=$(json show-rules)
[ "$(grep -o '"status":"IMMUTABLE"' <<<"$rules" | wc -l)" -eq 16 ] && [ "$(grep -o '"status":"MUTABLE"' <<<"$rules" | wc -l)" -eq 13 ] ||
  fail "these are not 16 immutable and 13 mutable rules"
printf '   [checked] the game has 16 immutable and 13 mutable rules\n'
check "rule 202 lets the player throw one die" '"number":"202","status":"MUTABLE","lineage":"202"' show-rules 202

chapter "Turn 1: Ann enacts a rule"
tell "A turn has two parts (rule 202): propose one rule-change and have it voted on; then throw a die. Until the second" \
  "circuit is over, adoption asks for every vote (203)."
game propose enact --as Ann --title Courtesy --text "Whoever proposes says please." --call-vote
game vote for --as Ann
refused vote for --as Ann
tell "One vote each (207): refused, and a refused move is no record."
game vote for --as Bob
game vote for --as Cleo
tell "The vote is complete with the last ballot, and at that record the proposal became rule 301: proposals are numbered" \
  "from 301, and a new rule bears the number of its proposal (108)."
game roll 5 --as Ann
check "Ann has 5 points" '"player":"Ann","points":5' scores

chapter "Turn 2: Bob amends rule 202, and is the first to profit"
refused propose repeal 202 --as Cleo
tell "It is Bob's turn (201). His amendment has a text for the players and a provision for the program: two dice."
game propose amend 202 --as Bob --call-vote \
  --text "A turn is: propose one rule-change and have it voted on; then throw two dice and gain the sum of their faces." \
  --provision 'turn_parts { parts { proposal {} } parts { throw { dice: 2 faces: 6 points_per_pip: "1" } } }' \
  --provision 'rule_change_kinds { per_proposal: 1 }'
game vote for --as Ann
game vote for --as Bob
game vote for --as Cleo
tell "Rule 108: an amended rule takes the number of its proposal. 202 is 302 from this record on, and 202 is no number in" \
  "force any more. It is the same rule: its lineage is still 202."
check "rule 302 is of the lineage of 202" '"number":"302","status":"MUTABLE","lineage":"202"' show-rules 302
refused show-rules 202
tell "Rule 107: nothing acts on the past. Ann threw one die under the old rule and keeps her 5 points. Bob's throw comes" \
  "after the amendment is in force, so he throws two dice."
game roll 6 4 --as Bob
check "Ann still has 5 points" '"player":"Ann","points":5' scores
check "Bob has 10" '"player":"Bob","points":10' scores

chapter "Turn 3: Cleo fails"
game propose repeal 301 --as Cleo --call-vote
game vote against --as Ann
game vote against --as Bob
game vote for --as Cleo
tell "Defeated, so Cleo loses 10 points (206). Rules are not numbered in steps of their own: 303 was this proposal's number" \
  "and never comes again, though no rule bears it."
game roll 3 3 --as Cleo
check "Cleo has -10 + 6 = -4 points" '"player":"Cleo","points":-4' scores
refused show-rules 303

chapter "Turn 4: Ann lowers the points that win, and wins"
game propose amend 208 --as Ann --call-vote \
  --text "Whoever is the first to reach 15 points wins." --provision 'victory { points: "15" }'
game vote for --as Ann
game vote for --as Bob
game vote for --as Cleo
check "208 has become 304, not 303" '"number":"304","status":"MUTABLE","lineage":"208"' show-rules 304
check "nobody has won yet" '"winners":[]' status
game roll 6 6 --as Ann
check "Ann has 5 + 12 = 17 points" '"player":"Ann","points":17' scores
check "the game is won" '"phase":"WON"' status
check "Ann is the winner" '"winners":[{"player":"Ann"' status
refused propose enact --as Bob --text "One more turn."

# ---- Looking back ------------------------------------------------------------------------------------------------

chapter "What was the law then?"
tell "Any question can be asked of any moment. Just before the vote on 302 was complete, 202 stood with its old text:"
game show-rules 202 --at ^proposal:302
check "before: 202, one die, no 302" '"number":"202","status":"MUTABLE","lineage":"202"' show-rules 202 --at ^proposal:302
game show-rules 302 --at proposal:302
check "the text of the Initial Set stands as it was at the start" "throwsadie" show-rules 202 --at start
check "at the end of turn 1 Ann had 5" '"player":"Ann","points":5' scores --at turn:1
check "... and Bob, who has 10 now, had nothing" '"player":"Bob","points":0' scores --at turn:1
game scores --at turn:3
check "at the end of turn 3 Cleo had -4" '"player":"Cleo","points":-4' scores --at turn:3

chapter "Replaying and checking"
tell "Replay derives the state again from record 0 and prints its digest; the same records give the same digest on every" \
  "machine. With --check it compares with everything that was kept while playing."
glance 7 replay --to proposal:302
glance 8 replay --check
check "what was kept and what is derived are the same" '"ok":true' replay --check
tell "Verify recomputes every hash: each record holds the hash of the one before, so nothing can be changed, taken out or" \
  "put in without being found."
game verify
check "chain and tree hold" '"ok":true' verify
chapter "That was it"
tell "Every claim above was checked. Play your own: README.md shows how, docs/guide.md tells more."
[ -z "${NOMIC_KEEP-}" ] || tell "The ledger was kept in $folder/ledger."

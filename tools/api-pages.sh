#!/usr/bin/env bash
# Makes pages of the public headers of nomic::ledger, nomic::replay and nomic::service by Doxygen. Anything that Doxygen
# has to complain of is an error.
#
#     tools/api-pages.sh FOLDER        the pages: FOLDER/html/index.html
set -euo pipefail
[ $# -eq 1 ] || { sed -n '2,5s/^# \{0,1\}//p' "$0" >&2; exit 2; }
cd "$(dirname "$0")/.."
command -v doxygen >/dev/null ||
  { echo "tools/api-pages.sh: there is no doxygen (tools/install-deps.sh)" >&2; exit 77; }
mkdir -p "$1"
NOMIC_OUT=$(cd "$1" && pwd)
NOMIC_SOURCE=$PWD
# The folders whose headers are installed (cmake/Install.cmake).
NOMIC_INPUT=$(ls -d ledger/*/include/nomic/ledger replay/*/include/nomic/replay tools/service/include/nomic/service |
  tr '\n' ' ')
export NOMIC_OUT NOMIC_SOURCE NOMIC_INPUT
shopt -s nullglob
for folder in $NOMIC_INPUT; do
  for header in "$folder"/*.h; do
    # Half of a header is what it teaches, and it begins with that.
    head -n 1 "$header" | grep -q '^// ' || { echo "$header: it does not begin by saying what it is for" >&2; exit 1; }
  done
done
doxygen docs/doxygen/Doxyfile

#!/usr/bin/env bash
# Makes what is released of a commit: the source archive and the Debian packages. The same commit gives the same bytes,
# wherever and whenever it is made on the same Debian: times are the commit's, paths are taken out of what is compiled.
# What is released is position-independent (NOMIC_PIE): strangers may reach its server.
#
#     tools/release.sh [--check] [--jobs N] [FOLDER]
#
# Into FOLDER (else build/dist): nomic-VERSION.tar.gz, nomic_VERSION_amd64.deb, libnomic-dev_VERSION_amd64.deb,
# SHA256SUMS. Only what is committed is in them. --check makes everything a second time, in a folder of another name,
# and compares.
set -euo pipefail
cd "$(dirname "$0")/.."

check=no
jobs=$(nproc)
out=build/dist
while [ $# -gt 0 ]; do
  case $1 in
    --check) check=yes ;;
    --jobs) jobs=${2:?--jobs needs a number}; shift ;;
    -h | --help) sed -n '2,10s/^# \{0,1\}//p' "$0"; exit 0 ;;
    -*) printf 'tools/release.sh: unknown argument %s; see --help\n' "$1" >&2; exit 2 ;;
    *) out=$1 ;;
  esac
  shift
done
version=$(sed -n 's/^project(nomic VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
[ -z "$(git status --porcelain --untracked-files=no)" ] ||
  echo "tools/release.sh: what is not committed is not released" >&2
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH LC_ALL=C.UTF-8 TZ=UTC
umask 022
unset CFLAGS CXXFLAGS LDFLAGS NOMIC_LEDGER NOMIC_GAME NOMIC_PLAYER

# make OUT WORK: everything into OUT, built in WORK from the archive, as whoever downloads it would.
make_all() {
  local out=$1 work=$2 source
  mkdir -p "$out" "$work"
  git archive --format=tar --prefix="nomic-$version/" HEAD | gzip -9n >"$out/nomic-$version.tar.gz"
  tar -xzf "$out/nomic-$version.tar.gz" -C "$work"
  source=$work/nomic-$version
  local map="-ffile-prefix-map=$source=. -ffile-prefix-map=$work=."
  cmake -S "$source" -B "$work/build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX=/usr \
    -DNOMIC_TESTS=OFF -DNOMIC_PIE=ON -DNOMIC_UNITY=ALL -DNOMIC_WERROR=ON -DNOMIC_UNIT_DIR=/lib/systemd/system \
    -DCMAKE_C_FLAGS="$map" -DCMAKE_CXX_FLAGS="$map" >"$work/configure.log"
  cmake --build "$work/build" -j "$jobs" >"$work/build.log" || { tail -n 30 "$work/build.log" >&2; return 1; }
  (cd "$work/build" && cpack >"$work/cpack.log") || { tail -n 30 "$work/cpack.log" >&2; return 1; }
  mv "$work"/build/*.deb "$out"
  (cd "$out" && sha256sum -- *.tar.gz *.deb >SHA256SUMS)
}

# Where it is built is no part of it, and --check shows that.
scratch=$(mktemp -d "${TMPDIR:-/tmp}/nomic-release.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
rm -rf "$out"
mkdir -p "$out"
out=$(cd "$out" && pwd)
make_all "$out" "$scratch/one"
cat "$out/SHA256SUMS"
if [ $check = yes ]; then
  rm -rf "$scratch/one"
  make_all "$scratch/again" "$scratch/a/longer/name"
  diff "$out/SHA256SUMS" "$scratch/again/SHA256SUMS" || { echo "tools/release.sh: two builds differ" >&2; exit 1; }
  echo "tools/release.sh: made twice, and the bytes are the same"
fi

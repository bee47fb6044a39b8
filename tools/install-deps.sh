#!/usr/bin/env bash
# Installs what this project needs from Debian 12's own packages, and nothing else.
#
#     tools/install-deps.sh            everything: building, testing, checking
#     tools/install-deps.sh build      only what the presets need to configure and build (tests included)
#     tools/install-deps.sh release    what building needs, and what makes and tries packages
#     tools/install-deps.sh --list     prints the packages, installs nothing
#
# Needs root or sudo only if something is missing. Safe to run again: it then does nothing, quickly.
set -euo pipefail

build=(
  cmake ninja-build g++ pkg-config                       # the build
  librocksdb-dev libsnappy-dev liblz4-dev libzstd-dev    # storage, and what its archive is linked with
  libbz2-dev zlib1g-dev
  libprotobuf-dev protobuf-compiler                      # the data model
  libcli11-dev libfmt-dev                                # the command line, formatting
  libboost1.81-dev                                       # sockets and HTTP, of which headers are enough
  libssl-dev openssl                                     # hashes, keys, randomness; the tests check ours by its command
  libutf8proc-dev libicu-dev                             # Unicode; names that look alike
  libre2-dev libgumbo-dev libdtl-dev                     # pages of rules: expressions, HTML, differences by word
  libgit2-dev                                            # repositories of rules
  libpq-dev                                              # the store in a PostgreSQL database
  node-mithril node-d3-scale node-d3-shape               # the script of the page (nomic report)
  libgtest-dev libgmock-dev librapidcheck-dev            # tests
  python3 python3-cryptography                           # the checks in tests/house, the example verifier
)
check=(
  clang-tidy clang-format                                # style
  clang libclang-rt-14-dev                               # the sanitizers' builds, fuzzing
  git                                                    # the peer in tests/bench
  chromium chromium-driver python3-selenium firefox-esr  # the page in browsers (tests/web)
  zsh fish                                               # the tab key in them (tests/command)
  postgresql-15                                          # a server that the tests start for themselves (tests/postgres)
  strace                                                 # kills at every system call (tests/soak/making.py)
  valgrind                                               # counts instructions (tests/doubling)
  doxygen                                                # pages of the public headers (tools/api-pages.sh)
)

release=(
  git dpkg-dev fakeroot                                  # the archive and the packages (tools/release.sh)
  lintian debootstrap                                    # what is said of them, and an empty Debian to try them in
)

say() { printf 'install-deps: %s\n' "$*"; }
die() { printf 'install-deps: error: %s\n' "$*" >&2; exit 1; }

wanted=("${build[@]}" "${check[@]}")
case "${1-}" in
  "") ;;
  build) wanted=("${build[@]}") ;;
  release) wanted=("${build[@]}" "${release[@]}") ;;
  --list) printf '%s\n' "${wanted[@]}"; exit 0 ;;
  -h | --help) sed -n '2,10s/^# \{0,1\}//p' "$0"; exit 0 ;;
  *) die "unknown argument '$1' (build, release, --list or nothing)" ;;
esac

command -v dpkg-query >/dev/null ||
  die "this system has no Debian packages. Install the equivalents of: ${wanted[*]}"

missing=()
for package in "${wanted[@]}"; do
  status=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)
  [ "$status" = installed ] || missing+=("$package")
done
if [ "${#missing[@]}" -eq 0 ]; then
  say "all ${#wanted[@]} packages are installed"
  exit 0
fi

# Other releases name or version these packages differently, so a guess would end in a build that fails late.
. /etc/os-release 2>/dev/null || true
if [ "${ID-}" != debian ] || [ "${VERSION_ID-}" != 12 ]; then
  die "this is ${PRETTY_NAME:-an unknown system}; only Debian 12 is known here. Install by hand: ${missing[*]}"
fi

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null || die "not root and no sudo. As root, run: apt-get install ${missing[*]}"
  as_root=(sudo)
  # Without a terminal nobody can type a password.
  [ -t 0 ] || as_root=(sudo -n)
fi

apt() {
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3 -qq "$@" </dev/null
}

say "installing ${#missing[@]} packages: ${missing[*]}"
apt update || say "the package lists could not be refreshed; going on with those at hand"
apt install -y --no-install-recommends "${missing[@]}" >/dev/null || die "apt-get could not install: ${missing[*]}"
say "done"

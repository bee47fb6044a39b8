#!/usr/bin/env bash
# The packages in a Debian 12 that has nothing else: they install, the example game plays, man and completion work, a
# program of one's own is built upon libnomic-dev; lintian finds no error; purging leaves nothing behind.
#
#     tests/install/empty_root.sh FOLDER          FOLDER: of the packages, as tools/release.sh makes them
#
# Needs root, debootstrap and lintian, and Debian's archive: minutes. Where one of these is missing it says so and ends
# with status 77. The root is made below TMPDIR and removed (NOMIC_KEEP=1 keeps it).
set -euo pipefail
[ $# -eq 1 ] || { sed -n '2,8s/^# \{0,1\}//p' "$0" >&2; exit 2; }
packages=$(cd "$1" && pwd)
source=$(cd "$(dirname "$0")/../.." && pwd)

missing() { echo "empty_root: skipped: $*" >&2; exit 77; }
[ "$(id -u)" -eq 0 ] || missing "not root"
command -v debootstrap >/dev/null || missing "no debootstrap (apt-get install debootstrap)"
command -v lintian >/dev/null || missing "no lintian (apt-get install lintian)"
fail() { echo "empty_root: $*" >&2; exit 1; }
say() { printf '== %s (%d s)\n' "$*" "$SECONDS"; }

say "lintian"
found=$(lintian --allow-root --fail-on error "$packages"/*.deb 2>&1) ||
  { echo "$found" >&2; fail "lintian finds an error"; }
printf '%s\n' "$found" | grep -E '^[EW]:' || true

mirror=$(sed -n 's/^deb \(\[.*\] \)\{0,1\}\(http[^ ]*\) bookworm main.*/\2/p; s/^URIs: *//p' \
  /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null | head -n 1) || true  # one of them may not be there
root=$(mktemp -d "${TMPDIR:-/tmp}/nomic-root.XXXXXX")
chmod 755 "$root"  # what apt and man do there they do as other users
clean() {
  umount "$root/proc" 2>/dev/null || true
  [ -n "${NOMIC_KEEP-}" ] || rm -rf "$root"
}
trap clean EXIT
say "an empty root"
debootstrap --variant=minbase bookworm "$root" ${mirror:+"$mirror"} >"$root.log" 2>&1 ||
  { tail -n 5 "$root.log" >&2; missing "debootstrap could not make a root"; }
rm -f "$root.log"
mount -t proc proc "$root/proc"
cp /etc/resolv.conf "$root/etc/resolv.conf" 2>/dev/null || true
cp -r /etc/apt/. "$root/etc/apt/"
[ ! -d /usr/local/share/ca-certificates ] || cp -r /usr/local/share/ca-certificates "$root/usr/local/share/"
mkdir "$root/packages"
cp "$packages"/*.deb "$root/packages"
cp "$source/examples/first-game.sh" "$root/packages"
# man pages and documents are left out of slim roots; this one has them.
rm -f "$root"/etc/dpkg/dpkg.cfg.d/*

inside() {
  chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 TERM=dumb \
    DEBIAN_FRONTEND=noninteractive "$@"
}
apt() { inside apt-get -qq -o APT::Sandbox::User=root -o Dpkg::Use-Pty=0 --no-install-recommends "$@" >/dev/null; }
listing() { (cd "$root" && find . -xdev \( -path ./proc -o -path ./packages -o -path ./var/cache -o -path ./var/log \
  -o -path ./var/lib/apt -o -path ./var/lib/dpkg -o -path ./tmp -o -path ./root \) -prune -o -print | sort); }

say "what it is to hold besides: man, bash-completion, zsh, fish"
apt update
apt install -y man-db bash-completion zsh fish
listing >"$root/packages/before"
dpkg_before=$(inside dpkg-query -W -f '${Package}\n' | sort)

say "nomic is installed"
apt install -y "/packages/$(cd "$packages" && echo nomic_*.deb)"
inside nomic --version
say "the example plays"
inside env NOMIC_COMMAND=/usr/bin/nomic bash -c 'mkdir -p /tmp/x/examples &&
  cp /packages/first-game.sh /tmp/x/examples && /tmp/x/examples/first-game.sh >/tmp/x/said && tail -n 2 /tmp/x/said' || fail "the example does not play"
inside man nomic-vote | grep -q 'nomic vote' || fail "man has no page nomic-vote"
inside man 7 nomic-provisions >/dev/null || fail "man has no page nomic-provisions(7)"
inside man 5 nomic-ledger >/dev/null || fail "man has no page nomic-ledger(5)"
say "completion, by the shells themselves"
inside bash -c '. /usr/share/bash-completion/bash_completion; _completion_loader nomic
  COMP_LINE="nomic vot"; COMP_POINT=9; COMP_WORDS=(nomic vot); COMP_CWORD=1; _nomic nomic; [ "${COMPREPLY[*]}" = vote ]' || fail "bash does not complete"
inside zsh -c 'autoload -Uz compinit; compinit -u -D; [ "$_comps[nomic]" = _nomic ]' || fail "zsh has no completion"
inside fish -c 'complete -C "nomic vot"' | grep -q '^vote' || fail "fish does not complete"

say "programs are built upon libnomic-dev"
apt install -y "/packages/$(cd "$packages" && echo libnomic-dev_*.deb)" cmake make g++
inside bash -c 'cmake -S /usr/share/doc/nomic/examples/embed -B /tmp/embed >/dev/null &&
  cmake --build /tmp/embed >/dev/null && cd /tmp && nomic init Ann Bob >/dev/null && nomic propose repeal 209 --call-vote --as Ann >/dev/null &&
  /tmp/embed/tally .nomic && nomic export g.bundle >/dev/null 2>&1 && /tmp/embed/verifier g.bundle &&
  /tmp/embed/shelf /tmp/shelf lend drill Ann && /tmp/embed/shelf /tmp/shelf' || fail "the programs do not work"
inside rm -rf /tmp/embed /tmp/x /tmp/.nomic /tmp/shelf /tmp/g.bundle

say "purged"
dpkg_now=$(inside dpkg-query -W -f '${Package}\n' | sort)
# shellcheck disable=SC2046
apt purge -y $(comm -13 <(printf '%s\n' "$dpkg_before") <(printf '%s\n' "$dpkg_now"))
left=$(comm -13 "$root/packages/before" <(listing) | grep -i nomic || true)
[ -z "$left" ] || fail "purging left $left"
say "done"

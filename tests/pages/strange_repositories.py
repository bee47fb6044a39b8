#!/usr/bin/env python3
"""Repositories and bundles that strangers made to cost much: each is read or refused soon, in little memory, with words.

    strange_repositories.py NOMIC [--all]

They are made byte by byte, since git would not make them: trees in each other, objects that unfold, deltas that grow or
lead to themselves, and pipes in place of every file of a repository. --all adds the
large ones, and devices and links beside the pipes.

Memory is compared with that of an ordinary import, so that the program's own size and a sanitizer's do not count.
AddressSanitizer keeps freed memory for a while, 256 MB of it unless told otherwise: here it keeps 16 MB.
"""
import argparse
import bisect
import hashlib
import os
import pathlib
import re
import resource
import shutil
import struct
import subprocess
import sys
import tempfile
import time
import zlib

SECONDS = 60  # of processor time
WAITING = 240  # seconds in all: what is no pipe ends before, on a busy machine too
MEGABYTES = 280  # more than an ordinary import takes
KINDS = {"commit": 1, "tree": 2, "blob": 3, "tag": 4}
BY_OFFSET, BY_ID = 6, 7
WHO = b"A <a@b> 1500000000 +0000"
PAGE = b"".join(b"**%d** All players obey rule %d of this game of Nomic; rules are changed by votes.\n\n" % (n, n)
                for n in (101, 102, 103, 201, 202, 203))


def entry_head(kind, size):
    byte, size = kind << 4 | size & 15, size >> 4
    made = b""
    while size:
        made += bytes([byte | 0x80])
        byte, size = size & 0x7F, size >> 7
    return made + bytes([byte])


def varint(number):
    made = b""
    while number >= 0x80:
        made += bytes([number & 0x7F | 0x80])
        number >>= 7
    return made + bytes([number])


def far(distance):
    """How far before an entry its base begins."""
    made = bytes([distance & 0x7F])
    while distance >= 0x80:
        distance = (distance >> 7) - 1
        made = bytes([distance & 0x7F | 0x80]) + made
    return made


def repeated(base, times):
    """A delta whose result is its base, several times; of long bases the first 16 MB."""
    part = min(base, 0xFFFFFF)
    copy = bytes([0x80 | 0x70]) + struct.pack("<I", part)[:3]
    return varint(base) + varint(part * times) + copy * times


class Objects:
    """Objects of git, by their ids, and the packs that are made of them."""

    def __init__(self):
        self.all = []      # (id, entry of the pack)
        self.offsets = {}
        self.end = 12

    def put(self, kind, body):
        made = hashlib.sha1(b"%s %d\0" % (kind.encode(), len(body)) + body).digest()
        self.raw(made, entry_head(KINDS[kind], len(body)) + zlib.compress(body, 1))
        return made

    def raw(self, name, entry):
        if name in self.offsets:
            return
        self.offsets[name] = self.end
        self.end += len(entry)
        self.all.append((name, entry))

    def tree(self, entries):
        """Of (mode, name, id)."""
        def place(one):
            return one[1] + (b"/" if one[0] == b"40000" else b"")
        return self.put("tree", b"".join(b"%s %s\0" % (mode, name) + where for mode, name, where in
                                         sorted(entries, key=place)))

    def commit(self, tree, parents=(), message=b"The rules\n"):
        lines = [b"tree " + tree.hex().encode()] + [b"parent " + one.hex().encode() for one in parents]
        return self.put("commit", b"\n".join(lines) + b"\nauthor " + WHO + b"\ncommitter " + WHO + b"\n\n" + message)

    def rules(self, *more):
        return self.tree([(b"100644", b"README.md", self.put("blob", PAGE)), *more])

    def pack(self):
        made = b"PACK" + struct.pack(">II", 2, len(self.all)) + b"".join(entry for _, entry in self.all)
        return made + hashlib.sha1(made).digest()

    def index(self):
        """As git index-pack would make it, if it believed the names."""
        names = sorted(self.offsets)
        fan = b"".join(struct.pack(">I", bisect.bisect_right(names, bytes([first]) + b"\xff" * 20)) for first in range(256))
        made = (b"\xfftOc" + struct.pack(">I", 2) + fan + b"".join(names) + b"\0\0\0\0" * len(names) +
                b"".join(struct.pack(">I", self.offsets[name]) for name in names) + self.pack()[-20:])
        return made + hashlib.sha1(made).digest()

    def bundle(self, path, tip):
        path.write_bytes(b"# v2 git bundle\n" + tip.hex().encode() + b" refs/heads/main\n\n" + self.pack())

    def folder(self, path, tip):
        """A bare repository."""
        for name in ("objects/pack", "refs/heads"):
            (path / name).mkdir(parents=True)
        (path / "HEAD").write_text("ref: refs/heads/main\n")
        (path / "refs/heads/main").write_text(tip.hex() + "\n")
        (path / "config").write_text("[core]\n\trepositoryformatversion = 0\n\tbare = true\n")
        name = "pack-" + self.pack()[-20:].hex()
        (path / f"objects/pack/{name}.pack").write_bytes(self.pack())
        (path / f"objects/pack/{name}.idx").write_bytes(self.index())


def highest(process):
    """The most memory that it has had so far, in megabytes."""
    try:
        found = re.search(r"VmHWM:\s*(\d+)", pathlib.Path(f"/proc/{process}/status").read_text(encoding="utf-8"))
    except OSError:
        return 0
    return int(found[1]) // 1024 if found else 0


def computed(process):
    """The seconds of processor time that it has had so far."""
    try:
        fields = pathlib.Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Place:
    def __init__(self, nomic, folder, everything):
        self.nomic, self.folder, self.all, self.wrong, self.count = nomic, pathlib.Path(folder), everything, [], 0
        self.ordinary = 0  # megabytes of an ordinary import
        self.env = {"PATH": os.environ["PATH"], "HOME": folder, "TMPDIR": folder, "GIT_CONFIG_NOSYSTEM": "1",
                    "LC_ALL": "C.UTF-8", "ASAN_OPTIONS": "quarantine_size_mb=16"}

    def fresh_play(self):
        for path in self.folder.glob("told.*"):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        return self.folder / "told.nomic"

    def tried(self, what, source, says, status=2):
        """The import ends with the status and says that, and leaves nothing behind. `says` None: either way is right.
        Returns the most memory that it had, in megabytes."""
        self.count += 1
        begun = time.monotonic()
        with open(self.folder / "out", "w+b") as out:
            child = subprocess.Popen([self.nomic, "import-history", str(source), "-o", str(self.fresh_play())],
                                     env=self.env, stdin=subprocess.DEVNULL, stdout=out, stderr=out)
            most, over = 0, False
            while child.poll() is None:
                most = max(most, highest(child.pid))
                over = computed(child.pid) > SECONDS or time.monotonic() - begun > WAITING
                if over or most > self.ordinary + 2 * MEGABYTES:
                    child.kill()
                time.sleep(0.002)
            out.seek(0)
            said = out.read().decode(errors="replace")
        if over:
            self.wrong.append(f"{what}: does not end within {SECONDS} s of processor time, and {WAITING} s in all")
        elif child.returncode != status and not (says is None and child.returncode in (0, 2)):
            self.wrong.append(f"{what}: ends with {child.returncode}, not {status}: {said}")
        elif says is not None and not re.search(says, said):
            self.wrong.append(f"{what}: does not say {says}: {said}")
        if most > self.ordinary + MEGABYTES:
            self.wrong.append(f"{what}: takes {most} MB, and an ordinary import {self.ordinary} MB")
        left = [path.name for path in self.folder.glob("nomic-bundle-*")]
        if left and not over:
            self.wrong.append(f"{what}: leaves {left}")
        for path in left:
            shutil.rmtree(self.folder / path)
        return most

    def objects(self, what, objects, tip, says, status=2, as_bundle=True, as_folder=True):
        """The same objects as a bundle and as a repository."""
        if as_bundle:
            objects.bundle(self.folder / "made.bundle", tip)
            self.tried(what + ", a bundle", self.folder / "made.bundle", says, status)
        if as_folder:
            objects.folder(self.folder / "made", tip)
            self.tried(what + ", a folder", self.folder / "made", says, status)
            shutil.rmtree(self.folder / "made")


def trees(place):
    """A tree of ten trees of ten trees ...: 10^9 files in a thousand bytes. And one in which each has one more in it."""
    objects = Objects()
    at = objects.tree([(b"100644", b"f%d" % i, objects.put("blob", b"x\n")) for i in range(10)])
    for _ in range(8):
        at = objects.tree([(b"40000", b"d%d" % i, at) for i in range(10)])
    place.objects("wide trees", objects, objects.commit(objects.rules((b"40000", b"d", at))), "more than 100000 files")
    objects = Objects()
    at = objects.rules()
    for _ in range(40_000):
        at = objects.tree([(b"40000", b"d", at)])
    place.objects("deep trees", objects, objects.commit(at), "more than 100 folders in each other")
    objects = Objects()
    at = objects.put("blob", b"x\n")
    at = objects.tree([(b"100644", b"%d" % i + b"n" * 4000, at) for i in range(5_000)])
    place.objects("long names", objects, objects.commit(objects.rules((b"40000", b"d", at))), "bytes in the paths")
    if not place.all:
        return
    objects = Objects()
    at = objects.tree([(b"100644", b"f%d" % i, objects.put("blob", b"x\n")) for i in range(300)])
    at = objects.tree([(b"40000", b"d%d" % i, at) for i in range(300)])
    tree = objects.rules((b"40000", b"d", at))
    tip = objects.commit(tree)
    for _ in range(150):
        tip = objects.commit(tree, [tip])
    place.objects("the same trees in many commits", objects, tip, "more than 10000000 files", as_folder=False)


def large(place):
    """Objects that unfold to so much."""
    zeros = b"\0" * ((1_500 if place.all else 100) << 20)
    objects = Objects()
    # It is no page, and the rules are read without it.
    tree = objects.rules((b"100644", b"large.md", objects.put("blob", zeros)))
    place.objects("a large file", objects, objects.commit(tree), "", 0)
    objects = Objects()
    place.objects("a large message", objects, objects.commit(objects.rules(), message=zeros.replace(b"\0", b"x")),
                  "bytes of memory in one piece")
    objects = Objects()
    place.objects("a long message", objects, objects.commit(objects.rules(), message=b"x" * (2 << 20)),
                  "more than 1048576 bytes")
    objects = Objects()
    tip = objects.commit(objects.rules())
    for number in range(400 if place.all else 0):
        tip = objects.commit(objects.rules(), [tip], b"%d " % number + b"x" * 1_000_000)
    if place.all:
        place.objects("many long messages", objects, tip, "bytes of commits")
    objects = Objects()
    tip = objects.commit(objects.rules(), [objects.put("commit", b"x" * 100)])
    place.objects("a commit that is none", objects, tip, "cannot be read")


def unfolding(place):
    """A pack that unfolds to ten gigabytes: 1 MiB of zeros, again and again."""
    packer = zlib.compressobj(9)
    first = packer.compress(b"\0" * (1 << 20)) + packer.flush(zlib.Z_FULL_FLUSH)
    again = packer.compress(b"\0" * (1 << 20)) + packer.flush(zlib.Z_FULL_FLUSH)
    objects = Objects()
    objects.raw(b"\1" * 20, entry_head(KINDS["blob"], 10_000 << 20) + first + again * 9_999)
    tip = objects.commit(objects.rules((b"100644", b"more.md", b"\1" * 20)))
    place.objects("a pack that unfolds", objects, tip, "unfolds to more than 2147483648 bytes", as_folder=False)
    place.objects("a file that unfolds", objects, tip, "", 0, as_bundle=False)
    many = b"PACK" + struct.pack(">II", 2, 4_000_000_000)
    (place.folder / "many.bundle").write_bytes(b"# v2 git bundle\n" + tip.hex().encode() + b" HEAD\n\n" + many)
    place.tried("a pack of billions", place.folder / "many.bundle", "more than 1000000 objects")


def deltas(place):
    """Chains of deltas that grow, each five times as long as its base; and one that is its own base."""
    objects = Objects()
    body = b"x" * 65_536
    at, size = objects.put("blob", body), len(body)
    for step in range(8):
        delta = repeated(size, 5)
        size = min(size, 0xFFFFFF) * 5
        name = bytes([step + 1]) * 20
        back = far(objects.end - objects.offsets[at])
        objects.raw(name, entry_head(BY_OFFSET, len(delta)) + back + zlib.compress(delta))
        at = name
    tip = objects.commit(objects.rules((b"100644", b"more.md", at)))
    place.objects("deltas that grow", objects, tip, "in one piece", as_folder=False)
    place.objects("deltas that grow", objects, tip, None, as_bundle=False)
    objects = Objects()
    name = b"\7" * 20
    delta = repeated(100, 1)
    objects.raw(name, entry_head(BY_ID, len(delta)) + name + zlib.compress(delta))
    for what, tip in (("file", objects.commit(objects.rules((b"100644", b"more.md", name)))),
                      ("commit", name), ("tree", objects.commit(name))):
        place.objects(f"a delta of itself as a {what}", objects, tip, None)


def copies(place):
    """Many copies of the rules, which stay as they are in all commits: each is read once, and not in each commit."""
    page = b"".join(b"**%d** All players obey rule %d of this game of Nomic; rules are changed by votes.\n\n" % (n, n)
                    for n in range(201, 231))
    took = []
    for commits in (2, 60):
        objects = Objects()
        copy = objects.put("blob", page)
        names = [b"copy%c%c.md" % (one, other) for one in b"abcdefghijklmnop" for other in b"abcdefghijklmnop"]
        tip = None
        for number in range(commits):
            own = objects.put("blob", page + b"**301** Rule %d is a rule.\n" % number)
            tree = objects.tree([(b"100644", b"README.md", own), *((b"100644", name, copy) for name in names)])
            tip = objects.commit(tree, [tip] if tip else [])
        begun = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        place.objects(f"copies of the rules in {commits} commits", objects, tip, "", 0, as_bundle=False)
        took.append(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - begun)
    if took[1] > 4 * took[0]:
        place.wrong.append(f"copies of the rules take {took[0]:.2f} s in 2 commits, and {took[1]:.2f} s in 60")


def versions(place):
    """Many versions of a long file, each of a few bytes beside the first."""
    first = b"x" * 1_900_000
    objects = Objects()
    base = objects.put("blob", first)
    tip = None
    for number in range(25):
        line = b"version %d\n" % number
        body = first + line
        name = hashlib.sha1(b"blob %d\0" % len(body) + body).digest()
        delta = varint(len(first)) + varint(len(body)) + repeated(len(first), 1)[-4:] + bytes([len(line)]) + line
        back = far(objects.end - objects.offsets[base])
        objects.raw(name, entry_head(BY_OFFSET, len(delta)) + back + zlib.compress(delta))
        tip = objects.commit(objects.rules((b"100644", b"more.txt", name)), [tip] if tip else [])
    place.objects("many versions of a long file", objects, tip, "bytes of pages")


SPECIAL = ("HEAD", "config", "config.worktree", "packed-refs", "shallow", "commondir", "index", "description", "gitdir",
           "info/grafts", "info/exclude", "info/attributes", "refs/heads/main", "refs/heads", "objects/info/alternates",
           "objects/info/commit-graph", "objects/info/commit-graphs/commit-graph-chain", "objects/info/packs",
           "objects/pack/multi-pack-index", "objects/pack/pack-1.idx", "objects/pack/pack-1.pack", "objects", "objects/pack")


def special(place):
    """Each file of a repository as something that never ends or never begins."""
    kinds = ("pipe", "/dev/zero", "link to a pipe") if place.all else ("pipe",)
    objects = Objects()
    tip = objects.commit(objects.rules())
    made = place.folder / "special"
    os.mkfifo(place.folder / "pipe")
    loose = {f"objects/{name.hex()[:2]}/{name.hex()[2:]}" for name, _ in objects.all}
    own = {f"objects/pack/pack-{objects.pack()[-20:].hex()}.{end}" for end in ("idx", "pack")}
    for name in (*SPECIAL, *sorted(own), *sorted(loose)):
        for kind in kinds:
            objects.folder(made, tip)
            if name in loose:
                for path in own:
                    (made / path).unlink()
            path = made / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if path.is_dir():
                shutil.rmtree(path)
            path.unlink(missing_ok=True)
            if kind == "pipe":
                os.mkfifo(path)
            else:
                path.symlink_to(kind if kind == "/dev/zero" else place.folder / "pipe")
            place.tried(f"{name} is a {kind}", made, None)
            shutil.rmtree(made)
    for text in ("[include]\n\tpath = /dev/zero\n", f"[include]\n\tpath = {place.folder}/pipe\n"):
        objects.folder(made, tip)
        (made / "config").write_text(text)
        place.tried("a configuration that includes", made, "", 0)
        shutil.rmtree(made)
    for text, says in ((f"{made}/objects\n", ""), ("/dev\n", "cannot be read"), ("../objects\n" * 500, ""),
                       ("".join(f"./{'./' * n}../objects/../objects\n" for n in range(200)), ""),
                       ("relative\n", "not a whole path"), ("/dev/zero\n", "no folder")):
        objects.folder(made, tip)
        (made / "objects/info").mkdir()
        (made / "objects/info/alternates").write_text(text)
        place.tried(f"objects borrowed from {text[:30]!r}", made, says, 2 if says else 0)
        shutil.rmtree(made)
    work = place.folder / "work"
    work.mkdir()
    for text in ("gitdir: /dev/zero\n", f"gitdir: {place.folder}/pipe\n", "gitdir: .\n", "x"):
        (work / ".git").write_text(text)
        place.tried(f".git with {text!r}", work, None)
    (work / ".git").unlink()
    (work / ".git").symlink_to("/dev/zero")
    place.tried(".git is a device", work, None)


def kept_elsewhere(place):
    """Repositories that go on being read: bare, with a working copy, with packed branches, with work trees, tagged."""
    home = place.folder / "home"
    def git(*words, where=home):
        subprocess.run(["git", "-C", str(where), "-c", "user.name=A", "-c", "user.email=a@b", *words], env=place.env,
                       check=True, capture_output=True)
    home.mkdir()
    git("init", "-q", "-b", "main")
    (home / "README.md").write_bytes(PAGE)
    git("add", ".")
    git("commit", "-q", "-m", "The rules")
    git("worktree", "add", "-q", "../beside", "-b", "other")
    git("clone", "-q", "--bare", ".", "../bare")
    git("clone", "-q", "--shared", ".", "../borrows")
    git("tag", "-a", "-m", "one", "v1")
    git("tag", "-a", "-m", "two", "v2", "v1")
    place.ordinary = place.tried("home", home, "", 0)
    for name in ("beside", "bare", "borrows", "home/.git"):
        place.tried(name, place.folder / name, "", 0)
    git("pack-refs", "--all")
    git("gc", "-q")
    git("checkout", "-q", "--detach")
    place.tried("packed", home, "", 0)
    for branch, status in (("v2", 0), ("heads/main", 0), ("other", 0), ("none", 2), ("../../HEAD", 2)):
        done = subprocess.run([place.nomic, "import-history", str(home), "-o", str(place.fresh_play()),
                               "--branch", branch], env=place.env, capture_output=True, check=False)
        if done.returncode != status:
            place.wrong.append(f"--branch {branch}: {done}")


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("nomic")
    options.add_argument("--all", action="store_true")
    given = options.parse_args()
    if shutil.which("git") is None:
        print("skipped: there is no git")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        place = Place(os.path.abspath(given.nomic), folder, given.all)
        kept_elsewhere(place)
        trees(place)
        large(place)
        unfolding(place)
        deltas(place)
        copies(place)
        versions(place)
        special(place)
    for fault in place.wrong:
        print(fault)
    print(f"{place.count} strange repositories, {len(place.wrong)} wrong")
    sys.exit(1 if place.wrong else 0)


if __name__ == "__main__":
    main()

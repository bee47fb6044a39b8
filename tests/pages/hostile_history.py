#!/usr/bin/env python3
"""Histories whose names, messages and pages hold what no play can hold, and histories that are cut or dated wrongly.

    hostile_history.py NOMIC

A committer may be called anything: terminal escapes, marks that turn the direction of text, bytes that are no text, a
number, nothing. Whatever it is, the play is plain text that is played without a line changed, and the report names what
was taken out. A shallow clone says where its history is cut; a file whose name carries no date is not dropped in silence.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import zlib

SKIPPED = 77
RULES = {101: "All players must always abide by all the rules then in effect.",
         102: "Rules in the 100's are immutable and others are mutable when a game begins.",
         103: "A rule-change is any enactment, repeal or amendment of a rule by vote of players.",
         201: "Players shall alternate in clockwise order, taking one whole turn apiece.",
         202: "One turn consists of two parts: proposing one rule-change and having it voted on.",
         203: "A rule-change is adopted if the vote is unanimous among the eligible voters."}
# A name, and what is taken out of it: nothing where it only bears no player's name.
NAMES = [(b"Ann \x1b[31mRed", ["U+001B"]), (b"Bob \xe2\x80\xaetap", ["U+202E"]), (b"Cleo\x07\x7f", ["U+0007", "U+007F"]),
         (b"\xff\xfeDora", ["0xFF"]), (b"42", []), (b"-e", []), (b"E" * 200, []), (b"\xc2\x9bEve", ["U+009B"])]
PLAIN = re.compile(rb"[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\xaa-\xae]|\xe2\x81[\xa6-\xa9]")

failures = []


def expect(holds, what):
    if not holds:
        failures.append(what)


def page(rules):
    return "# Rules of the game\n\n" + "".join(f"## {number}\n\n{text}\n\n" for number, text in rules.items())


class Place:
    def __init__(self, nomic, folder):
        self.nomic, self.folder = nomic, pathlib.Path(folder)
        self.env = {"PATH": os.environ["PATH"], "HOME": folder, "XDG_STATE_HOME": folder + "/state",
                    "GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C.UTF-8"}

    def run(self, *args):
        return subprocess.run([self.nomic, *args], cwd=self.folder, env=self.env, capture_output=True, check=False)

    def git(self, *args, **more):
        env = {**{os.fsencode(k): os.fsencode(v) for k, v in self.env.items()}, **more.pop("env", {})}
        subprocess.run(["git", *args], cwd=self.folder, env=env, check=True, capture_output=True)

    def commit(self, repository, name, message, day):
        """With the author's bytes as they are, which git's own commands would not take."""
        where = self.folder / repository
        self.git("-C", str(where), "add", "-A")
        tree = self.output("-C", str(where), "write-tree")
        head = subprocess.run(["git", "-C", str(where), "rev-parse", "-q", "--verify", "HEAD"], env=self.env,
                              capture_output=True, check=False).stdout.strip()
        stamp = b"%d +0000" % (1_577_872_800 + 86_400 * day)
        lines = [b"tree " + tree] + ([b"parent " + head] if head else [])
        lines += [who + b" " + name + b" <%d@example.org> " % zlib.crc32(name) + stamp
                  for who in (b"author", b"committer")]
        made = subprocess.run(["git", "-C", str(where), "hash-object", "-t", "commit", "-w", "--literally", "--stdin"],
                              env=self.env, input=b"\n".join(lines) + b"\n\n" + message + b"\n", capture_output=True,
                              check=True).stdout.strip().decode()
        self.git("-C", str(where), "update-ref", "refs/heads/main", made)
        return made

    def output(self, *args):
        return subprocess.run(["git", *args], env=self.env, capture_output=True, check=True).stdout.strip()


def is_plain(place, play, what):
    for path in [place.folder / play, *sorted((place.folder / play.replace(".nomic", ".texts")).iterdir())]:
        expect(not PLAIN.search(path.read_bytes()), f"{what}: {path.name} holds what could repaint a terminal")
        expect(not PLAIN.search(os.fsencode(path.name)), f"{what}: the name of {path} does")
    played = place.run("play", play, "--ledger", play + ".ledger")
    expect(played.returncode == 0, f"{what}: the play is not played: {played.stderr.decode()}")


def hostile_names(place):
    place.git("init", "-q", "-b", "main", "repository")
    rules = dict(RULES)
    for day, (name, _) in enumerate(NAMES):
        if day:
            rules[300 + day] = f"Speech {day} is \x1b[2Jheld\u202e at noon by all of the players."
        (place.folder / "repository" / "rules.md").write_text(page(rules), encoding="utf-8")
        place.commit("repository", name, b"%d: a speech \x1b]0;title\x07 of \xe2\x80\xae day" % (300 + day), day)
    done = place.run("import-history", "repository", "-o", "game.nomic")
    expect(done.returncode == 0, f"hostile names: {done.stderr.decode()}")
    expect(not PLAIN.search(done.stdout + done.stderr), "hostile names: the report repaints the terminal")
    is_plain(place, "game.nomic", "hostile names")
    told = json.loads(place.run("import-history", "repository", "-o", "again.nomic", "--format", "json").stdout)
    cleaned = [(one["what"], one["removed"]) for one in told["cleaned"]]
    for name, removed in NAMES:
        expect(any(what == "NAME" and set(removed) <= set(out) for what, out in cleaned), f"{name} is not told: {cleaned}")
    expect(any(what == "MESSAGE" and out == ["U+0007", "U+001B", "U+202E"] for what, out in cleaned), f"messages: {cleaned}")
    expect(any(what == "RULES" and out == ["U+001B", "U+202E"] for what, out in cleaned), f"texts: {cleaned}")
    expect("Not as it was written" in done.stdout.decode() and "U+001B" in done.stdout.decode(), "the report names them")


def shallow(place):
    place.git("clone", "-q", "--depth", "3", "file://" + str(place.folder / "repository"), "shallow")
    first = (place.folder / "shallow" / ".git" / "shallow").read_text().split()[0][:7]
    done = place.run("import-history", "shallow", "-o", "shallow.nomic")
    expect(done.returncode == 0, f"a shallow clone: {done.stderr.decode()}")
    expect(first in done.stderr.decode() and "shallow" in done.stderr.decode(), f"on stderr: {done.stderr.decode()}")
    expect(first in done.stdout.decode() and "shallow" in done.stdout.decode(), f"in the report: {done.stdout.decode()}")
    is_plain(place, "shallow.nomic", "a shallow clone")
    told = json.loads(place.run("import-history", "shallow", "-o", "s2.nomic", "--format", "json").stdout)
    expect(told["cutAt"] == [first] and told["versions"] == 3, f"a shallow clone: {told['cutAt']}, {told['versions']}")
    whole = json.loads(place.run("import-history", "repository", "-o", "w.nomic", "--format", "json").stdout)
    expect(whole["cutAt"] == [], "a whole one is cut")


def pages(place):
    folder = place.folder / "pages"
    folder.mkdir()
    (folder / "2018-03-29.txt").write_text("".join(f"{n}. {t}\n" for n, t in RULES.items()), encoding="utf-8")
    later = {**RULES, 301: "Cake is served at noon to all of the players."}
    (folder / "2018-04-12 \x1b[2J.txt").write_text("".join(f"{n}. {t}\n" for n, t in later.items()), encoding="utf-8")
    (folder / "2018-13-45.txt").write_text("101. Nobody looks at this.\n", encoding="utf-8")
    (folder / "notes.txt").write_text("101. Nor at this.\n", encoding="utf-8")
    done = place.run("import-history", "pages", "-o", "pages.nomic")
    expect(done.returncode == 0, f"pages: {done.stderr.decode()}")
    expect("2018-13-45.txt" in done.stdout.decode() and "notes.txt" in done.stdout.decode(), "what was passed over is named")
    expect(not PLAIN.search(done.stdout + done.stderr), "pages: the report repaints the terminal")
    is_plain(place, "pages.nomic", "pages")
    told = json.loads(place.run("import-history", "pages", "-o", "p2.nomic", "--format", "json").stdout)
    expect(told["undated"] == ["2018-13-45.txt", "notes.txt"], f"undated: {told['undated']}")


def main():
    if not shutil.which("git"):
        print("skipped: there is no git here")
        sys.exit(SKIPPED)
    with tempfile.TemporaryDirectory() as folder:
        place = Place(os.path.abspath(sys.argv[1]), folder)
        hostile_names(place)
        shallow(place)
        pages(place)
    for what in failures:
        print("WRONG:", what)
    print(f"{len(NAMES)} hostile names, a shallow clone and four dated pages: {len(failures)} wrong")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()

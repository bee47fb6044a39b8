#!/usr/bin/env python3
"""The repositories of two real games come in by one command each, and what is played is what was posted.

    past.py NOMIC GAMES

Each play file is played unchanged. At every commit of the main branch the rules of the ledger are compared with those
of the commit, read by the reader of history.py, which shares nothing with the importer: the same numbers, and of each
rule the status, the title and the words, marks of layout aside. What the report says that the players should look at
is compared with a list that was made by hand, from the commits.
"""
import collections
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import history

SKIPPED = 77

# (kind, commit, rules, the other number, the commit that mends it), read off `git log -p --first-parent` by hand.
# References that go stale are many, and counted by another test.
SLIPS = {
    "mburns": {
    },
    "pimotte": {
    },
}


def plain(words):
    """Words without the marks that only lay them out, as a reader sees them."""
    text = " ".join(words)
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"<(https?://[^>]*)>", r"\1", text)
    text = re.sub(r"\\([^\w\s])", r"\1", text)
    text = text.translate({ord("\u2019"): "'", ord("\u2018"): "'", ord("\u201c"): '"', ord("\u201d"): '"'})
    text = re.sub(r"(?<!\w)\d+\.(?=\s)", " ", re.sub(r"[`*_|]", "", text))
    return text.split()


class Game:
    """A repository that was imported and played."""

    def __init__(self, nomic, bundle, folder):
        self.nomic, self.folder = nomic, folder
        self.env = {"PATH": "/usr/bin:/bin", "HOME": folder, "XDG_STATE_HOME": folder,
                    "NOMIC_LEDGER": folder + "/ledger"}
        self.repository = folder + "/repository.git"
        subprocess.run(["git", "clone", "-q", "--mirror", str(bundle), self.repository], check=True,
                       capture_output=True)
        self.report = json.loads(self.ask("import-history", str(bundle), "-o", "game.nomic", "--format", "json"))
        self.ask("play", "game.nomic")

    def ask(self, *words):
        done = subprocess.run([self.nomic, *words], env=self.env, cwd=self.folder, capture_output=True, text=True,
                              check=False)
        if done.returncode != 0:
            raise RuntimeError(f"nomic {' '.join(words)}: " + done.stderr[-600:])
        return done.stdout

    def commits(self):
        """(commit, time) along first parents, the oldest first."""
        told = history.git(self.repository, "log", "--first-parent", "--reverse", "--format=%h %ct").decode()
        for line in told.splitlines():
            commit, seconds = line.split()
            yield commit[:7], int(seconds)

    def posted(self, commit):
        """{number: (title, immutable, words)} of a commit; empty before there are rules."""
        listed = history.git(self.repository, "ls-tree", "-r", commit).decode().splitlines()
        tree = [line.split(maxsplit=3) for line in listed]
        files = {path: blob for _, _, blob, path in tree if re.fullmatch(r"(rules/)?rule\d+\.md", path)}
        if len(files) >= 10:
            read = [history.one_file(self.blob(blob)) for blob in files.values()]
            return {rule[0]: rule[1:] for rule in read if rule[0]}
        pages = [blob for _, _, blob, path in tree if path == "README.md"]
        text = self.blob(pages[0]) if pages else ""
        return {rule[0]: rule[1:] for rule in history.one_page(text)} if "**101**" in text else {}

    def blob(self, name):
        return history.git(self.repository, "cat-file", "blob", name).decode()

    def held(self, seconds):
        """The same of the ledger."""
        at = subprocess.run(["date", "-u", "-d", f"@{seconds}", "+%Y-%m-%dT%H:%M:%SZ"], capture_output=True, text=True,
                            check=True).stdout.strip()
        shown = json.loads(self.ask("show-rules", "--at", at, "--format", "json"))
        return {rule["number"]: (rule["title"], rule["status"].lower() == "immutable",
                                 history.words_of(rule["text"].split("\n"))) for rule in shown["rules"]}


def differences(one, other):
    """Between the ledger and the page."""
    if sorted(one) != sorted(other):
        yield f"the ledger has {sorted(set(one) - set(other))} and the page {sorted(set(other) - set(one))} besides"
    for number in sorted(set(one) & set(other)):
        for what, mine, hand in zip(("title", "status", "words"), one[number], other[number]):
            if what == "words":
                mine, hand = plain(mine), plain(hand)
            if mine != hand:
                yield f"the {what} of rule {number}: {mine!r}, and on the page {hand!r}"[:400]


def slips_of(report):
    return {(slip["kind"], slip["version"], tuple(slip["rules"]), slip["other"], slip["mendedIn"])
            for slip in report["slips"] if slip["kind"] != "STALE_REFERENCE"}


def main():
    nomic, games = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2])
    bundles = sorted((games / "repositories").glob("*.bundle"))
    if not bundles:
        print(f"skipped: the repositories of real games are not here ({games})")
        sys.exit(SKIPPED)
    found = []
    for bundle in bundles:
        with tempfile.TemporaryDirectory() as folder:
            game = Game(nomic, bundle, folder)
            count = collections.Counter()
            for commit, seconds in game.commits():
                posted = game.posted(commit)
                if not posted:
                    continue
                differ = list(differences(game.held(seconds), posted))
                found += [f"{bundle.stem} {commit}: {each}" for each in differ]
                count["versions"] += 1
                count["rules"] += len(posted)
                count["equal"] += not differ
            told, wanted = slips_of(game.report), SLIPS[bundle.stem]
            found += [f"{bundle.stem}: the report does not say {each}" for each in sorted(wanted - told)]
            found += [f"{bundle.stem}: the report says {each}" for each in sorted(told - wanted)]
            print(f"{bundle.stem}: {count['versions']} versions with {count['rules']} rules, {count['equal']} equal; "
                  f"{game.report['moves']} moves, {len(game.report['slips'])} things to be looked at")
    print("\n".join(found[:200]) or "all as posted")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()

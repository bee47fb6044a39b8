#!/usr/bin/env python3
"""The repositories of two real games come in by one command each, and what is played is what was posted.

    past.py NOMIC GAMES

Each play file is played unchanged. At every commit of the main branch the rules of the ledger are compared with those
of the commit, read by the reader of history.py, which shares nothing with the importer: the same numbers, and of each
rule the status, the title and the words, marks of layout aside; but where the report names rules whose status moved with
a heading for a while, the ledger has the other one. What the report says that the players should look at
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
SLIPS = {
    "mburns": {
        # 73672c1 says of #15, #23 and #27 which numbers their rules should have had.
        ("WRONG_NUMBER", "1dd11ac", (303,), 304, "73672c1"),
        ("KEPT_NUMBER", "c9fefe9", (201,), 306, "73672c1"),
        ("KEPT_NUMBER", "a7b8ad0", (207,), 307, "73672c1"),
        # "amend(105)", twice, and it is 105 until it becomes 309.
        ("KEPT_NUMBER", "3e84e23", (105,), 0, ""),
        ("KEPT_NUMBER", "197a540", (105,), 0, ""),
        # "meta(202)" puts the first step of a turn back; "Whitespace cleanup" changes what it takes to adopt anything.
        ("NO_PROPOSAL", "c407231", (202,), 0, ""),
        ("NO_PROPOSAL", "173d7f0", (203,), 0, ""),
        # Subheadings are named otherwise, or are no sentences any longer.
        ("NO_PROPOSAL", "25b5f22", (308,), 0, ""),
        ("NO_PROPOSAL", "25b5f22", (309,), 0, ""),
        ("NO_PROPOSAL", "0db986c", (303,), 0, ""),
        # "amend(203)" enacts 308; 203 goes only when somebody sees it.
        ("SUPERSEDED", "228b916", (203,), 308, "6573f80"),
        # 309 names rule 201 too: of Chiark Nomic, so that is no slip. In all the rule-changes of eight merges left a rule
        # under another number than its proposal's: the five above, #24 (202) and #29 (203), which were merged as if they
        # changed no rule, and #30.
    },
    "pimotte": {
        ("SCORE", "6d129b5", (), 0, "5508407"),
        ("STATUSES_MOVED", "77a69f4", (203, 204, 205, 315), 0, "7012216"),
        ("MANY_TITLES", "3c41905", (*range(101, 117), 202, 203, 204, 205, 207, 209, 211, 303, 307, 308, 309, 312, 313,
                                    315, 318, 319, 320, 321, 324, 326, 333), 0, ""),
        # "340: Enabling trophies through mutable change"
        ("KEPT_NUMBER", "c00b824", (332,), 340, ""),
        # "Non-rule-change: Typo"
        ("NO_PROPOSAL", "9413bef", (344,), 0, ""),
        ("NO_PROPOSAL", "0f1b32a", (328,), 0, ""),
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
        return {int(rule["number"]): (rule["title"], rule["status"].lower() == "immutable",
                                 history.words_of(rule["text"].split("\n"))) for rule in shown["rules"]}


def differences(one, other, moved):
    """Between the ledger and the page; of the rules that moved, the other status is the page's."""
    if sorted(one) != sorted(other):
        yield f"the ledger has {sorted(set(one) - set(other))} and the page {sorted(set(other) - set(one))} besides"
    for number in sorted(set(one) & set(other)):
        for what, mine, hand in zip(("title", "status", "words"), one[number], other[number]):
            if what == "words":
                mine, hand = plain(mine), plain(hand)
            if what == "status" and number in moved:
                hand = not hand
            if mine != hand:
                yield f"the {what} of rule {number}: {mine!r}, and on the page {hand!r}"[:400]


def slips_of(report):
    return {(slip["kind"], slip["version"], tuple(map(int, slip["rules"])), int(slip["other"] or 0), slip["mendedIn"])
            for slip in report["slips"]}


class Moved:
    """Rules whose status moved with a heading and came back: the report names them, and the ledger did not follow."""

    def __init__(self, slips):
        self.slips = [slip for slip in slips if slip[0] == "STATUSES_MOVED" and slip[4]]
        self.now = set()

    def at(self, commit):
        for _, begin, rules, _, end in self.slips:
            if commit == begin:
                self.now |= set(rules)
            if commit == end:
                self.now -= set(rules)
        return self.now


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
            moved = Moved(slips_of(game.report))
            for commit, seconds in game.commits():
                posted = game.posted(commit)
                if not posted:
                    continue
                differ = list(differences(game.held(seconds), posted, moved.at(commit)))
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

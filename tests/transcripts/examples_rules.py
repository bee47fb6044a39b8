#!/usr/bin/env python3
"""Plays games with the real program, and compares what it says with figures that were worked out by hand.

    examples_rules.py PLAY|FOLDER...   NOMIC_COMMAND names the program, else it is found in PATH; NOMIC_PATIENCE says how
                                       many times longer than written all times are (1)

Of a folder, all plays; each file of provisions in it must be in one of them, and in its README.md where it has one.

A play is what `nomic play` takes. Two kinds of its comments are read here:

    #@ 36 hours = 2 seconds            in the files of provisions beside it, before the game begins
    #@ wait 1.2                        that many seconds pass

    #= scores Ann=4 Bob=0              of everyone who ever played
    #= entries 301:Bob+1 202:Ann-10    points given at the last record, in order, each with the rule that it cites
    #= at 301 scores Ann=4 Bob=0       each may be asked of the moment just after a vote
    #= in-force 301 302                these rules are, and
    #= not-in-force 202                these are not
    #= void 303                        rules void by 110, or - for none
    #= lineage 302 202                 rule 302 first stood as 202
    #= phase VOTING                    so named by `nomic status`, as turn, circuit, next, rounds
    #= missing Ann Bob                 who has still to vote; `missing 302 Ann Bob` where several votes are open
    #= open 302 303                    proposals; likewise: pending, players, inactive, applicants, winners, due (how many)

Each is what is so at its place in the play. A line that begins with #= or #@ and is none of these fails.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

# All periods and waits become that many times longer: what is to happen within one must not miss it on a slow machine.
PATIENCE = int(os.environ.get("NOMIC_PATIENCE", "1"))


class Wrong(Exception):
    """The game is not as the play says."""


def number(points):
    """As a play writes points: 14.3, -10."""
    return str(int(points)) if points == int(points) else str(points)


class Table:
    """A game in a folder of its own, beside copies of the files that the play names."""

    def __init__(self, play, folder):
        self.folder = pathlib.Path(folder)
        for path in play.parent.glob("*.txt*"):
            shutil.copy(path, self.folder)
        for name in ("home", "state"):
            (self.folder / name).mkdir()
        self.environment = {key: value for key, value in os.environ.items() if not key.startswith("NOMIC_")}
        self.environment.update(HOME=str(self.folder / "home"), XDG_STATE_HOME=str(self.folder / "state"),
                                NOMIC_LEDGER=str(self.folder / "ledger"))

    def run(self, *words, lines=None):
        command = [os.environ.get("NOMIC_COMMAND", "nomic"), *words]
        done = subprocess.run(command, cwd=self.folder, env=self.environment, input=lines, timeout=120, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
        if done.returncode != 0:
            raise Wrong(f"{' '.join(words)} ended with status {done.returncode}: {done.stderr.strip()}")
        return done.stdout

    def json(self, *words):
        return json.loads(self.run(*words, "--format", "json"))

    def shorten(self, long, short):
        """A period becomes a shorter one wherever a file of provisions has it."""
        period = r"\{ " + re.escape(long[1]) + ": " + re.escape(long[0]) + r" \}"
        found = 0
        for path in self.folder.glob("*.txtpb"):
            seconds = int(short[0]) * PATIENCE
            text, times = re.subn(period, f"{{ {short[1]}: {seconds} }}", path.read_text(encoding="utf-8"))
            found += times
            path.write_text(text, encoding="utf-8")
        if found == 0:
            raise Wrong(f"no file of provisions has the period {' '.join(long)}")


def told(table, what, words, point):
    """What the program says of what a line asserts, in the form of that line."""
    if what == "scores":
        scores = table.json("scores", *point)["scores"]
        return sorted(f"{score['player']}={number(score['points'])}" for score in scores), sorted(words)
    if what == "entries":
        at = ["--from", point[1], "--limit", "1"] if point else ["--limit", "1"]
        record, = table.json("log", *at)["records"]
        entries = [(each["rule"], each["score"]) for each in record["consequences"] if each["kind"] == "SCORE"]
        got = [f"{rule}:{score['player']}{'+' if score['points'] >= 0 else ''}{number(score['points'])}"
               for rule, score in entries]
        return got or ["-"], words
    if what in ("in-force", "not-in-force", "void", "lineage"):
        rules = {str(rule["number"]): rule for rule in table.json("show-rules", *point)["rules"]}
        if what == "in-force":
            return [word for word in words if word in rules], words
        if what == "not-in-force":
            return [word for word in words if word not in rules], words
        if what == "void":
            return [name for name, rule in rules.items() if rule["isVoid"]] or ["-"], words
        return [words[0], str(rules[words[0]]["lineage"]) if words[0] in rules else "not in force"], words
    status = table.json("status", *point)
    if what in ("phase", "turn", "circuit", "next", "rounds"):
        return [str(status[what])], words
    if what in ("pending", "players", "inactive", "applicants"):
        return sorted(str(each) for each in status[what]) or ["-"], sorted(words)
    if what == "winners":
        return [winner["player"] for winner in status["winners"]] or ["-"], words
    if what == "open":
        return [str(proposal["number"]) for proposal in status["proposals"]] or ["-"], words
    if what == "due":
        return [str(len(status["due"]))], words
    if what == "missing":
        wanted = [p for p in status["proposals"] if not words[0].isdigit() or str(p["number"]) == words[0]]
        if len(wanted) != 1:
            raise Wrong(f"{len(wanted)} proposals are open that the line may be about")
        names = words[1:] if words[0].isdigit() else words
        return sorted(wanted[0]["missing"]) or ["-"], sorted(names)
    raise Wrong(f"what is {what}?")


def compare(table, words):
    point = []
    if words[0] == "at" and len(words) > 2:
        point = ["--at", f"proposal:{words[1]}"]
        words = words[2:]
    if len(words) < 2:
        raise Wrong("nothing is said of it")
    got, wanted = told(table, words[0], words[1:], point)
    if got != wanted:
        raise Wrong(f"it is: {' '.join(got) or '-'}")


def arrange(table, words):
    if words[0] == "wait" and len(words) == 2:
        time.sleep(float(words[1]) * PATIENCE)
    elif len(words) == 5 and words[2] == "=":
        table.shorten(words[0:2], words[3:5])
    else:
        raise Wrong("what is to be arranged?")


def play(path):
    """Plays it piece by piece; how many assertions there were."""
    asserted = 0
    piece = ""
    with tempfile.TemporaryDirectory(prefix="nomic-rules-") as folder:
        table = Table(path, folder)
        for at, line in enumerate(path.read_text(encoding="utf-8").splitlines() + ["#"], 1):
            directive = line[:2] if line[:2] in ("#=", "#@") else ""
            if piece and (directive or line == "#"):
                # Blank lines in front, so that the program names the line of the play.
                table.run("play", "-", lines=piece)
                piece = ""
            try:
                if directive == "#=":
                    compare(table, line[2:].split())
                    asserted += 1
                elif directive == "#@":
                    arrange(table, line[2:].split())
            except Wrong as wrong:
                raise Wrong(f"line {at}: {line}\n    {wrong}") from None
            if not directive and not line.startswith("#") and line.strip():
                piece = piece or "\n" * (at - 1)
                piece += "\n" * (at - 1 - piece.count("\n")) + line + "\n"
        for check in (("verify",), ("replay", "--check")):
            table.run(*check)
    return asserted


def plays_of(folder):
    """All of them, nothing in the folder being left out."""
    plays = sorted(folder.glob("*.play"))
    told_of = "".join(path.read_text(encoding="utf-8") for path in plays)
    readme = folder / "README.md"
    for rule in sorted(folder.glob("*.txtpb")):
        if f"--provisions {rule.name}" not in told_of:
            raise Wrong(f"{rule.name} is in no play")
        if readme.exists() and f"({rule.name})" not in readme.read_text(encoding="utf-8"):
            raise Wrong(f"{rule.name} is not in README.md")
    if not plays:
        raise Wrong("it has no plays")
    return plays


def main(names):
    if not names:
        raise SystemExit("which plays? examples_rules.py PLAY|FOLDER...")
    if not shutil.which(os.environ.get("NOMIC_COMMAND", "nomic")):
        raise SystemExit("the program is not there: NOMIC_COMMAND names it, or it is in PATH")
    failures = 0
    for name in names:
        path = pathlib.Path(name)
        try:
            for each in plays_of(path) if path.is_dir() else [path]:
                name = each
                asserted = play(each)
                if asserted == 0:
                    raise Wrong("it asserts nothing")
                print(f"{each}: {asserted} as worked out by hand")
        except Wrong as wrong:
            failures += 1
            print(f"{name}: {wrong}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

#!/usr/bin/env python3
"""What released versions left must go on being read: docs/compatibility.md promises it. A folder of releases/ is a
version: a ledger as it lay on a disk (ledger.tar), its game as a bundle (game.bundle), and what that version answered
to questions about it, in JSON (a file a question; questions.txt says which is which).

Each is put before the program as it is: the ledger is opened, verified, asked and played on; the bundle is verified,
imported and asked the same. An answer may say more than it did, and nothing else: fields are only ever added.

    releases.py NOMIC
    releases.py NOMIC --make VERSION      makes the folder of a version, once, by its program
"""
import json
import os
import pathlib
import shlex
import subprocess
import sys
import tarfile
import tempfile

RELEASES = pathlib.Path(__file__).resolve().parent / "releases"

# A game with an enactment, an amendment, a repeal that failed, dice, a Judgment, a signed player and a winner to come.
PLAY = """
init Ann Bob Cleo
key register --as Cleo --key cleo.key
propose enact --as Ann --title Courtesy --text "Whoever proposes says please." --call-vote
vote for --as Ann
vote for --as Bob
vote for --as Cleo --key cleo.key
roll 5 --as Ann
propose amend 202 --as Bob --call-vote --text "Two dice are thrown." \
--provision 'turn_parts { parts { proposal {} } parts { throw { dice: 2 faces: 6 points_per_pip: "1" } } }'
vote for --as Ann
vote for --as Bob
vote for --as Cleo --key cleo.key
roll 6 4 --as Bob
judgment invoke "Does please count if it is whispered?" --as Ann
judgment deliver "Yes." --reasons "301 asks for no loudness." --as Ann
consent --as Ann
consent --as Bob
propose repeal 301 --as Cleo --key cleo.key --call-vote
vote against --as Ann
vote against --as Bob
vote for --as Cleo --key cleo.key
roll 3 3 --as Cleo --key cleo.key
propose amend 208 --as Ann --text "Whoever is first to reach 500 points wins." --provision 'victory { points: "500" }'
"""

QUESTIONS = """
status.json       status
scores.json       scores
rules.json        show-rules
rule-then.json    show-rules 202 --at ^proposal:302
log.json          log
history.json      history 302
explain.json      explain score Bob
proposals.json    proposals
head.json         head
replay.json       replay
verify.json       verify
audit.json        audit
"""


class Program:
    def __init__(self, nomic, folder):
        self.nomic, self.folder = os.path.abspath(nomic), folder
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "LC_ALL": "C.UTF-8"}

    def run(self, *words):
        done = subprocess.run([self.nomic, *words], cwd=self.folder, env=self.environment, capture_output=True,
                              text=True)
        if done.returncode:
            raise SystemExit(f"FAIL: nomic {shlex.join(words)}: status {done.returncode}\n{done.stdout}{done.stderr}")
        return done.stdout

    def ask(self, question):
        return json.loads(self.run(*shlex.split(question), "--format", "json"))


def questions(text):
    return [line.split(maxsplit=1) for line in text.strip().splitlines()]


# What is written for people, whose words may be better one day; and lists that a later version may add to, by what each
# of their items is known by.
PROSE = {"verdict", "sentence", "what", "hint", "command", "about", "inWords", "reckoned"}
GROWING = {"ways": "kind", "checks": "check"}


def less(was, now, at=""):
    """The first place where an answer does not say any more what it said; None: there is none."""
    if isinstance(was, dict) and isinstance(now, dict):
        missing = [key for key in was if key not in now]
        if missing:
            return f"{at}.{missing[0]} is gone"
        return next(filter(None, (less_of(key, was[key], now[key], f"{at}.{key}") for key in was)), None)
    if isinstance(was, list) and isinstance(now, list) and len(was) == len(now):
        return next(filter(None, (less(*pair, f"{at}[{i}]") for i, pair in enumerate(zip(was, now)))), None)
    return None if was == now else f"{at} was {was!r}, and is {now!r}"


def less_of(key, was, now, at):
    if key in PROSE:
        return None
    if key in GROWING:
        known = {item[GROWING[key]] for item in now}
        return next((f"{at}: {item[GROWING[key]]} is gone" for item in was if item[GROWING[key]] not in known), None)
    return less(was, now, at)


def make(nomic, version):
    out = RELEASES / version
    out.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as folder:
        program = Program(nomic, folder)
        program.run("key", "new", "cleo.key", "--name", "cleo")
        for line in PLAY.strip().splitlines():
            program.run(*shlex.split(line))
        program.run("export", str(out / "game.bundle"))
        (out / "questions.txt").write_text(QUESTIONS.lstrip())
        for name, question in questions(QUESTIONS):
            (out / name).write_text(json.dumps(program.ask(question), indent=1, ensure_ascii=False) + "\n")
        with tarfile.open(out / "ledger.tar", "w") as tar:
            tar.add(pathlib.Path(folder) / ".nomic", ".nomic")
    print(f"made {out}")


def check(nomic, release):
    failures = []

    def compare(program, where):
        for name, question in questions((release / "questions.txt").read_text()):
            fault = less(json.loads((release / name).read_text()), program.ask(question))
            if fault:
                failures.append(f"{release.name}, {where}: nomic {question}: {fault}")

    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(release / "ledger.tar") as tar:
            tar.extractall(folder)
        program = Program(nomic, folder)
        compare(program, "its ledger")
        # Play goes on where that version left it, and what comes of both is one sound game.
        size = program.ask("head")["size"]
        program.run("debate", "A word from a later version.", "--as", "Bob")
        program.run("verify")
        program.run("replay", "--check")
        if program.ask("head")["size"] != size + 1:
            failures.append(f"{release.name}: its ledger was not played on")
    with tempfile.TemporaryDirectory() as folder:
        program = Program(nomic, folder)
        program.run("verify", str(release / "game.bundle"))
        program.run("import", str(release / "game.bundle"))
        compare(program, "its bundle")
    return failures


def main():
    if sys.argv[2:3] == ["--make"]:
        return make(sys.argv[1], sys.argv[3])
    releases = sorted(path for path in RELEASES.iterdir() if path.is_dir())
    failures = [failure for release in releases for failure in check(sys.argv[1], release)]
    # A comparison that cannot fail is none.
    was = {"a": [{"b": 1}], "c": 2}
    others = [{"a": [{"b": 1, "d": 4}], "c": 2}, {"a": [{"b": 2}], "c": 2}, {"a": []}, {"c": 2}]
    told = [less(was, now) for now in others]
    if told[0] is not None or not all(told[1:]):
        failures.append(f"the comparison itself: {told}")
    print("\n".join(failures) if failures else f"ok: {', '.join(release.name for release in releases)}")
    return 1 if failures or not releases else 0


if __name__ == "__main__":
    sys.exit(main())

"""The real program as the tests of this folder use it: a folder of its own, a clean environment, a game to play.

Every script runs by itself (`tests/soak/kill.py build/release/bin/nomic --rounds 200`), prints what it saw, and ends
with status 1 at the first thing that is not as it should be. Status 77 means skipped, with the reason printed.
"""

import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77


class Wrong(Exception):
    """Something is not as it should be."""


def expect(holds, what):
    if not holds:
        raise Wrong(what)


def skip(why):
    print(f"skipped: {why}")
    sys.exit(SKIPPED)


class Done:
    """A command that has ended."""

    def __init__(self, args, status, out, err):
        self.args, self.status, self.out, self.err = args, status, out, err

    def json(self):
        return json.loads(self.out)

    def lines(self):
        return [json.loads(line) for line in self.out.splitlines()]

    def __str__(self):
        return f"nomic {' '.join(self.args)}: status {self.status}\n{self.out[-2000:]}{self.err[-2000:]}"


class Program:
    """The program on one ledger. `state` is where it keeps its memory of games met."""

    def __init__(self, binary, folder):
        self.binary = str(pathlib.Path(binary).resolve())
        self.folder = pathlib.Path(folder)
        self.ledger = self.folder / "ledger"
        self.state = self.folder / "state"

    def environment(self):
        kept = {name: value for name, value in os.environ.items()
                if name in ("PATH", "ASAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS", "LSAN_OPTIONS")}
        return {**kept, "HOME": str(self.folder), "XDG_STATE_HOME": str(self.state), "NOMIC_LEDGER": str(self.ledger),
                "LC_ALL": "C.UTF-8"}

    def start(self, *args, **more):
        more = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **more}
        return subprocess.Popen([self.binary, *args], env=self.environment(), **more)

    def run(self, *args, **more):
        text, seconds = more.pop("input", None), more.pop("timeout", None)
        if text is not None:
            more["stdin"] = subprocess.PIPE
        process = self.start(*args, **more)
        try:
            out, err = process.communicate(text.encode() if text is not None else None, timeout=seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            raise Wrong(f"nomic {' '.join(args)} does not end within {seconds} s") from None
        return Done(args, process.returncode, out.decode(errors="replace"), err.decode(errors="replace"))

    def must(self, *args, **more):
        done = self.run(*args, **more)
        expect(done.status == 0, str(done))
        return done

    def found(self, players=("Ann", "Bob", "Cleo")):
        return self.must("init", *players)

    def size(self):
        return self.must("status", "--format", "json").json()["size"]

    def log(self):
        return self.must("log", "--format", "jsonl").lines()

    def copy_to(self, folder):
        """The same ledger in another folder, without the memory of having met it."""
        other = Program(self.binary, folder)
        shutil.rmtree(other.folder, ignore_errors=True)
        other.folder.mkdir(parents=True)
        shutil.copytree(self.ledger, other.ledger)
        return other


def endless_game(players=("Ann", "Bob", "Cleo")):
    """Moves of a table game that nobody wins, one after the other: each turn a proposal, its votes, a throw.

    Nine proposals of ten are defeated (a proponent loses ten points and gains at most six), the tenth amends the rule on
    conspiracy, whose number goes along (108).
    """
    number, conspiracy, turn = 301, 210, 0
    while True:
        mover = players[turn % len(players)]
        adopted = turn % 10 == 9
        if adopted:
            yield ("propose", "amend", str(conspiracy), "--as", mover, "--call-vote", "--keep-provisions", "--text",
                   f"Players may consult in the garden only, as of proposal {number}.")
            conspiracy = number
        else:
            yield ("propose", "enact", "--as", mover, "--call-vote", "--text",
                   f"Whoever speaks of the number {number} stands up and sits down again.")
        for player in players:
            yield ("vote", "for" if adopted or player == mover else "against", "--as", player)
        yield ("roll", str(turn % 6 + 1), "--as", mover)
        number, turn = number + 1, turn + 1


def main(description, arguments, test):
    """Runs test(options, folder) in a new folder; `arguments` are (name, default, help)."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary", help="the program, build/release/bin/nomic")
    for name, default, words in arguments:
        parser.add_argument(f"--{name}", type=type(default), default=default, help=f"{words} (default: {default})")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="nomic-soak-") as folder:
        try:
            test(options, pathlib.Path(folder))
        except Wrong as wrong:
            print(f"WRONG: {wrong}")
            sys.exit(1)

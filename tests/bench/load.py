#!/usr/bin/env python3
"""A server under load, beside PostgreSQL: 64 clients, each move durable before it is answered, in one run.

    tests/bench/load.py BUILD [--seconds 10] [--folder DIR]

Everything lies in a new folder within --folder (BUILD), which should be on the disk that is to be measured.
PostgreSQL is measured by pgbench with as many clients: a head row is locked and updated, a row inserted, with
synchronous_commit=on; of one head row and of 64. Where it is not installed that is said, and there are no ratios. Then
a play of many moves, and the same moves one after the other, each answered before the next is given. --check: a moment
of each, without figures.
"""

import argparse
import contextlib
import json
import os
import pathlib
import platform
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "soak"))
from program import Program  # noqa: E402

CLIENTS = 64
PLAYERS = ("Ann", "Bob", "Cleo", "Dora")
GAMES = [f"g{number}" for number in range(1, CLIENTS + 1)]
PREPARE = """CREATE TABLE heads(game int PRIMARY KEY, size bigint NOT NULL, hash bytea NOT NULL);
CREATE TABLE records(game int, index bigint, previous bytea NOT NULL, payload text NOT NULL, PRIMARY KEY (game, index));
INSERT INTO heads SELECT game, 0, sha256('') FROM generate_series(1, 64) AS game;
"""
MOVE = """\\set game random(1, :games)
\\set word random(1, 1000000000)
BEGIN;
SELECT size, hash AS previous FROM heads WHERE game = :game FOR UPDATE \\gset
INSERT INTO records VALUES (:game, :size, :previous, 'Word ' || :word || ', who is against it for reasons of style.');
UPDATE heads SET size = size + 1, hash = sha256(hash || convert_to(:word::text, 'UTF8')) WHERE game = :game;
COMMIT;
"""


class Postgres:
    """A cluster of its own in a folder, reached by a socket in it. None where PostgreSQL is not installed."""

    def __init__(self, folder):
        self.folder = folder
        self.user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []

    @staticmethod
    def programs():
        found = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin/initdb"))
        return found[-1].parent if found and shutil.which("pgbench") else None

    def run(self, *args, **more):
        return subprocess.run([*self.user, *args], cwd=self.folder, check=True, capture_output=True, text=True, **more)

    @contextlib.contextmanager
    def running(self):
        programs, data = self.programs(), self.folder / "data"
        self.folder.mkdir(mode=0o755)
        if self.user:
            shutil.chown(self.folder, "postgres")
        self.run(programs / "initdb", "-D", data, "-A", "trust", "--no-instructions")
        options = f"-c listen_addresses= -c unix_socket_directories={self.folder} -c synchronous_commit=on"
        self.run(programs / "pg_ctl", "-D", data, "-w", "-o", options, "-l", self.folder / "log", "start")
        try:
            (self.folder / "move.sql").write_text(MOVE)
            self.run("psql", "-q", "-h", self.folder, "-d", "postgres", input=PREPARE)
            yield self
        finally:
            self.run(programs / "pg_ctl", "-D", data, "-m", "immediate", "stop")

    def rate(self, games, seconds):
        said = self.run("pgbench", "-n", "-M", "prepared", "-h", self.folder, "-c", str(CLIENTS), "-j", "2", "-T",
                        str(seconds), "-D", f"games={games}", "-f", "move.sql", "postgres").stdout
        return float(next(line.split("=")[1].split()[0] for line in said.splitlines() if line.startswith("tps")))


class Served:
    """The program as a server of new games, each with a proposal that is debated."""

    def __init__(self, build, folder, signed):
        folder.mkdir()
        self.load = build / "bin" / "load"
        self.folder = folder
        self.program = Program(build / "bin" / "nomic", folder)
        lines = [f"key new {folder}/{name.lower()}.key" for name in PLAYERS] if signed else []
        for game in GAMES:
            lines.append(f"init --game {game} --mode mail {' '.join(PLAYERS)}")
            lines += [f"key register --game {game} --as {name} --key {folder}/{name.lower()}.key" for name in PLAYERS
                      if signed]
            key = f" --key {folder}/ann.key" if signed else ""
            lines.append(f"propose repeal 209 --game {game} --as Ann{key}")
        self.program.must("play", "-", input="\n".join(lines) + "\n")
        self.signed = signed

    @contextlib.contextmanager
    def running(self):
        # A path of a socket has at most 107 bytes.
        self.socket = tempfile.mktemp(prefix="nomic-load-")
        with (self.folder / "log").open("w") as log:
            server = self.program.start("serve", "--listen", "none", "--socket", self.socket, "--format", "json",
                                        stderr=log)
            try:
                server.stdout.readline()
                yield self
            finally:
                server.send_signal(signal.SIGTERM)
                server.wait()

    def measure(self, games, seconds, writers=CLIENTS, questions=0):
        args = [self.load, self.socket, "--games", ",".join(games), "--seconds", str(seconds), "--writers",
                str(writers), "--questions", str(questions), *(["--keys", str(self.folder)] if self.signed else [])]
        said = json.loads(subprocess.run(args, check=True, capture_output=True, text=True).stdout)
        if not set(said["statuses"]) <= {"200", "201"}:
            raise SystemExit(f"not everything is answered: {said['statuses']}")
        return said


def playing(build, folder, moves):
    """Moves a second of a play from a file, and of one that is given each line once the one before is answered."""
    lines = [f"debate 'Word {number}, who is against it for reasons of style.' --as {PLAYERS[number % len(PLAYERS)]}"
             for number in range(moves)]
    rates = []
    for name in ("file", "lines"):
        program = Program(build / "bin" / "nomic", folder / name)
        program.folder.mkdir()
        program.must("play", "-", input=f"init {' '.join(PLAYERS)}\npropose repeal 209 --as Ann\n")
        began = time.monotonic()
        if name == "file":
            (program.folder / "moves.play").write_text("\n".join(lines) + "\n")
            program.must("play", str(program.folder / "moves.play"), "--format", "jsonl")
        else:
            play = program.start("play", "-", "--format", "jsonl", stdin=subprocess.PIPE)
            for line in lines[:max(1, moves // 5)]:
                play.stdin.write(line.encode() + b"\n")
                play.stdin.flush()
                play.stdout.readline()
            play.stdin.close()
            play.wait()
        rates.append((moves if name == "file" else max(1, moves // 5)) / (time.monotonic() - began))
    return rates


def row(*cells):
    print("| " + " | ".join(str(cell) for cell in cells) + " |")


def a_second(load):
    return f"{load['a_second']:,.0f}"


def measure(options, folder):
    build, seconds, check = pathlib.Path(options.build), options.seconds, options.check
    postgres = {1: None, CLIENTS: None}
    if Postgres.programs() is None:
        print("PostgreSQL is not installed (Debian: postgresql postgresql-contrib): it is not measured beside.")
    elif not check:
        with Postgres(folder / "postgres").running() as server:
            postgres = {games: server.rate(games, seconds) for games in postgres}
    print(f"{CLIENTS} clients, {seconds} s each, {os.cpu_count()} cores, {platform.machine()}, "
          f"Linux {platform.release()}, load before {os.getloadavg()[0]:.1f}\n")
    row("moves, each durable before its answer", "a second", "p50, p99 ms", "PostgreSQL a second", "ratio", "goal")
    row(*["---"] * 6)
    for signed in (False, True):
        with Served(build, folder / f"served-{signed}", signed).running() as server:
            for games, goal in ((GAMES[:1], 2.0), (GAMES, 0.2)):
                moves = server.measure(games, seconds)["moves"]
                beside = postgres[len(games)]
                ratio = moves["a_second"] / beside if beside else 0
                row(f"{'signed' if signed else 'unsigned'}, {len(games)} game{'s' if games[1:] else ''}",
                    a_second(moves), f"{moves['p50_ms']:.1f}, {moves['p99_ms']:.1f}",
                    f"{beside:,.0f}" if beside else "not measured",
                    f"{ratio:.2f}" if beside else "",
                    "stated" if signed else f"{goal}{'' if not beside else ': met' if ratio >= goal else ': missed'}")
            if signed:
                continue
            asked = {writers: server.measure(GAMES[:1], seconds, writers, 200) for writers in (1, CLIENTS)}
    print()
    row("GET status, 200 a second", "answered a second", "p50, p99 ms", "moves a second beside", "goal: p99 20 ms")
    row(*["---"] * 5)
    for writers, both in asked.items():
        questions = both["questions"]
        row(f"beside {writers} writer{'s' if writers > 1 else ''}", a_second(questions),
            f"{questions['p50_ms']:.1f}, {questions['p99_ms']:.1f}", a_second(both["moves"]),
            "met" if questions["p99_ms"] < 20 else "missed")
    at_once, one_by_one = playing(build, folder, 20 if check else 10_000)
    print(f"\nplay of 10,000 moves: {at_once:,.0f} a second; each answered before the next is given: "
          f"{one_by_one:,.0f}: {at_once / one_by_one:.1f} times (goal 3)")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--folder", help="where everything is made and removed again (BUILD)")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    if options.check:
        options.seconds = 0.1
    folder = options.folder or (None if options.check else options.build)
    with tempfile.TemporaryDirectory(prefix="nomic-load-", dir=folder) as made:
        os.chmod(made, 0o755)
        measure(options, pathlib.Path(made))


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""The command beside its peers: medians of one run in which they take turns, and ratios of those medians.

One move: `nomic vote`, by itself and through the socket of a server (`nomic serve`), beside `git add` and `git commit` of a one-line change (with core.fsync=all, which syncs as we do,
and plain, which does not), and beside a bare program that opens RocksDB with its defaults, puts once, synced, and closes.
One read: `nomic show-rules 203 --at POINT` beside `git show REVISION:FILE`. Then what one process does in bulk: records
appended one by one beside SQLite, signatures verified beside `openssl speed`.

    tests/bench/compare.py BUILD
"""

import argparse
import hashlib
import os
import pathlib
import platform
import signal
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "soak"))
from program import Program, endless_game  # noqa: E402

GIT = {"GIT_AUTHOR_NAME": "Ann", "GIT_AUTHOR_EMAIL": "ann@example.org", "GIT_COMMITTER_NAME": "Ann",
       "GIT_COMMITTER_EMAIL": "ann@example.org", "GIT_CONFIG_NOSYSTEM": "1"}
DURABLE = ("-c", "core.fsync=all", "-c", "core.fsyncMethod=fsync")


def spawn(environment, folder, *args):
    """Milliseconds from before a program starts until it has ended; its output goes nowhere."""
    quiet = [(os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0), (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
    os.chdir(folder)
    began = time.perf_counter()
    _, status = os.waitpid(os.posix_spawnp(args[0], args, environment, file_actions=quiet), 0)
    spent = (time.perf_counter() - began) * 1000
    if status:
        raise SystemExit(f"{' '.join(args)} failed: {status}")
    return spent


class Git:
    """A repository with one file, in which each move is a line more."""

    def __init__(self, folder, *settings):
        self.folder, self.settings, self.lines = folder, settings, 0
        self.environment = {**GIT, "PATH": os.environ["PATH"], "HOME": str(folder)}
        folder.mkdir()
        spawn(self.environment, folder, "git", "init", "--quiet", ".")

    def move(self):
        self.lines += 1
        with (self.folder / "rules.md").open("a") as file:
            file.write(f"Line {self.lines}: whoever proposes says please.\n")
        spent = spawn(self.environment, self.folder, "git", *self.settings, "add", "rules.md")
        return spent + spawn(self.environment, self.folder, "git", *self.settings, "commit", "--quiet", "-m", "a vote")

    def read(self):
        return spawn(self.environment, self.folder, "git", "show", f"HEAD~{self.lines // 2}:rules.md")


class Served:
    """A game that is kept by a server; each move is a command, which finds the server's socket beside the ledger."""

    def __init__(self, binary, folder):
        self.program = Program(binary, folder)
        folder.mkdir()
        self.program.found()
        self.server = self.program.start("serve", "--listen", "none", "--format", "json", stderr=subprocess.DEVNULL)
        self.server.stdout.readline()

    def move(self, move):
        return spawn(self.program.environment(), self.program.folder, self.program.binary, *move)

    def close(self):
        self.server.send_signal(signal.SIGTERM)
        self.server.wait()


class Table:
    def __init__(self):
        self.times = {}

    def add(self, name, milliseconds):
        self.times.setdefault(name, []).append(milliseconds)

    def median(self, name):
        return statistics.median(self.times[name])

    def print(self, title, ours, rest):
        print(f"\n| {title} | median ms | middle half | ours takes |\n|---|---|---|---|")
        for name in (ours, *rest):
            low, _, high = statistics.quantiles(self.times[name], n=4)
            ratio = "" if name == ours else f"{self.median(ours) / self.median(name):.2f} x its time"
            print(f"| {name} | {self.median(name):.2f} | {low:.2f} to {high:.2f} | {ratio} |")


def one_by_one(options, folder, table):
    program = Program(options.nomic, folder / "nomic")
    program.folder.mkdir()
    program.found()
    durable, plain = Git(folder / "durable", *DURABLE), Git(folder / "plain")
    served = Served(options.nomic, folder / "served")
    bare = str(pathlib.Path(options.bare_put).resolve())
    moves = endless_game()
    middle = None
    for number in range(options.rounds):
        # By turns, so that whatever else the machine does falls on all of them.
        while (move := next(moves))[0] != "vote":
            program.must(*move)
            served.move(move)
        table.add("nomic vote", spawn(program.environment(), folder, program.binary, *move))
        table.add("nomic vote, through the socket", served.move(move))
        table.add("git add + commit, core.fsync=all", durable.move())
        table.add("git add + commit, plain (syncs nothing)", plain.move())
        table.add("bare RocksDB: open, put synced, close", spawn(os.environ, folder, bare, str(folder / "bare"), f"{number}"))
        if number >= options.rounds // 2:
            middle = middle or str(program.size() // 2)
            table.add("nomic show-rules 203 --at POINT",
                      spawn(program.environment(), folder, program.binary, "show-rules", "203", "--at", middle))
            table.add("git show REVISION:FILE", plain.read())
        table.add("nomic --version", spawn(program.environment(), folder, program.binary, "--version"))
    served.close()
    table.print("one durable move through the socket", "nomic vote, through the socket",
                [name for name in table.times if name.startswith("git add")])
    table.print("one durable move by the command line", "nomic vote",
                [name for name in table.times if name.startswith(("git add", "bare"))])
    table.print("one read at a past point", "nomic show-rules 203 --at POINT", ["git show REVISION:FILE"])
    print(f"\nStarting the program alone (`nomic --version`): {table.median('nomic --version'):.2f} ms.")


def in_bulk(options, folder):
    program = Program(options.nomic, folder / "bulk")
    program.folder.mkdir()
    program.found()
    quoted = ["".join(" '" + word + "'" for word in move) for _, move in zip(range(options.bulk), endless_game())]
    play = folder / "moves"
    play.write_text("\n".join(quoted) + "\n")
    empty = spawn(program.environment(), folder, program.binary, "--version")
    print("\n| one process, one game | records | seconds | records a second |\n|---|---|---|---|")
    for name, args in (("`play`: each move durable before its answer", ("play", str(play))), ("`verify`: chain, tree, all that is kept", ("verify",)),
                       ("`replay --check`: derived from record 0", ("replay", "--check")), ("`scores --at` a random past record", None)):
        if args:
            spent = (spawn(program.environment(), folder, program.binary, *args) - empty) / 1000
            print(f"| {name} | {options.bulk} | {spent:.2f} | {options.bulk / spent:,.0f} |")
        else:
            times = [spawn(program.environment(), folder, program.binary, "scores", "--at", str(100 + point * 7919 % (options.bulk - 100)))
                     for point in range(20)]
            print(f"| {name}, one command | {options.bulk} | {statistics.median(times) / 1000:.4f} | |")


class Sqlite:
    """A chain of records in SQLite, each committed by itself, the hash kept by the client."""

    def __init__(self, file, journal):
        self.connection = sqlite3.connect(file, isolation_level=None)
        self.connection.execute(f"PRAGMA journal_mode = {journal}")
        self.connection.execute("PRAGMA synchronous = FULL")
        self.connection.execute("CREATE TABLE log (number INTEGER PRIMARY KEY, record BLOB, hash BLOB)")
        self.hash, self.number = bytes(32), 0

    def append(self, count):
        began = time.perf_counter()
        for _ in range(count):
            record = b"a move of about sixty bytes, as most of them are: %08d" % self.number
            self.hash = hashlib.sha256(self.hash + record).digest()
            self.connection.execute("INSERT INTO log VALUES (?, ?, ?)", (self.number, record, self.hash))
            self.number += 1
        return time.perf_counter() - began


def appended(options, folder):
    peers = {"SQLite, rollback journal, synchronous=FULL": Sqlite(folder / "rollback.sqlite", "DELETE"),
             "SQLite, WAL, synchronous=FULL (one sync where we have two)": Sqlite(folder / "wal.sqlite", "WAL")}
    times = {"ours": []}
    for turn in range(options.turns):
        printed = subprocess.run([options.bundles, "append", str(folder / f"append{turn}"), str(options.appends)], check=True,
                                 stdout=subprocess.PIPE, text=True).stdout
        times["ours"].append(float(printed))
        for name, peer in peers.items():
            times.setdefault(name, []).append(peer.append(options.appends))
    rate = {name: options.appends / statistics.median(each) for name, each in times.items()}
    print("\n| records appended one by one, each synced | a second | ours | goal |\n|---|---|---|---|")
    print(f"| the ledger | {rate['ours']:,.0f} | | |")
    for name, goal in zip(peers, ("1.8", "")):
        print(f"| {name} | {rate[name]:,.0f} | {rate['ours'] / rate[name]:.2f} x its rate | {goal} |")


def signatures(options, folder):
    bundle = folder / "signed.bundle"
    subprocess.run([options.bundles, "make-signed", str(folder / "signed"), str(options.signed)], check=True, stdout=subprocess.PIPE)
    subprocess.run([options.bundles, "export", str(folder / "signed"), str(bundle)], check=True, stdout=subprocess.PIPE)
    ours, theirs = [], []
    for _ in range(options.turns):
        began = time.perf_counter()
        subprocess.run([options.bundles, "verify", str(bundle)], check=True, stdout=subprocess.PIPE)
        ours.append(options.signed / (time.perf_counter() - began))
        printed = subprocess.run(["openssl", "speed", "-seconds", "1", "-multi", str(os.cpu_count()), "ed25519"], check=True,
                                 stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
        theirs.append(float(printed.split()[-1]))
    ours, theirs = statistics.median(ours), statistics.median(theirs)
    print("\n| signatures verified | a second | ours | goal |\n|---|---|---|---|")
    print(f"| a bundle of {options.signed:,} signed records | {ours:,.0f} | | |")
    print(f"| `openssl speed ed25519`, on all cores | {theirs:,.0f} | {ours / theirs:.2f} x its rate | 0.9 |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", help="a folder with bin/nomic, bin/bare_put, bin/bundles")
    parser.add_argument("--rounds", type=int, default=200, help="how often each is measured (default: 200)")
    parser.add_argument("--bulk", type=int, default=10000, help="moves of the game for what is done in bulk (default: 10000)")
    parser.add_argument("--appends", type=int, default=500, help="records appended one by one in each turn (default: 500)")
    parser.add_argument("--signed", type=int, default=10000, help="signed records (default: 10000)")
    parser.add_argument("--turns", type=int, default=5)
    options = parser.parse_args()
    for name in ("nomic", "bare_put", "bundles"):
        setattr(options, name, os.path.abspath(f"{options.build}/bin/{name}"))
    model = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo", encoding="utf-8") if "model name" in line), "?")
    print(f"{time.strftime('%Y-%m-%d')}, {os.cpu_count()} cores ({model}), Linux {platform.release()}, "
          f"{options.rounds} rounds by turns")
    with tempfile.TemporaryDirectory(prefix="nomic-bench-") as folder:
        one_by_one(options, pathlib.Path(folder), Table())
        in_bulk(options, pathlib.Path(folder))
        appended(options, pathlib.Path(folder))
        signatures(options, pathlib.Path(folder))
        os.chdir("/")


if __name__ == "__main__":
    main()

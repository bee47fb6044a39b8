#!/usr/bin/env python3
"""Costs by doubling: whatever the program is asked may take at most 2.3 times as long of a game that is twice as large.

    costs.py BUILD --mixed              every command and route, of a game that is larger in all dimensions at once, but the players
    costs.py BUILD --dimension players  the same of a game that is larger in that dimension alone
    costs.py BUILD --names              only that every command and route is in cases.py

Times vary, so blocks of instructions are counted: valgrind --tool=none tells how many were executed. A block has at
most 50 instructions, and between two jumps there is one or a few. They are counted of commands and of a server that run
in one process (counted.cc). Memory is the largest resident size of the program itself.

In one dimension a game grows, twice as large at each step, until a case costs five times what it costs of the empty
game; the next step is compared with that. A case that never costs so much is "flat": its last two steps are compared.
The mixed game has one size in all dimensions but the players: of a case that costs five times what it costs of the
empty game is compared what it costs beyond the empty game; all others are "flat".
"""

import argparse
import concurrent.futures
import dataclasses
import http.client
import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time

import cases
import games

SKIPPED = 77
MOST = 2.3  # times, where twice as much is asked
ENOUGH = 5.0  # times the empty game
SPARE_KB = 16 * 1024  # of memory, whatever the game
# For a flat case: the store merges its files now and then, and the size of the log decides which command does.
SPARE_BLOCKS = 5_000_000
LINES = 70  # of a play: more moves than lie between two snapshots
LIMIT_SECONDS = 60  # of one command
STATUSES = (0, 1)  # 1: it finds something
REFUSED = 3
MIXED = games.Sizes(records=120, random=1_000, repetitive=1_000, japanese=6_000, rules=30, players=10, proposals=20,
                    debates=30, ballots=30, acts=50, disputes=12, versions=16)
# These are the same in both mixed games. A move is judged by each player and an offer is made to each, so that players
# times moves, and players times proposals, is what an answer has to say.
FIXED = ("players",)
# Of each dimension: the first size, and the largest of which the double is still played.
REACH = {"records": (600, 19_200), "random": (4_000, 64_000), "repetitive": (4_000, 64_000), "japanese": (4_000, 64_000),
         "rules": (250, 4_000), "players": (125, 500), "proposals": (60, 480), "debates": (500, 16_000),
         "ballots": (500, 16_000), "acts": (500, 16_000), "disputes": (125, 1_000), "versions": (250, 4_000)}


def status_of(http_status):
    """As a command would end: a refusal is an answer, an error of the server is none."""
    return 0 if 200 <= http_status < 300 else 3 if 400 <= http_status < 500 else 4


class Failure(Exception):
    """The test cannot be made."""


@dataclasses.dataclass
class Cost:
    blocks: int = 0
    memory_kb: int = 0
    status: int = 0
    note: str = ""


class Played:
    """A game, and what it costs to ask it."""

    def __init__(self, build, folder, sizes):
        self.counted = build / "bin/counted"
        self.nomic = str(build / "bin/nomic")
        self.folder = folder
        self.environment = {"PATH": os.environ["PATH"], "NOMIC_FILE_SECONDS": "0", "HOME": str(folder / "home"),
                            "XDG_STATE_HOME": str(folder / "home")}
        self.game = games.Game(folder / "game", sizes)
        run = self.game.play(self.nomic, self.environment)
        scores = json.loads(run("scores", "--format", "json"))["scores"]
        rows = "".join(f"{row['player']},{row['points']}\n" for row in scores)
        (self.game.folder / "scores.csv").write_text("player,points\n" + rows)
        more = "".join(f"annotate 8 'Note {at}.' --as Ann\n" for at in range(LINES))
        (self.game.folder / "more.play").write_text(more)
        size = self.game.size()
        founding = self.game.founding()
        self.places = {"{names}": " ".join(self.game.names()), "{middle}": str(self.game.half),
                       "{act}": str(self.game.act), "{size}": str(size), "{before}": str(founding),
                       "{last}": str(self.game.number + 2), "{head}": str(size - 1), "{end}": str(size - 1),
                       "{leaf}": json.loads(run("head", "--format", "json"))["head"],
                       "{mover}": self.game.mover(),
                       "{secret}": run("invite", "Dora").rsplit("#invite=")[1].strip(),
                       "{vkey}": run("key", "show", "keeper.key", "--name", "doubling.example").strip()}

    def copy(self, name):
        to = self.folder / name
        if not to.exists():
            shutil.copytree(self.game.folder, to)
        return to

    def filled(self, case, at, folder):
        """The words of a case, the number `at`, in the folder."""
        words = []
        for word in case.words:
            for place, value in {**self.places, "{folder}": str(folder), "{made}": f"made-{at}"}.items():
                word = word.replace(place, value)
            words.append(word)
        return words

    def memory(self, all_cases):
        """Runs every case by the program itself. Fills in the costs, and the words of each case for the count."""
        folder = self.copy("memory")
        server = None
        costs, asked = [], []
        for at, case in enumerate(all_cases):
            if case.words[0] in ("command", "serve") and server:
                server.end()
                server = None
            if case.words[0] == "command":
                if "{head}" in case.words[2]:
                    head = json.loads(self.run(folder, "head --format json")[1])["size"] - 1
                    self.places["{head}"] = str(head)
                words = self.filled(case, at, folder)
                costs.append(self.command(folder, words[2]))
            else:
                words = self.filled(case, at, folder)
                if case.words[0] == "serve":
                    server = Server(self.nomic, folder, self.environment)
                    costs.append(Cost(memory_kb=server.highest()))
                else:
                    costs.append(server.ask(words))
            asked.append([str(self.folder / "count") if word == str(folder) else word for word in words])
        if server:
            server.end()
        return costs, asked

    def run(self, folder, line):
        done = subprocess.run(f"{self.nomic} {line}", shell=True, cwd=folder, env=self.environment,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True)
        return done.returncode, done.stdout

    def command(self, folder, line):
        with open(self.folder / "out", "w") as out, open(self.folder / "err", "w") as err:
            child = subprocess.Popen(["/bin/sh", "-c", f"exec {self.nomic} {line}"], cwd=folder,
                                     env=self.environment, stdin=subprocess.DEVNULL, stdout=out, stderr=err)
            late = threading.Timer(LIMIT_SECONDS, child.kill)
            late.start()
            _, status, usage = os.wait4(child.pid, 0)
            late.cancel()
            child.returncode = os.waitstatus_to_exitcode(status)
        note = (self.folder / "err").read_text(errors="replace").strip().replace("\n", " ")
        return Cost(memory_kb=usage.ru_maxrss, status=child.returncode, note=note)

    def count(self, all_cases, asked, wanted):
        """The blocks of the cases in `wanted`, by their places."""
        folder = self.copy("count")
        # What they read, and the moves before them, are there as if all cases were run.
        for at, case in enumerate(all_cases):
            if case.words[-1] in cases.WRITERS and at not in wanted:
                self.command(folder, asked[at][2])
        moves = {at for at, case in enumerate(all_cases) if case.words[-1] in cases.MOVES}
        requests = {at for at, case in enumerate(all_cases) if case.words[0] != "command"}
        run = sorted(wanted.union(*(every for every in (moves, requests) if every & wanted)))
        log = self.folder / "valgrind.log"
        lines = [f"command\t{folder}\thead"] + ["\t".join(asked[at]) for at in run]
        done = subprocess.run(["valgrind", "--tool=none", "--vgdb=no", f"--log-file={log}", str(self.counted), "run"],
                              input="\n".join(lines) + "\n", capture_output=True, text=True, cwd=folder,
                              env=self.environment)
        checks = [int(number.replace(",", "")) for number in re.findall(r"scheduler: ([\d,]+) event checks",
                                                                         log.read_text())]
        answers = [line.split("\t") for line in done.stdout.splitlines()]
        if done.returncode or len(answers) != len(lines) or len(checks) != 2 * len(lines):
            raise Failure(f"counted ended with {done.returncode} after {len(answers)} of {len(lines)} cases: "
                          f"{done.stderr[-500:]}")
        # The first is there for what the program does once.
        return {at: (checks[2 * nth + 1] - checks[2 * nth], int(answers[nth][0]), answers[nth][3])
                for nth, at in enumerate(run, 1)}


class Asking(http.client.HTTPConnection):
    """A connection to a socket in a folder."""

    def __init__(self, path):
        super().__init__("localhost", timeout=600)
        self.path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(600)
        self.sock.connect(self.path)


class Server:
    """The program's server of the ledger in a folder."""

    def __init__(self, nomic, folder, environment):
        self.path = str(folder / "m")
        self.child = subprocess.Popen([nomic, "serve", "--listen", "none", "--socket", self.path], cwd=folder,
                                      env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while True:
            try:
                if self.ask(("request", "GET", "/v1/games", "")).status == 0:
                    return
            except (FileNotFoundError, ConnectionRefusedError):
                if self.child.poll() is not None:
                    raise Failure(f"serve ended with {self.child.returncode}") from None
                time.sleep(0.01)

    def highest(self):
        status = pathlib.Path(f"/proc/{self.child.pid}/status").read_text()
        return int(re.search(r"VmHWM:\s+(\d+)", status).group(1))

    def ask(self, words):
        # From here on the highest size is that of this request.
        pathlib.Path(f"/proc/{self.child.pid}/clear_refs").write_text("5")
        connection = Asking(self.path)
        if words[0] == "stream":
            connection.request("GET", words[1])
            answer = connection.getresponse()
            came = b""
            while words[2].encode() not in came:
                came += answer.read1(1 << 16)
        else:
            body = words[3] if len(words) > 3 else ""
            connection.request(words[1], words[2], body or None, {"Content-Type": "application/json"} if body else {})
            answer = connection.getresponse()
            came = answer.read()
        connection.close()
        status = status_of(answer.status)
        return Cost(memory_kb=self.highest(), status=status, note="" if status == 0 else came.decode()[:300])

    def end(self):
        self.child.terminate()
        self.child.wait()


def costs_of(build, folder, sizes, wanted):
    """The cost of each case that is wanted, by its place; of all, if none is named."""
    all_cases = cases.all_cases()
    wanted = wanted or set(range(len(all_cases)))
    began = time.monotonic()
    played = Played(build, folder, sizes)
    made = time.monotonic()
    costs, asked = played.memory(all_cases)
    ran = time.monotonic()
    wrong = []
    counted = played.count(all_cases, asked, wanted)
    for at, (blocks, status, note) in counted.items():
        cost = costs[at]
        cost.blocks = blocks
        if all_cases[at].words[0] != "command":
            status = status_of(status)
        refused = status == REFUSED and all_cases[at].name in cases.REFUSED
        if status != cost.status or not (refused or status in STATUSES):
            wrong.append(f"{all_cases[at].name}: ended with {cost.status} by the program, and with {status} where it "
                         f"was counted: {cost.note} {note}")
    shutil.rmtree(folder)
    print(f"# {folder.name}: made in {made - began:.1f} s, run in {ran - made:.1f} s, {len(counted)} cases counted in "
          f"{time.monotonic() - ran:.1f} s", flush=True)
    if wrong:
        raise Failure("\n".join(wrong))
    return costs


@dataclasses.dataclass
class Compared:
    """A case at n and at 2n. The cost of the empty game is left out where `beyond` says so."""
    name: str
    n: int
    empty: Cost
    once: Cost
    twice: Cost
    flat: bool
    beyond: bool

    def added(self):
        """What is compared."""
        less = self.empty.blocks if self.beyond and not self.flat else 0
        return self.once.blocks - less, self.twice.blocks - less

    def ratio(self):
        once, twice = self.added()
        return twice / max(1, once)

    def grows_too_much(self):
        once, twice = self.added()
        return twice > MOST * max(1, once) + (SPARE_BLOCKS if self.flat else 0)

    def memory_ratio(self):
        """Of what the game adds to the memory; some is spare."""
        once = max(0, self.once.memory_kb - self.empty.memory_kb)
        return (self.twice.memory_kb - self.empty.memory_kb) / (once + SPARE_KB / MOST)

    def holds(self):
        return not self.grows_too_much() and self.memory_ratio() <= MOST

    def row(self):
        mark = "flat" if self.flat else ""
        if not self.holds():
            mark = "TOO MUCH" if self.grows_too_much() else "TOO MUCH MEMORY"
        return (f"{self.n:>7} {self.empty.blocks / 1e3:>10,.0f} {self.once.blocks / 1e3:>10,.0f} "
                f"{self.twice.blocks / 1e3:>10,.0f} {self.ratio():>6.2f} {self.once.memory_kb / 1024:>7.0f} "
                f"{self.twice.memory_kb / 1024:>7.0f}  {self.name} {mark}").rstrip()


HEAD = f"{'n':>7} {'empty':>10} {'n':>10} {'2n':>10} {'ratio':>6} {'MB n':>7} {'MB 2n':>7}  case (thousands of blocks)"


def scaled(sizes, times):
    return games.Sizes(*(getattr(sizes, name) * (1 if name in FIXED else times) for name in games.DIMENSIONS))


def mixed(build, folder):
    """All cases, of a game and of one that is twice as large in every dimension."""
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        twice, once, empty = (pool.submit(costs_of, build, folder / str(times), scaled(MIXED, times), None)
                              for times in (2, 1, 0))
    compared = []
    for at, case in enumerate(cases.all_cases()):
        costs = [of.result()[at] for of in (empty, once, twice)]
        flat = costs[1].blocks < ENOUGH * costs[0].blocks
        compared.append(Compared(case.name, 1, *costs, flat, beyond=True))
    return compared


def dimension(build, folder, name):
    """Each case, of games that double in one dimension, as far as it needs."""
    size, largest = REACH[name]
    sizes_of = lambda n: dataclasses.replace(games.Sizes(), **{name: n})
    all_cases = cases.all_cases()
    empty = costs_of(build, folder / "0", games.Sizes(), None)
    waiting = set(range(len(all_cases)))
    before, compared = {}, {}
    while waiting and size <= 2 * largest:
        costs = costs_of(build, folder / str(size), sizes_of(size), waiting)
        for at in sorted(waiting):
            enough = at in before and before[at].blocks >= ENOUGH * empty[at].blocks
            if at in before and (enough or size == 2 * largest):
                compared[at] = Compared(all_cases[at].name, size // 2, empty[at], before[at], costs[at], not enough,
                                        beyond=False)
        waiting -= set(compared)
        before = dict(enumerate(costs))
        size *= 2
    return [compared[at] for at in sorted(compared)]


def names(build):
    """Whether every command and route is known here; what is wrong, in lines."""
    said = subprocess.run([build / "bin/counted", "names"], capture_output=True, text=True, check=True).stdout
    known = [line.split(" ", 1) for line in said.splitlines()]
    missing, gone = cases.unknown(*([name for kind, name in known if kind == which] for which in ("command", "route")))
    wrong = [f"{name}: not measured. Say in tests/doubling/cases.py what is asked of it" for name in missing]
    return wrong + [f"{name}: in tests/doubling/cases.py, but the program does not have it" for name in gone]


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--mixed", action="store_true")
    parser.add_argument("--dimension", choices=games.DIMENSIONS)
    parser.add_argument("--names", action="store_true")
    options = parser.parse_args(arguments)
    if not shutil.which("valgrind"):
        print("skipped: valgrind is not installed")
        return SKIPPED
    build = options.build.resolve()
    wrong = names(build)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="nomic-doubling-"))
    compared = []
    try:
        if options.mixed:
            compared = mixed(build, folder)
        if options.dimension:
            compared = dimension(build, folder, options.dimension)
    except Failure as failure:
        wrong.append(str(failure))
    finally:
        shutil.rmtree(folder)
    if compared:
        print(HEAD)
    for row in compared:
        print(row.row())
        if not row.holds():
            wrong.append(f"{row.name}: {row.ratio():.2f} times the blocks and {row.memory_ratio():.2f} times the memory "
                         f"of a game twice as large; at most {MOST} times are allowed")
    for line in wrong:
        print(f"costs.py: {line}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

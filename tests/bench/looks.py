#!/usr/bin/env python3
"""What a look costs while a game grows, in the state that single commands, `play`, a server and a kill leave behind.

    tests/bench/looks.py BUILD                        all sizes, all states, all looks, and a table of them
    tests/bench/looks.py BUILD --check                a sample of them, for every run of the tests
    tests/bench/looks.py BUILD --sizes 36 300 1500    other sizes; the first is the one to compare with

A look may cost at most 1.2 times what it costs at 36 records in the same state; the last 20 proposals, of which there is
one at 36 records, what they cost at 300. Times vary from run to run, so valgrind counts instructions. The table also has
the milliseconds of the processor, and a look fails there if both are over the bound: a look reads from more files in a
larger ledger, which takes more instructions than time. BUILD has bin/nomic and bin/long_game, which makes games of more
than 20,000 records.
"""

import argparse
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "soak"))
from program import SKIPPED, Program, Wrong, endless_game, expect  # noqa: E402

LOOKS = (("status",), ("scores",), ("show-rules",), ("log", "--limit", "20"), ("proposals", "--limit", "20"))
SIZES = (36, 300, 1500, 5000, 20000, 1000000)
LARGEST_PLAYED = 20000
BOUND = 1.2
# Of the sample in every run of the tests. How many tables there are varies from run to run, and one costs 0.5 %.
BOUND_OF_SAMPLE = 1.3
FEWEST_PROPOSALS = 300  # records with more than 20 proposals
TURN = 5  # moves of one in endless_game()
LAST = 45  # records that the commands, the server or the killed server make
FOUNDING = 33
TIMES = 20


def instructions(program, look):
    """Of one look, in millions."""
    done = subprocess.run(["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null",
                           program.binary, *look], env=program.environment(), capture_output=True, text=True, check=False)
    found = re.search(r"I\s+refs:\s+([\d,]+)", done.stderr)
    expect(done.returncode == 0 and found, f"{' '.join(look)}: {done.stdout[-500:]}{done.stderr[-1000:]}")
    return int(found[1].replace(",", "")) / 1e6


def milliseconds(program, look):
    """Of the processor, the least of some runs."""
    least = float("inf")
    for _ in range(TIMES):
        process = program.start(*look, stdout=subprocess.DEVNULL)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        expect(process.returncode == 0, f"{' '.join(look)}: status {process.returncode}")
        least = min(least, (used.ru_utime + used.ru_stime) * 1000)
    return least


def found(program, long_game, records):
    """A game of so many records, or a few less, in which a proposal is open for debate."""
    if records > LARGEST_PLAYED:
        subprocess.run([long_game, "make", str(program.ledger), "three", str(records)], check=True, stdout=subprocess.DEVNULL)
        for player in ("Ann", "Bob", "Cleo"):
            if program.run("propose", "repeal", "209", "--as", player).status == 0:
                break
    else:
        turns = max(0, records - FOUNDING - 1) // TURN
        moves = [move for _, move in zip(range(turns * TURN), endless_game())]
        mover = ("Ann", "Bob", "Cleo")[turns % 3]
        moves.append(("propose", "repeal", "209", "--as", mover))
        text = "init Ann Bob Cleo\n" + "".join(shlex.join(move) + "\n" for move in moves)
        program.must("play", "-", input=text)


def debate(program, records):
    """One command after the other until there are so many records."""
    size = program.size()
    for number in range(size, records):
        program.must("debate", f"Word {number} on this, and no word more.", "--as", "Bob")


def by_play(program, long_game, records):
    found(program, long_game, max(FOUNDING, records - LAST))
    lines = "".join(f"debate {shlex.quote(f'Word {number} on this, and no word more.')} --as Bob\n"
                    for number in range(program.size(), records))
    program.must("play", "-", input=lines)


def by_commands(program, long_game, records):
    found(program, long_game, max(FOUNDING, records - LAST))
    debate(program, records)


def served(program, long_game, records, end):
    found(program, long_game, max(FOUNDING, records - LAST))
    server = program.start("serve", "--listen", "none", "--format", "json", stderr=subprocess.DEVNULL)
    try:
        expect(server.stdout.readline(), "the server does not begin")
        debate(program, records)
    finally:
        end(server)
        server.wait()


def by_server(program, long_game, records):
    served(program, long_game, records, lambda server: server.terminate())


def by_killed_server(program, long_game, records):
    served(program, long_game, records, lambda server: server.kill())


STATES = {"play": by_play, "commands": by_commands, "server": by_server, "kill": by_killed_server}
# What every run of the tests can afford.
CHECKED = (("play", (36, 1500), (("status",), ("log", "--limit", "20"))), ("commands", (36, 300), LOOKS[:1]),
           ("server", (36, 300), LOOKS[:1]), ("kill", (36, 300), LOOKS[:1]))


class Ledgers:
    """Each state and size is made once."""

    def __init__(self, build, folder):
        self.bin, self.folder, self.made = pathlib.Path(build).resolve() / "bin", folder, {}

    def at(self, state, records):
        if (state, records) not in self.made:
            program = Program(self.bin / "nomic", self.folder / f"{state}{records}")
            program.folder.mkdir()
            STATES[state](program, self.bin / "long_game", records)
            self.made[state, records] = program
        return self.made[state, records]


def measure(ledgers, state, sizes, looks, bound, with_times):
    """The costs of the looks at each size; what costs too much is returned."""
    wrong, least = [], {}
    for records in sizes:
        program = ledgers.at(state, records)
        cells = []
        for look in looks:
            cost = instructions(program, look)
            is_short = look[0] == "proposals" and records < FEWEST_PROPOSALS
            first = least.setdefault((look, is_short), (cost, milliseconds(program, look) if with_times else 0))
            ratio = cost / first[0]
            cell = f"{cost:.1f} M, {ratio:.2f}"
            if with_times:
                time = milliseconds(program, look)
                cell += f", {time:.1f} ms, {time / first[1]:.2f}"
                ratio = min(ratio, time / first[1])
            cells.append(cell)
            if ratio > bound:
                wrong.append(f"`{' '.join(look)}` at {records} records after {state}: {ratio:.2f} times")
        print(f"| {state} | {records:,} | " + " | ".join(cells) + " |", flush=True)
    return wrong


def test(options, folder):
    ledgers = Ledgers(options.build, folder)
    wrong = []
    bound = BOUND_OF_SAMPLE if options.check else BOUND
    if options.check:
        for state, sizes, looks in CHECKED:
            wrong += measure(ledgers, state, sizes, looks, bound, with_times=False)
    else:
        print("| left by | records | " + " | ".join(f"`{' '.join(look)}`" for look in LOOKS) + " |")
        print("|---" * (len(LOOKS) + 2) + "|")
        for state in STATES:
            wrong += measure(ledgers, state, options.sizes, LOOKS, bound, with_times=True)
    expect(not wrong, f"more than {bound} times: " + "; ".join(wrong))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", help="the build folder, build/release")
    parser.add_argument("--check", action="store_true", help="a sample")
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES)
    options = parser.parse_args()
    if not shutil.which("valgrind"):
        print("skipped: valgrind is not installed")
        sys.exit(SKIPPED)
    with tempfile.TemporaryDirectory(prefix="nomic-looks-") as folder:
        try:
            test(options, pathlib.Path(folder))
        except Wrong as wrong:
            print(f"WRONG: {wrong}")
            sys.exit(1)


if __name__ == "__main__":
    main()

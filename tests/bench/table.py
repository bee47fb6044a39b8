#!/usr/bin/env python3
"""What questions, replays and checks of long games cost, in one run and by turns, with the bound that each has to keep.

    tests/bench/table.py BUILD                      games of 10,000 and of 1,000,000 records
    tests/bench/table.py BUILD --many 10000000 --in-batches
    tests/bench/table.py BUILD --check              tiny games, no figures: every answer is compared with that of a game
                                                    without an index, every check of the program has to find nothing

BUILD has bin/nomic, bin/long_game and bin/bare_scan. Times are those of the processor (user and system), which a loaded
machine lengthens less than those of the clock; ratios are of medians of runs that take turns. Peak memory is the largest
resident set of any run of the command. By the clock are timed the appends, which wait for the disk, and `verify` beside
`replay`: it works in two threads, so on a machine that has no second processor to spare it takes longer than that.
"""

import argparse
import os
import pathlib
import platform
import statistics
import sys
import tempfile
import time
import typing

TURN = 5  # records of one, where 3 players play
FIRST_PROPOSAL = 301
LAST_BYTES = 1000
MEMORY_BOUND = 96


class Wrong(Exception):
    """Something does not answer as it should."""


class Run(typing.NamedTuple):
    """A run of a program."""
    seconds: float  # of the processor
    text: str       # what it printed
    peak: float     # memory, MB
    clock: float    # seconds


class Bench:
    def __init__(self, build, folder):
        self.bin, self.folder = pathlib.Path(build).resolve() / "bin", pathlib.Path(folder)
        self.peaks = {}

    def spawn(self, program, *args, expect=(0,), state="state"):
        """Runs a program."""
        out = self.folder / "output"
        environment = {"PATH": os.environ["PATH"], "HOME": str(self.folder), "NO_COLOR": "1",
                       "XDG_STATE_HOME": str(self.folder / state)}
        files = [(os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
                 (os.POSIX_SPAWN_OPEN, 1, str(out), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600),
                 (os.POSIX_SPAWN_DUP2, 1, 2)]
        words = [str(self.bin / program), *map(str, args)]
        began = time.monotonic()
        _, status, used = os.wait4(os.posix_spawn(words[0], words, environment, file_actions=files), 0)
        clock = time.monotonic() - began
        text = out.read_text(encoding="utf-8")
        if os.waitstatus_to_exitcode(status) not in expect:
            raise Wrong(f"{' '.join(words)}: status {os.waitstatus_to_exitcode(status)}\n{text[-LAST_BYTES:]}")
        return Run(used.ru_utime + used.ru_stime, text, used.ru_maxrss / 1024, clock)

    def make(self, name, shape, records, *options):
        if (self.folder / name).exists():
            return
        making = self.folder / f"{name}.making"
        self.spawn("long_game", "make", making, shape, records, *options)
        making.rename(self.folder / name)

    def nomic(self, game, *args, expect=(0,)):
        # Two games begin with the same records: to who has seen one of them, the other would be another history. The peak
        # memory is kept under the command's name.
        run = self.spawn("nomic", "--ledger", self.folder / game, *args, expect=expect, state=f"{game}.state")
        self.peaks[args[0]] = max(self.peaks.get(args[0], 0), run.peak)
        return run


def questions(records):
    """What is asked of a game of 3 players: those with a bound first."""
    turn = records // TURN // 2
    proposal = FIRST_PROPOSAL + turn
    bounded = [("--at proposal:N", ("show-rules", "--at", f"proposal:{proposal}")),
               ("--at turn:N", ("show-rules", "--at", f"turn:{turn}")),
               ("log --limit 20", ("log", "--limit", "20")),
               ("log --from near the end", ("log", "--from", str(records - 50), "--limit", "20")),
               ("explain score, the last 20", ("explain", "score", "Ann", "--limit", "20")),
               ("history, 20 versions", ("history", "206"))]
    others = [("status", ("status",)),
              ("--at RECORD", ("scores", "--at", str(records // 2 + 7))),
              ("--at circuit:N", ("show-rules", "--at", f"circuit:{turn // 3}")),
              ("blame, 20 versions", ("blame", "206")),
              ("proposals, the last 20", ("proposals", "--limit", "20")),
              ("proposals P", ("proposals", str(proposal))),
              ("explain proposal", ("explain", "proposal", str(proposal))),
              ("check-references", ("check-references",)),
              ("show-rules --references", ("show-rules", "--references"))]
    return bounded, others


def check(bench, records):
    """Tiny games: answers with index rows and without are the same, and every check finds nothing."""
    made = bench.spawn("long_game", "shapes").text.split()
    for shape in made:
        # Founding a game is a record for each rule and each player.
        size = records + (1100 if shape == "players" else 400 if shape in ("rules", "clauses") else 0)
        bench.make(f"{shape}.with", shape, size)
        bench.make(f"{shape}.without", shape, size, "without-index")
        game = f"{shape}.with"
        for args in (("verify",), ("verify", "--ledger-only"), ("replay", "--check"), ("audit",)):
            bench.nomic(game, *args)
        bounded, others = questions(records)
        if shape != "three":
            bounded, others = [("log", ("log", "--limit", "5")), ("history", ("history", "206"))], []
        for _, args in bounded + others:
            answers = [bench.nomic(each, *args, expect=(0, 1)).text for each in (game, f"{shape}.without")]
            if answers[0] != answers[1] or not answers[0].strip():
                raise Wrong(f"{shape}: {' '.join(args)} answers otherwise without an index:\n"
                            f"{answers[0][:LAST_BYTES]}\n{answers[1][:LAST_BYTES]}")
    bench.make("batches", made[0], records, "in-batches")
    bench.nomic("batches", "verify")
    if f"{records} records" not in bench.spawn("bare_scan", bench.folder / "three.with").text:
        raise Wrong("bare_scan does not see every record")
    sizes = bench.spawn("long_game", "sizes", bench.folder / "three.with").text.split()
    appends = bench.spawn("long_game", "append", bench.folder / "append", 20).text.split()
    if len(sizes) != 2 or len(appends) != 2 or "0" in sizes:
        raise Wrong(f"sizes {sizes}, appends {appends}")
    print(f"{len(made)} shapes: the same answers with index rows and without")


class Rows:
    """One table in Markdown."""

    def __init__(self, *heads):
        print("\n| " + " | ".join(heads) + " |\n|" + "---|" * len(heads), flush=True)

    @staticmethod
    def add(*cells):
        print("| " + " | ".join(cells) + " |", flush=True)


def met(holds):
    return "met" if holds else "**missed**"


def by_turns(runs, works):
    """The median seconds of each of some works, of the processor and by the clock. They take turns so that whatever else the machine does falls on all."""
    done = {name: [] for name in works}
    for _ in range(runs):
        for name, work in works.items():
            done[name].append(work())
    return ({name: statistics.median(run.seconds for run in each) for name, each in done.items()},
            {name: statistics.median(run.clock for run in each) for name, each in done.items()})


def whole_game(bench, options):
    """Everything that reads a game from its first record to its last."""
    many = options.many
    works = {"bare": lambda: bench.spawn("bare_scan", bench.folder / "many"),
             "replay": lambda: bench.nomic("many", "replay"),
             "rules": lambda: bench.nomic("rules", "replay"),
             "check": lambda: bench.nomic("many", "replay", "--check"),
             "ledger": lambda: bench.nomic("many", "verify", "--ledger-only"),
             "verify": lambda: bench.nomic("many", "verify"),
             "audit": lambda: bench.nomic("many", "audit")}
    spent, clock = by_turns(options.runs, works)
    rate = {name: many / seconds for name, seconds in spent.items()}
    rows = Rows(f"{many:,} records", "records a second", "ratio", "bound", "")
    def line(what, name, ratio, bound):
        rows.add(what, f"{rate[name]:,.0f}", "" if ratio is None else f"{ratio:.2f} {bound[1]}", bound[0] + bound[2], met(bound[3]))
    line("`replay`, 3 players", "replay", None, ("200,000 a second", "", "", rate["replay"] >= 200_000))
    ratio = spent["rules"] / spent["replay"]
    line("`replay`, 342 rules", "rules", ratio, ("2 times", "times the time of 3 players", "", ratio <= 2))
    ratio = rate["check"] / rate["replay"]
    line("`replay --check`", "check", ratio, ("0.5", "of the rate of `replay`", "", ratio >= 0.5))
    rows.add("every row read, each record hashed twice, nothing else (`bare_scan`)", f"{rate['bare']:,.0f}", "", "", "")
    ratio = rate["ledger"] / rate["bare"]
    line("`verify --ledger-only`", "ledger", ratio, ("0.4", "of that rate", " (goal 0.6)", ratio >= 0.4))
    ratio = clock["replay"] / clock["verify"]
    rows.add("`verify`, by the clock", f"{many / clock['verify']:,.0f}", f"{ratio:.2f} of the rate of `replay`", "0.85",
             met(ratio >= 0.85))
    rows.add("`replay`, by the clock", f"{many / clock['replay']:,.0f}", "", "", "")
    rows.add("`verify`, of the processor", f"{rate['verify']:,.0f}", f"{rate['verify'] / rate['replay']:.2f}", "", "")
    line("`audit`", "audit", None, ("50,000 a second", "", "", rate["audit"] >= 50_000))


def other_shapes(bench, options):
    names = [name for name in bench.spawn("long_game", "shapes").text.split() if name != "three"]
    for name in names:
        if name != "rules":
            bench.make(name, name, options.shapes, *options.how)
    rows = Rows(f"a game of {options.shapes:,} records (`rules`: {options.many:,})", "`replay`, records a second", "peak memory, MB")
    for name in names:
        run = min(bench.spawn("nomic", "--ledger", bench.folder / name, "replay", state=f"{name}.state")
                  for _ in range(max(1, options.runs - 1)))
        records = options.many if name == "rules" else options.shapes
        rows.add(f"`{name}`", f"{records / run.seconds:,.0f}", f"{run.peak:.0f}")


def asked(bench, options):
    few, many = questions(options.few), questions(options.many)
    rows = Rows("one question, one command", f"ms at {options.few:,}", f"ms at {options.many:,}", "ratio", "bound", "")
    for of_few, of_many, bounded in zip(few, many, (True, False)):
        for (name, small), (_, large) in zip(of_few, of_many):
            spent, _ = by_turns(options.asked, {"few": lambda: bench.nomic("few", *small, expect=(0, 1)),
                                                "many": lambda: bench.nomic("many", *large, expect=(0, 1))})
            ratio, ms = spent["many"] / spent["few"], spent["many"] * 1000
            rows.add(f"`{name}`", f"{spent['few'] * 1000:.1f}", f"{ms:.1f}", f"{ratio:.2f}",
                     "2 times, 60 ms" if bounded else "", met(ratio <= 2 and ms < 60) if bounded else "")


def kept(bench, options):
    rows = Rows("what is kept", f"at {options.few:,}", f"at {options.many:,}", "ratio", "bound", "")
    few, many = ([int(word) for word in bench.spawn("long_game", "sizes", bench.folder / game).text.split()] for game in ("few", "many"))
    for name, small, large in zip(("bytes of the state", "bytes of a snapshot"), few, many):
        rows.add(name, f"{small:,}", f"{large:,}", f"{large / small:.2f}", "2 times", met(large <= 2 * small))
    with_rows, without = map(float, bench.spawn("long_game", "append", bench.folder / "append", options.appends).text.split())
    rows = Rows(f"one append, synced, by the clock; {options.appends:,} by turns", "us, with index rows", "us, without", "ratio", "bound", "")
    rows.add("", f"{with_rows:.0f}", f"{without:.0f}", f"{with_rows / without:.2f}", "1.15 times", met(with_rows <= 1.15 * without))


def measure(bench, options):
    options.how = ("in-batches",) if options.in_batches else ()
    model = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo", encoding="utf-8") if "model name" in line), "?")
    print(f"{time.strftime('%Y-%m-%d %H:%M')}, {os.cpu_count()} cores ({model}), Linux {platform.release()}, "
          f"load {os.getloadavg()[0]:.1f}")
    bench.make("few", "three", options.few, *options.how)
    bench.make("many", "three", options.many, *options.how)
    bench.make("rules", "rules", options.many, *options.how)
    asked(bench, options)
    kept(bench, options)
    whole_game(bench, options)
    other_shapes(bench, options)
    rows = Rows("command", f"peak memory, MB (bound {MEMORY_BOUND})", "")
    for name, peak in sorted(bench.peaks.items(), key=lambda each: -each[1]):
        rows.add(f"`{name}`", f"{peak:.0f}", met(peak < MEMORY_BOUND))
    print(f"\nLoad at the end: {os.getloadavg()[0]:.1f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("--few", type=int, default=10_000)
    parser.add_argument("--many", type=int, default=1_000_000)
    parser.add_argument("--shapes", type=int, default=50_000, help="records of the other games (default: 50,000)")
    parser.add_argument("--runs", type=int, default=3, help="of what reads a whole game (default: 3)")
    parser.add_argument("--asked", type=int, default=9, help="how often each question is asked (default: 9)")
    parser.add_argument("--appends", type=int, default=2000)
    parser.add_argument("--in-batches", action="store_true", help="games made by 1,024 records an append")
    parser.add_argument("--folder", help="where the games are made and left, and used if they are there; else a temporary folder")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="nomic-table-") as temporary:
        bench = Bench(options.build, options.folder or temporary)
        try:
            if options.check:
                check(bench, records=300)
            else:
                measure(bench, options)
        except Wrong as wrong:
            sys.exit(f"table.py: {wrong}")


if __name__ == "__main__":
    main()

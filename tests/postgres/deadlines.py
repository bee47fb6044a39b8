#!/usr/bin/env python3
"""What falls due by time where several servers keep one database: it is recorded once, whoever of them is killed; and
by none whose clock is not the database's.

    tests/postgres/deadlines.py build/release/bin/nomic --clock build/release/tests/libnomic_shifted_clock.so
"""

import calendar
import json
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "soak"))
import server as postgres  # noqa: E402
from program import Program, expect, main  # noqa: E402
from servers import Gate, Keeper, eventually, serve  # noqa: E402

VOTE = 2                # seconds that a vote lasts
LATE = 2                # so many later the slowest of several servers ticks
SURVEY = 20             # so often each looks which games the others have moved on
PATIENCE = 10           # on a busy machine
MINUTE = 60             # of a vote that has not ended while this runs


class Shifted(Program):
    """The program by a clock that is so many seconds ahead."""

    def __init__(self, program, clock, ahead):
        super().__init__(program.binary, program.folder)
        self.clock, self.ahead = clock, ahead

    def environment(self):
        return {**super().environment(), "LD_PRELOAD": self.clock, "SHIFTED_CLOCK": str(self.ahead)}


def in_database(database, program, name):
    """The program at a ledger of its own."""
    database.sql(f"CREATE DATABASE {name}")
    other = Program(program.binary, program.folder)
    other.ledger = database.address(name)
    other.must("store", "init")
    return other


def rules(program, seconds):
    """The Initial Set, but that a vote ends after so many seconds, whoever has not voted."""
    file = program.folder / f"rules-{seconds}.txtpb"
    if not file.exists():
        source = Program(program.binary, program.folder)
        source.ledger = program.folder / "source"
        if not source.ledger.exists():
            source.must("init", "Ann", "Bob")
        page = program.folder / f"page-{seconds}.txt"
        page.write_text(source.must("show-rules").out, encoding="utf-8")
        source.must("rules", "import", str(page), "-o", str(file))
        text = file.read_text(encoding="utf-8")
        duty = "  provisions { voting_duty { every_voter: true } }\n"
        expect(text.count(duty) == 1, "rule 105 reads otherwise")
        period = f"  provisions {{ voting_period {{ vote {{ seconds: {seconds} }} at_end: DEFEAT }} }}\n"
        file.write_text(text.replace(duty, period), encoding="utf-8")
    return str(file)


def found(program, names, seconds=VOTE):
    for name in names:
        program.must("init", "--mode", "mail", "--game", name, "--rules", rules(program, seconds), "Ann", "Bob")


PROPOSAL = {"changes": [{"kind": "ENACT", "texts": [{"text": "Tea is served at five."}]}], "callVote": True}


def call(keeper, names):
    """Puts a proposal to the vote in each; sizes by game."""
    return {name: keeper.move(name, 201, author="Ann", propose=PROPOSAL)["index"] + 1 for name in names}


def call_by_command(program, names):
    sizes = {}
    for name in names:
        program.must("propose", "enact", "--text", "Tea is served at five.", "--call-vote", "--as", "Ann",
                     "--game", name)
        sizes[name] = program.must("status", "--game", name, "--format", "json").json()["size"]
    return sizes


def ticked(keeper, sizes):
    """Of the games those that have grown since."""
    return {name for name, size in sizes.items() if keeper.ask("GET", f"/v1/games/{name}/head")[1]["size"] > size}


def ticked_once(program, sizes):
    """Of each the vote has ended by one record, nobody's, not before its time; and nothing came after it."""
    for name, size in sizes.items():
        records = program.must("log", "--game", name, "--from", str(size - 1), "--format", "jsonl").lines()
        kinds = [each["kind"] for each in records[1:]]
        expect(kinds == ["TIME_PASSED"], f"{name}, after the call: {kinds}")
        expect(records[1]["author"] == "", f"{name}: {records[1]['author']} has ticked")
        expect(any(each["kind"] == "PROPOSAL_DEFEATED" for each in records[1]["consequences"]),
               f"{name}: the vote has not ended: {records[1]['consequences']}")
        took = at(records[1]) - at(records[0])
        expect(took >= VOTE, f"{name}: a vote of {VOTE} s was ended after {took:.3f} s")


def at(record):
    whole, _, part = record["recordedAt"].rstrip("Z").partition(".")
    return calendar.timegm(time.strptime(whole, "%Y-%m-%dT%H:%M:%S")) + float("0." + (part or "0"))


class TakerKilled:
    """Who has taken the calls is killed: the other has not heard of them, looks, and ticks."""

    def __init__(self, database, program):
        self.program = in_database(database, program, "taker")
        names = [f"t{number}" for number in range(4)]
        found(self.program, names)
        taker = serve(self.program, self.program.ledger)
        self.left = serve(self.program, self.program.ledger)
        self.begun = time.monotonic()
        # What it knows by now, it knows from its first look.
        eventually("it does not look", lambda: self.left.ask("GET", "/v1/games")[0] == 200)
        time.sleep(1)
        self.sizes = call(taker, names)
        taker.kill()

    def finish(self):
        patience = SURVEY + LATE + PATIENCE - (time.monotonic() - self.begun)
        eventually("what was called at a server that was killed is not ticked by the other",
                   lambda: ticked(self.left, self.sizes) == set(self.sizes), patience)
        ticked_once(self.program, self.sizes)
        self.left.end()


def at_once(database, program):
    """Several servers find the same votes over: each is ended once."""
    program = in_database(database, program, "race")
    names = [f"r{number}" for number in range(12)]
    found(program, names)
    sizes = call_by_command(program, names)
    # By then none of them waits for a moment of its own.
    time.sleep(VOTE + LATE)
    keepers = [Keeper(program, program.ledger, "--unsigned", "--public") for _ in range(2)]
    for each in keepers:
        each.ready()
    eventually("they are not ticked", lambda: ticked(keepers[0], sizes) == set(sizes), PATIENCE)
    time.sleep(0.5)
    ticked_once(program, sizes)
    # Called at either while both are there.
    found(program, ["a", "b"])
    sizes = {**call(keepers[0], ["a"]), **call(keepers[1], ["b"])}
    eventually("they are not ticked", lambda: ticked(keepers[0], sizes) == set(sizes), VOTE + LATE + PATIENCE)
    time.sleep(0.5)
    ticked_once(program, sizes)
    # The other one is killed, and it goes on alone.
    found(program, ["c", "d"])
    sizes = call(keepers[0], ["c"])
    keepers[1].kill()
    sizes |= call(keepers[0], ["d"])
    eventually("who is left does not tick", lambda: ticked(keepers[0], sizes) == set(sizes), VOTE + LATE + PATIENCE)
    ticked_once(program, sizes)
    keepers[0].end()


def heard(program, ahead):
    """What the log of the server whose clock is so far ahead says of clocks."""
    text = (program.folder / f"log{ahead}").read_text(encoding="utf-8")
    lines = [json.loads(line) for line in text.splitlines() if line.startswith("{") and line.endswith("}")]
    return [(each["ahead"], each["ticks"]) for each in lines if each.get("event") == "clock"]


def clocks(database, program, clock):
    """A server says that its clock is not the database's, and where they are far apart it ticks nothing."""
    program = in_database(database, program, "clocks")
    found(program, ["minute"], MINUTE)
    sizes = call_by_command(program, ["minute"])
    said = {0: [], 1: [], 15: [(15.0, True)], -15: [(-15.0, True)], 90: [(90.0, False)], -90: [(-90.0, False)]}
    # Which may take a while: nothing is ticked before they were compared.
    slow = Gate(program.folder / "slow", database.home, b"clock_timestamp")
    keepers = {}
    for ahead in said:
        with open(program.folder / f"log{ahead}", "w", encoding="utf-8") as log:
            keepers[ahead] = Keeper(Shifted(program, clock, ahead), slow.address("clocks"), "--unsigned", "--public",
                                    log=log)
    for each in keepers.values():
        each.ready()
    time.sleep(LATE + 1)
    for ahead, expected in said.items():
        eventually(f"{ahead} s ahead: it says {heard(program, ahead)}, not {expected}",
                   lambda: len(heard(program, ahead)) >= len(expected))
        # Half a second of the way there and back is no difference, and on a busy machine it is more.
        expect([(abs(one - ahead) < 3, ticks) for one, ticks in heard(program, ahead)] ==
               [(True, ticks) for _, ticks in expected], f"{ahead} s ahead: it says {heard(program, ahead)}")
    # By the clock that is 90 seconds ahead the vote is over.
    expect(not ticked(keepers[0], sizes), "a server whose clock is wrong has ended a vote before its time")
    for each in keepers.values():
        each.end()


def test(options, folder):
    with postgres.running() as (database,), Keeper.none_left():
        program = Program(options.binary, folder)
        begin = time.monotonic()
        taker = TakerKilled(database, program)
        # While that is waited for.
        postgres.in_turn([at_once], database, program)
        if options.clock:
            postgres.in_turn([clocks], database, program, str(pathlib.Path(options.clock).resolve()))
        taker.finish()
        print(f"taker ({time.monotonic() - begin:.1f} s): {taker.__doc__}", flush=True)


if __name__ == "__main__":
    main(__doc__, [("clock", "", "tests/command/shifted_clock.c as a library; without it no clock is shifted")], test)

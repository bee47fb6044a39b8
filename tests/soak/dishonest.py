#!/usr/bin/env python3
"""Dishonest histories put before the real program: none is acknowledged that is not, by the rules, a history.

A game that requires signatures is played by the program. Whoever forges it holds Bob's key and all that was ever signed,
here and in another history of the same game; they chain, count and seal as well as the program does. Each trial takes a
ledger that holds the game up to some record, and a bundle of a forged game, whole or from some record on.

What is a history says the example verifier, which shares no code with the program: if the forged game as a whole does
not hold, import must refuse the part (3 or 4) and leave the ledger as it was. If it holds, import may take it in: with
status 0 only if verify finds nothing in the whole game, with status 1 only where verify finds moves that the rules do
not allow and nothing else; or refuse it with status 4 because no game can be derived from it, as verify says, too. From
whatever was taken in the game goes on.

    tests/soak/dishonest.py build/release/bin/nomic --trials 20000    # hours
    NOMIC_THOROUGH=10 build/release/bin/nomic_ledger_tests --gtest_filter='Dishonest*'    # 20,000 in memory; a minute
"""

import collections
import contextlib
import importlib.util
import io
import json
import pathlib
import random
import shutil
import sys

from program import Program, expect, main

TESTS = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TESTS / "bundles"))
from builder import Game, bundle, leaf  # noqa: E402

spec = importlib.util.spec_from_file_location("verify", TESTS.parent / "examples/verify/verify.py")
verify = importlib.util.module_from_spec(spec)
spec.loader.exec_module(verify)

from cryptography.hazmat.primitives.serialization import load_pem_private_key  # noqa: E402

SECOND = 1_000_000
WAYS = ("honest", "again", "elsewhere", "early", "junk", "unsigned", "stripped", "renamed", "unchained", "earlier",
        "unseen", "forked", "request", "altered", "mine")


def game_of(records):
    game = Game.__new__(Game)
    game.records = list(records)
    return game


def records_in(data):
    records, at = [], len(verify.FIRST_LINE)
    while at < len(data):
        length = int.from_bytes(data[at + 1 : at + 5], "big")
        if data[at : at + 1] == b"R":
            records.append(data[at + 5 : at + 5 + length])
        at += 5 + length
    return records


def holds(data):
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            verify.verify_file(io.BytesIO(data), [])
        return True
    except verify.False_:
        return False


class Forger:
    """Records upon others, each with one thing that is not so, or with none."""

    def __init__(self, honest, elsewhere, founding, bob, dice):
        self.honest, self.elsewhere, self.founding, self.bob, self.dice = honest, elsewhere, founding, bob, dice
        self.events = [verify.read_record(each)["payload"] for each in honest[founding:]]

    def place(self, game, data, **other):
        """The statement and the signatures of another record, in the next place."""
        read = verify.read_record(data)
        signatures = [(each["public_key"], each["signature"]) for each in read["signatures"]]
        game.say(b"", statement=read["statement"], signatures=signatures, **self.now(game), **other)

    @staticmethod
    def now(game):
        return {"recorded_at": verify.read_record(game.records[-1])["recorded_at"] + SECOND}

    def add(self, game):
        way, dice, size = self.dice.choice(WAYS), self.dice, len(game.records)
        name = {"request_id": b"bob %d" % dice.randrange(10**9)}
        event = dice.choice(self.events)
        if way == "honest":
            self.place(game, self.honest[min(size, len(self.honest) - 1)])
        elif way == "again":
            self.place(game, dice.choice(game.records[1:]))
        elif way == "elsewhere":
            self.place(game, self.elsewhere[dice.randrange(self.founding, len(self.elsewhere))])
        elif way == "early":
            self.place(game, self.honest[dice.randrange(self.founding, len(self.honest))])
        elif way == "junk":
            game.say(dice.randbytes(dice.randrange(1, 40)), dice.choice((b"Ann", b"Bob", b"")), **self.now(game), **name)
        elif way == "unsigned":
            game.say(event, dice.choice((b"Ann", b"Bob")), **self.now(game), **name)
        elif way == "stripped":
            read = verify.read_record(self.honest[min(size, len(self.honest) - 1)])
            game.say(b"", statement=read["statement"], **self.now(game))
        elif way == "renamed":
            game.say(event, b"Ann", self.bob, **self.now(game), **name)
        elif way == "unchained":
            game.say(event, b"Bob", self.bob, previous_hash=dice.randbytes(32), **self.now(game), **name)
        elif way == "earlier":
            game.say(event, b"Bob", self.bob, recorded_at=self.now(game)["recorded_at"] - dice.randrange(2, 9) * SECOND,
                     **name)
        elif way == "unseen":
            game.say(event, b"Bob", self.bob, seen_size=dice.randrange(1, size + 1), seen_hash=dice.randbytes(32),
                     **self.now(game), **name)
        elif way == "forked":
            seen = dice.randrange(1, min(size, len(self.elsewhere)) + 1)
            game.say(event, b"Bob", self.bob, seen_size=seen, seen_hash=leaf(self.elsewhere[seen - 1]), **self.now(game),
                     **name)
        elif way == "request":
            taken = verify.read_record(dice.choice(game.records[self.founding :] or game.records))["request_id"].encode()
            game.say(event, dice.choice((b"Ann", b"Bob")), dice.choice((self.bob, None)), request_id=taken, **self.now(game))
        elif way == "altered":
            read = verify.read_record(self.honest[min(size, len(self.honest) - 1)])
            signatures = [(each["public_key"], each["signature"]) for each in read["signatures"]]
            game.say(event, read["author"].encode(), signatures=signatures, **self.now(game), **name)
        else:
            game.say(event, b"Bob", self.bob, **self.now(game), **name)

    def forge(self, held):
        game = game_of(self.honest[:held])
        for _ in range(self.dice.randrange(1, 4)):
            self.add(game)
            try:
                verify.read_record(game.records[-1])
            except ValueError:
                break  # upon what cannot be read nothing can be put
        return game


def play(program):
    """A game of signed moves, and another history of it in which Ann has signed something else."""
    for name in ("ann", "bob"):
        program.must("key", "new", str(program.folder / f"{name}.key"))
    keys = {name: program.must("key", "show", str(program.folder / f"{name}.key")).out.split()[0] for name in ("ann", "bob")}
    program.must("init", "--signing", "required", "--player-key", f"Ann={keys['ann']}", "--player-key", f"Bob={keys['bob']}",
                 "Ann", "Bob")
    founding = program.size()

    def move(player, *words):
        program.must(*words, "--as", player, "--key", str(program.folder / f"{player.lower()}.key"))

    move("Ann", "propose", "enact", "--text", "Mice are welcome.", "--call-vote")
    move("Bob", "vote", "for")
    fork = program.copy_to(program.folder / "fork")
    fork.must("vote", "against", "--as", "Ann", "--key", str(program.folder / "ann.key"))
    move("Ann", "vote", "for")
    move("Ann", "roll", "4")
    move("Bob", "propose", "repeal", "209", "--call-vote")
    move("Ann", "vote", "against")
    move("Bob", "vote", "for")
    move("Bob", "roll", "2")
    return founding, exported(program), exported(fork)


def exported(program):
    program.must("export", "--force", str(program.folder / "whole"))
    return (program.folder / "whole").read_bytes()


def found_by_verify(program, *words):
    done = program.run("verify", "--format", "json", *words)
    expect(done.status in (0, 1, 4), str(done))
    return {each["check"] for each in json.loads(done.out)["findings"]}


def try_one(program, game, held, start, ledgers):
    """What became of it: refused, no game, lawful or unlawful."""
    shutil.rmtree(program.folder, ignore_errors=True)
    shutil.copytree(ledgers[held], program.folder)
    before = exported(program)
    whole, part = program.folder / "forged", program.folder / "part"
    whole.write_bytes(bundle(game))
    part.write_bytes(bundle(game, start=start))
    done = program.run("import", str(part), "--allow-ahead")
    if not holds(whole.read_bytes()):
        expect(done.status in (3, 4), f"no history was taken in: {done}")
        expect(exported(program) == before, f"a refused import left something: {done}")
        return "refused"
    found = found_by_verify(program, str(whole))
    if "DERIVE" in found:
        expect(done.status == 4 and "no game can be derived" in done.err, str(done))
        expect(exported(program) == before, f"a refused import left something: {done}")
        return "no game"
    expect(found <= {"NOT_LAWFUL"}, f"verify FILE: {found}")
    expect(done.status == (1 if found else 0), f"verify says {found or 'nothing'}: {done}")
    expect(program.size() == len(game.records), "it was taken in whole")
    expect(found_by_verify(program) == found, "verify says the same of the file and of the ledger")
    return "unlawful" if found else "lawful"


def test(options, folder):
    program = Program(options.binary, folder / "game")
    program.folder.mkdir()
    founding, whole, other = play(program)
    honest, elsewhere = records_in(whole), records_in(other)
    bob = load_pem_private_key((program.folder / "bob.key").read_bytes(), None)
    ledgers = {}
    for held in range(founding, len(honest) + 1):
        kept = Program(options.binary, folder / f"held {held}")
        kept.folder.mkdir()
        (kept.folder / "bundle").write_bytes(bundle(game_of(honest[:held])))
        kept.must("import", str(kept.folder / "bundle"))
        ledgers[held] = kept.folder

    dice = random.Random(options.seed)
    forger = Forger(honest, elsewhere, founding, bob, dice)
    counted = collections.Counter()
    trial = Program(options.binary, folder / "trial")
    for number in range(options.trials):
        held = dice.randrange(founding, len(honest) + 1)
        game = forger.forge(held)
        start = 0 if dice.randrange(4) == 0 else held - dice.randrange(3)
        try:
            counted[try_one(trial, game, held, start, ledgers)] += 1
        except Exception:
            print(f"trial {number} of --seed {options.seed}: {held} records held, a bundle from {start}")
            raise
    print(f"{options.trials} dishonest histories: {counted['refused']} are none and were refused, {counted['no game']} are no "
          f"games and were refused, {counted['unlawful']} were taken in as unlawful, {counted['lawful']} are lawful")
    expect(options.trials < 100 or all(counted[each] for each in ("refused", "no game", "unlawful", "lawful")),
           f"some kind is missing: {counted}")


if __name__ == "__main__":
    main(__doc__, [("trials", 150, "histories"), ("seed", 1, "of the dice")], test)

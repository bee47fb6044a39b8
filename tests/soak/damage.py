#!/usr/bin/env python3
"""Damage done to the ledger's files: it is found, and named, or it provably had no effect.

Each trial takes a fresh copy of one ledger, which has played for a while, does one thing to one file, and asks the
program in a state in which it has never met the game. Good is status 4 with a place that is named, or status 0 with the
same scores, rules, log and verify as before. Anything else (a crash, a hang, another status, an answer that differs) is
wrong. What was done: each byte flipped (every --stride th, at a place that the seed chooses), each file cut at
lengths from nothing to one byte less, each file removed.

    tests/soak/damage.py build/release/bin/nomic --stride 1      # every byte; hours
    tests/soak/damage.py build/release/bin/nomic --trials 150    # a sample, at least some of every file
"""

import collections
import os
import random
import re
import shutil
import subprocess
import threading

from program import Program, Wrong, endless_game, expect, main

# A record, a size, a file, or a part of the ledger by name.
PLACE = re.compile(r"#\d+|\brecord|\bmark\b|\bcatalog|\bformat|\bgame\b|\btile|\bsnapshot|\d{6}\.|MANIFEST|CURRENT|\blog\b", re.I)
QUESTIONS = (("scores", "--format", "json"), ("show-rules", "--format", "json"), ("log", "--format", "jsonl"))
SECONDS = 30


def answers(program):
    """What the program says of its ledger: a status, or all its answers."""
    said = []
    for question in (("verify", "--format", "json"), *QUESTIONS):
        process = program.start(*question)
        try:
            out, err = process.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            raise Wrong(f"{question[0]} hangs") from None
        if process.returncode != 0:
            return process.returncode, question[0], (err + out).decode(errors="replace")
        said.append(out)
    return 0, "", said


def flip(path, offset, bits):
    with path.open("r+b") as file:
        file.seek(offset)
        byte = file.read(1)[0]
        file.seek(offset)
        file.write(bytes([byte ^ bits]))


def trials(files, options, dice):
    """(file, what is done, offset or length, bits)."""
    for name, size in files:
        yield name, "remove", 0, 0
        if options.stride:
            for offset in range(dice.randrange(options.stride), size, options.stride):
                yield name, "flip", offset, 1 << dice.randrange(8)
        lengths = range(size) if options.stride == 1 else sorted({0, 1, size // 2, size - 1} & set(range(size)))
        for length in lengths:
            yield name, "cut", length, 0
        if options.trials and size:
            for _ in range(max(2, options.trials // len(files))):
                yield name, "flip", dice.randrange(size), 1 << dice.randrange(8)


def try_one(program, before, name, what, at, bits):
    path = program.ledger / name
    if what == "remove":
        path.unlink()
    elif what == "cut":
        os.truncate(path, at)
    else:
        flip(path, at, bits)
    where = f"{name}: {what} at {at}" + (f", bits {bits:#04x}" if bits else "")
    try:
        status, command, said = answers(program)
    except Wrong as wrong:
        raise Wrong(f"{where}: {wrong}") from None
    if status == 0:
        expect(said == before, f"{where}: not found, and the answers differ")
        return "no effect"
    expect(status == 4, f"{where}: {command} ended with status {status}: {said[-500:]}")
    expect(PLACE.search(said), f"{where}: {command} names no place: {said[-500:]}")
    return "found"


def worker(number, options, folder, original, before, work, counts, wrongs):
    while True:
        try:
            name, what, at, bits = work.popleft()
        except IndexError:
            return
        program = original.copy_to(folder / f"copy-{number}")
        try:
            counts[what, try_one(program, before, name, what, at, bits)] += 1
        except Wrong as wrong:
            wrongs.append(str(wrong))
            print(f"WRONG: {wrong}", flush=True)


def test(options, folder):
    dice = random.Random(options.seed)
    original = Program(options.binary, folder / "original")
    original.folder.mkdir()
    original.found()
    for _, move in zip(range(options.moves), endless_game()):
        original.must(*move)
    files = sorted((str(path.relative_to(original.ledger)), path.stat().st_size)
                   for path in original.ledger.rglob("*") if path.is_file())
    status, _, before = answers(original.copy_to(folder / "whole"))
    expect(status == 0, f"the whole ledger is refused: {before}")

    work = collections.deque(trials(files, options, dice))
    total, counts, wrongs = len(work), collections.Counter(), []
    threads = [threading.Thread(target=worker, args=(number, options, folder, original, before, work, counts, wrongs))
               for number in range(os.cpu_count() or 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    shutil.rmtree(folder / "whole")
    print(f"{len(files)} files, {sum(size for _, size in files)} bytes, {total} trials: "
          + ", ".join(f"{what} {result} {count}" for (what, result), count in sorted(counts.items())))
    expect(not wrongs, f"{len(wrongs)} of {total} trials went wrong, the first: {wrongs[:1]}")


if __name__ == "__main__":
    main(__doc__, [("moves", 40, "moves of the game that is damaged"), ("trials", 0, "flips at random places, over all files"),
                   ("stride", 0, "flip every so many bytes; 1 is every byte"), ("seed", 108, "of the random places")], test)

#!/usr/bin/env python3
"""The program is killed (SIGKILL) at random moments while it makes a rehearsal: it is whole, or it is not there.

Whatever was left, the game is as it was, the same command makes the rehearsal afterwards, and its game is sound.

    tests/soak/rehearse.py build/release/bin/nomic --rounds 100
"""

import itertools
import pathlib
import random
import shlex
import shutil
import subprocess
import time

from program import Program, endless_game, expect, main


def test(options, folder):
    dice = random.Random(options.seed)
    program = Program(options.binary, folder)
    program.found()
    moves = itertools.islice(endless_game(), options.moves)
    program.must("play", "-", input="".join(shlex.join(move) + "\n" for move in moves))
    head, place = program.must("head").out, pathlib.Path(folder) / "practice"
    began = time.monotonic()
    program.must("rehearse", str(place))
    usual = time.monotonic() - began
    whole = cut = 0
    for _ in range(options.rounds):
        shutil.rmtree(place, ignore_errors=True)
        process = program.start("rehearse", str(place), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(dice.uniform(0, 1.2 * usual))
        process.kill()
        process.wait()
        if (place / ".nomic").exists():
            whole += 1
        else:
            cut += 1
            nothing = program.run("status", "--ledger", str(place))
            expect(nothing.status == 2, f"half a rehearsal is shown: {nothing}")
            program.must("rehearse", str(place))
        program.must("verify", "--ledger", str(place))
        expect(program.must("head").out == head, "the game is another than it was")
    program.must("verify")
    print(f"{cut} rehearsals cut short, {whole} whole: none in between, and the game as it was")


if __name__ == "__main__":
    main(__doc__, [("rounds", 100, "how many times it is killed"), ("moves", 150, "how long the game is"),
                   ("seed", 107, "of the random moments")], test)

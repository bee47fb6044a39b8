#!/usr/bin/env python3
"""A long game at two sizes: the rules at a random record, and an audit of all of it.

    tests/soak/scale.py build/release/bin/nomic --small 10000 --large 1000000 --looks 40

The median of `show-rules --at` at random records of the large game is at most --slower times that of the small one, and
the audit of the large one takes at most --memory megabytes. By turns, in one run; the game is played by `nomic play`.
"""

import os
import random
import shlex
import shutil
import statistics
import subprocess
import time

from program import Program, endless_game, expect, main


def play(program, moves, upto):
    process = program.start("play", "-", stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    size = program.size()
    for _ in range(upto - size):
        process.stdin.write((shlex.join(next(moves)) + "\n").encode())
    process.stdin.close()
    err = process.stderr.read().decode()
    expect(process.wait() == 0, f"play: {err[-2000:]}")


def look(program, upto):
    began = time.monotonic()
    program.must("show-rules", "--at", str(random.randrange(40, upto)))
    return time.monotonic() - began


def audit(program, options):
    """Peak memory in MB, and seconds."""
    began = time.monotonic()
    process = program.start("audit", stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    out = process.stdout.read().decode()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    expect(process.returncode == 0, out[-2000:])
    return usage.ru_maxrss / 1024, time.monotonic() - began


def test(options, folder):
    program = Program(options.binary, folder / "game")
    program.folder.mkdir()
    program.found()
    moves = endless_game()
    began = time.monotonic()
    play(program, moves, options.small)
    small = program.copy_to(folder / "small")
    play(program, moves, options.large)
    print(f"{options.large} records played in {time.monotonic() - began:.0f} s", flush=True)

    random.seed(options.seed)
    times = {small: [], program: []}
    for _ in range(options.looks):
        times[small].append(look(small, options.small))
        times[program].append(look(program, options.large))
    of_small, of_large = (statistics.median(times[one]) * 1000 for one in (small, program))
    print(f"show-rules --at a random record: {of_small:.1f} ms at {options.small} records, {of_large:.1f} ms at "
          f"{options.large}: {of_large / of_small:.2f} x", flush=True)

    for size, one in ((options.small, small), (options.large, program)):
        memory, seconds = audit(one, options)
        print(f"audit of {size} records: {memory:.0f} MB at most, {seconds:.1f} s", flush=True)
    expect(memory <= options.memory, f"the audit took {memory:.0f} MB")
    expect(of_large <= options.slower * of_small, f"a look takes {of_large / of_small:.2f} times as long")
    if options.keep:
        shutil.copytree(program.ledger, options.keep)


if __name__ == "__main__":
    main(__doc__, [("small", 10000, "records of the small game"), ("large", 1000000, "records of the large one"),
                   ("looks", 40, "random records"), ("seed", 1, "of the random records"),
                   ("slower", 2.0, "how many times slower a look may be"),
                   ("memory", 128.0, "how many MB the audit may take"),
                   ("keep", "", "where to keep the large ledger; empty: nowhere")], test)

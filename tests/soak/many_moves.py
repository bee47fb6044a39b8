#!/usr/bin/env python3
"""A long game of one-shot commands: the ledger's folder stays small and no move gets slower.

    tests/soak/many_moves.py build/release/bin/nomic --moves 10000 --slower 1.2

At most --files files at the end; the median of the last moves takes at most --slower times that of the first (0: not
asked, as a machine that does other work meanwhile cannot tell).
"""

import statistics
import time

from program import Program, endless_game, expect, main


def test(options, folder):
    program = Program(options.binary, folder)
    program.found()
    seconds, most_files = [], 0
    for number, move in zip(range(options.moves), endless_game()):
        began = time.monotonic()
        program.must(*move)
        seconds.append(time.monotonic() - began)
        if number % 100 == 0:
            most_files = max(most_files, sum(1 for path in program.ledger.rglob("*") if path.is_file()))
    files = [path for path in program.ledger.rglob("*") if path.is_file()]
    most_files = max(most_files, len(files))
    expect(len(files) <= options.files, f"{len(files)} files after {options.moves} moves")
    program.must("verify")
    program.must("replay", "--check")

    window = min(500, options.moves // 2)
    first, last = (statistics.mean(part) * 1000 for part in (seconds[:window], seconds[-window:]))
    ratio = last / first
    print(f"{options.moves} one-shot moves: {len(files)} files (most seen {most_files}), "
          f"{sum(path.stat().st_size for path in files) / 1e6:.1f} MB; mean of the first {window} moves {first:.2f} ms, "
          f"of the last {last:.2f} ms: {ratio:.2f} x; median of all {statistics.median(seconds) * 1000:.2f} ms")
    if options.slower:
        expect(ratio <= options.slower, f"the last moves take {ratio:.2f} times as long as the first")


if __name__ == "__main__":
    main(__doc__, [("moves", 10000, "how many moves"), ("files", 60, "how many files the ledger may have"),
                   ("slower", 0.0, "how many times slower the last moves may be")], test)

#!/usr/bin/env python3
"""Reads beside a busy writer: every one is right, and what a reader has seen never goes back.

A writer plays without a pause (a long `play`, then one-shot commands, by turns) while readers ask for `status`, `scores`
and `show-rules --at`. Every read must end with status 0, its size must be at least that of the read before, and what was
the law at a past record must always be the same.

    tests/soak/readers.py build/release/bin/nomic --reads 1000
"""

import subprocess
import threading

from program import Program, expect, main


class Writer(threading.Thread):
    """Moves without end, until it is told to stop."""

    def __init__(self, program):
        super().__init__()
        self.program, self.stopping, self.failed, self.moves = program, threading.Event(), None, 0

    def run(self):
        while not self.stopping.is_set() and not self.failed:
            lines = "".join(f"debate 'line {line}' --as Bob\n" for line in range(50))
            done = self.program.run("play", "-", input=lines)
            self.failed = self.failed or (str(done) if done.status else None)
            for number in range(10):
                done = self.program.run("debate", f"single {number}", "--as", "Cleo")
                self.failed = self.failed or (str(done) if done.status else None)
            self.moves += 60


class Reader(threading.Thread):
    def __init__(self, program, reads, law):
        super().__init__()
        self.program, self.reads, self.law, self.failed, self.sizes = program, reads, law, None, []

    def run(self):
        try:
            for number in range(self.reads):
                self.read(number)
        except Exception as failure:  # told by the main thread
            self.failed = str(failure)

    def read(self, number):
        if number % 3 == 0:
            size = self.program.size()
            expect(not self.sizes or size >= self.sizes[-1], f"a size of {self.sizes[-1:]} was seen, then {size}")
            self.sizes.append(size)
        elif number % 3 == 1:
            scores = self.program.must("scores", "--format", "json").json()["scores"]
            expect([score["points"] for score in scores] == [0, 0, 0], f"nobody has scored, but {scores}")
        else:
            law = self.program.must("show-rules", "--at", "start", "--format", "json").out
            expect(law == self.law, "the law at the start is not what it was")


def test(options, folder):
    program = Program(options.binary, folder)
    program.found()
    program.must("propose", "enact", "--text", "Players speak in turn.", "--as", "Ann")
    law = program.must("show-rules", "--at", "start", "--format", "json").out

    writer = Writer(program)
    readers = [Reader(program, options.reads // options.readers, law) for _ in range(options.readers)]
    for thread in [writer, *readers]:
        thread.start()
    for reader in readers:
        reader.join()
    writer.stopping.set()
    writer.join()
    for thread in [writer, *readers]:
        expect(thread.failed is None, thread.failed)
    grown = max(reader.sizes[-1] for reader in readers) - min(reader.sizes[0] for reader in readers)
    expect(grown > 0, "the writer wrote nothing while the readers read")
    program.must("verify")
    print(f"{sum(reader.reads for reader in readers)} reads by {options.readers} readers, all right, while {grown} records "
          f"were written; no size went back")


if __name__ == "__main__":
    main(__doc__, [("reads", 1000, "how many reads in all"), ("readers", 2, "how many at a time")], test)

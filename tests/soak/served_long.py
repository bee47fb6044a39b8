#!/usr/bin/env python3
"""A server is asked, moved at and followed for long: its memory stays flat.

Every second --rate moves and as many questions of all kinds, about the present and the past; followers come and go,
from the first record or from the last. The resident memory is looked at twenty times; of the last quarter it may be at
most --grown MB more than of the second.

    tests/soak/served_long.py build/release/bin/nomic --seconds 3600
"""

import asyncio
import os
import random
import resource
import statistics
import tempfile
import time

from program import Program, expect, main
from served_kills import Connection, LOST, PLAYERS, Server

# None whose answer grows with the game: what a proposal's debates come to is told from the first to the last.
QUESTIONS = ("status", "status?player=Bob", "rules", "rules/203", "scores", "proposals", "log?limit=20", "history/208",
             "explain/record/34", "head", "diff?from=start", "rules?at={past}", "scores?at={past}",
             "status?at={past}", "log?from={past}&limit=5", "explain/record/{past}")
LOOKS = 20
PROPOSED = 34  # the record of the proposal


class Life:
    def __init__(self, options, server):
        self.options, self.server, self.dice = options, server, random.Random(1)
        self.until = time.monotonic() + options.seconds
        self.size, self.moves, self.questions, self.told = 0, 0, 0, 0

    def is_over(self):
        return time.monotonic() > self.until

    async def paced(self, work):
        """Calls it --rate times a second, as far as it is fast enough."""
        connection, due = Connection(self.server.socket), time.monotonic()
        while not self.is_over():
            await work(connection)
            due = max(due + 1 / self.options.rate, time.monotonic() - 1)
            await asyncio.sleep(max(0, due - time.monotonic()))
        connection.drop()

    async def move(self, connection):
        self.moves += 1
        body = b'{"author":"%s","debate":{"text":"Word %d."}}' % (self.dice.choice(PLAYERS).encode(), self.moves)
        status, answer = await connection.ask("POST", "/v1/games/nomic/moves", body)
        expect(status == 201, f"{status} {answer}")
        self.size = answer["index"] + 1

    async def question(self, connection):
        target = self.dice.choice(QUESTIONS).format(past=self.dice.randrange(PROPOSED, max(PROPOSED + 1, self.size)))
        status, answer = await connection.ask("GET", f"/v1/games/nomic/{target}")
        expect(status == 200, f"{target}: {status} {answer}")
        self.questions += 1

    async def follow(self):
        while not self.is_over():
            connection = Connection(self.server.socket)
            start = 0 if self.dice.random() < 0.2 else max(0, self.size - 10)
            await connection.send("GET", f"/v1/games/nomic/events?from={start}")
            leave = time.monotonic() + self.dice.uniform(0, 20)
            try:
                while not self.is_over() and time.monotonic() < leave:
                    self.told += (await asyncio.wait_for(connection.reader.read(1 << 16), 1)).count(b"\nid: ")
            except LOST:
                pass
            connection.drop()

    def resident(self):
        with open(f"/proc/{self.server.process.pid}/status", encoding="ascii") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmRSS")) / 1024

    async def look(self):
        seen = []
        for number in range(1, LOOKS + 1):
            await asyncio.sleep(max(0, self.until - self.options.seconds * (1 - number / LOOKS) - time.monotonic()))
            seen.append(self.resident())
        return seen

    async def run(self):
        followers = [self.follow() for _ in range(8)]
        seen, *_ = await asyncio.gather(self.look(), self.paced(self.move), self.paced(self.question), *followers)
        return seen


def test(options, folder):
    files = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (files[1], files[1]))
    program = Program(options.binary, folder)
    program.found(PLAYERS)
    program.must("propose", "repeal", "209", "--as", "Ann")
    server = Server(program, os.path.join(tempfile.mkdtemp(dir=folder, prefix="s"), "s"))
    server.begin()
    life = Life(options, server)
    try:
        seen = asyncio.run(life.run())
        server.end()
    finally:
        server.process.kill()
    quarter = LOOKS // 4
    before, after = statistics.mean(seen[quarter:2 * quarter]), statistics.mean(seen[-quarter:])
    print(f"{options.seconds} s: {life.moves} moves, {life.questions} questions, {life.told} events: "
          f"MB of memory {', '.join(f'{each:.1f}' for each in seen)}; "
          f"{before:.1f} in the second quarter, {after:.1f} in the last")
    expect(after - before <= options.grown, f"it has grown by {after - before:.1f} MB")
    program.must("verify")


if __name__ == "__main__":
    main(__doc__, [("seconds", 3600, "how long"), ("rate", 20, "moves a second, and questions"),
                   ("grown", 8.0, "how many MB it may grow")], test)

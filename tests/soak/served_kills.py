#!/usr/bin/env python3
"""The server is killed (SIGKILL) again and again while many clients move, and many follow the game.

A client repeats a move that was not answered under its request ID; now and then it drops its connection before the
answer. Each acknowledged move is recorded once, where it was said to be; what a reader was shown stays; each follower
is told every record once and in order, over all its connections.

    tests/soak/served_kills.py build/release/bin/nomic --moves 10000 --clients 50 --kills 100 --streams 1000
"""

import asyncio
import collections
import json
import os
import random
import resource
import signal
import subprocess
import tempfile
import time

from program import Program, expect, main

PLAYERS = ("Ann", "Bob", "Cleo", "Dora")
LOST = (ConnectionError, asyncio.IncompleteReadError, FileNotFoundError, TimeoutError, asyncio.TimeoutError)


class Server:
    """The program as a server that is killed and begun again."""

    def __init__(self, program, socket):
        self.program, self.socket, self.process, self.kills = program, socket, None, 0

    def begin(self):
        self.process = self.program.start("serve", "--listen", "none", "--socket", self.socket, "--format", "json",
                                          stderr=subprocess.DEVNULL)
        line = self.process.stdout.readline()
        expect(line, f"the server does not begin: {self.process.poll()}")
        expect(json.loads(line)["pid"] == self.process.pid, "it says another process")

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.kills += 1

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        expect(self.process.wait() == 0, "the server does not end well")


class Connection:
    """A connection that stays, one request at a time."""

    def __init__(self, socket):
        self.socket, self.reader, self.writer = socket, None, None

    async def send(self, method, target, body=b"", headers=""):
        if self.writer is None:
            self.reader, self.writer = await asyncio.open_unix_connection(self.socket, limit=1 << 22)
        head = f"{method} {target} HTTP/1.1\r\nHost: localhost\r\n{headers}"
        if body:
            head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
        self.writer.write(head.encode() + b"\r\n" + body)
        await self.writer.drain()

    async def head(self):
        lines = (await self.reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        names = dict(line.lower().split(": ", 1) for line in lines[1:] if line)
        return int(lines[0].split()[1]), names

    async def ask(self, *request):
        await self.send(*request)
        status, names = await self.head()
        return status, json.loads(await self.reader.readexactly(int(names["content-length"])))

    def drop(self):
        if self.writer is not None:
            self.writer.close()
        self.reader = self.writer = None


class Crowd:
    def __init__(self, options, server, dice):
        self.options, self.server, self.dice = options, server, dice
        self.acknowledged = {}       # (index, hash) by request ID
        self.shown = {}              # head hash by size, as readers saw it
        self.heard = []              # what each follower has heard of
        self.tries = collections.Counter()
        self.over = asyncio.Event()  # all have moved, and the server is killed no more

    async def again(self, connection, *request):
        """Asks until it is answered by something that counts."""
        while True:
            try:
                if self.dice.random() < 0.03:
                    await connection.send(*request)
                    self.tries["dropped by the client"] += 1
                    connection.drop()
                    continue
                status, answer = await asyncio.wait_for(connection.ask(*request), 60)
            except LOST:
                self.tries["dropped by the server"] += 1
                connection.drop()
                await asyncio.sleep(self.dice.uniform(0, 0.05))
                continue
            if status < 500:
                return status, answer
            self.tries[f"answered {status}"] += 1
            await asyncio.sleep(0.01)

    async def client(self, number, moves):
        connection = Connection(self.server.socket)
        for move in range(moves):
            request = f"client-{number}-{move}"
            body = json.dumps({"author": PLAYERS[number % len(PLAYERS)], "requestId": request,
                               "debate": {"text": f"Word {move} of client {number}."}}).encode()
            status, answer = await self.again(connection, "POST", "/v1/games/nomic/moves", body)
            expect(status in (200, 201), f"{request}: {status} {answer}")
            self.acknowledged[request] = (answer["index"], answer["hash"])
            self.tries["were recorded before" if status == 200 else "were recorded then"] += 1
        connection.drop()

    async def looker(self):
        connection = Connection(self.server.socket)
        largest = 0
        while not self.over.is_set():
            known = max((index for index, _ in list(self.acknowledged.values())[-5:]), default=0)
            _, head = await self.again(connection, "GET", "/v1/games/nomic/head")
            expect(head["size"] > known, f"record {known} is acknowledged, and {head['size']} are shown")
            expect(head["size"] >= largest, f"{largest} records were shown, and then {head['size']}")
            largest = head["size"]
            expect(self.shown.setdefault(largest, head["head"]) == head["head"], f"two heads of {largest} records")
            await asyncio.sleep(0.002)
        connection.drop()

    async def follower(self, number, heard):
        connection = Connection(self.server.socket)
        while True:
            try:
                last = f"Last-Event-ID: {len(heard) - 1}\r\n" if heard else ""
                await connection.send("GET", "/v1/games/nomic/events", b"", last)
                status, _ = await connection.head()
                if status != 200:
                    raise ConnectionError
                unread = b""
                while True:
                    # In chunks, whose lengths stand between events or within one.
                    length = int(await connection.reader.readline() or b"0", 16)
                    if length == 0:
                        raise ConnectionError
                    unread += (await connection.reader.readexactly(length + 2))[:-2]
                    *events, unread = unread.split(b"\n\n")
                    for event in events:
                        if event != b":":
                            index, _, data = event.partition(b"\n")
                            expect(index == b"id: %d" % len(heard), f"follower {number}: {index} after {len(heard)}")
                            heard.append(hash(data.partition(b'"hash":"')[2][:64]))
            except LOST:
                connection.drop()
                await asyncio.sleep(self.dice.uniform(0, 0.2))

    async def killer(self):
        """Kills as the moves go on, so that the last kill comes with the last of them."""
        while self.server.kills < self.options.kills:
            due = self.options.moves * (self.server.kills + self.dice.random()) / (self.options.kills + 1)
            while len(self.acknowledged) < due:
                await asyncio.sleep(0.001)
            self.server.kill()
            await asyncio.sleep(self.dice.uniform(0, 0.02))
            self.server.begin()

    async def run(self):
        options = self.options
        self.heard = [[] for _ in range(options.streams)]
        followers = [asyncio.create_task(self.follower(*each)) for each in enumerate(self.heard)]
        lookers = [asyncio.create_task(self.looker()) for _ in range(3)]
        shares = [options.moves // options.clients + (number < options.moves % options.clients)
                  for number in range(options.clients)]
        moving = [asyncio.create_task(self.client(*share)) for share in enumerate(shares)]
        for done in asyncio.as_completed([*moving, asyncio.create_task(self.killer())]):
            await done
        self.over.set()
        await asyncio.gather(*lookers)
        size = 1 + max(index for index, _ in self.acknowledged.values())
        until = time.monotonic() + 300
        while any(len(heard) < size for heard in self.heard):
            for follower in followers:
                if follower.done():
                    follower.result()
            behind = sum(len(heard) < size for heard in self.heard)
            expect(time.monotonic() < until, f"{behind} followers have not heard everything")
            await asyncio.sleep(0.05)
        for follower in followers:
            follower.cancel()
        await asyncio.gather(*followers, return_exceptions=True)
        return size


def compare(crowd, records, size, options):
    expect(len(records) == size, f"{len(records)} records, and {size} were shown")
    expect(len(crowd.acknowledged) == options.moves, "not all moves are acknowledged")
    ids = [record["requestId"] for record in records]
    recorded = collections.Counter(request for request in ids if request.startswith("client"))
    expect(set(recorded) == set(crowd.acknowledged), "what is recorded and what is acknowledged differ")
    expect(set(recorded.values()) == {1}, "a move is recorded twice")
    for request, (index, digest) in crowd.acknowledged.items():
        there = records[index]
        expect((there["requestId"], there["hash"]) == (request, digest), f"{request} is not record {index}")
    for shown, head in crowd.shown.items():
        expect(records[shown - 1]["hash"] == head, f"the game was shown with {shown} records, and another head")
    hashes = [hash(record["hash"].encode()) for record in records]
    for number, heard in enumerate(crowd.heard):
        expect(heard == hashes, f"follower {number} heard something else")


def test(options, folder):
    files = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (files[1], files[1]))
    program = Program(options.binary, folder)
    program.found(PLAYERS)
    program.must("propose", "repeal", "209", "--as", "Ann")
    server = Server(program, os.path.join(tempfile.mkdtemp(dir=folder, prefix="s"), "s"))
    server.begin()
    began = time.monotonic()
    crowd = Crowd(options, server, random.Random(options.seed))
    try:
        size = asyncio.run(crowd.run())
        server.end()
    finally:
        server.process.kill()
    took = time.monotonic() - began
    program.must("verify")
    program.must("replay", "--check")
    compare(crowd, program.log(), size, options)
    print(f"{options.moves} moves of {options.clients} clients, {server.kills} kills, {options.streams} streams, "
          f"{took:.0f} s: each is there once, {len(crowd.shown)} heads that were shown are there; "
          + ", ".join(f"{count} {what}" for what, count in sorted(crowd.tries.items())))


if __name__ == "__main__":
    main(__doc__, [("moves", 10000, "how many moves"), ("clients", 50, "how many clients move"),
                   ("kills", 100, "how often the server is killed"), ("streams", 100, "how many follow the game"),
                   ("seed", 1, "of what is drawn by lot")], test)

#!/usr/bin/env python3
"""Several servers over one database, while backends are ended, connections cut, the database's server and ours killed,
and in the end its standby promoted.

Clients debate in many games, each move at whichever server, and repeat what was not answered under its request ID. At
some tables a game is played in earnest: each move is lawful only after the one before, and goes to another server than
that, which has to know of it. Others look, at the servers and at one that follows the standby and is behind, and follow
games from server to server. In the end, of each game: what was acknowledged is there, once, where it was said to be and
with that hash; sizes and hashes agree with everything that anybody was shown; the history of it fits one order of the
appends (tests/postgres/linear.py); the game verifies; and every follower heard every record once and in order.

    tests/soak/many_servers.py build/release/bin/nomic --writers 64 --games 1000 --moves 20000 --faults 60
"""

import asyncio
import collections
import json
import os
import pathlib
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time

from program import Program, expect, main, skip
from served_kills import LOST, PLAYERS, Connection

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "postgres"))
import linear  # noqa: E402
import server as postgres  # noqa: E402

CUT_EVERY = 400_000
# So many turns of a game of four nobody reaches the points that end it.
TURNS = 12


class Cutter:
    """A proxy before the database that cuts a connection after some bytes, in whichever direction they go."""

    def __init__(self, folder, targets, dice):
        self.folder, self.targets, self.dice, self.cuts, self.on = folder, targets, dice, 0, True
        os.mkdir(folder)
        self.listener = None

    async def begin(self):
        self.listener = await asyncio.start_unix_server(self.carry, self.folder + "/.s.PGSQL.5432")

    async def carry(self, reader, writer):
        try:
            there, back = await asyncio.open_unix_connection(self.targets() + "/.s.PGSQL.5432")
        except OSError:
            writer.close()
            return
        left = [self.dice.expovariate(1 / CUT_EVERY)]

        async def pump(source, sink):
            try:
                while True:
                    data = await source.read(1 << 16)
                    if not data:
                        break
                    if self.on:
                        left[0] -= len(data)
                        if left[0] < 0:
                            # Some of it passes.
                            sink.write(data[:self.dice.randrange(len(data) + 1)])
                            self.cuts += 1
                            break
                    sink.write(data)
                    await sink.drain()
            except (ConnectionError, OSError):
                pass
            for each in (writer, back):
                each.close()

        await asyncio.gather(pump(reader, back), pump(there, writer))


class Keeper:
    """One of our servers."""

    def __init__(self, program, address, socket, shows=False):
        self.program, self.address, self.socket, self.process, self.shows = program, address, socket, None, shows

    def begin(self):
        shows = ("--read-only",) if self.shows else ()
        self.process = self.program.start("serve", "--listen", "none", "--socket", self.socket, "--format", "json",
                                          "--ledger", self.address, *shows, stderr=subprocess.DEVNULL)

    async def ready(self):
        while True:
            line = await asyncio.get_running_loop().run_in_executor(None, self.process.stdout.readline)
            if line:
                return
            # The database is not there at this moment.
            self.process.wait()
            await asyncio.sleep(0.2)
            self.begin()

    def kill(self):
        self.process.kill()
        self.process.wait()


class Crowd:
    def __init__(self, options, keepers, shower, dice):
        self.options, self.keepers, self.shower, self.dice = options, keepers, shower, dice
        self.games = [f"g{number}" for number in range(options.games)]
        self.tables = [f"t{number}" for number in range(options.tables)]
        self.shown = collections.defaultdict(set)         # by game: sizes with the hash of the last record
        self.operations = collections.defaultdict(list)   # by game
        self.heard = {}
        self.tries = collections.Counter()
        self.moved = 0
        self.over = False
        self.slowest = 0.0

    async def ask(self, connections, again, *request):
        """Asks until it is answered by something that counts; `again`: before each try."""
        while True:
            number = self.dice.randrange(len(self.keepers))
            connection = connections.setdefault(number, Connection(self.keepers[number].socket))
            begin = again()
            try:
                status, answer = await asyncio.wait_for(connection.ask(*request), 30)
            except (*LOST, ValueError):
                self.tries["dropped"] += 1
                connection.drop()
                await asyncio.sleep(self.dice.uniform(0.01, 0.1))
                continue
            if status < 500:
                return begin, time.monotonic(), status, answer
            self.tries[f"answered {status} {answer.get('code', '')}"] += 1
            await asyncio.sleep(self.dice.uniform(0.02, 0.1))

    async def writer(self, number):
        connections = {}
        while self.moved < self.options.moves:
            self.moved += 1
            move = self.moved
            game = self.dice.choice(self.games)
            request = f"w{number}-{move}"
            body = json.dumps({"author": PLAYERS[number % len(PLAYERS)], "requestId": request,
                               "debate": {"text": f"Word {move}."}}).encode()
            first = time.monotonic()
            _, end, status, answer = await self.ask(connections, lambda: first, "POST", f"/v1/games/{game}/moves", body)
            self.took_place(game, request, first, end, status, answer)
        for each in connections.values():
            each.drop()

    def took_place(self, game, request, first, end, status, answer):
        expect(status in (200, 201), f"{game}, {request}: {status} {answer}")
        self.tries["recorded before" if status == 200 else "recorded then"] += 1
        self.slowest = max(self.slowest, end - first)
        self.operations[game].append((first, end, ("append", answer["index"]), request))
        self.shown[game].add((answer["index"] + 1, answer["hash"]))

    async def table(self, game):
        """A game in earnest, slowly enough to last: all of it must be lawful wherever it goes."""
        connections = {}
        size = 0
        for turn in range(TURNS):
            while self.moved < self.options.moves * turn / TURNS:
                await asyncio.sleep(0.05)
            mover = PLAYERS[turn % len(PLAYERS)]
            change = {"kind": "ENACT", "texts": [{"text": f"Turn {turn} was played."}]}
            moves = [(mover, {"propose": {"changes": [change]}}), (mover, {"callVote": {}}),
                     *((player, {"vote": {"choice": "FOR"}}) for player in PLAYERS), (mover, {"roll": {}})]
            for number, (author, move) in enumerate(moves):
                request = f"{game}-{turn}-{number}"
                body = {"author": author, "requestId": request, **move}
                if size and self.dice.random() < 0.5:
                    body["expect"] = size
                first = time.monotonic()
                _, end, status, answer = await self.ask(connections, lambda: first, "POST", f"/v1/games/{game}/moves",
                                                        json.dumps(body).encode())
                self.took_place(game, request, first, end, status, answer)
                self.tries["in earnest"] += 1
                size = answer["index"] + 1
        for each in connections.values():
            each.drop()

    async def behind(self):
        """Looks at a server of the standby, and says what it was told at the others: it is shown nothing older."""
        connection = Connection(self.shower.socket)
        while not self.over:
            game = self.dice.choice(self.games[:max(2, len(self.games) // 8)])
            told = max((size for size, _ in self.shown[game]), default=0)
            try:
                status, head = await asyncio.wait_for(
                    connection.ask("GET", f"/v1/games/{game}/head", b"", f"Nomic-Size: {told}\r\n"), 30)
            except (*LOST, ValueError):
                connection.drop()
                await asyncio.sleep(0.1)
                continue
            if status == 200:
                expect(head["size"] >= told, f"{game}: {head['size']} are shown to who was told of {told}")
                self.shown[game].add((head["size"], head["head"]))
                self.tries["shown by the standby's server"] += 1
            else:
                expect(status == 503, f"{game} at the standby's server: {status} {head}")
                self.tries[f"not shown by the standby's server: {head.get('code', '')}"] += 1
            await asyncio.sleep(0.01)
        connection.drop()

    async def looker(self, number):
        connections = {}
        while not self.over:
            # Rather where something happens.
            game = self.dice.choice(self.games[:max(2, len(self.games) // 8)])
            begin, end, status, head = await self.ask(connections, time.monotonic, "GET", f"/v1/games/{game}/head")
            expect(status == 200, f"{game}: {status} {head}")
            self.operations[game].append((begin, end, ("look", head["size"]), f"look-{number}"))
            self.shown[game].add((head["size"], head["head"]))
            await asyncio.sleep(0.003)
        for each in connections.values():
            each.drop()

    async def follower(self, number):
        game = self.dice.choice(self.games)
        heard = []
        self.heard[number] = (game, heard)
        while True:
            connection = Connection(self.dice.choice(self.keepers).socket)
            try:
                last = f"Last-Event-ID: {len(heard) - 1}\r\n" if heard else ""
                await connection.send("GET", f"/v1/games/{game}/events", b"", last)
                status, _ = await connection.head()
                if status != 200:
                    raise ConnectionError
                unread = b""
                while True:
                    length = int(await connection.reader.readline() or b"0", 16)
                    if length == 0:
                        raise ConnectionError
                    unread += (await connection.reader.readexactly(length + 2))[:-2]
                    *events, unread = unread.split(b"\n\n")
                    for event in events:
                        if event != b":":
                            index, _, data = event.partition(b"\n")
                            expect(index == b"id: %d" % len(heard), f"follower {number}: {index} after {len(heard)}")
                            heard.append(data.partition(b'"hash":"')[2][:64].decode())
            except (*LOST, ValueError):
                connection.drop()
                await asyncio.sleep(self.dice.uniform(0, 0.2))


class Faults:
    def __init__(self, options, crowd, primary, standby, dice):
        self.options, self.crowd, self.primary, self.standby, self.dice = options, crowd, primary, standby, dice
        self.done = collections.Counter()
        self.current = primary

    async def off(self, does, *given):
        await asyncio.get_running_loop().run_in_executor(None, does, *given)

    def terminate(self):
        try:
            self.current.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'nomic'"
                             " ORDER BY random() LIMIT 3")
        except RuntimeError:
            self.done["could not be done"] += 1

    def crash(self):
        self.current.kill()
        time.sleep(self.dice.uniform(0, 0.3))
        self.current.start()

    async def one(self, kind):
        if kind == "backends ended":
            await self.off(self.terminate)
        elif kind == "crashes of the database":
            await self.off(self.crash)
        elif kind == "servers killed":
            keeper = self.dice.choice(self.crowd.keepers)
            await self.off(keeper.kill)
            keeper.begin()
            await keeper.ready()
        self.done[kind] += 1

    async def tell(self):
        while not self.crowd.over:
            await asyncio.sleep(10)
            if os.environ.get("NOMIC_TELL"):
                print(f"{self.crowd.moved} moves, {dict(self.done)}, {dict(self.crowd.tries)}", flush=True)

    async def run(self):
        self.telling = asyncio.create_task(self.tell())
        kinds = ["backends ended"] * 6 + ["crashes of the database"] + ["servers killed"] * 2
        for number in range(self.options.faults):
            due = self.options.moves * (number + self.dice.random()) / (self.options.faults + 4)
            while self.crowd.moved < due:
                await asyncio.sleep(0.01)
            await self.one(kinds[number % len(kinds)])
        while self.crowd.moved < self.options.moves * 0.85:
            await asyncio.sleep(0.01)
        if self.standby:
            # The primary is gone for good, and its standby takes over: nothing acknowledged was on the primary alone.
            await self.off(self.primary.kill)
            self.current = self.standby
            await self.off(self.standby.promote)
            self.done["standbys promoted"] += 1


async def play(options, crowd, faults, cutter):
    if cutter:
        await cutter.begin()
    servers = [*crowd.keepers, *([crowd.shower] if crowd.shower else [])]
    for keeper in servers:
        keeper.begin()
    await asyncio.gather(*(keeper.ready() for keeper in servers))
    followers = [asyncio.create_task(crowd.follower(number)) for number in range(options.streams)]
    lookers = [asyncio.create_task(crowd.looker(number)) for number in range(4)]
    if crowd.shower:
        lookers.append(asyncio.create_task(crowd.behind()))
    moving = [asyncio.create_task(crowd.writer(number)) for number in range(options.writers)]
    moving += [asyncio.create_task(crowd.table(game)) for game in crowd.tables]
    for done in asyncio.as_completed([*moving, asyncio.create_task(faults.run())]):
        await done
    crowd.over = True
    if cutter:
        cutter.on = False
    await asyncio.gather(*lookers)
    sizes = {}
    connections = {}
    for game in {game for game, _ in crowd.heard.values()}:
        _, _, _, head = await crowd.ask(connections, time.monotonic, "GET", f"/v1/games/{game}/head")
        sizes[game] = head["size"]
    until = time.monotonic() + 120
    while any(len(heard) < sizes[game] for game, heard in crowd.heard.values()):
        for follower in followers:
            if follower.done():
                follower.result()
        expect(time.monotonic() < until, "followers have not heard everything")
        await asyncio.sleep(0.05)
    for follower in followers:
        follower.cancel()
    await asyncio.gather(*followers, return_exceptions=True)
    for keeper in servers:
        keeper.process.send_signal(signal.SIGTERM)
        status = await asyncio.get_running_loop().run_in_executor(None, keeper.process.wait, 30)
        expect(status == 0, "a server does not end well")


def compare(crowd, program, options):
    expect(sum(op[2][0] == "append" for ops in crowd.operations.values() for op in ops)
           == options.moves + options.tables * TURNS * 7, "not all moves are acknowledged")
    logs = {}
    for game in (*crowd.games, *crowd.tables):
        records = program.must("log", "--game", game, "--format", "jsonl").lines()
        logs[game] = [record["hash"] for record in records]
        ids = [record["requestId"] or None for record in records]
        known = {op[3] for op in crowd.operations[game]}
        faults = linear.holds(crowd.operations[game], [each if each in known else None for each in ids])
        expect(not faults, f"{game}: {faults[:5]}")
        for size, hash_of_last in crowd.shown[game]:
            expect(logs[game][size - 1] == hash_of_last, f"{game}: at {size} records another hash was shown")
    # All of them: each game's records, and what is kept beside them.
    program.must("verify")
    for number, (game, heard) in crowd.heard.items():
        expect(heard == logs[game], f"follower {number} of {game} heard something else")


def test(options, folder):
    files = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (files[1], files[1]))
    dice = random.Random(options.seed)
    primary = standby = None
    try:
        try:
            settings = ["wal_retrieve_retry_interval = '100ms'", "max_wal_senders = 4"]
            if options.standby:
                settings.append("synchronous_standby_names = 's1'")
            primary = postgres.Server(settings).make().start()
            if options.standby:
                standby = postgres.Standby(primary, "s1").make().start()
        except postgres.CannotStart as why:
            skip(str(why))
        run(options, folder, dice, primary, standby)
    finally:
        for each in (standby, primary):
            if each:
                each.remove()


def run(options, folder, dice, primary, standby):
    hosts = ",".join(each.home for each in (primary, standby) if each)
    program = Program(options.binary, folder)
    program.ledger = f"postgresql://nomic@/postgres?host={hosts}"
    program.must("store", "init")
    found = [f"init --game g{number} {' '.join(PLAYERS)}\npropose repeal 209 --as Ann --game g{number}"
             for number in range(options.games)]
    found += [f"init --game t{number} {' '.join(PLAYERS)}" for number in range(options.tables)]
    began = time.monotonic()
    program.must("play", "-", input="\n".join(found) + "\n")
    founding = time.monotonic() - began
    sockets = tempfile.mkdtemp(prefix="s", dir=folder)
    keepers = []
    cutter = Cutter(sockets + "/cut", lambda: faults.current.home, dice)
    for number in range(options.servers):
        # Every other one speaks to the database by a way that breaks.
        address = f"postgresql://nomic@/postgres?host={cutter.folder}" if number % 2 == 0 else program.ledger
        keepers.append(Keeper(program, address, f"{sockets}/{number}"))
    shower = Keeper(program, standby.address(), sockets + "/shows", shows=True) if standby else None
    crowd = Crowd(options, keepers, shower, dice)
    faults = Faults(options, crowd, primary, standby, dice)
    began = time.monotonic()
    try:
        asyncio.run(play(options, crowd, faults, cutter))
        took = time.monotonic() - began
    finally:
        for keeper in (*keepers, *([shower] if shower else [])):
            if keeper.process and keeper.process.poll() is None:
                keeper.process.kill()
    compare(crowd, program, options)
    looks = sum(op[2][0] == "look" for ops in crowd.operations.values() for op in ops)
    print(f"{options.moves} moves of {options.writers} writers in {options.games} games by {options.servers} servers, "
          f"{took:.0f} s (founded in {founding:.0f} s), the slowest {crowd.slowest:.1f} s; {looks} looks, "
          f"{options.streams} streams; " + ", ".join(f"{count} {what}" for what, count in faults.done.items())
          + f", {cutter.cuts} connections cut: each is there once, every history fits one order, every game verifies; "
          + ", ".join(f"{count} {what}" for what, count in sorted(crowd.tries.items())))


if __name__ == "__main__":
    main(__doc__, [("moves", 20000, "how many moves"), ("writers", 64, "how many clients move"),
                   ("games", 1000, "in how many games"),
                   ("tables", 40, "how many games are played in earnest beside those"),
                   ("servers", 4, "how many servers keep the ledger"),
                   ("faults", 60, "how often something breaks"), ("streams", 40, "how many follow a game"),
                   ("standby", 1, "whether there is a standby, promoted in the end"),
                   ("seed", 1, "of what is drawn by lot")], test)

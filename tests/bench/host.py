#!/usr/bin/env python3
"""What one host holds: many games, of which most are idle, under moves and looks at a given pace.

    tests/bench/host.py build/release/bin/nomic --games 10000 --moves 100 --looks 100 --seconds 60
    tests/bench/host.py ... --database       the ledger in PostgreSQL, on a server of its own

Says how large the ledger is, how long the server takes to begin, its memory as games are touched, and how long moves and
looks take. Moves are in random games, one in ten of them hot.
"""

import asyncio
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

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "soak"))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "postgres"))
import server as postgres  # noqa: E402
from program import Program, expect, main, skip  # noqa: E402
from served_kills import LOST, PLAYERS, Connection  # noqa: E402


def kilobytes(pid):
    with open(f"/proc/{pid}/status", encoding="utf-8") as file:
        return {line.split(":")[0]: int(line.split()[1]) for line in file if line.startswith(("VmRSS", "VmHWM"))}


def size_of(folder):
    return sum(file.stat().st_size for file in pathlib.Path(folder).rglob("*") if file.is_file())


def quantile(times, part):
    return sorted(times)[min(len(times) - 1, int(len(times) * part))] * 1000 if times else 0


async def pace(rate, seconds, one):
    """Begins one() so many times a second, whether or not those before have ended."""
    began = time.monotonic()
    tasks = []
    for number in range(int(rate * seconds)):
        due = began + number / rate
        await asyncio.sleep(max(0, due - time.monotonic()))
        tasks.append(asyncio.create_task(one(number, due)))
    return await asyncio.gather(*tasks)


async def load(options, socket, dice, memory, pid):
    free = []
    games = [f"g{number}" for number in range(options.games)]
    hot = games[:max(1, options.games // 100)]

    async def ask(due, *request):
        connection = free.pop() if free else Connection(socket)
        try:
            status, answer = await asyncio.wait_for(connection.ask(*request), 60)
        except LOST as lost:
            return None, repr(lost)
        free.append(connection)
        return (time.monotonic() - due, status), answer

    def game():
        return dice.choice(hot if dice.random() < 0.1 else games)

    async def move(number, due):
        body = json.dumps({"author": dice.choice(PLAYERS), "requestId": f"m{number}",
                           "debate": {"text": f"Word {number}."}}).encode()
        return (await ask(due, "POST", f"/v1/games/{game()}/moves", body))[0]

    async def look(number, due):
        if number % options.looks == 0:
            memory.append(kilobytes(pid)["VmRSS"])
        return (await ask(due, "GET", f"/v1/games/{game()}/status"))[0]

    return await asyncio.gather(pace(options.moves, options.seconds, move), pace(options.looks, options.seconds, look))


def test(options, folder):
    files = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (files[1], files[1]))
    database = None
    program = Program(options.binary, folder)
    try:
        if options.database:
            try:
                database = postgres.Server(base=os.environ.get("NOMIC_TEST_POSTGRES_IN")).make().start()
            except postgres.CannotStart as why:
                skip(str(why))
            program.ledger = database.address()
            program.must("store", "init")
        run(options, folder, program, database)
    finally:
        if database:
            database.remove()


def run(options, folder, program, database):
    began = time.monotonic()
    lines = "".join(f"init --game g{number} {' '.join(PLAYERS)}\npropose repeal 209 --as Ann --game g{number}\n"
                    for number in range(options.games))
    program.must("play", "-", input=lines)
    founded = time.monotonic() - began
    if database:
        bytes_before = int(database.sql("SELECT pg_database_size('postgres')"))
    else:
        bytes_before = size_of(program.ledger)
    socket = os.path.join(tempfile.mkdtemp(dir=folder, prefix="s"), "s")
    began = time.monotonic()
    server = program.start("serve", "--listen", "none", "--socket", socket, "--format", "json", stderr=subprocess.DEVNULL)
    server.stdout.readline()
    ready = time.monotonic() - began
    memory = [kilobytes(server.pid)["VmRSS"]]
    try:
        moves, looks = asyncio.run(load(options, socket, random.Random(1), memory, server.pid))
        peak = kilobytes(server.pid)["VmHWM"]
        server.send_signal(signal.SIGTERM)
        expect(server.wait(60) == 0, "the server does not end well")
    finally:
        server.kill()
    for name, done in (("moves", moves), ("looks", looks)):
        times = [one[0] for one in done if one and one[1] < 400]
        print(f"{name}: {len(times)} of {len(done)} done, p50 {quantile(times, 0.5):.1f} ms, p99 {quantile(times, 0.99):.1f} "
              f"ms, largest {quantile(times, 1):.0f} ms", flush=True)
        expect(len(times) == len(done), f"not all {name} were done")
    print(f"{options.games} games in {'PostgreSQL' if database else 'a folder'}: founded in {founded:.0f} s, "
          f"{bytes_before / options.games:.0f} bytes a game; the server began in {ready:.2f} s; memory "
          + ", ".join(f"{kb // 1024}" for kb in memory[::max(1, len(memory) // 8)]) + f" MB, at most {peak // 1024}",
          flush=True)


if __name__ == "__main__":
    main(__doc__, [("games", 10000, "how many games"), ("moves", 100, "moves a second"),
                   ("looks", 100, "questions a second"), ("seconds", 60, "for how long"),
                   ("database", 0, "1: in PostgreSQL")], test)

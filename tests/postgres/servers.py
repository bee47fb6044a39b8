#!/usr/bin/env python3
"""Several servers over one database, and a database that is silent, away, or comes later than they do.

    tests/postgres/servers.py build/release/bin/nomic
"""

import contextlib
import http.client
import json
import os
import pathlib
import select
import signal
import socket
import subprocess
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "soak"))
import server as postgres  # noqa: E402
from program import Program, expect, main  # noqa: E402


class Gate:
    """A socket before the database's, which can be shut: then what is sent waits, and nobody is told. What has the word
    `slow` in it waits half a second."""

    def __init__(self, folder, target, slow=None):
        self.folder, self.target, self.open, self.ends = str(folder), target, threading.Event(), False
        self.slow = slow
        self.open.set()
        os.mkdir(self.folder)
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(self.folder + "/.s.PGSQL.5432")
        self.listener.listen(64)
        threading.Thread(target=self.take, daemon=True).start()

    def address(self, database="postgres"):
        return f"postgresql://{postgres.USER}@/{database}?host={self.folder}"

    def take(self):
        while not self.ends:
            here, _ = self.listener.accept()
            threading.Thread(target=self.carry, args=(here,), daemon=True).start()

    def carry(self, here):
        self.open.wait()
        there = socket.socket(socket.AF_UNIX)
        try:
            there.connect(self.target + "/.s.PGSQL.5432")
            while True:
                for each in select.select([here, there], [], [])[0]:
                    self.open.wait()
                    data = each.recv(1 << 16)
                    if not data:
                        return
                    if self.slow and self.slow in data:
                        time.sleep(0.5)
                    (there if each is here else here).sendall(data)
        except OSError:
            pass
        finally:
            here.close()
            there.close()


class Keeper:
    """One of our servers."""

    all = []

    def __init__(self, program, address, *more, log=subprocess.DEVNULL):
        Keeper.all.append(self)
        self.process = program.start("serve", "--listen", "127.0.0.1:0", "--format", "json", "--ledger", address, *more,
                                     stderr=log)
        self.port = None

    def ready(self):
        line = self.process.stdout.readline()
        expect(line, "the server has ended before it served")
        self.port = int(json.loads(line)["url"].rpartition(":")[2])
        return self

    def ask(self, method, path, body=None, token=None, wait=70):
        headers = {"Content-Type": "application/json"} if body is not None else {}
        if token:
            headers["Authorization"] = "Bearer " + token
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=wait)
        try:
            connection.request(method, path, json.dumps(body) if body is not None else None, headers)
            answer = connection.getresponse()
            text = answer.read().decode()
        finally:
            connection.close()
        is_json = "json" in (answer.getheader("Content-Type") or "")
        return answer.status, json.loads(text) if is_json else text

    def move(self, game, status, **body):
        got, answer = self.ask("POST", f"/v1/games/{game}/moves", body)
        expect(got == status, f"{body}: {got}, not {status}: {answer}")
        return answer

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(90)
        expect(status == 0, f"a server ended with {status}")

    def kill(self):
        self.process.kill()
        self.process.wait()

    @classmethod
    @contextlib.contextmanager
    def none_left(cls):
        """Where something was wrong some are left."""
        try:
            yield
        finally:
            for each in cls.all:
                each.kill()


def serve(program, address, *more):
    return Keeper(program, address, "--unsigned", "--public", *more).ready()


def eventually(what, holds, seconds=10):
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if holds():
            return
        time.sleep(0.05)
    expect(False, what)


def refusals(database, program):
    """What is refused is judged by the game as it is, wherever its moves were made."""
    one, other = serve(program, database.address()), serve(program, database.address())
    # Each has the game derived.
    one.move("nomic", 201, author="Ann", debate={"text": "Here."})
    other.move("nomic", 201, author="Bob", debate={"text": "And here."})
    size = other.move("nomic", 201, author="Cleo", debate={"text": "So be it."})["index"] + 1
    one.move("nomic", 201, author="Ann", expect=str(size), debate={"text": "It is expected."})
    other.move("nomic", 412, author="Ann", expect=str(size), debate={"text": "It was expected."})
    one.move("nomic", 403, author="Zoe", debate={"text": "No player has this name."})
    # By the command, in a play that has recorded already.
    play = program.start("play", "-", "--keep-going", stdin=subprocess.PIPE)
    play.stdin.write(b"debate 'From a play.' --as Ann\n")
    play.stdin.flush()
    time.sleep(1)
    other.move("nomic", 201, author="Ann", callVote={})
    out, err = play.communicate(b"vote for --as Bob\nstatus\n")
    expect(play.returncode == 0 and b"Bob" in out, f"{out} {err}")
    for name, keeper in (("Ann", one), ("Cleo", other)):
        keeper.move("nomic", 201, author=name, vote={"choice": "FOR"})
    one.move("nomic", 201, author="Ann", roll={})
    # Between two turns a player joins by the command, and moves at a server. A join over HTTP needs an invitation.
    other.move("nomic", 403, join={"name": "Dora"})
    joined = program.run("join", "Dora")
    expect(joined.status == 0, f"{joined.out} {joined.err}")
    one.move("nomic", 201, author="Dora", confirmed=True, forfeit={})
    # What is debated from now on.
    other.move("nomic", 201, author="Bob", propose={"changes": [{"kind": "REPEAL", "rule": "206"}]})
    one.end()
    other.end()


def tokens(database, program):
    """What is revoked opens nothing at any server after a second; what was just opened is known at once."""
    one, other = Keeper(program, database.address()).ready(), Keeper(program, database.address()).ready()
    path = "/v1/games/nomic/status"
    # Who waits for it is answered by each.
    link = program.must("invite", "Ann", "--game", "nomic", "--url", "http://127.0.0.1:1").out
    secret = link.partition("#invite=")[2][:64]
    status, opened = one.ask("POST", "/v1/redeem", {"secret": secret})
    expect(status == 200, str(opened))
    for each in (other, one):
        status, answer = each.ask("GET", path, token=opened["token"])
        expect(status == 200, f"a token that is a moment old: {status} {answer}")
    program.must("invite", "--revoke", opened["invitation"])
    revoked = time.monotonic()
    for each in (other, one):
        eventually("a token that was revoked still opens", lambda: each.ask("GET", path, token=opened["token"])[0] == 401)
    expect(time.monotonic() - revoked < 2, "it took longer than said")
    one.end()
    other.end()


def silence(database, program):
    """A database that says nothing holds nobody up: not the listener, not those who ask what needs no database."""
    gate = Gate(program.folder / "gate", database.home)
    keeper = Keeper(program, gate.address()).ready()
    link = program.must("invite", "Bob", "--game", "nomic", "--url", "http://127.0.0.1:1").out
    token = keeper.ask("POST", "/v1/redeem", {"secret": link.partition("#invite=")[2][:64]})[1]["token"]
    expect(keeper.ask("GET", "/v1/games/nomic/status", token=token)[0] == 200, "it does not serve")
    gate.open.clear()
    # Whoever asks now waits; each of these in a thread of its own.
    asked = []
    for each in (token, "0" * 64):
        asked.append(threading.Thread(target=keeper.ask, args=("GET", "/v1/games/nomic/status", None, each)))
        asked[-1].start()
    slowest = 0
    for _ in range(60):
        begin = time.monotonic()
        expect(keeper.ask("GET", "/metrics", wait=5)[0] == 200, "no figures")
        health = keeper.ask("GET", "/healthz", wait=5)
        slowest = max(slowest, time.monotonic() - begin)
        if health[0] == 503:
            break
        time.sleep(0.1)
    expect(slowest < 1, f"a database that is silent holds up the listener for {slowest:.1f} s")
    expect(health[0] == 503 and "has not answered" in health[1]["detail"], str(health))
    for method, path, body in (("GET", "/v1/games/nomic/status", None),
                               ("POST", "/v1/games/nomic/moves", {"debate": {"text": "Hello?"}})):
        begin = time.monotonic()
        status, answer = keeper.ask(method, path, body, token)
        expect(status == 503 and time.monotonic() - begin < 1, f"{method}: {status} {answer}")
    gate.open.set()
    eventually("it is not found again", lambda: keeper.ask("GET", "/healthz")[0] == 200, 40)
    for each in asked:
        each.join()
    eventually("moves are not taken again", lambda: keeper.ask(
        "POST", "/v1/games/nomic/moves", {"requestId": "after", "debate": {"text": "Here."}}, token)[0] in (200, 201), 40)
    keeper.end()


def beginning(database, program):
    """A database that is there later than its servers, and one that goes and comes again."""
    database.stop()
    begin = time.monotonic()
    done = program.run("serve", "--listen", "127.0.0.1:0", "--wait", "2")
    expect(done.status == 5 and 2 <= time.monotonic() - begin < 10, str(done))
    expect('"event":"waiting"' in done.err and '"why":"' in done.err, str(done))
    json.loads(done.err.splitlines()[0])
    waiting = program.start("serve", "--listen", "127.0.0.1:0")
    time.sleep(1)
    waiting.send_signal(signal.SIGTERM)
    expect(waiting.wait(20) == 0, "one that waits cannot be ended")
    log = program.folder / "log of one that waits"
    keeper = Keeper(program, database.address(), "--unsigned", "--public", log=open(log, "w", encoding="utf-8"))
    time.sleep(2)
    expect(keeper.process.poll() is None, "it does not wait")
    database.start()
    keeper.ready()
    keeper.move("nomic", 201, author="Ann", debate={"text": "The database is late."})
    database.stop()
    eventually("it is not noticed", lambda: keeper.ask("GET", "/healthz")[0] == 503)
    begin = time.monotonic()
    for _ in range(20):
        expect(keeper.ask("GET", "/v1/games/nomic/status")[0] == 503, "it is away")
    refused = keeper.move("nomic", 503, author="Ann", debate={"text": "Nobody hears this."})
    expect(refused["code"] == "UNREACHABLE" and str(database.home) not in json.dumps(refused), str(refused))
    expect(time.monotonic() - begin < 5, "it takes long to say that it is away")
    database.start()
    eventually("it is not found again", lambda: keeper.ask("GET", "/v1/games/nomic/status")[0] == 200)
    keeper.move("nomic", 201, author="Ann", debate={"text": "It is back."})
    keeper.end()
    lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    expect(all(line.get("why") for line in lines if line.get("status") == 503 and line["path"] != "/healthz"),
           "its log does not say why it could not answer")
    events = [line.get("event") for line in lines]
    told = [event for event in events if event in ("away", "back")]
    expect(told == ["away", "back"], f"its log says {told}")


def by_turns(database, program):
    """Whoever's moves go to now this server and now that one waits for nobody."""
    keepers = [serve(program, database.address()), serve(program, database.address())]

    def moves(count, which):
        took = []
        for number in range(count):
            begin = time.monotonic()
            keepers[which(number)].move("nomic", 201, author="Ann", debate={"text": f"Word {number} of {count}."})
            took.append(time.monotonic() - begin)
        return sorted(took)

    at_one = moves(40, lambda number: 0)
    at_both = moves(60, lambda number: number % 2)
    expect(at_both[30] < 20 * at_one[20] and at_both[54] < 40 * at_one[36],
           f"in the middle {at_one[20]:.4f} s at one, {at_both[30]:.4f} s by turns; of ten the slowest {at_one[36]:.4f} s"
           f" and {at_both[54]:.4f} s")
    for each in keepers:
        each.end()


def showing(database, program):
    """A server that only shows outlives the connections that it has."""
    keeper = Keeper(program, database.address(), "--read-only", "--public").ready()
    refused = keeper.move("nomic", 503, author="Ann", debate={"text": "Nobody takes this."})
    expect(refused["code"] == "READ_ONLY", str(refused))
    expect(keeper.ask("GET", "/v1/games/nomic/status")[0] == 200, "it does not show")
    database.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
                 " AND backend_type = 'client backend'")
    for path in ("/v1/games", "/v1/games/nomic/status"):
        eventually(path + " is not shown again", lambda: keeper.ask("GET", path)[0] == 200, 5)
    program.must("debate", "Is that shown?", "--as", "Ann")
    size = program.size()
    eventually("what was recorded is not shown", lambda: keeper.ask("GET", "/v1/games/nomic/head")[1]["size"] == size, 5)
    keeper.end()
    # Who may not read the tokens cannot tell who may look.
    database.sql("CREATE ROLE shower LOGIN; GRANT USAGE ON SCHEMA nomic TO shower; GRANT SELECT ON nomic.store,"
                 " nomic.catalog, nomic.records, nomic.tiles, nomic.snapshots, nomic.index TO shower")
    shower = database.address().replace(postgres.USER + "@", "shower@", 1)
    done = program.run("serve", "--read-only", "--listen", "127.0.0.1:0", "--ledger", shower)
    expect(done.status == 5 and "GRANT SELECT ON nomic.beside" in done.err, str(done))
    keeper = Keeper(program, shower, "--read-only", "--public").ready()
    expect(keeper.ask("GET", "/v1/games/nomic/status")[0] == 200, "it does not show")
    keeper.end()


def test(options, folder):
    with postgres.running() as (database,), Keeper.none_left():
        program = Program(options.binary, folder)
        program.ledger = database.address()
        program.must("store", "init")
        program.found()
        program.must("propose", "repeal", "209", "--as", "Ann")
        postgres.in_turn((refusals, tokens, by_turns, showing, silence, beginning), database, program)


if __name__ == "__main__":
    main(__doc__, [], test)

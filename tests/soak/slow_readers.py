#!/usr/bin/env python3
"""Clients that ask for much and read little, at the real server: its memory stays within its limits, other addresses are
served, and SIGTERM ends it within ten seconds.

    tests/soak/slow_readers.py build/release/bin/nomic --records 40000

The server believes 127.0.0.1 to be a proxy. So each client here can have an address of its own.
"""

import contextlib
import re
import signal
import socket
import subprocess
import time

from at_once import free_port
from program import Program, expect, main

# The share of an address and that of all (tools/server/include/nomic/server/http_limits.h), in kB.
SHARE, ALL = 32 << 10, 256 << 10
# For computing an answer, and for memory that the allocator keeps.
BESIDES = 160 << 10
WAITS = 120


class Server:
    def __init__(self, program):
        self.port = free_port()
        self.process = program.start("serve", "--listen", f"127.0.0.1:{self.port}", "--public", "--proxy", "127.0.0.1",
                                     "--rate", "0", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(100):
            with contextlib.suppress(OSError):
                self.get("head", "192.0.2.200")
                return
            time.sleep(0.1)
        expect(False, "the server does not answer")

    def asked(self, question, address):
        """A connection on which that question was asked."""
        connection = socket.socket()
        # The system buffers part of an unread answer. That is not the server's memory.
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.connect(("127.0.0.1", self.port))
        connection.settimeout(WAITS)
        connection.sendall(f"GET /v1/games/game/{question} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
                           f"X-Forwarded-For: {address}\r\nConnection: close\r\n\r\n".encode())
        return connection

    def get(self, question, address):
        """The status, and the seconds that it took."""
        began = time.monotonic()
        with self.asked(question, address) as connection:
            begin = connection.recv(12)
            while len(connection.recv(1 << 16)) > 0:
                pass
        return int(begin[9:12]), time.monotonic() - began

    def memory(self):
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
            return int(re.search(r"VmRSS:\s+(\d+)", status.read())[1])

    def end(self):
        """The status, and the seconds that it took."""
        began = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.communicate(timeout=WAITS)
        finally:
            self.process.kill()
        return self.process.returncode, time.monotonic() - began


def most_memory(server, seconds):
    until, most = time.monotonic() + seconds, 0
    while time.monotonic() < until:
        most = max(most, server.memory())
        time.sleep(0.1)
    return most


def unread(server, question, addresses, connections, most):
    """So many connections of each of so many addresses ask, one after the other, and read its beginning."""
    before = server.memory()
    held = []
    for number in range(addresses * connections):
        held.append(server.asked(question, f"198.51.100.{number % addresses}"))
        held[-1].recv(12)
    grown = most_memory(server, 1) - before
    expect(grown < most + BESIDES, f"{len(held)} unread answers to {addresses} addresses take {grown} kB, of {most} kB")
    expect(server.get("head", "192.0.2.1")[0] == 200, "others are not served")
    for connection in held:
        connection.close()
    return grown


def turns(server):
    """One address asks expensive questions and leaves; another's waits for no more than the one that is computed."""
    dear = "explain/proposal/301"
    status, alone = server.get(dear, "192.0.2.1")
    expect(status == 200, f"{dear}: {status}")
    left = [server.asked(dear, "192.0.2.2") for _ in range(17)]
    time.sleep(0.1)
    for connection in left:
        connection.close()
    stay = [server.asked(dear, "192.0.2.3") for _ in range(8)]
    time.sleep(0.1)
    status, took = server.get("history/202", "192.0.2.4")
    expect(status == 200, f"the question of another address: {status}")
    expect(took < 4 * alone + 1, f"the question of another address takes {took:.1f} s, one of the others {alone:.1f} s")
    for connection in stay:
        connection.close()
    return alone, took


def test(options, folder):
    program = Program(options.binary, folder)
    program.must("init", "--mode", "mail", "--game", "game", "Ann", "Bob", "Cleo")
    lines = ["propose enact --title T --text 'Be kind.' --as Ann"]
    lines += [f"debate '{number} {'word ' * options.words}' --on 301 --as {('Ann', 'Bob', 'Cleo')[number % 3]}"
              for number in range(options.records)]
    script = folder / "script"
    script.write_text("\n".join(lines) + "\n", encoding="utf-8")
    program.must("play", str(script))
    server = Server(program)
    try:
        one = unread(server, "log", 1, 24, SHARE)
        many = unread(server, "records?from=0", 80, 1, ALL)
        alone, took = turns(server)
        held = [server.asked("explain/proposal/301", f"203.0.113.{address}") for address in range(12)]
        held += [server.asked("log", f"203.0.113.{address}") for address in range(100, 108)]
        time.sleep(0.3)
        status, ended = server.end()
        expect(status == 0, f"SIGTERM ends the server with status {status}")
        expect(ended < 11, f"SIGTERM ends the server after {ended:.1f} s")
        for connection in held:
            connection.close()
    finally:
        server.process.kill()
    program.must("status")
    print(f"unread answers: {one >> 10} MB of one address, {many >> 10} MB of 80; an expensive question {alone:.1f} s, "
          f"another's beside it {took:.1f} s; ended after {ended:.1f} s")


if __name__ == "__main__":
    main(__doc__, [("records", 1000, "speeches of the game"), ("words", 2000, "of each")], test)

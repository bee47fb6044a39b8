#!/usr/bin/env python3
"""The end of the real server while moves wait: those that have not begun are refused, the one at work is finished, and
the process ends within ten seconds.

    tests/soak/ending.py build/release/bin/nomic --library build/release/tests/soak/libnomic_slow_sync.so --tenths 300

A sync takes so many tenths of a second. Where that is longer than ten seconds, the move at work is not acknowledged. Each
move is sent again afterwards, under its request ID, and is recorded once.
"""

import contextlib
import http.client
import json
import signal
import socket
import subprocess
import threading
import time

from program import Program, expect, main

MOVES = 12
# From the signal to the end, with what a busy machine adds.
MOST_SECONDS = 12
PATH = "/v1/games/game/moves"


class Server:
    def __init__(self, program, options):
        self.slow = program.folder / "slow"
        self.log = open(program.folder / "log", "wb")
        environment = {**program.environment(), "LD_PRELOAD": options.library, "SLOW_SYNC": str(self.slow),
                       "SLOW_SYNC_SECONDS": str(options.tenths / 10)}
        self.process = subprocess.Popen([program.binary, "serve", "--listen", "127.0.0.1:0"], env=environment,
                                        stdout=subprocess.PIPE, stderr=self.log)
        self.process.stdout.readline()
        self.socket = str(program.ledger / "serve.sock")

    def move(self, number):
        """The status and the code of the answer; 0 where the connection ended without one."""
        connection = http.client.HTTPConnection("nomic")
        connection.sock = socket.socket(socket.AF_UNIX)
        connection.sock.connect(self.socket)
        with contextlib.suppress(OSError, http.client.HTTPException), contextlib.closing(connection):
            body = {"author": "Ann", "debate": {"text": f"move {number}"}, "requestId": f"r-{number}"}
            connection.request("POST", PATH, json.dumps(body), {"Content-Type": "application/json"})
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read()).get("code", "")
        return 0, ""

    def end(self):
        began = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(200)
        self.log.close()
        self.process.stdout.close()
        return time.monotonic() - began


def test(options, folder):
    program = Program(options.binary, folder)
    program.must("init", "--mode", "mail", "--game", "game", "Ann", "Bob", "Cleo")
    program.must("propose", "repeal", "209", "--as", "Ann")
    server = Server(program, options)
    answers = {}
    try:
        expect(server.move(0)[0] == 201, "a move is recorded")
        server.slow.touch()
        threads = [threading.Thread(target=lambda at=at: answers.update({at: server.move(at)}))
                   for at in range(1, MOVES + 1)]
        # The first is at work, and the others wait.
        threads[0].start()
        time.sleep(0.5)
        for thread in threads[1:]:
            thread.start()
        time.sleep(0.5)
        took = server.end()
    finally:
        server.process.kill()
    for thread in threads:
        thread.join()
    expect(took < MOST_SECONDS, f"the server ends {took:.1f} s after SIGTERM")
    expect(server.process.returncode == 0, f"status {server.process.returncode}")
    at_work = answers.pop(1)
    expect(at_work[0] in (201, 0), f"the move at work: {at_work}")
    expect(at_work[0] == 201 or options.tenths > 30, "the move at work has the time, and is acknowledged")
    expect(set(answers.values()) == {(503, "ENDING")}, f"moves that wait: {answers}")
    program.must("verify")

    def recorded():
        text = program.must("log", "--kind", "debate", "--format", "jsonl").out
        return [at for at in range(MOVES + 1) for _ in range(text.count(f'"move {at}"'))]

    there = recorded()
    expect(there in ([0], [0, 1]), f"recorded are {there}")
    expect(at_work[0] == 0 or 1 in there, "what was acknowledged is lost")
    for at in range(1, MOVES + 1):
        program.must("debate", f"move {at}", "--as", "Ann", "--request-id", f"r-{at}")
    expect(recorded() == list(range(MOVES + 1)), f"sent again, recorded are {recorded()}")
    program.must("verify")
    print(f"{len(answers)} moves that waited were refused, the one at work was answered with {at_work[0]}; the server "
          f"ended after {took:.1f} s")


if __name__ == "__main__":
    main(__doc__, [("library", "", "the library that makes syncs slow"), ("tenths", 15, "of a second that a sync takes")],
         test)

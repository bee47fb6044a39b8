#!/usr/bin/env python3
"""Expensive answers of a server do not delay cheap ones, and beyond a limit they are refused.

    slow_answers.py NOMIC_COMMAND

A game of many rules is served. While expensive questions are being answered, cheap ones are asked. They must be answered
before most of them, however fast or busy the machine is.
"""
import http.client
import json
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

from slow_pages import rules
from web_games import Seat

EXPENSIVE = ("document", *("log?limit=1000000", "audit", "diff?from=1") * 4)
CHEAP = ("status", "rules/1001", "scores", "head")
# One is computed and 64 wait; of so many at once some are refused.
TOO_MANY = 100


class Served(Seat):
    """A seat whose ledger is served at its socket."""

    def __enter__(self):
        self.server = subprocess.Popen([self.nomic, "serve", "--listen", "127.0.0.1:0"], cwd=self.folder,
                                       stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                       env={"PATH": "/usr/bin:/bin", "HOME": str(self.folder)})
        self.server.stdout.readline()
        return self

    def __exit__(self, *_):
        self.server.send_signal(signal.SIGTERM)
        self.server.wait(60)
        self.server.stdout.close()

    def ask(self, question):
        connection = http.client.HTTPConnection("nomic")
        connection.sock = socket.socket(socket.AF_UNIX)
        connection.sock.connect(str(self.folder / ".nomic/serve.sock"))
        connection.request("GET", f"/v1/games/nomic/{question}")
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        return answer.status, dict(answer.getheaders()), body


def asked_at_once(served, questions):
    """Threads that ask, and the statuses of what was answered so far."""
    answered = []
    threads = [threading.Thread(target=lambda one=one: answered.append(served.ask(one))) for one in questions]
    for thread in threads:
        thread.start()
    return threads, answered


def cheap_ones_are_not_delayed(served):
    faults = []
    threads, answered = asked_at_once(served, EXPENSIVE)
    # Until the server has read them all.
    time.sleep(0.05)
    for cheap in CHEAP:
        status, _, _ = served.ask(cheap)
        before = len(answered)
        if status != 200:
            faults.append(f"{cheap}: status {status}")
        elif before > len(EXPENSIVE) // 2:
            faults.append(f"{cheap}: {before} of {len(EXPENSIVE)} expensive answers came before it")
    for thread in threads:
        thread.join()
    statuses = sorted(one[0] for one in answered)
    if statuses != [200] * len(EXPENSIVE):
        faults.append(f"the expensive answers: {statuses}")
    return faults


def too_many_are_refused(served):
    threads, answered = asked_at_once(served, ["audit"] * TOO_MANY)
    for thread in threads:
        thread.join()
    refused = [(headers, body) for status, headers, body in answered if status == 503]
    if len(answered) != TOO_MANY or len(refused) + sum(one[0] == 200 for one in answered) != TOO_MANY:
        return [f"{sorted(one[0] for one in answered)}"]
    if not refused:
        return ["none of too many is refused"]
    headers, body = refused[0]
    retry = {name.lower(): value for name, value in headers.items()}.get("retry-after")
    if retry != "1" or json.loads(body)["code"] != "BUSY":
        return [f"refused with {retry} and {body}"]
    return []


def main(arguments):
    nomic = str(pathlib.Path(arguments[0]).resolve())
    with tempfile.TemporaryDirectory() as folder:
        seat = Served(nomic, folder)
        rules(seat, 3)
        with seat as served:
            faults = cheap_ones_are_not_delayed(served) + too_many_are_refused(served)
    print("\n".join(faults) or "cheap answers are not delayed, and too many expensive ones are refused")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

#!/usr/bin/env python3
"""Commands of one user at once, over a folder and over a server elsewhere: whichever is faster, none takes what it finds
for an older copy (status 4); and one that was put in its place is found all the same.

    tests/soak/at_once.py build/release/bin/nomic --rounds 50
"""

import contextlib
import shutil
import signal
import socket
import subprocess
import time
import urllib.request

from program import Program, expect, main

AT_ONCE = 6
# A rule has so many notes at the most: they go to all in turn.
RULES = [*range(101, 117), *range(201, 214)]


def free_port():
    with socket.socket() as any_port:
        any_port.bind(("127.0.0.1", 0))
        return any_port.getsockname()[1]


class Server:
    def __init__(self, program, port):
        self.url = f"http://127.0.0.1:{port}"
        self.process = program.start("serve", "--listen", f"127.0.0.1:{port}", "--public", "--unsigned",
                                     stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(100):
            with contextlib.suppress(OSError):
                urllib.request.urlopen(self.url + "/v1/games", timeout=5).close()
                return
            time.sleep(0.1)
        self.end()
        expect(False, "the server does not answer")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.communicate()


def moves_and_looks(program, round_number, *where):
    """Both at once, so many of each; none may find a rollback, and each move is recorded once."""
    commands = []
    for number in range(AT_ONCE):
        rule = RULES[(round_number * AT_ONCE + number) % len(RULES)]
        commands.append(("annotate", str(rule), f"note {round_number}.{number}", "--as", "Ann", *where))
        commands.append((("scores", "log", "status")[number % 3], *where))
        # By the folder, beside the copy of what the server keeps.
        commands.append(("scores",))
    running = [(command, program.start(*command)) for command in commands]
    ended = [(command, process, *process.communicate()) for command, process in running]
    for command, process, out, err in ended:
        expect(process.returncode == 0, f"{command}: status {process.returncode}\n{out[-200:]}{err.decode()}")


def rolled_back(program, *where):
    for command in ("scores", "log", "status"):
        done = program.run(command, *where)
        expect(done.status == 4, f"an older copy is not found: {done}")


def test(options, folder):
    program = Program(options.binary, folder)
    program.found()
    for number in range(options.rounds):
        moves_and_looks(program, number)
    port = free_port()
    with Server(program, port) as server:
        for number in range(options.rounds, 2 * options.rounds):
            moves_and_looks(program, number, "--ledger", server.url)
    notes = [record for record in program.log() if "note " in str(record)]
    expect(len(notes) == 2 * options.rounds * AT_ONCE, f"{len(notes)} notes of {2 * options.rounds * AT_ONCE}")

    older = folder / "older"
    shutil.copytree(program.ledger, older)
    program.must("annotate", "201", "the last", "--as", "Ann")
    with Server(program, port) as server:
        program.must("scores", "--ledger", server.url)
    shutil.rmtree(program.ledger)
    shutil.copytree(older, program.ledger)
    rolled_back(program)
    # A server of an older copy says so, whether or not what it showed before is still there.
    unmet = Program(options.binary, folder)
    unmet.state = folder / "of the server"
    with Server(unmet, port) as server:
        rolled_back(program, "--ledger", server.url)
        shutil.rmtree(folder / ".cache")
        rolled_back(program, "--ledger", server.url)
    print(f"{3 * AT_ONCE} commands at once, {2 * options.rounds} times: no older copy but the one that was put there")


if __name__ == "__main__":
    main(__doc__, [("rounds", 5, "how often, over each")], test)

#!/usr/bin/env python3
"""The real server where the process may have few open files: it takes fewer connections, and says so. All that are over
its limit are refused, and those that are open are served.

    tests/soak/few_files.py build/release/bin/nomic --files 1024
"""

import http.client
import json
import resource
import signal
import socket
import subprocess

from at_once import free_port
from program import Program, expect, main

# Files that the server keeps for the ledger (tools/server/limits.cc).
SPARE = 256
ADDRESSES = 8


def test(options, folder):
    program = Program(options.binary, folder)
    program.must("init", "--mode", "mail", "--game", "game", "Ann", "Bob", "Cleo")
    program.must("propose", "repeal", "209", "--as", "Ann")
    port = free_port()
    log = folder / "log"
    most = options.files - SPARE

    def limit():
        resource.setrlimit(resource.RLIMIT_NOFILE, (options.files, options.files))

    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    held = []
    with open(log, "wb") as lines:
        server = subprocess.Popen([program.binary, "serve", "--listen", f"127.0.0.1:{port}", "--public"],
                                  env=program.environment(), preexec_fn=limit, stdout=subprocess.PIPE, stderr=lines)
        try:
            server.stdout.readline()

            def asks(connection, what):
                connection.request("GET", what)
                answer = connection.getresponse()
                answer.read()
                return answer.status

            def opened(number):
                connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20,
                                                        source_address=(f"127.0.1.{1 + number % ADDRESSES}", 0))
                connection.connect()
                return connection

            first = opened(0)
            expect(asks(first, "/healthz") == 200, "a connection is served")
            # These send nothing, so each that comes after the last place makes the oldest end.
            for number in range(1, options.files + 200):
                held.append(socket.create_connection(("127.0.0.1", port), timeout=20,
                                                     source_address=(f"127.0.1.{1 + number % ADDRESSES}", 0)))
            for question in ("/healthz", "/v1/games/game/status"):
                status = asks(opened(3), question)
                expect(status == 200, f"{question} by a new connection: {status}")
            done = program.run("debate", "hello", "--as", "Ann", timeout=20)
            expect(done.status == 0, f"a command in the ledger's folder: {done}")
            server.send_signal(signal.SIGTERM)
            expect(server.wait(20) == 0, f"status {server.returncode}")
        finally:
            server.kill()
            server.stdout.close()
    for connection in held:
        connection.close()
    said = [line for line in map(json.loads, log.read_text(encoding="utf-8").splitlines()) if line["event"] == "limit"]
    expect([(line["what"], line["most"]) for line in said] == [("connections", most)], f"the log says {said}")
    print(f"of {options.files} open files {most} are for connections: {len(held)} that wait shut out no other")


if __name__ == "__main__":
    main(__doc__, [("files", 1024, "that the process may have open")], test)

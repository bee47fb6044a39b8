#!/usr/bin/env python3
"""The server behind a balancer: who asks is told by the address that the balancer puts last into X-Forwarded-For, and
by nobody else's word.

    tests/soak/forwarded.py build/release/bin/nomic
"""

import http.client
import http.server
import json
import signal
import socket
import threading

from program import Program, expect, main

# Addresses of this machine, as different to a server as those of different hosts.
BALANCER, ELSEWHERE = "127.0.0.9", "127.0.0.7"
CLIENTS = [f"127.0.1.{number}" for number in range(1, 9)]
VICTIM = "127.0.1.77"
RATE, AT_ONCE = 1, 4
STREAMS = 64
STATUS = "/v1/games/nomic/status"


class Balancer(http.server.ThreadingHTTPServer):
    """As nginx does with $proxy_add_x_forwarded_for, over one connection that it keeps."""

    daemon_threads = True
    target = None
    kept = None
    lock = threading.Lock()

    class RequestHandlerClass(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self):
            said = self.headers.get_all("X-Forwarded-For", [])
            with self.server.lock:
                status, names, body = self.server.passed_on(self.path, ", ".join([*said, self.client_address[0]]))
            self.send_response(status)
            for name in ("Content-Type", "Retry-After"):
                if names.get(name):
                    self.send_header(name, names[name])
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    def __init__(self, target):
        super().__init__(("127.0.0.1", 0), self.RequestHandlerClass)
        self.target = target
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def passed_on(self, path, forwarded):
        if self.kept is None:
            self.kept = http.client.HTTPConnection("127.0.0.1", self.target, source_address=(BALANCER, 0))
        self.kept.request("GET", path, headers={"X-Forwarded-For": forwarded})
        answer = self.kept.getresponse()
        found = answer.status, answer.headers, answer.read()
        if answer.will_close:
            self.kept.close()
            self.kept = None
        return found


def ask(port, source, forwarded=None):
    """Of one who comes from there: status, and seconds until it may ask again."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20, source_address=(source, 0))
    try:
        connection.request("GET", STATUS, headers={} if forwarded is None else {"X-Forwarded-For": forwarded})
        answer = connection.getresponse()
        answer.read()
    finally:
        connection.close()
    return answer.status, answer.getheader("Retry-After")


def refused_at(asked):
    """At which of many requests it is said that they are too many."""
    for number in range(AT_ONCE * 25):
        status, again = asked(number)
        if status == 429:
            expect(again and int(again) >= 1, f"it is not said when to ask again: {again}")
            return number
        expect(status == 200, f"{status}")
    return None


def shares(server, balancer):
    """Each client of the balancer has a share of their own, and no more than that."""
    for client in CLIENTS[:4]:
        for number in range(AT_ONCE - 1):
            status, _ = ask(balancer, client)
            expect(status == 200, f"request {number} of {client}: {status}, though it is the first of them")
    expect(refused_at(lambda _: ask(balancer, CLIENTS[0])) is not None, "a client behind the balancer has no limit")
    expect(ask(balancer, CLIENTS[4])[0] == 200, "what one client asks too much another has to pay for")


def forged(server, balancer):
    """Whoever writes the header themselves is who they are, and takes nothing from whom they name."""
    for where, port, source, other in (("behind the balancer", balancer, CLIENTS[5], CLIENTS[6]),
                                       ("elsewhere", server, ELSEWHERE, CLIENTS[7]),
                                       ("on this machine", server, "127.0.0.1", CLIENTS[7])):
        found = refused_at(lambda number: ask(port, source, f"127.0.2.{number}"))
        expect(found is not None, f"who names another address each time, {where}, has no limit")
        expect(ask(balancer, other)[0] == 200, "the balancer's clients are not answered any more")
    for _ in range(AT_ONCE * 3):
        ask(server, ELSEWHERE, VICTIM)
        ask(balancer, CLIENTS[5], VICTIM)
    expect(ask(balancer, VICTIM)[0] == 200, "a forged header takes the share of whom it names")


def follow(server, source, forwarded):
    """A stream; its status, and what keeps it open."""
    there = socket.create_connection(("127.0.0.1", server), 20, (source, 0))
    there.sendall(f"GET /v1/games/nomic/events HTTP/1.1\r\nHost: 127.0.0.1:{server}\r\n"
                  f"X-Forwarded-For: {forwarded}\r\n\r\n".encode())
    return int(there.recv(1 << 12).split()[1]), there


def streams(server, balancer):
    """Of streams, too, each client has as many as may be, and whoever names others has them once."""
    held = []
    for client in ("198.51.100.1", "198.51.100.2"):
        for number in range(STREAMS // 2 + 1):
            status, there = follow(server, BALANCER, client)
            held.append(there)
            expect(status == 200, f"stream {number} of {client}: {status}")
    expect(len(held) > STREAMS, "these are too few to tell")
    statuses = []
    for number in range(STREAMS + 1):
        status, there = follow(server, ELSEWHERE, f"198.51.100.{number}")
        held.append(there)
        statuses.append(status)
    expect(statuses == [200] * STREAMS + [429], f"who names others has {statuses.count(200)} streams")
    for each in held:
        each.close()


def begin(program, log, *more):
    with open(log, "w", encoding="utf-8") as file:
        process = program.start("serve", "--listen", "127.0.0.1:0", "--format", "json", "--public", "--proxy", BALANCER,
                                *more, stderr=file)
    line = process.stdout.readline()
    expect(line, "the server does not begin")
    return process, int(json.loads(line)["url"].rpartition(":")[2])


def end(process):
    process.send_signal(signal.SIGTERM)
    expect(process.wait(30) == 0, "the server does not end well")


def logged(log):
    """The log says who has asked by whom, and of the others where they are."""
    peers = [json.loads(line)["peer"] for line in log.read_text(encoding="utf-8").splitlines()]
    asked = {each.partition(" by ")[0] for each in peers if " by " in each}
    expect(asked == {*CLIENTS, VICTIM}, f"by the balancer: {sorted(asked)}")
    expect(all(each.partition(" by ")[2].startswith(BALANCER + ":") for each in peers if " by " in each), str(peers))
    others = {each.rpartition(":")[0] for each in peers if " by " not in each}
    expect(others == {ELSEWHERE, "127.0.0.1"}, f"without it: {sorted(others)}")


def test(options, folder):
    program = Program(options.binary, folder)
    program.found()
    processes = []
    try:
        log = folder / "log"
        process, port = begin(program, log, "--rate", str(RATE))
        processes.append(process)
        balancer = Balancer(port)
        for each in (shares, forged):
            each(port, balancer.server_address[1])
            print(f"{each.__name__}: {each.__doc__}", flush=True)
        end(process)
        logged(log)
        print(f"logged: {logged.__doc__}", flush=True)
        process, port = begin(program, log, "--rate", "0")
        processes.append(process)
        streams(port, None)
        print(f"streams: {streams.__doc__}", flush=True)
        end(process)
    finally:
        for each in processes:
            each.kill()


if __name__ == "__main__":
    main(__doc__, [], test)

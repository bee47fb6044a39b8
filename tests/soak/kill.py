#!/usr/bin/env python3
"""The program is killed (SIGKILL) at random moments while it records moves: nothing acknowledged is lost.

Acknowledged is a move whose answer was printed, with the index and hash of its record. After each kill the next command
must work as if nothing had happened, every acknowledged record must still stand where it was, and repeating the killed
command under its request ID must leave exactly one record of it. Half of the kills hit one-shot commands, half a long
`play`; some a `reindex`, which the next command finishes.

    tests/soak/kill.py build/release/bin/nomic --rounds 200
"""

import json
import random
import subprocess
import threading
import time

from program import Program, expect, main


def killed_after(process, seconds, output):
    """Lets the process run for a while, kills it, and collects what it had printed."""
    reader = threading.Thread(target=lambda: output.append(process.stdout.read()))
    reader.start()
    try:
        process.wait(timeout=seconds)
    except subprocess.TimeoutExpired:
        process.kill()
    process.wait()
    reader.join()
    return process.returncode


def acknowledged_in(output):
    """(index, hash) of every answer that was printed to its end."""
    complete, _, _ = output.decode().rpartition("\n")
    answers = [json.loads(line) for line in complete.split("\n") if line]
    return {answer["index"]: answer["hash"] for answer in answers if "index" in answer}


class Round:
    def __init__(self, program, dice):
        self.program, self.dice = program, dice
        self.acknowledged, self.killed, self.lived = {}, 0, 0

    def one_shot(self, number, longest):
        request = f"request-{number}"
        command = ("debate", f"said in round {number}", "--as", "Ann", "--request-id", request, "--format", "jsonl")
        output = []
        process = self.program.start(*command, stderr=subprocess.DEVNULL)
        status = killed_after(process, self.dice.uniform(0, longest), output)
        self.count(status)
        self.acknowledged.update(acknowledged_in(output[0]))
        # Repeated, it is recorded once: now, or by the command that was killed.
        again = self.program.must(*command)
        self.acknowledged.update(acknowledged_in(again.out.encode()))

    def long_play(self, number, longest):
        lines = "".join(f"debate 'line {line} of round {number}' --as Bob\n" for line in range(2000))
        output = []
        process = self.program.start("play", "-", "--format", "jsonl", stdin=subprocess.PIPE, stderr=subprocess.DEVNULL)

        def feed():
            try:
                process.stdin.write(lines.encode())
                process.stdin.close()
            except BrokenPipeError:
                pass

        feeder = threading.Thread(target=feed)
        feeder.start()
        status = killed_after(process, self.dice.uniform(0, longest), output)
        feeder.join()
        self.count(status)
        found = acknowledged_in(output[0])
        self.acknowledged.update(found)
        return len(found)

    def reindexing(self, longest):
        """What a killed reindex left is there again after whatever command comes next."""
        process = self.program.start("reindex", stderr=subprocess.DEVNULL)
        self.count(killed_after(process, self.dice.uniform(0, longest), []))
        self.program.must(*self.dice.choice((("status",), ("scores", "--at", "start"), ("log", "--limit", "1"))))
        self.program.must("verify")

    def count(self, status):
        expect(status in (0, -9), f"a command that was not refused ended with {status}")
        self.killed += status == -9
        self.lived += status == 0

    def check(self):
        kept = {record["index"]: record["hash"] for record in self.program.log()}
        expect(sorted(kept) == list(range(len(kept))), "the log has a hole")
        for index, leaf in self.acknowledged.items():
            expect(kept.get(index) == leaf, f"record {index} was acknowledged as {leaf} and is now {kept.get(index)}")
        return len(kept)


def test(options, folder):
    dice = random.Random(options.seed)
    program = Program(options.binary, folder)
    program.found()
    program.must("propose", "enact", "--text", "Players speak in turn.", "--as", "Ann")
    began = time.monotonic()
    program.must("debate", "how long does one take?", "--as", "Ann")
    usual = time.monotonic() - began

    rounds, played = Round(program, dice), 0
    for number in range(options.rounds):
        if number % 20 == 19:
            rounds.reindexing(10 * usual)
        if number % 2:
            played += rounds.long_play(number, 10 * usual)
        else:
            rounds.one_shot(number, 1.2 * usual)
        if number % 10 == 9:
            rounds.check()
    size = rounds.check()
    requests = [record["requestId"] for record in program.log() if record["requestId"]]
    expect(len(requests) == len(set(requests)) == (options.rounds + 1) // 2, "a request was recorded twice, or not at all")
    for check in (("verify",), ("replay", "--check")):
        program.must(*check)
    print(f"{rounds.killed} kills ({rounds.lived} commands ended before theirs), {len(rounds.acknowledged)} acknowledged moves, "
          f"{played} of them of a long play, {size} records: none lost")


if __name__ == "__main__":
    main(__doc__, [("rounds", 200, "how many times it is killed"), ("seed", 107, "of the random moments")], test)

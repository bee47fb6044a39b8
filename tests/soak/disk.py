#!/usr/bin/env python3
"""A disk that is full, and a folder that cannot be written.

Full: the program plays until a write fails. Every failure must end with status 5, nothing acknowledged may be lost, and
when there is room again, repeating the move under its request ID records it once. As root this is done on a small file
system of its own; besides, and without root, with a limit on the size of files, which writes run into in the same way.

Read-only: reads work, a move ends with status 5 and says why. As root, another user is asked to try.

    tests/soak/disk.py build/release/bin/nomic
"""

import os
import random
import resource
import shutil
import signal
import subprocess

from program import Program, expect, main


# That no compression makes small.
LONG = "".join(random.Random(114).choices("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-", k=20_000))


def limit_files(size):
    """For a child: files may not grow beyond `size`, and an attempt is an error instead of a signal."""
    def apply():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
    return apply


def fill(program, text):
    """Debates until a write fails: what was acknowledged, and the request that failed."""
    acknowledged = {}
    for number in range(5000):
        request = f"request-{number}"
        done = program.run("debate", f"{number} {text}", "--as", "Ann", "--request-id", request, "--format", "json")
        if done.status != 0:
            expect(done.status == 5, str(done))
            expect(done.err.strip(), "a failed write is not explained")
            return acknowledged, number, done
        answer = done.json()
        acknowledged[answer["index"]] = answer["hash"]
    raise AssertionError("nothing ever filled up")


def check_all_there(program, acknowledged):
    kept = {record["index"]: record["hash"] for record in program.log()}
    for index, leaf in acknowledged.items():
        expect(kept.get(index) == leaf, f"record {index} was acknowledged and is gone")


def repeat(program, number, text):
    request = f"request-{number}"
    program.must("debate", f"{number} {text}", "--as", "Ann", "--request-id", request)
    times = sum(record["requestId"] == request for record in program.log())
    expect(times == 1, f"the repeated move stands {times} times")
    program.must("verify")
    program.must("replay", "--check")


def begin(program):
    program.found()
    program.must("propose", "enact", "--text", "Players speak in turn.", "--as", "Ann")


def full_file_system(binary, folder):
    folder.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(folder)], check=False,
                             capture_output=True)
    if mounted.returncode != 0:
        print("a full file system: skipped, none can be mounted here")
        return
    try:
        program = Program(binary, folder)
        begin(program)
        # What is given back later, so that there is room again: opening after a crash writes what the log held once more
        # before it lets go of the log.
        (folder / "ballast").write_bytes(b"x" * 2_000_000)
        acknowledged, number, done = fill(program, LONG)
        check_all_there(program, acknowledged)
        (folder / "ballast").unlink()
        repeat(program, number, LONG)
        check_all_there(program, acknowledged)
        print(f"a full file system: {len(acknowledged)} moves acknowledged and kept, then: {done.err.strip().splitlines()[0]}")
    finally:
        subprocess.run(["umount", str(folder)], check=False)


def full_by_limit(binary, folder):
    folder.mkdir()
    program = Program(binary, folder)
    begin(program)
    lines = "".join(f"debate '{number} {LONG}' --as Ann --request-id request-{number}\n" for number in range(50))
    done = program.run("play", "-", "--format", "jsonl", input=lines, preexec_fn=limit_files(100_000), restore_signals=False)
    expect(done.status == 5 and done.err.strip(), str(done)[-1000:])
    acknowledged = {answer["index"]: answer["hash"] for answer in done.lines() if "index" in answer}
    expect(0 < len(acknowledged) < 50, f"{len(acknowledged)} moves were acknowledged before the limit was met")
    check_all_there(program, acknowledged)
    # In order: what may or may not be recorded comes first.
    repeat(program, len(acknowledged), LONG)
    check_all_there(program, acknowledged)
    print(f"files that may not grow: {len(acknowledged)} moves acknowledged and kept, then: {done.err.strip().splitlines()[0]}")


def read_only(binary, folder):
    folder.mkdir()
    program = Program(binary, folder)
    begin(program)
    size, mine = program.size(), [program.ledger, *program.ledger.rglob("*")]
    other = []
    if os.geteuid() == 0:
        # Root writes everywhere: somebody else must try, with a program that he can reach.
        if shutil.which("setpriv") is None:
            print("a read-only folder: skipped, root writes everywhere and setpriv is not here")
            return
        other = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
        reachable = folder / "nomic"
        shutil.copy(binary, reachable)
        program.binary = str(reachable)
        for path in (folder.parent, folder):
            path.chmod(0o755)
    for path in mine:
        path.chmod(0o555 if path.is_dir() else 0o444)

    def run(*args):
        process = subprocess.run([*other, program.binary, *args], env=program.environment(), stdin=subprocess.DEVNULL,
                                 capture_output=True, check=False)
        return process.returncode, process.stdout.decode(), process.stderr.decode()

    for command in (("scores",), ("show-rules", "203"), ("verify",), ("log",), ("replay", "--check")):
        status, _, err = run(*command)
        expect(status == 0, f"{command[0]} in a read-only folder: status {status}: {err}")
    status, _, err = run("debate", "not here", "--as", "Ann")
    expect(status == 5 and err.strip(), f"a move in a read-only folder: status {status}: {err}")
    for path in mine:
        path.chmod(0o755 if path.is_dir() else 0o644)
    expect(program.size() == size, "a move in a read-only folder was recorded")
    print(f"a read-only folder: five reads work; a move: {err.strip().splitlines()[0]}")


def test(options, folder):
    full_by_limit(options.binary, folder / "limit")
    read_only(options.binary, folder / "readonly")
    if os.geteuid() == 0:
        full_file_system(options.binary, folder / "small")
    else:
        print("a full file system: skipped, only root can mount one")


if __name__ == "__main__":
    main(__doc__, [], test)

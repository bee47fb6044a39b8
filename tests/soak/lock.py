#!/usr/bin/env python3
"""Two terminals at once: the second waits, then says who holds the ledger; readers need not wait at all.

    tests/soak/lock.py build/release/bin/nomic
"""

import subprocess
import threading
import time

from program import Program, expect, main


def hold(program):
    """A `play` that has made a move and waits for its next line."""
    process = program.start("play", "-", stdin=subprocess.PIPE)
    process.stdin.write(b"debate 'the first terminal' --as Ann\n")
    process.stdin.flush()
    expect(process.stdout.readline(), "play answered nothing")
    return process


def release(process):
    process.stdin.close()
    expect(process.wait() == 0, f"play ended with {process.returncode}: {process.stderr.read().decode()}")
    process.stdout.close()
    process.stderr.close()


def timed(program, *args):
    began = time.monotonic()
    return program.run(*args), time.monotonic() - began


def test(options, folder):
    program = Program(options.binary, folder)
    program.found()
    program.must("propose", "enact", "--text", "Players speak in turn.", "--as", "Ann")

    first = hold(program)
    size = program.size()
    done, seconds = timed(program, "debate", "the second terminal", "--as", "Bob")
    expect(done.status == 5, str(done))
    expect(4.5 <= seconds <= 9, f"it waited {seconds:.1f} s, not 5")
    expect(str(first.pid) in done.err and "play" in done.err, f"it does not say who holds the ledger: {done.err}")
    expect(program.size() == size, "the one who was turned away was recorded all the same")
    read, quick = timed(program, "scores")
    expect(read.status == 0 and quick < 2, f"a reader waited {quick:.1f} s: {read}")
    release(first)

    first = hold(program)
    threading.Timer(1.5, release, (first,)).start()
    done, waited = timed(program, "debate", "the second terminal", "--as", "Bob")
    expect(done.status == 0, str(done))
    expect(1 <= waited <= 4.5, f"it waited {waited:.1f} s, though the ledger was free after 1.5")

    # A dead holder holds nothing.
    first = hold(program)
    first.kill()
    first.wait()
    done, seconds_after_kill = timed(program, "debate", "after a kill", "--as", "Bob")
    expect(done.status == 0 and seconds_after_kill < 3, str(done))
    print(f"turned away after {seconds:.1f} s with the holder named; let in after {waited:.1f} s where the holder left; a killed "
          f"holder held nobody up; a reader needed {quick * 1000:.0f} ms beside the holder")


if __name__ == "__main__":
    main(__doc__, [], test)

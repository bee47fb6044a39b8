#!/usr/bin/env python3
"""Founding, importing, rehearsing and reindexing, killed (SIGKILL) at each system call that changes a file, and at once.

Whatever is left of a command that was killed, the same command, given again, brings about what it was to bring about: no
folder has to be cleared by hand. Of several that found a game in one folder at once exactly one does, and the others say
that it is there, or that somebody is at it. Of two, each is stopped at each of its calls on the folder while the other
goes on: an import ends well, and whoever only looks is never told of damage, nor of an interruption while the maker is
at it. What other people have put into a folder is never touched.

    tests/soak/making.py build/release/bin/nomic --stride 1 --rounds 20 --overtaken 1
"""

import fcntl
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time

from program import Program, expect, main

# Those by which anything that outlives the process comes about.
CHANGING = ("mkdir,mkdirat,open,openat,rename,renameat,renameat2,unlink,unlinkat,rmdir,link,linkat,write,pwrite64,writev,"
            "ftruncate,fallocate,fsync,fdatasync,sync_file_range,flock")
KILLED = 137
DONE, USAGE, REFUSED, UNAVAILABLE = 0, 2, 3, 5


def killed_at(program, call, *args):
    """The exit status of the program, killed as it makes that call of those that change anything; DONE: it made fewer."""
    trace = ["strace", "-f", "-qq", "-o", "/dev/null", "-e",
             f"inject={CHANGING}:signal=SIGKILL:when={call}", program.binary, *args]
    return subprocess.run(trace, env=program.environment(), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL, check=False).returncode % 256


def can_trace(program):
    try:
        return killed_at(program, 60000, "--version") == DONE
    except FileNotFoundError:
        return False



def sound(program, folder, what):
    found = program.run("verify", "--ledger", str(folder))
    expect(found.status == DONE, f"after {what}: {found}")


def kill_everywhere(program, name, stride, prepare, command, made):
    """Kills a command at each of its calls, and gives it again; returns how often it was killed."""
    kills, call = 0, 1
    while True:
        where = prepare()
        status = killed_at(program, call, *command(where))
        if status == DONE:
            return kills
        expect(status in (KILLED, -9 % 256), f"{name}, to be killed at call {call}, ended with {status}")
        kills += 1
        again = program.run(*command(where))
        made(where, again, f"{name} killed at call {call}")
        call += stride


def together(program, count, command):
    """The statuses of so many that are started at once, and what they said."""
    started = [program.start(*command) for _ in range(count)]
    ended = []
    for process in started:
        out, err = process.communicate()
        ended.append((process.returncode, out.decode(), err.decode()))
    return ended


# What lies in the folder of a ledger itself (ledger/store/rocks/folder.h).
LIES_THERE = ("", "/.nomic", "/config", "/format", "/format.new", "/lock", "/making", "/mark", "/store", "/serve.sock")
LETS_GO_AFTER = 0.15  # seconds for the one while the other stands still; whoever waits for a lock takes longer


class Stopped:
    """A command that stands still after a call on that folder, or has ended without so many."""

    def __init__(self, program, where, call, *args):
        paths = [word for name in LIES_THERE for word in ("-P", str(where) + name)]
        self.log = tempfile.NamedTemporaryFile(prefix="nomic-calls-")
        trace = ["strace", "-f", "-qq", "-o", self.log.name, *paths, "-e", f"inject=all:signal=SIGSTOP:when={call}",
                 program.binary, *args]
        self.tracer = subprocess.Popen(trace, env=program.environment(), stdin=subprocess.DEVNULL,
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.has_ended = False
        while not self.has_ended and not self.stands():
            time.sleep(0.002)
            self.has_ended = self.tracer.poll() is not None

    def stands(self):
        return b"--- stopped by SIGSTOP ---" in pathlib.Path(self.log.name).read_bytes()

    def let_go(self):
        children = pathlib.Path(f"/proc/{self.tracer.pid}/task/{self.tracer.pid}/children")
        try:
            for child in children.read_text(encoding="ascii").split():
                os.kill(int(child), signal.SIGCONT)
        except (FileNotFoundError, ProcessLookupError):
            pass  # it has ended

    def end(self):
        out, err = self.tracer.communicate(timeout=1)
        self.log.close()
        return self.tracer.returncode, out.decode(), err.decode()


def go_on(stopped, seconds=60.0):
    """For so long, or until all have ended. What comes while threads are being stopped is lost, and each thread of a
    command stops by itself: it is said again and again."""
    until = time.monotonic() + seconds
    while time.monotonic() < until and any([one.tracer.poll() is None for one in stopped]):
        for one in stopped:
            one.let_go()
        time.sleep(0.005)


def is_at_it(where):
    """Whether a maker holds the lock, or has finished."""
    if (where / "format").exists():
        return True
    try:
        with open(where / "lock", encoding="utf-8") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except FileNotFoundError:
        pass
    return False


def calls_of(program, prepare, *args):
    """How many calls on the folder the command makes."""
    few, many = 0, 1024
    while many - few > 1:
        where = prepare()
        middle = (few + many) // 2
        one = Stopped(program, where, middle, *args)
        if one.has_ended:
            many = middle
        else:
            few = middle
        go_on([one])
        one.end()
    return few


def overtake(program, where, import_it, other, other_is_fine, calls, stride):
    """A maker stopped at one call, another command at one of its own, and gone on with in the other order; how often."""
    times, first, second = 0, 1, 1
    while second <= calls[1]:
        shutil.rmtree(where, ignore_errors=True)
        slow = Stopped(program, where, second, *other)
        maker = Stopped(program, where, first, *import_it)
        at_it = is_at_it(where)
        go_on([slow], LETS_GO_AFTER)
        go_on([slow, maker])
        made, seen = maker.end(), slow.end()
        what = f"import stopped at its call {first}, {other[0]} at its call {second}"
        expect(made[0] == DONE, f"{what}: {made}")
        expect(other_is_fine(seen, at_it), f"{what}: {seen}")
        sound(program, where, what)
        times += 1
        first += stride
        while first > calls[0]:
            first, second = first - calls[0], second + 1
    return times


def test(options, folder):
    program = Program(options.binary, folder)
    program.found()
    program.must("propose", "repeal", "209", "--call-vote", "--as", "Ann")
    bundle = folder / "game.bundle"
    program.must("export", str(bundle))
    empty = folder / "place"

    def nothing():
        shutil.rmtree(empty, ignore_errors=True)
        return empty

    def ledger():
        shutil.rmtree(empty, ignore_errors=True)
        shutil.copytree(program.ledger, empty)
        return empty

    def is_made(where, again, what):
        # It was as good as done, and says so.
        there = again.status == REFUSED and "already" in again.err
        expect(again.status == DONE or there, f"after {what}: {again}")
        sound(program, where, what)

    def is_rehearsed(where, again, what):
        there = again.status == USAGE and (where / ".nomic").is_dir()
        expect(again.status == DONE or there, f"after {what}: {again}")
        left = sorted(entry.name for entry in where.iterdir())
        expect(left == [".nomic"], f"after {what} the folder holds {left}")
        sound(program, where, what)

    if can_trace(program):
        killed = [
            kill_everywhere(program, "init", options.stride, nothing,
                            lambda where: ("init", "Ann", "Bob", "--ledger", str(where)), is_made),
            kill_everywhere(program, "import", options.stride, nothing,
                            lambda where: ("import", str(bundle), "--ledger", str(where)), is_made),
            kill_everywhere(program, "rehearse", options.stride, nothing, lambda where: ("rehearse", str(where)),
                            is_rehearsed),
            kill_everywhere(program, "reindex", options.stride, ledger,
                            lambda where: ("reindex", "--ledger", str(where)), is_made)]
        import_it = ("import", str(bundle), "--ledger", str(empty))
        look = ("status", "--ledger", str(empty))
        calls = calls_of(program, nothing, *import_it)
        looks = calls_of(program, ledger, *look)

        def is_found_out(seen, at_it):
            status, _, err = seen
            nothing_yet = "there is no ledger" in err or "holds no game yet" in err
            return (status in (DONE, UNAVAILABLE) or
                    (status == USAGE and (nothing_yet or ("was interrupted" in err and not at_it))))

        overtaken = [overtake(program, empty, import_it, import_it, lambda seen, _: seen[0] == DONE, (calls, calls),
                              options.overtaken),
                     overtake(program, empty, import_it, look, is_found_out, (calls, looks), options.overtaken)]
        said = "killed {} times while founding, {} importing, {} rehearsing, {} reindexing: all given again, all done; "
        said += "beside an import that stood still {} others, {} looks"
        said = said.format(*killed, *overtaken)
    else:
        said = "not killed: there is no strace that may trace"

    # What an interrupted making never leaves is somebody's.
    others = folder / "others"
    for name in ("store/letter", "mark/letter", "making/letter", "letter", "format.new/letter"):
        shutil.rmtree(others, ignore_errors=True)
        (others / "making").mkdir(parents=True)
        path = others / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("dear Ann")
        done = program.run("init", "Ann", "Bob", "--ledger", str(others))
        expect(done.status != DONE and path.read_text() == "dear Ann", f"beside {name}: {done}")

    for _ in range(options.rounds):
        nothing()
        ended = together(program, 6, ("init", "Ann", "Bob", "--ledger", str(empty)))
        expect([status for status, _, _ in ended].count(DONE) == 1, f"six init at once: {ended}")
        expect(all(status in (DONE, REFUSED, UNAVAILABLE) for status, _, _ in ended), f"six init at once: {ended}")
        sound(program, empty, "six init at once")
        nothing()
        ended = together(program, 6, ("import", str(bundle), "--ledger", str(empty)))
        expect(all(status in (DONE, UNAVAILABLE) for status, _, _ in ended), f"six import at once: {ended}")
        expect(DONE in [status for status, _, _ in ended], f"six import at once: {ended}")
        sound(program, empty, "six import at once")
        nothing()
        ended = together(program, 6, ("rehearse", str(empty)))
        expect([status for status, _, _ in ended].count(DONE) == 1, f"six rehearse at once: {ended}")
        expect(all(status in (DONE, USAGE, UNAVAILABLE) for status, _, _ in ended), f"six rehearse at once: {ended}")
        sound(program, empty, "six rehearse at once")
    print(f"{said}; six at once {options.rounds} times: one makes it")


if __name__ == "__main__":
    main(__doc__, [("stride", 1, "kills at each so many-th call"), ("rounds", 20, "how often six start at once"),
                   ("overtaken", 1, "tries each so many-th pair of calls to stop at")], test)

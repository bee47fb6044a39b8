#!/usr/bin/env python3
"""Commands with less and less memory (`ulimit -v`): each is done, or says that there is not enough, with status 5.

    tests/soak/little_memory.py build/release/bin/nomic --first 60 --last 130 --repeats 10

None may end by a signal once its first instruction has run. With too little memory to load the program, the kernel or
the loader ends it before that; the least that loads it is found with --version, and said. Addresses differ from run to
run, and so does what a limit hits: --repeats tries each that often.
"""

import itertools
import resource
import shlex

from program import Program, endless_game, expect, main

MB = 1 << 20
LOADER = 127  # its status where it cannot map what the program is linked with
COMMANDS = (("status",), ("log", "--limit", "5"), ("show-rules",), ("verify",), ("replay", "--check"), ("audit",),
            ("report", "-o", "page.html", "--force"), ("export", "-"), ("debate", "A word.", "--as", "Ann"),
            ("play", "two.play"), ("verify", "--ledger-only"), ("reindex",))
RECORDS = 400


def test(options, folder):
    program = Program(options.binary, folder)
    moves = itertools.islice(endless_game(), RECORDS)
    program.must("play", "-", input="init Ann Bob Cleo\n" + "".join(shlex.join(move) + "\n" for move in moves))
    program.must("propose", "repeal", "209", "--as", "Cleo")
    (folder / "two.play").write_text("debate One. --as Bob\ndebate Two. --as Cleo\n", encoding="utf-8")

    def run(megabytes, *command):
        limit = (int(megabytes * MB), int(megabytes * MB))
        return program.run(*command, cwd=folder, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, limit))

    loads, told, done_from = None, 0, {}
    size = program.size()
    commands = [command for command in COMMANDS if options.only in ("", command[0])]
    for number in range(int((options.last - options.first) / options.step) + 1):
        megabytes = options.first + number * options.step
        if loads is None:
            # Before its first instruction: the kernel's signal, or the loader's words.
            if any(run(megabytes, "--version").status not in (0, 5) for _ in range(3)):
                continue
            loads = megabytes
        for command in (command for command in commands for _ in range(options.repeats)):
            done = run(megabytes, *command)
            if done.status == 0:
                done_from.setdefault(command[0], megabytes)
                continue
            if done.status == LOADER and "while loading shared libraries" in done.err:
                continue
            expect(done.status == 5, f"with {megabytes} MB: {done}")
            expect("memory" in done.err, f"with {megabytes} MB it is not said why: {done}")
            told += 1
    expect(loads is not None, f"the program cannot be loaded in {options.last} MB")
    expect(told > 0, "no command had too little memory: nothing was tried")
    program.must("verify")
    expect(program.size() >= size, "records are gone")
    print(f"the program is loaded in {loads} MB; {told} commands had too little and said so; done from "
          + ", ".join(f"{name} {megabytes}" for name, megabytes in done_from.items()))


if __name__ == "__main__":
    main(__doc__, [("first", 15.0, "megabytes at first"), ("last", 160.0, "megabytes at last"),
                   ("step", 1.0, "megabytes more each time"), ("repeats", 1, "times that each is tried"),
                   ("only", "", "this command alone")], test)

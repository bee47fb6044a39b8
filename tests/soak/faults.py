#!/usr/bin/env python3
"""Every command that writes, with a fault at each of its calls that change files: EIO, a full disk, half a write, a kill.

The faults are those of `fault_calls.cc`, a library that is preloaded into the real program. After each of them:

- the program has ended with a documented status, and never by a signal of its own;
- everything that was acknowledged, before or by the command, is there;
- the ledger opens for writing by a plain next command. Else a message names the command that repairs it, and that
  command does;
- `nomic verify` finds nothing;
- the same command, given again, ends well, and nothing temporary is left.

    tests/soak/faults.py build/release/bin/nomic --library build/release/tests/soak/libnomic_fault_calls.so
    tests/soak/faults.py ... --stride 61 --seed 7     each 61st of them, from the 7th on
    tests/soak/faults.py ... --only import/eio:31     one of them, as a failure names it
"""

import concurrent.futures
import http.client
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import stat
import subprocess
import time

from program import Done, Program, Wrong, expect, main, skip

# What each way of failing fits (fault_calls.cc).
WRITES = {"write", "pwrite", "writev"}
NEED_ROOM = WRITES | {"open", "mkdir", "rename", "link", "fallocate", "ftruncate"}
WAYS = {"eio": None, "full": NEED_ROOM, "short": WRITES, "short-full": WRITES, "kill": None, "torn": WRITES}
KILLING = ("kill", "torn")
DONE, REFUSED, DAMAGED, UNAVAILABLE = 0, 3, 4, 5
LONGEST = 60  # seconds that a command may take
REPAIRS = re.compile(r"\bnomic ((?:reindex|init|import|store copy|key new|export)\b[^`\n;:.]*)")


class Faulty(Program):
    """The program with a fault in what it does below its folder."""

    def __init__(self, options, folder):
        super().__init__(options.binary, folder)
        self.library = str(pathlib.Path(options.library).resolve())
        self.calls = self.folder.parent / (self.folder.name + ".calls")
        self.fault = None

    def environment(self):
        kept = {**super().environment(), "XDG_CONFIG_HOME": str(self.folder / "config"), "TMPDIR": str(self.folder / "tmp")}
        if self.fault is None:
            return kept
        return {**kept, "LD_PRELOAD": self.library, "NOMIC_FAULT_UNDER": str(self.folder),
                "NOMIC_FAULT_LOG": str(self.calls), "NOMIC_FAULT": self.fault}

    def with_fault(self, fault, act):
        """What `act` makes of it, and the call that was spoilt, if there were so many."""
        self.calls.unlink(missing_ok=True)
        self.fault = fault
        try:
            made = act(self)
        finally:
            self.fault = None
        lines = self.calls.read_text(encoding="utf-8").splitlines() if self.calls.exists() else []
        return made, [line.split(" ", 1) for line in lines]

    def place(self, name):
        return self.folder / name


class Scenario:
    """A command, what lies in its folder before, and how it is told that it was done."""

    def __init__(self, name, args, ledgers=("ledger",), done=None, again=(DONE,), move_first=True):
        self.name, self.args, self.ledgers, self.again, self.move_first = name, args, ledgers, again, move_first
        self.is_done = done or (lambda program, said: None)

    def act(self, program):
        """The command, once. Several lines are several commands, of which the last may fail."""
        return program.run(*(word.replace("@", str(program.folder)) for word in self.args), timeout=LONGEST)

    def repeat(self, program):
        """The same, where nothing fails."""
        return self.act(program)

    def check_acknowledged(self, program, made, killed):
        """What the command has reported as done, however it ended."""
        if not killed and made.status == DONE:
            self.is_done(program, made)


class Connection(http.client.HTTPConnection):
    """To the server's socket."""

    def __init__(self, path):
        super().__init__("localhost", timeout=LONGEST)
        self.path = str(path)

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(LONGEST)
        self.sock.connect(self.path)


class Served(Scenario):
    """The server begins, is asked for moves, and ends."""

    MOVES = 3

    def act(self, program):
        process = program.start("serve", "--listen", "none", "--format", "json")
        acknowledged = {}
        if process.stdout.readline():
            for number in range(self.MOVES):
                acknowledged.update(self.move(program.ledger / "serve.sock", f"served-{number}"))
        process.send_signal(signal.SIGTERM)
        try:
            out, err = process.communicate(timeout=LONGEST)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            raise Wrong("the server does not end") from None
        made = Done(("serve",), process.returncode, out.decode(), err.decode())
        made.acknowledged = acknowledged
        return made

    @staticmethod
    def move(path, request):
        body = json.dumps({"author": "Ann", "requestId": request, "debate": {"text": f"It is {request}."}})
        try:
            connection = Connection(path)
            connection.request("POST", "/v1/games/nomic/moves", body, {"Content-Type": "application/json"})
            answer = connection.getresponse()
            said = json.loads(answer.read())
            connection.close()
        except (OSError, http.client.HTTPException, json.JSONDecodeError):
            return {}
        expect(answer.status in (200, 201) or answer.status >= 500, f"{request}: {answer.status} {said}")
        return {request: said["hash"]} if answer.status < 300 else {}

    def repeat(self, program):
        made = self.act(program)
        expect(len(made.acknowledged) == self.MOVES, f"moves are refused where nothing fails: {made}")
        return made

    def check_acknowledged(self, program, made, killed):
        kept = records_of(program, program.ledger)
        for request, leaf in made.acknowledged.items():
            expect(leaf in kept, f"{request} was acknowledged and is gone")



def records_of(program, ledger):
    done = program.run("log", "--format", "jsonl", "--game", "nomic", "--ledger", str(ledger))
    expect(done.status == DONE, f"the records cannot be read: {done}")
    return [record["hash"] for record in done.lines()]


def has_game(program, ledger):
    if not (ledger / "format").exists():
        return False
    done = program.run("status", "--format", "json", "--game", "nomic", "--ledger", str(ledger))
    if "holds no game" in done.err:
        return False
    expect(done.status == DONE, f"the ledger cannot be read: {done}")
    return True


def names_below(folder):
    """The names of all that lies there, without the numbers that RocksDB gives its files, and how many files."""
    names, count = set(), 0
    for path in folder.rglob("*"):
        name = str(path.relative_to(folder))
        if "/store/" in name or "/store.loading/" in name:
            name = re.sub(r"\d{6}", "N", name)
        names.add(re.sub(r"[0-9a-f]{64}", "GAME", name))
        count += not path.is_dir()
    return names, count


def check_keys(program, what):
    """A key is whole and its owner's alone, or not there."""
    for path in program.folder.glob("*.key"):
        mode = stat.S_IMODE(path.stat().st_mode)
        expect(mode == 0o600, f"{what}: {path.name} has mode {mode:o}")
        shown = program.run("key", "show", str(path))
        expect(shown.status == DONE, f"{what}: {shown}")


def write_there(program, ledger, what, said):
    """A plain next command; else the command that a message names, and then the next."""
    move = ("annotate", "101", "A note.", "--as", "Ann", "--game", "nomic", "--ledger", str(ledger))
    done = program.run(*move)
    if done.status == DONE:
        return
    named = REPAIRS.search(done.err) or REPAIRS.search(said)
    expect(named, f"{what}: no move is possible, and no message names a command that repairs it: {done}\nbefore: {said}")
    repair = program.run(*named[1].split(), "--ledger", str(ledger))
    expect(repair.status == DONE, f"{what}: what the message names does not repair it: {repair}")
    done = program.run(*move)
    expect(done.status == DONE, f"{what}: no move is possible, even after nomic {named[1]}: {done}")


def check_after(scenario, program, what, made, before, killed):
    """Everything that has to be so after a fault; `before`: the records that each ledger had."""
    said = "" if killed else made.err
    memory = program.folder.parent / (program.folder.name + ".checker")
    shutil.rmtree(memory, ignore_errors=True)
    # Ledgers of one game differ in length: each is looked at with a memory of its own.
    checkers = {name: Program(program.binary, memory / name) for name in scenario.ledgers}
    scenario.check_acknowledged(program, made, killed)
    check_keys(program, what)
    # A move would part the game from the bundle that is imported: the command itself is the next then.
    for name in scenario.ledgers if scenario.move_first else ():
        ledger, checker = program.place(name), checkers[name]
        if not before.get(name) and not has_game(checker, ledger):
            continue
        had = before.get(name, [])
        expect(records_of(checker, ledger)[:len(had)] == had, f"{what}: records of {name} are gone")
        write_there(checker, ledger, what, said)
        sound = checker.run("verify", "--ledger", str(ledger))
        expect(sound.status == DONE, f"{what}: {sound}")
    again = scenario.repeat(program)
    expect(again.status in scenario.again, f"{what}: given again: {again}")
    scenario.check_acknowledged(program, again, killed=False)
    check_keys(program, what)
    for name in scenario.ledgers:
        if not scenario.move_first:
            write_there(checkers[name], program.place(name), what, said)
        sound = checkers[name].run("verify", "--ledger", str(program.place(name)))
        expect(sound.status == DONE, f"{what}, given again: {sound}")
    shutil.rmtree(memory, ignore_errors=True)


class Trial:
    def __init__(self, options, scenario, template, before, allowed):
        self.options, self.scenario, self.template, self.before = options, scenario, template, before
        self.allowed = allowed

    def fresh(self, folder):
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(self.template, folder)
        return Faulty(self.options, folder)

    def count(self, folder):
        """Its calls without a fault; and what may lie there in the end."""
        program = self.fresh(folder)
        made, calls = program.with_fault("none:0", self.scenario.act)
        expect(made.status == DONE, f"{self.scenario.name}, without a fault: {made}")
        check_after(self.scenario, program, self.scenario.name, made, self.before, killed=False)
        self.allowed = names_below(folder)
        return [kind for kind, _ in calls]

    def run(self, folder, fault):
        program = self.fresh(folder)
        way = fault.split(":")[0]
        made, calls = program.with_fault(fault, self.scenario.act)
        spoilt = [f"{kind[1:]} {path}" for kind, path in calls if kind.startswith("!")]
        if not spoilt:
            return False
        where = spoilt[0].replace(str(folder) + "/", "")
        what = f"{self.scenario.name}/{fault} ({where})"
        if way in KILLING:
            expect(made.status in (-signal.SIGKILL, DONE), f"{what}: {made}")
        elif way == "short":
            expect(made.status == DONE, f"{what}: a short write is no failure: {made}")
        else:
            expect(made.status in (DONE, UNAVAILABLE), f"{what}: {made}")
        expect("bug" not in made.err, f"{what}: {made}")
        check_after(self.scenario, program, what, made, self.before, way in KILLING)
        names, count = names_below(folder)
        allowed, usual = self.allowed
        # The next writer may have made a table of what a log held; and the next record that this user sees is written
        # over what was left of a memory.
        names = {name for name in names if not name.endswith(("/store/N.sst", "/seen/GAME.new"))}
        expect(names <= allowed, f"{what}: left behind: {sorted(names - allowed)}")
        expect(count <= usual + 2, f"{what}: {count} files are left, where {usual} are usual")
        return True


def prepare(program):
    """What all scenarios begin with."""
    program.place("tmp").mkdir()
    program.found()
    program.must("propose", "repeal", "209", "--as", "Ann")
    program.must("debate", "Why?", "--as", "Bob")
    program.must("export", str(program.place("shorter.bundle")))
    program.must("import", str(program.place("shorter.bundle")), "--ledger", str(program.place("shorter")))
    program.must("debate", "Because.", "--as", "Cleo")
    program.must("export", str(program.place("game.bundle")))
    program.must("init", "Ann", "Bob", "--ledger", str(program.place("second")))
    program.must("export", str(program.place("second.bundle")), "--ledger", str(program.place("second")))
    program.must("key", "new", str(program.place("keeper.key")))
    program.must("key", "new", str(program.place("witness.key")))
    program.must("key", "register", "--as", "Bob", "--key", str(program.place("keeper.key")))
    program.must("key", "new", str(program.place("next.key")))
    program.must("checkpoint", "make", "--key", str(program.place("keeper.key")), "-o", str(program.place("note")))
    program.must("debate", "Then so be it.", "--as", "Ann")
    program.must("config", "player", "Ann")


def is_bundle(name):
    def check(program, said):
        verified = program.run("verify", str(program.place(name)))
        expect(verified.status == DONE, f"{said}\n{verified}")
    return check


def is_longer(name, by):
    def check(program, said):
        done = program.run("status", "--format", "json", "--game", "nomic", "--ledger", str(program.place(name)))
        expect(done.status == DONE and done.json()["size"] >= by, f"{said}\n{done}")
    return check


def has_file(name):
    def check(program, said):
        path = program.place(name)
        expect(path.is_file() and path.stat().st_size > 0, f"{name} is not there: {said}")
    return check


def has_tiles(program, said):
    size = program.run("status", "--format", "json").json()["size"]
    for kind in ("0", "entries"):
        expect(program.place(f"tiles/tile/{kind}/000.p/{size}").is_file(), f"a tile is not there: {said}")


def has_key(name):
    def check(program, said):
        shown = program.run("key", "show", str(program.place(name)))
        expect(shown.status == DONE, f"{said}\n{shown}")
    return check


def is_invited(program, said):
    listed = program.run("invite", "--list", "--format", "json")
    expect(listed.status == DONE and "Ann" in listed.out, f"{said}\n{listed}")


SCENARIOS = [
    Scenario("init", ("init", "Ann", "Bob", "--ledger", "@/new"), ("new",), again=(DONE, REFUSED)),
    Scenario("move", ("debate", "No.", "--as", "Cleo", "--request-id", "no"), done=is_longer("ledger", 37)),
    Scenario("import", ("import", "@/game.bundle", "--ledger", "@/new"), ("new",), is_longer("new", 35)),
    Scenario("import-longer", ("import", "@/game.bundle", "--ledger", "@/shorter"), ("shorter",), is_longer("shorter", 35),
             move_first=False),
    Scenario("import-second", ("import", "@/second.bundle", "--ledger", "@/shorter", "--name", "second"), ("shorter",)),
    Scenario("copy", ("store", "copy", "@/ledger", "@/new"), ("new",), is_longer("new", 36)),
    Scenario("reindex", ("reindex",)),
    Scenario("export", ("export", "@/out.bundle"), done=is_bundle("out.bundle"), again=(DONE, 2)),
    Scenario("tiles", ("export", "--tiles", "@/tiles"), done=has_tiles),
    Scenario("backup", ("backup", "@/out.backup"), done=is_bundle("out.backup"), again=(DONE, 2)),
    Scenario("report", ("report", "-o", "@/page.html", "--force"), done=has_file("page.html")),
    Scenario("site", ("report", "--site", "@/site"), done=has_file("site/index.html")),
    Scenario("checkpoint-make", ("checkpoint", "make", "--key", "@/keeper.key", "-o", "@/note2", "--force"),
             done=has_file("note2")),
    Scenario("checkpoint-sign", ("checkpoint", "sign", "@/note", "--key", "@/witness.key", "--name", "w.example/w",
                                 "-o", "@/signed", "--force"), done=has_file("signed")),
    Scenario("prove", ("prove", "inclusion", "3", "-o", "@/proof"), done=has_file("proof"), again=(DONE, 2)),
    Scenario("key-new", ("key", "new", "@/fresh.key"), done=has_key("fresh.key"), again=(DONE, 2)),
    Scenario("key-register", ("key", "register", "--as", "Cleo", "--key", "@/next.key", "--request-id", "k"),
             done=is_longer("ledger", 37)),
    Scenario("key-rotate", ("key", "rotate", "--as", "Bob", "--key", "@/keeper.key", "--new-key", "@/next.key",
                            "--request-id", "k"), done=is_longer("ledger", 37)),
    Scenario("prepare", ("debate", "Later.", "--as", "Bob", "--key", "@/keeper.key", "--prepare", "@/move"),
             done=has_file("move"), again=(DONE, 2)),
    Scenario("rehearse", ("rehearse", "@/stage"), ("stage/.nomic",), has_file("stage/.nomic/format"), again=(DONE, 2)),
    Scenario("invite", ("invite", "Ann"), done=is_invited),
    Served("serve", ("serve",)),
    Scenario("config", ("config", "player", "Cleo"), done=has_file("config/nomic/config")),
    Scenario("config-here", ("config", "--here", "player", "Cleo"), done=has_file("ledger/config")),
]


def trials_of(options, folder):
    """Each (trial, fault) in turn."""
    template = folder / "template"
    template.mkdir()
    program = Faulty(options, template)
    prepare(program)
    names = ("ledger", "second", "shorter")
    before = {name: records_of(Program(options.binary, folder / f"met-{name}"), program.place(name)) for name in names}
    # Bundles older than the ledger are imported, too.
    shutil.rmtree(program.state)
    found = []
    only, _, one = options.only.partition("/")
    for scenario in SCENARIOS:
        if only and scenario.name != only:
            continue
        trial = Trial(options, scenario, template, before, None)
        if one:
            trial.count(folder / "count")
            found.append((trial, one))
            continue
        kinds = trial.count(folder / "count")
        for way, fits in WAYS.items():
            found += [(trial, f"{way}:{at}") for at, kind in enumerate(kinds, 1) if fits is None or kind in fits]
    return found


def test(options, folder):
    if not options.library:
        skip("no library of faults was built")
    trials = trials_of(options, folder)
    chosen = trials[options.seed % options.stride::options.stride]
    wrong = []

    def run(number):
        trial, fault = chosen[number]
        try:
            return trial.run(folder / f"trial-{number % 1000}-{os.getpid()}", fault)
        except Wrong as found:
            wrong.append(found)
            if len(wrong) <= options.most:
                print("WRONG:", found, flush=True)
            return True
        finally:
            for path in folder.glob(f"trial-{number % 1000}-*"):
                shutil.rmtree(path, ignore_errors=True) if path.is_dir() else path.unlink()

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        met = sum(pool.map(run, range(len(chosen))))
    print(f"{len(SCENARIOS)} commands, {len(trials)} faults in all; {met} of {len(chosen)} tried were met")
    expect(not wrong, f"{len(wrong)} faults had consequences that they may not have")


if __name__ == "__main__":
    main(__doc__, [("library", "", "the library of fault_calls.cc"), ("stride", 1, "each so many-th fault"),
                   ("seed", 0, "from this one on"), ("only", "", "one scenario, or one fault of it"),
                   ("jobs", 2, "trials at once"), ("most", 20, "failures that are printed")], test)

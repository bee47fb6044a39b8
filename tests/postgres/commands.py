#!/usr/bin/env python3
"""The command on ledgers in databases: making and checking them, roles, copies there and back, passwords, and backups
that were put back.

    tests/postgres/commands.py build/release/bin/nomic
"""

import os
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "soak"))
import server as postgres  # noqa: E402
from program import Program, expect, main  # noqa: E402


def at(program, ledger):
    """The same user at another ledger."""
    other = Program(program.binary, program.folder)
    other.ledger = ledger
    return other


def refused(done, status, *words):
    expect(done.status == status, f"status {done.status}, not {status}: {done}")
    for word in words:
        expect(word in done.out + done.err, f"'{word}' is not said: {done}")
    expect(done.out == "" or done.out.startswith("{"), f"something is on standard output: {done}")


def play(program):
    program.found()
    program.must("propose", "repeal", "209", "--as", "Ann", "--call-vote")
    for name in ("Ann", "Bob", "Cleo"):
        program.must("vote", "for", "--as", name)


def making(server, program):
    refused(program.run("init", "Ann", "Bob"), 2, "there is no ledger in this database", "nomic store init")
    refused(program.run("store", "check"), 2, "there is no ledger in this database")
    program.must("store", "init")
    refused(program.run("store", "init"), 3, "there is a ledger in this database already")
    program.must("store", "upgrade")
    report = program.must("store", "check", "--format", "json").json()
    expect(report["version"] == 1 and report["server"].startswith("15") and report["mayWrite"], str(report))
    expect(not report["faults"] and not report["standby"] and report["waitsFor"] == "", str(report))
    play(program)
    program.must("verify")
    program.must("audit")


def settings(server, program):
    """What could lose what was acknowledged is said; it says nothing against the ledger."""
    for setting in ("fsync", "full_page_writes", "synchronous_commit"):
        server.sql(f"ALTER SYSTEM SET {setting} = off")
        server.sql("SELECT pg_reload_conf()")
        for _ in range(50):
            done = program.run("store", "check")
            if done.status == 1:
                break
        refused_words = done.out + done.err
        expect(done.status == 1 and f"setting {setting} is off" in refused_words, str(done))
        program.must("verify")
        server.sql(f"ALTER SYSTEM RESET {setting}")
        server.sql("SELECT pg_reload_conf()")
    right_again(program)
    # Where standbys are named, a commit that does not wait for them is no better than that.
    server.sql("ALTER SYSTEM SET synchronous_standby_names = 's1'")
    server.sql("SELECT pg_reload_conf()")
    for _ in range(50):
        done = program.run("store", "check")
        if done.status == 1:
            break
    expect(done.status == 1 and "no standby is connected" in " ".join((done.out + done.err).split()), str(done))
    for value in ("local", "remote_write"):
        server.sql(f"SET synchronous_commit = local; ALTER ROLE nomic SET synchronous_commit = '{value}'")
        done = program.run("store", "check")
        expect(done.status == 1 and f"synchronous_commit is {value}" in done.out + done.err, str(done))
    server.sql("SET synchronous_commit = local; ALTER ROLE nomic RESET synchronous_commit")
    server.sql("ALTER SYSTEM RESET synchronous_standby_names")
    server.sql("SELECT pg_reload_conf()")
    right_again(program)


def right_again(program):
    for _ in range(50):
        if program.run("store", "check").status == 0:
            return
    expect(False, "the settings are right again, and check does not say so")


def sessions(server, program):
    """Whatever a role's or a database's sessions begin with, the ledger works."""
    server.sql("CREATE SCHEMA evil; CREATE FUNCTION evil.unnest(bytea[]) RETURNS SETOF bytea LANGUAGE sql AS"
               " $$ SELECT ''::bytea $$; CREATE FUNCTION evil.pg_terminate_backend(integer, integer) RETURNS boolean"
               " LANGUAGE sql AS $$ SELECT 1 / 0 = 1 $$; CREATE TABLE evil.catalog (key bytea, value bytea)")
    program.must("init", "--game", "sessions", "Ann", "Bob")
    program.must("propose", "repeal", "209", "--as", "Ann", "--game", "sessions")
    for setting in ("statement_timeout = '200ms'", "search_path = evil, pg_catalog", "client_min_messages = error",
                    "idle_in_transaction_session_timeout = '1ms'", "idle_session_timeout = '200ms'",
                    "default_transaction_isolation = serializable", "synchronous_commit = off", "bytea_output = escape",
                    "enable_indexscan = off", "lock_timeout = '1ms'", "standard_conforming_strings = off",
                    "client_encoding = latin1", "DateStyle = german", "lc_messages = 'C'"):
        server.sql(f"ALTER ROLE nomic SET {setting}")
        program.must("debate", f"With {setting}.", "--as", "Bob", "--game", "sessions", "--request-id", setting)
        program.must("replay", "--check", "--game", "sessions")
        server.sql("ALTER ROLE nomic RESET ALL")


def roles(server, program):
    server.sql("CREATE ROLE looker LOGIN; GRANT USAGE ON SCHEMA nomic TO looker;"
               " GRANT SELECT ON nomic.store, nomic.catalog, nomic.records, nomic.tiles, nomic.snapshots, nomic.index"
               " TO looker; CREATE ROLE stranger LOGIN")
    looker = at(program, program.ledger.replace("nomic@", "looker@"))
    looker.must("status")
    looker.must("verify")
    size = program.size()
    refused(looker.run("roll", "--as", "Ann"), 5, "the role may only read the ledger")
    refused(looker.run("init", "--game", "other", "Ann", "Bob"), 5, "the role may only read the ledger")
    for table in ("catalog", "records", "tiles", "snapshots", "index", "store", "beside"):
        for sql in (f"DELETE FROM nomic.{table}", f"INSERT INTO nomic.{table} SELECT * FROM nomic.{table}"):
            try:
                psql = server.address().replace("nomic@", "looker@")
                done = subprocess.run([f"{server.bin}/psql", "-XAtq", psql, "-c", sql], stdout=subprocess.PIPE,
                                      stderr=subprocess.PIPE, text=True, check=False)
                expect(done.returncode != 0 and "permission denied" in done.stderr, f"{sql}: {done.stderr}")
            except RuntimeError:
                pass
    expect(program.size() == size, "a reader has written")
    report = looker.must("store", "check", "--format", "json").json()
    expect(not report["mayWrite"], str(report))
    stranger = at(program, program.ledger.replace("nomic@", "stranger@"))
    refused(stranger.run("status"), 5, "permission denied")


def commands():
    """Every command that there is, as its reference has it."""
    reference = pathlib.Path(__file__).resolve().parents[2] / "docs" / "commands.md"
    names = re.findall(r"^### nomic ([a-z-]+)$", reference.read_text(encoding="utf-8"), re.M)
    expect(len(names) > 50, f"{len(names)} commands in the reference")
    return names


def every_command(server, program):
    """No command shows a password, wherever an address stands among its words, nor makes a file of that name."""
    folder = program.folder / "nowhere"
    folder.mkdir()
    for address in ("postgresql://ann:hunter2@/x?host=/nowhere", "postgresql://ann:hun?hunter2@/x?host=/nowhere",
                    "postgres://ann@/x?host=/nowhere&Password=hunter2"):
        stranger = at(program, address)
        for name in commands():
            for words in ((name,), (name, address), (name, "init", address), (name, "new", address),
                          (name, "--file", address), (name, "--ledger", address, address), (name, address, address)):
                # serve would wait until it can be reached.
                patience = ("--listen", "none", "--socket", "s") if name == "serve" else ()
                process = stranger.start(*words, *patience, cwd=folder)
                try:
                    out, err = process.communicate(timeout=3 if name == "serve" else 30)
                except subprocess.TimeoutExpired:
                    expect(name == "serve", f"nomic {' '.join(words)} does not end")
                    process.kill()
                    out, err = process.communicate()
                expect(b"hunter2" not in out + err, f"nomic {' '.join(words)} shows the password: {out} {err}")
                expect(process.returncode <= 5, f"nomic {' '.join(words)}: status {process.returncode}")
    left = [str(each.relative_to(folder)) for each in folder.rglob("*")]
    expect(not left, f"files were made: {left}")


def addresses(server, program):
    """No password is ever shown, however it is given and whatever is wrong."""
    for address in ("postgresql://ann:hunter2@/nothere?host=/nowhere", "postgresql://ann@/x?host=/nowhere&password=hunter2",
                    "postgresql://ann:hunter2@127.0.0.1:1/x", "postgresql://ann:hunter2@/x?bogus=1",
                    "postgresql://ann:hunter2@[::1/x", "postgresql://ann:hunter2/3@h/x",
                    "postgresql:///x?pass%77ord=hunter2", "postgres://ann:hun%zzter2@/x?password=hunter2",
                    server.address("nothere").replace("nomic@", "nomic:hunter2@")):
        for words in (("status",), ("store", "check"), ("store", "init"), ("init", "Ann", "Bob"), ("verify",),
                      ("serve", "--listen", "none", "--socket", "s", "--wait", "0"), ("invite", "--list"), ("backup", "-"),
                      ("config", "--here", "player", "Ann")):
            for form in ((), ("--format", "json")):
                done = at(program, address).run(*words, *form)
                expect(done.status != 0, str(done))
                expect("hunter2" not in done.out + done.err, f"the password is shown: {done}")
                expect(done.status in (2, 5), str(done))
    # What holds the right one does not show it either.
    inside = server.address().replace("nomic@", "nomic:hunter2@")
    done = at(program, inside).must("init", "--game", "masked", "Ann", "Bob")
    expect("hunter2" not in done.out, str(done))
    # libpq's own ways to name it.
    (program.folder / "services").write_text(f"[club]\nhost={server.home}\nuser=nomic\ndbname=postgres\n")
    os.environ["PGSERVICEFILE"] = str(program.folder / "services")
    by_service = at(program, "postgresql:///?service=club")
    environment = by_service.environment
    by_service.environment = lambda: {**environment(), "PGSERVICEFILE": str(program.folder / "services")}
    by_service.must("status", "--game", "nomic")


def heads(program):
    games = program.must("verify", "--format", "json", "--game", "nomic").json()
    return games["headHash"], games["root"], games["size"]


def copies(server, program):
    """There and back: heads and roots are equal, a second time nothing is copied, and the copy plays on."""
    before = heads(program)
    folder = program.folder / "copied"
    program.must("store", "copy", str(program.ledger), str(folder))
    there = at(program, str(folder))
    expect(heads(there) == before, "the copy in a folder has another head")
    again = program.must("store", "copy", str(program.ledger), str(folder), "--format", "json").json()
    expect(all(each["added"] == 0 for each in again["bundles"]), str(again))
    server.sql("CREATE DATABASE second")
    second = at(program, server.address("second"))
    second.must("store", "init")
    program.must("store", "copy", str(folder), second.ledger)
    expect(heads(second) == before, "the copy in a database has another head")
    expect(second.must("log", "--format", "jsonl", "--game", "nomic").out ==
           program.must("log", "--format", "jsonl", "--game", "nomic").out, "the copy tells something else")
    second.must("roll", "--as", "Ann", "--game", "nomic")
    # It goes on where the other is ahead, and is refused where it is another history.
    program.must("store", "copy", second.ledger, str(folder))
    expect(heads(there) == heads(second), "the longer game was not copied")
    # Somebody who has not met the longer one plays on otherwise.
    other = at(program, program.ledger)
    other.state = program.folder / "another"
    other.must("judgment", "invoke", "Whose turn is it?", "--as", "Bob", "--game", "nomic")
    other.must("roll", "--as", "Ann", "--game", "nomic")
    done = other.run("store", "copy", str(program.ledger), str(folder))
    expect(done.status == 3 and "not copied" in done.err, str(done))
    expect(heads(there) == heads(second), "a refused copy has changed something")


def rolled_back(server, program):
    """A database that was put back from an old backup is found by who has met its games."""
    # Nobody is connected to the one that is copied.
    server.sql("CREATE DATABASE backup TEMPLATE second")
    second = at(program, server.address("second"))
    second.must("propose", "repeal", "210", "--as", "Bob", "--game", "nomic")
    server.sql("DROP DATABASE second WITH (FORCE)")
    server.sql("ALTER DATABASE backup RENAME TO second")
    refused(second.run("status", "--game", "nomic"), 4, "rolled back")
    done = second.run("verify", "--game", "nomic")
    expect(done.status == 4 and "rolled back" in done.out, str(done))


# What a trigger drops, and the kinds of writes that then lack rows.
DROPPED = {("catalog", "INSERT"): ("found", "move", "play", "import"), ("catalog", "UPDATE"): ("move", "play"),
           ("records", "INSERT"): ("found", "move", "play", "import"), ("tiles", "INSERT"): ("play", "import"),
           ("snapshots", "INSERT"): ("found", "play"), ("snapshots", "DELETE"): ("play",),
           ("index", "INSERT"): ("move", "play"), ("beside", "INSERT"): ("invite",),
           ("beside", "UPDATE"): ("invite again",)}
MANY = 300  # records: more than a tile and some snapshots hold


def dropping(server, program):
    """Where a trigger drops rows without an error, no kind of write is acknowledged that lacks one of them."""
    words = "".join(f"debate 'Word {number}.' --as Bob\n" for number in range(MANY))
    begun = "init Ann Bob Cleo\npropose repeal 209 --as Ann\n"
    folder = program.folder / "elsewhere"
    at(program, str(folder)).must("play", "-", input=begun + words)
    bundle = str(program.folder / "elsewhere.nomic")
    at(program, str(folder)).must("export", bundle)
    server.sql("CREATE DATABASE dropping")
    there = at(program, server.address("dropping"))
    there.must("store", "init")
    there.must("play", "-", "--game", "kept", input=begun.replace("init", "init --game kept"))
    server.sql("CREATE FUNCTION public.drops() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'", "dropping")
    kinds = {"found": lambda: there.run("init", "--game", "found", "Ann", "Bob"),
             "move": lambda: there.run("debate", "A word.", "--as", "Ann", "--game", "kept"),
             "play": lambda: there.run("play", "-", "--game", "kept", input=words),
             "import": lambda: there.run("import", bundle),
             "invite": lambda: there.run("invite", "Ann", "--game", "kept"),
             "invite again": lambda: there.run("invite", "Bob", "--game", "kept")}
    for (table, event), writes in DROPPED.items():
        if writes == ("invite again",):
            there.must("invite", "Ann", "--game", "kept")
        counts = [f"SELECT count(*) FROM nomic.{name}" for name in ("catalog", "records", "beside")]
        before = [server.sql(count, "dropping") for count in counts]
        server.sql(f"CREATE TRIGGER drops BEFORE {event} ON nomic.{table} FOR EACH ROW EXECUTE FUNCTION public.drops()",
                   "dropping")
        for name in writes:
            done = kinds[name]()
            expect(done.status == 5 and "did not store all rows" in " ".join(done.err.split()),
                   f"{event} of {table} dropped, {name}: {done}")
        server.sql(f"DROP TRIGGER drops ON nomic.{table}", "dropping")
        # Of a play, what came before the first row that was dropped is recorded.
        expect("play" in writes or [server.sql(count, "dropping") for count in counts] == before,
               f"{event} of {table}: something was recorded")
        there.must("verify", "--game", "kept")
    for name in ("found", "move", "play", "import", "invite again"):
        done = kinds[name]()
        expect(done.status == 0, f"no trigger is left: {name}: {done}")


def test(options, folder):
    with postgres.running() as (server,):
        program = Program(options.binary, folder)
        program.ledger = server.address()
        postgres.in_turn((making, settings, roles, addresses, every_command, copies, rolled_back, sessions, dropping),
                         server, program)


if __name__ == "__main__":
    main(__doc__, [], test)

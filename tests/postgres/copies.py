#!/usr/bin/env python3
"""nomic store copy into databases: beside another copy, with the invitations, and what is said of addresses and of
tables that are not as they should be.

    tests/postgres/copies.py build/release/bin/nomic
"""

import pathlib
import socket
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "soak"))
import server as postgres  # noqa: E402
from commands import at, refused  # noqa: E402
from program import Program, expect, main  # noqa: E402
from servers import Keeper  # noqa: E402

GAMES = 60


def database(server, program, name):
    server.sql(f"CREATE DATABASE {name}")
    made = at(program, server.address(name))
    made.must("store", "init")
    return made


def at_once(server, program):
    """Two copies of one ledger at the same time both copy it: the other's games are no other games."""
    many = at(program, program.folder / "many")
    lines = "".join(f"init --game g{number} Ann Bob\n" for number in range(GAMES))
    many.must("play", "-", input=lines)
    for again in range(3):
        target = database(server, program, f"at_once_{again}")
        both = [target.start("store", "copy", str(many.ledger), target.ledger) for _ in range(2)]
        for each in both:
            out, err = (text.decode() for text in each.communicate(timeout=120))
            expect(each.returncode == 0, f"a copy beside another: {each.returncode}: {err[-2000:]}")
            expect(f"{GAMES} of {GAMES} games are in" in " ".join(out.split()), out[-500:])
        target.must("verify", "--ledger-only")


def whoever_is_let_in(server, program):
    """Links and browsers go on where a host has moved, and what was revoked meanwhile is revoked there."""
    here = at(program, program.folder / "club")
    here.found()
    game = here.must("status", "--format", "json").json()["game"]
    secrets = {name: here.must("invite", name).out.partition("#invite=")[2][:64] for name in ("Ann", "Bob", "Cleo")}
    there = database(server, program, "moved")
    keeper = Keeper(here, str(here.ledger)).ready()
    token = {}
    for name in ("Ann", "Bob"):
        status, opened = keeper.ask("POST", "/v1/redeem", {"secret": secrets[name]})
        expect(status == 200, str(opened))
        token[name] = opened["token"]
        if name == "Ann":
            # While it still serves: what is done from now on comes with the last copy.
            done = there.must("store", "copy", str(here.ledger), there.ledger)
            expect("3 invitations are copied with them." in done.out, str(done))
    ids = {each["player"]: each["invitation"] for each in
           here.must("invite", "--list", "--format", "json").json()["invitations"]}
    here.must("invite", "--revoke", ids["Ann"])
    keeper.end()
    done = there.must("store", "copy", str(here.ledger), there.ledger, "--format", "json").json()
    expect(done["invitations"] == 2 and not done["refused"], str(done))
    keeper = Keeper(there, there.ledger).ready()
    for name, wanted in (("Ann", 401), ("Bob", 200)):
        status, said = keeper.ask("GET", f"/v1/games/{game}/status", token=token[name])
        expect(status == wanted, f"{name}'s browser: {status}, not {wanted}: {said}")
    for name, wanted in (("Bob", False), ("Cleo", True)):
        status, said = keeper.ask("POST", "/v1/redeem", {"secret": secrets[name]})
        expect((status == 200) == wanted, f"{name}'s link: {status}: {said}")
    keeper.end()
    # Who may not read them is told, and copies the games.
    server.sql("CREATE ROLE onlooker LOGIN; GRANT USAGE ON SCHEMA nomic TO onlooker; GRANT SELECT ON nomic.store,"
               " nomic.catalog, nomic.records, nomic.tiles, nomic.snapshots, nomic.index TO onlooker", "moved")
    source = there.ledger.replace("nomic@", "onlooker@")
    done = there.run("store", "copy", source, str(program.folder / "seen"))
    expect(done.status == 5 and "the invitations are not copied" in done.err and "1 of 1 game is" in done.out, str(done))
    there.must("store", "copy", source, str(program.folder / "seen"), "--no-invitations")


def put_back(server, program):
    """A game that was met longer is named, in words and in JSON, and the others are copied."""
    now = at(program, program.folder / "now")
    now.must("init", "--game", "a1", "Ann", "Bob", "Cleo")
    old = now.copy_to(program.folder / "old")
    old.state = now.state
    old.must("init", "--game", "b2", "Ann", "Bob", "Cleo")
    now.must("join", "Zed", "--game", "a1")
    there = database(server, program, "put_back")
    done = there.run("store", "copy", str(old.ledger), there.ledger, "--format", "json")
    expect(done.status == 4 and "rolled back" in done.err, str(done))
    said = done.json()
    expect([each["name"] for each in said["bundles"]] == ["b2"], str(said))
    expect([(each["name"], each["error"]["code"]) for each in said["refused"]] == [("a1", "ROLLED_BACK")], str(said))


def tables(server, program):
    """Where there is no ledger, or its tables are not as they should be, it is said what to do."""
    server.sql("CREATE DATABASE tables")
    there = at(program, server.address("tables"))
    for words in (("status",), ("store", "check"), ("store", "upgrade"),
                  ("serve", "--listen", "none", "--socket", "s", "--wait", "0")):
        refused(there.run(*words), 2, "there is no ledger in this database", "nomic store init")
    there.must("store", "init")
    for damage, mended in (("UPDATE nomic.store SET version = 0", "UPDATE nomic.store SET version = 1"),
                           ("ALTER TABLE nomic.store RENAME COLUMN format TO f",
                            "ALTER TABLE nomic.store RENAME COLUMN f TO format"),
                           ("DELETE FROM nomic.store", None)):
        server.sql(damage, "tables")
        for words in (("status",), ("store", "check")):
            done = there.run(*words)
            expect(done.status == 4 and "restore the database from a backup" in " ".join(done.err.split()), str(done))
        if mended:
            server.sql(mended, "tables")
            there.must("store", "check")


def addresses(server, program):
    """What is wrong with an address is named, and no part of a password."""
    for address in ("postgresql://u:p@ssw0rd@localhost/db", "postgresql://u:p/ssw0rd@localhost/db",
                    "postgresql://u:12/ssw0rd@localhost/db"):
        for words in (("head", "--ledger", address), ("store", "init", address), ("store", "copy", address, "x"),
                      ("store", "copy", str(program.folder / "club"), address)):
            done = program.run(*words)
            expect("ssw0rd" not in done.out + done.err, f"a part of the password is shown: {done}")
            expect(done.status == 2 and "%40" in done.err, str(done))
    done = program.run("store", "check", server.address() + "&bogus=1")
    expect(done.status == 2 and "'bogus'" in done.err, str(done))


def patience(server, program):
    """A server that does not answer is waited for once."""
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen(8)
        address = f"postgresql://nomic@127.0.0.1:{silent.getsockname()[1]}/x?connect_timeout=3"
        begin = time.monotonic()
        done = program.run("head", "--ledger", address)
        took = time.monotonic() - begin
    expect(done.status == 5 and "cannot reach" in done.err, str(done))
    expect(took < 5, f"with connect_timeout=3 it takes {took:.1f} s")


def test(options, folder):
    with postgres.running() as (server,), Keeper.none_left():
        program = Program(options.binary, folder)
        program.ledger = server.address()
        postgres.in_turn((at_once, whoever_is_let_in, put_back, tables, addresses, patience), server, program)


if __name__ == "__main__":
    main(__doc__, [], test)

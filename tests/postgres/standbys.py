#!/usr/bin/env python3
"""Invitations, where the database waits for a standby: nothing is acknowledged that the standby does not have.

    tests/postgres/standbys.py build/release/bin/nomic
"""

import pathlib
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "soak"))
import server as postgres  # noqa: E402
from program import Program, expect, main  # noqa: E402
from servers import Keeper, eventually  # noqa: E402

# Long beside what an answer takes, and short beside what a silent database is waited for.
A_WHILE = 1.0
SOON = 20


def waiting(primary):
    """How many commits of ours wait for the standby."""
    return int(primary.sql("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'nomic'"
                           " AND wait_event = 'SyncRep'"))


def give_up_waiting(primary):
    """As an administrator does it: the commit stands at the primary, and is nowhere else."""
    eventually("nobody waits for the standby", lambda: waiting(primary) == 1)
    primary.sql("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")


def link_in(text):
    return text.partition("#invite=")[2][:64]


def invitations(program):
    return {each["player"]: each for each in
            program.must("invite", "--list", "--format", "json").json().get("invitations", [])}


class Held:
    """A command that is to wait: it has said nothing, and has not ended."""

    def __init__(self, program, *words):
        self.words = words
        self.process = program.start(*words)

    def waits(self, primary):
        eventually(f"nomic {' '.join(self.words)} does not wait for the standby",
                   lambda: self.process.poll() is not None or waiting(primary) == 1)
        time.sleep(A_WHILE)
        expect(self.process.poll() is None,
               f"nomic {' '.join(self.words)} has ended without the standby: {self.process.returncode}")
        return self

    def ends(self, status, *said):
        out, err = (each.decode() for each in self.process.communicate(timeout=SOON))
        done = f"nomic {' '.join(self.words)}: {self.process.returncode}: {out}{err}"
        expect(self.process.returncode == status, done)
        for word in said:
            expect(word in out + err, f"'{word}' is not said: {done}")
        expect(status == 0 or out == "", f"what is not safe is told: {done}")
        return out


def with_it(primary, standby, program):
    """While the standby is there, invitations are made, opened and revoked."""
    out = Held(program, "invite", "Ann").ends(0)
    keeper = Keeper(program, primary.address()).ready()
    status, opened = keeper.ask("POST", "/v1/redeem", {"secret": link_in(out)})
    expect(status == 200, str(opened))
    keeper.end()
    Held(program, "invite", "Bob").ends(0)
    Held(program, "invite", "--revoke", invitations(program)["Bob"]["invitation"]).ends(0, "revoked")


def making(primary, standby, program):
    """A link is told once the standby has it, and never where that was not waited for."""
    standby.stop()
    held = Held(program, "invite", "Cleo").waits(primary)
    give_up_waiting(primary)
    held.ends(5, "it may have been changed or not", "its standbys were not waited for")
    held = Held(program, "invite", "--reader").waits(primary)
    standby.start()
    expect(len(link_in(held.ends(0))) == 64, "no link is told")


def opening(primary, standby, program):
    """Who opens a link has their token once the standby knows that it is spent."""
    link = program.must("invite", "Cleo").out
    keeper = Keeper(program, primary.address()).ready()
    standby.stop()
    answers = []
    opens = threading.Thread(target=lambda: answers.append(
        keeper.ask("POST", "/v1/redeem", {"secret": link_in(link)})), daemon=True)
    opens.start()
    eventually("opening a link does not wait for the standby", lambda: answers or waiting(primary) == 1)
    time.sleep(A_WHILE)
    expect(not answers, f"a link is opened without the standby: {answers}")
    standby.start()
    opens.join(SOON)
    expect(answers and answers[0][0] == 200, f"it is not opened with the standby: {answers}")
    keeper.end()


def revoking(primary, standby, program):
    """What is revoked is revoked at the standby too, also where it is said a second time."""
    identity = invitations(program)["Ann"]["invitation"]
    standby.stop()
    held = Held(program, "invite", "--revoke", identity).waits(primary)
    give_up_waiting(primary)
    held.ends(5, "it may have been changed or not")
    # It is revoked here by now; were the standby promoted, Ann's token would be good again.
    expect(invitations(program)["Ann"]["revokedAt"] != "", "the commit does not stand")
    held = Held(program, "invite", "--revoke", identity).waits(primary)
    standby.start()
    held.ends(0, "revoked")
    primary.kill()
    standby.promote()
    promoted = Program(program.binary, program.folder)
    promoted.ledger = standby.address()
    expect(invitations(promoted)["Ann"]["revokedAt"] != "", "what was acknowledged is not at the standby")


def copying(primary, standby, program):
    """Invitations that are copied are told of once the standby has them, also by a copy that finds them there."""
    primary.sql("CREATE DATABASE copied")
    copied = Program(program.binary, program.folder)
    copied.ledger = primary.address("copied")
    copied.must("store", "init")
    words = ("store", "copy", program.ledger, copied.ledger)
    copied.must(*words, "--no-invitations")
    standby.stop()
    for _ in range(2):
        held = Held(copied, *words).waits(primary)
        give_up_waiting(primary)
        out, err = (each.decode() for each in held.process.communicate(timeout=SOON))
        expect(held.process.returncode == 5 and "the invitations are not copied" in err
               and "invitations are copied" not in out, f"{held.process.returncode}: {out}{err}")
        expect(invitations(copied).keys() == invitations(program).keys(), "the commit does not stand")
    held = Held(copied, *words).waits(primary)
    standby.start()
    held.ends(0)


def copying_again(primary, standby, program):
    """A copy, and an import, that find all of it there wait for the standby too: what they find may be at the primary
    alone."""
    primary.sql("CREATE DATABASE again")
    again = Program(program.binary, program.folder)
    again.ledger = primary.address("again")
    again.must("store", "init")
    bundle = str(program.folder / "game.bundle")
    program.must("export", bundle)
    words = ("store", "copy", program.ledger, again.ledger, "--no-invitations")
    again.must(*words)
    standby.stop()
    held = Held(again, *words).waits(primary)
    standby.start()
    held.ends(0)
    standby.stop()
    held = Held(again, "import", bundle).waits(primary)
    standby.start()
    held.ends(0)


def test(options, folder):
    with postgres.running("s1") as (primary, standby), Keeper.none_left():
        program = Program(options.binary, folder)
        program.ledger = primary.address()
        program.must("store", "init")
        program.found()
        primary.sql("ALTER SYSTEM SET synchronous_standby_names = 's1'")
        primary.sql("SELECT pg_reload_conf()")
        eventually("the standby is not waited for", lambda: primary.sql(
            "SELECT sync_state FROM pg_stat_replication") == "sync")
        postgres.in_turn((with_it, making, opening, copying, copying_again, revoking), primary, standby, program)


if __name__ == "__main__":
    main(__doc__, [], test)

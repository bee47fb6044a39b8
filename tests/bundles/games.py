#!/usr/bin/env python3
"""Real games, exported by the real program: the example verifier finds that they hold, and that no cut and no changed byte
of one does; a copy goes by pipe, in parts and as a backup, and is the same game. And games forged upon real ones, well
chained and sealed: what cannot be derived is not taken in, what the rules refuse is found out.

    games.py NOMIC_COMMAND
"""
import io
import json
import os
import pathlib
import subprocess
import sys
import tempfile

from attacks import by_example, verify
from builder import Game, bundle

EXAMPLE = pathlib.Path(__file__).resolve().parent.parent.parent / "examples/verify/verify.py"


class Table:
    """A folder in which the program is run as one user after another."""

    def __init__(self, command, folder):
        self.command, self.folder = command, folder

    def run(self, line, user="ann", status=0, data=b""):
        return self.said(line, user, status, data).stdout

    def said(self, line, user="ann", status=0, data=b""):
        home = os.path.join(self.folder, user)
        os.makedirs(home, exist_ok=True)
        environment = {"PATH": os.environ.get("PATH", ""), "HOME": home}
        done = subprocess.run([self.command, *line.split()], input=data, capture_output=True, cwd=home, env=environment)
        assert done.returncode == status, (line, done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode())
        return done

    def read(self, user, name):
        return pathlib.Path(self.folder, user, name).read_bytes()


def last_line(text, word):
    return [line for line in text.decode().splitlines() if line.startswith(word)][-1]


def games(table):
    table.run("init Ann Bob Cleo")
    for move in ("propose enact --text Mice --as Ann --request-id r1", "call-vote --as Ann", "vote for --as Ann",
                 "vote for --as Bob", "vote for --as Cleo", "roll 4 --as Ann", "propose repeal 209 --as Bob"):
        table.run(move)
    table.run("export game.bundle")
    true = table.read("ann", "game.bundle")
    assert by_example(true) is None
    assert table.run("export -") == true, "to a pipe the same bytes go"
    done = subprocess.run([sys.executable, "-B", EXAMPLE, "-"], input=true, capture_output=True)
    root = last_line(table.run("verify"), "Root:").split()[1]
    assert done.returncode == 0 and root in done.stdout.decode(), done

    # By pipe to another user, who then plays on; by part back to the first.
    table.run("import -", "bob", data=true)
    assert table.run("status", "bob") == table.run("status")
    table.run("replay --check", "bob")
    table.run("propose enact --text Rats --as Cleo", "bob", status=3)
    table.run("debate why --as Cleo", "bob")
    size = int(table.run("status --format json").split(b'"size":')[1].split(b",")[0])
    table.run(f"export more.bundle --from {size}", "bob")
    part = table.read("bob", "more.bundle")
    assert by_example(part) is None
    table.run("import -", data=part)
    assert table.run("export -") == table.run("export -", "bob")
    table.run("import game.bundle"), "what one has is no error"
    table.run("verify")

    # The copies part: the fork is refused on both sides.
    table.run("debate mine --as Ann")
    table.run("debate ours --as Bob", "bob")
    table.run("import -", "bob", status=3, data=table.run("export -"))
    table.run("import -", status=3, data=table.run("export -", "bob"))
    # An older copy does not come back under a new folder; for who never met the game it is only shorter.
    table.run("import game.bundle --ledger again", status=4)
    table.run("import - --ledger again", "cleo", data=true)
    return true


def backups(table):
    table.run("init --ledger two Dan Eve", "dan")
    table.run("init --ledger two --game second Fay Gil", "dan")
    table.run("backup all.backup --ledger two", "dan")
    both = table.read("dan", "all.backup")
    assert by_example(both) is None
    table.run("verify -", "dan", data=both)
    table.run("import - --ledger back", "fay", data=both)
    table.run("verify --ledger back", "fay")
    assert table.run("backup - --ledger back", "fay") == both
    for cut in (len(both) - 1, both.rindex(b"nomic bundle")):
        assert by_example(both[:cut])[0] == "truncated", cut


def game_in(data):
    """The game of a bundle, to be altered."""
    game, at = Game.__new__(Game), len(verify.FIRST_LINE)
    game.records = []
    while at < len(data):
        length = int.from_bytes(data[at + 1 : at + 5], "big")
        if data[at : at + 1] == b"R":
            game.records.append(data[at + 5 : at + 5 + length])
        at += 5 + length
    return game


def stripped(game):
    """The same moves, unsigned, and chained anew."""
    bare = Game.__new__(Game)
    bare.records = []
    for each in map(verify.read_record, game.records):
        bare.say(each["payload"], each["author"].encode(), request_id=each["request_id"].encode(),
                 seen_size=each["seen_size"], recorded_at=each["recorded_at"])
    return bare


def with_record(data, payload, author):
    """The game of a bundle with one record more, unsigned, at the last one's time."""
    game = game_in(data)
    return bundle(game.say(payload, author, recorded_at=verify.read_record(game.records[-1])["recorded_at"]))


def forged(table):
    for name in ("ann", "bob"):
        table.run(f"key new {name}.key", "hal")
    keys = {name: table.run(f"key show {name}.key --name {name}", "hal").decode().split()[0] for name in ("ann", "bob")}
    table.run(f"init Ann Bob --signing required --player-key Ann={keys['ann']} --player-key Bob={keys['bob']}", "hal")
    table.run("propose repeal 209 --as Ann --key ann.key", "hal")
    true = table.run("export -", "hal")
    table.run("verify -", "hal", data=true)
    table.run("import -", "ida", data=true)
    before = table.run("verify", "ida")

    # Whoever keeps the game strips it of its signatures: the records hold together, and the moves are nobody's.
    bare = bundle(stripped(game_in(true)))
    assert by_example(bare) is None
    found = table.run("verify -", "hal", status=1, data=bare).decode()
    assert "NOT_LAWFUL" in found and "not all are moves that the rules allow" in found, found
    assert b"No game was derived" in table.run("verify - --ledger-only", "hal", data=bare)
    said = table.said("import - --format json", "joe", status=1, data=bare)
    assert "not lawful and without effect" in said.stderr.decode()
    # The proposal; the founding records need no key.
    (taken,) = json.loads(said.stdout)["bundles"]
    assert taken["unlawful"] == 1 and taken["added"] == taken["size"] == len(game_in(true).records), taken
    (again,) = json.loads(table.run("import - --format json", "joe", data=bare))["bundles"]
    assert "unlawful" not in again or again["unlawful"] == 0, again
    table.run("status", "joe")

    # A record of junk needs no key.
    junk = with_record(true, b"junk", b"Ann")
    assert by_example(junk) is None
    assert b"DERIVE" in table.run("verify -", "hal", status=1, data=junk)
    assert "no game can be derived" in table.said("import -", "ida", status=4, data=junk).stderr.decode()
    table.run("import - --ledger another", "ida", status=4, data=junk)
    # An event without its signature is no move of Bob's, and takes nothing from anybody.
    event = verify.read_record(game_in(true).records[-1])["payload"]
    assert table.run("verify", "ida") == before
    table.run("import -", "ida", status=1, data=with_record(true, event, b"Bob"))
    table.run("status", "ida")


def damaged(true):
    for cut in range(len(true)):
        assert by_example(true[:cut]) is not None, cut
    for at in range(len(true)):
        assert by_example(true[:at] + bytes([true[at] ^ 0x41]) + true[at + 1 :]) is not None, at


def main(command):
    with tempfile.TemporaryDirectory() as folder:
        table = Table(command, folder)
        games(table)
        backups(table)
        forged(table)
    with tempfile.TemporaryDirectory() as folder:
        table = Table(command, folder)
        table.run("init Ann Bob --rules -", data=b"101. All players must always abide by all the rules.\n\n201. Players "
                  b"alternate in clockwise order, taking one whole turn apiece.\n")
        damaged(table.run("export -"))
    print("games, backups, forgeries, cuts and changed bytes: all as they should be")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))

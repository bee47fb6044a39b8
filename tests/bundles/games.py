#!/usr/bin/env python3
"""Real games, exported by the real program: the example verifier finds that they hold, and that no cut and no changed byte
of one does; a copy goes by pipe, in parts and as a backup, and is the same game.

    games.py NOMIC_COMMAND
"""
import io
import os
import pathlib
import subprocess
import sys
import tempfile

from attacks import by_example

EXAMPLE = pathlib.Path(__file__).resolve().parent.parent.parent / "examples/verify/verify.py"


class Table:
    """A folder in which the program is run as one user after another."""

    def __init__(self, command, folder):
        self.command, self.folder = command, folder

    def run(self, line, user="ann", status=0, data=b""):
        home = os.path.join(self.folder, user)
        os.makedirs(home, exist_ok=True)
        environment = {"PATH": os.environ.get("PATH", ""), "HOME": home}
        done = subprocess.run([self.command, *line.split()], input=data, capture_output=True, cwd=home, env=environment)
        assert done.returncode == status, (line, done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode())
        return done.stdout

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
    with tempfile.TemporaryDirectory() as folder:
        table = Table(command, folder)
        table.run("init Ann Bob --rules -", data=b"101. All players must always abide by all the rules.\n\n201. Players "
                  b"alternate in clockwise order, taking one whole turn apiece.\n")
        damaged(table.run("export -"))
    print("games, backups, cuts and changed bytes: all as they should be")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))

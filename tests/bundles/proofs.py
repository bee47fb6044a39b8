#!/usr/bin/env python3
"""Notes, proofs, signed statements and folders of tiles that the real program makes hold for the example verifier, which
was made from docs/format.md alone; of what is altered both say the same; and the document's own example holds.

    proofs.py NOMIC_COMMAND
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from games import Table

TOP = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(TOP / "examples/verify"))
import proofs
import verify

VKEY = re.compile(r"\S+\+[0-9a-f]{8}\+[A-Za-z0-9+/=]+")
MOVES = 560


class Desk(Table):
    """One user's folder, and what the example says of its files."""

    def __init__(self, command, folder):
        super().__init__(command, folder)
        self.home = pathlib.Path(folder, "ann")

    def write(self, name, data):
        (self.home / name).write_bytes(data)

    def bytes(self, name):
        return (self.home / name).read_bytes()

    def refuses(self, line):
        """Whether the program does, with whichever status."""
        done = subprocess.run([self.command, *line.split()], capture_output=True, cwd=self.home, env={"HOME": str(self.home)})
        return done.returncode in (1, 2, 3)


def says(check, *arguments):
    """What the example says: nothing, or why not."""
    try:
        check(*arguments)
        return None
    except proofs.NotProven as why:
        return str(why)


def altered(data):
    """Some of the ways in which the bytes can be others."""
    for at in range(0, len(data), max(1, len(data) // 40)):
        yield data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]
    lines = data.split(b"\n")
    for at in range(len(lines) - 1):
        yield b"\n".join(lines[:at] + lines[at + 1 :])
        yield b"\n".join(lines[: at + 1] + lines[at:])
    yield data + b"\n"
    yield data[:-1]
    yield data.replace(b"\n", b"\r\n")
    yield data.replace(b"\n\n", b"\n\n\n")


def same_of_altered(desk, data, check, command, options=""):
    """The example and the program agree about every altered form; how many were refused."""
    refused = 0
    for other in altered(data):
        desk.write("altered", other)
        why = says(check, other)
        accepted = not desk.refuses(f"{command} altered {options}")
        assert accepted == (why is None), f"the example says {why!r} of {other!r}"
        refused += why is not None
    return refused


def example_of_document(desk):
    section = (TOP / "docs/format.md").read_text(encoding="utf-8").split("## 8. ")[1].split("\n## ")[0].split("### Example")[1]
    block = "\n".join(line[4:] for line in section.split("\n") if not line or line.startswith("    ")).strip("\n")
    vkeys, _, proof = block.partition("\n\n")
    vkeys, proof = vkeys.split("\n"), (proof + "\n").encode()
    leaf = verify.leaf_hash(bytes.fromhex("".join(
        re.findall(r"record 1   (\w+)\n +(\w+)\n +(\w+)\n", (TOP / "docs/format.md").read_text(encoding="utf-8"))[0])))
    known = [verify.read_vkey(each) for each in vkeys]
    assert len(known) == 2
    assert says(proofs.inclusion, proof, known, leaf) is None
    desk.write("proof", proof)
    desk.run(f"verify-proof proof --leaf {leaf.hex()} " + " ".join(f"--vkey {each}" for each in vkeys))


def a_game(desk):
    desk.run("init Ann Bob")
    moves = ["propose enact --text Mice --as Ann"] + [f"debate d{i} --as Bob" for i in range(MOVES)]
    desk.run("play -", data="\n".join(moves[:30]).encode() + b"\n")
    desk.run("key new keeper.key")
    desk.run("key new bob.key")
    vkeys = []
    for part, name in ((moves[30:], "old"), ([], "new")):
        made = desk.run(f"checkpoint make --key keeper.key --origin club.example -o {name}").decode()
        if part:
            desk.run("play -", data="\n".join(part).encode() + b"\n")
        signed = desk.run(f"checkpoint sign {name} --key bob.key --name w.example/bob").decode()
        vkeys = [VKEY.search(made)[0], VKEY.search(signed)[0]]
    return vkeys


def notes_and_proofs(desk, vkeys):
    known = [verify.read_vkey(each) for each in vkeys]
    options = " ".join(f"--vkey {each}" for each in vkeys)
    old, new = desk.bytes("old"), desk.bytes("new")
    size = int(new.split(b"\n")[1])
    refused = 0
    for note in (old, new):
        assert says(proofs.judged, note, known) is None
    refused += same_of_altered(desk, old, lambda data: proofs.judged(data, known), "checkpoint verify", options)

    for index in (0, 1, 255, 256, 300, 511, 512, size - 2, size - 1):
        desk.run(f"prove inclusion {index} --checkpoint new --force -o proof")
        desk.write("record", desk.run(f"inspect {index} --raw"))
        leaf = verify.leaf_hash(desk.bytes("record"))
        assert says(proofs.inclusion, desk.bytes("proof"), known, leaf) is None, index
        desk.run(f"verify-proof proof {options} --record record")
        assert says(proofs.inclusion, desk.bytes("proof"), known, bytes(32))
    refused += same_of_altered(desk, desk.bytes("proof"), lambda data: proofs.inclusion(data, known, leaf), "verify-proof",
                               f"{options} --leaf {leaf.hex()}")

    desk.run(f"prove consistency {int(old.split(bytes([10]))[1])} {size} --checkpoint new -o grown")
    grown = desk.bytes("grown")
    assert says(proofs.consistency, grown, known, old) is None
    assert says(proofs.consistency, grown, known, new)
    refused += same_of_altered(desk, grown, lambda data: proofs.consistency(data, known, old), "verify-proof",
                               f"{options} --since old")
    return refused


def tiles(desk, vkeys):
    known = [verify.read_vkey(each) for each in vkeys]
    desk.run("export --tiles public")
    folder = desk.home / "public"
    assert says(proofs.tiles, folder, known) is None, says(proofs.tiles, folder, known)
    # What goes on after the checkpoint takes nothing from it.
    desk.run("debate more --as Bob")
    desk.run("export --tiles public")
    assert says(proofs.tiles, folder, known) is None
    for path in sorted(folder.rglob("*")):
        if not path.is_file():
            continue
        data = path.read_bytes()
        path.write_bytes(bytes([data[0] ^ 1]) + data[1:])
        narrower = folder / "tile" in path.parents and says(proofs.tiles, folder, []) is None
        # One that the first export left, of fewer hashes, is not what the checkpoint needs when a wider one is there.
        assert not narrower or path.parent.name.endswith(".p"), path
        path.write_bytes(data)
    shutil.rmtree(folder / "tile" / "0")
    assert says(proofs.tiles, folder, [])


def statements(desk):
    desk.run("key new ann.key")
    desk.run("key register --as Ann --key ann.key")
    desk.run("debate signed --as Ann --key ann.key --prepare said.txt")
    text = desk.bytes("said.txt").decode()
    assert says(proofs.statement, text) is None
    assert says(proofs.statement, "> from a mail\n" + text + "yours, Ann\n") is None
    assert says(proofs.statement, text + text)
    refused = 0
    inner = text.index("\n") + 1
    for at in range(inner, text.index("\n-----END"), 7):
        other = text[:at] + ("A" if text[at] != "A" else "B") + text[at + 1 :]
        if text[at] == "\n":
            continue
        assert says(proofs.statement, other), at
        desk.write("other.txt", other.encode())
        assert desk.refuses("submit other.txt --dry-run"), at
        refused += 1
    desk.run("submit said.txt")
    return refused


def main(command):
    with tempfile.TemporaryDirectory() as folder:
        desk = Desk(command, folder)
        desk.home.mkdir()
        example_of_document(desk)
        vkeys = a_game(desk)
        refused = notes_and_proofs(desk, vkeys)
        tiles(desk, vkeys)
        refused += statements(desk)
        print(f"all hold; {refused} altered ones are refused by both")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))

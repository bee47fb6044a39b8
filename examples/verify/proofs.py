#!/usr/bin/env python3
"""Verifies what is made of a game besides bundles: notes, proofs, signed statements, folders of tiles
(docs/format.md, section 8).

    proofs.py note FILE --vkey KEY...
    proofs.py inclusion FILE --vkey KEY... --record FILE | --leaf HEX
    proofs.py consistency FILE --vkey KEY... --since NOTE
    proofs.py statement FILE
    proofs.py tiles FOLDER [--vkey KEY...]

Every key that is given must have signed, and a proof needs a log's (type 0x01) among them. Made from the document
alone, like verify.py beside it, on which it stands for notes, messages and hashes.

Ends with 0 if it holds, with 1 and the reason otherwise, with 2 if it cannot be said.
"""
import base64
import hashlib
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import verify

MOST_HASHES = 65
MOST_BYTES = (1 << 18) + (1 << 17)
BEGIN, END = "-----BEGIN NOMIC STATEMENT-----", "-----END NOMIC STATEMENT-----"
SIGNED_STATEMENT = {1: ("statement", "bytes"), 2: ("signatures", "many")}


class NotProven(Exception):
    pass


def must(holds, why):
    if not holds:
        raise NotProven(why)


# ---- Notes -----------------------------------------------------------------------------------------------------------


def judged(note, vkeys):
    """Origin, size and root of a checkpoint that every key has signed; a log's under its origin."""
    must(vkeys, "no key is given")
    try:
        size, root, text, lines = verify.read_note(note)
        for vkey in vkeys:
            verify.check_signer(vkey, text, lines)
    except ValueError as why:
        raise NotProven(str(why)) from None
    origin = text.split(b"\n")[0].decode()
    for name, _, kind, _ in vkeys:
        must(kind != 1 or name == origin, f"{name} is not the log {origin}")
    return origin, size, root


# ---- Proofs (RFC 6962, sections 2.1.1 and 2.1.2, turned round) ---------------------------------------------------------


def node(left, right):
    return hashlib.sha256(b"\1" + left + right).digest()


def taken(path):
    must(path, "the proof has too few hashes")
    return path.pop()


def split(size):
    """The largest power of two below the size."""
    return 1 << (size - 1).bit_length() - 1


def root_above(leaf, index, size, path):
    if size == 1:
        return leaf
    left, sibling = split(size), taken(path)
    if index < left:
        return node(root_above(leaf, index, left, path), sibling)
    return node(sibling, root_above(leaf, index - left, size - left, path))


def roots_above(old_root, old, new, path, whole=True):
    """Roots of the old and the new size over one subtree; `whole`: the old tree is all that lies below here."""
    if old == new:
        same = old_root if whole else taken(path)
        return same, same
    left, sibling = split(new), taken(path)
    if old <= left:
        first, second = roots_above(old_root, old, left, path, whole)
        return first, node(second, sibling)
    first, second = roots_above(old_root, old - left, new - left, path, False)
    return node(sibling, first), node(sibling, second)


def check_inclusion(leaf, index, size, path, root):
    must(index < size, f"record {index} is not among {size}")
    path = list(path)
    must(root_above(leaf, index, size, path) == root, "the proof leads to another root")
    must(not path, "the proof has too many hashes")


def check_consistency(old, old_root, new, new_root, path):
    must(old <= new, f"{old} records are not the beginning of {new}")
    path = list(path)
    if old == 0:
        must(old_root == hashlib.sha256(b"").digest(), "no records have another root")
    else:
        first, second = roots_above(old_root, old, new, path)
        must(first == old_root and second == new_root, "the proof leads to other roots")
    must(not path, "the proof has too many hashes")


def canonical(text, what):
    try:
        data = base64.b64decode(text, validate=True)
    except ValueError:
        raise NotProven(f"{what} is not base64") from None
    must(base64.b64encode(data) == text, f"{what} is not canonical base64")
    return data


class Lines:
    def __init__(self, data, first):
        must(len(data) <= MOST_BYTES, "it is too long")
        self.rest = data
        must(self.next() == first, f"it does not begin with {first.decode()}")

    def next(self):
        line, end, self.rest = self.rest.partition(b"\n")
        must(end, "it ends too soon")
        return line

    def number(self, word):
        line = self.next()
        digits = line[len(word) + 1 :]
        must(line == word + b" " + digits and digits.isdigit(), f"there is no line {word.decode()}")
        must(str(int(digits)).encode() == digits and int(digits) < 1 << 64, f"{word.decode()} is no number")
        return int(digits)

    def path(self):
        path = []
        while line := self.next():
            path.append(canonical(line, "a hash"))
            must(len(path[-1]) == 32 and len(path) <= MOST_HASHES, "a hash is not 32 bytes, or one too many")
        return path


def inclusion(data, vkeys, leaf):
    must(any(kind == 1 for _, _, kind, _ in vkeys), "no log's key is given")
    lines = Lines(data, b"c2sp.org/tlog-proof@v1")
    if lines.rest.startswith(b"extra "):
        canonical(lines.next()[6:], "extra")
    index, path = lines.number(b"index"), lines.path()
    origin, size, root = judged(lines.rest, vkeys)
    check_inclusion(leaf, index, size, path, root)
    return f"record {index} is among the {size} of {origin}"


def consistency(data, vkeys, since):
    must(any(kind == 1 for _, _, kind, _ in vkeys), "no log's key is given")
    lines = Lines(data, b"nomic/consistency-proof@v1")
    old, new, path = lines.number(b"old"), lines.number(b"new"), lines.path()
    origin, size, root = judged(lines.rest, vkeys)
    old_origin, old_size, old_root = judged(since, vkeys)
    must(origin == old_origin, "the checkpoints are of two logs")
    must((old_size, size) == (old, new), "the checkpoints are of other sizes")
    check_consistency(old, old_root, new, root, path)
    return f"the {new} records of {origin} go on from {old}"


# ---- Signed statements -------------------------------------------------------------------------------------------------


def statement(text):
    must(text.count(BEGIN) == 1, "there is not one statement in it")
    inner = text.partition(BEGIN)[2].partition(END)
    must(inner[1], "the statement does not end")
    data = canonical("".join(inner[0].split()).encode(), "the statement")
    try:
        signed = verify.read_message(data, SIGNED_STATEMENT)
        signatures = [verify.read_message(each, verify.SIGNATURE) for each in signed["signatures"]]
        said = verify.read_message(signed["statement"], verify.STATEMENT)
    except ValueError as why:
        raise NotProven(str(why)) from None
    must(len(said["game"]) == 32 and said["payload"], "it names no game, or says nothing")
    must(len(said["seen_hash"]) == (32 if said["seen_size"] else 0), "seen_size and seen_hash do not fit")
    must(len(said["author"].encode()) <= 1024, "its author is over 1,024 bytes")
    must(1 <= len(said["request_id"].encode()) <= 128, "it bears no request ID of 1 to 128 bytes")
    must(signatures, "it is not signed")
    keys = [each["public_key"] for each in signatures]
    must(len(set(keys)) == len(keys), "one key has signed it twice")
    for each in signatures:
        must(len(each["public_key"]) == 32 and len(each["signature"]) == 64, "a key or a signature of another length")
        fault = verify.fault_of_key(each["public_key"])
        must(not fault, f"a key is not to be trusted: {fault}")
        must(verify.verifies(each["public_key"], verify.CONTEXT + signed["statement"], each["signature"]),
             "a signature does not verify")
    return f"{said['author']}, who had seen {said['seen_size']} records of {said['game'].hex()}; keys " + " ".join(
        key.hex() for key in keys)


# ---- Folders of tiles --------------------------------------------------------------------------------------------------


def number_path(number):
    path = f"{number % 1000:03}"
    while number := number // 1000:
        path = f"x{number % 1000:03}/{path}"
    return path


def tile(folder, kind, index, width):
    """The tile of this width, or a wider one: what was exported may reach further than the newest checkpoint."""
    for wide in range(width, 257):
        path = folder / "tile" / kind / (number_path(index) + ("" if wide == 256 else f".p/{wide}"))
        if path.is_file():
            return path.read_bytes()
    raise NotProven(f"there is no tile/{kind}/{number_path(index)} of {width} or more")


def tiles(folder, vkeys):
    """The whole log: every record, every tile of every level, and the checkpoint's root."""
    folder = pathlib.Path(folder)
    must((folder / "checkpoint").is_file(), "there is no checkpoint")
    note = (folder / "checkpoint").read_bytes()
    try:
        size, root, _, _ = verify.read_note(note)
    except ValueError as why:
        raise NotProven(str(why)) from None
    if vkeys:
        judged(note, vkeys)
    hashes, level = [], 0
    for bundle in range(-(-size // 256)):
        width = min(256, size - bundle * 256)
        data = tile(folder, "entries", bundle, width)
        for _ in range(width):
            length = int.from_bytes(data[:2], "big")
            must(len(data) >= 2 + length, "an entry is cut")
            hashes.append(verify.leaf_hash(data[2 : 2 + length]))
            data = data[2 + length :]
    tree = verify.Tree()
    for each in hashes:
        tree.add(each)
    must(tree.root() == root, "the records have another root than the checkpoint")
    while hashes:
        above = []
        for index in range(0, len(hashes), 256):
            part = hashes[index : index + 256]
            kept = tile(folder, str(level), index // 256, len(part))[: 32 * len(part)]
            must(kept == b"".join(part), f"tile {level}/{index // 256} differs")
            if len(part) == 256:
                whole = verify.Tree()
                for each in part:
                    whole.add(each)
                above.append(whole.root())
        hashes, level = above, level + 1
    return f"{size} records, with their tiles on {level} levels"


# ---- Command line ------------------------------------------------------------------------------------------------------


def main(arguments):
    words, options, vkeys = [], {}, []
    while arguments:
        word = arguments.pop(0)
        if word == "--vkey" and arguments:
            vkeys.append(verify.read_vkey(arguments.pop(0)))
        elif word in ("--record", "--leaf", "--since") and arguments:
            options[word] = arguments.pop(0)
        else:
            words.append(word)
    if len(words) != 2 or words[0] not in ("note", "inclusion", "consistency", "statement", "tiles"):
        print(__doc__.strip(), file=sys.stderr)
        return 2
    kind, name = words
    try:
        if kind == "tiles":
            said = tiles(name, vkeys)
        elif kind == "statement":
            said = statement(pathlib.Path(name).read_text(encoding="utf-8"))
        elif kind == "note":
            origin, size, root = judged(pathlib.Path(name).read_bytes(), vkeys)
            said = f"{origin}, {size} records, root {root.hex()}"
        elif kind == "consistency":
            said = consistency(pathlib.Path(name).read_bytes(), vkeys, pathlib.Path(options["--since"]).read_bytes())
        else:
            leaf = bytes.fromhex(options["--leaf"]) if "--leaf" in options else verify.leaf_hash(
                pathlib.Path(options["--record"]).read_bytes())
            said = inclusion(pathlib.Path(name).read_bytes(), vkeys, leaf)
    except NotProven as why:
        print(f"not proven: {why}")
        return 1
    except KeyError as option:
        print(f"{option} is missing", file=sys.stderr)
        return 2
    print(said)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

#!/usr/bin/env python3
"""Verifies bundles: games of Nomic as files (docs/format.md, sections 1 and 7).

    verify.py FILE...              - is standard input
    verify.py --vkey KEY FILE...   the notes in the file must bear a good signature of this key, too

Made from the document alone, to be a second opinion: it shares no code with the program that writes the files. It needs
Python's standard library and the package `cryptography` (Debian: python3-cryptography), for Ed25519 only.

Ends with 0 if everything holds, with 1 and the first thing that does not (`word #record: sentence`) otherwise.
"""
import base64
import hashlib
import sys
import tempfile

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

FIRST_LINE = b"nomic bundle, format 1\n"
LIMITS = {b"H": 2161, b"Q": 32, b"R": 65535, b"T": 40, b"E": 1 << 20, b"Z": 32}
CONTEXT = b"nomic/statement/v1\n"
ZERO = bytes(32)


class False_(Exception):
    """What does not hold: a word of the table in docs/format.md, a sentence, perhaps a record."""

    def __init__(self, word, what, index=None):
        super().__init__(what)
        self.word, self.what, self.index = word, what, index


# ---- Hashes and the tree (RFC 6962, section 2.1) ---------------------------------------------------------------------


def leaf_hash(record):
    return hashlib.sha256(b"\0" + record).digest()


class Tree:
    """The roots of the complete subtrees over the leaves so far, the largest first."""

    def __init__(self, size=0, nodes=()):
        self.size, self.nodes = size, list(nodes)

    def add(self, leaf):
        size = self.size
        while size & 1:
            leaf = hashlib.sha256(b"\1" + self.nodes.pop() + leaf).digest()
            size >>= 1
        self.nodes.append(leaf)
        self.size += 1

    def root(self):
        if not self.nodes:
            return hashlib.sha256(b"").digest()
        root = self.nodes[-1]
        for node in reversed(self.nodes[:-1]):
            root = hashlib.sha256(b"\1" + node + root).digest()
        return root


# ---- Messages, in their one form -------------------------------------------------------------------------------------


def read_varint(data, at):
    number = shift = 0
    while True:
        if at >= len(data) or shift > 63:
            raise ValueError("a number that does not end")
        byte = data[at]
        at += 1
        number |= (byte & 0x7F) << shift
        if byte < 0x80:
            break
        shift += 7
    if byte == 0 and shift:
        raise ValueError("a number that is longer than it must be")
    if number >> 64:
        raise ValueError("a number of more than 64 bits")
    return number, at


def read_message(data, fields):
    """`fields`: number -> (name, "number" | "bytes" | "text" | "many")."""
    values = {name: {"number": 0, "text": "", "many": []}.get(kind, b"") for name, kind in fields.values()}
    at = last = 0
    while at < len(data):
        tag, at = read_varint(data, at)
        number, wire = tag >> 3, tag & 7
        if number not in fields:
            raise ValueError(f"an unknown field {number}")
        name, kind = fields[number]
        if wire != (0 if kind == "number" else 2):
            raise ValueError(f"field {number} is of another type")
        if number < last or (number == last and kind != "many"):
            raise ValueError(f"field {number} is repeated or out of order")
        last = number
        value, at = read_varint(data, at)
        if kind != "number":
            if value > len(data) - at:
                raise ValueError(f"field {number} is cut")
            value, at = data[at : at + value], at + value
        if kind == "many":
            values[name].append(value)
            continue
        if not value:
            raise ValueError(f"field {number} is written out at its default")
        values[name] = value.decode("utf-8") if kind == "text" else value
    return values


RECORD = {1: ("entry", "bytes"), 2: ("signatures", "many")}
SIGNATURE = {1: ("public_key", "bytes"), 2: ("signature", "bytes")}
ENTRY = {
    1: ("index", "number"),
    2: ("previous_hash", "bytes"),
    3: ("recorded_at", "number"),
    4: ("statement", "bytes"),
    5: ("via", "number"),
}
NOT_SAID, SIGNED, LAST_VIA = 0, 3, 4
STATEMENT = {
    1: ("game", "bytes"),
    2: ("seen_size", "number"),
    3: ("seen_hash", "bytes"),
    4: ("author", "text"),
    5: ("request_id", "text"),
    6: ("payload", "bytes"),
}


def read_record(data):
    """The record's parts, or ValueError (UnicodeDecodeError is one)."""
    record = read_message(data, RECORD)
    signatures = [read_message(each, SIGNATURE) for each in record["signatures"]]
    entry = read_message(record["entry"], ENTRY)
    said = read_message(entry["statement"], STATEMENT)
    if any(len(each["public_key"]) != 32 or len(each["signature"]) != 64 for each in signatures):
        raise ValueError("a key or a signature of another length")
    if len(entry["previous_hash"]) != 32:
        raise ValueError("previous_hash is not 32 bytes")
    if entry["index"] == 0:
        if entry["previous_hash"] != ZERO or said["game"] or said["seen_size"]:
            raise ValueError("record 0 names what is before it")
    elif len(said["game"]) != 32:
        raise ValueError("game is not 32 bytes")
    if said["seen_size"] > entry["index"] or len(said["seen_hash"]) != (32 if said["seen_size"] else 0):
        raise ValueError("seen_size and seen_hash do not fit")
    if len(said["author"].encode()) > 1024 or len(said["request_id"].encode()) > 128 or not said["payload"]:
        raise ValueError("an author of more than 1,024 bytes, a request ID of more than 128, or no payload")
    if entry["via"] > LAST_VIA:
        raise ValueError("it came in a way that is not known: a newer program made it")
    if entry["via"] != NOT_SAID and (entry["via"] == SIGNED) != bool(signatures):
        raise ValueError("how it came and what signatures it bears do not agree")
    time = entry["recorded_at"]
    return {**entry, **said, "signatures": signatures, "recorded_at": time - (1 << 64) if time >> 63 else time}


# ---- Signatures ------------------------------------------------------------------------------------------------------

P = 2**255 - 19
D = -121665 * pow(121666, -1, P) % P
SMALL_ORDER = {0, 1, P - 1} | {
    int.from_bytes(bytes.fromhex(digits), "little")
    for digits in (
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    )
}


def fault_of_key(key):
    y = int.from_bytes(key, "little") & (2**255 - 1)
    if y >= P:
        return "it is not canonical"
    if y in SMALL_ORDER:
        return "it is of small order"
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    return None if pow(square, (P - 1) // 2, P) == 1 else "it is no point of the curve"


def verifies(key, message, signature):
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
        return True
    except InvalidSignature:
        return False


# ---- Notes (C2SP signed-note, tlog-checkpoint) -----------------------------------------------------------------------


def is_key_name(name):
    return bool(name) and "+" not in name and not any(c.isspace() or c < " " or c == "\x7f" for c in name)


def read_vkey(text):
    """name+<8 hex digits of the key's ID>+<base64 of type and key>"""
    name, key_id, encoded = text.split("+", 2)
    data = base64.b64decode(encoded, validate=True)
    if hashlib.sha256(name.encode() + b"\n" + data).digest()[:4].hex() != key_id or len(data) != 33:
        raise ValueError("the verifier key does not fit its ID")
    if data[0] not in (1, 4) or not is_key_name(name) or fault_of_key(data[1:]):
        raise ValueError("the verifier key is of no known type, has no name, or is not to be trusted")
    return name, bytes.fromhex(key_id), data[0], data[1:]


def read_note(note):
    """Size, root, text and signature lines; ValueError if it is no such note."""
    note.decode("utf-8")
    if len(note) > 1 << 18 or any(byte < 32 and byte != 10 for byte in note):
        raise ValueError("it is too long, or holds a control character")
    text, empty, signatures = note.rpartition(b"\n\n")
    text += b"\n"
    if not empty or not signatures.endswith(b"\n") or b"\n\n" in text or text.startswith(b"\n"):
        raise ValueError("no empty line, or more than one, or no end of line at its end")
    lines = signatures[:-1].split(b"\n")
    if len(lines) > 64:
        raise ValueError("more than 64 signatures")
    for line in lines:
        dash, name, *data = line.decode("utf-8").split(" ")
        if dash != "\u2014" or len(data) != 1 or not is_key_name(name):
            raise ValueError("a line below the empty one is no signature")
        decoded = base64.b64decode(data[0], validate=True)
        if len(decoded) < 5 or base64.b64encode(decoded).decode() != data[0]:
            raise ValueError("a signature is not the base64 of an ID and more")
    parts = text.split(b"\n")
    if len(parts) < 4 or not parts[0]:
        raise ValueError("not three lines")
    size = int(parts[1].decode("ascii"))
    root = base64.b64decode(parts[2], validate=True)
    if str(size).encode() != parts[1] or not 0 <= size < 1 << 64:
        raise ValueError("the size is no decimal number")
    if len(root) != 32 or base64.b64encode(root) != parts[2]:
        raise ValueError("the root is not the base64 of 32 bytes")
    return size, root, text, lines


def check_signer(vkey, text, lines):
    """The key (0x01: Ed25519; 0x04: a witness's, with a time) must have signed, well, and once."""
    name, key_id, kind, key = vkey
    found = 0
    for line in lines:
        words = line.decode("utf-8").split(" ")
        data = base64.b64decode(words[2], validate=True) if len(words) == 3 else b""
        if len(words) != 3 or words[1] != name or data[:4] != key_id:
            continue
        message, signature = text, data[4:]
        if kind == 4:
            time = int.from_bytes(signature[:8], "big")
            if time >> 63:
                raise ValueError(f"the time of {name} is none")
            message, signature = f"cosignature/v1\ntime {time}\n".encode() + text, signature[8:]
        if fault_of_key(key) or not verifies(key, message, signature):
            raise ValueError(f"the signature of {name} is false")
        found += 1
    if found != 1:
        raise ValueError(f"{name} has signed it twice" if found else f"{name} has not signed it")


# ---- A bundle --------------------------------------------------------------------------------------------------------


class Leaves:
    """The leaf hashes of the records, in a temporary file: memory does not grow with the game."""

    def __init__(self):
        self.file = tempfile.TemporaryFile()
        self.count = 0

    def add(self, leaf):
        self.file.seek(0, 2)
        self.file.write(leaf)
        self.count += 1

    def __getitem__(self, at):
        self.file.seek(at * 32)
        return self.file.read(32)


class Bundle:
    def __init__(self, file, vkeys, announced=None):
        self.file, self.vkeys = file, vkeys
        self.announced = announced  # how many bundles follow it, as the one before has it
        self.digest = hashlib.sha256()
        self.index = 0  # of the next record
        self.start = 0
        self.game = self.label = self.previous = self.before = self.request = None
        self.following = self.signatures = self.evidence = 0
        self.time = None
        self.signed = self.twice = False
        self.requests = set()
        self.leaves = Leaves()
        self.tree = Tree()

    def take(self, count, what):
        data = self.file.read(count)
        if len(data) < count:
            raise False_("truncated", f"the file ends within {what}", self.index)
        return data

    def part(self):
        """Type, body; the digest is over everything before the part."""
        head = self.take(5, "a bundle")
        kind, length = head[:1], int.from_bytes(head[1:], "big")
        if kind not in LIMITS or length > LIMITS[kind]:
            raise False_("frame", f"a part {kind!r} of {length} bytes", self.index)
        return kind, head, self.take(length, "a part")

    def verify(self):
        line = self.file.read(len(FIRST_LINE))
        if line != FIRST_LINE:
            cut = len(line) < len(FIRST_LINE) and FIRST_LINE.startswith(line)
            raise False_("truncated" if cut else "format", "the first line is not that of a bundle")
        self.digest.update(line)
        self.header()
        self.records()
        self.rest()
        self.what_follows()

    def next(self):
        kind, head, body = self.part()
        self.before_part = self.digest.digest() if kind == b"Z" else None
        self.digest.update(head + body)
        return kind, body

    def header(self):
        kind, body = self.next()
        if kind != b"H":
            raise False_("frame", "the first part is not the header")
        label = body[48] if len(body) > 48 else 0
        if len(body) < 49 or label > 64 or 49 + label > len(body):
            raise False_("header", "the header is too short")
        self.game = body[:32]
        self.following = int.from_bytes(body[32:40], "big")
        self.start = self.index = int.from_bytes(body[40:48], "big")
        if self.announced not in (None, self.following):
            raise False_("header", f"{self.following} bundles follow, and {self.announced} were announced")
        frontier = body[49 + label :]
        try:
            self.label = body[49 : 49 + label].decode("utf-8")
        except UnicodeDecodeError:
            raise False_("header", "the label is not UTF-8") from None
        if len(frontier) != 32 * bin(self.start).count("1"):
            raise False_("header", "the frontier does not fit the first index")
        nodes = [frontier[at : at + 32] for at in range(0, len(frontier), 32)]
        self.tree = Tree(self.start, nodes)
        self.noted = Tree(self.start, nodes)
        if self.start % 2:
            self.previous = nodes[-1]

    def records(self):
        digest = None
        while True:
            kind, body = self.next()
            if kind == b"Q" and digest is None and len(body) == 32:
                digest = body
            elif kind == b"R":
                self.record(body, digest)
                digest = None
            elif kind == b"T" and digest is None:
                return self.total(body)
            else:
                raise False_("frame", f"a part {kind!r} does not belong here", self.index)

    def record(self, data, digest):
        at = self.index
        try:
            record = read_record(data)
        except ValueError as why:
            raise False_("record", f"it cannot be read: {why}", at) from None
        leaf = leaf_hash(data)
        begins = record["request_id"] and (record["author"], record["request_id"]) != self.request
        if digest is not None and not begins:
            raise False_("request", "the digest of a request stands before it, and it begins none", at)
        if record["index"] != at:
            raise False_("place", f"it says that it is record {record['index']}", at)
        if (leaf if at == 0 else record["game"]) != self.game:
            raise False_("place", "it belongs to another game", at)
        if self.previous is not None and record["previous_hash"] != self.previous:
            raise False_("chain", "it does not give the hash of the record before", at)
        if self.time is not None and record["recorded_at"] < self.time:
            raise False_("time", "it is dated before the record before", at)
        self.check_request(record, begins, at)
        if at == self.start:
            self.before = record["previous_hash"]
        self.check_seen(record, at)
        self.check_signatures(record, at)
        self.previous, self.time, self.request = leaf, record["recorded_at"], (record["author"], record["request_id"])
        self.tree.add(leaf)
        self.leaves.add(leaf)
        self.index += 1

    def check_request(self, record, begins, at):
        name, signed = record["request_id"], bool(record["signatures"])
        request = (record["author"], name)
        if signed and not name:
            raise False_("request", "it is signed and bears no request ID", at)
        if name and not begins and (signed or self.signed):
            raise False_("request", "it belongs to the request of the record before, and one is signed", at)
        if begins:
            self.twice = self.twice or request in self.requests
            self.requests.add(request)
        self.signed = signed

    def check_seen(self, record, at):
        size = record["seen_size"]
        if not size or size < self.start:
            return
        seen = self.before if size == self.start else self.leaves[size - 1 - self.start]
        if record["seen_hash"] != seen:
            raise False_("seen", f"it claims to have seen another record {size - 1}", at)

    def check_signatures(self, record, at):
        keys = set()
        for each in record["signatures"]:
            fault = fault_of_key(each["public_key"])
            if fault:
                raise False_("key", f"a public key is not to be trusted: {fault}", at)
            if each["public_key"] in keys:
                raise False_("signature", "one key has signed it twice", at)
            keys.add(each["public_key"])
            if not verifies(each["public_key"], CONTEXT + record["statement"], each["signature"]):
                raise False_("signature", "a signature does not verify", at)
            self.signatures += 1

    def total(self, body):
        if len(body) != 40:
            raise False_("frame", "the total is of another length", self.index)
        size = int.from_bytes(body[:8], "big")
        if self.index == self.start or size != self.index:
            raise False_("size", f"the total says {size}, the records end at {self.index}")
        if body[8:] != self.tree.root():
            raise False_("root", f"the total says {body[8:].hex()}, the records give {self.tree.root().hex()}")

        if self.twice:
            raise False_("request", "two requests of one author bear the same ID")

    def rest(self):
        reached = self.start
        while True:
            kind, body = self.next()
            if kind == b"Z":
                if body != self.before_part:
                    raise False_("digest", "the bytes do not have the digest at their end")
                return
            if kind != b"E":
                raise False_("frame", f"a part {kind!r} does not belong here")
            reached = self.one_piece(body, reached)
            self.evidence += 1

    def one_piece(self, body, reached):
        length = body[0] if body else 0
        kind = body[1 : 1 + length]
        if not 1 <= length <= 32 or len(body) <= 1 + length + 8 or not all(97 <= c <= 122 for c in kind):
            raise False_("note", "a piece of evidence does not fit itself")
        size = int.from_bytes(body[1 + length : 9 + length], "big")
        if not reached <= size <= self.index:
            raise False_("note", f"evidence about size {size} is out of order")
        if kind != b"note":
            return size
        try:
            said, root, text, lines = read_note(body[9 + length :])
        except ValueError as why:
            raise False_("note", f"a note cannot be read: {why}") from None
        while self.noted.size < size:
            self.noted.add(self.leaves[self.noted.size - self.start])
        if said != size or root != self.noted.root():
            raise False_("note", f"a note at size {size} names another size or root")
        try:
            for vkey in self.vkeys:
                check_signer(vkey, text, lines)
        except ValueError as why:
            raise False_("note", str(why)) from None
        return size

    def what_follows(self):
        ahead = self.file.peek(len(FIRST_LINE))
        if ahead and not self.following:
            raise False_("trailing", "something follows after the end")
        if not ahead and self.following:
            raise False_("truncated", f"{self.following} more bundles were to follow")
        if ahead and not FIRST_LINE.startswith(ahead[: len(FIRST_LINE)]):
            raise False_("trailing", "what follows is no bundle")


class Ahead:
    """A file of which the next bytes can be looked at."""

    def __init__(self, file):
        self.file, self.held = file, b""

    def read(self, count):
        parts, missing = [self.held[:count]], count - len(self.held[:count])
        self.held = self.held[count:]
        while missing:
            piece = self.file.read(missing)
            if not piece:
                break
            parts.append(piece)
            missing -= len(piece)
        return b"".join(parts)

    def peek(self, count):
        if len(self.held) < count:
            self.held += self.file.read(count - len(self.held))
        return self.held


def verify_file(file, vkeys):
    file, announced = Ahead(file), None
    while True:
        bundle = Bundle(file, vkeys, announced)
        bundle.verify()
        last = bundle.index - 1
        print(f"{bundle.label!r}: #{bundle.start} to #{last} of {bundle.game.hex()} hold")
        print(f"  {bundle.signatures} signatures, {bundle.evidence} pieces of evidence")
        print(f"  head {bundle.previous.hex()}\n  root {bundle.tree.root().hex()}")
        if not bundle.following:
            return
        announced = bundle.following - 1


def main(arguments):
    vkeys, files = [], []
    while arguments:
        word = arguments.pop(0)
        if word == "--vkey" and arguments:
            vkeys.append(read_vkey(arguments.pop(0)))
        else:
            files.append(word)
    if not files:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    for name in files:
        try:
            if name == "-":
                verify_file(sys.stdin.buffer, vkeys)
            else:
                with open(name, "rb") as file:
                    verify_file(file, vkeys)
        except False_ as false:
            where = "" if false.index is None else f" #{false.index}"
            print(f"{false.word}{where}: {false.what}")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

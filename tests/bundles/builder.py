"""Makes bundles, true and false ones, without the program: after docs/format.md, sections 1 and 7."""
import base64
import hashlib
import struct

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

LINE = b"nomic bundle, format 1\n"
TEN_O_CLOCK = 1_338_372_000_000_000


def varint(number):
    number &= (1 << 64) - 1
    out = b""
    while number > 0x7F:
        out += bytes([number & 0x7F | 0x80])
        number >>= 7
    return out + bytes([number])


def field(number, value):
    if isinstance(value, int):
        return varint(number << 3) + varint(value) if value else b""
    return varint(number << 3 | 2) + varint(len(value)) + value if value else b""


def leaf(record):
    return hashlib.sha256(b"\0" + record).digest()


def node(left, right):
    return hashlib.sha256(b"\1" + left + right).digest()


def root(leaves):
    """RFC 6962, section 2.1, as it is written there."""
    if not leaves:
        return hashlib.sha256(b"").digest()
    if len(leaves) == 1:
        return leaves[0]
    left = 1
    while left * 2 < len(leaves):
        left *= 2
    return node(root(leaves[:left]), root(leaves[left:]))


def frontier(leaves):
    nodes, at = [], 0
    for bit in reversed(range(64)):
        if len(leaves) >> bit & 1:
            nodes.append(root(leaves[at : at + (1 << bit)]))
            at += 1 << bit
    return nodes


def key(seed):
    return Ed25519PrivateKey.from_private_bytes(bytes([seed]) * 32)


def raw(private):
    return private.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)


def sign(private, statement):
    return raw(private), private.sign(b"nomic/statement/v1\n" + statement)


def record(entry, signatures=()):
    out = field(1, entry)
    for public, signature in signatures:
        each = field(1, public) + field(2, signature)
        out += b"\x12" + varint(len(each)) + each
    return out


class Game:
    """Records, each chained to the one before; what is given by name stands in it instead of what is true."""

    def __init__(self, nonce=b"one", **other):
        self.records = []
        self.say(nonce, **other)

    @property
    def leaves(self):
        return [leaf(each) for each in self.records]

    @property
    def id(self):
        return leaf(self.records[0])

    def say(self, payload, author=b"", signer=None, **other):
        self.records.append(self.make(payload, author, signer, **other))
        return self

    def make(self, payload, author=b"", signer=None, **other):
        index = other.get("index", len(self.records))
        before = leaf(self.records[-1]) if self.records else bytes(32)
        seen = other.get("seen_size", index)
        statement = (
            field(1, other.get("game", self.id if self.records else b""))
            + field(2, seen)
            + field(3, other.get("seen_hash", leaf(self.records[seen - 1]) if 0 < seen <= len(self.records) else b""))
            + field(4, author)
            + field(5, other.get("request_id", b""))
            + field(6, payload)
        )
        statement = other.get("statement", statement)
        signatures = other.get("signatures", [sign(signer, statement)] if signer else [])
        entry = (
            field(1, index)
            + field(2, other.get("previous_hash", before))
            + field(3, other.get("recorded_at", TEN_O_CLOCK + index * 1_000_000))
            + field(4, statement)
            + field(5, other.get("via", 0))
        )
        return record(other.get("entry", entry), signatures)

    def copy(self):
        other = Game.__new__(Game)
        other.records = list(self.records)
        return other


def part(kind, body):
    return kind + struct.pack(">I", len(body)) + body


def note(game, size, origin=None, signer=None, the_root=None, name=None):
    origin = origin or "nomic.invalid/" + game.id.hex()
    the_root = the_root or root(game.leaves[:size])
    text = f"{origin}\n{size}\n{base64.b64encode(the_root).decode()}\n".encode()
    signer, name = signer or key(9), name or origin
    key_id = hashlib.sha256(name.encode() + b"\n\x01" + raw(signer)).digest()[:4]
    return text + b"\n" + f"\u2014 {name} ".encode() + base64.b64encode(key_id + signer.sign(text)) + b"\n"


def vkey(name, signer):
    data = b"\x01" + raw(signer)
    key_id = hashlib.sha256(name.encode() + b"\n" + data).digest()[:4]
    return f"{name}+{key_id.hex()}+{base64.b64encode(data).decode()}"


def evidence(kind, size, data):
    return part(b"E", bytes([len(kind)]) + kind + struct.pack(">Q", size) + data)


def bundle(played, **other):
    """A bundle of the game. What is given by name stands in it instead: header, parts, total, end, or pieces of them."""
    start = other.get("start", 0)
    leaves = played.leaves
    label = other.get("label", b"club")
    nodes = other.get("frontier", frontier(leaves[:start]))
    header = (
        other.get("game", played.id)
        + struct.pack(">QQ", other.get("following", 0), other.get("first", start))
        + bytes([other.get("label_length", len(label))])
        + label
        + b"".join(nodes)
    )
    out = other.get("line", LINE) + part(b"H", other.get("header", header))
    out += other.get("parts", b"".join(part(b"R", each) for each in played.records[start:]))
    total = struct.pack(">Q", other.get("size", len(leaves))) + other.get("root", root(leaves))
    out += other.get("total", part(b"T", total))
    out += other.get("evidence", b"")
    return out + other.get("end", part(b"Z", hashlib.sha256(out).digest())) + other.get("after", b"")


def resealed(data):
    """The same bytes with the digest at their end put right."""
    return data[:-37] + part(b"Z", hashlib.sha256(data[:-37]).digest())

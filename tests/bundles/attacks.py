#!/usr/bin/env python3
"""The table of attacks on bundles: each must be told apart with the right reason, by `nomic verify FILE` and by the example
verifier alike, and `nomic import` must leave the ledger as it was.

    attacks.py NOMIC_COMMAND [NAME...]

A row: a name, the reason expected (a word of docs/format.md, section 7), the record it is about (None: none), the bytes.
"""
import contextlib
import importlib.util
import io
import json
import os
import pathlib
import struct
import subprocess
import sys
import tempfile

from builder import (Game, LINE, TEN_O_CLOCK, bundle, evidence, field, frontier, key, leaf, note, part, raw, record, resealed,
                     root, sign, varint, vkey)

HERE = pathlib.Path(__file__).resolve().parent
spec = importlib.util.spec_from_file_location("verify", HERE.parent.parent / "examples/verify/verify.py")
verify = importlib.util.module_from_spec(spec)
spec.loader.exec_module(verify)

ANN, BOB = key(1), key(2)
ORDER = 2**252 + 27742317777372353535851937790883648493


def played(nonce=b"one"):
    """Eight records: two of one request, four signed; record 6 was signed by one who had seen but five."""
    game = Game(nonce, request_id=b"r0")
    game.say(b"founded", request_id=b"r0")
    game.say(b"two", b"Ann", ANN, request_id=b"r2")
    game.say(b"three", b"Ann", ANN, request_id=b"r3")
    game.say(b"four", b"Bob", BOB, request_id=b"r4")
    game.say(b"five", b"Bob", BOB, request_id=b"r5", recorded_at=TEN_O_CLOCK + 4_000_000)
    game.say(b"six", b"Ann", ANN, request_id=b"r6", seen_size=5)
    return game.say(b"seven", b"Bob")


GAME = played()
ORIGIN = "nomic.invalid/" + GAME.id.hex()
NOTES = evidence(b"note", 5, note(GAME, 5)) + evidence(b"note", 8, note(GAME, 8)) + evidence(b"timestamp", 8, b"token")
GOOD = {
    "the whole game": bundle(GAME),
    "with evidence": bundle(GAME, evidence=NOTES),
    "with a request's digest": bundle(
        GAME, parts=b"".join((part(b"Q", bytes(32)) if i == 2 else b"") + part(b"R", each)
                             for i, each in enumerate(GAME.records))),
    "from an odd record": bundle(GAME, start=3),
    "from an even record": bundle(GAME, start=4),
    "one ID of two authors": bundle(played().say(b"eight", b"Ann", ANN, request_id=b"r4")),
    "how some of it came": bundle(
        played().say(b"eight", b"Ann", via=2).say(b"nine", b"Bob", BOB, request_id=b"r9", via=3).say(b"ten", via=1).say(
            b"eleven", b"Ann", via=4)),
    "two games": bundle(GAME, following=1) + bundle(played(b"other")),
    "a note about nothing": bundle(GAME, evidence=evidence(b"note", 0, note(GAME, 0))),
    "a note of two lines more": bundle(GAME, evidence=evidence(b"note", 8, note(GAME, 8).replace(
        b"\n\n", b"\nhead " + leaf(GAME.records[7]).hex().encode() + b"\nmore\n\n", 1))),
}


def cut_at(at, **other):
    """The game with record `at` made again with something else in it; what follows is as it was."""
    game = GAME.copy()
    before = Game.__new__(Game)
    before.records = game.records[:at]
    arguments = {"payload": b"other", "author": b"Ann", "signer": None, **other}
    game.records[at] = before.make(arguments.pop("payload"), arguments.pop("author"), arguments.pop("signer"), **arguments)
    return game


def after(at, **other):
    """The game up to record `at`, then that record as given, and what follows made anew upon it."""
    game = Game.__new__(Game)
    game.records = GAME.records[:at]
    game.say(other.pop("payload", b"other"), other.pop("author", b"Ann"), other.pop("signer", None), **other)
    return game.say(b"and on")


def records(*indexes):
    return b"".join(part(b"R", GAME.records[i]) for i in indexes)


def signature(index, change):
    """Record `index` with its signature changed, and the chain made good upon it."""
    game = Game.__new__(Game)
    game.records = GAME.records[:index]
    statement = verify.read_record(GAME.records[index])["statement"]
    entry = verify.read_message(GAME.records[index], verify.RECORD)["entry"]
    game.records.append(record(entry, change(statement)))
    return bundle(game.say(b"and on"))


def unreduced(statement):
    public, made = sign(ANN, statement)
    s = int.from_bytes(made[32:], "little") + ORDER
    return [(public, made[:32] + s.to_bytes(32, "little"))]


SMALL = bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05")
NEUTRAL = bytes([1]) + bytes(31)
# R = the neutral point and S = 0 verify every message under a key of order 1.
EVERY_MESSAGE = NEUTRAL + bytes(32)


def entry_of(index):
    return verify.read_message(GAME.records[index], verify.RECORD)["entry"]


def raw_record(index, data):
    game = GAME.copy()
    game.records[index] = data
    return bundle(game)


def claims(kind, length):
    """A part that claims more than there is."""
    return LINE + bundle(GAME)[len(LINE) :][: 5 + 53] + kind + struct.pack(">I", length) + b"x" * 100


MERGED = Game.__new__(Game)
MERGED.records = GAME.records[:5] + played(b"other").records[5:]
FORK = after(5)
OTHER = played(b"other")

ROWS = [
    # Truncated.
    ("an empty file", "truncated", None, b""),
    ("cut within the first line", "truncated", None, LINE[:9]),
    ("cut after the first line", "truncated", 0, LINE),
    ("cut within the header", "truncated", 0, bundle(GAME)[: len(LINE) + 20]),
    ("cut within record 2", "truncated", 2, bundle(GAME)[: bundle(GAME).index(GAME.records[2]) + 30]),
    ("cut after record 4", "truncated", 5, bundle(GAME)[: bundle(GAME).index(GAME.records[5]) - 5]),
    ("cut within the total", "truncated", 8, bundle(GAME)[: -37 - 10]),
    ("without its end", "truncated", 8, bundle(GAME, end=b"")),
    ("cut within its end", "truncated", 8, bundle(GAME)[:-1]),
    ("a backup without its second game", "truncated", None, bundle(GAME, following=1)),
    # Altered.
    ("another file", "format", None, b"GIF89a" + bytes(100)),
    ("a zero for format", "format", None, bundle(GAME, line=b"nomic bundle, format 0\n")),
    ("the line with CRLF", "format", None, bundle(GAME, line=b"nomic bundle, format 1\r\n")),
    ("a bit of a payload flipped", "signature", 2, bundle(GAME).replace(b"two", b"twn", 1)),
    ("a bit of an unsigned payload flipped", "chain", 2, bundle(GAME).replace(b"founded", b"foundee", 1)),
    ("the first payload altered", "place", 0, bundle(GAME).replace(b"2\x03one", b"2\x03onf", 1)),
    ("the last payload altered", "root", None, bundle(GAME).replace(b"seven", b"sevem", 1)),
    ("the last payload altered, digest put right", "root", None, resealed(bundle(GAME).replace(b"seven", b"sevem", 1))),
    ("an author altered", "signature", 4, bundle(cut_at(4, payload=b"four", author=b"Ann", request_id=b"r4", signatures=[
        sign(BOB, verify.read_record(GAME.records[4])["statement"])]))),
    ("the digest altered", "digest", None, bundle(GAME)[:-1] + bytes([bundle(GAME)[-1] ^ 1])),
    ("the label altered", "digest", None, bundle(GAME).replace(b"club", b"clab", 1)),
    ("a request's digest altered", "digest", None,
     GOOD["with a request's digest"].replace(b"Q\0\0\0\x20" + bytes(32), b"Q\0\0\0\x20" + bytes(31) + b"\1", 1)),
    ("a record in place of another", "place", 3, bundle(GAME, parts=records(0, 1, 2, 4, 4, 5, 6, 7))),
    # Re-signed.
    ("signed by another key", "signature", 2, signature(2, lambda s: [(raw(BOB), sign(ANN, s)[1])])),
    ("the signature of another record", "signature", 2,
     signature(2, lambda s: [sign(ANN, verify.read_record(GAME.records[3])["statement"])])),
    ("signed without the context", "signature", 2, signature(2, lambda s: [(raw(ANN), ANN.sign(s))])),
    ("a bit of a signature flipped", "signature", 6,
     signature(6, lambda s: [(raw(ANN), sign(ANN, s)[1][:-1] + bytes([sign(ANN, s)[1][-1] ^ 1]))])),
    ("a good signature and a bad one", "signature", 2, signature(2, lambda s: [sign(ANN, s), (raw(BOB), bytes(64))])),
    ("an S that is not reduced", "signature", 2, signature(2, unreduced)),
    ("a key of order 1", "key", 2, signature(2, lambda s: [(NEUTRAL, EVERY_MESSAGE)])),
    ("a key of order 2", "key", 2, signature(2, lambda s: [(verify.P.to_bytes(32, "little")[:0] +
                                                           (verify.P - 1).to_bytes(32, "little"), EVERY_MESSAGE)])),
    ("a key of order 4", "key", 2, signature(2, lambda s: [(bytes(32), EVERY_MESSAGE)])),
    ("a key of order 8", "key", 2, signature(2, lambda s: [(SMALL, EVERY_MESSAGE)])),
    ("a key of order 8 with its sign", "key", 2, signature(2, lambda s: [(SMALL[:31] + bytes([SMALL[31] | 128]), bytes(64))])),
    ("a key that is not canonical", "key", 2,
     signature(2, lambda s: [((verify.P + 3).to_bytes(32, "little"), sign(ANN, s)[1])])),
    ("the neutral key, not canonical", "key", 2,
     signature(2, lambda s: [((verify.P + 1).to_bytes(32, "little"), EVERY_MESSAGE)])),
    ("a key that is no point", "key", 2, signature(2, lambda s: [(bytes([2]) + bytes(31), sign(ANN, s)[1])])),
    ("a key of 31 bytes", "record", 2, signature(2, lambda s: [(raw(ANN)[:31], sign(ANN, s)[1])])),
    ("a signature of 63 bytes", "record", 2, signature(2, lambda s: [(raw(ANN), sign(ANN, s)[1][:63])])),
    ("an empty signature", "record", 2, signature(2, lambda s: [(b"", b"")])),
    ("the signatures taken away", "chain", 3, raw_record(2, record(entry_of(2)))),
    ("the last signature taken away", "root", None, bundle(GAME, root=root(
        GAME.leaves[:6] + [leaf(record(entry_of(6)))] + GAME.leaves[7:]))),
    # Re-ordered, left out, repeated, replayed, merged.
    ("two records exchanged", "place", 3, bundle(GAME, parts=records(0, 1, 2, 4, 3, 5, 6, 7))),
    ("two records exchanged and renumbered", "chain", 6, bundle(GAME, parts=records(0, 1, 2, 3, 4) + part(b"R", record(
        field(1, 5) + field(2, GAME.leaves[4]) + field(3, TEN_O_CLOCK + 4_000_000) +
        field(4, verify.read_record(GAME.records[6])["statement"]),
        [sign(ANN, verify.read_record(GAME.records[6])["statement"])])) + records(6, 7))),
    ("a record left out", "place", 3, bundle(GAME, parts=records(0, 1, 2, 4, 5, 6, 7))),
    ("the last record left out", "size", None, bundle(GAME, parts=records(0, 1, 2, 3, 4, 5, 6))),
    ("a record twice", "place", 4, bundle(GAME, parts=records(0, 1, 2, 3, 3, 4, 5, 6, 7))),
    ("a record of another game", "place", 4, bundle(GAME, parts=records(0, 1, 2, 3) + part(b"R", OTHER.records[4]))),
    ("a statement replayed from another game", "place", 4, bundle(cut_at(4, statement=verify.read_record(
        OTHER.records[4])["statement"]))),
    ("a statement replayed at a later place, by whom it is signed", "chain", 5, bundle(cut_at(
        5, statement=verify.read_record(GAME.records[4])["statement"], signatures=[
            sign(BOB, verify.read_record(GAME.records[4])["statement"])], previous_hash=GAME.leaves[3]))),
    ("two games merged", "place", 5, bundle(MERGED, game=GAME.id)),
    ("records after the end of a fork", "chain", 6, bundle(GAME, parts=records(0, 1, 2, 3, 4) + part(
        b"R", FORK.records[5]) + records(6, 7))),
    ("a fork under this game's root", "root", None, bundle(FORK, root=root(GAME.leaves), size=7)),
    ("another game's identity", "place", 0, bundle(GAME, game=OTHER.id)),
    # Times and what was seen.
    ("a record dated before the one before", "time", 5, bundle(after(5, recorded_at=TEN_O_CLOCK))),
    ("a record dated before 1970", "time", 5, bundle(after(5, recorded_at=-1))),
    ("seen another record", "seen", 5, bundle(after(5, seen_size=4, seen_hash=GAME.leaves[2]))),
    ("seen another last record", "seen", 5, bundle(after(5, seen_hash=GAME.leaves[3]))),
    ("seen what is to come", "record", 5, bundle(after(5, seen_size=6, seen_hash=GAME.leaves[5]))),
    ("seen nothing, with a hash", "record", 5, bundle(after(5, seen_size=0, seen_hash=GAME.leaves[4]))),
    # How it came.
    ("a way to come that is of later", "record", 5, bundle(after(5, via=5))),
    ("signed, and without a signature", "record", 7, bundle(after(7, via=3))),
    ("a token's, and signed", "record", 5, bundle(after(5, via=2, signer=ANN, request_id=b"r5"))),
    # Messages that do not serialize again to the same bytes, or do not fit themselves.
    ("an unknown field in a record", "record", 5, raw_record(5, GAME.records[5] + field(9, 1))),
    ("an unknown field in an entry", "record", 5, raw_record(5, record(entry_of(5) + field(9, b"x")))),
    ("a field twice", "record", 5, raw_record(5, record(entry_of(5)) + field(1, entry_of(5)))),
    ("fields out of order", "record", 5, raw_record(5, record(field(4, b"2\x01x") + field(1, 5)))),
    ("a default written out", "record", 5, raw_record(5, record(b"\x08\0" + entry_of(5)))),
    ("a number longer than it must be", "record", 5, raw_record(5, record(b"\x08\x85\0" + entry_of(5)[2:]))),
    ("a length longer than it must be", "record", 0, raw_record(0, b"\x0a" + varint(len(entry_of(0)))[:-1] + bytes(
        [varint(len(entry_of(0)))[-1] | 0x80, 0]) + entry_of(0))),
    ("a number of 70 bits", "record", 5, raw_record(5, record(b"\x08" + b"\xff" * 9 + b"\x7f" + entry_of(5)[2:]))),
    ("a field of another type", "record", 5, raw_record(5, record(b"\x0a\x01\x05" + entry_of(5)[2:]))),
    ("a cut field", "record", 5, raw_record(5, GAME.records[5][:-3])),
    ("an empty record", "record", 5, raw_record(5, b"")),
    ("an author that is not UTF-8", "record", 5, bundle(after(5, author=b"\xff"))),
    ("a request ID that is a surrogate", "record", 5, bundle(after(5, request_id=b"\xed\xa0\x80"))),
    ("a request ID of 129 bytes", "record", 5, bundle(after(5, request_id=b"r" * 129))),
    ("no payload", "record", 5, bundle(after(5, payload=b""))),
    ("a previous hash of 31 bytes", "record", 5, bundle(after(5, previous_hash=bytes(31)))),
    ("record 0 follows another", "record", 0, raw_record(0, record(field(2, b"x" * 32) + field(4, b"2\x01x")))),
    ("another index", "place", 5, bundle(after(5, index=6, seen_size=5))),
    ("another previous hash", "chain", 5, bundle(after(5, previous_hash=bytes(32)))),
    ("record 0 as record 5", "place", 5, bundle(GAME, parts=records(0, 1, 2, 3, 4, 0))),
    # Counts, lengths, roots.
    ("a record of 4 GB", "frame", 0, claims(b"R", 0xFFFFFFFF)),
    ("a record of 65,536 bytes", "frame", 0, claims(b"R", 65536)),
    ("evidence of 2 MB", "frame", 8, bundle(GAME, evidence=part(b"E", bytes(1 << 21)))),
    ("a header of 64 kB", "frame", 0, LINE + part(b"H", bytes(65536))),
    ("a total of 2^60 records", "size", None, bundle(GAME, size=1 << 60)),
    ("a total of one more", "size", None, bundle(GAME, size=9)),
    ("a total of one less", "size", None, bundle(GAME, size=7)),
    ("a total of 39 bytes", "frame", 8, bundle(GAME, total=part(b"T", bytes(39)))),
    ("another root", "root", None, bundle(GAME, root=bytes(32))),
    ("the root of one record less", "root", None, bundle(GAME, root=root(GAME.leaves[:7]))),
    ("no record", "size", None, bundle(GAME, parts=b"", size=0, root=root([]))),
    ("2^60 bundles to follow", "truncated", None, bundle(GAME, following=1 << 60)),
    ("a second bundle that announces more", "header", None, bundle(GAME, following=1) + bundle(OTHER, following=1) + bundle(
        played(b"third"))),
    # Parts.
    ("no header", "frame", None, LINE + records(0)),
    ("two headers", "frame", 0, LINE + 2 * bundle(GAME)[len(LINE) : len(LINE) + 58] + records(0)),
    ("an unknown part", "frame", 3, bundle(GAME, parts=records(0, 1, 2) + part(b"X", b"") + records(3, 4, 5, 6, 7))),
    ("a record after the total", "frame", None, bundle(GAME, evidence=records(7))),
    ("two totals", "frame", None, bundle(GAME, evidence=part(b"T", struct.pack(">Q", 8) + root(GAME.leaves)))),
    ("no total", "frame", 8, bundle(GAME, total=b"")),
    ("evidence before the total", "frame", 8, bundle(GAME, total=evidence(b"timestamp", 8, b"x"))),
    ("an end of 31 bytes", "digest", None, bundle(GAME, end=part(b"Z", bytes(31)))),
    ("two digests of one request", "frame", 2, bundle(GAME, parts=records(0, 1) + 2 * part(b"Q", bytes(32)) + records(2))),
    ("a digest of no request", "request", 7, bundle(GAME, parts=records(*range(7)) + part(b"Q", bytes(32)) + records(7))),
    ("a digest within a request", "request", 1, bundle(GAME, parts=records(0) + part(b"Q", bytes(32)) + records(1))),
    ("a signed record without a request ID", "request", 5, bundle(after(5, signer=ANN))),
    ("a signed record under the ID of the one before", "request", 5, bundle(after(5, author=b"Bob", signer=BOB,
                                                                                  request_id=b"r4"))),
    ("an unsigned record under the ID of a signed one", "request", 5, bundle(after(5, author=b"Bob", request_id=b"r4"))),
    ("signed twice by one key", "signature", 4, signature(4, lambda statement: 2 * [sign(BOB, statement)])),
    ("a signed statement recorded twice", "request", None, bundle(after(5, statement=verify.read_record(GAME.records[2])[
        "statement"], signatures=[sign(ANN, verify.read_record(GAME.records[2])["statement"])]))),
    ("a request ID in two places", "request", None, bundle(after(5, author=b"", request_id=b"r0"))),
    ("a digest of 31 bytes", "frame", 2, bundle(GAME, parts=records(0, 1) + part(b"Q", bytes(31)) + records(2))),
    ("a label of 65 bytes", "header", None, bundle(GAME, label=b"x" * 65)),
    ("a label that is not UTF-8", "header", None, bundle(GAME, label=b"\xff")),
    ("a label longer than the header", "header", None, bundle(GAME, label_length=60)),
    ("trailing bytes", "trailing", None, bundle(GAME, after=b"\n")),
    ("a second bundle that was not announced", "trailing", None, bundle(GAME) + bundle(OTHER)),
    ("what follows is no bundle", "trailing", None, bundle(GAME, following=1, after=b"nomic ledger")),
    # Ranges.
    ("a range without its frontier", "header", None, bundle(GAME, start=4, frontier=[])),
    ("a frontier for the whole game", "header", None, bundle(GAME, frontier=frontier(GAME.leaves[:4]))),
    ("another frontier", "root", None, bundle(GAME, start=4, frontier=[bytes(32)])),
    ("a range upon another record", "chain", 3, bundle(GAME, start=3, frontier=[frontier(GAME.leaves[:3])[0], bytes(32)])),
    ("a range that claims to begin at 2^60", "place", 1 << 60, bundle(GAME, start=4, first=1 << 60)),
    # Notes and other evidence.
    ("a note with another root", "note", None, bundle(GAME, evidence=evidence(b"note", 5, note(GAME, 5, the_root=bytes(32))))),
    ("a note of another size", "note", None, bundle(GAME, evidence=evidence(b"note", 5, note(GAME, 6)))),
    ("a note of what is to come", "note", None, bundle(GAME, evidence=evidence(b"note", 9, note(GAME, 8)))),
    ("a note of a fork", "note", None, bundle(GAME, evidence=evidence(b"note", 7, note(FORK, 7)))),
    ("notes out of order", "note", None, bundle(GAME, evidence=evidence(b"note", 8, note(GAME, 8)) + evidence(
        b"note", 5, note(GAME, 5)))),
    ("a note with CRLF", "note", None, bundle(GAME, evidence=evidence(b"note", 8, note(GAME, 8).replace(b"\n", b"\r\n")))),
    ("a note whose signature is no base64", "note", None, bundle(GAME, evidence=evidence(
        b"note", 8, note(GAME, 8)[:-3] + b"!=\n"))),
    ("a note with two empty lines", "note", None, bundle(GAME, evidence=evidence(
        b"note", 8, b"x\n\n" + note(GAME, 8)))),
    ("a note with an empty line above the one before its signatures", "note", None, bundle(GAME, evidence=evidence(
        b"note", 8, note(GAME, 8).replace(b"\n\n", b"\n\n\n")))),
    ("a note with a tab", "note", None, bundle(GAME, evidence=evidence(b"note", 8, note(GAME, 8, origin="a\tb", name="a")))),
    ("a note signed by nobody", "note", None, bundle(GAME, evidence=evidence(b"note", 8, note(GAME, 8, name="a+b")))),
    ("a note without its empty line", "note", None, bundle(GAME, evidence=evidence(
        b"note", 8, note(GAME, 8).replace(b"\n\n", b"\n")))),
    ("a note with trailing bytes", "note", None, bundle(GAME, evidence=evidence(b"note", 8, note(GAME, 8) + b"x"))),
    ("a note without a signature", "note", None, bundle(GAME, evidence=evidence(
        b"note", 8, note(GAME, 8).split(b"\n\n")[0] + b"\n\n"))),
    ("a note with a size of +8", "note", None, bundle(GAME, evidence=evidence(
        b"note", 8, note(GAME, 8).replace(b"\n8\n", b"\n+8\n")))),
    ("a note with a size of 08", "note", None, bundle(GAME, evidence=evidence(
        b"note", 8, note(GAME, 8).replace(b"\n8\n", b"\n08\n")))),
    ("a kind that is no word", "note", None, bundle(GAME, evidence=evidence(b"No", 8, b"x"))),
    ("evidence of nothing", "note", None, bundle(GAME, evidence=evidence(b"timestamp", 8, b""))),
    ("a note before a range", "note", None, bundle(GAME, start=4, evidence=evidence(b"note", 2, note(GAME, 2)))),
]


def by_example(data):
    """What the example verifier says: nothing, or word and record."""
    said = io.StringIO()
    try:
        with contextlib.redirect_stdout(said):
            verify.verify_file(io.BytesIO(data), [])
        return None
    except verify.False_ as false:
        return false.word, false.index


class Program:
    def __init__(self, command, folder):
        self.command, self.folder = command, folder
        self.environment = {"PATH": os.environ.get("PATH", ""), "HOME": folder, "TMPDIR": folder}

    def run(self, *words, data=b""):
        done = subprocess.run([self.command, *words], input=data, capture_output=True, cwd=self.folder, env=self.environment)
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    def reason(self, data):
        """What `verify` says of the file: nothing, or word and record. The records hold no moves: no game is derived."""
        status, out, err = self.run("verify", "-", "--ledger-only", "--format", "json", data=data)
        if status not in (0, 1):
            return status, err
        findings = json.loads(out)["findings"]
        assert (status == 1) == bool(findings), (status, out)
        return (findings[0]["check"], findings[0]["index"]) if findings else None


def check(wrong, name, what, found, expected):
    if found != expected:
        wrong.append(f"{name}: {what} says {found}, expected {expected}")


def main(command, only):
    wrong, rows = [], [row for row in ROWS if not only or row[0] in only]
    with tempfile.TemporaryDirectory() as folder:
        nomic = Program(command, folder)
        for name, data in GOOD.items():
            check(wrong, name, "the example", by_example(data), None)
            check(wrong, name, "nomic verify", nomic.reason(data), None)
        status, _, err = nomic.run("init", "Ann", "Bob")
        assert status == 0, err
        ledger = nomic.run("verify", "--format", "json")[1]
        for name, data in GOOD.items():
            status, out, err = nomic.run("import", "-", data=data)
            check(wrong, name, "nomic import", status, 3 if name in RANGES else 4)
            if name not in RANGES:
                check(wrong, name, "nomic import", "no game can be derived" in err, True)
        for name, word, index, data in rows:
            check(wrong, name, "the example", (by_example(data) or (None,))[0], word)
            if index is not None:
                check(wrong, name, "the example", (by_example(data) or (None, None))[1], index)
            # A number that is shown in 32 bits at most.
            check(wrong, name, "nomic verify", nomic.reason(data), (word, min(index or 0, 0xFFFFFFFF)))
            status, out, err = nomic.run("import", "-", data=data)
            check(wrong, name, "nomic import", status, 3 if name in RANGES else 4)
            if name not in RANGES and name not in TRUE_AT_FIRST:
                check(wrong, name, "nomic import", f"what it claims to be ({word})" in err, True)
        check(wrong, "after all imports", "the ledger", nomic.run("verify", "--format", "json")[1], ledger)
        status, _, err = nomic.run("verify", "-", data=bundle(GAME, line=b"nomic bundle, format 2\n"))
        check(wrong, "a newer format", "nomic verify", status, 4)
        wrong_key = vkey(ORIGIN, key(8))
        for vkeys, good in (([vkey(ORIGIN, key(9))], True), ([wrong_key], False)):
            try:
                with contextlib.redirect_stdout(io.StringIO()):
                    verify.verify_file(io.BytesIO(GOOD["with evidence"]), [verify.read_vkey(each) for each in vkeys])
                check(wrong, "a note's key", "the example", True, good)
            except verify.False_ as false:
                check(wrong, "a note's key", "the example", false.word if good else False, good)
    for line in wrong:
        print(line)
    print(f"{len(rows)} attacks, {len(GOOD)} true bundles: {len(wrong)} wrong")
    return 1 if wrong else 0


# What an import meets first is another reason: it holds none of the records that come before.
RANGES = {"from an odd record", "from an even record", "a range that claims to begin at 2^60", "another frontier",
          "a range upon another record", "a note before a range"}
# Its first bundle is true: what an import refuses is that no game can be derived from it.
TRUE_AT_FIRST = {"a second bundle that announces more"}

if __name__ == "__main__":
    assert len(ROWS) == len({row[0] for row in ROWS})
    sys.exit(main(sys.argv[1], set(sys.argv[2:])))

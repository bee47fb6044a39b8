#!/usr/bin/env python3
"""Pages that are made to be slow: `nomic verify` answers each within limits of processor time and memory.

    slow_pages.py NOMIC_COMMAND [--size MB] [--seconds S] [--memory MB] [SHAPE...]

A shape is a way in which a page could cost more than its size. Some are pages of games that were played to that end, of
`size` MB of records; `verify` must find them right. Others are pages of a small game in which a part was replaced by
`size` MB of something else; `verify` must find fault. The limits hold for each shape.
"""

import argparse
import base64
import gzip
import multiprocessing
import os
import pathlib
import random
import string
import subprocess
import sys
import tempfile
import zlib

from web_games import BLOCK, PLAYS, SKIPPED, Seat, has_page, taken

# What a speech may have.
SPEECH = 60_000
PLAYERS = ("Ann", "Bob", "Cleo")
LETTERS = string.ascii_letters + string.digits
MB = 1 << 20


# ---- Games that are played to be slow ------------------------------------------------------------------------------


def debated(speech):
    """A game in which nothing but speeches is recorded, each given by its number."""

    def play(seat, size):
        lines = ["init " + " ".join(PLAYERS), "propose enact --text 'Tea is at five.' --as Ann"]
        for at in range(max(3, size * MB // SPEECH)):
            lines.append(f"debate '{speech(at)}' --as {PLAYERS[at % 3]}")
        (seat.folder / "slow.play").write_text("\n".join(lines) + "\n")
        seat.run("play", "slow.play")

    return play


def ends_otherwise(at):
    return "a" * (SPEECH - 10) + f"{at:010}"


def begins_otherwise(at):
    return f"{at:010}" + "ab" * (SPEECH // 2 - 5)


def suffixes(at):
    """Each is the end of the one before."""
    return "a" * (SPEECH - 1 - at) + "b"


def at_random(at):
    return "".join(random.Random(at).choices(LETTERS, k=SPEECH))


def like_messages(at):
    """Text that can be read as messages of protobuf in messages: * begins field 5, which has a length."""
    text = "x" * 40
    while len(text) < 120:
        text = "*" + chr(len(text)) + text
    return text * (SPEECH // len(text) - 1) + f"{at:010}"


# A page has at most 100 million elements of lists, and each of the first records adds a rule: n²/2 elements.
MOST_RULES = 13_500


def rules(seat, size):
    """Rules that cite one another."""
    count = min(size * 300, MOST_RULES)
    page = [f"## Rule {1001 + at}\n\nWhat rule {1001 + (at * 7 + 1) % count} says, rule {1001 + (at * 13 + 5) % count} "
            f"does not say.\n" for at in range(count)]
    (seat.folder / "rules.md").write_text("\n".join(page))
    seat.run("init", "--rules", "rules.md", *PLAYERS)


def players(seat, size):
    """Players, of whom each speaks."""
    names = [f"Player{at}" for at in range(100 + size * 10)]
    lines = ["init " + " ".join(names), f"propose enact --text 'Tea is at five.' --as {names[0]}"]
    lines += [f"debate 'Tea, says {name}.' --as {name}" for name in names]
    (seat.folder / "slow.play").write_text("\n".join(lines) + "\n")
    seat.run("play", "slow.play")


def amended(seat, size):
    """One long rule that proposal after proposal would repeal: each is short, and shows the whole text."""
    text = at_random(0)[:30_000]
    lines = ["init " + " ".join(PLAYERS), f"propose enact --text '{text}' --as Ann", "call-vote --as Ann"]
    lines += [f"vote for --as {name}" for name in PLAYERS] + ["roll 3 --as Ann"]
    for at in range(1, 1 + size * 20):
        name = PLAYERS[at % 3]
        lines += [f"propose repeal 301 --as {name}", f"call-vote --as {name}"]
        lines += [f"vote against --as {one}" for one in PLAYERS] + [f"roll 3 --as {name}"]
    (seat.folder / "slow.play").write_text("\n".join(lines) + "\n")
    seat.run("play", "slow.play", ok=range(6))


PLAYED = {
    "ends otherwise": debated(ends_otherwise),
    "begins otherwise": debated(begins_otherwise),
    "suffixes": debated(suffixes),
    "the same text": debated(lambda at: "la " * (SPEECH // 3)),
    "at random": debated(at_random),
    "like messages": debated(like_messages),
    "rules": rules,
    "players": players,
    "proposals about a long rule": amended,
}


# ---- Pages of which a part is replaced -----------------------------------------------------------------------------


def block(html, name, data):
    """The page with other bytes in a block, compressed quickly."""
    packed = base64.b64encode(gzip.compress(data, 1, mtime=0)).decode()
    return BLOCK[name].sub(lambda found: found[1] + packed + found[3], html, count=1)


def repeated(piece, size):
    return piece * (size * MB // len(piece))


def in_document(change):
    """Alters the document's parts: its messages in JSON, its tables and its strings."""

    def forge(html, size):
        head, messages, rest = taken(html, "document").decode().split("\n", 2)
        tables, strings = rest.split("\n\n", 1)
        messages, tables, strings = change(messages, tables + "\n", strings, size)
        return block(html, "document", f"{head}\n{messages}\n{tables}\n{strings}".encode())

    return forge


def chained(messages, tables, strings, size):
    count = strings.count("\n")
    lines = "".join(f"x: \\={count + at - 1}\n" for at in range(size * MB // 16))
    return messages, tables, strings + lines


def nested(messages, tables, strings, size):
    columns = repeated('{"record":{"of":', size)
    return messages, tables + f"evidence 1 {columns}\n", strings


def one_text_often(messages, tables, strings, size):
    count = size * MB // 4
    place = strings.count("\n")
    table = f'evidence 1 {{"signedBy":{{"n":[{count}],"k":"s","v":[{repeated(str(place) + ",", size // 4 or 1)}0]}}}}\n'
    return messages, tables + table, strings + "x" * (MB // 2) + "\n"


IN_DOCUMENT = {
    "strings that end with one another": chained,
    "strings that name the same records": lambda messages, tables, strings, size:
        (messages, tables, strings + repeated("\\@0,500\n", size)),
    "strings that name all places": lambda messages, tables, strings, size:
        (messages, tables, strings + "".join(f"\\@{at % 3000},500\n" for at in range(size * MB // 10))),
    "empty strings": lambda messages, tables, strings, size: (messages, tables, strings + repeated("\n", size)),
    "a text often": one_text_often,
    "columns in columns": nested,
    "columns beside columns": lambda messages, tables, strings, size:
        (messages, tables + "evidence 1 {" + repeated('"x":{},', size) + '"x":{}}\n', strings),
    "numbers": lambda messages, tables, strings, size:
        (messages, tables + 'evidence 1 {"size":{"v":[' + repeated("0,", size) + "0]}}\n", strings),
    "empty tables": lambda messages, tables, strings, size: (messages, tables + repeated("evidence 0 {}\n", size), strings),
    "JSON in JSON": lambda messages, tables, strings, size: (repeated("[", size), tables, strings),
    "objects in objects": lambda messages, tables, strings, size: (repeated('{"status":', size), tables, strings),
    "a JSON list": lambda messages, tables, strings, size:
        (messages[:-1] + ',"x":[' + repeated("0,", size) + "0]}", tables, strings),
    "a JSON list of objects": lambda messages, tables, strings, size:
        (messages[:-1] + ',"entries":[' + repeated("{},", size) + "{}]}", tables, strings),
    "attributes": lambda messages, tables, strings, size:
        (messages[:-1] + "".join(f',"x{at}":0' for at in range(size * MB // 12)) + "}", tables, strings),
}


def packed_bundle(**columns):
    names = ("parts", "numbers", "times", "names", "requests", "payloads", "others", "signatures")
    every = [columns.get(name, b"") for name in names]
    return b"nomic packed bundle, format 1\n" + b"".join(len(one).to_bytes(8, "big") for one in every) + b"".join(every)


def raw(name, text):
    """A block that is this text, whatever it is."""
    return lambda html, size: BLOCK[name].sub(lambda found: found[1] + text(size) + found[3], html, count=1)


def zeros(_):
    """Gigabytes of zeros in few bytes."""
    compressor = zlib.compressobj(9, zlib.DEFLATED, 31)
    piece = bytes(16 * MB)
    return base64.b64encode(b"".join(compressor.compress(piece) for _ in range(64)) + compressor.flush()).decode()


def in_frame(before, text):
    return lambda html, size: html.replace(before, text(size) + before, 1)


FORGED = {
    **{name: in_document(change) for name, change in IN_DOCUMENT.items()},
    "records without bytes": lambda html, size:
        block(html, "bundle", packed_bundle(parts=repeated(b"R\0", size), numbers=bytes(size * MB // 2))),
    "records of a few bytes": lambda html, size:
        block(html, "bundle", packed_bundle(parts=repeated(b"R\0", size), numbers=b"\1" * (size * MB // 2),
                                            others=bytes(size * MB // 2))),
    "names of authors": lambda html, size:
        block(html, "bundle", packed_bundle(parts=repeated(b"R\x7f", size), numbers=bytes(size * MB))),
    "a long head": lambda html, size: block(html, "document", b"[" * (size * MB) + b"\n" + taken(html, "document")),
    "zeros, compressed": raw("document", zeros),
    "zeros for records": raw("bundle", zeros),
    "no base64": raw("document", lambda size: repeated("*", size)),
    "base64 of nothing": raw("document", lambda size: repeated("AAAA", size)),
    "beginnings of blocks": in_frame("</main>", lambda size: repeated('<script type="application/x-nomic-docum', size)),
    "elements in elements": in_frame("</main>", lambda size: repeated("<div>", size)),
    "texts of a letter": in_frame("</main>", lambda size: repeated("a<b>", size)),
    "attributes of an element": in_frame("</main>", lambda size: "<p " + repeated("a=1 ", size) + ">"),
    "comments": in_frame("</head>", lambda size: repeated("<!--", size)),
}


# ---- Measuring -----------------------------------------------------------------------------------------------------


def verify(nomic, folder, page):
    """Its status, and the processor time in seconds and the memory in MB that it took."""
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(folder), "TMPDIR": tempfile.gettempdir()}
    with subprocess.Popen([nomic, "verify", page], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          env=environment, text=True) as running:
        said = running.stdout.read()
        _, status, used = os.wait4(running.pid, 0)
        running.returncode = os.waitstatus_to_exitcode(status)
    return running.returncode, said, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def fault_of(name, options, page_of, statuses):
    """What is wrong with how the page of a shape is verified; None: nothing."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        # In a process of its own: the memory of this one would count as memory of the command that it starts.
        making = multiprocessing.Process(target=page_of, args=(folder,))
        making.start()
        making.join()
        if making.exitcode:
            return f"{name}: the page is not made"
        size = (folder / "game.html").stat().st_size / MB
        status, said, seconds, memory = verify(options.nomic, folder, "game.html")
    print(f"{name:36} {size:6.1f} MB page, status {status}, {seconds:6.2f} s, {memory:5.0f} MB", flush=True)
    if status not in statuses:
        return f"{name}: status {status}: {said[:500]}"
    if seconds > options.seconds or memory > options.memory:
        return f"{name}: {seconds:.1f} s and {memory:.0f} MB; the limits are {options.seconds} s and {options.memory} MB"
    return None


def played_page(options, play):
    def make(folder):
        seat = Seat(options.nomic, folder)
        play(seat, options.size)
        seat.run("report", "-o", "game.html")

    return make


def forged_page(html, options, forge):
    return lambda folder: (folder / "game.html").write_text(forge(html, options.size))


def shapes(options, html):
    for name, play in PLAYED.items():
        yield name, played_page(options, play), (0,)
    for name, forge in FORGED.items():
        yield name, forged_page(html, options, forge), (1,)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("nomic", type=os.path.abspath)
    parser.add_argument("--size", type=int, default=1, help="MB of what is slow")
    parser.add_argument("--seconds", type=float, default=3, help="of processor time that verify may take")
    parser.add_argument("--memory", type=float, default=200, help="MB of memory that verify may take")
    parser.add_argument("shape", nargs="*", help="those only")
    options = parser.parse_args()
    if not has_page(options.nomic):
        print("skipped: this nomic was built without the page")
        return SKIPPED
    with tempfile.TemporaryDirectory() as folder:
        html = Seat(options.nomic, folder).play(PLAYS["judgment"]).page().read_text()
    faults = []
    for name, page_of, statuses in shapes(options, html):
        if not options.shape or name in options.shape:
            faults.append(fault_of(name, options, page_of, statuses))
    faults = [fault for fault in faults if fault]
    print("\n".join(faults))
    print(f"{len(faults)} shapes beyond the limits")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

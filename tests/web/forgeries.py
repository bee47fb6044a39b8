#!/usr/bin/env python3
"""Pages that say something else than their records: `nomic verify` refuses each, and names what differs.

    forgeries.py NOMIC_COMMAND [NAME...]

A row: a name, the word of the finding, a part of its sentence, and what is done to the page. Most forge the document
alone, as somebody would who edits a file to have won; others its text, its script, its policy or its records.
"""
import copy
import json
import re
import sys
import tempfile

from web_games import PLAYS, SKIPPED, Seat, document, has_page, put, taken, with_document


def last(view, field):
    """The place of the last moment that has something new in the field, and the moment."""
    places = [at for at, moment in enumerate(view["moments"]) if moment.get(field)]
    return places[-1], view["moments"][places[-1]]


def edit(change):
    """A forgery of the document: `change` is given it to alter."""

    def forge(html):
        view = document(html)
        change(view)
        return with_document(html, view)

    return forge


def score(view):
    last(view, "scores")[1]["scores"]["scores"][0]["points"] = 99


def winner(view):
    last(view, "winners")[1]["winners"] = {"winners": [{"player": "Somebody Else", "record": 40}]}


def entry(view):
    at = next(at for at, one in enumerate(view["entries"]) if "consequences" in one["record"])
    view["entries"][at]["record"]["consequences"][0]["score"]["points"] = 50


def vote(view):
    view["proposals"][0]["votes"][0]["choice"] = "AGAINST"


def swapped(view):
    view["entries"][40], view["entries"][41] = view["entries"][41], view["entries"][40]


def text_of_a_rule(view):
    view["rules"][0]["texts"][0]["text"] += " Except on Sundays."


def number_of_a_rule(view):
    view["rules"][-1]["number"] = "999"


def in_force(view):
    [moment for moment in view["moments"] if moment.get("rules", {}).get("rules")][-1]["rules"]["rules"].pop()


def set_(path, value):
    def change(view):
        at = view
        for step in path[:-1]:
            at = at[step]
        at[path[-1]] = value

    return change


def without(path):
    def change(view):
        at = view
        for step in path[:-1]:
            at = at[step]
        del at[path[-1]]

    return change


def replaced(before, after):
    def forge(html):
        assert html.count(before) >= 1, before
        return html.replace(before, after, 1)

    return forge


def written(before, after, last=False):
    """A forgery of how the document is written: a browser reads another value than protobuf's reader does."""

    def forge(html):
        text = taken(html, "document").decode()
        at = text.rfind(before) if last else text.find(before)
        assert at >= 0, before
        return put(html, "document", (text[:at] + after + text[at + len(before):]).encode())

    return forge


NAMED = re.compile(r"(?<=\n)\\@(\d+),(\d+)(?=\n)")


def written_out(html):
    """The document without what it names in the records, as that of a page without them is."""
    text, records = taken(html, "document").decode(), taken(html, "bundle")
    escaped = lambda words: words.replace("\\", "\\\\").replace("\n", "\\n")
    whole = lambda named: escaped(records[int(named[1]):int(named[1]) + int(named[2])].decode())
    return put(html, "document", NAMED.sub(whole, text).encode())


def zero_before(html):
    """What is named in the records, with a zero before the number."""
    text = taken(html, "document").decode()
    return put(html, "document", NAMED.sub(lambda named: f"\\@0{named[1]},{named[2]}", text, 1).encode())


def other_text(html):
    """Of what the document names in the records, a byte less."""
    text = taken(html, "document").decode()
    shorter = NAMED.sub(lambda named: f"\\@{named[1]},{int(named[2]) - 1}", text, 1)
    return put(html, "document", shorter.encode())


WRITTEN = [
    ("sentences in two columns", written('"inWords":{', '"inWords":{"k":"s","v":[]},"inWords":{')),
    ("a name as schemas have it", written('"headHash":', '"head_hash":')),
    ("a list again, empty", written("\n\n", "\nentries 0 {}\n\n")),
    ("a list that is null", written("\n\n", "\nevidence 1 null\n\n")),
    ("a space", written("[", "[ ")),
    ("a place in the records, written otherwise", zero_before),
    ("a text of the records, written out", written_out),
    ("a string more", written("\n", "\nSomebody has won.\n", last=True)),
]


def byte_in_bundle(at):
    def forge(html):
        data = bytearray(taken(html, "bundle"))
        data[at] ^= 1
        return put(html, "bundle", bytes(data))

    return forge


def cut_bundle(html):
    return put(html, "bundle", taken(html, "bundle")[:-40])


def both(one, other):
    return lambda html: other(one(html))


FORGERIES = [
    *[(name, "DOCUMENT", "is not written as nomic writes one", forge) for name, forge in WRITTEN],
    ("a name twice", "PAGE", "cannot be read", written('"name":', '"name":"x","name":')),
    ("a comma too many", "PAGE", "cannot be read", written("}\n", ",}\n")),
    ("a score", "DOCUMENT", "points: the page has 99", edit(score)),
    ("a winner", "DOCUMENT", "winners", edit(winner)),
    ("an entry in a score", "DOCUMENT", "points: the page has 50", edit(entry)),
    ("how many points were reckoned", "DOCUMENT", "reckoned", edit(
        lambda view: next(one for one in view["entries"] if one.get("reckoned"))["reckoned"].append("a gift"))),
    ("a ballot", "DOCUMENT", "votes[0].choice", edit(vote)),
    ("how a vote ended", "DOCUMENT", "standing", edit(set_(["proposals", 0, "standing"], "WITHDRAWN"))),
    ("by how many votes", "DOCUMENT", "votesFor", edit(set_(["proposals", 0, "votesFor"], 17))),
    ("who proposed", "DOCUMENT", "proponent", edit(set_(["proposals", 0, "proponent"], "Mallory"))),
    ("what was proposed", "DOCUMENT", "change", edit(set_(["proposals", 0, "change"], "enact a cake"))),
    ("a proposal less", "DOCUMENT", "proposals", edit(lambda view: view["proposals"].pop())),
    ("a proposal twice", "DOCUMENT", "proposals",
     edit(lambda view: view["proposals"].append(copy.deepcopy(view["proposals"][0])))),
    ("a rule's text", "DOCUMENT", "rules[0].texts[0].text", edit(text_of_a_rule)),
    ("a text of the records, cut", "DOCUMENT", "the page has", other_text),
    ("a rule's number", "DOCUMENT", "number: the page has \"999\"", edit(number_of_a_rule)),
    ("a rule's status", "DOCUMENT", "rules[0].status", edit(set_(["rules", 0, "status"], "MUTABLE"))),
    ("what a rule is played by", "DOCUMENT", "inWords", edit(
        lambda view: next(one for one in view["rules"] if one.get("inWords"))["inWords"].append("Ann always wins"))),
    ("a rule no longer in force", "DOCUMENT", "rules.rules", edit(in_force)),
    ("whose turn it is", "DOCUMENT", "turnOf", edit(lambda view: last(view, "turnOf")[1].update(turnOf="Mallory"))),
    ("who must act", "DOCUMENT", "duties", edit(lambda view: last(view, "duties")[1].update(duties={}))),
    ("the turn's number", "DOCUMENT", "turn:", edit(lambda view: last(view, "turn")[1].update(turn=77))),
    ("what a record says", "DOCUMENT", "entries[30].inWords",
     edit(set_(["entries", 30, "inWords"], "Ann is crowned."))),
    ("who made a record", "DOCUMENT", "author", edit(set_(["entries", 32, "record", "author"], "Mallory"))),
    ("when a record was made", "DOCUMENT", "recordedAt",
     edit(set_(["entries", 32, "record", "recordedAt"], "2001-01-01T00:00:00Z"))),
    ("what a record brought about", "DOCUMENT", "brought",
     edit(lambda view: next(one for one in view["entries"] if one.get("brought"))["brought"].pop())),
    ("two records in another order", "DOCUMENT", "entries[40]", edit(swapped)),
    ("where a turn ended", "DOCUMENT", "points[0].record", edit(set_(["points", 0, "record"], 3))),
    ("the head", "DOCUMENT", "headHash", edit(set_(["headHash"], "00" * 32))),
    ("the root", "DOCUMENT", "root", edit(set_(["root"], "00" * 32))),
    ("how many records", "DOCUMENT", "size", edit(set_(["size"], 12))),
    ("a finding of the audit left out", "DOCUMENT", "audited", edit(without(["audited"]))),
    ("a check that holds", "DOCUMENT", "audited.checks[0].held", edit(set_(["audited", "checks", 0, "held"], 4000))),
    ("the game's name", "DOCUMENT", "name", edit(set_(["name"], "another"))),
    ("the program's version", "PAGE", "is no version", edit(set_(["program"], "1.0, certified by the Judge"))),
    ("when it was made", "PAGE", "is no time", edit(set_(["madeAt"], "after Ann had won"))),
    ("a turn in the text", "TEXT", "the page has", replaced("Now</h2><p>Turn", "Now</h2><p>The last turn")),
    ("a rule in the text", "TEXT", "the page has",
     replaced("Each player is bound at every moment", "No player is bound at any moment")),
    ("the script", "SCRIPTS", "is not that of this program", replaced("\"use strict\";", "\"use strict\";alert(1);")),
    ("the style", "SCRIPTS", "is not that of this program", replaced("<style>", "<style>#static{display:none}")),
    ("the policy", "SCRIPTS", "is not that of this program", replaced("default-src 'none'", "default-src *")),
    ("a script more", "SCRIPTS", "is not that of this program",
     replaced("</body>", "<script>alert(1)</script></body>")),
    ("the title", "SCRIPTS", "is not that of this program", replaced("<title>", "<title>Ann has won: ")),
    ("a byte of a record", "", "", byte_in_bundle(600)),
    ("the end of the records", "PAGE", "not a packed bundle", cut_bundle),
    ("a score and a byte of a record", "", "", both(edit(score), byte_in_bundle(700))),
]


def findings(seat, path):
    done = seat.run("verify", str(path), "--format", "json", ok=(0, 1, 2))
    if done.returncode == 2:
        return 2, [], done.stderr
    return done.returncode, json.loads(done.stdout)["findings"], ""


def check(seat, html, row):
    name, word, part, forge = row
    forged = forge(html)
    if forged == html:
        return f"{name}: nothing was forged"
    path = seat.folder / "forged.html"
    path.write_text(forged)
    status, found, complaint = findings(seat, path)
    if status != 1 or not found:
        return f"{name}: status {status}, {len(found)} findings {complaint}"
    if word and not any(one["check"] == word and part in one["what"] for one in found):
        return f"{name}: no {word} with {part!r} in {found}"
    return None


def main(arguments):
    nomic, wanted = arguments[0], set(arguments[1:])
    if not has_page(nomic):
        print("skipped: this nomic was built without the page")
        return SKIPPED
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        seat = Seat(nomic, folder).play(PLAYS["table"])
        page = seat.page()
        html = page.read_text()
        if findings(seat, page) != (0, [], ""):
            print(f"the page itself is refused: {findings(seat, page)}")
            return 1
        rows = [row for row in FORGERIES if not wanted or row[0] in wanted]
        for row in rows:
            fault = check(seat, html, row)
            wrong += fault is not None
            if fault:
                print(fault)
    print(f"{len(rows)} forgeries, {wrong} not as they should be")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

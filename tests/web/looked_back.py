"""What views say of a moment that later ones set aside: what a proposal said before it was revised, ballots that were
changed, struck, upheld or cast too late, and scores by both histories, before and after a Judgment."""

from browser import Fault, same

BALLOTS = """[...document.querySelectorAll("#main table")].slice(-1).flatMap((table) =>
    [...table.querySelectorAll("tbody tr")].map((row) => [...row.children].map((cell) => cell.textContent.trim())))"""
SAYS = "[...document.querySelectorAll('#main .change blockquote.text')].map((one) => one.textContent)"


def looked_back_game(seat):
    """#0 to #32 found it; what follows is a record a line but for those that fail.

    #33 proposes, #34 and #35 revise, #36 calls. #37 Ann, #38 Bob; #39 Bob votes again, which 207 refuses: contested.
    #40 asks, #41 the Judge upholds #39, so #38 counts no more. #42 Cleo: the vote is complete. #43 Bob, too late."""
    seat.run("init", "--edition", "1990", "--mode", "table", "Ann", "Bob", "Cleo")
    lines = [
        "propose enact --text 'Tea at four.' --reason 'Thirst.' --as Ann",
        "revise 301 --text 'Tea at five.' --reason 'Four is early.' --as Ann",
        "revise 301 --text 'Tea at six.' --reason 'Five is early.' --as Ann",
        "call-vote --as Ann",
        "vote for --as Ann",
        "vote for --as Bob",
        "contest vote against --as Bob",
        "judgment invoke 'May a vote be changed until the last is cast?' --about 39 --as Bob",
        "judgment deliver 'Yes: nobody forbids it.' --reasons 'Rule 116.' --uphold 39 --cite 116 --as Cleo",
        "vote for --as Cleo",
        "contest vote for 301 --as Bob",
    ]
    (seat.folder / "back.play").write_text("\n".join(lines) + "\n")
    return seat.play("back.play")


def changed_game(seat):
    """#0 to #32 found it, and turn 1, #33 to #37, lets votes be changed. #38 proposes; #39 Ann for, #40 Ann against;
    #41 Bob for, #42 Bob takes it back, #43 Cleo for, #44 Bob against: complete."""
    seat.run("init", "--edition", "1990", "--mode", "table", "Ann", "Bob", "Cleo")
    lines = [
        "propose amend 207 --text 'A vote may be changed.' --provision 'vote_changes { change: true withdraw: true }' "
        "--call-vote --as Ann",
        *(f"vote for --as {name}" for name in ("Ann", "Bob", "Cleo")),
        "roll 3 --as Ann",
        "propose repeal 210 --call-vote --as Bob",
        "vote for --as Ann", "vote against --as Ann",
        "vote for --as Bob", "vote withdraw --as Bob",
        "vote for --as Cleo", "vote against --as Bob",
    ]
    (seat.folder / "changed.play").write_text("\n".join(lines) + "\n")
    return seat.play("changed.play")


def struck_game(seat):
    """#0 to #33 found it. #34 is the proposal of turn 1, #35 to #38 are ballots; #39 throws 5, which the Judge strikes,
    asked in #40, with #41: Ann had 5 points, and has none."""
    seat.run("init", "--edition", "1990", "--mode", "table", "Ann", "Bob", "Cleo", "Dan")
    lines = [
        "propose repeal 209 --call-vote --as Ann",
        *(f"vote for --as {name}" for name in ("Ann", "Bob", "Cleo", "Dan")),
        "roll 5 --as Ann",
        "judgment invoke 'Did Ann throw before all had looked?' --about 39 --as Bob",
        "judgment deliver 'She did.' --reasons 'Dan saw it.' --strike 39 --cite 202 --as Dan",
    ]
    (seat.folder / "struck.play").write_text("\n".join(lines) + "\n")
    return seat.play("struck.play")


def earlier_forms(page, seats, _):
    """A proposal says at each moment what it then said, and why, and where it was revised."""
    seat = seats["back"]
    page.open(seat.page())
    for record, text, why in ((33, "Tea at four.", "Thirst."), (34, "Tea at five.", "Four is early."),
                              (35, "Tea at six.", "Five is early."), (43, "Tea at six.", "Five is early.")):
        for view in ("#view=proposals&proposal=33", "#view=now"):
            if view == "#view=now" and record == 43:
                continue
            page.go(f"{view}&at={record}")
            same(f"what was proposed at #{record}, {view}", page.js("return " + SAYS), [text])
            if why not in page.texts("#main blockquote"):
                raise Fault(f"at #{record}, {view} does not say {why!r}")
            later = [words for words in page.texts("#main .note") if "revised" in words]
            same(f"notes that it was revised, at #{record}, {view}", len(later), 1 if record < 35 else 0)
    page.go("#view=proposals&proposal=33&at=34")
    said = " ".join(page.texts("#main p"))
    same("revisions told at #34", ["#34" in said, "#36" in said], [True, False])
    page.quiet("earlier forms")


def ballots_without_effect(page, seats, _):
    """Each ballot stands in the table as it stood then: counted, contested, upheld and so changed, too late."""
    seat = seats["back"]
    page.open(seat.page())

    def ballots(record):
        page.go(f"#view=proposals&proposal=33&at={record}")
        return page.js("return " + BALLOTS)

    same("ballots at #38", [row[:3] for row in ballots(38)], [["Ann", "for", "#37"], ["Bob", "for", "#38"]])
    before, contested, upheld, late = (ballots(record) for record in (38, 39, 42, 43))
    counts = before[0][3]
    same("both count at #38", before[1][3], counts)
    same("at #39 Bob's first counts", [row[3] == counts for row in contested[:2]], [True, True])
    told = {row[2]: row for row in upheld}
    same("who counts at #42", {record: row[3] == counts for record, row in told.items()},
         {"#37": True, "#38": False, "#39": True, "#42": True})
    same("what is on record at #43", sorted(row[2] for row in late), ["#37", "#38", "#39", "#42", "#43"])
    after = {row[2]: row for row in late}["#43"]
    if after[:2] != ["Bob", "for"] or "contested" not in after[3].lower() and "without effect" not in after[3].lower():
        raise Fault(f"of a ballot that came too late it says {after}")
    for record, row in {row[2]: row for row in late}.items():
        page.go(f"#view=records&record={record[1:]}")
        if not page.text("#main h2").endswith(record):
            raise Fault(f"the link of ballot {row} leads to {page.text('#main h2')}")
    page.quiet("ballots")


def changed_ballots(page, seats, _):
    """A ballot that was changed or taken back counts until then, and not from then on."""
    seat = seats["changed"]
    page.open(seat.page())
    counted = {39: ["#39"], 40: ["#40"], 41: ["#40", "#41"], 42: ["#40"], 43: ["#40", "#43"],
               44: ["#40", "#43", "#44"]}
    for record, told in counted.items():
        page.go(f"#view=proposals&proposal=38&at={record}")
        rows = [row for row in page.js("return " + BALLOTS) if row[2] != "#42"]
        same(f"which count at #{record}", [row[2] for row in rows if row[3] == "counted"], told)
        same(f"which stand there at #{record}", [row[2] for row in rows],
             [f"#{one}" for one in range(39, record + 1) if one != 42])
        page.go(f"#view=now&at={record}")
        if record < 44:
            said = page.text("#main .votes")
            cast = {"#39": "Ann for", "#40": "Ann against", "#41": "Bob for", "#43": "Cleo for"}
            wrong = [words for vote, words in cast.items() if (words in said) != (vote in told)]
            same(f"votes cast at #{record}, in {said!r}", wrong, [])
    page.quiet("changed ballots")


def both_histories(page, seats, _):
    """A Judgment that strikes a throw takes its points back: both scores stand beside each other, and before it one."""
    seat = seats["struck"]
    page.open(seat.page())
    page.go("#view=disputes&at=40")
    same("tables before the Judgment", page.texts("#main .answer table"), [])
    page.go("#view=disputes")
    rows = page.js("""return [...document.querySelectorAll("#main .answer table tbody tr")].map((row) =>
        [...row.children].map((cell) => cell.textContent.trim()))""")
    same("both histories", rows, [["Ann", "5", "0"]])
    struck = " ".join(page.texts("#main h3 + ul li"))
    if "#39" not in struck:
        raise Fault(f"the struck throw is not listed: {struck}")
    page.quiet("both histories")

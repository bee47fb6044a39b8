#!/usr/bin/env python3
"""The page in a headless Chromium: whatever moment its slider names, it shows what the program shows at that point; its
views, links, keys and search; texts that look like markup; on a phone and on a wide screen.

    in_browser.py NOMIC_COMMAND [--points N] [--seed N] [--pictures FOLDER] [TEST...]
"""
import argparse
import pathlib
import random
import sys
import tempfile
import unicodedata

import browser
from hostile import TEXTS, hostile_game
from web_games import PLAYS, SKIPPED, Seat, document, has_page, put, taken

VIEWS = ("now", "scores", "rules", "proposals", "disputes", "records", "evidence")
WIDTHS = (360, 1600)


class Fault(Exception):
    pass


def same(what, shown, told):
    if shown != told:
        raise Fault(f"{what}: the page has {shown!r}, the program says {told!r}")


def quiet(page, what):
    said = page.messages()
    if said:
        raise Fault(f"{what}: the console says {said}")


# ---- What the page shows -------------------------------------------------------------------------------------------


def points(number):
    return str(round(number * 1000) / 1000).removesuffix(".0").replace("-", "\u2212")


def shown_rules(page):
    return page.js("""return [...document.querySelectorAll("article.rule")].map((one) => [
        one.querySelector("h3").firstChild.firstChild.textContent, one.querySelector(".text").textContent])""")


def shown_scores(page):
    rows = page.js("""return [...document.querySelectorAll("#main table tbody tr")].map((row) => [
        row.querySelector("bdi").textContent, row.querySelector("td").firstChild.textContent])""")
    return [tuple(row) for row in rows]


def compare_at(page, seat, record):
    told = seat.json("replay", "--to", str(record))
    page.go(f"#at={record}")
    same(f"scores at #{record}", shown_scores(page), [(one["player"], points(one["points"])) for one in told["scores"]])
    status, turn = told["status"], page.text(".turn")
    mover = status["turnOf"] and f"{status['turnOf']} is moving"
    begins = f"Turn {status['turn']} of circuit {status['circuit']}: {mover}"
    if not turn.startswith(begins):
        raise Fault(f"turn at #{record}: the page has {turn!r}, the program says {begins!r}")
    must = sorted(way["command"] for way in status["ways"] if way["must"])
    same(f"who must act at #{record}", sorted(page.texts("#main h3 + ul code")), must)
    page.go(f"#view=rules&at={record}")
    same(f"rules at #{record}", shown_rules(page), [[str(one["number"]), one["text"]] for one in told["rules"]])


# ---- Tests ---------------------------------------------------------------------------------------------------------


def slider_is_at(page, seats, options):
    """At random points of five games the page shows what the program shows there."""
    random.seed(options.seed)
    for name, seat in seats.items():
        page.open(seat.page())
        last = page.js("return document.getElementById('moment').max")
        for record in [0, int(last)] + [random.randint(0, int(last)) for _ in range(options.points)]:
            try:
                compare_at(page, seat, record)
            except Fault as fault:
                raise Fault(f"{name}: {fault}") from None
        quiet(page, name)


def named_points(page, seats, _):
    """A point by its name is where the program has it."""
    for name, seat in seats.items():
        html = seat.page().read_text()
        page.open(seat.folder / "game.html")
        named = document(html)["points"]
        for point in random.sample(named, min(6, len(named))) + [{"name": "start"}, {"name": "^head"}]:
            told = seat.json("status", "--at", point["name"])["size"] - 1
            page.go("#at=" + point["name"])
            same(f"{name}, {point['name']}", int(page.js("return document.getElementById('moment').value")), told)
    page.go("#at=proposal:999")
    if "There is no proposal:999" not in (page.text("[role=alert]") or ""):
        raise Fault("a point that does not exist is not refused")


def views_are_shown(page, seats, options):
    """Each view of each game on a phone and a wide screen: a heading, nothing that is wider, a quiet console."""
    for name, seat in seats.items():
        for width in WIDTHS:
            page.width(width)
            page.open(seat.page())
            for view in VIEWS:
                page.go(f"#view={view}")
                what = f"{name}, {view}, {width} pixels"
                if not page.text("#main h2"):
                    raise Fault(f"{what}: no heading")
                wide = page.js("return document.documentElement.scrollWidth")
                if wide > width:
                    raise Fault(f"{what}: it is {wide} pixels wide")
                if options.pictures:
                    page.picture(pathlib.Path(options.pictures) / f"{name}-{view}-{width}.png")
            quiet(page, f"{name}, {width} pixels")
    page.width(1280)


def walks_end_where_they_lead(page, seats, options):
    """However one came to a place, it is the same there as where one comes first."""
    random.seed(options.seed)
    for name, seat in seats.items():
        page.open(seat.page())
        html = (seat.folder / "game.html").read_text()
        view = document(html)
        last, numbers = view["size"] - 1, sorted({one["number"] for one in view["rules"]})
        made = [one["made"] for one in view["proposals"]]
        walk = []
        for _ in range(40):
            address = f"#view={random.choice(VIEWS)}&at={random.randint(0, last)}"
            address += random.choice(("", "", f"&rule={random.choice(numbers)}", f"&record={random.randint(0, last)}"))
            if made:
                address += random.choice(("", f"&proposal={random.choice(made)}"))
            page.go(address)
            if not address.startswith("#view=evidence"):
                walk.append((address, page.js("return document.getElementById('main').innerHTML")))
        for address, came in random.sample(walk, 5):
            page.open(seat.folder / "game.html", address)
            page.settle()
            same(f"{name}, {address}", came, page.js("return document.getElementById('main').innerHTML"))
        quiet(page, name)


def every_link_leads_somewhere(page, seats, _):
    """Links of every view are addresses of the page, and what they name is there."""
    seat = seats["judgment"]
    page.open(seat.page())
    seen, waiting = set(), ["#view=" + view for view in VIEWS]
    while waiting and len(seen) < 150:
        address = waiting.pop()
        seen.add(address)
        page.go(address)
        if not page.text("#main h2") or page.text("[role=alert]"):
            raise Fault(f"{address} shows nothing: {page.text('[role=alert]')}")
        for link in page.js("return [...document.querySelectorAll('a')].map((one) => one.getAttribute('href'))"):
            if not link.startswith("#"):
                raise Fault(f"{address} has a link to {link}")
            if link not in seen and link not in waiting and link != "#main":
                waiting.append(link)
    quiet(page, "links")


def keys_and_search(page, seats, _):
    """Arrows go by record, with Shift by turn, a dot by proposal; / goes to the search; the back button goes back."""
    seat, keys = seats["table"], browser.Keys
    page.open(seat.page(), "#at=40")
    at = lambda: int(page.js("return document.getElementById('moment').value"))
    page.press(keys.ARROW_RIGHT)
    same("right", at(), 41)
    page.press(keys.ARROW_LEFT)
    page.press(keys.ARROW_LEFT)
    same("left", at(), 39)
    ends = [one["record"] for one in document(seat.page().read_text())["points"] if one["name"].startswith("turn:")]
    page.press(keys.SHIFT, keys.ARROW_RIGHT)
    same("a turn on", at(), min(end for end in ends if end > 39))
    page.go("#view=rules")
    page.press("/")
    page.js("return document.activeElement").send_keys("unanimous")
    page.settle()
    found = [text for _, text in shown_rules(page)]
    told = [one["text"] for one in seat.json("show-rules")["rules"] if "unanimous" in str(one).lower()]
    same("rules found", found, told)
    page.go("#view=proposals")
    page.driver.back()
    page.settle()
    same("back", page.text("#main h2"), "Rules in force")
    quiet(page, "keys")


def hostile_texts(page, seats, _):
    """What looks like markup, a script or an address is shown as what it is, and runs nothing."""
    seat = seats["hostile"]
    page.open(seat.page())
    before = page.js("return document.querySelectorAll('script').length")
    for view in VIEWS:
        page.go(f"#view={view}")
    page.go("#view=proposals")
    told = [one for one in document(seat.page().read_text())["proposals"]]
    for proposal, text in zip(told, TEXTS, strict=True):
        page.go(f"#view=proposals&proposal={proposal['made']}")
        same("a hostile text", page.text("blockquote.text"), unicodedata.normalize("NFC", text))
    after = page.js("return document.querySelectorAll('script').length")
    if page.js("return window.hacked") is not None or after != before:
        raise Fault("something of a player's ran")
    if page.js("return document.querySelectorAll('#main img, #main iframe, #main style').length"):
        raise Fault("a player's text made an element")
    quiet(page, "hostile texts")


def without_script(page, seats, _):
    """What stands now is in the file as plain HTML."""
    seat = seats["mail"]
    html = seat.page().read_text()
    for rule in seat.json("show-rules")["rules"]:
        if f"<h3>{rule['number']}" not in html:
            raise Fault(f"rule {rule['number']} cannot be read without a script")
    page.open(seat.folder / "game.html")
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    if page.js("return getComputedStyle(document.getElementById('static')).display") == "none":
        raise Fault("on paper there is no ruleset")
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


def records_are_checked(page, seats, _):
    """The browser finds the records sound, and a changed one not."""
    seat = seats["signed"]
    path = seat.page()
    page.open(path, "#view=evidence")
    page.wait(lambda: page.text(".holds[role=status]"))
    said = page.text(".holds[role=status]")
    if f"{seat.json('head')['size']} records" not in said or "4 signatures verified" not in said:
        raise Fault(f"of sound records it says: {said}")
    data = bytearray(taken(path.read_text(), "bundle"))
    data[data.rindex(b"Vote it down") + 3] ^= 1
    forged = seat.folder / "forged.html"
    forged.write_text(put(path.read_text(), "bundle", bytes(data)))
    page.open(forged, "#view=evidence")
    page.wait(lambda: page.text(".broken[role=alert]"))
    if "They do not hold: record #" not in page.text(".broken[role=alert]"):
        raise Fault(f"of a changed record it says: {page.text('.broken[role=alert]')}")


TESTS = (slider_is_at, named_points, views_are_shown, walks_end_where_they_lead, every_link_leads_somewhere,
         keys_and_search, hostile_texts, without_script, records_are_checked)


def signed_game(seat):
    seat.run("init", "Ann", "Bob")
    for name in ("ann", "bob"):
        seat.run("key", "new", f"{name}.key")
        seat.run("key", "register", "--as", name, "--key", f"{name}.key")
    seat.run("propose", "enact", "--text", "Tea at five.", "--as", "Ann", "--key", "ann.key")
    seat.run("debate", "Vote it down.", "--as", "Bob", "--key", "bob.key")
    return seat


def main(arguments):
    parser = argparse.ArgumentParser()
    parser.add_argument("nomic")
    parser.add_argument("tests", nargs="*")
    parser.add_argument("--points", type=int, default=10)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    parser.add_argument("--pictures")
    options = parser.parse_args(arguments)
    why = browser.lacking() or ("" if has_page(options.nomic) else "this nomic was built without the page")
    if why:
        print(f"skipped: {why}")
        return SKIPPED
    wrong = 0
    with tempfile.TemporaryDirectory() as top, browser.Shown() as page:
        seats = {name: Seat(options.nomic, f"{top}/{name}").play(play) for name, play in PLAYS.items()}
        games = dict(seats)
        seats["hostile"] = hostile_game(Seat(options.nomic, f"{top}/hostile"))
        seats["signed"] = signed_game(Seat(options.nomic, f"{top}/signed"))
        for test in TESTS:
            if options.tests and test.__name__ not in options.tests:
                continue
            whole = test in (hostile_texts, records_are_checked)
            try:
                page.messages()
                test(page, seats if whole else games, options)
                print(f"{test.__name__}: holds")
            except Fault as fault:
                wrong += 1
                print(f"{test.__name__}: {fault} (seed {options.seed})")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

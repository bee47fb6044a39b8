"""Views, links, keys and search of the page; on a phone, a wide screen and paper; without a script."""

import pathlib
import re

import browser
from browser import Fault, same
from moments import shown_rules
from web_games import VIEWS, document

WIDTHS = (360, 1600)


def views_are_shown(page, seats, options):
    """Each view of each game on a phone and a wide screen: a heading, nothing that is wider, a quiet console."""
    for name, seat in seats.games().items():
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
            page.quiet(f"{name}, {width} pixels")
    page.width(1280)


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
    page.quiet("links")


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
    page.quiet("keys")


def without_script(page, seats, _):
    """What stands now is in the file as plain HTML, which a mail's preview shows."""
    seat = seats["mail"]
    html = seat.page().read_text()
    status = seat.json("status")
    for rule in seat.json("show-rules")["rules"]:
        if f"<h3>{rule['number']}" not in html:
            raise Fault(f"rule {rule['number']} cannot be read without a script")
    for player in status["players"]:
        if f"<bdi>{player}</bdi>" not in html:
            raise Fault(f"the score of {player} cannot be read without a script")
    same("what is fetched", re.findall(r'(?:src|href)="(?!#)[^"]*"', html[:html.index("<script")]), [])
    page.open(seat.folder / "game.html")


def on_paper(page, seats, _):
    """Printed, it is the ruleset, whatever view is on the screen; nothing to press, and every rule."""
    seat = seats["mail"]
    page.open(seat.page(), "#view=scores")
    page.media("print")
    seen = page.js("""return ["static", "app"].map((id) => getComputedStyle(document.getElementById(id)).display)""")
    same("on paper", [one != "none" for one in seen], [True, False])
    texts = page.texts("#static article .text")
    same("rules on paper", texts, [rule["text"] for rule in seat.json("show-rules")["rules"]])
    page.media()
    pages = page.printed().count(b"/Type /Page\n")
    if pages < 3:
        raise Fault(f"{len(texts)} rules fill {pages} sheets")
    page.quiet("paper")

#!/usr/bin/env python3
"""The folder of pages of `nomic report --site`: every link leads somewhere, every page says what the program says, the
feed is one, what players wrote is text, and the folder is written so that nothing is ever half there or lost.

    site.py NOMIC_COMMAND [--seed N] [--kills N] [TEST...]
"""
import argparse
import pathlib
import re
import sys
import tempfile
import unicodedata
import xml.etree.ElementTree as tree

import browser
from browser import Fault, same
from hostile import SPOKEN, TEXTS, hostile_game
from hostile_texts import as_shown
from site_pages import PATH, site_of
from site_written import WRITTEN
from web_games import PLAYS, TOP, Seat

MORE = {
    "numbers": TOP / "tests/transcripts/disputes/numbers.play",
    "players-numbers": TOP / "tests/transcripts/disputes/players-numbers.play",
    "afterwards": TOP / "tests/transcripts/disputes/afterwards.play",
    "forum": TOP / "tests/transcripts/forum-2010.play",
}
ATOM = "{http://www.w3.org/2005/Atom}"
DIV = "{http://www.w3.org/1999/xhtml}div"
# RFC 4151, section 2.1: a name that is a domain's, a date, and what follows.
TAG = re.compile(r"tag:((?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z]+),(\d{4}-\d\d-\d\d):([a-z]+(?:/\d+)?)")
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z")


def points(number):
    return str(round(number * 1000) / 1000).removesuffix(".0")


# ---- What it says ----------------------------------------------------------------------------------------------------


def links_lead_somewhere(seats, _):
    """From the first page every file is met, every link leads to what is there, and no path has a name of anybody's."""
    for name, seat in seats.items():
        site = site_of(seat)
        met = site.crawl()
        same(f"{name}: what is met", sorted(met), sorted(set(site.files) - {"nomic-site.txt"}))
        odd = [path for path in site.files if not PATH.fullmatch(path)]
        same(f"{name}: odd paths", odd, [])


def pages_say_what_the_program_says(seats, _):
    """Rules, former numbers, proposals with their ballots, scores, records: as other commands answer."""
    for name, seat in seats.items():
        site = site_of(seat)
        rules = seat.json("show-rules")["rules"]
        for rule in rules:
            page = site[f"rules/{rule['number']}.html"]
            texts = [one.text() for one in page.find("article")[0].find("p", class_="text")]
            same(f"{name}: texts of rule {rule['number']}", texts[:len(rule["texts"])],
                 [text["text"] for text in rule["texts"]])
            for former in set(rule["formerNumbers"]) - {one["number"] for one in rules}:
                leads = [one.text() for one in site[f"rules/{former}.html"].find("p", class_="leads")]
                if not any(f"is now rule {rule['number']}" in one for one in leads):
                    raise Fault(f"{name}: rules/{former}.html says {leads}")
        listed = [one.text().split()[0] for one in site["rules/index.html"].find("h2", class_="rule")]
        same(f"{name}: rules in force", listed, [str(rule["number"]) for rule in rules])
        proposals = seat.json("proposals")["proposals"]
        for one in proposals:
            path = f"proposals/{one['number'].replace('#', 'record-')}.html"
            article = next(found for found in site[path].find("article", id=f"r{one['made']}"))
            rows = [row.find("bdi")[0].text() for table in article.find("tbody") for row in table.find("tr")]
            same(f"{name}: who voted on {path}", rows, [vote["player"] for vote in one["votes"]])
            if one["endedAt"] and not one.get("votesUnknown"):
                if f"{one['votesFor']}\u2013{one['votesAgainst']}" not in article.text():
                    raise Fault(f"{name}: {path} does not say how the vote ended")
        rows = site["scores/index.html"].find("table")[0].find("tbody")[0].find("tr")
        same(f"{name}: scores", [(row.find("bdi")[0].text(), row.find("td")[0].text().split()[0]) for row in rows],
             [(one["player"], points(one["points"])) for one in seat.json("scores")["scores"]])
        size = seat.json("status")["size"]
        records = [one.attributes["id"] for first in range(0, size, 100)
                   for one in site[f"records/{first}.html"].find("li") if "id" in one.attributes]
        same(f"{name}: records", records, [f"r{record}" for record in range(size)])


def points_of_the_past(seats, _):
    """At a point the pages are those of a game that ends there."""
    for name, seat in seats.items():
        size = seat.json("status")["size"]
        start = seat.json("status", "--at", "start")["size"]
        for point in sorted({start - 1, (start + size) // 2, size - 1}):
            site = site_of(seat, "--at", str(point), "--force")
            rules = seat.json("show-rules", "--at", str(point))["rules"]
            listed = [one.text().split()[0] for one in site["rules/index.html"].find("h2", class_="rule")]
            same(f"{name}: rules at #{point}", listed, [str(rule["number"]) for rule in rules])
            site.crawl()
            if f"records/{(size - 1) // 100 * 100}.html" in site.files and size - 1 - point >= 100:
                raise Fault(f"{name}: a page of later records is there")


def languages(seats, _):
    """The pages' own words are those of the language, and sentences of the program bear theirs."""
    seat = seats["judgment"]
    heads = set()
    for lang in ("en", "es", "it", "ja", "nl"):
        site = site_of(seat, "--lang", lang)
        same(f"{lang}: its language", site["index.html"].find("html")[0].attributes["lang"], lang)
        heads.add(site["index.html"].find("nav")[0].text())
        english = [one for one in site["records/0.html"].find("span", lang="en")]
        if (lang == "en") == bool(english):
            raise Fault(f"{lang}: {len(english)} sentences are marked as English")
        site.crawl()
    same("languages that differ", len(heads), 5)


# ---- The feed --------------------------------------------------------------------------------------------------------


def one_of(element, name, what):
    found = element.findall(ATOM + name)
    same(f"how many <{name}> {what} has", len(found), 1)
    return found[0]


def check_feed(text, what):
    """RFC 4287, sections 4.1.1 and 4.1.2: what a feed and an entry must have. The ids of its entries."""
    feed = tree.fromstring(text)
    same(f"{what}: the root", feed.tag, ATOM + "feed")
    ids = []
    for element in [feed] + feed.findall(ATOM + "entry"):
        one_of(element, "title", what)
        updated = one_of(element, "updated", what).text
        if not TIME.fullmatch(updated):
            raise Fault(f"{what}: updated {updated!r}")
        ids.append(one_of(element, "id", what).text)
        if not TAG.fullmatch(ids[-1]):
            raise Fault(f"{what}: {ids[-1]} is no tag URI")
        links = [(one.get("rel"), one.get("type")) for one in element.findall(ATOM + "link")]
        same(f"{what}: alternate links", links.count(("alternate", "text/html")), 1)
    one_of(feed, "author", what)
    for entry in feed.findall(ATOM + "entry"):
        content = one_of(entry, "content", what)
        same(f"{what}: content", [content.get("type"), [one.tag for one in content]], ["xhtml", [DIV]])
    same(f"{what}: ids that stand once", len(set(ids)), len(ids))
    return ids[1:]


def feeds(seats, _):
    """It is valid, its links lead to what is there, and its ids stay what they are while the game goes on."""
    for name, seat in seats.items():
        site = site_of(seat)
        text = (site.folder / "feed.atom").read_text(encoding="utf-8")
        ids = check_feed(text, name)
        for link in tree.fromstring(text).iter(ATOM + "link"):
            path, _, fragment = link.get("href").partition("#")
            if path not in site.pages or (fragment and fragment not in site.pages[path].ids):
                raise Fault(f"{name}: the feed leads to {link.get('href')}")
        size = seat.json("status")["size"]
        same(f"{name}: entries", [one.rsplit("/", 1)[1] for one in ids],
             [str(record) for record in range(size - 1, max(-1, size - 101), -1)])
        site_of(seat, "--at", str(size - 5))
        earlier = check_feed((site.folder / "feed.atom").read_text(encoding="utf-8"), name)
        same(f"{name}: ids that stayed", earlier[:40], ids[4:44])
        seat.run("report", "--site", "site", "--url", "https://club.example/nomic/")
        named = tree.fromstring((site.folder / "feed.atom").read_text(encoding="utf-8"))
        lies = "https://club.example/nomic/"
        same(f"{name}: where it lies", named.get("{http://www.w3.org/XML/1998/namespace}base"), lies)
        itself = [one.get("href") for one in named.findall(ATOM + "link") if one.get("rel") == "self"]
        same(f"{name}: itself", itself, [lies + "feed.atom"])


# ---- What players wrote ----------------------------------------------------------------------------------------------


def hostile_texts(_, options):
    """Each is there as it is, in a page that has no element but ours; the feed can be read; a browser runs nothing."""
    seat = hostile_game(Seat(options.nomic, options.folder / "hostile"))
    site = site_of(seat)
    site.crawl()
    check_feed((site.folder / "feed.atom").read_text(encoding="utf-8"), "hostile")
    for at, one in enumerate(seat.json("proposals")["proposals"]):
        quotes = [quote.text() for quote in site[f"proposals/{one['number']}.html"].find("blockquote")]
        # What it says, and what was said on it.
        said = [as_shown(text) for text in [*(change["text"] for change in one["changes"]), *SPOKEN[at:at + 1]]]
        same(f"text {at} ({TEXTS[at][:30]!r})", quotes, said)
        if unicodedata.normalize("NFC", TEXTS[at]).strip() not in one["changes"][0]["text"]:
            raise Fault(f"text {at} is another in the game: {one['changes'][0]['text'][:40]!r}")
    if not browser.lacking():
        with browser.Shown() as shown:
            for at in range(0, len(TEXTS), 9):
                shown.driver.get((site.folder / f"proposals/{301 + at}.html").resolve().as_uri())
                same(f"what ran at text {at}", shown.js("return [typeof window.hacked, document.scripts.length]"),
                     ["undefined", 0])
                same(f"the style at text {at}", shown.js("return document.styleSheets.length"), 1)
            same("what the console says", shown.messages(), [])


def right_to_left_and_japanese(_, options):
    """Names and texts in other scripts have their direction and language, and no address has anything of them."""
    seat = Seat(options.nomic, options.folder / "scripts")
    names = ["\u05d3\u05d5\u05d3 \u05dc\u05d5\u05d9", "\u5c71\u7530 \u592a\u90ce",
             "\u0639\u0644\u064a \u062d\u0633\u0646"]
    seat.run("init", "--lang", "ja", "--mode", "mail", *names)
    first = seat.json("status")["turnOf"]
    said = "\u0645\u0631\u062d\u0628\u0627 (abc) 123"
    seat.run("propose", "enact", "--title", "\u05e9\u05dc\u05d5\u05dd", "--text", said, "--as", first)
    site = site_of(seat)
    site.crawl()
    same("odd paths", [path for path in site.files if not PATH.fullmatch(path)], [])
    text = site["rules/101.html"].find("p", class_="text")[0].attributes
    same("the text of a rule", (text["lang"], text["dir"]), ("ja", "auto"))
    same("a name", site["proposals/301.html"].find("bdi")[0].text(), first)
    same("its text", [(one.text(), one.attributes["dir"]) for one in site["proposals/301.html"].find("blockquote")],
         [(said, "auto")])


# ----------------------------------------------------------------------------------------------------------------------

TESTS = [links_lead_somewhere, pages_say_what_the_program_says, points_of_the_past, languages, feeds, hostile_texts,
         right_to_left_and_japanese, *WRITTEN]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("nomic")
    parser.add_argument("tests", nargs="*")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kills", type=int, default=6)
    options = parser.parse_args()
    options.nomic = str(pathlib.Path(options.nomic).resolve())
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        options.folder = pathlib.Path(folder)
        seats = {name: Seat(options.nomic, options.folder / name).play(play)
                 for name, play in {**PLAYS, **MORE}.items()}
        for test in TESTS:
            if options.tests and test.__name__ not in options.tests:
                continue
            try:
                test(seats, options)
                print(f"ok    {test.__name__}")
            except (Fault, AssertionError) as fault:
                failed += 1
                print(f"FAIL  {test.__name__}: {fault}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

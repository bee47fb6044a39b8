"""Whatever moment the page's slider names, it shows what the program shows at that point."""

import random

from browser import Fault, same
from web_games import VIEWS, document


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


def slider_is_at(page, seats, options):
    """At the ends and at random points of each game the page shows what the program shows there."""
    random.seed(options.seed)
    for name, seat in seats.games().items():
        page.open(seat.page())
        last = page.js("return document.getElementById('moment').max")
        for record in [0, int(last)] + [random.randint(0, int(last)) for _ in range(options.points)]:
            try:
                compare_at(page, seat, record)
            except Fault as fault:
                raise Fault(f"{name}: {fault}") from None
        page.quiet(name)


def named_points(page, seats, _):
    """A point by its name is where the program has it."""
    for name, seat in seats.games().items():
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


def walks_end_where_they_lead(page, seats, options):
    """However one came to a place, it is the same there as where one comes first."""
    random.seed(options.seed)
    for name, seat in seats.games().items():
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
        page.quiet(name)


SLIDE = """const [records, done] = arguments;
const slider = document.getElementById("moment");
const frame = () => new Promise((shown) => requestAnimationFrame(shown));
(async () => {
  for (const record of records) {
    slider.value = record;
    slider.dispatchEvent(new Event("input", {bubbles: true}));
    await frame();
  }
})().then(done);"""


# What is in a view, and where the links above it lead.
SHOWN = """return document.getElementById("main").innerHTML + [...document.querySelectorAll("nav a")].map((one) =>
    one.getAttribute("href"))"""


def slides_end_where_they_lead(page, seats, options):
    """Drawn while the slider moves, a view is what it is where one comes first; and a link that is followed before the
    slider rests leads to the moment that is shown."""
    random.seed(options.seed)
    for name in ("table", "judgment"):
        seat = seats[name]
        page.open(seat.page())
        last = int(page.js("return document.getElementById('moment').max"))
        for view in ("now", "scores", "rules", "proposals", "disputes", "records"):
            page.go(f"#view={view}")
            records = [random.randint(0, last - 1) for _ in range(6)]
            page.driver.execute_async_script(SLIDE, records)
            page.js("document.querySelector('nav a[href*=evidence]').click()")
            page.settle()
            same(f"{name}, {view}: the link", page.js("return location.hash"), f"#view=evidence&at={records[-1]}")
            page.go(f"#view={view}")
            page.driver.execute_async_script(SLIDE, records)
            page.wait(lambda: page.js("return location.hash").endswith(f"at={records[-1]}"))
            page.settle()
            address = page.js("return location.hash")
            came = page.js(SHOWN)
            page.open(seat.folder / "game.html", address)
            page.settle()
            same(f"{name}, {address}", came, page.js(SHOWN))
        page.quiet(name)

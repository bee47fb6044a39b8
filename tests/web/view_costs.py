#!/usr/bin/env python3
"""Costs by doubling, of what a browser computes: each view of a page, of a game and of one that is twice as large in
all dimensions, may take at most 2.3 times the work.

    view_costs.py NOMIC_COMMAND [--sizes N]   the game is N times, and twice N times, the mixed one of tests/doubling

Chromium counts how often each block of the page's script is executed: its own work, and not that of the browser. The
cost of the empty game is left out. The page is opened again before each view, at another one. A view of the page that
is not here fails the test.
"""

import argparse
import pathlib
import sys
import tempfile

import browser
from web_games import SKIPPED, has_page

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "doubling"))
import costs  # noqa: E402
import games  # noqa: E402

# The questions to a page; {places} are filled in.
ADDRESSES = ("#view=now", "#view=now&at={middle}", "#view=scores", "#view=scores&at={middle}",
             "#view=rules", "#view=rules&at={middle}", "#view=rules&rule=8", "#view=rules&q=tea",
             "#view=proposals", "#view=proposals&proposal={amended}", "#view=proposals&proposal={open}",
             "#view=proposals&at={middle}", "#view=disputes", "#view=disputes&at={middle}",
             "#view=records", "#view=records&at={middle}", "#view=records&record={act}", "#view=records&q=nowhere",
             "#view=evidence")
# Where the page is before, and where before that view.
BEFORE, BEFORE_THAT = "#view=evidence", "#view=disputes"
OPENING = "opening the page, and checking its records"
# From a moment to the one before it, as the arrow keys and the slider go.
STEP = "a step back from {middle}"


class Counted(browser.Shown):
    """A browser that counts."""

    def __init__(self):
        super().__init__()
        self.driver.execute_cdp_cmd("Profiler.enable", {})
        self.driver.execute_cdp_cmd("Profiler.startPreciseCoverage", {"callCount": True, "detailed": True})

    def taken(self):
        """Blocks of the page's script since this was asked last."""
        found = self.driver.execute_cdp_cmd("Profiler.takePreciseCoverage", {})["result"]
        return sum(block["count"] for script in found if script["url"].endswith(".html") or ".html#" in script["url"]
                   for function in script["functions"] for block in function["ranges"])

    def does(self, what):
        """The blocks that it takes until the page has nothing more to do."""
        self.taken()
        what()
        blocks, quiet = 0, 0
        while quiet < 3:
            self.driver.execute_async_script("setTimeout(arguments[0], 100)")
            more = self.taken()
            blocks += more
            quiet = quiet + 1 if more == 0 else 0
        return blocks


def costs_of(page, nomic, folder, sizes):
    """The blocks of each case, by its name; and the views to which the page leads."""
    game = games.Game(folder / "game", sizes)
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(folder), "XDG_STATE_HOME": str(folder)}
    run = game.play(nomic, environment)
    run("report", "-o", "game.html")
    founding, middle = game.founding(), game.half
    # Proposals in the order in which the games begin: one is amended, then one is debated.
    places = {"middle": middle, "amended": founding, "open": founding + len(games.PLAYERS) + 2, "act": game.act}
    found = {}
    for address in ADDRESSES:
        before = BEFORE if BEFORE not in address else BEFORE_THAT
        found[OPENING] = page.does(lambda: page.open(game.folder / "game.html", before))
        found[address] = page.does(lambda: page.go(address.format(**places)))
    views = page.js("return [...document.querySelectorAll('nav a')].map((one) => one.getAttribute('href'))")
    page.go(f"#view=now&at={middle}")
    found[STEP] = page.does(lambda: page.press(browser.Keys.ARROW_LEFT))
    page.quiet("views")
    return {name: costs.Cost(blocks=blocks) for name, blocks in found.items()}, [view_of(view) for view in views]


def view_of(address):
    return address.removeprefix("#view=").split("&")[0]


def compared(page, nomic, folder, times):
    empty, views = costs_of(page, nomic, folder / "empty", games.Sizes())
    once, _ = costs_of(page, nomic, folder / "once", costs.scaled(costs.MIXED, times))
    twice, _ = costs_of(page, nomic, folder / "twice", costs.scaled(costs.MIXED, 2 * times))
    known = {view_of(address) for address in ADDRESSES}
    wrong = [f"{view}: not measured. Say in view_costs.py what is asked of it" for view in views if view not in known]
    wrong += [f"{view}: in view_costs.py, but the page does not have it" for view in sorted(known - set(views))]
    rows = []
    for name, cost in empty.items():
        flat = once[name].blocks < costs.ENOUGH * cost.blocks
        rows.append(costs.Compared(name, times, cost, once[name], twice[name], flat, beyond=True))
    return rows, wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("nomic")
    parser.add_argument("--sizes", type=int, default=1)
    options = parser.parse_args()
    nomic = str(pathlib.Path(options.nomic).resolve())
    why = browser.lacking() or ("" if has_page(nomic) else "this nomic was built without the page")
    if why:
        print(f"skipped: {why}")
        return SKIPPED
    with tempfile.TemporaryDirectory() as folder, Counted() as page:
        rows, wrong = compared(page, nomic, pathlib.Path(folder), options.sizes)
    print(costs.HEAD)
    for row in rows:
        print(row.row())
        if not row.holds():
            wrong.append(f"{row.name}: {row.ratio():.2f} times the blocks of a game twice as large; at most "
                         f"{costs.MOST} times are allowed")
    for line in wrong:
        print(f"view_costs.py: {line}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

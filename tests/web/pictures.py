#!/usr/bin/env python3
"""Makes the pictures of docs/report.md and README.md anew: pages of examples/mail-game.nomic in a headless Chromium.

    pictures.py NOMIC_COMMAND [FOLDER]        FOLDER: docs/pictures

optipng, where it is installed, makes them smaller. The texts in them are those of the page as it is: look at each.
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

import browser
from web_games import TOP, Seat

GAME = TOP / "examples/mail-game.nomic"
MOST_BYTES = 100_000
# Name, page, place, width, height, whether it is dark.
PICTURES = (
    ("now", "open", "#view=now", 860, 865, False),
    ("scores", "whole", "#view=scores", 860, 845, False),
    ("rule", "whole", "#view=rules&rule=302", 860, 860, False),
    ("evidence", "whole", "#view=evidence", 860, 560, False),
    ("phone", "open", "#view=now&lang=ja", 390, 780, True),
)


def pages(seat):
    """The game at its end, and as it was when two had voted on amending rule 203."""
    seat.play(GAME)
    amendment = next(one for one in seat.json("proposals")["proposals"] if one["number"] == "302")
    ballots = [vote["record"] for vote in amendment["votes"]]
    return {"whole": seat.page(name="whole.html"),
            "open": seat.page("--at", str(ballots[1]), name="open.html")}


def take(page, html, address, width, height, dark, path):
    page.width(width, height)
    page.media(prefers_color_scheme="dark" if dark else "light")
    page.open(html, address)
    page.wait(lambda: not page.js("return document.querySelector('progress')"))
    page.js("document.documentElement.style.overflow = 'hidden'")
    page.settle()
    page.picture(path)
    if shutil.which("optipng"):
        subprocess.run(["optipng", "-quiet", "-o5", "-strip", "all", str(path)], check=True)
    if path.stat().st_size > MOST_BYTES:
        raise SystemExit(f"{path} has {path.stat().st_size} bytes, and {MOST_BYTES} are enough")
    print(f"{path}: {path.stat().st_size} bytes")


def main(arguments):
    why = browser.lacking()
    if why:
        raise SystemExit(why)
    folder = pathlib.Path(arguments[1] if len(arguments) > 1 else TOP / "docs/pictures")
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as top, browser.Shown() as page:
        made = pages(Seat(str(pathlib.Path(arguments[0]).resolve()), top))
        for name, game, address, width, height, dark in PICTURES:
            take(page, made[game], address, width, height, dark, folder / f"{name}.png")


if __name__ == "__main__":
    main(sys.argv[1:])

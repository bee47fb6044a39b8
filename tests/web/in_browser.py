#!/usr/bin/env python3
"""The page in a headless Chromium, one for all tests: whatever moment its slider names, it shows what the program shows
at that point; its views, links, keys and search, its languages; texts that look like markup; on a phone, on a wide
screen, on paper; and for those who do not see it.

    in_browser.py NOMIC_COMMAND [--points N] [--seed N] [--pictures FOLDER] [--build FOLDER] [TEST...]

--build: where axe-core is installed once, for is_accessible.
"""
import argparse
import pathlib
import random
import sys
import tempfile
import time

import browser
from accessible import is_accessible
from evidence import records_are_checked, signed_game
from hostile import hostile_game, hostile_texts, hostile_texts_are_refused
from languages import rules_in_five_languages, words_in_every_language
from long_games import long_mail_game, long_table_game
from looked_back import (ballots_without_effect, both_histories, changed_ballots, changed_game, earlier_forms,
                         looked_back_game, struck_game)
from moments import named_points, slider_is_at, slides_end_where_they_lead, walks_end_where_they_lead
from views import every_link_leads_somewhere, keys_and_search, on_paper, views_are_shown, without_script
from web_games import PLAYS, SKIPPED, Seat, has_page

TESTS = (slider_is_at, named_points, views_are_shown, walks_end_where_they_lead, slides_end_where_they_lead,
         every_link_leads_somewhere, keys_and_search, earlier_forms, ballots_without_effect, changed_ballots,
         both_histories, words_in_every_language, rules_in_five_languages, is_accessible, hostile_texts_are_refused, hostile_texts,
         without_script, on_paper, records_are_checked)
# Games of their own: each is played when a test first asks for it.
LONG = {"long-mail": long_mail_game, "long-table": long_table_game}
MADE = {"hostile": hostile_game, "signed": signed_game, "back": looked_back_game, "changed": changed_game,
        "struck": struck_game, **LONG}


class Seats(dict):
    """Games by their names; `games` are those of the plays and the long ones."""

    def __init__(self, nomic, top):
        super().__init__()
        self.nomic, self.top = nomic, top

    def __missing__(self, name):
        seat = Seat(self.nomic, f"{self.top}/{name}")
        self[name] = MADE[name](seat) if name in MADE else seat.play(PLAYS[name])
        return self[name]

    def games(self):
        return {name: self[name] for name in (*PLAYS, *LONG)}


def main(arguments):
    parser = argparse.ArgumentParser()
    parser.add_argument("nomic")
    parser.add_argument("tests", nargs="*")
    parser.add_argument("--points", type=int, default=8)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    parser.add_argument("--pictures")
    parser.add_argument("--build", default=tempfile.gettempdir())
    options = parser.parse_args(arguments)
    options.nomic = str(pathlib.Path(options.nomic).resolve())
    why = browser.lacking() or ("" if has_page(options.nomic) else "this nomic was built without the page")
    if why:
        print(f"skipped: {why}")
        return SKIPPED
    wrong = 0
    with tempfile.TemporaryDirectory() as top, browser.Shown() as page:
        seats = Seats(options.nomic, top)
        for test in TESTS:
            if options.tests and test.__name__ not in options.tests:
                continue
            began = time.monotonic()
            try:
                page.messages()
                said = test(page, seats, options) or "holds"
            except browser.Fault as fault:
                wrong += 1
                said = f"{fault} (seed {options.seed})"
            print(f"{test.__name__}: {said} ({time.monotonic() - began:.1f} s)", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

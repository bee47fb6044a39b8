#!/usr/bin/env python3
"""A whole game by mail: five players in five browsers, four with keys that their browsers have made, one who joins by
invitation, one who leaves. Rule 203 is amended and the new rule governs the votes after it; Judgments are delivered and
one is overruled; dice are thrown by secrets. A bot plays and `nomic log --follow` watches. Then everybody's page is
compared with what the program says, and the records are verified.

    five.py NOMIC_COMMAND
"""
import pathlib
import sys
import tempfile
import time

import browser
import five_dice
import five_end
import five_play
import five_watch
from browser import Fault
from five_table import Table
from live_host import Host

FOUNDERS = ["Ann", "Bob", "Cleo", "Dora"]


class Steps:
    """Names each step, and says how long it took."""

    def __init__(self):
        self.name = ""

    def __call__(self, step, *about):
        self.name, began = step.__name__, time.monotonic()
        result = step(*about)
        print(f"{self.name}: {time.monotonic() - began:.1f} s", flush=True)
        return result


def invited(table):
    for name in FOUNDERS:
        table.seats(name, table.host.link(name)).sees(f"You are {name}")


def play(table, watch, step):
    host = table.host
    for one in (invited, five_play.keys_are_made, five_play.turn_of_ann, five_play.judgment_stands, five_play.eve_joins,
                five_play.turn_of_bob):
        step(one, table)
    turned = step(five_play.judgment_is_overruled, table)
    for one in (five_play.turn_of_cleo, five_play.turn_of_eve, five_dice.throw_by_secrets, five_play.the_victory_stands,
                five_end.pages_are_what_the_program_says):
        step(one, table)
    step(five_watch.what_the_bot_said, host, table.bot, table.bot_began)
    step(five_watch.what_was_watched, host, watch, turned)
    step(five_end.records_hold, table)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    lacking = browser.lacking()
    if lacking:
        print(f"skipped: {lacking}")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        host = Host(str(pathlib.Path(sys.argv[1]).resolve()), folder, FOUNDERS)
        table, step, watch = Table(host), Steps(), five_watch.follower(host)
        try:
            play(table, watch, step)
        except (Fault, AssertionError) as fault:
            for name, one in table.friends.items():
                print(f"{name}: {one.driver.title}: {one.messages()}\n{(one.text('.play') or one.text('body') or '')[:1500]}")
            print(f"FAIL: {step.name}: {fault}")
            return 1
        finally:
            for one in table.friends.values():
                one.driver.quit()
            for told in (watch, table.bot):
                if told:
                    told.kill()
            host.end()
    print("ok")
    return 0


if __name__ == "__main__":
    sys.exit(main())

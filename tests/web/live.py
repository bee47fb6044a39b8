#!/usr/bin/env python3
"""A game by mail, played in browsers of their own: each player opens the keeper's link once, sees what the others do
without reloading, and makes the moves that the page offers. Then the server goes and comes back, and the records hold.

    live.py NOMIC_COMMAND [--players N] [--dice]
"""
import argparse
import json
import pathlib
import sys
import tempfile
import time

import browser
from browser import Fault, same
from live_dice import dice_are_thrown_by_secrets
from live_host import Host, Player
from live_keys import a_player_signs_with_a_key_of_the_browsers, bytes_are_those_of_protobuf
from live_server import (eight_tabs_have_one_stream, headers_guard_the_page, offline_it_says_so_and_goes_on,
                         the_records_hold, who_is_revoked_sees_no_more)

NAMES = ["Ann", "Bob", "Cleo", "Dora", "Eve"]
HOSTILE = "<img src=x onerror=\"document.title='taken'\"> </script><script>document.title='taken'</script>"


def everybody_is_who_they_were_invited_as(host, players):
    for name, player in players.items():
        player.sees(f"You are {name}")
        if "invite" in player.js("return location.href"):
            raise Fault("the secret of the link stays in the address")
        player.sees("Now", "h2")
    told = [name for name, one in players.items() if one.driver.title.startswith("(Your turn)")]
    same("whose turn is in the title", told, ["Ann"])


def a_link_opens_once(host, players):
    link = host.link("Ann")
    with Player() as first:
        a_link_waits_for_its_server(host, first, link)
        first.opened(link).sees("You are Ann")
        same("the address once it is opened", address(first), host.url + "/#view=now")
    with Player() as second:
        second.driver.get(link)
        second.wait(lambda: "Only who is invited" in (second.text("body") or ""))
        same("the address of a link that opens nothing", address(second), host.url + "/#view=now")


def address(page):
    return page.js("return location.href")


def a_link_waits_for_its_server(host, page, link):
    """What was not opened stays in the address: the page can be loaded again, and nobody needs another link."""
    page.driver.execute_cdp_cmd("Network.enable", {})
    page.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": ["*/v1/redeem"]})
    page.driver.get(link)
    page.wait(lambda: page.text(".broken"))
    same("the address where no server is found", address(page), link)
    page.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": []})
    kept = pathlib.Path(host.folder) / ".nomic/invitations.json"
    whole = kept.read_bytes()
    kept.write_bytes(b"no invitations")
    page.driver.get("about:blank")
    page.driver.get(link)
    page.wait(lambda: "cannot be read" in (page.text(".broken") or ""))
    kept.write_bytes(whole)
    same("the address where the server cannot open it", address(page), link)
    page.driver.get("about:blank")


def a_proposal_is_debated_and_adopted(host, players):
    ann, *others = players.values()
    ann.button("Propose")
    ann.fill("kind", "amend")
    ann.fill("rule", "203")
    ann.fill("text", "A rule change is adopted if and only if two thirds of the votes are for it.\n" + HOSTILE)
    ann.fill("reason", "Unanimity takes long.")
    ann.button("Try it first")
    ann.sees("The rules allow it")
    ann.button("Send", ".play")
    for one in others:
        one.sees("two thirds of the votes")
    others[0].button("Say something")
    others[0].fill("text", HOSTILE)
    others[0].button("Send", ".play")
    ann.button("Call the vote")
    ann.button("Send", ".play")
    for one in players.values():
        one.button("Vote")
        # The ballot is for the words that are on the screen.
        one.sees("end rule 203", ".play form")
        one.sees("two thirds of the votes", ".play form")
        one.button("For", ".play form")
    for name, one in players.items():
        same(f"pictures and scripts that {name} was made to load",
             one.js("return document.querySelectorAll('#app img, #app script').length"), 0)
        if "taken" in one.driver.title:
            raise Fault("what a player wrote was run")
    records = host.log()
    votes = [one for one in records if one["kind"] == "VOTE_CAST"]
    same("ballots", sorted(one["author"] for one in votes), sorted(players))
    same("how they came", {one["via"] for one in votes}, {"TOKEN"})
    adopted = [one for one in records if any("adopted" in json.dumps(each).lower() for each in one["consequences"])]
    if not adopted:
        raise Fault("the proposal was not adopted")


def the_turn_goes_on(host, players):
    ann, bob = list(players.values())[:2]
    if any(one["kind"] == "dice_thrown" for one in json.loads(host.run("status", "--format", "json"))["ways"]):
        ann.button("Throw the dice")
        ann.button("Send", ".play")
    bob.wait(lambda: bob.driver.title.startswith("(Your turn)"))
    ann.wait(lambda: not ann.driver.title.startswith("(Your turn)"))


def what_the_rules_refuse_is_said(host, players):
    bob = list(players.values())[1]
    bob.button("Propose")
    bob.fill("kind", "repeal")
    bob.fill("rule", "101")
    bob.button("Try it first")
    # 101 is immutable: it cannot be repealed before it is transmuted.
    bob.wait(lambda: (bob.text(".play .broken") or "") != "")
    bob.button("Propose")


STEPS = (everybody_is_who_they_were_invited_as, a_link_opens_once, a_proposal_is_debated_and_adopted, the_turn_goes_on,
         what_the_rules_refuse_is_said, eight_tabs_have_one_stream,
         a_player_signs_with_a_key_of_the_browsers, offline_it_says_so_and_goes_on,
         headers_guard_the_page, who_is_revoked_sees_no_more, the_records_hold)


def by_secrets(nomic):
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        try:
            dice_are_thrown_by_secrets(nomic, folder)
        except Fault as fault:
            print(f"FAIL: {fault}")
            return False
    print(f"dice_are_thrown_by_secrets: {time.monotonic() - began:.1f} s", flush=True)
    return True


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("nomic")
    parser.add_argument("--players", type=int, default=5)
    parser.add_argument("--dice", action="store_true", help="the game whose dice are thrown by secrets, alone")
    chosen = parser.parse_args()
    lacking = browser.lacking()
    if lacking:
        print(f"skipped: {lacking}")
        return 77
    nomic = str(pathlib.Path(chosen.nomic).resolve())
    if not by_secrets(nomic):
        return 1
    if chosen.dice:
        return 0
    with tempfile.TemporaryDirectory() as folder:
        names = NAMES[:chosen.players]
        host = Host(nomic, folder, names)
        players = {}
        try:
            step = bytes_are_those_of_protobuf
            with Player() as shown:
                step(shown, host)
            for name in names:
                players[name] = Player().opened(host.link(name))
            for step in STEPS:
                began = time.monotonic()
                step(host, players)
                print(f"{step.__name__}: {time.monotonic() - began:.1f} s", flush=True)
        except (Fault, AssertionError) as fault:
            for name, one in players.items():
                print(f"{name}: {one.driver.title}: {one.messages()}\n{(one.text('body') or '')[:1500]}")
            print(f"FAIL: {step.__name__}: {fault}")
            return 1
        finally:
            for one in players.values():
                one.driver.quit()
            host.end()
    print("ok")
    return 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Proposals with clauses, made in the page: by a recipe and by the form that the schema makes; by the keeper's link and
signed with a key of the browser's.

    live_forms.py NOMIC_COMMAND [PICTURE]
"""
import json
import pathlib
import sys
import tempfile

import browser
from accessible import axe_in, found_in
from browser import Fault, same
from live_host import Host, Player
from live_keys import bytes_are_those_of_protobuf

HOSTILE = "<img src=x onerror=\"document.title='taken'\">"


def adopted(host, number):
    host.run("call-vote", "--as", {301: "Ann", 302: "Bob"}[number])
    for name in ("Ann", "Bob", "Cleo"):
        host.run("vote", "for", "--as", name)


def by_a_recipe(host, ann):
    """Ann amends 203 by a recipe, by the keeper's link."""
    known = json.loads(host.ask("/v1/recipes")[2])["recipes"]
    recipe = next(one for one in known if one.get("replaces") == "203")
    ann.button("Propose")
    ann.wait(lambda: ann.js("return document.getElementById('field-recipe') !== null"))
    ann.fill("recipe", recipe["name"])
    ann.button("Fill in")
    ann.wait(lambda: ann.js("return document.getElementById('field-text').value") == recipe["texts"][0]["text"])
    same("the rule", ann.js("return document.getElementById('field-rule').value"), "203")
    ann.button("Try it first")
    ann.sees("The rules allow it")
    if not ann.js("return document.querySelectorAll('.play del, .play ins').length"):
        raise Fault("it does not say what is lost and gained: " + ann.text(".play"))
    ann.button("Send", ".play")
    ann.wait(lambda: len(host.log()) and host.log()[-1]["kind"] == "PROPOSAL_MADE")
    same("how it came", host.log()[-1]["via"], "TOKEN")
    host.run("log")
    adopted(host, 301)
    return recipe


def by_the_form(host, bob):
    """Bob signs an enactment whose clause has a nested and a repeated field."""
    bob.js("document.querySelector('details.key').open = true")
    bob.button("Make a key")
    bob.sees("Save the key")
    bob.button("Register this key")
    bob.sees("Your moves are signed")
    bob.button("Propose")
    bob.wait(lambda: bob.js("return document.querySelector('.clauses') !== null"))
    bob.fill("kind", "enact")
    bob.fill("text", "Who repeals a rule gains. " + HOSTILE)
    bob.button("Add: Clause 1")
    bob.fill("p-0-kind", "award")
    bob.button("Add: scope")
    bob.button("Add: changes")
    bob.fill("p-0-scope-changes-0", "REPEAL")
    bob.button("Add: players")
    bob.fill("p-0-scope-players-0", HOSTILE)
    bob.fill("p-0-award-occasion", "ADOPTED")
    bob.fill("p-0-award-recipient", "THE_PROPONENT")
    bob.fill("p-0-award-reckoned", "BEFORE_EFFECT")
    bob.button("Add: amount")
    bob.fill("p-0-award-amount-way", "fixed_thousandths")
    bob.fill("p-0-award-amount-fixed_thousandths", "two")
    bob.button("Try it first")
    bob.sees("two fits no such number")
    bob.fill("p-0-award-amount-fixed_thousandths", "-2.5")
    bob.button("Remove: players 1")
    bob.sees("fixed_thousandths: -2500")
    bob.button("Try it first")
    bob.sees("The rules allow it")
    bob.sees("2.5 points", ".play ins")
    looks(bob)
    bob.button("Send", ".play")
    bob.wait(lambda: host.log()[-1]["kind"] == "PROPOSAL_MADE" and host.log()[-1].get("author") == "Bob")
    same("how it came", host.log()[-1]["via"], "SIGNED")
    said = host.run("proposals", "302")
    if "2.5 points" not in said or "repeal" not in said.lower():
        raise Fault(f"the server recorded something else: {said}")
    same("pictures that a value made", bob.js("return document.querySelectorAll('#app img').length"), 0)


def looks(page):
    """With the form open: as wide as a phone, and for those who do not see it."""
    page.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                {"width": 360, "height": 740, "deviceScaleFactor": 1, "mobile": False})
    page.settle()
    wide = page.js("return [document.documentElement.scrollWidth, innerWidth]")
    if wide[0] > wide[1]:
        raise Fault(f"the page is {wide[0]} wide on a screen of {wide[1]}")
    axe, why = axe_in(pathlib.Path(tempfile.gettempdir()))
    if axe:
        page.driver.set_script_timeout(120)
        page.js(axe)
        found_in(page, "the form")
    else:
        print(f"axe-core: skipped: {why}")
    if len(sys.argv) > 2:
        page.picture(sys.argv[2])
    page.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def main():
    lacking = browser.lacking()
    if lacking:
        print(f"skipped: {lacking}")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        host = Host(str(pathlib.Path(sys.argv[1]).resolve()), folder, ["Ann", "Bob", "Cleo"])
        page = None
        try:
            with Player() as page:
                bytes_are_those_of_protobuf(page, host)
            with Player() as page:
                by_a_recipe(host, page.opened(host.link("Ann")))
            with Player() as page:
                by_the_form(host, page.opened(host.link("Bob")))
                page.never_reloaded()
            host.end()
            host.run("verify")
        except (Fault, AssertionError) as fault:
            print(f"FAIL: {fault}")
            return 1
        finally:
            host.end()
    print("ok")
    return 0


if __name__ == "__main__":
    sys.exit(main())

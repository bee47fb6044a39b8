#!/usr/bin/env python3
"""A game by mail, played in browsers of their own: each player opens the keeper's link once, sees what the others do
without reloading, and makes the moves that the page offers. Then the server goes and comes back, and the records hold.

    live.py NOMIC_COMMAND [--players N]
"""
import argparse
import http.client
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

import browser
from browser import Fault, same

NAMES = ["Ann", "Bob", "Cleo", "Dora", "Eve"]
HOSTILE = "<img src=x onerror=\"document.title='taken'\"> </script><script>document.title='taken'</script> \u202egnp"


class Host:
    """A ledger and its server."""

    def __init__(self, nomic, folder, players):
        self.nomic, self.folder, self.port = nomic, folder, 0
        self.run("init", "--mode", "mail", "--game", "club", *players)
        self.begin()

    def run(self, *words, status=0):
        done = subprocess.run([self.nomic, *words], cwd=self.folder, capture_output=True, text=True,
                              env={**os.environ, "HOME": self.folder, "LC_ALL": "C.UTF-8"})
        if done.returncode != status:
            raise Fault(f"nomic {' '.join(words)}: {done.returncode}: {done.stdout}{done.stderr}")
        return done.stdout

    def begin(self, *words):
        self.server = subprocess.Popen([self.nomic, "serve", "--listen", f"127.0.0.1:{self.port}", *words],
                                       cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                                       env={**os.environ, "HOME": self.folder})
        said = self.server.stdout.readline()
        self.port = int(said.split("127.0.0.1:")[1].split()[0].rstrip("."))
        self.server.stdout.readline()
        self.url = f"http://127.0.0.1:{self.port}"

    def end(self):
        if self.server.poll() is None:
            self.server.send_signal(signal.SIGTERM)
            self.server.wait(30)
        self.server.stdout.close()

    def link(self, *words):
        return self.run("invite", *words, "--url", self.url).split("\n")[-2]

    def ask(self, path, method="GET", headers=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port)
        connection.request(method, path, headers=headers or {})
        answer = connection.getresponse()
        return answer.status, dict(answer.getheaders()), answer.read().decode()

    def log(self):
        return json.loads(self.run("log", "--format", "json"))["records"]


class Player(browser.Shown):
    """A browser with a profile of its own."""

    def opened(self, url):
        self.driver.get(url)
        self.wait(lambda: self.js("return document.body.classList.contains('alive')"))
        self.driver.execute_script("window.sameAsBefore = true")
        return self

    def sees(self, words, selector="#app", seconds=30):
        self.wait(lambda: words in (self.text(selector) or ""), seconds)

    def button(self, words, within="#app"):
        """Presses the first button that begins so."""
        find = """const [within, words] = arguments;
            return [...document.querySelectorAll(within + " button")].find((one) =>
              !one.disabled && one.textContent.startsWith(words)) || null"""
        self.wait(lambda: self.js(find, within, words) is not None)
        self.js(find.replace("return", "const found =") + "; found.click()", within, words)
        self.settle()

    def fill(self, field, words):
        self.js("""const one = document.getElementById("field-" + arguments[0]);
            one.value = arguments[1];
            one.dispatchEvent(new Event(one.tagName === "SELECT" ? "change" : "input", {bubbles: true}));""", field, words)
        self.settle()

    def never_reloaded(self):
        if not self.js("return window.sameAsBefore === true"):
            raise Fault("the page was loaded again")


def everybody_is_who_they_were_invited_as(host, players):
    for name, player in players.items():
        player.sees(f"You are {name}")
        if "invite" in player.js("return location.href"):
            raise Fault("the secret of the link stays in the address")
        player.sees("Now", "h2")
    same("whose turn is in the title", [name for name, one in players.items() if one.driver.title.startswith("(Your turn)")],
         ["Ann"])


def a_link_opens_once(host, players):
    link = host.link("Ann")
    with Player() as first:
        first.opened(link).sees("You are Ann")
    with Player() as second:
        second.driver.get(link)
        second.wait(lambda: "Only who is invited" in (second.text("body") or ""))


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
        one.sees("two thirds of the votes", ".play form")
        one.button("For", ".play form")
    for one in others:
        one.sees("Circuit 1") if False else one.wait(lambda: "203" in (one.text("#app") or ""))
    for name, one in players.items():
        same(f"pictures and scripts that {name} was made to load",
             one.js("return document.querySelectorAll('#app img, #app script').length"), 0)
        if "taken" in one.driver.title:
            raise Fault("what a player wrote was run")
    records = host.log()
    votes = [one for one in records if one["kind"] == "vote_cast"]
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


def eight_tabs_have_one_stream(host, players):
    bob = list(players.values())[1]
    first = bob.driver.current_window_handle
    before = streams(host)
    for _ in range(7):
        bob.driver.switch_to.new_window("tab")
        bob.opened(host.url + "/")
    same("streams that seven tabs more have opened", streams(host), before)
    host_size = len(host.log())
    host.run("status")
    for handle in list(bob.driver.window_handles):
        bob.driver.switch_to.window(handle)
        if handle != first:
            bob.driver.close()
    bob.driver.switch_to.window(first)
    same("records", len(host.log()), host_size)


def streams(host):
    _, _, figures = host.ask("/metrics")
    return next(line.split()[1] for line in figures.split("\n") if line.startswith("nomic_http_streams "))


def offline_it_says_so_and_goes_on(host, players):
    host.end()
    for one in players.values():
        one.sees("Offline")
    host.begin()
    for one in players.values():
        one.wait(lambda: "Offline" not in (one.text(".live") or ""), 60)
        one.never_reloaded()


def who_is_revoked_sees_no_more(host, players):
    listed = json.loads(host.run("invite", "--list", "--format", "json"))["invitations"]
    eve = next(one for one in listed if one["player"] == list(players)[-1])
    host.run("invite", "--revoke", eve["invitation"])
    status, _, _ = host.ask("/v1/games/club/status")
    same("looking without a token", status, 401)


def headers_guard_the_page(host, players):
    status, headers, _ = host.ask("/")
    same("the page", status, 200)
    policy = next(value for name, value in headers.items() if name.lower() == "content-security-policy")
    for word in ("frame-ancestors 'none'", "default-src 'none'", "script-src 'self'", "connect-src 'self'"):
        if word not in policy:
            raise Fault(f"the policy lacks {word}: {policy}")
    same("from another site", host.ask("/", headers={"Origin": "https://evil.example"})[0], 403)
    same("under another name", host.ask("/", headers={"Host": "evil.example"})[0], 421)
    for name, one in players.items():
        said = [each for each in one.messages() if "ERR_CONNECTION" not in each and "ERR_INCOMPLETE" not in each
                and "ERR_EMPTY" not in each and "40" not in each]
        if said:
            raise Fault(f"{name}'s console says {said}")


def the_records_hold(host, players):
    host.end()
    host.run("verify")
    audit = host.run("audit")
    if "came by a token" not in audit:
        raise Fault(f"the audit does not say whose word it is: {audit}")
    host.run("export", "game.bundle")
    host.run("verify", "game.bundle")
    example = pathlib.Path(__file__).resolve().parents[2] / "examples/verify/verify.py"
    subprocess.run([sys.executable, "-B", example, pathlib.Path(host.folder) / "game.bundle"], check=True,
                   capture_output=True)


STEPS = (everybody_is_who_they_were_invited_as, a_link_opens_once, a_proposal_is_debated_and_adopted, the_turn_goes_on,
         what_the_rules_refuse_is_said, eight_tabs_have_one_stream, offline_it_says_so_and_goes_on,
         headers_guard_the_page, who_is_revoked_sees_no_more, the_records_hold)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("nomic")
    parser.add_argument("--players", type=int, default=5)
    chosen = parser.parse_args()
    lacking = browser.lacking()
    if lacking:
        print(f"skipped: {lacking}")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        names = NAMES[:chosen.players]
        host = Host(str(pathlib.Path(chosen.nomic).resolve()), folder, names)
        players = {}
        try:
            for name in names:
                players[name] = Player().opened(host.link(name))
            for step in STEPS:
                began = time.monotonic()
                step(host, players)
                print(f"{step.__name__}: {time.monotonic() - began:.1f} s", flush=True)
        except (Fault, AssertionError) as fault:
            for name, one in players.items():
                print(f"{name}: {one.driver.title}: {one.messages()}\n{(one.text('body') or '')[:1500]}")
            print(f"FAIL: {step.__name__ if players else 'opening'}: {fault}")
            return 1
        finally:
            for one in players.values():
                one.driver.quit()
            host.end()
    print("ok")
    return 0


if __name__ == "__main__":
    sys.exit(main())

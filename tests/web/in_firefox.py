#!/usr/bin/env python3
"""The page in a headless Firefox: every view is shown, the slider moves, the records are checked with their signatures,
nothing of a hostile text runs, and nothing is said of an error. Debian has no geckodriver: Firefox is told by its own
protocol (Marionette: JSON with its length before it, over a socket).

    in_firefox.py NOMIC_COMMAND
"""
import json
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time

from browser import Fault, same
from evidence import signed_game
from web_games import PLAYS, SKIPPED, VIEWS, Seat, has_page

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
PREFERENCES = """user_pref("marionette.port", 0);
user_pref("app.update.enabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("network.proxy.type", 1);
user_pref("network.proxy.http", "127.0.0.1");
user_pref("network.proxy.http_port", 9);
user_pref("network.proxy.ssl", "127.0.0.1");
user_pref("network.proxy.ssl_port", 9);
"""
# Says what the page's scripts fail at, from its first on.
ERRORS = """const said = []; addEventListener("error", (event) => said.push(event.message));
addEventListener("unhandledrejection", (event) => said.push(String(event.reason))); window.faultsSaid = said;"""


class Marionette:
    """A Firefox with a profile of its own."""

    def __init__(self, folder):
        self.profile = pathlib.Path(folder)
        (self.profile / "user.js").write_text(PREFERENCES)
        self.process = subprocess.Popen([FIREFOX, "--headless", "--marionette", "--no-remote", "--profile", folder],
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                        env={"HOME": folder, "PATH": "/usr/bin:/bin", "MOZ_HEADLESS": "1"})
        self.bytes, self.number = b"", 0
        self.socket = socket.create_connection(("127.0.0.1", self.port()))
        self.socket.settimeout(120)
        self.read()
        self.ask("WebDriver:NewSession", {"capabilities": {"alwaysMatch": {}}})

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()

    def port(self):
        named = self.profile / "MarionetteActivePort"
        until = time.monotonic() + 120
        while not (named.is_file() and named.read_text().strip()):
            if self.process.poll() is not None or time.monotonic() > until:
                self.process.kill()
                raise Fault("Firefox does not start")
            time.sleep(0.1)
        return int(named.read_text())

    def read(self):
        while b":" not in self.bytes or len(self.bytes) < self.whole():
            got = self.socket.recv(1 << 16)
            if not got:
                raise Fault("Firefox is gone")
            self.bytes += got
        whole, begins = self.whole(), self.bytes.index(b":") + 1
        message, self.bytes = json.loads(self.bytes[begins:whole]), self.bytes[whole:]
        return message

    def whole(self):
        begins = self.bytes.index(b":")
        return begins + 1 + int(self.bytes[:begins])

    def ask(self, command, parameters):
        self.number += 1
        message = json.dumps([0, self.number, command, parameters]).encode()
        self.socket.sendall(str(len(message)).encode() + b":" + message)
        _, _, error, result = self.read()
        if error:
            raise Fault(f"{command}: {error['error']}: {error['message']}")
        return result

    def js(self, script, *arguments):
        asked = {"script": script, "args": list(arguments), "sandbox": None, "scriptTimeout": 60000}
        return self.ask("WebDriver:ExecuteScript", asked)["value"]

    def wait(self, holds, what):
        until = time.monotonic() + 60
        while not self.js("return " + holds):
            if time.monotonic() > until:
                raise Fault(f"{what}: not within 60 s")
            time.sleep(0.1)


def see(firefox, path, address, holds):
    """Opens a page there, once nothing of the last one is left."""
    firefox.ask("WebDriver:Navigate", {"url": "about:blank"})
    firefox.ask("WebDriver:Navigate", {"url": path.resolve().as_uri() + address})
    firefox.wait("document.body.classList.contains('alive')", f"{path.name}: its views")
    firefox.js(ERRORS)
    firefox.wait(holds, f"{path.name}{address}")


def views_in_firefox(firefox, seat):
    see(firefox, seat.page(), "#view=now", "document.querySelector('.turn') !== null")
    for view in VIEWS:
        firefox.js("location.hash = arguments[0]", f"#view={view}")
        firefox.wait(f"document.querySelector('#main #h-{view}') !== null", view)
    told = seat.json("replay", "--to", "40")
    firefox.js("location.hash = '#view=now&at=40'")
    firefox.wait("document.getElementById('moment').value === '40'", "the slider")
    scores = firefox.js("""return [...document.querySelectorAll("#main table tbody tr")].map((row) =>
        row.querySelector("bdi").textContent + " " + row.querySelector("td").firstChild.textContent)""")
    same("scores at #40", scores, [f"{one['player']} {one['points']:g}".replace("-", "\u2212") for one in told["scores"]])
    same("errors", firefox.js("return window.faultsSaid"), [])


def records_in_firefox(firefox, seat):
    see(firefox, seat.page(), "#view=evidence", "document.querySelector('.holds[role=status]') !== null")
    said = firefox.js("return document.querySelector('.holds[role=status]').textContent")
    if "4 signatures verified" not in said:
        raise Fault(f"of signed records it says: {said}")


def main(arguments):
    nomic = str(pathlib.Path(arguments[0]).resolve())
    why = "" if FIREFOX else "firefox-esr is not installed"
    why = why or ("" if has_page(nomic) else "this nomic was built without the page")
    if why:
        print(f"skipped: {why}")
        return SKIPPED
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as top:
        (pathlib.Path(top) / "profile").mkdir()
        try:
            with Marionette(f"{top}/profile") as firefox:
                views_in_firefox(firefox, Seat(nomic, f"{top}/table").play(PLAYS["table"]))
                records_in_firefox(firefox, signed_game(Seat(nomic, f"{top}/signed")))
        except Fault as fault:
            print(fault)
            return 1
    print(f"the page in Firefox: holds ({time.monotonic() - began:.1f} s)")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

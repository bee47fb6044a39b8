"""A server of a ledger, and browsers of its players, each with a profile of its own."""
import http.client
import json
import os
import signal
import subprocess

import browser
from browser import Fault


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

    def ask(self, path, method="GET", headers=None, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port)
        connection.request(method, path, body, headers or {})
        answer = connection.getresponse()
        return answer.status, dict(answer.getheaders()), answer.read().decode()

    def told(self, *words):
        return json.loads(self.run(*words, "--format", "json"))

    def log(self):
        return self.told("log")["records"]

    def log_of(self, record):
        """From a record on."""
        return [json.loads(line) for line in self.run("log", "--from", record, "--format", "jsonl").splitlines()]


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
            one.dispatchEvent(new Event(one.tagName === "SELECT" ? "change" : "input", {bubbles: true}));""",
                field, words)
        self.settle()

    def never_reloaded(self):
        if not self.js("return window.sameAsBefore === true"):
            raise Fault("the page was loaded again")

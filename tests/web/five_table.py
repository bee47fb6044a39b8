"""Friends in browsers of their own, what they do there, and what is on record of it."""
import os
import pathlib
import subprocess

from browser import Fault, same
from five_watch import PATIENCE
from live_host import Player

LAST = "return (document.getElementById('moment') || {}).max"
TITLES = "return document.title.startsWith('(Your turn)')"


class Friend(Player):
    """A player's browser; patient, for five of them are on one machine."""

    def __init__(self, name):
        super().__init__()
        self.name = name

    def wait(self, holds, seconds=PATIENCE):
        super().wait(holds, max(seconds, PATIENCE))

    def does(self, *words, shown="", **fields):
        """Opens the move that begins so, which shows what it is about, fills it in, and sends it by the last of the
        words."""
        self.button(words[0], ".play")
        self.sees(shown, ".play form")
        for field, said in fields.items():
            self.fill(field, said)
        for word in words[1:] or ["Send"]:
            self.button(word, ".play form")

    def votes(self, choice, shown):
        """The ballot is for the words that are on the screen."""
        self.does("Vote", choice, shown=shown)

    def offers(self):
        """The moves that it offers."""
        return self.texts(".play .way > button")

    def takes_a_key(self, folder):
        """Makes a key, saves its file, registers it."""
        file = pathlib.Path(folder) / f"{self.name}.key"
        self.js("document.querySelector('details.key').open = true")
        self.button("Make a key")
        self.sees("Save the key")
        self.driver.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(folder)})
        self.js("document.querySelector('details.key a').click()")
        self.wait(lambda: file.exists() and file.read_text(encoding="ascii").endswith("-----END PRIVATE KEY-----\n"))
        file.chmod(0o600)
        self.button("Register this key")
        self.sees("Your moves are signed")


class Table:
    """The game, everybody who is at it, and what is to be on record so far: worked out by hand, move by move."""

    def __init__(self, host):
        self.host, self.friends, self.bot, self.bot_began = host, {}, None, 0
        self.records = len(host.log_of("0"))

    def __getitem__(self, name):
        return self.friends[name]

    def seats(self, name, link):
        self.friends[name] = Friend(name).opened(link)
        return self.friends[name]

    def holds(self, kind, author, *consequences):
        """This is the next record, and the last; everybody's page has it, without being loaded anew. A friend who has
        a key has signed it; Eve has none."""
        index, self.records = self.records, self.records + 1
        for one in self.friends.values():
            one.wait(lambda one=one: one.js(LAST) == str(index))
        found = self.host.log_of(str(index))
        via = "TOKEN" if author == "Eve" else "SIGNED"
        same(f"record #{index}",
             [(one["kind"], one["author"], one["via"], [each["kind"] for each in one["consequences"]]) for one in found],
             [(kind, author, via, list(consequences))])
        same(f"keys that have signed #{index}", len(found[0]["signedBy"]), 0 if author == "Eve" else 1)
        return found[0]

    def awaits(self, *names):
        """Whose turn it is stands in the titles of their pages alone."""
        for name, one in self.friends.items():
            one.wait(lambda one=one, mine=name in names: one.js(TITLES) == mine)

    def scores(self, **points):
        same("scores", {one["player"]: one["points"] for one in self.host.told("scores")["scores"]}, points)

    def all_see(self, words, selector="#main"):
        for one in self.friends.values():
            one.sees(words, selector)


def with_her_key(table, *words):
    """Ann at a machine of her own, with the installed command: it fetches and checks the game, and signs with the file
    that her browser has offered."""
    home = pathlib.Path(table.host.folder) / "anns"
    home.mkdir(exist_ok=True)
    token = table["Ann"].js("return JSON.parse(localStorage.getItem('nomic.tokens'))[0].token")
    done = subprocess.run([table.host.nomic, *words, "--as", "Ann", "--key", "../Ann.key", "--ledger", table.host.url],
                          cwd=home, capture_output=True, text=True, check=False,
                          env={"PATH": os.environ["PATH"], "HOME": str(home), "LC_ALL": "C.UTF-8", "NOMIC_TOKEN": token})
    if done.returncode:
        raise Fault(f"nomic {' '.join(words)}: {done.returncode}: {done.stdout}{done.stderr}")

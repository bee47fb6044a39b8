"""Games and their pages, for the tests of this folder: each played anew by the real program in a folder of its own."""

import base64
import gzip
import json
import pathlib
import re
import subprocess
import tempfile

import document_text

TOP = pathlib.Path(__file__).resolve().parents[2]
PLAYS = {
    "table": TOP / "tests/transcripts/table-1990.play",
    "circuits": TOP / "tests/transcripts/circuits-1990.play",
    "mail": TOP / "tests/transcripts/mail-1990.play",
    "judgment": TOP / "tests/transcripts/disputes/judgment.play",
    "record": TOP / "tests/transcripts/disputes/record.play",
}
SKIPPED = 77
VIEWS = ("now", "scores", "rules", "proposals", "disputes", "records", "evidence")


class Seat:
    """A folder with a game in it."""

    def __init__(self, nomic, folder):
        self.nomic, self.folder = nomic, pathlib.Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.made = {}

    def run(self, *words, ok=(0,), text=None):
        done = subprocess.run([self.nomic, *words], cwd=self.folder, capture_output=True, text=True, input=text,
                              env={"PATH": "/usr/bin:/bin", "HOME": str(self.folder), "TMPDIR": tempfile.gettempdir()})
        if done.returncode not in ok:
            raise AssertionError(f"nomic {' '.join(words)}: status {done.returncode}\n{done.stdout}{done.stderr}")
        return done

    def json(self, *words):
        return json.loads(self.run(*words, "--format", "json").stdout)

    def play(self, path):
        # A play of the tests ends where it says that it would.
        self.run("play", str(path), ok=range(6))
        return self

    def page(self, *options, name="game.html"):
        """Its page: made once, and again once the game has gone on."""
        told = (options, self.json("head")["size"])
        if self.made.get(name) != told:
            self.run("report", "-o", name, "--force", *options)
            self.made[name] = told
        return self.folder / name


def has_page(nomic):
    """Whether this program was built with what the page's script needs."""
    with tempfile.TemporaryDirectory() as folder:
        seat = Seat(nomic, folder)
        seat.run("init", "Ann", "Bob")
        done = seat.run("report", "-o", "game.html", ok=(0, 2))
        return done.returncode == 0 or "without the page" not in done.stderr


# ---- The parts of a page -------------------------------------------------------------------------------------------

BLOCK = {name: re.compile(rf'(<script type="application/x-nomic-{name}" id="{name}">)([^<]*)(</script>)')
         for name in ("document", "bundle")}


def taken(html, name):
    """The bytes of a block."""
    text = BLOCK[name].search(html)[2]
    return gzip.decompress(base64.b64decode(text)) if text else b""


def put(html, name, data):
    """The page with other bytes in a block."""
    packed = base64.b64encode(gzip.compress(data, mtime=0)).decode()
    return BLOCK[name].sub(lambda found: found[1] + packed + found[3], html)


def document(html):
    return document_text.read(taken(html, "document").decode(), taken(html, "bundle"))


def with_document(html, view):
    return put(html, "document", document_text.write(view, taken(html, "bundle")).encode())

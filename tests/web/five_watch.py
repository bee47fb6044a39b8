"""Who watches a game while it is played: `nomic log --follow`, and the bot of examples/bots, which plays too."""
import json
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time

from browser import Fault, same

BOT = pathlib.Path(__file__).resolve().parents[2] / "examples/bots/chat.py"
PATIENCE = 120


class Told:
    """A program, and the lines that it has written so far."""

    def __init__(self, words, folder, **environment):
        self.process = subprocess.Popen(words, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        env={**os.environ, "HOME": folder, "LC_ALL": "C.UTF-8", **environment})
        self.lines = []
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        for line in self.process.stdout:
            self.lines.append(line.rstrip("\n"))

    def has(self, what, holds):
        until = time.monotonic() + PATIENCE
        while not holds(self.lines):
            if time.monotonic() > until:
                raise Fault(f"{what} was not written: {self.lines[-5:]}")
            time.sleep(0.02)

    def say(self, words):
        self.process.stdin.write(words + "\n")
        self.process.stdin.flush()

    def ended(self, status):
        self.reader.join(PATIENCE)
        same("how it ended", self.process.wait(PATIENCE), status)
        return self.lines

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.process.stdin.close()
        self.reader.join(PATIENCE)
        self.process.stdout.close()


def follower(host):
    watch = Told([host.nomic, "log", "--follow", "--from", "0", "--format", "jsonl"], host.folder)
    # The founding is told: from here on it follows.
    watch.has("the founding", lambda lines: len(lines) == len(host.log_of("0")))
    return watch


def bot_for(host, name):
    """A bot that knows one player's token, out of a link of its own."""
    secret = host.link(name).split("#invite=")[1]
    status, _, answer = host.ask("/v1/redeem", "POST", {"Content-Type": "application/json"},
                                 json.dumps({"secret": secret}))
    same("the bot's link", status, 200)
    tokens = pathlib.Path(host.folder) / "tokens.json"
    tokens.write_text(json.dumps({name: json.loads(answer)["token"]}), encoding="utf-8")
    bot = Told([sys.executable, "-B", str(BOT), host.url, "club"], host.folder, NOMIC_TOKENS=str(tokens))
    bot.has("that it follows", lambda lines: lines)
    return bot


def what_was_watched(host, watch, turned):
    """Each record once, in order, as `log` has it afterwards. `turned`: by record what became of one after it was told:
    what log says now, in place of STANDS."""
    later = host.log_of("0")
    watch.has("the last record", lambda lines: len(lines) >= len(later))
    watch.process.send_signal(signal.SIGINT)
    lines = [json.loads(line) for line in watch.ended(0)]
    for one in later:
        if one["index"] in turned:
            same(f"what became of #{one['index']}", (one["standing"], one["standingBy"]), turned[one["index"]])
            one.update(standing="STANDS", standingBy=0)
    same("records that log --follow told", [one["index"] for one in lines], [one["index"] for one in later])
    for told, one in zip(lines, later):
        same(f"#{one['index']} of log --follow", told, one)


def what_the_bot_said(host, bot, began):
    """Each record since it came, once, in order; and nothing of moves that were refused."""
    told = [f"The game has {began} records. I tell what comes."]
    told += [f"#{one['index']} {one['kind']} {one['author']}" for one in host.log_of(str(began))]
    bot.has("the last record", lambda lines: told[-1] in lines)
    bot.process.stdin.close()
    said = [line for line in bot.ended(0) if not line.startswith("The game waits for ")]
    same("what the bot said", said, told)

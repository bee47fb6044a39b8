#!/usr/bin/env python3
"""A bot between a chat and a game of Nomic: lines of a chat become moves, and what is recorded becomes lines.

    NOMIC_TOKENS=tokens.json chat.py URL GAME <lines >said

It needs nothing but Python. Of the chat it reads lines "NAME: WORDS" from standard input, whatever it is that writes
them there, and writes what is to be said to standard output. Of players who have a token of the keeper's (nomic invite;
tokens.json is {"Ann": "...", ...}) it takes moves:

    Ann: !propose repeal 209        a proposal: enact TEXT, amend N TEXT, repeal N, transmute N
    Ann: !call-vote
    Bob: !vote for                  against, abstain: for the form that the bot said last
    Bob: !roll
    Cleo: anything else             is said in the debate, while there is one

Each move bears an ID made of the line's number and the player, so a bot that was killed and reads the same lines again
records nothing twice.
"""
import hashlib
import http.client
import json
import os
import sys
import threading
import time
import urllib.parse

CHANGES = {"enact": "ENACT", "amend": "AMEND", "repeal": "REPEAL", "transmute": "TRANSMUTE"}


class Game:
    """A game on a server (docs/api.md)."""

    def __init__(self, url, game):
        self.server, self.game = urllib.parse.urlsplit(url), urllib.parse.quote(game, safe="")
        # How many records were shown so far: of several servers none is to show the game as it was before.
        self.shown = 0

    def connect(self):
        kind = http.client.HTTPSConnection if self.server.scheme == "https" else http.client.HTTPConnection
        return kind(self.server.hostname, self.server.port, timeout=60)

    def headers(self, token):
        said = {"Nomic-Size": str(self.shown)} if self.shown else {}
        return {**said, **({"Authorization": "Bearer " + token} if token else {})}

    def ask(self, method, what, token="", body=None):
        """The status, and what is answered."""
        headers = self.headers(token)
        if body is not None:
            headers["Content-Type"] = "application/json"
        connection = self.connect()
        try:
            said = json.dumps(body) if body is not None else None
            connection.request(method, f"/v1/games/{self.game}/{what}", said, headers)
            answer = connection.getresponse()
            self.shown = max(self.shown, int(answer.headers.get("Nomic-Size", 0)))
            return answer.status, json.loads(answer.read() or b"{}")
        finally:
            connection.close()

    def follow(self, token, index):
        """Each record from an index on, for ever: lost connections are made again, and nothing is told twice."""
        while True:
            connection = self.connect()
            try:
                connection.request("GET", f"/v1/games/{self.game}/events?from={index}", headers=self.headers(token))
                answer = connection.getresponse()
                if answer.status in (401, 403, 404, 409):
                    raise SystemExit(f"the server refuses: {answer.read().decode()}")
                for line in answer if answer.status == 200 else ():
                    if line.startswith(b"data: "):
                        record = json.loads(line[6:])
                        index = record.get("index", 0) + 1
                        self.shown = max(self.shown, index)
                        yield record
            except (OSError, http.client.HTTPException):
                pass
            finally:
                connection.close()
            time.sleep(1)


def move_in(words, form):
    """The move that a line of the chat asks for; None: it is said in the debate."""
    command, _, rest = words.partition(" ")
    if command == "!propose":
        kind, _, rest = rest.strip().partition(" ")
        if kind not in CHANGES:
            return {}
        change = {"kind": CHANGES[kind]}
        if kind != "enact":
            number, _, rest = rest.strip().partition(" ")
            change["rule"] = number
        if rest.strip():
            change["texts"] = [{"text": rest.strip()}]
        return {"propose": {"changes": [change]}}
    if command == "!call-vote":
        return {"callVote": {}}
    if command == "!vote":
        return {"vote": {"choice": rest.strip().upper(), **({"form": form} if form else {})}}
    if command == "!roll":
        return {"roll": {}}
    return {} if command.startswith("!") else None


class Bot:
    def __init__(self, game, tokens):
        self.game, self.tokens, self.form, self.debated = game, tokens, "", False
        self.any = next(iter(tokens.values()), "")
        self.lock = threading.Lock()

    def say(self, words):
        with self.lock:
            print(words, flush=True)

    def look(self):
        """What is open: a ballot is for the form that was said."""
        _, status = self.game.ask("GET", "status", self.any)
        # The only open one, or none in particular.
        opened = status.get("proposals", [])
        self.form = opened[0]["form"] if len(opened) == 1 else ""
        self.debated = any(one["phase"] == "DEBATING" for one in opened)
        return status

    def tell(self):
        """What is recorded, from now on."""
        size = self.game.ask("GET", "head", self.any)[1]["size"]
        self.say(f"The game has {size} records. I tell what comes.")
        for record in self.game.follow(self.any, size):
            status = self.look()
            self.say(f"#{record.get('index', 0)} {record['kind']} {record['author']}".rstrip())
            waiting = ", ".join(status.get("waitingFor", []))
            if waiting:
                self.say(f"The game waits for {waiting}.")

    def hear(self, number, line):
        name, _, words = line.partition(": ")
        token = self.tokens.get(name)
        if not token or not words.strip():
            return
        self.look()
        move = move_in(words.strip(), self.form)
        if move is None:
            if not self.debated:
                return
            move = {"debate": {"text": words.strip()}}
        if not move:
            self.say(f"{name}: I know !propose, !call-vote, !vote and !roll.")
            return
        request_id = "chat-" + hashlib.sha256(f"{number} {line}".encode()).hexdigest()[:24]
        status, answer = self.game.ask("POST", "moves", token, {"author": name, "requestId": request_id, **move})
        if status not in (200, 201):
            self.say(f"{name}: {answer.get('detail', status)} {answer.get('hint', '')}".rstrip())


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    with open(os.environ["NOMIC_TOKENS"], encoding="utf-8") as file:
        bot = Bot(Game(*sys.argv[1:]), json.load(file))
    threading.Thread(target=bot.tell, daemon=True).start()
    for number, line in enumerate(sys.stdin):
        bot.hear(number, line.rstrip("\n"))
    # What was recorded last is told yet.
    time.sleep(2)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""A game by mail of any length as a play: five players who sign, texts of several sentences, speeches in debate.

    mail_game.py RECORDS [SEED] > mail.play        then: nomic play mail.play

About so many records: each proposal is debated, called to a vote and voted on. The words are made up, and drawn as
unevenly as words are, so that their texts compress like prose. The same arguments give the same play.
"""
import random
import sys

PLAYERS = ("Ann Abel", "Bob Baker", "Cleo Cole", "Dan Dorn", "Eve Ender")
FOUNDING = 35  # the game, 29 rules and the players
ONSETS = ("b", "br", "c", "ch", "d", "f", "g", "h", "l", "m", "n", "p", "pr", "r", "s", "st", "t", "tr", "v", "w")
VOWELS = ("a", "e", "i", "o", "u", "ea", "ou")
ENDS = ("", "", "l", "n", "r", "s", "t", "nd", "st", "ck")


class Words:
    def __init__(self, rng):
        self.rng = rng
        known = {}
        while len(known) < 6000:
            count = rng.choice((1, 1, 2, 2, 2, 3))
            known["".join(rng.choice(ONSETS) + rng.choice(VOWELS) + rng.choice(ENDS) for _ in range(count))] = True
        self.known = sorted(known, key=len)
        self.weights = [1 / (place + 3) for place in range(len(self.known))]

    def sentence(self):
        words = self.rng.choices(self.known, self.weights, k=self.rng.randint(6, 18))
        return " ".join(words).capitalize() + "."

    def text(self, least=2, most=6):
        return " ".join(self.sentence() for _ in range(self.rng.randint(least, most)))


class Play:
    def __init__(self, records, seed):
        self.rng = random.Random(seed)
        self.words = Words(self.rng)
        self.left = records - FOUNDING
        self.turn = 0
        self.number = 301
        self.mutable = [204, 205, 207, 209, 210, 211, 212, 213]

    def line(self, words, who=None):
        print(words if who is None else f"{words} --as '{who}' --key {who.split()[0].lower()}.key")
        self.left -= who is not None

    def begin(self):
        names = " ".join(f"'{name}'" for name in PLAYERS)
        self.line(f"init --edition 1990 --mode mail --game mail {names}")
        for name in PLAYERS:
            self.line(f"key new {name.split()[0].lower()}.key")
            self.line("key register", name)
        # Nobody wins, and there is room for many rules.
        self.turn_of("amend 208 --text 'Nobody wins before a million points.' "
                     "--provision 'victory { points: \"1000000\" }'", True)
        self.turn_of("amend 203 --text 'A rule-change is adopted by a majority of the eligible voters.' "
                     "--provision 'adoption { quota { numerator: 1 denominator: 2 base: ELIGIBLE strict: true } }'",
                     True)

    def turn_of(self, change, adopted=None):
        mover = PLAYERS[self.turn % len(PLAYERS)]
        self.line(f"propose {change} --reason '{self.words.text(1, 2)}'", mover)
        for _ in range(self.rng.choice((0, 1, 1, 2, 2, 3))):
            self.line(f"debate '{self.words.text()}'", self.rng.choice(PLAYERS))
        self.line("call-vote", mover)
        unanimous = adopted
        if adopted is None:
            adopted = self.rng.random() < 0.4
        least, most = (5, 5) if unanimous else (3, 5) if adopted else (0, 2)
        count = self.rng.randint(least, most)
        choices = ["for"] * count + ["against"] * (len(PLAYERS) - count)
        self.rng.shuffle(choices)
        voters = list(zip(PLAYERS, choices))
        self.rng.shuffle(voters)
        for voter, choice in voters:
            self.line(f"vote {choice}", voter)
        self.turn += 1
        self.number += 1
        return adopted

    def propose(self):
        enacts, repeals = len(self.mutable) < 22, len(self.mutable) > 12
        kind = self.rng.choices(("amend", "enact", "repeal"), (6, 2 if enacts else 0, 1 if repeals else 0))[0]
        target = self.rng.choice(self.mutable)
        text = "" if kind == "repeal" else f" --text '{self.words.text()}'"
        number = self.number
        if not self.turn_of(kind + ("" if kind == "enact" else f" {target}") + text):
            return
        if kind != "enact":
            self.mutable.remove(target)
        if kind != "repeal":
            self.mutable.append(number)

    def play(self):
        self.begin()
        while self.left > 0:
            self.propose()


if __name__ == "__main__":
    Play(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1).play()

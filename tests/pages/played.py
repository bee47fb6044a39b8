#!/usr/bin/env python3
"""A game is played under each published page, in its language, to where the editions differ.

    played.py NOMIC SEEDS

What must come out was worked out by hand from the rules (the edition's 202, 203, 204, 206, 208), as the comments say.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

SKIPPED = 77
PLAYERS = ("Ann", "Bob", "Cleo")

# page, options, edition, a rule's text in its language
PAGES = [
    ("000_b20fe54bfdde8e97.txt", [], "1990", "Cada jugador saluda antes de mover."),
    ("001_c3e17fe97111d453.txt", [], "1982", "Ogni giocatore saluta prima di muovere."),
    ("002_eb478c6da9c7f8b7.txt", [], "1990", "Each player greets the others before moving."),
    ("002_eb478c6da9c7f8b7.txt", ["--lang", "ja,en"], "1990", "競技者は手番の前に挨拶する。"),
    ("003_13c0f5c274a56c1e.txt", [], "1982", "Iedere speler groet voor de zet."),
    ("004_04a969a4a9bda436.txt", ["--lang", "en,ja"], "1990", "Each player greets the others before moving."),
    ("004_04a969a4a9bda436.txt", ["--lang", "ja"], "1982", "競技者は手番の前に挨拶する。"),
]


class Game:
    def __init__(self, nomic, page, options, folder):
        self.nomic = nomic
        self.env = {"PATH": "/usr/bin:/bin", "HOME": folder, "XDG_STATE_HOME": folder, "NOMIC_LEDGER": folder + "/game"}
        self.founded = self.run("init", "--rules", str(page), *options, *PLAYERS)

    def run(self, *words, given=None):
        return subprocess.run([self.nomic, *words], env=self.env, capture_output=True, text=True, input=given, check=False)

    def play(self, lines):
        done = self.run("play", "-", given="\n".join(lines) + "\n")
        if done.returncode != 0:
            raise AssertionError(done.stderr)

    def ask(self, *words):
        done = self.run(*words, "--format", "json")
        if done.returncode != 0:
            raise AssertionError(done.stderr)
        return json.loads(done.stdout)

    def scores(self):
        return {row["player"]: row["points"] for row in self.ask("scores")["scores"]}


def turns(text, first, last, die, against_in=None):
    """The lines of whole turns: a rule is enacted and repealed by turns, so that 209's limit is never near."""
    lines = []
    for turn in range(first, last + 1):
        mover = PLAYERS[(turn - 1) % 3]
        change = f"repeal {299 + turn}" if turn % 2 == 0 else f"enact --text '{text}'"
        lines.append(f"propose {change} --call-vote --as {mover}")
        for player in PLAYERS:
            lines.append(f"vote {'against' if turn == against_in and player == 'Cleo' else 'for'} --as {player}")
        if die:
            lines.append(f"roll {die} --as {mover}")
    return lines


def same(what, got, want):
    return [] if got == want else [f"{what}: {got}, and by hand {want}"]


def majority(nomic, page, options, edition, text):
    """Table. Six unanimous turns are two circuits of three players; in the seventh Cleo votes against.

    1990: 203 has changed by itself at the end of the second circuit, so two of three adopt, and Cleo gains 10 (204).
    1982: unanimity still; defeated, and Ann, who proposed, loses 10 (206). Everybody threw a 2 in each turn.
    """
    with tempfile.TemporaryDirectory() as folder:
        game = Game(nomic, page, options, folder)
        game.play(turns(text, 1, 7, 2, against_in=7))
        if edition == "1990":
            want = {"Ann": 2 + 2 + 2, "Bob": 2 + 2, "Cleo": 2 + 2 + 10}
        else:
            want = {"Ann": 2 + 2 + 2 - 10, "Bob": 2 + 2, "Cleo": 2 + 2}
        yield from same("scores after the seventh turn", game.scores(), want)
        made = [rule["number"] for rule in game.ask("show-rules")["rules"] if int(rule["number"]) > 300]
        yield from same("rules enacted and in force", made, ["307"] if edition == "1990" else [])
        shown = game.ask("show-rules", "--at", "^proposal:302", "301")["rules"][0]
        yield from same("the first enacted rule", shown["text"], text)


def hundred(nomic, page, options, text):
    """Table, both editions: 100 points win. Everybody throws 6s; 17 x 6 = 102, and Ann's 17th turn is the 49th."""
    with tempfile.TemporaryDirectory() as folder:
        game = Game(nomic, page, options, folder)
        game.play(turns(text, 1, 48, 6))
        yield from same("winners after turn 48", [w["player"] for w in game.ask("status")["winners"]], [])
        game.play(turns(text, 49, 49, 6))
        status = game.ask("status")
        yield from same("winners after turn 49", [w["player"] for w in status["winners"]], ["Ann"])
        yield from same("Ann's points", game.scores()["Ann"], 102)


def two_hundred(nomic, page, options, edition, text):
    """By mail. 1990: no die, (number - 291) x share in favour, and 200 points win; 1982 has no such paragraphs.

    All vote for all: 301 gives Ann 10, 302 Bob 11, 303 Cleo 12, 304 Ann 13 ... Bob has 11+14+17+20+23+26 = 111 after turn
    17 and has not won; he reaches 11+14+...+35 = 207 in turn 26, when Ann has 10+13+...+34 = 198.
    """
    with tempfile.TemporaryDirectory() as folder:
        game = Game(nomic, page, [*options, "--mode", "mail"], folder)
        if edition == "1982":
            yield from same("status of a mail game of 1982", game.founded.returncode, 2)
            return
        game.play(turns(text, 1, 17, None))
        yield from same("Bob after turn 17", game.scores()["Bob"], 111)
        yield from same("winners after turn 17", [w["player"] for w in game.ask("status")["winners"]], [])
        game.play(turns(text, 18, 26, None))
        yield from same("scores after turn 26", (game.scores()["Ann"], game.scores()["Bob"]), (198, 207))
        yield from same("winners after turn 26", [w["player"] for w in game.ask("status")["winners"]], ["Bob"])


def choices(nomic, seeds):
    """What whoever founds a game on a page is asked, told and may choose."""
    with tempfile.TemporaryDirectory() as folder:
        both = Game(nomic, seeds / "004_04a969a4a9bda436.txt", [], folder + "/a")
        yield from same("founding on two editions at once", both.founded.returncode, 2)
        if "--lang" not in both.founded.stderr:
            yield "founding on two editions at once does not ask which is authoritative"
        # The Dutch 212 counts all the players, not the others (its line 74); the Japanese one of 004 seats the right neighbour.
        for name, options, plain, followed in (
                ("003_13c0f5c274a56c1e.txt", [], "consent_among: OTHERS_THAN_NEXT", "consent_among: ALL_PLAYERS"),
                ("004_04a969a4a9bda436.txt", ["--lang", "ja"], "seat: PRECEDING", "seat: RIGHT_NEIGHBOUR")):
            for more, want in (([], plain), (["--follow-page"], followed)):
                game = Game(nomic, seeds / name, [*options, *more], f"{folder}/{name}{len(more)}")
                provisions = game.ask("show-rules", "212")["rules"][0]["provisions"]
                if not any(want in each for each in provisions):
                    yield f"{name} {more}: rule 212 has {provisions}, and by hand {want}"
        spanish = Game(nomic, seeds / "000_b20fe54bfdde8e97.txt", [], folder + "/es")
        if "its en original prevails" not in spanish.founded.stderr:
            yield "the Spanish page's English original is not named"


def main():
    nomic, seeds = sys.argv[1], pathlib.Path(sys.argv[2])
    if not seeds.is_dir():
        print(f"skipped: the published pages are not here ({seeds})")
        sys.exit(SKIPPED)
    found = []
    for name, options, edition, text in PAGES:
        page = seeds / name
        for part in (majority(nomic, page, options, edition, text), hundred(nomic, page, options, text),
                     two_hundred(nomic, page, options, edition, text)):
            found += [f"{name} {' '.join(options)}: {each}" for each in part]
    found += choices(nomic, seeds)
    print("\n".join(found) or f"{len(PAGES)} foundings, three games each, as worked out by hand")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()

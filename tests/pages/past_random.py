#!/usr/bin/env python3
"""Whatever is done to a page, its versions come in by one command, the play is played without a line changed, and at
every version the rules of the ledger are those of the page.

    past_random.py NOMIC [HOW-MANY [SEED]]

Pages are made here, at random: rules come, go and come back under numbers that others had, change places, move up and
down, change their words, titles and statuses, several at once. So are repositories, whose commits are merges or none. What
a page says is known from how it was made; nothing of the importer is asked. A game that fails is named by its seed.
"""
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

WORDS = "player turn vote tea points each all must table cake judge guest round score rule sunday speak".split()
DAY = "2018-03-{:02}"


def text(dice):
    return "The " + " ".join(dice.choice(WORDS) for _ in range(dice.randint(4, 14))) + "."


def first(dice):
    """{number: [title, immutable, text]}: an immutable rule or two that nothing changes, and others."""
    page = {number: ["", True, f"All players obey rule {number} as it stands, always."] for number in (101, 102)}
    for number in range(201, 201 + dice.randint(3, 6)):
        page[number] = [dice.choice(("", "Tea", "Turns")), False, text(dice)]
    return page


def changed(page, dice, seen):
    page = {number: list(rule) for number, rule in page.items()}
    for _ in range(dice.randint(1, 4)):
        mutable = [number for number, rule in page.items() if not rule[1]]
        kind = dice.randrange(9)
        if kind == 0 and len(mutable) > 2:
            del page[dice.choice(mutable)]
        elif kind <= 2:
            gone = sorted(seen - set(page))
            number = dice.choice(gone) if gone and dice.random() < 0.5 else max(seen | set(page)) + 1
            page[number] = ["", False, text(dice)]
        elif kind == 3 and len(mutable) > 1:
            one, other = dice.sample(mutable, 2)
            page[one], page[other] = page[other], page[one]
        elif kind == 4 and mutable:
            number = dice.choice(mutable)
            page[number][2] = text(dice) if dice.random() < 0.4 else page[number][2] + " " + text(dice)
        elif kind == 5 and mutable:
            page[dice.choice(mutable)][0] = dice.choice(("", "Cake", "Sundays"))
        elif kind == 6 and mutable:
            number = dice.choice(mutable)
            page[max(seen | set(page)) + 1] = page.pop(number)
        elif kind == 7 and len(mutable) > 2:
            # All that stand behind a new one move up.
            at = dice.choice(mutable)
            page = {number + (number >= at): rule for number, rule in page.items()}
            page[at] = ["", False, text(dice)]
        elif kind == 8 and mutable:
            page[dice.choice(mutable)][1] = True
    seen |= set(page)
    return page


def printed(page):
    out = "# The rules of our game\n"
    for immutable, heading in ((True, "Immutable rules"), (False, "Mutable rules")):
        out += f"\n## {heading}\n"
        for number in sorted(page):
            title, status, words = page[number]
            if status == immutable:
                out += f"\n**{number}** " + (f"*{title}*\n\n" if title else "") + words + "\n"
    return out


class Game:
    def __init__(self, nomic, folder):
        self.nomic, self.folder = nomic, folder
        self.env = {"PATH": os.environ["PATH"], "HOME": folder, "XDG_STATE_HOME": folder,
                    "NOMIC_LEDGER": folder + "/ledger", "GIT_CONFIG_NOSYSTEM": "1"}

    def run(self, *words, when=None):
        env = dict(self.env, GIT_AUTHOR_DATE=when, GIT_COMMITTER_DATE=when) if when else self.env
        done = subprocess.run(words, env=env, cwd=self.folder, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise RuntimeError(" ".join(words)[:200] + ": " + done.stderr[-700:])
        return done.stdout

    def pages(self, versions, dice):
        os.mkdir(self.folder + "/pages")
        for i, page in enumerate(versions):
            pathlib.Path(self.folder, "pages", DAY.format(i + 1) + ".md").write_text(printed(page), encoding="utf-8")
        return "pages"

    def repository(self, versions, dice):
        os.mkdir(self.folder + "/rules")
        git = ("git", "-C", "rules", "-c", "user.name=Ann", "-c", "user.email=ann@example.org")
        self.run(*git, "init", "-q", "-b", "main")
        for i, page in enumerate(versions):
            when = DAY.format(i + 1) + "T12:00:00Z"
            if i and dice.random() < 0.6:
                self.run(*git, "checkout", "-q", "-b", f"branch{i}")
                self.write(page)
                self.run(*git, "commit", "-q", "--allow-empty", "-am", "A change", when=when)
                self.run(*git, "checkout", "-q", "main")
                self.run(*git, "merge", "-q", "--no-ff", "-m", f"Merge branch {i}", f"branch{i}", when=when)
            else:
                self.write(page)
                self.run(*git, "add", "README.md")
                self.run(*git, "commit", "-q", "--allow-empty", "-m", f"Version {i}", when=when)
        return "rules"

    def write(self, page):
        pathlib.Path(self.folder, "rules", "README.md").write_text(printed(page), encoding="utf-8")

    def held(self, i):
        at = DAY.format(i + 2) + "T06:00:00Z"
        shown = json.loads(self.run(self.nomic, "show-rules", "--at", at, "--format", "json"))
        return {int(rule["number"]): [rule["title"], rule["status"].lower() == "immutable", " ".join(rule["text"].split())]
                for rule in shown["rules"]}


def not_as_posted(game, source, versions, names=()):
    """What is not in the ledger as it is in the versions; `names` say what each is."""
    report = json.loads(game.run(game.nomic, "import-history", source, "-o", "game.nomic", "--format", "json"))
    game.run(game.nomic, "play", "game.nomic")
    moved = set()
    for i, page in enumerate(versions):
        name = f"version {i}" + (f" ({names[i]})" if names else "")
        # Headings that moved and came back are named by the report, and not followed.
        for slip in report["slips"]:
            if slip["kind"] == "STATUSES_MOVED" and slip["mendedIn"]:
                moved |= set(slip["rules"])
        held = game.held(i)
        if sorted(held) != sorted(page):
            yield f"{name}: the ledger has {sorted(held)}, and the page {sorted(page)}"
        for number in set(held) & set(page):
            ours, theirs = list(held[number]), list(page[number])
            if number in moved:
                ours[1] = theirs[1]
            if ours != theirs:
                yield f"{name}: rule {number} is {ours}, and on the page {theirs}"
    audit = game.run(game.nomic, "audit")
    if "nothing is broken" not in audit:
        yield "audit: " + audit[-300:]


def differences(nomic, seed, git):
    dice = random.Random(seed)
    versions = [first(dice)]
    seen = set(versions[0])
    for _ in range(dice.randint(2, 6)):
        versions.append(changed(versions[-1], dice, seen))
    with tempfile.TemporaryDirectory() as folder:
        game = Game(nomic, folder)
        source = game.repository(versions, dice) if git else game.pages(versions, dice)
        yield from not_as_posted(game, source, versions)


def main():
    nomic = os.path.abspath(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 12
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    found = []
    for one in range(seed, seed + count):
        git = one % 2 == 0 and shutil.which("git") is not None
        try:
            found += [f"seed {one}: {each}" for each in differences(nomic, one, git)]
        except RuntimeError as error:
            found.append(f"seed {one}: {error}")
    print("\n".join(found[:60]) or f"{count} histories, played as they were posted")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()

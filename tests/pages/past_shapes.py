#!/usr/bin/env python3
"""The same rules kept in every shape, moved from one to another, renamed and merged with conflicts: they come in by
one command, play unchanged, and are at every commit what they were made to be.

    past_shapes.py NOMIC [HOW-MANY [SEED]]

The shapes: a Markdown page with numbers in bold or headings, wiki text, HTML, and folders with a file a rule (Markdown
with front matter, a folder a status, YAML). What a version says is known from how it was made (past_random.py); nothing
of the importer is asked. Between two versions everything may move to another shape. A history that fails is named by
its seed.
"""
import html
import json
import os
import pathlib
import random
import shutil
import sys
import tempfile

import past_random

SKIPPED = 77
STATUS = {True: "immutable", False: "mutable"}


def by_status(page):
    for immutable in (True, False):
        yield STATUS[immutable], [(number, *page[number]) for number in sorted(page) if page[number][1] == immutable]


def bold(page):
    return {"README.md": past_random.printed(page)}


def headings(page):
    out = "# The rules of our game\n"
    for status, rules in by_status(page):
        out += f"\n## {status.title()} rules\n"
        for number, title, _, words in rules:
            out += f"\n### {number}. {title}\n\n{words}\n" if title else f"\n### {number}\n\n{words}\n"
    return {"docs/rules.md": out}


def wiki(page):
    out = "= The rules of our game =\n"
    for status, rules in by_status(page):
        out += f"\n== {status.title()} rules ==\n"
        for number, title, _, words in rules:
            out += f"\n=== {number} {title} ===\n{words}\n" if title else f"\n=== {number} ===\n{words}\n"
    return {"Rules.wiki": out}


def web(page):
    out = "<!DOCTYPE html>\n<html><head><title>Our game</title></head><body>\n<h1>The rules of our game</h1>\n"
    for status, rules in by_status(page):
        out += f"<h2>{status.title()} rules</h2>\n"
        for number, title, _, words in rules:
            out += f"<h3>{number}. {html.escape(title)}</h3>\n" if title else f"<h3>{number}</h3>\n"
            out += f"<p>{html.escape(words)}</p>\n"
    return {"index.html": out + "</body></html>\n"}


def front_matter(page):
    head = "---\nnumber: {}\ntitle: {}\nstatus: {}\n---\n\n{}\n"
    return {f"rules/rule{number}.md": head.format(number, title, STATUS[immutable], words)
            for number, (title, immutable, words) in page.items()}


def folders(page):
    return {f"{STATUS[immutable]}/{number}.md": (f"# {number}. {title}" if title else f"# {number}") + f"\n\n{words}\n"
            for number, (title, immutable, words) in page.items()}


def yaml(page):
    one = "number: {}\ntitle: \"{}\"\nstatus: {}\ntext: |\n  {}\n"
    return {f"data/{number}.yml": one.format(number, title, STATUS[immutable], words)
            for number, (title, immutable, words) in page.items()}


SHAPES = (bold, headings, wiki, web, front_matter, folders, yaml)


class Kept(past_random.Game):
    """A repository that keeps its rules in a shape, and then in another."""

    def history(self, versions, dice):
        os.mkdir(self.folder + "/kept")
        self.git("init", "-q", "-b", "main")
        shape = dice.choice(SHAPES)
        told = []
        for i, page in enumerate(versions):
            when = past_random.DAY.format(i + 1) + "T12:00:00Z"
            if i and dice.random() < 0.3:
                shape = dice.choice(SHAPES)
            told.append(shape.__name__)
            if i == 0 or dice.random() < 0.4:
                self.commit(shape(page), f"Version {i}", when)
                continue
            # A branch from here, and, while it is open, one that changes the same lines otherwise.
            self.git("checkout", "-q", "-b", f"branch{i}")
            self.commit(shape(page), "A change", when)
            self.git("checkout", "-q", "main")
            if dice.random() < 0.5:
                self.git("checkout", "-q", "-b", f"other{i}")
                other = shape({**page, 102: ["", True, "Nobody obeys."]})
                self.commit({"notes.txt": f"{i}\n", **other}, "Another", when)
                self.git("checkout", "-q", "main")
                earlier = past_random.DAY.format(i + 1) + "T11:00:00Z"
                self.git("merge", "-q", "--no-ff", "-s", "ours", "-m", "Merge other, settled as it was", f"other{i}",
                         when=earlier)
            self.git("merge", "-q", "--no-ff", "--no-commit", "-s", "ours", f"branch{i}")
            self.commit(shape(page), f"Merge branch {i}", when)
        return told

    def git(self, *words, when=None):
        who = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org")
        return self.run("git", "-C", "kept", *who, *words, when=when)

    def commit(self, files, message, when):
        kept = pathlib.Path(self.folder, "kept")
        for old in [*kept.iterdir()]:
            if old.name != ".git":
                shutil.rmtree(old) if old.is_dir() else old.unlink()
        for path, text in files.items():
            (kept / path).parent.mkdir(exist_ok=True)
            (kept / path).write_text(text, encoding="utf-8")
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", message, when=when)


def differences(nomic, seed):
    dice = random.Random(seed)
    versions = [past_random.first(dice)]
    seen = set(versions[0])
    for _ in range(dice.randint(2, 6)):
        # What only moves is no change.
        same = dice.random() < 0.2
        versions.append(versions[-1] if same else past_random.changed(versions[-1], dice, seen))
    with tempfile.TemporaryDirectory() as folder:
        game = Kept(nomic, folder)
        shapes = game.history(versions, dice)
        yield from past_random.not_as_posted(game, "kept", versions, shapes)


def main():
    nomic = os.path.abspath(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 12
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    if shutil.which("git") is None:
        print("skipped: there is no git here")
        sys.exit(SKIPPED)
    found = []
    for one in range(seed, seed + count):
        try:
            found += [f"seed {one}: {each}" for each in differences(nomic, one)]
        except RuntimeError as error:
            found.append(f"seed {one}: {error}")
    print("\n".join(found[:60]) or f"{count} histories in {len(SHAPES)} shapes, played as they were kept")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()

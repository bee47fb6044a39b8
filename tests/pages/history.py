#!/usr/bin/env python3
"""Every version of the rules in the repositories of two real games is read as it stands: number, title, status and
words of each rule, none cut, none dropped, none invented, and none with provisions that are not its own.

    history.py NOMIC GAMES

What each version holds is read here in another way than the importer's: by what is known of these two repositories. In
one a rule begins with a line "**101**", in the other it is a file. Texts are compared word by word; marks that show no
words (a fence, the sign of a bullet) are left out on both sides. A number that stands over two texts is two rules, and
each such slip of a page must be reported. The table of all versions is printed.
"""
import collections
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import fingerprints

SKIPPED = 77
FENCE = re.compile(r"^\s*(```|~~~)\w*\s*$")
HEADING = re.compile(r"^\*\*(\d+)\*\*\s*(.*)$")


def git(repository, *words):
    return subprocess.run(["git", "-C", repository, *words], capture_output=True, check=True).stdout


def words_of(lines):
    """The words of lines, without what only lays them out."""
    out = []
    for line in lines:
        if FENCE.match(line):
            continue
        line = re.sub(r"^\s*>\s?", "", line)
        line = re.sub(r"^\s*[-*+](\s+)", "", line)
        line = re.sub(r"^#+\s+(.*)$", r"\1", line)
        out += line.split()
    return out


def title_of(text):
    """A title is what is all in italics behind the number."""
    text = text.strip()
    if re.fullmatch(r"\*[^*]+\*", text):
        return text[1:-1].strip()
    if text.startswith("*") and text.endswith("*"):
        return text.replace("*", "").strip()
    return None


def one_page(text):
    """[(number, title, immutable, words)] of a page whose rules begin with a number in bold."""
    # Of a merge that was not brought to an end, both sides stand on the page.
    lines = [line for line in text.split("\n") if not re.match(r"^(<{7} |={7}$|>{7} )", line)]
    rules, immutable, at = [], None, None
    for i, line in enumerate(lines):
        below = lines[i + 1] if i + 1 < len(lines) else ""
        section = re.match(r"^#+\s*\S", line) or (re.fullmatch(r"(-{3,}|={3,})\s*", below) and line.strip())
        if section:
            at = None
            words = line.lower()
            immutable = True if "immutable" in words else False if "mutable" in words else immutable
        elif found := HEADING.match(line):
            title = title_of(found[2])
            at = [int(found[1]), title or "", immutable, [] if title else [found[2]]]
            rules.append(at)
        elif at:
            at[3].append(line)
    return [(number, title, status, words_of(body)) for number, title, status, body in rules]


def one_file(text):
    """(number, title, immutable, words) of a file with front matter, a section "# Rule" and others beside it."""
    head, body = re.match(r"---\n(.*?)\n---\n(.*)$", text, re.S).groups()
    number = int(re.search(r"^RULE: (\d+)", head, re.M)[1])
    kind = re.search(r"^(?:Type): (\S+)", head, re.M)
    keep, original, kept = False, False, []
    for line in body.split("\n"):
        if re.match(r"^# ", line):
            keep, original = line.strip() == "# Rule", False
            continue
        if re.match(r"^## ", line):
            original = line.startswith("## Original")
        if keep and not original:
            kept.append(line)
    # A quote that begins with a rule's number is the rule as it was.
    text = re.sub(r"(?m)^>\s*Rule \d+\n(>.*\n?)*", "", "\n".join(kept))
    return number, "", bool(kind) and kind[1] == "Immutable", words_of(text.split("\n"))


def versions(repository, folder):
    """(name, path, [rules]) of every different version, written to the folder."""
    seen = set()
    for commit in git(repository, "log", "--all", "--reverse", "--date-order", "--format=%h").decode().split():
        tree = [line.split(maxsplit=3) for line in git(repository, "ls-tree", "-r", commit).decode().splitlines()]
        sets = {}
        for _, _, blob, path in tree:
            if path == "README.md":
                sets.setdefault(path, []).append((path, blob))
            elif re.fullmatch(r"(.*/)?rule\d+\.md", path):
                sets.setdefault(os.path.dirname(path), []).append((os.path.basename(path), blob))
        for name, files in sets.items():
            if tuple(files) in seen:
                continue
            seen.add(tuple(files))
            texts = {path: git(repository, "cat-file", "blob", blob).decode() for path, blob in files}
            page = pathlib.Path(folder) / f"{commit}-{len(seen)}"
            if name == "README.md":
                if "**101**" not in texts[name]:
                    continue
                rules = one_page(texts[name])
                page = page.with_suffix(".md")
                page.write_text(texts[name], encoding="utf-8")
            else:
                if len(texts) < 10:
                    continue
                # A draft that waits for its number is numbered 0.
                rules = [rule for rule in map(one_file, texts.values()) if rule[0]]
                page.mkdir()
                for path, text in texts.items():
                    (page / path).write_text(text, encoding="utf-8")
            yield commit, page, rules


STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')


def text_format(printed):
    """[(number, title, immutable, words)] of a ruleset as `rules import` prints it."""
    for block in re.split(r"(?m)^rules \{$", printed)[1:]:
        number = int(re.search(r'(?m)^  number: "(\d+)"', block)[1])
        title = re.search(r'(?m)^  title: (".*")', block)
        texts = re.search(r"(?ms)^    text:(.*?)^  \}", block)[1]
        text = "".join(json.loads('"' + piece.replace("\\'", "'") + '"') for piece in STRING.findall(texts))
        yield number, json.loads(title[1]) if title else "", "status: IMMUTABLE" in block, words_of(text.split("\n"))


def by_number(rules):
    """{number: [(title, status, words)]}, a text that stands again only once, with what title it has anywhere."""
    found = collections.defaultdict(list)
    for number, title, status, words in rules:
        same = [i for i, other in enumerate(found[number]) if other[2] == words]
        if not same:
            found[number].append((title, status, words))
        elif not found[number][same[0]][0]:
            found[number][same[0]] = (title, found[number][same[0]][1], words)
    return found


def differences(told, wanted):
    for number in sorted(set(told) | set(wanted)):
        here, there = told.get(number, []), wanted.get(number, [])
        if len(here) != len(there):
            yield f"rule {number} stands {len(here)} times, and by hand {len(there)} times"
        for one, other in zip(here, there):
            for what, mine, hand in zip(("title", "status", "words"), one, other):
                if mine != hand:
                    yield f"the {what} of rule {number}: {mine!r}, and by hand {hand!r}"


def wording_of(text):
    """The different words of a text and what it has of three words in a row, figures aside."""
    words, trigrams, _ = fingerprints.fingerprint(re.sub(r"\]\([^)]*\)", "]", text))
    return words, trigrams


def published_wordings():
    """{rule: [wording]} of those in English."""
    known = collections.defaultdict(list)
    data = pathlib.Path(__file__).resolve().parents[2] / "replay/pages/data/wordings.txtpb"
    for block in data.read_text(encoding="utf-8").split("wordings {")[1:]:
        lists = [[int(each) for each in re.search(name + r": \[([0-9, ]*)\]", block)[1].split(",")]
                 for name in ("words", "trigrams")]
        if 'lang: "en"' in block:
            known[int(re.search(r'rule: "(\d+)"', block)[1])].append(tuple(lists))
    return known


class Reader:
    """Reads pages by the program."""

    def __init__(self, nomic, folder):
        self.nomic = nomic
        self.env = {"PATH": "/usr/bin:/bin", "HOME": folder, "XDG_STATE_HOME": folder}
        self.known = published_wordings()
        for edition in ("1982", "1990"):
            clean = {**self.env, "NOMIC_LEDGER": f"{folder}/{edition}"}
            for words in (["init", "--edition", edition, "Ann", "Bob"], ["show-rules", "--format", "json"]):
                done = subprocess.run([nomic, *words], env=clean, capture_output=True, text=True, check=True)
            for rule in json.loads(done.stdout)["rules"]:
                self.known[int(rule["number"])].append(wording_of(rule["text"]))

    def run(self, page, *options):
        return subprocess.run([self.nomic, "rules", "import", str(page), "--lang", "en", *options], env=self.env,
                              capture_output=True, text=True, check=False)

    def check(self, page, wanted):
        """Differences between what is read and what should be."""
        ruleset, report = self.run(page), self.run(page, "--format", "json")
        if ruleset.returncode != 0 or report.returncode != 0:
            yield "it is refused: " + " ".join(ruleset.stderr.split())[:300]
            return
        yield from differences(by_number(text_format(ruleset.stdout)), by_number(wanted))
        report = json.loads(report.stdout)
        twice = sorted(number for number, texts in by_number(wanted).items() for _ in texts[1:])
        told = sorted(int(slip["rule"]) for slip in report["slips"] if "stands under this number" in slip["what"])
        if told != twice:
            yield f"two texts are reported of {told}, and by hand of {twice}"
        unplayable = bool(twice) or all(rule[2] for rule in wanted)
        if unplayable != ("unplayable" in report):
            yield f"whether a game can be founded on it: {report.get('unplayable', 'yes')}"
        yield from self.provisions(report, wanted)

    def provisions(self, report, wanted):
        """The report has a line for every rule, and a rule has the provisions only of one whose words it has."""
        texts = by_number(wanted)
        numbers = sorted(number for number, each in texts.items() for _ in each)
        lines = sorted(int(one["rule"]) for one in report["taken"])
        if lines != numbers:
            yield f"the report has lines for the rules {lines}, and by hand {numbers}"
        for one in report["taken"]:
            if not one["provisions"]:
                continue
            words = [wording_of(" ".join(text[2])) for text in texts[int(one["rule"])]]
            if not any(each in self.known[int(one["known"])] for each in words):
                yield f"rule {one['rule']} has the provisions of {one['known']}, and not its words"


def main():
    nomic, games = sys.argv[1], pathlib.Path(sys.argv[2])
    bundles = sorted((games / "repositories").glob("*.bundle"))
    if not bundles:
        print(f"skipped: the repositories of real games are not here ({games})")
        sys.exit(SKIPPED)
    found, table = [], []
    with tempfile.TemporaryDirectory() as folder:
        reader = Reader(nomic, folder)
        for bundle in bundles:
            repository = f"{folder}/{bundle.stem}.git"
            subprocess.run(["git", "clone", "-q", "--mirror", str(bundle), repository], check=True, capture_output=True)
            for commit, page, wanted in versions(repository, folder):
                differ = list(reader.check(page, wanted))
                found += [f"{bundle.stem} {commit}: {each}" for each in differ]
                numbers = sorted(by_number(wanted))
                table.append((bundle.stem, commit, len(numbers), sum(rule[2] for rule in wanted),
                              sum(bool(rule[1]) for rule in wanted), sum(len(rule[3]) for rule in wanted), len(differ)))
    print("repository  commit   rules  immutable  titled  words  differences")
    for row in table:
        print("{:<10}  {:<7}  {:>5}  {:>9}  {:>6}  {:>5}  {:>11}".format(*row))
    print("\n".join(found[:400]) or "all as read by hand")
    print(f"{len(table)} versions with {sum(row[2] for row in table)} rules, {len(found)} differences")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Every version of the rules in the repositories of two real games is read as it stands: number, title, status and words of
each rule, none cut, none invented.

    history.py NOMIC GAMES [-v]

What each version holds is read here in another way than the importer's: by what is known of these two repositories. In one
a rule begins with a line "**101**", in the other it is a file. Texts are compared word by word; marks that show no words (a
fence, the sign of a bullet) are left out on both sides.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

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
    lines, rules, immutable, at = text.split("\n"), [], None, None
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
        elif at and not re.match(r"^(<{7} |={7}$|>{7} )", line):
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
        number = int(re.search(r"(?m)^  number: (\d+)", block)[1])
        title = re.search(r'(?m)^  title: (".*")', block)
        texts = re.search(r"(?ms)^    text:(.*?)^  \}", block)[1]
        text = "".join(json.loads('"' + piece.replace("\\'", "'") + '"') for piece in STRING.findall(texts))
        yield number, json.loads(title[1]) if title else "", "status: IMMUTABLE" in block, words_of(text.split("\n"))


def differences(commit, told, wanted):
    told = {rule[0]: rule for rule in told}
    wanted = {rule[0]: rule for rule in wanted}
    for number in sorted(set(told) | set(wanted)):
        if number not in told:
            yield f"{commit}: rule {number} is dropped"
        elif number not in wanted:
            yield f"{commit}: rule {number} is invented"
        else:
            for what, here, there in zip(("title", "status", "words"), told[number][1:], wanted[number][1:]):
                if here != there:
                    yield f"{commit}: the {what} of rule {number}: {here!r}, and by hand {there!r}"


def twice(rules):
    seen = {}
    for number, _, _, words in rules:
        if seen.setdefault(number, words) != words:
            yield number


def main():
    nomic, games = sys.argv[1], pathlib.Path(sys.argv[2])
    bundles = sorted((games / "repositories").glob("*.bundle"))
    if not bundles:
        print(f"skipped: the repositories of real games are not here ({games})")
        sys.exit(SKIPPED)
    found, pages, rules, refused = [], 0, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        clean = {"PATH": "/usr/bin:/bin", "HOME": folder, "XDG_STATE_HOME": folder}
        for bundle in bundles:
            repository = f"{folder}/{bundle.stem}.git"
            subprocess.run(["git", "clone", "-q", "--mirror", str(bundle), repository], check=True, capture_output=True)
            for commit, page, wanted in versions(repository, folder):
                pages += 1
                done = subprocess.run([nomic, "rules", "import", str(page), "--lang", "en"], env=clean,
                                      capture_output=True, text=True, check=False)
                doubled = set(twice(wanted))
                if doubled:
                    # Two texts of one number are no ruleset: the page is refused, and both lines are named.
                    refused += 1
                    if done.returncode == 0 or "two texts" not in done.stderr:
                        found.append(f"{commit}: rules {sorted(doubled)} stand twice, and it is not refused for that")
                    continue
                if all(rule[2] for rule in wanted):
                    # No game can be founded on immutable rules alone.
                    refused += 1
                    if "nothing_mutable" not in done.stderr and "no mutable rule" not in done.stderr:
                        found.append(f"{commit}: it has no mutable rule, and is not refused for that")
                    continue
                if done.returncode != 0:
                    found.append(f"{commit}: {done.stderr.strip()}")
                    continue
                rules += len(wanted)
                found += differences(commit, text_format(done.stdout), wanted)
    print("\n".join(found[:400]) or "all as read by hand")
    print(f"{pages} versions, {refused} of them refused (a number with two texts, no mutable rule); {rules} rules in the others, "
          f"{len(found)} differences")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()

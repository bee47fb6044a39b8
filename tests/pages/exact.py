#!/usr/bin/env python3
"""Each rule of each published page, as a game founded on it shows it, is what the page says, character by character.

    exact.py NOMIC SEEDS

The tables say on which lines of a page the paragraphs of each rule stand. They were read off the pages by hand, so nothing
of the importer is used here: neither its idea of where a rule begins nor of what a paragraph is.
"""
import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unicodedata

SKIPPED = 77
J = collections.namedtuple("J", "lines")  # lines that are one paragraph, broken in mid-sentence


def run_of(numbers, first, step):
    return {number: [first + step * i] for i, number in enumerate(numbers)}


ES = {**run_of(range(101, 103), 22, 2), 103: [26, 28], **run_of(range(104, 108), 30, 2), 108: [38, 40],
      109: [42], 110: [44], **run_of(range(111, 117), 47, 2), 201: [62, 64, 66], 202: [68, 70],
      **run_of(range(203, 208), 72, 2), 208: [82, 83], 209: [85], 210: [87, 88], 211: [90, J((92, 93)), 95],
      212: [97, 99, 101, 103, 105], 213: [107, 109]}
IT = {**run_of(range(101, 108), 9, 2), 108: [23, 25], **run_of(range(109, 117), 27, 2),
      **run_of(range(201, 211), 45, 2), 211: [65, 67, 69], 212: [71, 73, 75, 77, 79], 213: [81, 83]}
JA_002 = {101: [21], 102: [24], 103: [27, 28, 29, 30], 104: [33], 105: [36], 106: [39], 107: [42], 108: [45, 46],
          **run_of(range(109, 117), 49, 3)}
EN_002 = {**run_of(range(101, 108), 73, 2), 108: [87, 89], **run_of(range(109, 117), 91, 2), 201: [108, 110],
          202: [112, 114], **run_of(range(203, 208), 116, 2), 208: [126, 128], 209: [130], 210: [132, 134],
          211: [136, 138, 140], 212: [142, 144, 146, 148, 150], 213: [152, 154]}
NL = {**run_of(range(101, 108), 13, 2), 108: [27, 28], **run_of(range(109, 117), 30, 2), **run_of(range(201, 211), 49, 2),
      211: [69, 70, 71], 212: [73, 74, 75, 76, 77], 213: [79, 80]}
EN_004 = {**run_of(range(101, 108), 13, 4), 108: [41, 43], **run_of(range(109, 117), 49, 4), 201: [83, 87], 202: [89, 93],
          **run_of(range(203, 208), 95, 4), 208: [115, 119], 209: [121], 210: [125, 129], 211: [131, 133, 135],
          212: [143, 145, 147, 149, 151], 213: [155, 157]}
JA_004 = {**run_of(range(101, 108), 15, 4), 108: [45, 47], **run_of(range(109, 117), 51, 4), 201: [85], 202: [91],
          **run_of(range(203, 208), 97, 4), 208: [117], 209: [123], 210: [127], 211: [137, 139, 141], 212: [153],
          213: [159, 161]}

# page, options of init, the language looked at, the lines
GAMES = [
    ("000_b20fe54bfdde8e97.txt", [], "es", ES),
    ("001_c3e17fe97111d453.txt", [], "it", IT),
    ("002_eb478c6da9c7f8b7.txt", [], "en", EN_002),
    ("002_eb478c6da9c7f8b7.txt", ["--lang", "ja,en"], "ja", JA_002),
    ("003_13c0f5c274a56c1e.txt", [], "nl", NL),
    ("004_04a969a4a9bda436.txt", ["--lang", "en,ja"], "en", EN_004),
    ("004_04a969a4a9bda436.txt", ["--lang", "en,ja"], "ja", JA_004),
    ("004_04a969a4a9bda436.txt", ["--lang", "ja"], "ja", JA_004),
]


def normal(text):
    return unicodedata.normalize("NFC", " ".join(text.split()))


def expected(lines, paragraphs):
    """The text of a rule: its number taken off its first line, each paragraph in normal form."""
    out = []
    for at in paragraphs:
        text = " ".join(lines[i - 1] for i in at.lines) if isinstance(at, J) else lines[at - 1]
        out.append(normal(text))
    out[0] = re.sub(r"^\d+\. ", "", out[0])
    return "\n\n".join(out)


def rules_shown(nomic, page, options, lang):
    with tempfile.TemporaryDirectory() as folder:
        clean = {"PATH": "/usr/bin:/bin", "HOME": folder, "XDG_STATE_HOME": folder, "NOMIC_LEDGER": folder + "/game"}

        def ask(*words):
            return subprocess.run([nomic, *words], env=clean, capture_output=True, check=True, text=True).stdout
        ask("init", "--rules", str(page), *options, "Ann", "Bob", "Cleo")
        return json.loads(ask("show-rules", "--lang", lang, "--format", "json"))["rules"]


def differences(nomic, seeds, game):
    name, options, lang, table = game
    lines = (seeds / name).read_text(encoding="utf-8").split("\n")
    shown = {int(rule["number"]): rule for rule in rules_shown(nomic, seeds / name, options, lang)}
    if sorted(shown) != list(range(101, 117)) + list(range(201, 214)):
        yield f"{name}: its rules are {sorted(shown)}"
    for number, paragraphs in table.items():
        want = expected(lines, paragraphs)
        rule = shown.get(number, {"text": "", "lang": ""})
        if rule["text"] != want:
            yield f"{name}, rule {number} ({lang}):\n  page: {want}\n  game: {rule['text']}"
        if rule["lang"] != lang:
            yield f"{name}, rule {number}: shown in {rule['lang']}, not in {lang}"


def main():
    nomic, seeds = sys.argv[1], pathlib.Path(sys.argv[2])
    if not seeds.is_dir():
        print(f"skipped: the published pages are not here ({seeds})")
        sys.exit(SKIPPED)
    found = [each for game in GAMES for each in differences(nomic, seeds, game)]
    print("\n".join(found) or f"{sum(len(game[3]) for game in GAMES)} texts are what their pages say")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()

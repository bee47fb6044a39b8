#!/usr/bin/env python3
"""Writes the fingerprints of the published wordings, from the published pages, which are not part of the project.

    fingerprints.py SEEDS > replay/pages/data/wordings.txtpb
    fingerprints.py --check SEEDS DATA      they are those of the pages

The texts are found by the tables of exact.py, which were read off the pages by hand. What a fingerprint is,
schema/nomic/v1/wordings.proto says; the importer takes those of the texts that it reads in C++
(replay/pages/wording.cc).
"""
import pathlib
import sys
import unicodedata

import exact

SKIPPED = 77
# page, language, edition
WORDINGS = [
    ("000_b20fe54bfdde8e97.txt", "es", "1990", exact.ES),
    ("001_c3e17fe97111d453.txt", "it", "1982", exact.IT),
    ("002_eb478c6da9c7f8b7.txt", "en", "1990", exact.EN_002),
    ("002_eb478c6da9c7f8b7.txt", "ja", "1990", exact.JA_002),
    ("003_13c0f5c274a56c1e.txt", "nl", "1982", exact.NL),
    ("004_04a969a4a9bda436.txt", "en", "1990", exact.EN_004),
    ("004_04a969a4a9bda436.txt", "ja", "1982", exact.JA_004),
]


def folded(text):
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", text).casefold())


def is_unspaced(c):
    return "\u3040" <= c <= "\u30ff" or "\u3400" <= c <= "\u9fff"


def tokens(text):
    """(words, figures): runs of letters, "#" for a figure, two characters of a script without spaces."""
    words, figures, run = [], [], ""
    before = ""  # the unspaced character before this one

    def end_run():
        nonlocal run
        if run.isdigit() and run.isascii():
            figures.append(int(run[:9]))
            words.append("#")
        elif run:
            words.append(run)
        run = ""
    for c in folded(text):
        if is_unspaced(c):
            end_run()
            if before:
                words.append(before + c)
            before = c
            continue
        before = ""
        digit = "0" <= c <= "9"
        if run and digit != ("0" <= run[-1] <= "9"):
            end_run()
        if digit or unicodedata.category(c)[0] in "LMN":
            run += c
        else:
            end_run()
    end_run()
    return words, figures


def hashed(text):
    value = 0x811C9DC5
    for byte in text.encode():
        value = (value ^ byte) * 0x01000193 & 0xFFFFFFFF
    return value >> 8


def fingerprint(text):
    words, figures = tokens(text)
    trigrams = [" ".join(words[i:i + 3]) for i in range(len(words) - 2)]
    return sorted({hashed(w) for w in words}), sorted({hashed(t) for t in trigrams}), figures


def printed(seeds):
    out = ["# proto-file: nomic/v1/wordings.proto", "# proto-message: nomic.v1.Wordings", "#",
           "# Made by tests/pages/fingerprints.py from published pages. The words themselves are not here."]
    rows, seen = [], set()
    for name, lang, edition, table in WORDINGS:
        lines = (seeds / name).read_text(encoding="utf-8").split("\n")
        for number, at in table.items():
            row = (lang, edition, number, *map(tuple, fingerprint(exact.expected(lines, at))))
            if row not in seen:
                rows.append(row)
            seen.add(row)
    for lang, edition, number, words, trigrams, figures in sorted(rows):
        out.append(f'wordings {{ rule: "{number}" lang: "{lang}" edition: "{edition}"')
        out += [f"  {name}: [{', '.join(map(str, values))}]" for name, values in
                (("words", words), ("trigrams", trigrams), ("figures", figures)) if values]
        out.append("}")
    return "\n".join(out) + "\n"


def main():
    check = sys.argv[1] == "--check"
    seeds = pathlib.Path(sys.argv[2 if check else 1])
    if not seeds.is_dir():
        print(f"skipped: the published pages are not here ({seeds})")
        sys.exit(SKIPPED)
    if not check:
        sys.stdout.write(printed(seeds))
        return
    same = pathlib.Path(sys.argv[3]).read_text(encoding="utf-8") == printed(seeds)
    print("the fingerprints are those of the pages" if same else "the fingerprints are not those of the pages")
    sys.exit(0 if same else 1)


if __name__ == "__main__":
    main()

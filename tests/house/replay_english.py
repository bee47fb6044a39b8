"""English, commands and flags are written in tools/ alone: no string below replay/ holds them.

A string is taken for English where it holds three words in small letters after one another. An error names its code and
case (nomic/replay/error.h), a remark its topic and case (nomic/replay/remark.h), and tools/words has the sentence.
"""

import re

import sources

ENGLISH = re.compile(r"--|\bnomic |(?:\b[a-z]+ ){2,}[a-z]+\b")

# What still holds some, by folder. A file is taken off as soon as it holds none.
LEFT = {
    "replay/pages":
        "evidence.cc gather.cc page_import.cc recognise.cc slips.cc",
    "replay/pages/lines":
        "encoding.cc front_matter.cc guess.cc languages.cc read_folder.cc read_html.cc spaces.cc "
        "tame_html.cc text_lines.cc",
}


def left():
    return {f"{folder}/{name}" for folder, names in LEFT.items() for name in names.split()}


def english_in(path, text):
    for token in sources.TOKEN.finditer(text):
        if not token[0].startswith(('"', "R")):
            continue
        found = ENGLISH.search(token[0])
        # What an assertion says is for maintainers.
        in_assertion = "assert(" in text[text.rfind("\n", 0, token.start()) + 1:token.start()]
        if found and not in_assertion:
            line = text.count("\n", 0, token.start()) + 1
            yield f"{path}:{line}: {found[0].strip()}: replay/ holds no English, command or flag: name a code and a case"


def check(top):
    findings, looked_at = [], 0
    allowed = left()
    for path, text in sources.files(top, "replay"):
        looked_at += 1
        found = list(english_in(path, text))
        if path not in allowed:
            findings += found
        elif not found:
            findings.append(f"{path}: holds no English any more: take it off the list in replay_english.py")
    return findings, looked_at


if __name__ == "__main__":
    sources.main(check)

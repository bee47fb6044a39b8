"""English, commands and flags are written in tools/ alone: nothing below replay/ holds them.

A string is taken for English where it holds two words in small letters after one another. An error names its code and
case (nomic/replay/error.h), a remark its topic and case (nomic/replay/remark.h), and tools/words has the sentence.
Comments are English, and name neither commands nor flags of the program.
"""

import re

import sources

ENGLISH = re.compile(r"--[a-z]|\bnomic [a-z]|\b[a-z]{2,} [a-z]{2,}\b")
COMMAND = re.compile(r"`nomic [a-z]|(?:^|[\s`(])--[a-z]{2}")

# The editions of the Initial Set: their texts are what is played.
EDITIONS = "replay/rules/data/"
DATA_STRING = re.compile(r"\b(\w+): (\"(?:\\.|[^\"\\\n])*\")")
# Expressions, which are looked for in texts of any language.
EXPRESSIONS = {"found", "missing"}
# Words that are looked for in what others wrote, and shown to nobody.
LOOKED_FOR = {
    "replay/pages/lines/heading_words.cc": "initial set|initial rules|conjunto inicial|reglas iniciales|set iniziale|"
                                        "regole iniziali|rule set",
    "replay/rules/text_format.cc": "no field",
    "replay/text/mentions.cc": "as well as|up to|hasta la|fino alla|fino a|tot en met|in poi|en adelante",
}


def line_of(text, at):
    return text.count("\n", 0, at) + 1


def english_in(path, text):
    for token in sources.TOKEN.finditer(text):
        if token[0].startswith(("//", "/*")):
            found = COMMAND.search(token[0])
            if found:
                yield f"{path}:{line_of(text, token.start())}: {found[0].strip()}: replay/ knows no command or flag"
            continue
        if not token[0].startswith(('"', "R")):
            continue
        line = text[text.rfind("\n", 0, token.start()) + 1:token.start()]
        # What an assertion says is for maintainers; an included file is a name.
        if "assert(" in line or line.startswith("#include"):
            continue
        words = re.sub(LOOKED_FOR[path], "", token[0]) if path in LOOKED_FOR else token[0]
        found = ENGLISH.search(words)
        if found:
            where = f"{path}:{line_of(text, token.start())}"
            yield f"{where}: {found[0].strip()}: replay/ holds no English, command or flag: name a code and a case"


def english_in_data(path, text):
    for found in DATA_STRING.finditer(text):
        if found[1] not in EXPRESSIONS and ENGLISH.search(found[2]):
            yield f"{path}:{line_of(text, found.start())}: {found[1]}: replay/ holds no English: give it a name"


def check(top):
    findings, looked_at = [], 0
    for path, text in sources.files(top, "replay", (".h", ".cc", ".inc")):
        looked_at += 1
        findings += english_in(path, text)
    for path, text in sources.files(top, "replay", (".txtpb",)):
        if path.startswith(EDITIONS):
            continue
        looked_at += 1
        findings += english_in_data(path, text)
    return findings, looked_at


if __name__ == "__main__":
    sources.main(check)

"""The page's own words (tools/words/page/): what the page says, it has in every language, and nothing else.

A file a language: the same keys, the same {parts}, each key once. A key that the page's script or what is readable
without one names is there; one that neither names is not. Sets whose key is put together in the code ("phase." + value)
have every value of their enum in the schema.
"""

import pathlib
import re

import sources

CATALOGUE = "tools/words/page"
USERS = (("tools/web", (".js",)), ("tools/report", (".cc",)), ("tools/words", (".cc",)))
LINE = re.compile(r"([a-z]+(?:\.[A-Za-z_]+)*) = (\S.*)")
NAMED = re.compile(r'"([a-z]+(?:\.[A-Za-z_]+)*)"')
# "phase." + what, and sayValue("phase", what) in the script.
SET = re.compile(r'"([a-z]+\.(?:[a-z]+\.)*)" ?\+|"([a-z]+\.(?:[a-z]+\.)*)"\) \+|sayValue\("([a-z]+)"')
# Which enum of the schema a set has the values of; the first value of each is none.
ENUMS = {"phase": "Phase", "status": "Status"}


def parts_of(words):
    return {frozenset(re.findall(r"\{[a-z]+\}", form)) for form in words.split(" | ")}


def read(name, text):
    """Words by key, and what is wrong with the file itself."""
    words, findings = {}, []
    for number, line in enumerate(text.split("\n"), 1):
        if not line or line.startswith("#"):
            continue
        found = LINE.fullmatch(line)
        if not found:
            findings.append(f"{name}:{number}: {line}: no line of key = words")
        elif found[1] in words:
            findings.append(f"{name}:{number}: {found[1]}: twice")
        else:
            words[found[1]] = found[2]
    return words, findings


def compare(name, words, first, others):
    """What one language has otherwise than the first."""
    findings = [f"{name}: {key}: missing" for key in first if key not in words]
    for key, said in words.items():
        if key not in first:
            findings.append(f"{name}: {key}: {others} has no such key")
        elif set().union(*parts_of(said)) != set().union(*parts_of(first[key])) or said.count(" | ") > 1:
            findings.append(f"{name}: {key}: other parts than in {others}")
    return findings


def named_keys(top, groups):
    """Keys and beginnings of keys that code names, each with its first place."""
    keys, sets = {}, set()
    for folder, suffixes in USERS:
        for path, text in sources.files(top, folder, suffixes):
            for number, line in enumerate(text.split("\n"), 1):
                for key in NAMED.findall(line):
                    if key.endswith((".html", ".atom", ".css")):
                        continue  # the name of a file
                    if "." in key and key.split(".")[0] in groups:
                        keys.setdefault(key, f"{path}:{number}")
                    elif key in groups:
                        keys.setdefault(key, "")
                sets |= {one.rstrip(".") + "." for found in SET.findall(line) for one in found if one}
    return keys, sets


def values_of(top, enum):
    """Of the schema's enums of that name, every value but those that are none."""
    for path, text in sources.files(top, "schema", (".proto",)):
        if path.endswith("view.proto") and (found := re.search(rf"enum {enum} \{{(.*?)\}}", text, re.S)):
            return [name for name in re.findall(r"^\s*([A-Z_]+) = [1-9]", found[1], re.M)]
    return []


def check(top):
    folder = pathlib.Path(top) / CATALOGUE
    languages = {path.stem: read(f"{CATALOGUE}/{path.name}", path.read_text(encoding="utf-8"))
                 for path in sorted(folder.glob("*.txt"))}
    findings = [one for _, found in languages.values() for one in found]
    if "en" not in languages:
        return findings, len(languages)
    first = languages["en"][0]
    for lang, (words, _) in languages.items():
        findings += compare(f"{CATALOGUE}/{lang}.txt", words, first, "en.txt")
    keys, sets = named_keys(top, {key.split(".")[0] for key in first})
    findings += [f"{place}: {key}: the catalogue has no such key" for key, place in keys.items() if place and key not in first]
    findings += [f"{CATALOGUE}/en.txt: {key}: nothing says it" for key in first
                 if key not in keys and not any(key.startswith(one) for one in sets)]
    for group, enum in ENUMS.items():
        findings += [f"{CATALOGUE}/en.txt: {group}.{value}: missing" for value in values_of(top, enum)
                     if f"{group}." in sets and f"{group}.{value}" not in first]
    return findings, len(languages)


if __name__ == "__main__":
    sources.main(check)

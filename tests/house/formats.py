"""docs/format.md names the engine and the schema that the program writes.

What is kept of a state names both (replay/history/snapshots.cc). The numbers are in the code once each, and the example
in the document is compared with them.
"""

import pathlib
import re

import sources

DOCUMENT = "docs/format.md"
NAMED = re.compile(r"nomic-engine/(\d+) schema/(\d+)")
NUMBERS = (re.compile(r"\bSEMANTICS\s*=\s*(\d+);"), re.compile(r"\bSTATE_SCHEMA\s*=\s*(\d+);"))


def number_of(top, pattern):
    """The only number that the code gives to that constant; nothing where there are several, or none."""
    found = [match[1] for _, text in sources.files(top, "replay")
             for match in pattern.finditer(sources.without_comments_and_strings(text))]
    return found[0] if len(found) == 1 else None


def check(top):
    numbers = tuple(number_of(top, pattern) for pattern in NUMBERS)
    if None in numbers:
        return ["replay: SEMANTICS and STATE_SCHEMA are not set once each"], 1
    named = NAMED.findall((pathlib.Path(top) / DOCUMENT).read_text(encoding="utf-8"))
    wanted = "nomic-engine/{} schema/{}".format(*numbers)
    findings = [f"{DOCUMENT}: the program writes {wanted}" for each in named if each != numbers]
    if not named:
        findings.append(f"{DOCUMENT}: {wanted} is not named")
    return findings, len(named) or 1


if __name__ == "__main__":
    sources.main(check)

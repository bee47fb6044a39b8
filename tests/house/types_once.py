"""A type of a namespace is defined in one header. Two headers that define it differently make two programs of one, and no
compiler or linker says so: each source sees its own.
"""

import pathlib
import re
import sys

import sources

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "cmake"))
import units  # noqa: E402

LAYERS = ("ledger", "replay", "tools")
# A type within another (`struct Ledger::Self`) has that one's name before its own.
TYPE = re.compile(r"^(?:struct|class|enum class|union) (\w+)(?: final)?(?: : [^{;]*)? \{", re.MULTILINE)


def check(top):
    top = pathlib.Path(top).resolve()
    findings, defined, looked_at = [], {}, 0
    for header in (header for layer in LAYERS for header in sorted((top / layer).rglob("*.h"))):
        looked_at += 1
        space = units.space_of(header)
        for name in TYPE.findall(sources.without_comments_and_strings(units.text_of(header))):
            first = defined.setdefault(space + name, header)
            if first != header:
                findings.append(f"{header.relative_to(top)}: {space}{name} is defined in {first.relative_to(top)} too")
    return findings, looked_at


if __name__ == "__main__":
    sources.main(check)

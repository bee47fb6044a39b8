"""A source includes what it uses of ours: a function that one header alone declares is called only where that header is
reached. The gate compiles many sources as one, where a neighbour's includes hide that one is forgotten; the presets, by
which people build, do not.

Calls are found by their look, so only names that cannot well be anything else count: of several words, declared once,
and said by no header that is reached.
"""

import pathlib
import re
import sys

import sources

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "cmake"))
import units  # noqa: E402

LAYERS = ("ledger", "replay", "tools", "tests")
CALLED = re.compile(r"(?<![\w.>:~])(?:(?:ledger|replay|tools|test)::)*([a-z]+_\w+)(?=\()")

# A member, or a lambda with a name.
OWN = re.compile(r"^\s+(?!return |co_return |throw |else |case |not )[\w:<>,*& \[\]]*[\w>*&]\s[*&]?(\w+)(?:\(| = \[)", re.MULTILINE)


def reached(top, path):
    met, ahead = {path}, [path]
    while ahead:
        for header in units.included_by(top, ahead.pop()):
            if header not in met:
                met.add(header)
                ahead.append(header)
    return met - {path}


def forgotten(top, path, declared):
    """The functions that a source calls and whose headers it does not reach."""
    code = sources.without_comments_and_strings(units.text_of(path))
    called = set(CALLED.findall(code)) & declared.keys() - units.defined(code).keys() - set(OWN.findall(code))
    headers = reached(top, path) if called else []
    said = frozenset().union(*map(units.words_of, headers))
    return sorted(name for name in called if declared[name] not in headers and name not in said)


def check(top):
    top = pathlib.Path(top).resolve()
    declared, twice = {}, set()
    for header in (header for layer in LAYERS for header in sorted((top / layer).rglob("*.h"))):
        for name in units.defined_by(header):
            twice |= {name} & declared.keys()
            declared[name] = header
    declared = {name: header for name, header in declared.items() if name not in twice}
    findings, looked_at = [], 0
    for path in (path for layer in LAYERS for path in sorted((top / layer).rglob("*.cc"))):
        looked_at += 1
        findings += [f"{path.relative_to(top)}: {name}(): include {declared[name].relative_to(top)}"
                     for name in forgotten(top, path, declared)]
    return findings, looked_at


if __name__ == "__main__":
    sources.main(check)

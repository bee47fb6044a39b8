"""The schema is the data model's documentation: each message, enum, field and value of it is documented.

A comment of its own is one above it or beside it. Fields that follow one another without a blank line and without a
comment of their own may share the comment above the first, as far as three of them. A field that bears the name of its
message (`VoteCast vote_cast`) is documented there.
"""

import re

import sources

DECLARATION = re.compile(
    r"^(?P<indent>\s*)(?:(?P<block>message|enum|oneof)\s+(?P<name>\w+)\s*\{"
    r"|(?:repeated\s+|optional\s+)?(?P<type>[\w.]+)\s+(?P<field>\w+)\s*=\s*\d+\s*(?:\[[^]]*\]\s*)?;"
    r"|(?P<value>[A-Z][A-Z0-9_]*)\s*=\s*\d+\s*;)")
SHARED = 3


def named_as_its_type(found):
    """`VoteCast vote_cast`, `Consequence.VoteCast vote_cast`."""
    return found["field"] and found["field"].replace("_", "") == found["type"].rpartition(".")[2].lower()


def undocumented(text):
    """(line, name) of what has no comment."""
    commented_above, sharing = False, 0
    for number, line in enumerate(text.split("\n"), 1):
        stripped = line.strip()
        if stripped.startswith("//"):
            commented_above, sharing = True, 0
            continue
        found = DECLARATION.match(line)
        if not found:
            # A blank line or a brace ends what a comment is about.
            commented_above, sharing = False, 0
            continue
        own = commented_above or "//" in line
        name = found["name"] or found["field"] or found["value"]
        if found["block"]:
            # Members of a oneof say what it is; `}` on the same line: an empty message.
            if not own and found["block"] != "oneof":
                yield number, name
            commented_above, sharing = False, 0
        elif own:
            commented_above, sharing = False, 1 if commented_above else 0
        elif found["value"] and found["value"].endswith("_UNSPECIFIED"):
            # Protobuf asks for it; it means what it says.
            continue
        elif named_as_its_type(found):
            continue
        elif 0 < sharing < SHARED:
            sharing += 1
        else:
            yield number, name


def check(top):
    findings, looked_at = [], 0
    for path, text in sources.files(top, "schema", (".proto",)):
        looked_at += 1
        findings += [f"{path}:{number}: {name}: no comment says what it means" for number, name in undocumented(text)]
    return findings, looked_at


if __name__ == "__main__":
    sources.main(check)

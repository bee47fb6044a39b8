"""Each layer includes only those to its left: schema <- ledger <- replay <- tools.

Linking enforces most of it; this catches what linking cannot see: a path that climbs out of its folder, a private header
of another layer, the auditor including the engine.
"""

import re

import sources

INCLUDE = re.compile(r'#\s*include\s*[<"]([^>"]+)[>"]')

# What a folder may not include, as the include is written.
FORBIDDEN = {
    "ledger": r"^nomic/v1/|^nomic/(replay|tools)/|^(game|editions|audit|nomic)/(?!ledger/)",
    "replay": r"^nomic/tools/|^nomic/(?!v1/|ledger/|replay/)|^rocksdb/|^CLI/|^openssl/",
    "tools": r"^rocksdb/|^openssl/|^game/|^editions/|^store/",
    "schema": r".",
}
# A second opinion may not ask the first.
AUDIT = r"^game/|^\.\./game|^nomic/replay/engine\.h|^nomic/replay/law\.h|^nomic/replay/status\.h"


def includes(text):
    # Comments are taken out; the names stay.
    for number, line in enumerate(sources.without_comments(text).split("\n"), 1):
        found = INCLUDE.search(line)
        if found:
            yield number, found[1]


def check(top):
    findings, looked_at = [], 0
    for folder, forbidden in FORBIDDEN.items():
        for path, text in sources.files(top, folder):
            looked_at += 1
            for number, name in includes(text):
                if name.startswith("../") or "/../" in name:
                    findings.append(f"{path}:{number}: {name}: a path that climbs out of its folder")
                elif re.search(forbidden, name):
                    findings.append(f"{path}:{number}: {name}: {folder}/ may not know of it")
                elif path.startswith("replay/audit/") and re.search(AUDIT, name):
                    findings.append(f"{path}:{number}: {name}: the auditor never asks the engine")
    return findings, looked_at


if __name__ == "__main__":
    sources.main(check)

"""Every code with which the engine refuses a move has a test that has a move refused with it by Table::refused, which
compares the state, and its digest, with those before.

Not counted: what the ledger says and what no game holds (codes from 192 on), which leave no game to compare; and codes
of NOT_COUNTED, whose tests compare the state themselves.
"""

import re

import sources

GIVEN = re.compile(r"\b(?:refuse|error_of)\(\s*ErrorCode::(\w+)")
REFUSED = re.compile(r"\brefused\((?:[^;]*?)\bErrorCode::(\w+)")
CODE = re.compile(r"NOMIC_ERROR_CODE\((\w+), (\d+)\)")
CODES = "replay/text/include/nomic/replay/error_codes.inc"
OF_THE_LEDGER = 192
# Before the founding is complete there is no table to play at.
NOT_COUNTED = {"FOUNDING_INCOMPLETE"}


def check(top):
    looked_at = 0
    of_the_ledger = {code for path, text in sources.files(top, "replay/text", (".inc",)) if path == CODES
                     for code, number in CODE.findall(text) if int(number) >= OF_THE_LEDGER}
    given, tested = {}, set()
    for path, text in sources.files(top, "replay/game"):
        looked_at += 1
        code = sources.without_comments(text)
        for found in GIVEN.finditer(code):
            given.setdefault(found[1], f"{path}:{code.count(chr(10), 0, found.start()) + 1}")
    for _, text in sources.files(top, "tests/replay/game"):
        tested |= set(REFUSED.findall(sources.without_comments(text)))
    findings = [f"{where}: {code}: no test has a move refused with it (Table::refused)"
                for code, where in sorted(given.items()) if code not in tested | of_the_ledger | NOT_COUNTED]
    return findings, looked_at


if __name__ == "__main__":
    sources.main(check)

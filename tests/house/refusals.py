"""Every case of an error or remark that replay/, the service and the recipes make has a sentence in tools/words, and
every sentence has a case.

A case that a variable names is not seen here: that the sentence is there is tested where the refusal is (table.cc).
Every field of a sentence is a parameter that some source gives. What is known of published pages is data
(replay/pages/data) whose names are cases of slips, and signs of an edition that have a phrase.
"""

import re

import sources

SITE = re.compile(
    r"\b(?:refuse|error_of|remark_of)\(\s*(?:ErrorCode|Topic)::(\w+)\s*(?:,\s*\"(\w*)\")?\s*[,)]")
# What sources have for their own cases of one code or topic, by folder: the case comes first.
SHORT = {
    ("replay/rules/", "bad"): "BAD_PROVISION",
    ("replay/rules/", "bad_ruleset"): "BAD_RULESET",
    ("replay/text/", "bad_point"): "BAD_POINT",
    ("replay/text/", "bad_time"): "BAD_POINT",
    ("replay/text/", "not_allowed"): "NAME_NOT_ALLOWED",
    ("replay/audit/", "by_rule"): "AUDIT",
    ("replay/audit/", "fact"): "AUDIT",
    ("replay/game/", "bad"): "BAD_FINDING",
    ("replay/game/", "note"): "NOTE",
    ("replay/history/", "no_such_point"): "NO_SUCH_POINT",
}
SHORT_SITE = re.compile(r"\b(" + "|".join(sorted({name for _, name in SHORT})) + r")\(\s*(?:status, )?\"(\w+)\"\s*[,)]")
ROW = re.compile(r"\{(?:Code|Topic)::(\w+), \"(\w*)\",(.*?)\},\n(?=    \{|  \};)", re.DOTALL)
FIELD = re.compile(r"\{([a-z_]+)(?::[a-z]+)?\}")
NAME = re.compile(r"(?:\{|emplace_back\()\"([a-z_]+)\",")
DATA = "replay/pages/data"
DATA_NAME = re.compile(r"\bname: \"(\w*)\"")
PHRASES = "tools/words/refusals/things.cc"
PHRASE = re.compile(r"\{\"(\w+)\", \"")
OF_A_CAUSE = {"because", "because_hint"}
TABLE = "tools/words"
MAKERS = ("replay", "tools/service", "tools/recipes")


def check(top):
    findings, looked_at = [], 0
    cases, literals, names = {}, set(), set()
    for path, text in (file for maker in MAKERS for file in sources.files(top, maker)):
        looked_at += 1
        code = sources.without_comments(text)
        literals |= set(re.findall(r"\"(\w*)\"", code))
        names |= set(NAME.findall(code))
        for found in SITE.finditer(code):
            # A case that is chosen by an expression stands no literal behind the code.
            chosen = found[2] is None and not found[0].endswith(")")
            if not chosen:
                cases.setdefault((found[1], found[2] or ""), f"{path}:{code.count(chr(10), 0, found.start()) + 1}")
        for found in SHORT_SITE.finditer(code):
            code_of = SHORT.get(("/".join(path.split("/")[:2]) + "/", found[1]))
            if not code_of:
                continue
            cases.setdefault((code_of, found[2]), f"{path}:{code.count(chr(10), 0, found.start()) + 1}")
    signs = {}
    for path, text in sources.files(top, DATA, (".txtpb",)):
        looked_at += 1
        for found in DATA_NAME.finditer(text):
            where = f"{path}:{text.count(chr(10), 0, found.start()) + 1}"
            if "/variants-" in path:
                literals.add(found[1])
                cases.setdefault(("SLIP", found[1]), where)
            else:
                signs.setdefault(found[1], where)
    phrases = {name for path, text in sources.files(top, TABLE) if path == PHRASES for name in PHRASE.findall(text)}
    for name, where in signs.items():
        if name not in phrases:
            findings.append(f"{where}: {name}: {PHRASES} has no phrase for this sign")
    rows = {}
    for path, text in sources.files(top, TABLE):
        if "/refusals_" not in path and "/remarks_" not in path:
            continue
        looked_at += 1
        for row in ROW.finditer(text):
            where = f"{path}:{text.count(chr(10), 0, row.start()) + 1}"
            if (row[1], row[2]) in rows:
                findings.append(f"{where}: {row[1]} {row[2]}: stands twice")
            rows[(row[1], row[2])] = where
            if row[2] not in literals:
                findings.append(f"{where}: {row[1]} {row[2]}: no source under {' or '.join(MAKERS)} names this case")
            for name in FIELD.findall(row[3]):
                if name not in names and name not in OF_A_CAUSE:
                    findings.append(f"{where}: {row[1]} {row[2]}: nothing gives {name}")
    for case, where in sorted(cases.items()):
        if case not in rows:
            findings.append(f"{where}: {case[0]} {case[1]}: tools/words has no sentence for this case")
    return findings, looked_at


if __name__ == "__main__":
    sources.main(check)

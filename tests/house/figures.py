"""No rule number of the Initial Set and none of its telling figures stands in the engine: they are data (replay/editions).

Looked for in code and in strings of replay/, comments aside: a message that says "rule 203" would be wrong in a game in
which 203 has become 305. The numbers come from the provisions that prevail.
"""

import re

import sources

# 101-116 and 201-213 (rules), 301 (the first proposal, 108), 291 (202), 25 (209).
NUMBER = r"(?<![\w.'#])(10[1-9]|11[0-6]|20[1-9]|21[0-3]|301|291|25)(?![\w.']|\.\d)"


def check(top):
    findings, looked_at = [], 0
    for path, text in sources.files(top, "replay"):
        looked_at += 1
        findings += sources.matches(path, sources.without_comments_and_strings(text), NUMBER,
                                    "a number of the Initial Set in code; ask which provision prevails")
        for finding in sources.matches(path, sources.strings_only(text), NUMBER,
                                       "a number of the Initial Set in a message; cite the rule that prevails"):
            findings.append(finding)
    return findings, looked_at


if __name__ == "__main__":
    sources.main(check)

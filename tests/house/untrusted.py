"""Text of strangers is read at one place for each language, within limits; a host is no text.

protobuf's parsers take more than JSON, and know no limits: JSON is read by read_json (nomic/words/json_reader.h) alone,
and the text format by read_text_format (replay/rules). Which machine a host is, is decided by HostAddress
(nomic/client/host_address.h), and by no beginning or end of its name.
"""

import re

import sources

# What may be called in one file alone, and what is called instead elsewhere.
CALLS = [
    (re.compile(r"\bJson(?:String|Stream)?ToMessage\b|\bJsonToBinaryStream\b"), "tools/words/json_reader.cc", "read_json"),
    (re.compile(r"\bTextFormat::(?:Parser|Parse\w*|Merge\w*)\b"), "replay/rules/text_format.cc", "read_text_format"),
]
HOST = r'(?:starts_with|ends_with|find|rfind|substr|compare)\([^;]*"[^"]*(?:\b127\b|localhost|::1)[^"]*"'


def check(top):
    findings, looked_at = [], 0
    for folder in ("ledger", "replay", "tools"):
        for path, text in sources.files(top, folder):
            looked_at += 1
            code = sources.without_comments_and_strings(text)
            for pattern, place, instead in CALLS:
                if path != place:
                    findings += sources.matches(path, code, pattern, f"a text of somebody else: call {instead}")
            findings += sources.matches(path, sources.without_comments(text), HOST,
                                        "a host is told by its name: ask is_this_machine or HostAddress")
    return findings, looked_at


if __name__ == "__main__":
    sources.main(check)

"""Reading sources for the checks of the house: code without its comments and strings, and findings with their places."""

import pathlib
import re
import sys

# A comment, a raw string, a string or a character: whatever comes first is taken whole.
TOKEN = re.compile(
    r"""//[^\n]*|/\*.*?\*/|R"(?P<d>[^(\s]*)\(.*?\)(?P=d)"|"(?:\\.|[^"\\\n])*"|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+'""",
    re.DOTALL)


def blank(text):
    """As many lines, nothing in them."""
    return re.sub(r"[^\n]", " ", text)


def without_comments(source):
    return TOKEN.sub(lambda m: blank(m[0]) if m[0].startswith(("//", "/*")) else m[0], source)


def without_comments_and_strings(source):
    return TOKEN.sub(lambda m: blank(m[0]), source)


def strings_only(source):
    """What stands in string literals, in their lines."""
    kept, last = [], 0
    for m in TOKEN.finditer(source):
        kept.append(blank(source[last:m.start()]))
        kept.append(m[0] if m[0].startswith(('"', "R")) else blank(m[0]))
        last = m.end()
    return "".join(kept) + blank(source[last:])


def files(top, folder, suffixes=(".h", ".cc")):
    """(path from the top, text) of the files below a folder."""
    top = pathlib.Path(top)
    for path in sorted((top / folder).rglob("*")):
        if path.suffix in suffixes and path.is_file():
            yield str(path.relative_to(top)), path.read_text(encoding="utf-8")


def matches(path, text, pattern, why):
    """A finding for each line in which a pattern is found."""
    for number, line in enumerate(text.split("\n"), 1):
        found = re.search(pattern, line)
        if found:
            yield f"{path}:{number}: {found[0].strip()}: {why}"


def main(check):
    """Runs a check over the project, prints what it finds, and says how it went by the exit status."""
    top = sys.argv[1] if len(sys.argv) > 1 else "."
    findings, looked_at = check(top)
    for finding in findings:
        print(finding)
    if not looked_at:
        print(f"nothing to look at below {top}: a check that sees nothing proves nothing")
        sys.exit(1)
    print(f"{looked_at} files, {len(findings)} findings")
    sys.exit(1 if findings else 0)

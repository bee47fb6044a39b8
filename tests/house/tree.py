"""What lies in the tree belongs there: no folder at its top but those that are given, and no name that a program made of
something else, such as an address that was taken for a path.
"""

import pathlib
import re
import subprocess

import sources

FOLDERS = {".ci", "cmake", "docs", "examples", "ledger", "replay", "schema", "tests", "tools"}
FILES = {".clang-format", ".clang-tidy", ".gitattributes", ".gitignore", "CHANGELOG.md", "CMakeLists.txt",
         "CMakePresets.json", "CONTRIBUTING.md", "LICENSE", "README.md"}
NAME = re.compile(r"[A-Za-z0-9._+-]+")


def listed(top):
    """What git keeps and what it was not told to ignore; everything below the folder where there is no git."""
    top = pathlib.Path(top)
    told = subprocess.run(["git", "-C", str(top), "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                          capture_output=True, check=False)
    if told.returncode == 0 and told.stdout:
        return sorted({pathlib.PurePath(name) for name in told.stdout.decode().split("\0") if name})
    return [path.relative_to(top) for path in sorted(top.rglob("*")) if path.is_file() and "build" not in path.parts]


def check(top):
    findings, looked_at = [], 0
    for path in listed(top):
        looked_at += 1
        known = path.parts[0] in (FOLDERS if len(path.parts) > 1 else FILES)
        if not known:
            findings.append(f"{path}: {path.parts[0]} does not belong at the top of the tree")
        elif not all(NAME.fullmatch(part) for part in path.parts):
            findings.append(f"{path}: a name of other characters than letters, digits and ._+-")
    return findings, looked_at


if __name__ == "__main__":
    sources.main(check)

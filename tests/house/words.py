"""Words that have no place in what is finished: unfinished work, switched-off tests, the paths of one machine."""

import pathlib
import subprocess

import sources

SUFFIXES = {".h", ".cc", ".proto", ".txtpb", ".cmake", ".txt", ".sh", ".py", ".md", ".json"}
# Written apart, or this file would find itself.
UNFINISHED = r"\b(TO" r"DO|FIX" r"ME|XX" r"X|HA" r"CK|not impl" r"emented|for n" r"ow,|place" r"holder)\b"
SWITCHED_OFF = r"\bDIS" r"ABLED_|EXPECT_TRUE\(tr" r"ue\)|\bSUC" r"CEED\(\)"
ONE_MACHINE = r"(^|[\s\"'=(:`])/(wo" r"rk|ro" r"ot|ho" r"me)/"
ADDRESS = r"https?://"


def tracked(top):
    """What git keeps; everything below the folder where there is no git."""
    top = pathlib.Path(top)
    listed = subprocess.run(["git", "-C", str(top), "ls-files", "-z"], capture_output=True, check=False)
    if listed.returncode == 0 and listed.stdout:
        return [top / name for name in listed.stdout.decode().split("\0") if name]
    return [path for path in sorted(top.rglob("*")) if "build" not in path.parts and ".git" not in path.parts]


def check(top):
    findings, looked_at = [], 0
    for path in tracked(top):
        if path.suffix not in SUFFIXES or not path.is_file():
            continue
        looked_at += 1
        name, text = str(path.relative_to(top)), path.read_text(encoding="utf-8")
        findings += sources.matches(name, text, UNFINISHED, "unfinished")
        findings += sources.matches(name, text, SWITCHED_OFF, "a test that cannot fail, or is switched off")
        findings += sources.matches(name, text, ONE_MACHINE, "a path of one machine")
        if path.suffix in {".sh", ".cmake", ".json"} or path.name == "CMakeLists.txt":
            findings += sources.matches(name, text, ADDRESS, "a script that reaches for the network by itself")
    return findings, looked_at


if __name__ == "__main__":
    sources.main(check)

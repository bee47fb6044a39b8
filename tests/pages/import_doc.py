#!/usr/bin/env python3
"""The commands of docs/import.md do what it says, pasted one after the other in an empty folder.

    import_doc.py NOMIC DOC

The repository is made by the document's own commands, with git. What they are to show is worked out here by hand.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77

# (words of a command, what it answers)
SHOWN = [
    ("import-history rules", [
        "4 versions of the rules", "3 of them change rules",
        "rule 203 was changed by proposal 302 and is still posted under its old number",
        "rule 201 was changed without a proposal",
    ]),
    ("cat game.nomic", [
        "propose enact --number 301", "--as Bob", "attest 301 adopted --votes unknown --as Ann",
        "propose amend 203 --number 302 --rule-number 203", "--as Cleo", "correct --cause", "--rule 201",
    ]),
    ("history 203", ["proposal 302 of Cleo"]),
    ("audit", ["nothing is broken"]),
    ("show-rules 302", ["Rule 302", "most of the players who vote"]),
    ("compare --rules", ["203", "the page has a slip"]),
    ("compare --dated", ["All 4 pages are the same as the game"]),
    ("--proposals proposals.csv", ["1 proposal of the table that was defeated"]),
    ("defeated, by line 3", [
        "propose amend 201 --number 303 --text-unknown --call-vote --as Bob --occurred-at 2034-01-01T10:00:00Z",
        "attest 303 defeated --for 1 --against 2 --as Ann",
    ]),
    ("play known.nomic", ["Proposal 302 adopted 2-1", "Proposal 303 defeated 1-2"]),
]


def blocks(text):
    return re.findall(r"(?ms)^```sh\n(.*?)^```$", text)


def commands_of(block):
    """The commands of a block; here-documents and lines that go on belong to one."""
    out, until, within = [], None, False
    for line in block.splitlines():
        if until or within:
            out[-1] += "\n" + line
        else:
            out.append(line)
        if until:
            until = None if line == until else until
            continue
        begun = re.search(r"<<'(\w+)'", line)
        until = begun[1] if begun else None
        quotes = out[-1].count("'") if not begun else 0
        within = line.endswith("\\") or quotes % 2 == 1
    return out


def main():
    nomic, doc = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2])
    if not shutil.which("git"):
        print("skipped: there is no git here")
        sys.exit(SKIPPED)
    found, shown = [], list(SHOWN)
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(folder + "/bin")
        os.symlink(nomic, folder + "/bin/nomic")
        os.mkdir(folder + "/here")
        env = {"PATH": folder + "/bin:" + os.environ["PATH"], "HOME": folder, "XDG_STATE_HOME": folder,
               "GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C.UTF-8"}
        where = folder + "/here"
        for command in [each for block in blocks(doc.read_text(encoding="utf-8")) for each in commands_of(block)]:
            done = subprocess.run(["bash", "-c", command + '\necho "in $PWD" >&2'], env=env, cwd=where,
                                  capture_output=True, text=True, check=False)
            if done.returncode != 0:
                found.append(f"`{command}` ends with {done.returncode}: {done.stderr[-500:]}")
                break
            where = done.stderr.rsplit("in ", 1)[1].strip()
            for words, answers in list(shown):
                if words not in command:
                    continue
                shown.remove((words, answers))
                found += [f"`{command}` does not say {each!r}:\n{done.stdout}" for each in answers
                          if each not in " ".join(done.stdout.split()) and each not in done.stdout]
                break
    found += [f"no command of the document has the words {words!r}" for words, _ in shown if not found]
    print("\n".join(found) or f"{doc.name}: its commands do what it says")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()

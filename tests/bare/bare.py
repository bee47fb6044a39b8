"""A command without servers and databases takes nothing from what was left out, and says so to whoever asks for it.

    tests/bare/bare.py PROGRAM MAP

MAP is the linker's, of PROGRAM. Prints what is wrong, and ends with status 1 then.
"""

import os
import re
import subprocess
import sys
import tempfile

LEFT_OUT = ("nomic_tools_client", "nomic_tools_server", "nomic_ledger_store_postgres")
# What nobody can do then, with what is said of it.
SAID = [
    (("serve",), "built without the server"),
    (("invite", "Ann"), "built without the server"),
    (("status", "--ledger", "http://127.0.0.1:9/"), "built without servers"),
    (("status", "--ledger", "postgresql:///games"), "built without PostgreSQL"),
    (("store", "init", "postgresql:///games"), "built without PostgreSQL"),
    (("store", "check", "postgresql:///games"), "built without PostgreSQL"),
]


def wrongs_of_map(text):
    """Members of archives that the program should have done without."""
    members = re.findall(r"^\S*lib(\w+)\.a\((\S+)\)", text, re.MULTILINE)
    if not any(library == "nomic_replay_game" for library, _ in members):
        yield "the map names nothing of the engine: is it the program's?"
    for library, member in sorted(set(members)):
        if library in LEFT_OUT:
            yield f"{member} of {library} was linked: something in it has no stand-in"


def wrongs_of_answers(program):
    with tempfile.TemporaryDirectory(prefix="nomic-bare-") as folder:
        environment = {"PATH": os.environ["PATH"], "HOME": folder, "NOMIC_LEDGER": os.path.join(folder, "ledger"),
                       "LC_ALL": "C.UTF-8"}
        for args, words in SAID:
            done = subprocess.run([program, *args], env=environment, stdin=subprocess.DEVNULL, capture_output=True,
                                  text=True, check=False)
            said = " ".join(done.stderr.split())
            if done.returncode != 2 or words not in said:
                yield f"nomic {' '.join(args)}: status {done.returncode}, {said!r} instead of 2 and {words!r}"


def main():
    program, map_file = sys.argv[1:]
    with open(map_file, encoding="utf-8", errors="replace") as file:
        wrongs = list(wrongs_of_map(file.read()))
    wrongs += wrongs_of_answers(program)
    for wrong in wrongs:
        print(wrong)
    sys.exit(1 if wrongs else 0)


main()

"""Every file that a user may name may be anything: a device without end, a pipe to which nothing writes, a folder, a
file of ten gigabytes. Each command ends soon, in little memory, and says what is wrong.

    named_files.py NOMIC [--all]

Which options and words take a file is read in docs/commands.md, which the program's own declarations make. One that no
line here tries fails the test. By default each is tried with a device, a pipe and a folder; with --all, with the rest
too. What a user gives on purpose goes on working: standard input, and a pipe with a slow writer.
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

SECONDS = 5
MEGABYTES = 200
SPARSE = 10 << 30
DOCUMENT = pathlib.Path(__file__).resolve().parents[2] / "docs" / "commands.md"

# What is read, by its option or by the command that takes it as a word. {} is the file.
READS = {
    "--rules PAGE": ["init --ledger new --rules {} Ann Bob"],
    "--rules FILE": ["compare --rules {}"],
    "--scores FILE": ["compare --scores {}"],
    "--key FILE": ["vote for --as Ann --key {}", "checkpoint sign note --key {}"],
    "--new-key FILE": ["key register --as Ann --new-key {}"],
    "--password-file FILE": ["vote for --as Ann --key sealed.key --password-file {}"],
    "--seen FILE": ["vote for --as Ann --key ann.key --prepare - --seen {}"],
    "--file FILE": ["propose enact --as Ann --file {}", "debate --as Ann --file {}", "annotate 201 --as Ann --file {}"],
    "--translation-file CODE=FILE": ["propose enact --text x --as Ann --translation-file ja={}"],
    "--provisions FILE": ["propose enact --text x --as Ann --provisions {}"],
    "--changes FILE": ["propose --as Ann --changes {}"],
    "--edited FILE": ["propose amend 201 --as Ann --edited {}"],
    "--secret-file FILE": ["roll --reveal --as Ann --secret-file {}"],
    "--proof FILE": ["checkpoint sign note --key ann.key --proof {}"],
    "--policy FILE": ["checkpoint verify note --policy {}", "verify-proof note --policy {}"],
    "--timestamp FILE": ["checkpoint verify note --timestamp {} --authority note --trust " + "0" * 64],
    "--authority FILE": ["checkpoint verify note --timestamp note --authority {}"],
    "--response FILE": ["checkpoint attach note --response {}"],
    "--request FILE": ["checkpoint attach note --response note --request {}"],
    "--checkpoint NOTE": ["prove inclusion 3 --checkpoint {}"],
    "--record FILE": ["verify-proof note --record {}"],
    "--since NOTE": ["verify-proof note --since {}"],
    "--ledger DIR": ["status --ledger {}", "verify --ledger {}"],
    "nomic rules": ["rules import {}", "rules compare 1990 {}"],
    "nomic import-history": ["import-history {} -o told.nomic", "import-history {} {} -o told.nomic"],
    "nomic key": ["key show {}"],
    "nomic submit": ["submit {}"],
    "nomic play": ["play {}"],
    "nomic status": ["status {}"],
    "nomic log": ["log {}"],
    "nomic verify": ["verify {}"],
    "nomic audit": ["audit {}"],
    "nomic compare": ["compare {}", "compare --rules --dated {}"],
    "nomic checkpoint": ["checkpoint sign {} --key ann.key", "checkpoint verify {}", "checkpoint stamp-request {}",
                         "checkpoint attach {} --response note"],
    "nomic verify-proof": ["verify-proof {}"],
    "nomic import": ["import {}"],
    "nomic scores": ["scores {}"],
    "nomic check-references": ["check-references {}"],
    "nomic proposals": ["proposals {}"],
    "nomic show-rules": ["show-rules {}"],
    "nomic replay": ["replay {}"],
    "nomic report": ["report {}"],
}
# What is written, and read by none of these.
WRITES = {"-o FILE", "--prepare FILE", "--site DIR", "--tiles DIR", "--socket PATH", "nomic rehearse", "nomic export",
          "nomic backup", "nomic annotate"}
TAKES = re.compile(r"^- `([^`]*\b(?:FILE|PAGE|DIR|PATH|NOTE|SOURCE)\b[^`]*)`:")


def taken():
    """What takes a file: an option with its value, or a command that takes one as a word."""
    names, command = set(), None
    for line in DOCUMENT.read_text(encoding="utf-8").split("\n"):
        if line.startswith("#"):
            command = line.lstrip("# ")
        found = TAKES.match(line)
        if found and not command.startswith("Environment"):
            names.add(found[1] if found[1].startswith("-") else command)
    return names


class Place:
    """A folder with a game, and the files that are tried."""

    def __init__(self, nomic, folder):
        self.nomic, self.folder = nomic, pathlib.Path(folder)
        self.env = {"PATH": os.environ["PATH"], "HOME": folder, "LC_ALL": "C.UTF-8", "TMPDIR": folder}
        self.run("init Ann Bob")
        self.run("propose repeal 209 --call-vote --as Ann")
        self.run("key new ann.key")
        (self.folder / "note").write_text("no note\n", encoding="utf-8")
        self.seal()
        os.mkfifo(self.folder / "pipe")
        (self.folder / "folder").mkdir()
        with open(self.folder / "sparse", "wb") as file:
            file.truncate(SPARSE)
        (self.folder / "link").symlink_to("/dev/zero")
        (self.folder / "loop").symlink_to("loop")

    def seal(self):
        """A key under a password, as openssl makes one."""
        made = subprocess.run(["openssl", "genpkey", "-algorithm", "ed25519", "-aes-256-cbc", "-pass", "pass:x", "-out",
                               self.folder / "sealed.key"], capture_output=True, check=False)
        if made.returncode == 0:
            os.chmod(self.folder / "sealed.key", 0o600)

    def run(self, line, **more):
        return subprocess.run([self.nomic, *line.split()], cwd=self.folder, env=self.env, capture_output=True, check=True,
                              timeout=60, **more)

    def tries(self, line, what):
        """What is wrong with how the command ends; nothing if nothing is."""
        words = [word.replace("{}", what) for word in line.split()]
        begun = time.monotonic()
        with open(self.folder / f"out-{os.urandom(8).hex()}", "w+b") as out:
            child = subprocess.Popen([self.nomic, *words], cwd=self.folder, env=self.env, stdin=subprocess.DEVNULL,
                                     stdout=out, stderr=out)
            while True:
                done, status, used = os.wait4(child.pid, os.WNOHANG)
                if done:
                    break
                if time.monotonic() - begun > SECONDS:
                    child.kill()
                    os.wait4(child.pid, 0)
                    child.returncode = -9
                    return f"does not end within {SECONDS} s"
                time.sleep(0.005)
            child.returncode = os.waitstatus_to_exitcode(status)
            out.seek(0)
            said = out.read(2000).decode(errors="replace")
        if used.ru_maxrss > MEGABYTES * 1024:
            return f"takes {used.ru_maxrss // 1024} MB"
        if not 0 <= child.returncode <= 5:
            return f"ends with {child.returncode}: {said}"
        if child.returncode > 0 and not said.strip():
            return f"ends with {child.returncode} and says nothing"
        if child.returncode == 0 and what.startswith(("/dev/zero", "/dev/full", "sparse", "pipe", "link")):
            return "takes it for what it is not"
        return None


def given_on_purpose(place):
    """Standard input, and pipes whose writers are slow or have ended, are read as files are."""
    lines = "annotate 201 one --as Ann\nannotate 201 two --as Bob\n"
    place.run("play -", input=lines.encode())
    place.run("play /dev/stdin", input=lines.encode())
    for script in ("play <(printf 'annotate 201 three --as Ann\\n')",
                   "play <(sleep 4; printf 'annotate 201 four --as Ann\\n')",
                   "annotate 201 --as Ann --file <(printf 'five')",
                   "log --ledger <(\"$0\" export -)", "verify <(\"$0\" export -)"):
        subprocess.run(["bash", "-c", '"$0" ' + script, place.nomic], cwd=place.folder, env=place.env, check=True,
                       capture_output=True, timeout=60)


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("nomic")
    options.add_argument("--all", action="store_true")
    given = options.parse_args()
    missing = taken() - READS.keys() - WRITES
    if missing:
        sys.exit(f"named_files.py tries none of these: {', '.join(sorted(missing))}")
    kinds = ["/dev/zero", "pipe", "folder"]
    if given.all:
        kinds += ["/dev/full", "sparse", "link", "loop", "/dev/null", "none"]
    with tempfile.TemporaryDirectory() as folder:
        place = Place(os.path.abspath(given.nomic), folder)
        given_on_purpose(place)
        cases = [(line, kind) for kind in kinds for lines in READS.values() for line in lines]
        with concurrent.futures.ThreadPoolExecutor(16) as pool:
            faults = list(pool.map(lambda case: place.tries(*case), cases))
    wrong = [f"nomic {line.replace('{}', kind)}: {fault}" for (line, kind), fault in zip(cases, faults) if fault]
    for fault in wrong:
        print(fault)
    print(f"{len(cases)} cases, {len(wrong)} wrong")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()

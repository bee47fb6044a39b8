#!/usr/bin/env python3
"""Who may write and read the files that the program makes, under each umask.

All commands of `faults.py` are run one after the other, and everything that lies in the folder afterwards is looked at:

- keys, secrets and invitations are their owner's alone;
- a file that the user asked for by name has the rights that the umask leaves it, as with any program;
- everything else (ledgers, settings, memories, copies) is written by its owner alone, whatever the umask; the umask
  decides whether others may read it.

    tests/soak/modes.py build/release/bin/nomic
"""

import os
import shutil
import stat
import types

import faults
from program import expect, main

UMASKS = (0o000, 0o002, 0o022, 0o077)
# What such names end with is its owner's alone.
SECRETS = (".key", "secret", "invitations.json", "serve.sock")
# What the commands of faults.py are told to write, beside ledgers and keys.
DOCUMENTS = ("out.bundle", "game.bundle", "shorter.bundle", "second.bundle", "out.backup", "tiles", "site", "page.html",
             "note", "note2", "signed", "proof", "move")
MADE_BY_THE_TEST = ("tmp",)


def allowed(path, folder, mask):
    """The only mode that a file or folder may have."""
    is_folder = path.is_dir()
    top = path.relative_to(folder).parts[0]
    if path.name.endswith(SECRETS):
        return 0o700 if is_folder else 0o600
    if top in DOCUMENTS:
        return (0o777 if is_folder else 0o666) & ~mask
    return (0o755 if is_folder else 0o644) & ~mask


def look_at(folder, mask):
    count = 0
    for path in folder.rglob("*"):
        if path.relative_to(folder).parts[0] in MADE_BY_THE_TEST:
            continue
        mode = stat.S_IMODE(path.lstat().st_mode)
        right = allowed(path, folder, mask)
        # A folder or file may be more private than it has to be.
        is_private = mode & ~0o700 == 0 and path.relative_to(folder).parts[0] not in DOCUMENTS
        expect(mode == right or is_private,
               f"under umask {mask:03o} {path.relative_to(folder)} has mode {mode:03o}, and not {right:03o}")
        count += 1
    return count


def test(options, folder):
    seen = 0
    for mask in UMASKS:
        place = folder / f"{mask:03o}"
        place.mkdir()
        before = os.umask(mask)
        try:
            program = faults.Faulty(types.SimpleNamespace(binary=options.binary, library=""), place)
            faults.prepare(program)
            shutil.rmtree(program.state)
            for scenario in faults.SCENARIOS:
                # Some have been overtaken by others; what they have written is looked at all the same.
                scenario.act(program)
            made = {path.name for path in place.iterdir()}
            expect(made >= set(DOCUMENTS), f"not made: {set(DOCUMENTS) - made}")
            seen += look_at(place, mask)
        finally:
            os.umask(before)
    print(f"{len(faults.SCENARIOS)} commands under {len(UMASKS)} umasks: {seen} files and folders, each with the mode that it must have")


if __name__ == "__main__":
    main(__doc__, [], test)

"""Sources in lots that can be read as one: a line each, the lot's name and its files.

A compiler, and clang-tidy still more, spends nearly all its time on the headers that a source includes, so ten sources
read as one take little more than one. Two sources whose unnamed namespaces use one name for different things cannot be
read as one; they are put into different lots, as far as a look at their text can tell.

    units.py SOURCE_FOLDER FILE...
"""

import pathlib
import re
import sys

LARGEST = 20
# What an unnamed namespace defines: a function with its parameters (others of its name are overloads), a constant, a type.
FUNCTION = re.compile(r"^\w[\w:<>,*& ]*?[ *&](\w+\([^{;]*\))[^{;()]*\{", re.MULTILINE)
TYPE = re.compile(r"^(?:struct|class|enum class|using) (\w+)", re.MULTILINE)
CONSTANT = re.compile(r"^const(?:expr)? [^({;=\n]*?(\w+)(?:\[\])?\s*(?:=|\{)", re.MULTILINE)


def names(path):
    text = path.read_text(encoding="utf-8")
    unnamed = re.findall(r"^namespace \{$(.*?)^\}  // namespace$", text, re.MULTILINE | re.DOTALL)
    kinds = (FUNCTION, TYPE, CONSTANT)
    return {" ".join(found.split()) for body in unnamed for kind in kinds for found in kind.findall(body)}


def lots(files):
    """Greedily: into the first lot of the folder that has room and shares no name."""
    made = []
    for path in files:
        mine = names(path)
        for lot, taken in made:
            if len(lot) < LARGEST and not mine & taken:
                lot.append(path)
                taken |= mine
                break
        else:
            made.append(([path], set(mine)))
    return [lot for lot, _ in made]


def main():
    top = pathlib.Path(sys.argv[1])
    folders = {}
    for file in sorted(sys.argv[2:]):
        path = pathlib.Path(file)
        folders.setdefault(path.parent.relative_to(top).as_posix(), []).append(path)
    for folder, files in folders.items():
        for number, lot in enumerate(lots(files), 1):
            print(f"{folder}.{number}", *(path.relative_to(top).as_posix() for path in lot))


if __name__ == "__main__":
    main()

"""Sources in lots that can be read as one: a line each, the lot's name and its files.

A compiler, and clang-tidy still more, spends most of its time on the headers that a source includes, so forty sources
read as one take little more than two. Lots go over folders: whoever compiles them sees the headers of all. Two sources
cannot be read as one if a name of an unnamed namespace of the first means something else in the second, or in a header
that only the second includes; they are put into different lots, as far as a look at their text can tell.

    units.py [--fewest] SOURCE_FOLDER LARGEST FILE...

LARGEST: how many sources a lot may have. Neighbours stay together, or with --fewest there are as few lots as may be.
"""

import functools
import pathlib
import re
import sys

# What is defined at the margin: a function, a constant, a type, another name for a type.
FUNCTION = re.compile(r"^[\w[][\w:<>,*& \[\]]*?[ *&](\w+)\(", re.MULTILINE)
TYPE = re.compile(r"^(?:struct|class|enum class) (\w+)", re.MULTILINE)
CONSTANT = re.compile(r"^(?:\[\[maybe_unused\]\] )?(?:inline )?const(?:expr)? [^({;=\n]*?(\w+)(?:\[\])?\s*(?:=|\{)", re.MULTILINE)
ALIAS = re.compile(r"^using (\w+) = ([^;]*);", re.MULTILINE)
USED = re.compile(r"^using ([\w:]+::(\w+));", re.MULTILINE)
SPACE = re.compile(r"^namespace ([\w:]+) \{", re.MULTILINE)
UNNAMED = re.compile(r"^namespace \{$(.*?)^\}  // namespace$", re.MULTILINE | re.DOTALL)
INCLUDED = re.compile(r'^#include "([^"]+)"', re.MULTILINE)


def defined(text):
    """Each name with what it is: a function, another name for a type, something else."""
    names = {name: None for kind in (TYPE, CONSTANT) for name in kind.findall(text)}
    return names | dict(ALIAS.findall(text)) | {name: "()" for name in FUNCTION.findall(text)}


@functools.cache
def text_of(path):
    return path.read_text(encoding="utf-8")


@functools.cache
def headers_of(top):
    """All headers of the tree, by the last part of their names."""
    by_name = {}
    for folder in ("ledger", "replay", "tools", "tests"):
        for path in (top / folder).rglob("*.h"):
            by_name.setdefault(path.name, []).append(path)
    return by_name


@functools.cache
def included_by(top, path):
    """The headers that a file includes. Where several could be meant, all of them."""
    included = INCLUDED.findall(text_of(path))
    return [header for name in included for header in headers_of(top).get(name[name.rfind("/") + 1:], [])
            if header.as_posix().endswith("/" + name)]


@functools.cache
def defined_by(path):
    return defined(text_of(path))


@functools.cache
def space_of(path):
    """The namespace of what a file defines."""
    found = SPACE.search(text_of(path))
    return found[1] + "::" if found else ""


@functools.cache
def words_of(path):
    return frozenset(re.findall(r"\w+", text_of(path)))


class Source:
    def __init__(self, top, path):
        self.path = path
        text = text_of(path)
        self.own = {name: what for body in UNNAMED.findall(text) for name, what in defined(body).items()}
        self.own |= {name: whole for whole, name in USED.findall(text)}
        # The names of the headers that it includes, and those include, which it can say without a namespace; and what
        # it and the headers of its own namespace say.
        self.sees, self.says = {}, set(words_of(path))
        self.space = space = space_of(path)
        ahead, met = [path], {path}
        while ahead:
            for header in included_by(top, ahead.pop()):
                if header not in met:
                    met.add(header)
                    ahead.append(header)
                    if space.startswith(space_of(header)):
                        self.sees |= defined_by(header)
                    if space_of(header) == space:
                        self.says |= words_of(header)

        # A header of a name that others bear, found by where the compiler looks first.
        self.sought = any(not (path.parent / name).exists() and
                          sum(header.as_posix().endswith("/" + name) for header in
                              headers_of(top).get(name[name.rfind("/") + 1:], [])) > 1
                          for name in INCLUDED.findall(text))
        self.layer = path.relative_to(top).parts[:2]

    def minds(self, other):
        """Whether a name of its own is another thing to the other one. An alias for the same is the same; a function in an
        unnamed namespace hides one of the same name outside it from whatever follows there, overload or not. In two
        namespaces of which neither is within the other, nothing hides anything."""
        if self.sought and self.layer != other.layer:
            return True
        if not self.space.startswith(other.space) and not other.space.startswith(self.space):
            return False
        for name, what in self.own.items():
            if name in other.own:
                if what in (None, "()") or other.own[name] != what:
                    return True
            elif name in other.sees and name in other.says:
                if what in (None, "()") or other.sees[name] != what:
                    return True
        return False


def lots(sources, largest):
    """Greedily: into the first lot that has room and where nobody minds."""
    made = []
    for source in sources:
        for lot in made:
            if len(lot) < largest and not any(source.minds(one) or one.minds(source) for one in lot):
                lot.append(source)
                break
        else:
            made.append([source])
    return made


def hardest_first(sources):
    """Those that mind most come first: while there is room everywhere, they find a place."""
    minding = {source.path: sum(source.minds(one) or one.minds(source) for one in sources if one is not source)
               for source in sources}
    return sorted(sources, key=lambda source: (-minding[source.path], source.path))


def main():
    words = sys.argv[1:]
    order = hardest_first if words[0] == "--fewest" else list
    top, largest, *files = words[1:] if words[0] == "--fewest" else words
    top = pathlib.Path(top)
    for lot in lots(order([Source(top, pathlib.Path(file)) for file in sorted(files)]), int(largest)):
        first = lot[0].path.relative_to(top)
        print(f"{first.parent.as_posix()}.{first.stem}", *(source.path.relative_to(top).as_posix() for source in lot))


if __name__ == "__main__":
    main()

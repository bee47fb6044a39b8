#!/usr/bin/env python3
"""Counts what makes the house large or hard to find a way through.

    size.py [TOP]

It prints one figure a line and never fails. docs/design/size.txt has the figures of one day, to compare with.
Lines are substantive: neither blank nor comments. A unit is a source with its header. Tests are not counted.
"""
import collections
import pathlib
import re
import sys

import sources

LAYERS = ("schema", "ledger", "replay", "tools")
COUNTED = (".cc", ".h", ".proto", ".js", ".css")
CPP = (".cc", ".h")
MOST_FILES = 25     # of a folder
SMALL = 30          # lines of a file, comments included
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.MULTILINE)
ERROR = r"return (?:[\w:]+\()?(?:std::move\()?{0}(?:\)?\.error\(\))?\)*;"
FORWARDING = re.compile(
    r"^ *(?:const )?auto (\w+) = [^;{}]*;\n *if \(!\1\) " + ERROR.format(r"\1") +
    r"|if \((?:const )?auto (\w+) = [^;]*; !\2\) " + ERROR.format(r"\2"), re.MULTILINE)
KIND = re.compile(r'(?:[=!]= |case |\{)"[A-Z][A-Z]*(?:_[A-Z]+)*"|"[A-Z]{2,}(?:_[A-Z]+)*"(?= [=!]= )')
CONVENTION = {"CMakeLists.txt", "main.cc"}


def substantive(path, text):
    if path.suffix == ".css":
        text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    else:
        text = sources.without_comments(text)
    return sum(1 for line in text.split("\n") if line.strip())


def strongly_connected(graph):
    """Tarjan's, without recursion: the strongly connected parts of a graph."""
    index, low, on_stack, stack, parts = {}, {}, set(), [], []
    for root in sorted(graph):
        if root in index:
            continue
        work = [(root, iter(sorted(graph[root])))]
        index[root] = low[root] = len(index)
        stack.append(root)
        on_stack.add(root)
        while work:
            node, rest = work[-1]
            for other in rest:
                if other not in index:
                    index[other] = low[other] = len(index)
                    stack.append(other)
                    on_stack.add(other)
                    work.append((other, iter(sorted(graph[other]))))
                    break
                if other in on_stack:
                    low[node] = min(low[node], index[other])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    part = set()
                    while node not in part:
                        last = stack.pop()
                        on_stack.discard(last)
                        part.add(last)
                    parts.append(part)
    return parts


def unit(path):
    """A header and its source, wherever the header is: include/nomic/game/x.h belongs to x.cc."""
    parts = list(path.with_suffix("").parts)
    if "include" in parts:
        parts = parts[:parts.index("include")] + parts[-1:]
    return "/".join(parts)


class House:
    def __init__(self, top):
        self.top = pathlib.Path(top)
        self.texts = {}
        for layer in LAYERS:
            for path in sorted((self.top / layer).rglob("*")):
                if path.suffix in COUNTED and path.is_file():
                    self.texts[path.relative_to(self.top)] = path.read_text(encoding="utf-8")
        self.cpp = {path: text for path, text in self.texts.items() if path.suffix in CPP}
        self.headers = collections.defaultdict(list)  # by each way to end an include
        for path in self.cpp:
            if path.suffix == ".h":
                self.headers[path.name].append(path)
        self.included = {path: set(self.includes(path, text)) for path, text in self.cpp.items()}

    def includes(self, path, text):
        for named in INCLUDE.findall(text):
            wanted = "/" + named
            found = [one for one in self.headers[named.rsplit("/", 1)[-1]] if ("/" + str(one)).endswith(wanted)]
            beside = path.parent / named
            if beside in found:
                yield beside
            elif found:
                yield max(found, key=lambda one: len(set(one.parts) & set(path.parts)))

    def lines(self):
        folders = collections.Counter()
        for path, text in self.texts.items():
            lines = substantive(path, text)
            folders["/".join(path.parts[:2]) if len(path.parts) > 2 else path.parts[0]] += lines
            folders["all"] += lines
        return folders

    def cycles(self):
        graph = collections.defaultdict(set)
        for path, others in self.included.items():
            graph[unit(path)] |= {unit(other) for other in others} - {unit(path)}
        return sorted((len(part) for part in strongly_connected(graph) if len(part) > 1), reverse=True)

    def users(self):
        users = collections.defaultdict(set)
        for path, others in self.included.items():
            for other in others:
                if unit(other) != unit(path):
                    users[other].add(path)
        return users

    def figures(self):
        for folder, count in sorted(self.lines().items()):
            yield f"lines {folder}", count
        yield "C++ files", len(self.cpp)
        yield "units", len({unit(path) for path in self.cpp})
        yield f"C++ files of {SMALL} lines or less", sum(text.count("\n") <= SMALL for text in self.cpp.values())
        users = self.users()
        single = {path: next(iter(by)) for path, by in users.items() if len(by) == 1}
        yield "headers with one user", len(single)
        yield "headers with one user in the same folder", sum(one.parent == by.parent for one, by in single.items())
        cycles = self.cycles()
        yield "include cycles", len(cycles)
        yield "units of the largest include cycle", cycles[0] if cycles else 0
        makes = "\n".join(path.read_text(encoding="utf-8") for path in sorted(self.top.rglob("CMakeLists.txt"))
                          if "build" not in path.relative_to(self.top).parts)
        yield "forced includes", len(re.findall(r"-include\b", makes))
        code = {path: sources.without_comments(text) for path, text in self.cpp.items()}
        yield "shadowed namespaces", sum(len(re.findall(r"^namespace (?:\w+::)+(?:fmt|std|google)\b", text, re.MULTILINE))
                                         for text in code.values())
        yield "kinds as text", sum(len(KIND.findall(text)) for path, text in code.items() if path.parts[0] == "tools")
        yield "forwarding pairs", sum(len(FORWARDING.findall(text)) for text in code.values())
        folders = collections.Counter(path.parent for path in self.texts)
        yield f"folders over {MOST_FILES} files", sum(count > MOST_FILES for count in folders.values())
        names = collections.Counter(path.name for path in self.texts if path.name not in CONVENTION)
        yield "file names that repeat", sum(count > 1 for count in names.values())


def main():
    for what, figure in House(sys.argv[1] if len(sys.argv) > 1 else ".").figures():
        print(f"{figure:>7}  {what}")


if __name__ == "__main__":
    main()

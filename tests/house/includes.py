"""Each layer includes only those to its left (schema <- ledger <- replay <- tools), and each folder of a layer only what
FOLDERS says.

Linking enforces most of it; this catches what linking cannot see: a path that climbs out of its folder, a header that
came along with another, a header of a layer's own folders read from outside, the auditor including the engine; and a
folder that links what it may not, so that the compiler's boundaries are those of the table.
"""

import re

import sources

INCLUDE = re.compile(r'#\s*include\s*[<"]([^>"]+)[>"]')
OURS = re.compile(r"nomic_(ledger|replay|tools)(_|$)")
LIBRARY = re.compile(r"\bnomic_library\(\s*(\w+)([^)]*)\)")

# Which folders a folder may include and link: these and no others. A layer stands for the public headers of all of it.
# A folder is held to it once it is a target of its own (cmake/Library.cmake); if one folder of a layer is, all are.
FOLDERS = {
    "ledger/base": [],
    "ledger/files": ["ledger/base"],
    "ledger/keys": ["ledger/base", "ledger/files"],
    "ledger/log": ["ledger/base", "ledger/files", "ledger/keys"],
    "ledger/proofs": ["ledger/base", "ledger/files", "ledger/keys", "ledger/log"],
    "ledger/bundle": ["ledger/base", "ledger/files", "ledger/log", "ledger/proofs"],
    "ledger/verify": ["ledger/base", "ledger/bundle", "ledger/log", "ledger/proofs"],
    "ledger/store/memory": ["ledger/base", "ledger/log"],
    "ledger/store/rocks": ["ledger/base", "ledger/files", "ledger/log"],
    "ledger/store/postgres": ["ledger/base", "ledger/log"],
    "ledger/inspect": ["ledger/base", "ledger/files", "ledger/log", "ledger/store/rocks"],
    "ledger/open": ["ledger/base", "ledger/bundle", "ledger/files", "ledger/log", "ledger/store/memory",
                    "ledger/store/postgres", "ledger/store/rocks"],
    "replay/text": ["ledger"],
    "replay/rules": ["ledger", "replay/text"],
    "replay/state": ["ledger", "replay/rules", "replay/text"],
    "replay/law": ["ledger", "replay/rules", "replay/state", "replay/text"],
    "replay/game": ["ledger", "replay/law", "replay/rules", "replay/state", "replay/text"],
    "replay/audit": ["ledger", "replay/rules", "replay/state", "replay/text"],
    "replay/history": ["replay/game", "replay/law", "ledger", "replay/rules", "replay/state", "replay/text"],
    "replay/pages": ["ledger", "replay/rules", "replay/text"],
    "replay/past": ["replay/history", "replay/pages", "replay/text"],
    "tools/words": ["replay"],
    "tools/service": ["ledger", "replay"],
    "tools/views": ["ledger", "replay", "tools/service", "tools/words"],
    "tools/client": ["ledger", "tools/views", "tools/words"],
    "tools/server": ["ledger", "replay", "tools/client", "tools/recipes", "tools/service", "tools/views", "tools/words"],
    "tools/past": ["ledger", "replay", "tools/words"],
    "tools/recipes": ["replay"],
    "tools/nomic": ["tools/nomic/cli", "tools/nomic/commands"],
    "tools/nomic/render": ["ledger", "replay", "tools/recipes", "tools/service", "tools/views", "tools/words"],
    "tools/nomic/cli": ["ledger", "replay", "tools/client", "tools/nomic/render", "tools/service", "tools/views",
                        "tools/words"],
    "tools/report": ["ledger", "replay", "tools/nomic/render", "tools/service", "tools/views", "tools/words"],
    "tools/nomic/commands": ["ledger", "replay", "tools/client", "tools/nomic/cli", "tools/nomic/render", "tools/past",
                             "tools/recipes",
                             "tools/report",
                             "tools/server", "tools/service", "tools/views", "tools/words"],
}

# What a layer may not include, as the include is written.
FORBIDDEN = {
    "ledger": r"^nomic/v1/|^nomic/(replay|tools)/|^(game|editions|audit|nomic)/(?!ledger/)",
    "replay": r"^nomic/tools/|^nomic/(?!v1/|ledger/|replay/)|^nomic/ledger/.*/|^rocksdb/|^CLI/|^openssl/",
    "tools": r"^rocksdb/|^openssl/|^game/|^editions/|^store/|^nomic/(ledger|replay)/.*/",
    "schema": r".",
}
# What makes events is the service's: whoever records a move, or reads words for one, makes a request.
REQUESTERS = re.compile(r"^tools/nomic/(cli|commands/(found|play|disputes|shared))/")
EVENT_MAKING = r"^nomic/v1/(event|consequence|state)\.pb\.h|^nomic/replay/(dice|digest|game_status|law|status)\.h"
# A second opinion may not ask the first.
AUDIT = r"^game/|^\.\./game|^nomic/replay/engine\.h|^nomic/replay/law\.h|^nomic/replay/status\.h"


def includes(text):
    # Comments are taken out; the names stay.
    for number, line in enumerate(sources.without_comments(text).split("\n"), 1):
        found = INCLUDE.search(line)
        if found:
            yield number, found[1]


def folder_of(path):
    """The folder of the table that a path lies in; nothing if it lies in none."""
    return max((folder for folder in FOLDERS if path.startswith(folder + "/")), key=len, default=None)


def layer_of(path):
    return path.split("/")[0]


class Targets:
    """The folders that are targets of their own, what they link, and what their headers are called."""

    def __init__(self, top):
        self.links = {}    # folder -> targets
        self.folders = {}  # target -> folder
        self.headers = {}  # spelling -> folder
        self.findings = []
        for layer in dict.fromkeys(map(layer_of, FOLDERS)):
            # All folders of a layer together.
            self.folders["nomic_" + layer] = layer
            for path, text in sources.files(top, layer, (".txt",)):
                self.add(path, text)
            for path, _ in sources.files(top, layer, (".h", ".inc")):
                if "/include/" in path and folder_of(path):
                    self.headers[path.split("/include/", 1)[1]] = folder_of(path)

    def add(self, path, text):
        call = LIBRARY.search(re.sub(r"#.*", "", text))
        if not call:
            return
        folder = path.rsplit("/", 1)[0]
        if folder not in FOLDERS:
            self.findings.append(f"{path}: {folder} is not in the table of folders")
            return
        self.folders[call[1]] = folder
        self.links[folder] = [name for name in call[2].split() if name not in ("PUBLIC", "PRIVATE")]

    def laid_out(self, layer):
        return any(layer_of(folder) == layer for folder in self.links)


def may(folder, other):
    """Whether a folder may include what belongs to another."""
    return other == folder or other in FOLDERS[folder] or (
        layer_of(other) != layer_of(folder) and layer_of(other) in FOLDERS[folder])


def check_links(targets):
    """The links among our own folders are exactly the table's, and the table's go one way."""
    for folder, names in targets.links.items():
        linked = {targets.folders.get(name, name) for name in names if OURS.match(name)}
        for other in sorted(linked - set(FOLDERS[folder])):
            yield f"{folder}/CMakeLists.txt: links {other}, which the table of folders does not allow"
        for other in sorted(set(FOLDERS[folder]) - linked):
            yield f"{folder}/CMakeLists.txt: does not link {other}, which the table of folders names"


def check_order(table):
    """Nothing in a table leads back to where it began."""
    reached = {folder: set(others) for folder, others in table.items()}
    for _ in table:
        for others in reached.values():
            others |= {further for other in others for further in reached.get(other, ())}
    return [f"the table of folders goes round in a circle through {folder}"
            for folder, others in reached.items() if folder in others]


def check_folder(targets, path, name):
    """Why a source of a layer that is laid out may not include this, if it may not."""
    folder = folder_of(path)
    if not folder:
        return "its own folder is not in the table of folders"
    owner = targets.headers.get(name)
    if owner:
        return None if may(folder, owner) else f"{folder}/ may not know of {owner}/"
    if re.match(r"nomic/(ledger|replay|tools)/", name) and targets.laid_out(name.split("/")[1]):
        return "no folder has a header of this name"
    return None


def check(top):
    targets = Targets(top)
    findings, looked_at = [*targets.findings, *check_order(FOLDERS), *check_links(targets)], 0
    for layer, forbidden in FORBIDDEN.items():
        for path, text in sources.files(top, layer):
            looked_at += 1
            for number, name in includes(text):
                why = None
                if name.startswith("../") or "/../" in name:
                    why = "a path that climbs out of its folder"
                elif re.search(forbidden, name):
                    why = f"{layer}/ may not know of it"
                elif path.startswith("replay/audit/") and re.search(AUDIT, name):
                    why = "the auditor never asks the engine"
                elif REQUESTERS.match(path) and re.search(EVENT_MAKING, name):
                    why = "the service makes the events of moves (nomic/service/service.h)"
                elif targets.laid_out(layer):
                    why = check_folder(targets, path, name)
                if why:
                    findings.append(f"{path}:{number}: {name}: {why}")
    return findings, looked_at


if __name__ == "__main__":
    sources.main(check)

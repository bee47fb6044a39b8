"""Runs clang-tidy on several sources read as one, or on each of them if they do not compile as one; and clang-query, where
it stands beside clang-tidy, for loops over a part of a temporary, which none of the compilers' warnings finds.

    tidy.py CLANG_TIDY SOURCE_FOLDER BUILD_FOLDER NAME FILE...
"""

import json
import pathlib
import shlex
import subprocess
import sys

# The sources are included, so they count as headers here.
OURS = r"/(ledger|replay|tools)/[a-z0-9_/]*\.(h|cc)$"

# What a range-for or a reference keeps alive is the whole expression, if it is a temporary: of a part of one
# (`for (auto& each : event_of(record).points())`) nothing is left when the loop begins.
DANGLING = f"""
set output diag
set bind-root false
let inside hasDescendant(materializeTemporaryExpr())
match cxxForRangeStmt(isExpansionInFileMatching("{OURS}"), hasRangeInit(expr(unless(materializeTemporaryExpr()), unless(exprWithCleanups(has(materializeTemporaryExpr()))), inside).bind("dangling")))
match varDecl(isExpansionInFileMatching("{OURS}"), hasType(referenceType()), unless(hasParent(declStmt(hasParent(cxxForRangeStmt())))), hasInitializer(exprWithCleanups(unless(has(materializeTemporaryExpr())), inside).bind("dangling")))
"""


def flags(build, source):
    """How the source is compiled, without what only the compiler of the build understands."""
    for command in json.loads((build / "compile_commands.json").read_text(encoding="utf-8")):
        if pathlib.Path(command["file"]) == source:
            words = shlex.split(command["command"])
            words = words[next(i for i, word in enumerate(words) if word.startswith("-")):words.index("-o")]
            return [*words, "-Wno-unknown-warning-option", f"-I{source.parent}"]
    raise SystemExit(f"{source} is not in {build / 'compile_commands.json'}")


def tidy(clang_tidy, top, file, how):
    done = subprocess.run([clang_tidy, "--quiet", f"--config-file={top / '.clang-tidy'}", f"--header-filter={OURS}",
                           str(file), "--", *how], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


def dangling(clang_tidy, folder, file, how):
    """The places of loops and references to what is gone; the tool's own words where it cannot read the file."""
    clang_query = clang_tidy.replace("clang-tidy", "clang-query")
    if clang_query == clang_tidy or not pathlib.Path(clang_query).exists():
        return []
    queries = folder / f"{file.stem}.query"
    queries.write_text(DANGLING, encoding="utf-8")
    done = subprocess.run([clang_query, "-f", str(queries), str(file), "--", *how], capture_output=True, text=True,
                          check=False)
    if done.stdout.count("match") < 2:
        return [done.stdout + done.stderr]
    return [line for line in done.stdout.splitlines() if '"dangling" binds here' in line and "NOLINT" not in line]


def main():
    clang_tidy, top, build, name = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3]), sys.argv[4]
    sources = [top / file for file in sys.argv[5:]]
    folder = build / "tidy"
    folder.mkdir(exist_ok=True)
    unit = folder / f"{name.replace('/', '.')}.cc"
    unit.write_text("".join(f'#include "{source}"  // NOLINT(bugprone-suspicious-include)\n' for source in sources),
                    encoding="utf-8")
    how = flags(build, sources[0])
    status, said = tidy(clang_tidy, top, unit, how)
    if "clang-diagnostic-error" in said and len(sources) > 1:
        print(f"{name} does not compile as one: its sources one by one")
        results = [tidy(clang_tidy, top, source, how) for source in sources]
        status, said = max(status for status, _ in results), "".join(said for _, said in results)
    print(said)
    for place in dangling(clang_tidy, folder, unit, how):
        print(f"a part of a temporary, which is gone: {place}")
        status = 1
    sys.exit(status)


if __name__ == "__main__":
    main()

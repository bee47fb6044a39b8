"""Runs clang-tidy on several sources read as one, or on each half of them if they do not compile as one.

    tidy.py CLANG_TIDY SOURCE_FOLDER BUILD_FOLDER NAME FILE...
"""

import json
import pathlib
import shlex
import subprocess
import sys

# The sources are included, so they count as headers here.
OURS = r"/(ledger|replay|tools)/[a-z0-9_/]*\.(h|cc)$"


def flags(build, sources):
    """How the sources are compiled, without what only the compiler of the build understands; they see each other's
    headers."""
    wanted = set(sources)
    how = {}
    for command in json.loads((build / "compile_commands.json").read_text(encoding="utf-8")):
        if pathlib.Path(command["file"]) in wanted:
            words = shlex.split(command["command"])
            words = words[next(i for i, word in enumerate(words) if word.startswith("-")):words.index("-o")]
            how[pathlib.Path(command["file"])] = " ".join(words).replace("-isystem ", "-isystem").split()
    if missing := wanted - how.keys():
        raise SystemExit(f"not in {build / 'compile_commands.json'}: {', '.join(map(str, sorted(missing)))}")
    together = dict.fromkeys(word for source in sources for word in [f"-I{source.parent}", *how[source]])
    # Nor does a name within a function of one source hide that of another source.
    return [*together, "-Wno-unknown-warning-option", "-Wno-shadow"]


def tidy(clang_tidy, top, file, how):
    done = subprocess.run([clang_tidy, "--quiet", f"--config-file={top / '.clang-tidy'}", f"--header-filter={OURS}",
                           str(file), "--", *how], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


def tidy_lot(clang_tidy, top, build, name, sources):
    """Status and findings. A lot that does not compile as one is read in halves: two names in it collide."""
    unit = build / "tidy" / f"{name.replace('/', '.')}.cc"
    unit.write_text("".join(f'#include "{source}"  // NOLINT(bugprone-suspicious-include)\n' for source in sources),
                    encoding="utf-8")
    status, said = tidy(clang_tidy, top, unit, flags(build, sources))
    if "clang-diagnostic-error" not in said or len(sources) == 1:
        return status, said
    errors = [line for line in said.splitlines() if "clang-diagnostic-error" in line]
    print(f"{name} does not compile as one; it is read in halves:", *errors, sep="\n")
    middle = len(sources) // 2
    halves = [tidy_lot(clang_tidy, top, build, f"{name}.{at}", half)
              for at, half in enumerate((sources[:middle], sources[middle:]))]
    return max(status for status, _ in halves), "".join(said for _, said in halves)


def main():
    clang_tidy, top, build, name = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3]), sys.argv[4]
    (build / "tidy").mkdir(exist_ok=True)
    status, said = tidy_lot(clang_tidy, top, build, name, [top / file for file in sys.argv[5:]])
    print(said)
    sys.exit(status)


if __name__ == "__main__":
    main()

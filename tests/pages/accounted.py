#!/usr/bin/env python3
"""Nothing of a published page is lost silently: each of its lines is in a rule, is a heading, or is listed as left out.

    accounted.py NOMIC SEEDS

Only the report is asked (`rules import --format json`); the page is read here.
"""
import collections
import json
import pathlib
import subprocess
import sys
import tempfile

SKIPPED = 77

# What a reader must learn of each page: lines left out, and places (line, rule) where it slips. By hand, from the pages.
KNOWN = {
    "000_b20fe54bfdde8e97.txt": ([], {1, 3, 5, 7, 16, 111, 113, 115, 143}, {(72, 203), (99, 212)}),
    "001_c3e17fe97111d453.txt": ([], {1, 86, 87, 88, 89}, {(31, 111), (37, 114), (63, 210)}),
    "002_eb478c6da9c7f8b7.txt": ([], {1, 3, 15, 17, 156, 171}, {(19, 0), (21, 101)}),
    "003_13c0f5c274a56c1e.txt": ([], {1, 3, 6}, {(74, 212), (34, 111), (38, 113)}),
    "004_04a969a4a9bda436.txt": (["--lang", "en,ja"], {1, 3}, {(23, 103), (101, 204), (123, 209), (153, 212)}),
}


def report(nomic, page, options):
    with tempfile.TemporaryDirectory() as folder:
        clean = {"PATH": "/usr/bin:/bin", "HOME": folder, "XDG_STATE_HOME": folder}
        done = subprocess.run([nomic, "rules", "import", str(page), *options, "--format", "json"], env=clean,
                              capture_output=True, check=True, text=True)
        return json.loads(done.stdout)


def findings(nomic, page, options, left_out, slips):
    told = report(nomic, page, options)
    lines = page.read_text(encoding="utf-8").split("\n")
    wanted = {i for i, line in enumerate(lines, 1) if line.strip()}
    uses = collections.Counter()
    in_rules = set()
    for text in told["texts"]:
        in_rules |= {i for i in range(text["at"]["line"], text["lastLine"] + 1)}
    for each in told["leftOut"] + told["headings"]:
        uses[each["at"]["line"]] += 1
    twice = sorted(i for i, n in uses.items() if n > 1)
    if twice:
        yield f"{page.name}: lines {twice} are accounted for twice"
    # A number alone on its line belongs to the rule that begins there.
    numbers = {i for i in wanted if lines[i - 1].strip().rstrip(".").isdigit()}
    lost = sorted(wanted - in_rules - set(uses) - numbers)
    if lost:
        yield f"{page.name}: lines {lost} are nowhere"
    if left_out - set(uses):
        yield f"{page.name}: lines {sorted(left_out - set(uses))} should be left out"
    there = {(slip["at"]["line"], int(slip["rule"] or 0)) for slip in told["slips"]}
    if slips - there:
        yield f"{page.name}: slips at (line, rule) {sorted(slips - there)} are not reported; there are {sorted(there)}"


def main():
    nomic, seeds = sys.argv[1], pathlib.Path(sys.argv[2])
    if not seeds.is_dir():
        print(f"skipped: the published pages are not here ({seeds})")
        sys.exit(SKIPPED)
    found = [each for name, known in KNOWN.items() for each in findings(nomic, seeds / name, *known)]
    print("\n".join(found) or f"every line of {len(KNOWN)} pages is accounted for")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Writes the seeds of the fuzz targets for bundles and records (tests/fuzz/corpus) from the table of attacks.

    seeds.py FOLDER
"""
import pathlib
import sys

from attacks import GAME, GOOD, ROWS

folder = pathlib.Path(sys.argv[1])
for name, seeds in {
    "bundles": [data for _, data in GOOD.items()] + [data for _, _, _, data in ROWS[::6] if len(data) < 4000],
    "records": GAME.records,
}.items():
    (folder / name).mkdir(parents=True, exist_ok=True)
    for number, data in enumerate(seeds):
        (folder / name / f"{number:02}").write_bytes(data)

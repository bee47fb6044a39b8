#!/usr/bin/env python3
"""A tree in which Debian's packages of the page's script are not installed: it can be configured, and what is
compiled in is the style alone; and so it is where -DNOMIC_WEB=OFF asks for it.
What a program so built says is tested in tests/without_page.

    without_packages.py CMAKE
"""
import pathlib
import subprocess
import sys
import tempfile

TOP = pathlib.Path(__file__).resolve().parents[2]
PROJECT = """cmake_minimum_required(VERSION 3.20)
project(web NONE)
set(PROJECT_SOURCE_DIR {top})
add_subdirectory({top}/tools/web web)
"""


def built(cmake, folder, *options):
    """What cmake says, and the names of the files that are compiled in."""
    (folder / "CMakeLists.txt").write_text(PROJECT.format(top=TOP))
    said = subprocess.run([cmake, "-S", folder, "-B", folder / "build", *options], check=True, capture_output=True,
                          text=True)
    subprocess.run([cmake, "--build", folder / "build", "--target", "nomic_web"], check=True, capture_output=True)
    source = (folder / "build/web/web_files.cc").read_text()
    return said.stdout, [name for name in ("script", "style", "licences") if f'{{"{name}", ' in source]


def main():
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        said, names = built(sys.argv[1], folder, f"-DNOMIC_WEB_ROOT={folder}/nowhere")
    if "not installed" not in said or names != ["style"]:
        print(f"FAIL: {names} are compiled in; cmake says\n{said}")
        return 1
    with tempfile.TemporaryDirectory() as folder:
        said, names = built(sys.argv[1], pathlib.Path(folder), "-DNOMIC_WEB=OFF")
    if "NOMIC_WEB is OFF" not in said or names != ["style"]:
        print(f"FAIL: told to leave the page out, {names} are compiled in; cmake says\n{said}")
        return 1
    print("ok")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Installs what was built into an empty folder, and uses it from there as somebody would who has nothing else: files
are where they belong, the headers need what they say, the three programs of examples/embed are built upon the libraries
and do what they should in a game that the installed command plays.

    prefix.py CMAKE BUILD SOURCE COMPILER
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from concurrent import futures

CMAKE, BUILD, SOURCE, COMPILER = sys.argv[1:5]

# What of a part anybody may rely on being there, below the prefix.
THERE = """
    bin/nomic include/nomic/version.h include/nomic/ledger/ledger.h include/nomic/replay/game.h
    include/nomic/service/service.h include/nomic/v1/event.pb.h
    lib/libnomic-ledger.a lib/libnomic-replay.a lib/libnomic-service.a lib/cmake/nomic/nomicConfig.cmake
    lib/cmake/nomic/nomicConfigVersion.cmake lib/pkgconfig/nomic-ledger.pc lib/pkgconfig/nomic-service.pc
    lib/systemd/system/nomic.service share/nomic/schema/nomic/v1/view.proto share/nomic/schema/ledger/v1/record.proto
    share/nomic/recipes/votes.txtpb share/man/man1/nomic.1.gz share/man/man1/nomic-vote.1.gz
    share/man/man7/nomic-provisions.7.gz share/man/man5/nomic-ledger.5.gz
    share/bash-completion/completions/nomic share/zsh/site-functions/_nomic share/fish/vendor_completions.d/nomic.fish
    share/doc/nomic/README.md share/doc/nomic/docs/guide.md share/doc/nomic/examples/rules/README.md
    share/doc/nomic/examples/embed/CMakeLists.txt share/doc/nomic/examples/verify/verify.py
""".split()


def run(*command, **more):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, **more)
    return done.returncode, done.stdout, done.stderr


class Installed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="nomic-install-")
        cls.top = pathlib.Path(cls.folder.name)
        cls.prefix = cls.top / "prefix"
        status, _, said = run(CMAKE, "--install", BUILD, "--prefix", cls.prefix)
        assert status == 0, said
        # As in the cache, whatever the system calls the folder of libraries.
        cls.libraries = next(cls.prefix.rglob("libnomic-ledger.a")).parent

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def ok(self, *command, **more):
        status, out, err = run(*command, **more)
        self.assertEqual(status, 0, f"{command}\n{out}{err}")
        return out

    def nomic(self, *words):
        return self.ok(self.prefix / "bin/nomic", *words, cwd=self.top,
                       env={"PATH": "/usr/bin:/bin", "HOME": str(self.top)})

    def test_everything_is_where_it_belongs(self):
        lib = self.libraries.relative_to(self.prefix).as_posix()
        for name in THERE:
            if name.startswith("lib/") and "systemd" not in name:
                name = lib + name[3:]
            with self.subTest(name):
                self.assertTrue((self.prefix / name).is_file())

    def test_nothing_points_back_at_where_it_was_built(self):
        for path in [*self.libraries.rglob("*.cmake"), *self.libraries.rglob("*.pc"),
                     self.prefix / "lib/systemd/system/nomic.service"]:
            with self.subTest(path.name):
                text = path.read_text()
                self.assertNotIn(SOURCE, text)
                self.assertNotIn(BUILD, text)

    def test_the_unit_starts_the_installed_command(self):
        unit = (self.prefix / "lib/systemd/system/nomic.service").read_text()
        self.assertIn(f"ExecStart={self.prefix}/bin/nomic serve ", unit)

    def test_headers_of_the_ledger_include_nothing_of_others(self):
        headers = sorted((self.prefix / "include/nomic/ledger").glob("*.h"))
        self.assertGreater(len(headers), 20)
        for header in headers:
            for name in re.findall(r'#\s*include\s*([<"][^>"]+)', header.read_text()):
                # The standard library's have no ending, or are the system's own.
                self.assertRegex(name, r'^("nomic/ledger/\w+\.h|<\w+|<sys/types\.h)$', f"{header.name} includes {name}")

    def test_each_header_of_the_ledger_can_be_included_alone(self):
        def compiled(header):
            return run(COMPILER, "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-x", "c++", "-I",
                       self.prefix / "include", "-", input=f"#include <nomic/ledger/{header.name}>\n")
        headers = sorted((self.prefix / "include/nomic/ledger").glob("*.h"))
        with futures.ThreadPoolExecutor(2) as pool:
            for header, (status, _, err) in zip(headers, pool.map(compiled, headers)):
                self.assertEqual(status, 0, f"{header.name}\n{err}")

    def test_the_other_headers_can_be_included(self):
        include = self.prefix / "include"
        lines = [f"#include <{path.relative_to(include)}>" for part in ("replay", "service")
                 for path in sorted((include / "nomic" / part).rglob("*.h"))]
        status, _, err = run(COMPILER, "-std=c++20", "-fsyntax-only", "-x", "c++", "-I", include, "-",
                             input="\n".join(lines) + "\n")
        self.assertEqual(status, 0, err)

    def test_the_version_can_be_compared(self):
        text = "#include <nomic/version.h>\nNOMIC_VERSION NOMIC_VERSION_NUMBER\n"
        out = self.ok(COMPILER, "-E", "-P", "-x", "c++", "-I", self.prefix / "include", "-", input=text)
        version, number = re.match(r'"([\d.]+)" \((.+)\)', out.strip()).groups()
        major, minor, patch = map(int, version.split("."))
        self.assertEqual(eval(number), major * 10000 + minor * 100 + patch)
        self.assertEqual(self.nomic("--version").splitlines()[0], f"nomic {version}")

    def test_programs_are_built_upon_it(self):
        build = self.top / "embed"
        self.ok(CMAKE, "-S", self.prefix / "share/doc/nomic/examples/embed", "-B", build,
                f"-DCMAKE_PREFIX_PATH={self.prefix}", f"-DCMAKE_CXX_COMPILER={COMPILER}",
                "-DCMAKE_CXX_FLAGS=-Wall -Werror")
        self.ok(CMAKE, "--build", build, "-j", "2")
        self.tally(build)
        self.verify(build)
        self.lend(build)

    # Ann has voted for her own proposal; Bob and Cleo have not voted.
    def tally(self, build):
        self.nomic("init", "Ann", "Bob", "Cleo")
        self.nomic("propose", "repeal", "209", "--call-vote", "--as", "Ann")
        self.nomic("vote", "for", "--as", "Ann")
        self.nomic("vote", "against", "--as", "Bob")
        self.assertEqual(self.ok(build / "tally", self.top / ".nomic"),
                         "301 by Ann: 1 for, 1 against; waiting for Cleo\n")
        self.nomic("vote", "for", "--as", "Cleo")
        self.assertEqual(self.ok(build / "tally", self.top / ".nomic"), "", "the vote is complete")
        self.assertEqual(run(build / "tally", self.top / "nowhere")[0], 1)

    def verify(self, build):
        bundle = self.top / "game.bundle"
        self.nomic("export", bundle)
        said = self.ok(build / "verifier", bundle)
        root = re.search(r"^\d+ records, root ([0-9a-f]{64})\nsound, derived, audited: \d+ checks\n$", said)[1]
        self.assertIn(root, self.nomic("head", "--format", "json"), "the command has another root")
        self.ok(build / "verifier", bundle, root)
        self.assertEqual(run(build / "verifier", bundle, "0" * 64)[0], 1)
        altered = bytearray(bundle.read_bytes())
        altered[len(altered) // 2] ^= 1
        bundle.write_bytes(altered)
        self.assertEqual(run(build / "verifier", bundle)[0], 1)

    def lend(self, build):
        def shelf(*words):
            return run(build / "shelf", self.top / "shelf", *words)
        self.assertEqual(shelf("lend", "drill", "Ann")[0], 0)
        self.assertEqual(shelf("lend", "drill", "Bob")[0], 1, "Ann has it")
        self.assertEqual(shelf("lend", "saw", "Bob")[0], 0)
        self.assertEqual(shelf("back", "drill")[0], 0)
        self.assertEqual(shelf()[1], "saw is with Bob\n")
        # Record 0 founds the shelf, 1 and 2 lend.
        self.assertEqual(shelf("at", "3")[1], "drill is with Ann\nsaw is with Bob\n")

    def test_pkg_config_tells_what_to_link(self):
        if not shutil.which("pkg-config"):
            self.skipTest("no pkg-config is installed")
        env = {"PATH": "/usr/bin:/bin", "PKG_CONFIG_PATH": str(self.libraries / "pkgconfig")}
        flags = self.ok("pkg-config", "--cflags", "--libs", "nomic-ledger", env=env).split()
        shelf = pathlib.Path(SOURCE) / "examples/embed/shelf.cc"
        self.ok(COMPILER, "-std=c++20", shelf, "-o", self.top / "by_pkg_config", *flags)
        self.assertEqual(run(self.top / "by_pkg_config", self.top / "another")[0], 0)
        self.ok("pkg-config", "--exists", "--print-errors", "nomic-service", env=env)

    def test_a_part_that_is_none_is_not_found(self):
        project = self.top / "wrong"
        project.mkdir()
        (project / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.25)\nproject(x CXX)\nfind_package(nomic REQUIRED COMPONENTS engine)\n")
        status, _, err = run(CMAKE, "-S", project, "-B", project / "build", f"-DCMAKE_PREFIX_PATH={self.prefix}")
        self.assertNotEqual(status, 0)
        self.assertIn("nomic has no component engine", err)

    def test_man_finds_the_pages(self):
        if not shutil.which("man"):
            self.skipTest("no man is installed")
        out = self.ok("man", "-M", self.prefix / "share/man", "nomic-vote",
                      env={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"})
        self.assertIn("nomic vote", out)

    def test_completions_are_scripts(self):
        self.ok("bash", "-n", self.prefix / "share/bash-completion/completions/nomic")
        self.assertTrue((self.prefix / "share/zsh/site-functions/_nomic").read_text().startswith("#compdef nomic\n"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])

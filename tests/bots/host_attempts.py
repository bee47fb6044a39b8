#!/usr/bin/env python3
"""What the keeper of a ledger, who may write in its folder and types for all, attempts against a player who signs. Each
attempt is refused, or found by whoever else looks: docs/live.md, "Who can forge what". What other players and their
tokens attempt is in tests/tools/server/guard_test.cc; records that were altered and chained anew in
tests/ledger/bundle/dishonest_test.cc.

    host_attempts.py NOMIC_COMMAND
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

NOMIC = str(pathlib.Path(sys.argv.pop(1)).resolve())
# Bob signs; Ann and Cleo play on the keeper's word.
SIGNS = ("--as", "Bob", "--key", "bob.key")


class Machine:
    """A user with a memory of games met."""

    def __init__(self, folder, name):
        self.folder, self.home = folder, os.path.join(folder, name)
        os.mkdir(self.home)

    def run(self, *words, ledger=None):
        environment = {"PATH": os.environ["PATH"], "HOME": self.home, "XDG_STATE_HOME": self.home, "LC_ALL": "C.UTF-8"}
        if ledger:
            environment["NOMIC_LEDGER"] = os.path.join(self.folder, ledger)
        return subprocess.run([NOMIC, *words], cwd=self.folder, capture_output=True, text=True, env=environment,
                              check=False)

    def must(self, *words, ledger=None):
        done = self.run(*words, ledger=ledger)
        assert done.returncode == 0, f"nomic {' '.join(words)}: {done.returncode}: {done.stdout}{done.stderr}"
        return done.stdout


class Host(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = scratch.name
        self.host, self.bob = Machine(self.folder, "host"), Machine(self.folder, "bob")
        self.host.must("init", "--mode", "mail", "--game", "club", "Ann", "Bob", "Cleo")
        self.bob.must("key", "new", "bob.key")
        self.host.must("key", "new", "host.key")
        self.host.must("key", "new", "host2.key")
        self.host.must("key", "register", *SIGNS)
        self.host.must("propose", "enact", "--text", "Tea is had.", "--as", "Ann")
        self.fork()
        self.host.must("call-vote", "--as", "Ann")

    def fork(self):
        """The game as it is now, to be played on otherwise by a keeper who has no memory of the game."""
        shutil.copytree(os.path.join(self.folder, ".nomic"), os.path.join(self.folder, "fork"))
        self.forger = Machine(self.folder, "forger")

    def size(self):
        return json.loads(self.host.must("status", "--format", "json"))["size"]

    def signed_vote(self):
        self.host.must("vote", "for", *SIGNS, "--prepare", "bob.vote")

    def refused(self, machine, words, saying, status=3, ledger=None):
        before = self.size()
        done = machine.run(*words, ledger=ledger)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        self.assertIn(saying, done.stderr)
        self.assertEqual(self.size(), before, "something was recorded")

    def test_moves_for_who_signs(self):
        for words in (("vote", "against", "--as", "Bob"), ("debate", "I am for coffee.", "--as", "Bob"),
                      ("forfeit", "--as", "Bob", "--yes"), ("key", "register", "--as", "Bob", "--key", "host.key"),
                      ("key", "register", "--as", "Bob", "--key", "host.key", "--new-key", "host.key"),
                      ("key", "rotate", "--as", "Bob", "--key", "host.key", "--new-key", "host2.key"),
                      ("key", "revoke", "--as", "Bob", "--key", "host.key", "--reason", "lost")):
            with self.subTest(words):
                before = self.size()
                done = self.host.run(*words)
                self.assertEqual(done.returncode, 3, done.stdout + done.stderr)
                self.assertEqual(self.size(), before)
        self.refused(self.host, ("vote", "against", "--as", "Bob"), "Bob has a key in force")
        self.refused(self.host, ("vote", "against", "--as", "Bob", "--key", "host.key"), "is not registered for Bob")

    def test_invites_somebody_to_move_for_who_signs(self):
        self.refused(self.host, ("invite", "Bob"), "nobody moves for them by a link", 2)

    def test_replays_what_was_signed(self):
        self.signed_vote()
        self.host.must("submit", "bob.vote")
        once = self.size()
        self.assertIn("is known", self.host.run("submit", "bob.vote").stderr)
        self.assertEqual(self.size(), once)

    def test_puts_it_into_another_game(self):
        self.signed_vote()
        self.host.must("init", "--mode", "mail", "--game", "other", "Ann", "Bob", "Cleo", ledger="other")
        self.refused(self.host, ("submit", "bob.vote"), "the statement belongs to game", 2, "other")

    def test_puts_it_into_a_rehearsal(self):
        self.signed_vote()
        self.host.must("rehearse", "trial")
        self.refused(self.host, ("submit", "bob.vote"), "the statement belongs to game", 2, "trial")

    def test_swaps_the_words_below_a_vote(self):
        """In a copy the proposal says something else before the vote that Bob signed is put in."""
        self.signed_vote()
        self.forger.must("revise", "--text", "Coffee is had.", "--as", "Ann", ledger="fork")
        self.forger.must("call-vote", "--as", "Ann", ledger="fork")
        before = json.loads(self.forger.must("status", "--format", "json", ledger="fork"))["size"]
        done = self.forger.run("submit", "bob.vote", ledger="fork")
        self.assertNotEqual(done.returncode, 0, done.stdout)
        self.assertEqual(json.loads(self.forger.must("status", "--format", "json", ledger="fork"))["size"], before)

    def test_leaves_a_vote_out(self):
        """Bob has what he was shown, and is shown something else."""
        self.signed_vote()
        self.host.must("submit", "bob.vote")
        self.host.must("export", "shown.bundle")
        self.bob.must("import", "shown.bundle", ledger="bobs")
        self.forger.must("call-vote", "--as", "Ann", ledger="fork")
        self.forger.must("vote", "against", "--as", "Cleo", ledger="fork")
        self.forger.must("export", "forged.bundle", ledger="fork")
        held = self.bob.must("log", "--format", "json", ledger="bobs")
        taken = self.bob.run("import", "forged.bundle", ledger="bobs")
        self.assertNotEqual(taken.returncode, 0, taken.stdout)
        self.assertEqual(self.bob.must("log", "--format", "json", ledger="bobs"), held)
        # Nor is it believed by who asks the file alone and has met the game.
        self.assertNotEqual(self.bob.run("import", "forged.bundle", ledger="anew").returncode, 0)

    def test_alters_the_file(self):
        """Every byte of a ballot's record, in the bundle that goes to the others."""
        self.signed_vote()
        self.host.must("submit", "bob.vote")
        self.host.must("export", "shown.bundle")
        path = pathlib.Path(self.folder, "shown.bundle")
        good = path.read_bytes()
        for at in range(max(0, len(good) - 400), len(good), 23):
            path.write_bytes(good[:at] + bytes([good[at] ^ 1]) + good[at + 1:])
            self.assertNotEqual(self.forger.run("verify", "shown.bundle").returncode, 0, f"byte {at}")
        path.write_bytes(good)
        self.assertEqual(self.forger.run("verify", "shown.bundle").returncode, 0)

    def test_the_record_says_on_whose_word_it_rests(self):
        self.signed_vote()
        self.host.must("submit", "bob.vote")
        self.host.must("vote", "for", "--as", "Ann")
        last = json.loads(self.host.must("log", "--format", "json", "--limit", "2"))["records"]
        self.assertEqual([(one["author"], one["via"]) for one in last], [("Bob", "SIGNED"), ("Ann", "LOCAL")])


if __name__ == "__main__":
    unittest.main()

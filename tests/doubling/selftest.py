#!/usr/bin/env python3
"""That the test of costs objects where it should: to commands that it does not know, and to costs that grow too fast."""

import pathlib
import re
import sys
import unittest

import cases
import costs
import games
from costs import Cost


def compared(once, twice, *, beyond=False, flat=False, memory=(20_000, 20_000, 20_000)):
    empty, memory_once, memory_twice = memory
    return costs.Compared("case", 1, Cost(1_000, empty), Cost(once, memory_once), Cost(twice, memory_twice), flat, beyond)


class Names(unittest.TestCase):
    def setUp(self):
        self.known = {case.about for case in cases.all_cases()} | set(cases.UNMEASURED) | set(cases.UNMEASURED_ROUTES)

    def test_all_known(self):
        self.assertEqual(cases.unknown(self.known, []), ([], []))

    def test_a_new_command_and_a_new_route(self):
        missing, _ = cases.unknown(self.known | {"dance"}, ["/v1/dances"])
        self.assertEqual(missing, ["/v1/dances", "dance"])

    def test_a_command_that_is_gone(self):
        _, gone = cases.unknown(self.known - {"status"}, [])
        self.assertEqual(gone, ["status"])


class Dimensions(unittest.TestCase):
    def test_each_has_its_reach_and_its_test(self):
        listed = re.search(r"foreach\(dimension ([^)]+)\)", pathlib.Path(__file__).with_name("CMakeLists.txt").read_text())
        self.assertEqual(tuple(listed.group(1).split()), games.DIMENSIONS)
        self.assertEqual(tuple(costs.REACH), games.DIMENSIONS)


class Costs(unittest.TestCase):
    def test_linear_ones_hold(self):
        self.assertTrue(compared(6_000, 11_000).holds())
        self.assertTrue(compared(6_000, 11_000, beyond=True).holds())  # 5,000 and 10,000 beyond the empty game

    def test_quadratic_ones_do_not(self):
        self.assertFalse(compared(6_000, 21_000).holds())
        # 1,000 and 4,000 beyond the empty game, which would be 2.5 times the whole.
        self.assertFalse(compared(2_000, 5_000, beyond=True).holds())

    def test_what_the_empty_game_costs_does_not_hide_growth(self):
        self.assertTrue(compared(1_500, 2_900).holds())
        self.assertFalse(compared(1_500, 2_900, beyond=True).holds())  # 500 and 1,900

    def test_flat_ones_are_compared_as_a_whole(self):
        self.assertTrue(compared(1_001, 1_010, beyond=True, flat=True).holds())
        self.assertFalse(compared(4_000_001, 15_000_000, beyond=True, flat=True).holds())

    def test_a_flat_one_may_merge_the_files_of_the_store(self):
        self.assertTrue(compared(700_000, 1_900_000, flat=True).holds())  # 1,610,000, and 5,000,000 more
        self.assertFalse(compared(700_000, 6_700_000, flat=True).holds())
        self.assertFalse(compared(700_000, 1_900_000).holds())

    def test_memory(self):
        self.assertTrue(compared(1, 1, memory=(20_000, 120_000, 220_000)).holds())
        self.assertFalse(compared(1, 1, memory=(20_000, 120_000, 420_000)).holds())

    def test_statuses(self):
        self.assertEqual([costs.status_of(status) for status in (200, 204, 404, 409, 500, 503)], [0, 0, 3, 3, 4, 4])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])

#!/usr/bin/env python3
"""The check of histories (linear.py) beside one that tries every order, on small histories of all kinds."""

import random
import sys

import linear


def history(rng):
    """A few operations at random: some of a real run, some of them made wrong."""
    count = rng.randint(1, 6)
    clock = sorted(rng.sample(range(100), 2 * count))
    rng.shuffle(clock)
    spans = [sorted((clock[2 * i], clock[2 * i + 1])) for i in range(count)]
    kinds = [rng.choice(("append", "append", "look", "lost")) for _ in range(count)]
    # A run: each takes effect at some moment within its span.
    moments = sorted(range(count), key=lambda i: rng.uniform(*spans[i]))
    size = 0
    outcome = {}
    for i in moments:
        if kinds[i] == "append":
            outcome[i] = ("append", size)
            size += 1
        elif kinds[i] == "look":
            outcome[i] = ("look", size)
        else:
            outcome[i] = ("lost",)
            size += rng.randint(0, 1)
    if rng.random() < 0.5:
        i = rng.randrange(count)
        if outcome[i][0] != "lost":
            outcome[i] = (outcome[i][0], max(0, outcome[i][1] + rng.choice((-1, 1))))
    return [(spans[i][0], None if outcome[i][0] == "lost" else spans[i][1], outcome[i], f"o{i}") for i in range(count)]


def main():
    rng = random.Random(21)
    found = {True: 0, False: 0}
    for number in range(20_000):
        operations = history(rng)
        quick = not linear.holds(operations)
        sure = linear.brute(operations)
        found[sure] += 1
        if quick != sure:
            print(f"history {number}: {operations}\n  holds() says {linear.holds(operations) or 'it fits'}, and "
                  f"{'there is' if sure else 'there is no'} order")
            return 1
    print(f"{found[True]} histories fit and {found[False]} do not: both checks say so")
    return 0 if min(found.values()) > 2000 else 1


if __name__ == "__main__":
    sys.exit(main())

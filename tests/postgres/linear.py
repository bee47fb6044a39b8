"""Whether what clients saw of a log that only grows fits one order of its appends.

An operation has a beginning and an end in time (the end is missing where no answer came), and an outcome:

    ("append", index)   it was acknowledged as the record of that index
    ("look", size)      it was shown so many records
    ("lost",)           an append of which nobody knows

A log of appends is linearizable exactly if
  - every acknowledged index is acknowledged once, and is in the log;
  - what a finished operation has shown stays: one that begins after it shows no smaller size. The size that an append
    shows is its index + 1;
  - nothing is shown before it can be there: an append of index i has begun before anybody who shows a size beyond i has
    ended.

holds() says so in O(n log n); brute() tries all orders, and is for few operations.
"""

import heapq
import itertools


def size_of(outcome):
    if outcome[0] == "append":
        return outcome[1] + 1
    return outcome[1] if outcome[0] == "look" else None


def holds(operations, log=None):
    """operations: (begin, end or None, outcome, id). log: the ids by index, if that is known. Says what is wrong."""
    faults = []
    acknowledged = {}
    for begin, end, outcome, who in operations:
        if outcome[0] != "append":
            continue
        if outcome[1] in acknowledged:
            faults.append(f"record {outcome[1]} is acknowledged twice, to {acknowledged[outcome[1]]} and {who}")
        acknowledged[outcome[1]] = who
    if log is not None:
        for index, who in acknowledged.items():
            if index >= len(log) or log[index] != who:
                faults.append(f"record {index} of {who} is acknowledged and is not there")
        seen = [who for who in log if who is not None]
        if len(seen) != len(set(seen)):
            faults.append("an append is in the log twice")
    # Nothing that returned before an operation was invoked shows a larger size than that operation's.
    ended = []
    done = sorted((op for op in operations if op[1] is not None and size_of(op[2]) is not None), key=lambda op: op[0])
    by_end = sorted(done, key=lambda op: op[1])
    at = 0
    largest = 0
    for begin, end, outcome, who in done:
        while at < len(by_end) and by_end[at][1] < begin:
            largest = max(largest, size_of(by_end[at][2]))
            at += 1
        # An append makes the log longer than it was.
        least = largest + 1 if outcome[0] == "append" else largest
        if size_of(outcome) < least:
            faults.append(f"{who} shows {size_of(outcome)}, and {largest} were shown before it began")
    # What is shown has begun: of each index the latest moment at which its append can have begun.
    begins = {outcome[1]: begin for begin, _, outcome, _ in operations if outcome[0] == "append"}
    unknown = sorted(begin for begin, _, outcome, _ in operations if outcome[0] == "lost")
    first_shown = {}
    ends = sorted(((end, size_of(outcome)) for _, end, outcome, _ in operations
                   if end is not None and size_of(outcome) is not None))
    reached = 0
    for end, size in ends:
        for index in range(reached, size):
            first_shown[index] = end
        reached = max(reached, size)
    free = []
    taken = 0
    for index in sorted(first_shown):
        if index in begins:
            if begins[index] > first_shown[index]:
                faults.append(f"record {index} is shown before its append has begun")
            continue
        # One that nobody was told of: some lost append that had begun by then.
        while taken < len(unknown) and unknown[taken] <= first_shown[index]:
            heapq.heappush(free, unknown[taken])
            taken += 1
        if not free:
            if log is None or index >= len(log) or log[index] is not None:
                faults.append(f"record {index} is nobody's")
        else:
            heapq.heappop(free)
    return faults


def brute(operations):
    """Whether there is an order, by trying: for a handful."""
    known = [op for op in operations if op[2][0] != "lost"]
    lost = [op for op in operations if op[2][0] == "lost"]
    for count in range(len(lost) + 1):
        for chosen in itertools.permutations(lost, count):
            if fits(known, list(chosen)):
                return True
    return False


def fits(known, lost):
    """Whether these, and these lost ones that did happen, have an order, by depth-first search."""
    everything = known + lost

    def search(left, size):
        if not left:
            return True
        for op in left:
            # Nothing that is left has ended before this one began.
            if any(other[1] is not None and other[1] < op[0] for other in left if other is not op):
                continue
            kind = op[2][0]
            if kind == "look" and op[2][1] != size:
                continue
            if kind == "append" and op[2][1] != size:
                continue
            rest = [other for other in left if other is not op]
            if search(rest, size + (0 if kind == "look" else 1)):
                return True
        return False

    return search(everything, 0)

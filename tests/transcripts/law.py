"""Provisions and what prevails among them (110, 211), as the transcripts need it; the Initial Set in a few words."""

import math
import re
from fractions import Fraction

USAGE, REFUSED, STALE = 2, 3, 5


class Refusal(Exception):
    """A line that is not to be recorded, with the exit status that says so."""

    def __init__(self, status, why):
        super().__init__(why)
        self.status = status


def usage(why):
    raise Refusal(USAGE, why)


def refuse(why):
    raise Refusal(REFUSED, why)


# ---- Provisions ------------------------------------------------------------------------------------------------------


def parse_fields(text):
    """Protobuf text format, as far as provisions need it: a list of (name, value), a value a word or such a list."""
    tokens = re.findall(r'"[^"]*"|[A-Za-z_0-9.-]+|[{}:\[\],]', text)
    if re.sub(r'"[^"]*"|[A-Za-z_0-9.-]+|[{}:\[\],]|\s', "", text):
        usage("not a provision: " + text)
    at = 0

    def fields(closing):
        nonlocal at
        found = []
        while at < len(tokens) and tokens[at] != "}":
            name = tokens[at]
            at += 1
            if at < len(tokens) and tokens[at] == ":":
                at += 1
                if tokens[at] == "[":
                    at += 1
                    while tokens[at] != "]":
                        if tokens[at] != ",":
                            found.append((name, tokens[at].strip('"')))
                        at += 1
                else:
                    found.append((name, tokens[at].strip('"')))
                at += 1
            elif at < len(tokens) and tokens[at] == "{":
                at += 1
                found.append((name, fields(True)))
                at += 1
            else:
                usage("not a provision: " + text)
        if closing != (at < len(tokens)):
            usage("not a provision: " + text)
        return found

    return fields(False)


def get(fields, name, default=None):
    for key, value in fields:
        if key == name:
            return value
    return default


def get_all(fields, name):
    return [value for key, value in fields if key == name]


class Provision:
    def __init__(self, text):
        body = parse_fields(text)
        scope = get(body, "scope", [])
        self.changes = frozenset(get_all(scope, "changes"))  # empty: any
        self.mode = get(scope, "mode")
        self.players = frozenset(get_all(scope, "players"))
        kinds = [(key, value) for key, value in body if key != "scope"]
        if len(kinds) != 1:
            usage("not one provision: " + text)
        self.kind, self.fields = kinds[0]
        if self.kind not in KINDS:
            usage("no such provision: " + self.kind)
        for quota in get_all(self.fields, "quota"):
            if int(get(quota, "numerator", 0)) > int(get(quota, "denominator", 0)):
                usage("a share above the whole")

    def holds(self, mode, change, player):
        """Whether it is about the case. The mode is settled when a game is founded, so it is no narrower case."""
        return (
            (not self.mode or self.mode == mode)
            and (not self.changes or change in self.changes)
            and (not self.players or player in self.players)
        )

    def within(self, other):
        """Whether its case is equal to the other's or narrower."""

        def inside(mine, theirs):
            return not theirs or (bool(mine) and mine <= theirs)

        return inside(self.changes, other.changes) and inside(self.players, other.players)


ONE_PREVAILS = {
    "rule_change_kinds", "franchise", "effectiveness", "numbering", "adoption", "precedence_method", "voting_duty",
    "victory_bound", "debate", "forfeit", "turn_order", "turn_parts", "judgment", "transmutation", "consultation",
}  # fmt: skip
KINDS = ONE_PREVAILS | {"precedence_claim", "victory", "ruleset_bounds", "award"}

ALL_CHANGES = "ENACT, AMEND, REPEAL, TRANSMUTE_TO_MUTABLE, TRANSMUTE_TO_IMMUTABLE, REENACT, RESTORE"
DIE = "turn_parts { parts { proposal {} } parts { throw { dice: 1 faces: 6 points_per_pip_thousandths: 1000 } } }"
POPULARITY = "turn_parts { parts { proposal {} } parts { award { amount { popularity { minus: 291 } } } } }"
UNANIMOUS = "numerator: 1 denominator: 1 base: ELIGIBLE"
LATER = " later { after_circuit: 2 quota { numerator: 1 denominator: 2 strict: true base: ELIGIBLE } }"


def initial_set(edition, mode):
    """What the rules of the Initial Set regulate, in a game of this edition and mode."""
    said = {number: [] for number in list(range(101, 117)) + list(range(201, 214))}
    said[103] = ["rule_change_kinds { kinds: [%s] }" % ALL_CHANGES]
    said[104] = ["voting_duty { every_proposal: true }"]
    said[105] = ["franchise { electorate: PLAYERS }", "voting_duty { every_voter: true }"]
    said[107] = ["effectiveness { not_before: VOTE_COMPLETE retroactive: false }"]
    said[108] = ["numbering { first: 301 changed_rule: TAKES_PROPOSALS }"]
    said[109] = ["scope { changes: TRANSMUTE_TO_MUTABLE } adoption { quota { %s } }" % UNANIMOUS]
    said[110] = ["precedence_method { statuses: MUTABLE_VOID }"]
    said[111] = ["debate { caller: PROPONENT }"]
    said[112] = ["victory_bound { points_only: true }"]
    said[113] = ["forfeit { always: true }"]
    said[114] = ["ruleset_bounds { min_mutable: 1 }"]
    said[201] = ["turn_order { order: %s starting_points_thousandths: 0 }" % ("SEATING" if mode == "TABLE" else "SURNAME")]
    said[202] = ["rule_change_kinds { per_proposal: 1 }", DIE if mode == "TABLE" else POPULARITY]
    said[203] = ["adoption { quota { %s }%s }" % (UNANIMOUS, LATER if edition == "1990" else "")]
    award = "award { occasion: %s recipient: %s amount { fixed_thousandths: %d } reckoned: BEFORE_EFFECT }"
    said[204] = [award % ("ADOPTED", "VOTERS_AGAINST", 10000)]
    said[205] = ["effectiveness { when: VOTE_COMPLETE }"]
    said[206] = [award % ("DEFEATED", "THE_PROPONENT", -10000)]
    said[207] = ["franchise { votes_per_player: 1 }"]
    said[208] = ["victory { points_thousandths: %d }" % (100000 if mode == "TABLE" else 200000)]
    said[209] = ["ruleset_bounds { max_mutable: 25 }"]
    said[211] = ["precedence_method { same_status: CLAIMS_THEN_LOWEST }"]
    said[213] = ["victory { unable_to_complete_turn: true }"]
    said[213] += ["precedence_claim { relation: PREVAILS type: VICTORY_RULES }"]
    return said


# ---- The law: what prevails ------------------------------------------------------------------------------------------


class Law:
    """The rules as they stand at one moment."""

    def __init__(self, game):
        self.mode = game.mode
        self.rules = [
            (r.number, r.mutable, list(r.provisions()), r.speaks_of("victory"))
            for r in sorted(game.rules.values(), key=lambda r: r.number)
            if not r.void
        ]

    def supplied(self, kind, change=None, player=None):
        for number, mutable, provisions, wins in self.rules:
            for p in provisions:
                if p.kind == kind and p.holds(self.mode, change, player):
                    yield number, mutable, p, wins

    def prevails(self, kind, field, change=None, player=None):
        """The value of a point that one rule decides (as the list of its values), or None if no rule speaks of it."""
        return self.decided(kind, field, change, player)[1]

    def decided(self, kind, field, change=None, player=None):
        """The same, after the number of the rule that decides."""
        speaking = [s for s in self.supplied(kind, change, player) if get_all(s[2].fields, field)]
        best = None
        for one in speaking:
            if best is None or self.beats(one, best):
                best = one
        return (None, None) if best is None else (best[0], get_all(best[2].fields, field))

    def beats(self, a, b):
        narrower, wider = a[2].within(b[2]), b[2].within(a[2])
        if narrower != wider:
            return narrower
        if a[1] != b[1]:
            return not a[1]
        for_a = self.claims(a, b, "PREVAILS") or self.claims(b, a, "DEFERS")
        for_b = self.claims(b, a, "PREVAILS") or self.claims(a, b, "DEFERS")
        if for_a != for_b:
            return for_a
        return a[0] < b[0]

    def claims(self, one, other, relation):
        """Whether rule `one` says of itself that it prevails over the other, or defers to it."""
        for number, _, p, _ in self.supplied("precedence_claim"):
            if number == one[0] and get(p.fields, "relation") == relation:
                kind = get(p.fields, "type")
                if str(other[0]) in get_all(p.fields, "rules") or kind == "ANY_RULE":
                    return True
                if kind == "VICTORY_RULES" and other[3]:
                    return True
        return False


def void_rules(game):
    """Mutable rules that contradict an immutable one in their own case, or in a narrower one (110)."""
    found = set()
    for mutable in game.rules.values():
        for immutable in game.rules.values():
            if not mutable.mutable or immutable.mutable:
                continue
            for m in mutable.provisions():
                for i in immutable.provisions():
                    if m.kind != i.kind or m.kind not in ONE_PREVAILS or not m.within(i):
                        continue
                    if (m.mode and m.mode != game.mode) or (i.mode and i.mode != game.mode):
                        continue
                    for field in {key for key, _ in m.fields}:
                        theirs = get_all(i.fields, field)
                        if theirs and theirs != get_all(m.fields, field):
                            found.add(mutable.number)
    return found


def enough(quota, votes_for, eligible, cast):
    base = eligible if get(quota, "base") == "ELIGIBLE" else cast
    share = Fraction(int(get(quota, "numerator")), int(get(quota, "denominator")))
    got = Fraction(votes_for, base)
    return got > share if get(quota, "strict") == "true" else got >= share


def nearest(value):
    """To the nearest integer, an exact half upwards."""
    return math.floor(value + Fraction(1, 2))



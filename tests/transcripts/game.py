"""A game of Nomic as people play it: players, rules, turns, votes and what they bring about. See reckon.py."""

import unicodedata
from fractions import Fraction

from law import UNANIMOUS, Law, Provision, enough, get, initial_set, nearest, refuse, usage, void_rules

# ---- What a game is made of ------------------------------------------------------------------------------------------


def fold(name):
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


class Player:
    def __init__(self, name, surname):
        name = unicodedata.normalize("NFC", name)
        if not name or name != name.strip() or name.isdigit() or len(name) > 64:
            usage("no name for a player: " + name)
        self.name, self.folded = name, fold(name)
        self.key = (fold(surname or name.split()[-1]), self.folded)
        self.points, self.left, self.last_circuit = 0, False, 0


class Version:
    def __init__(self, text, provisions, origin=None):
        self.text, self.provisions, self.origin = text, provisions, origin


class Rule:
    def __init__(self, number, mutable, versions):
        self.number, self.lineage, self.mutable, self.versions = number, number, mutable, versions
        self.since, self.proposal, self.former, self.void = 0, 0, [], False

    def provisions(self):
        return self.versions[-1].provisions

    def speaks_of(self, kind):
        return any(p.kind == kind for p in self.provisions())


class Proposal:
    def __init__(self, number, proponent, kind, rule, text, provisions):
        self.number, self.proponent, self.kind, self.rule = number, proponent, kind, rule
        self.text, self.provisions = text, provisions
        self.lineage = rule.lineage if rule else None
        self.ballots = {}  # name -> list of bool, one a vote


# ---- The game --------------------------------------------------------------------------------------------------------


class Game:
    def __init__(self, edition, mode, players):
        self.edition, self.mode, self.players = edition, mode, players
        self.rules = {}
        for number, said in initial_set(edition, mode).items():
            version = Version(None, [Provision(text) for text in said], number)
            self.rules[number] = Rule(number, number >= 200, [version])
        self.repealed = []
        self.size = 1 + len(self.rules) + len(players)
        self.start = self.size - 1
        self.turn, self.circuits_complete, self.circuit = 1, 0, 1
        self.phase, self.next_number = "PROPOSING", 301
        self.proposal, self.undetermined, self.closed = None, {}, set()
        self.mover = self.order()[0]
        self.winners, self.requests, self.entries = [], {}, []

    # -- players and their order

    def order(self):
        """Everyone who ever played, in playing order: as seated, or by surname."""
        by_surname = Law(self).prevails("turn_order", "order") == ["SURNAME"]
        return sorted(self.players, key=lambda p: p.key) if by_surname else list(self.players)

    def present(self):
        return [p for p in self.players if not p.left]

    def next_player(self):
        """The nearest after the mover's place, going round, who is still in the game; at first the first player."""
        if self.phase == "PROPOSING":
            return self.mover
        ring = self.order()
        place = ring.index(self.mover)
        for step in range(1, len(ring) + 1):
            if not ring[(place + step) % len(ring)].left:
                return ring[(place + step) % len(ring)]
        return None

    def player(self, typed):
        for p in self.players:
            if p.folded == fold(typed):
                return p
        usage("no such player: " + typed)

    # -- moves

    def join(self, name, surname):
        newcomer = Player(name, surname)
        if any(p.folded == newcomer.folded for p in self.players):
            refuse("the name is taken")
        if self.phase not in ("PROPOSING", "TURN_COMPLETE"):
            refuse("players join between turns")
        starting = Law(self).prevails("turn_order", "starting_points_thousandths")
        newcomer.points = int(starting[0]) if starting else 0
        self.players.append(newcomer)
        if self.phase == "PROPOSING":
            # Before the first proposal the first player counts as moving, whoever that is by then.
            self.mover = self.order()[0]

    def forfeit(self, who):
        always = Law(self).prevails("forfeit", "always")
        if always == ["false"]:
            refuse("a rule forbids it")
        who.left = True
        if who is self.mover and self.phase in ("PROPOSING", "THROWING"):
            self.end_turn()
        elif self.phase == "TURN_COMPLETE":
            self.close_circuit()
        elif self.proposal:
            self.proposal.ballots.pop(who.name, None)
            if who is self.mover and self.phase == "DEBATING":
                self.phase = "VOTING"
            if self.phase == "VOTING":
                self.complete_if_all_voted()

    def propose(self, who, kind, number, text, provisions, keep, call):
        if self.phase in ("DEBATING", "VOTING", "THROWING"):
            refuse("a turn is under way")
        if who is not self.next_player():
            refuse("out of turn")
        proposal = self.checked(who, kind, number, text, provisions, keep)
        proposal.number = self.next_number
        self.next_number += 1
        if self.phase == "TURN_COMPLETE":
            self.turn += 1
            self.circuit = self.circuits_complete + 1
        self.mover, self.proposal = who, proposal
        who.last_circuit = self.circuit
        self.phase = "VOTING" if call else "DEBATING"

    def checked(self, who, kind, number, text, provisions, keep):
        """The proposal, if the rules allow such a one."""
        rule = None
        law = Law(self)
        if kind == "REENACT":
            rule = next((r for r in self.repealed if number == r.number or number in r.former), None)
            if rule is None:
                refuse("not a repealed rule")
        elif kind != "ENACT":
            rule = self.rules.get(number)
            if rule is None:
                refuse("no such rule in force")
            if kind == "TRANSMUTE":
                kind = "TRANSMUTE_TO_IMMUTABLE" if rule.mutable else "TRANSMUTE_TO_MUTABLE"
            elif not rule.mutable:
                refuse("an immutable rule")
            if kind == "RESTORE" and len(rule.versions) < 2:
                refuse("no amendment stands")
        kinds = law.prevails("rule_change_kinds", "kinds", kind)
        if kinds is not None and kind not in kinds:
            refuse("not a rule-change that may be proposed")
        more = (kind in ("ENACT", "REENACT", "TRANSMUTE_TO_MUTABLE")) - (kind in ("REPEAL", "TRANSMUTE_TO_IMMUTABLE"))
        after = more + sum(r.mutable for r in self.rules.values())
        for _, _, p, _ in law.supplied("ruleset_bounds"):
            if more > 0 and after > int(get(p.fields, "max_mutable", after)):
                refuse("too many mutable rules")
            if more < 0 and after < int(get(p.fields, "min_mutable", after)):
                refuse("too few mutable rules")
        if keep:
            provisions = list(rule.provisions())
        return Proposal(0, who, kind, rule, text, provisions)

    def open_proposal(self, number):
        """The open proposal of that number, or the only one open."""
        still_open = dict(self.undetermined)
        if self.proposal and self.phase in ("DEBATING", "VOTING"):
            still_open[self.proposal.number] = self.proposal
        if number is None:
            if not still_open:
                refuse("no proposal is open")
            if len(still_open) > 1:
                usage("several proposals are open")
            return next(iter(still_open.values()))
        if number not in still_open:
            refuse("not open")
        return still_open[number]

    def revise(self, who, number, kind, rule, text, provisions, keep):
        """What is not given stays as it was, unless another rule-change is named."""
        proposal = self.open_proposal(number)
        if proposal.proponent is not who:
            refuse("not the proponent")
        if self.phase != "DEBATING":
            refuse("the vote has been called")
        if kind:
            form = self.checked(who, kind, rule, text, provisions, keep)
            form.number = proposal.number
            self.proposal = form
        else:
            proposal.text = text or proposal.text
            if keep:
                proposal.provisions = list(proposal.rule.provisions())
            elif provisions:
                proposal.provisions = provisions

    def debate(self, number):
        self.open_proposal(number)
        if self.phase != "DEBATING":
            refuse("the vote has been called")

    def call_vote(self, who, number):
        proposal = self.open_proposal(number)
        if Law(self).prevails("debate", "caller") != ["ANYONE"] and proposal.proponent is not who:
            refuse("not the proponent")
        if self.phase != "DEBATING":
            refuse("the vote has been called")
        self.phase = "VOTING"

    def vote(self, who, choice, number):
        proposal = self.open_proposal(number)
        if proposal is not self.proposal or self.phase != "VOTING":
            refuse("not open to votes")
        if who.name in proposal.ballots:
            refuse("voted already")
        proposal.ballots[who.name] = choice
        self.complete_if_all_voted()

    def weight(self, player, change):
        votes = Law(self).prevails("franchise", "votes_per_player", change, player.name)
        return int(votes[0]) if votes else 1

    # -- the moment (107, 205)

    def complete_if_all_voted(self):
        if any(p.name not in self.proposal.ballots for p in self.present()):
            return
        proposal, before = self.proposal, Law(self)
        weights = {p.name: self.weight(p, proposal.kind) for p in self.present()}
        votes_for = sum(weights[name] for name, choice in proposal.ballots.items() if choice)
        cast = sum(weights[name] for name in proposal.ballots)
        quota = before.prevails("adoption", "quota", proposal.kind)
        if quota is None:
            self.undetermined[proposal.number] = proposal
            outcome = None
        else:
            outcome = "ADOPTED" if enough(quota[0], votes_for, sum(weights.values()), cast) else "DEFEATED"
            self.closed.add(proposal.number)
            self.awards(before, proposal, outcome, "BEFORE_EFFECT", votes_for, cast)
        # An award that the vote amends counts the vote once: at the moment that the version before named (L70).
        was = [
            get(p.fields, "reckoned")
            for number, _, p, _ in before.supplied("award", proposal.kind)
            if outcome == "ADOPTED" and self.rules[number] is proposal.rule
            and get(p.fields, "occasion") in (outcome, "VOTED_ON")
        ]
        if outcome == "ADOPTED":
            self.take_effect(proposal)
        now = Law(self)
        throw_due = False
        if not proposal.proponent.left:
            source, parts = now.decided("turn_parts", "parts")
            for part in parts or []:
                if get(part, "award") is not None:
                    amount = self.amount(get(get(part, "award"), "amount"), proposal, votes_for, cast)
                    self.score(proposal.proponent, amount, source)
                throw_due = throw_due or get(part, "throw") is not None
        if outcome:
            self.awards(now, proposal, outcome, "AFTER_EFFECT", votes_for, cast, was)
        self.proposal = None
        if throw_due:
            self.phase = "THROWING"
        else:
            self.end_turn()

    def score(self, player, thousandths, rule):
        player.points += thousandths
        self.entries.append((rule, player.name, thousandths))

    def amount(self, amount, proposal, votes_for, cast):
        if get(amount, "fixed_thousandths") is not None:
            return int(get(amount, "fixed_thousandths"))
        minus = int(get(get(amount, "popularity"), "minus"))
        return 1000 * nearest(Fraction((proposal.number - minus) * votes_for, cast))

    def awards(self, law, proposal, outcome, moment, votes_for, cast, was=()):
        for number, _, p, _ in law.supplied("award", proposal.kind):
            named = was[0] if was and self.rules[number] is proposal.rule else get(p.fields, "reckoned")
            if get(p.fields, "occasion") not in (outcome, "VOTED_ON") or named != moment:
                continue
            amount = self.amount(get(p.fields, "amount"), proposal, votes_for, cast)
            recipient = get(p.fields, "recipient")
            for player in self.present():
                choice = proposal.ballots[player.name]
                if {
                    "THE_PROPONENT": player is proposal.proponent,
                    "VOTERS_FOR": choice,
                    "VOTERS_AGAINST": not choice,
                    "OTHER_VOTERS_FOR": choice and player is not proposal.proponent,
                }[recipient]:
                    self.score(player, amount, number)

    def take_effect(self, proposal):
        rule, number = proposal.rule, proposal.number
        takes = Law(self).prevails("numbering", "changed_rule") == ["TAKES_PROPOSALS"]  # by the rules before the effect
        if proposal.kind == "ENACT":
            rule = Rule(number, True, [Version(proposal.text, proposal.provisions)])
            self.rules[number] = rule
        elif proposal.kind == "REPEAL":
            del self.rules[rule.number]
            self.repealed.append(rule)
            self.find_void()
            return
        else:
            if proposal.kind == "REENACT":
                self.repealed.remove(rule)
                rule.mutable = True
            elif proposal.kind == "AMEND":
                rule.versions.append(Version(proposal.text, proposal.provisions))
            elif proposal.kind == "RESTORE":
                rule.versions.pop()
            else:
                rule.mutable = proposal.kind == "TRANSMUTE_TO_MUTABLE"
            self.rules.pop(rule.number, None)
            if takes:
                rule.former.append(rule.number)
                rule.number = number
            self.rules[rule.number] = rule
        rule.since, rule.proposal = self.size, number
        self.find_void()

    def find_void(self):
        found = void_rules(self)
        for rule in self.rules.values():
            rule.void = rule.number in found

    # -- the end of a turn, of a circuit

    def roll(self, who, faces):
        source, parts = Law(self).decided("turn_parts", "parts")
        throws = [get(part, "throw") for part in parts or [] if get(part, "throw") is not None]
        if any(face < 1 or face > int(get(throw, "faces")) for throw in throws for face in faces):
            usage("no such face")
        if self.phase != "THROWING":
            refuse("no throw is due")
        if who is not self.mover:
            refuse("not the player who throws")
        for throw in throws:
            if len(faces) != int(get(throw, "dice")):
                usage("so many dice are thrown: " + get(throw, "dice"))
            self.score(who, sum(faces) * int(get(throw, "points_per_pip_thousandths")), source)
        self.end_turn()

    def end_turn(self):
        self.phase = "TURN_COMPLETE"
        self.close_circuit()

    def close_circuit(self):
        """The circuit is complete once the player whose turn comes next has had one in it; once only."""
        following = self.next_player()
        if following is None or self.circuits_complete >= self.circuit or following.last_circuit != self.circuit:
            return
        self.circuits_complete += 1
        for rule in self.rules.values():
            for at, p in enumerate(rule.provisions()):
                later = get(p.fields, "later")
                if later is None or len(rule.versions) > 1:
                    continue
                if int(get(later, "after_circuit")) != self.circuits_complete:
                    continue
                changed = Provision("adoption { quota { %s } }" % UNANIMOUS)
                changed.fields = [("quota", get(later, "quota"))]
                changed.changes, changed.mode, changed.players = p.changes, p.mode, p.players
                rule.versions[-1].provisions[at] = changed
                rule.since = self.size
        self.find_void()

    def find_winners(self):
        law = Law(self)
        for _, _, p, _ in law.supplied("victory"):
            points = get(p.fields, "points_thousandths")
            if points is not None:
                self.winners += [q for q in self.present() if q.points >= int(points) and q not in self.winners]
        if self.winners:
            self.phase = "WON"



#!/usr/bin/env python3
"""Reckons a transcript by the law, without the engine: a second road to the same answer.

    reckon.py table-1990.play            prints what is to be expected after every record
    reckon.py --write FILE.play...       writes it to FILE.expected
    reckon.py --check FILE.play...       says where FILE.expected is not what is reckoned (exit 1)

It knows the rules as people read them and shares no line with the program: law.py has the provisions and what prevails
among them, game.py the moves and what they bring about. Lines of a transcript that begin with `#=` are figures worked
out by hand at that place; they are compared too. Only the standard library is used.
"""
import copy
import re
import shlex
import sys
import unicodedata

from game import Game, Player
from law import STALE, Provision, Refusal, refuse, usage

# ---- Command lines ---------------------------------------------------------------------------------------------------

FLAGS = {"--dry-run", "--call-vote", "--keep-provisions", "--check"}
VALUES = {
    "--as", "--text", "--title", "--reason", "--provision", "--expect", "--request-id", "--occurred-at", "--surname",
    "--team", "--edition", "--mode", "--game", "--at", "--to", "--format", "--on",
}  # fmt: skip
LOOKS = {"status", "scores", "show-rules", "log", "replay", "verify"}


def number_of(word):
    if not re.fullmatch(r"[1-9][0-9]{0,8}", word):
        usage("not a number: " + word)
    return int(word)


class Line:
    """One command line, taken apart."""

    def __init__(self, text):
        words = shlex.split(text)
        self.words, self.options, self.flags = [], {}, set()
        at = 0
        while at < len(words):
            word = words[at]
            if word in FLAGS:
                self.flags.add(word)
            elif word in VALUES:
                at += 1
                self.options.setdefault(word, []).append(words[at])
            elif word.startswith("--"):
                usage("no such option: " + word)
            else:
                self.words.append(word)
            at += 1

    def option(self, name):
        return self.options.get(name, [None])[-1]

    def text(self):
        text = self.option("--text")
        if text is None or not text.strip():
            usage("no text")
        return unicodedata.normalize("NFC", text)


class Table:
    """Plays a transcript line by line."""

    def __init__(self):
        self.game = None
        self.expected = []
        self.now, self.rules = {}, None  # what was last shown
        self.why = ""

    def play(self, line):
        """The exit status that the line must have."""
        try:
            command = Line(line)
            verb = command.words[0]
            if verb == "init":
                return self.found(command)
            if verb in LOOKS:
                return self.look(command)
            return self.move(verb, command)
        except Refusal as refusal:
            self.why = str(refusal)
            return refusal.status

    def look(self, command):
        """Whether the point, or the rule, that is asked for exists."""
        game = self.game
        for point in command.options.get("--at", []) + command.options.get("--to", []):
            moment = point.lstrip("^")
            kind, _, number = moment.rpartition(":")
            if moment in ("head", "start"):
                continue
            if not re.fullmatch(r"0|[1-9][0-9]{0,17}", number) or kind not in ("", "proposal", "turn", "circuit"):
                usage("not a point: " + point)
            before = len(point) - len(moment)
            exists = {
                "": before <= int(number) < game.size,
                "proposal": int(number) in game.closed,
                "turn": int(number) < game.turn + (game.phase == "TURN_COMPLETE"),
                "circuit": int(number) <= game.circuits_complete,
            }
            if not exists[kind]:
                usage("no such point: " + point)
        if command.words[0] == "show-rules" and any(number_of(word) not in game.rules for word in command.words[1:]):
            refuse("no such rule")
        return 0

    def found(self, command):
        if self.game:
            refuse("the ledger holds such a game")
        edition, mode = command.option("--edition") or "1990", (command.option("--mode") or "table").upper()
        if edition not in ("1990", "1982") or mode not in ("TABLE", "MAIL") or (edition, mode) == ("1982", "MAIL"):
            usage("no such edition or mode")
        surnames = dict(s.split("=", 1) for s in command.options.get("--surname", []))
        players = [Player(name, surnames.get(name)) for name in command.words[1:]]
        if len(players) < 2 or len({p.folded for p in players}) < len(players):
            usage("too few players, or two alike")
        self.game = Game(edition, mode, players)
        self.show(self.game.start)
        return 0

    def move(self, verb, command):
        game = self.game
        who = None
        if verb == "join":
            if len(command.words) != 2:
                usage("join NAME")
            Player(command.words[1], command.option("--surname"))
        else:
            if command.option("--as") is None:
                usage("who?")
            who = game.player(command.option("--as"))
        # A request ID is its author's.
        request = command.option("--request-id")
        if request is not None:
            request = (who.name if who else "", request)
        asked = (verb, tuple(command.words), who.name if who else None, str(command.options.get("--text")))
        do = self.parsed(verb, command, who)
        if request is not None and request in game.requests:
            if game.requests[request] != asked:
                refuse("another request under a known ID")
            return 0
        expect = command.option("--expect")
        if expect is not None and number_of(expect) != game.size:
            raise Refusal(STALE, "the game has %d records" % game.size)
        if game.winners:
            refuse("the game is won")
        if who and who.left:
            refuse("has forfeited")
        if "--dry-run" in command.flags:
            trial = Table()
            trial.game = copy.deepcopy(game)
            again = trial.game.player(who.name) if who else None
            trial.parsed(verb, command, again)()
            return 0
        game.entries = []
        do()
        game.find_winners()
        game.size += 1
        if request is not None:
            game.requests[request] = asked
        self.show(game.size - 1)
        return 0

    def parsed(self, verb, command, who):
        """The move, as something to be done; what no game could accept is found here."""
        game, words = self.game, command.words[1:]
        if verb == "join":
            return lambda: game.join(words[0], command.option("--surname"))
        if verb == "forfeit" and not words:
            return lambda: game.forfeit(who)
        if verb == "propose":
            return self.parsed_proposal(command, who)
        if verb == "revise":
            on = number_of(words.pop(0)) if words and words[0][0].isdigit() else None
            form = self.parsed_change(words, command) if words else (None, None, command.text(), *self.clauses(command))
            return lambda: game.revise(who, on, *form)
        if verb == "debate":
            if len(words) != 1 or not words[0].strip():
                usage("debate TEXT")
            on = command.option("--on")
            number = number_of(on) if on else None
            return lambda: game.debate(number)
        if verb == "call-vote":
            number = self.optional_number(words)
            return lambda: game.call_vote(who, number)
        if verb == "vote":
            if not words or words[0] not in ("for", "against", "abstain"):
                usage("vote for|against|abstain")
            number = self.optional_number(words[1:])
            if words[0] == "abstain":
                # None of these games has a rule that provides for it.
                return lambda: refuse("105: everybody takes part")
            return lambda: game.vote(who, words[0] == "for", number)
        if verb == "roll":
            faces = [number_of(word) for word in words]
            return lambda: game.roll(who, faces)
        return usage("no such command: " + verb)

    def parsed_proposal(self, command, who):
        form = self.parsed_change(command.words[1:], command)
        return lambda: self.game.propose(who, *form, "--call-vote" in command.flags)

    def parsed_change(self, words, command):
        """A rule-change: its kind, the rule's number, text, provisions, and whether those of the rule are kept."""
        if not words or words[0] not in {"enact", "amend", "repeal", "transmute", "reenact", "restore"}:
            usage("propose what?")
        kind, numbers = words[0], [number_of(word) for word in words[1:]]
        with_text = kind in ("enact", "amend")
        provisions, keep = self.clauses(command)
        if with_text and "--text" not in command.options:
            usage("no text")
        if not with_text and ("--text" in command.options or provisions):
            refuse("with a change of the text it is two rule-changes")
        if kind == "enact" and (numbers or keep):
            usage("what is enacted has no number yet")
        if kind != "enact" and not numbers:
            usage("which rule?")
        if len(numbers) > 1:
            refuse("one rule-change a proposal")
        text = command.text() if with_text else None
        return kind.upper(), numbers[0] if numbers else None, text, provisions, keep

    def clauses(self, command):
        given = [Provision(p) for p in command.options.get("--provision", [])]
        return given, "--keep-provisions" in command.flags

    def optional_number(self, words):
        if len(words) > 1:
            usage("too many words")
        return number_of(words[0]) if words else None

    # -- what is to be expected

    def show(self, index):
        """Notes what is to be expected after the record: what it brought about, what it changed, and the turn."""
        before, self.now = self.now, self.facts()
        for name, value in self.now.items():
            brought = name in ("entries", "rules", "text") and value != "-"
            changed = name not in ("entries", "rules", "text") and before.get(name, "-") != value
            if brought or changed or name == "turn":
                self.expected += ["at %d %s %s" % (index, name, line) for line in value.split("\n")]

    def facts(self):
        game = self.game
        following = game.next_player() if not game.winners else None
        turn = "%d circuit %d phase %s mover %s next %s" % (
            game.turn, game.circuit, game.phase, quoted(game.mover.name), quoted(following.name) if following else "-",
        )  # fmt: skip
        changes, texts = self.rule_changes()
        waiting = [p.name for p in game.present() if game.phase == "VOTING" and p.name not in game.proposal.ballots]
        facts = {
            "scores": " ".join("%s=%s" % (quoted(p.name), points(p.points)) for p in game.players),
            "entries": " ".join("%s:%s%s" % (r, quoted(n), signed(t)) for r, n, t in game.entries),
            "rules": " ".join(changes),
            "text": "\n".join(texts),
            "void": " ".join(str(number) for number, rule in sorted(game.rules.items()) if rule.void),
            "missing": " ".join(quoted(name) for name in waiting),
            "next-number": str(game.next_number),
            "winners": " ".join(quoted(p.name) for p in game.winners),
            "turn": turn,
        }
        return {name: value or "-" for name, value in facts.items()}

    def rule_changes(self):
        """`+301` enacted, `+316(210)` again, `-206` repealed, `305<-206` renumbered, `203*` changed by itself."""
        before = self.rules
        now = {r.lineage: (r.number, r.mutable, r.since, r.versions[-1]) for r in self.game.rules.values()}
        self.rules = now
        if before is None:
            return [], []
        changes = ["-%d" % was[0] for lineage, was in before.items() if lineage not in now]
        texts = []
        for lineage, (number, mutable, since, version) in now.items():
            was = before.get(lineage)
            if was is None:
                changes.append("+%d" % number + ("" if lineage == number else "(%d)" % lineage))
            elif was[0] != number:
                status = "" if was[1] == mutable else ":mutable" if mutable else ":immutable"
                changes.append("%d<-%d%s" % (number, was[0], status))
            elif was[2] != since:
                changes.append("%d*" % number)
            if was is None or was[3] is not version:
                text = '"%s"' % version.text if version.text else "initial %d" % version.origin
                texts.append("%d %s" % (number, text))
        return changes, texts


WORD = re.compile(r'(?:"[^"]*"|[^\s"])+')


def points(thousandths):
    text = "%.3f" % (thousandths / 1000)
    return text.rstrip("0").rstrip(".")


def signed(thousandths):
    return ("+" if thousandths >= 0 else "") + points(thousandths)


def quoted(name):
    return '"%s"' % name if " " in name else name


# ---- Transcripts -----------------------------------------------------------------------------------------------------


def check_by_hand(table, claim, where):
    """Compares a `#=` line with what was reckoned. Scores may name some of the players only."""
    kind, _, value = claim.partition(" ")
    found = str(table.game.size) if kind == "size" else table.now[kind]
    if kind == "scores":
        good = set(WORD.findall(value)) <= set(WORD.findall(found))
    else:
        good = found == value
    if not good:
        raise SystemExit("%s: by hand %s %s, but reckoned %s" % (where, kind, value, found))


def reckon(path):
    table = Table()
    lines, refused = 0, 0
    with open(path, encoding="utf-8") as file:
        for at, line in enumerate(file, 1):
            line = line.strip()
            where = "%s:%d" % (path, at)
            if line.startswith("#="):
                check_by_hand(table, line[2:].strip(), where)
            if not line or line.startswith("#"):
                continue
            wanted = 0
            if line.startswith("!"):
                wanted, line = int(line[1]), line[2:].strip()
            lines += 1
            refused += wanted != 0
            status = table.play(line)
            if status != wanted:
                raise SystemExit("%s: status %d, not %d (%s)" % (where, status, wanted, table.why))
    game = table.game
    head = ["# Reckoned by reckon.py from %s: %d lines, %d of them refused." % (path.split("/")[-1], lines, refused)]
    head.append("founded %s %s start %d head %d" % (game.edition, game.mode, game.start, game.size - 1))
    return "\n".join(head + table.expected) + "\n"


def main(arguments):
    how = arguments.pop(0) if arguments and arguments[0] in ("--write", "--check") else ""
    if not arguments:
        raise SystemExit(__doc__)
    differing = 0
    for path in arguments:
        text = reckon(path)
        beside = re.sub(r"\.play$", "", path) + ".expected"
        if how == "--write":
            with open(beside, "w", encoding="utf-8") as file:
                file.write(text)
        elif how == "--check":
            with open(beside, encoding="utf-8") as file:
                if file.read() != text:
                    print("%s is not what is reckoned" % beside)
                    differing = 1
        else:
            sys.stdout.write(text)
    return differing


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

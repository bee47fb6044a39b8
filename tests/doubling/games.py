"""Games that grow in one dimension at a time, or in all of them: a size for each, one generator for all."""

import dataclasses
import datetime
import random
import subprocess

SEED = 7
LETTERS = "abcdefghijklmnopqrstuvwxyz"
KANA = "あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわをん規則提案投票採択"

# Base content, which every game has: the looks and moves of cases.py name it.
PLAYERS = ("Ann", "Bob", "Cleo", "Dora")
SIGNS = "Eve"  # she has a key
FIRST_NUMBER = 100_000
AMENDED, OPEN, CALLED = FIRST_NUMBER, FIRST_NUMBER + 1, FIRST_NUMBER + 2
FIRST_OF_MORE = 1_000  # numbers of the rules that the dimension adds
SNAPSHOT_EVERY = 64  # records, after those that found the game
FULL_PAGES = 3  # published pages that have all rules
LONG_RULES = 4  # rules, debates and versions that are long in the dimension of texts

PROVISIONS = (
    # So that one player's word settles a vote, however many there are.
    ("Proposals are adopted by one vote in a million.",
     "adoption { quota { numerator: 1 denominator: 1000000 base: CAST } }"),
    ("A changed rule keeps its number.", "numbering { first: %d changed_rule: KEEPS_ITS_OWN }" % FIRST_NUMBER),
    ("There are no turns.", "turn_order { order: NO_TURNS }"),
    ("The next player judges.", "judgment { seat: FOLLOWING overrule { numerator: 1 denominator: 2 } "
                                "consent { numerator: 1 denominator: 4 } consent_among: ALL_PLAYERS }"),
    ("Votes may be changed.", "vote_changes { change: true withdraw: true }"),
    ("The lower number prevails.", "precedence_method { statuses: MUTABLE_VOID same_status: CLAIMS_THEN_LOWEST }"),
    ("Players may make tea, as rule 8 has it.", ""),
    ("Tea is green.", ""),
    ("Players may be away.", "inactivity { declared: true suspends: TURNS ends_by: ANY_MOVE }"),
    ("Newcomers are approved.", "joining { approval { numerator: 1 denominator: 2 strict: true } when: ANY_TIME }"),
    ("A proponent may take a proposal back.", "proposing { withdrawal: BEFORE_VOTE }"),
)

# A second game, in a ledger of its own, that is recorded afterwards and in turns: in the last turn a vote is open whose
# time is over, and then a throw is due.
TURNS = """\
modes: TABLE
rules { number: '1' texts { text: "A majority adopts." }
  provisions { adoption { quota { numerator: 1 denominator: 2 base: CAST } } } }
rules { number: '2' texts { text: "Numbers go up." } provisions { numbering { first: 1000 changed_rule: KEEPS_ITS_OWN } } }
rules { number: '3' texts { text: "Players take turns as seated." } provisions { turn_order { order: SEATING } } }
rules { number: '4' texts { text: "A turn is a proposal and a throw." } provisions {
  turn_parts { parts { proposal {} } parts { throw { dice: 1 faces: 6 points_per_pip: "1" } } } } }
rules { number: '5' texts { text: "A vote lasts a day." } provisions {
  voting_period { vote { days: 1 } at_end: COUNT_CAST } } }
""".replace(" texts", " status: MUTABLE texts")
FIRST_TURNS = 2
FIRST_OF_TURNS = 1_000  # the number of its first proposal


@dataclasses.dataclass(frozen=True)
class Sizes:
    records: int = 0  # of plain proposals with their ballots, adopted and defeated by turns
    random: int = 0  # bytes of each of the long texts, of which some are of each kind
    repetitive: int = 0
    japanese: int = 0
    rules: int = 0  # that cite one another, two each
    players: int = 0  # beside the five; what they do is another dimension
    proposals: int = 0  # open ones
    debates: int = 0  # on one proposal
    ballots: int = 0  # on one proposal, whose votes may be changed
    acts: int = 0  # with points, values and holdings
    disputes: int = 0  # questions that are judged, and half as many contested moves
    versions: int = 0  # of one rule


DIMENSIONS = tuple(field.name for field in dataclasses.fields(Sizes))


def text_of(kind, size, rng):
    """A text of so many bytes; repetitive ones differ at their ends alone."""
    if kind == "repetitive":
        return "Tea for two, and " * (size // 17) + f"for {rng.randrange(10**6)}."
    if kind == "japanese":
        return "".join("。" if at % 23 == 22 else rng.choice(KANA) for at in range(size // 3))
    words = []
    length = 0
    while length < size:
        word = "".join(rng.choice(LETTERS) for _ in range(rng.randint(2, 9)))
        words.append(word + ("." if len(words) % 12 == 11 else ""))
        length += len(words[-1]) + 1
    return " ".join(words)


class Game:
    """The play of a game of these sizes, with its files, in a folder."""

    def __init__(self, folder, sizes):
        self.folder = folder
        self.sizes = sizes
        self.rng = random.Random(SEED)
        self.lines = []
        self.number = FIRST_NUMBER
        self.files = 0
        self.act = 0  # the record of one
        self.half = 0  # the record with which every dimension has half of its size

    def line(self, words):
        self.lines.append(words)

    def founding(self):
        """How many records found the game: itself, its rules, its players."""
        return 1 + len(PROVISIONS) + self.sizes.rules + len(self.names())

    def size(self):
        """Records so far: each line after the first makes one."""
        return self.founding() + len(self.lines) - 1

    def file(self, text):
        self.files += 1
        name = f"text-{self.files}.txt"
        (self.folder / name).write_text(text)
        return name

    def propose(self, change, who="Ann", called=True):
        self.line(f"propose {change} {'--call-vote ' if called else ''}--as {who}")
        self.number += 1
        return self.number - 1

    def adopt(self, change):
        number = self.propose(change)
        self.line(f"attest {number} adopted --for 3 --against 1 --as Ann")
        return number

    def names(self):
        return [*PLAYERS, SIGNS] + [f"Player{at}" for at in range(self.sizes.players)]

    def write_rules(self):
        """The rules as a ruleset file, and as pages."""
        rules = [(at + 1, text, provision) for at, (text, provision) in enumerate(PROVISIONS)]
        for at in range(self.sizes.rules):
            others = [FIRST_OF_MORE + self.rng.randrange(self.sizes.rules) for _ in range(2)]
            rules.append((FIRST_OF_MORE + at,
                          f"Matter {at} is decided as rule {others[0]} says, unless rule {others[1]} differs.", ""))
        made = ["modes: TABLE modes: MAIL"]
        for number, text, provision in rules:
            kind = f" provisions {{ {provision} }}" if provision else ""
            made.append(f'rules {{ number: "{number}" status: MUTABLE texts {{ text: "{text}" }}{kind} }}')
        (self.folder / "rules.txtpb").write_text("\n".join(made) + "\n")
        page_of = lambda some: "\n".join(f"{number}. {text}" for number, text, _ in some) + "\n"
        page = page_of(rules)
        (self.folder / "rules.txt").write_text(page)
        pages = self.folder / "pages"
        pages.mkdir()
        # The later pages have the founding rules alone: all rules on all days would be a product of two dimensions.
        later = page_of(rules[:len(PROVISIONS)])
        for day in range(FULL_PAGES + self.sizes.versions // 4):
            date = f"{2018 + day // 336}-{day // 28 % 12 + 1:02}-{day % 28 + 1:02}"
            text = page if day < FULL_PAGES else later
            (pages / f"{date}.txt").write_text(text.replace("Tea is green", f"Tea is as on day {day}"))

    def begin(self):
        self.line(f"init --rules rules.txtpb --mode table --game game {' '.join(self.names())}")
        self.propose("amend 8 --text 'Tea is black.'")
        for name in PLAYERS:
            self.line(f"vote for {AMENDED} --as {name}")
        self.line(f"attest {AMENDED} adopted --for 4 --against 0 --as Ann")
        self.propose("enact --text 'Whoever makes tea says so.'", called=False)
        self.line(f"debate 'Is that so?' --on {OPEN} --as Bob")
        self.propose("enact --text 'Whoever drinks tea says so.'", who="Bob")
        self.line(f"vote for {CALLED} --as Ann")
        self.act = self.size()
        self.line("act --cite 7 'Bob made tea.' --points Bob=+2 --give Bob:leaf=+1 --set weather=fine --as Bob")
        self.line("judgment invoke 'Was it tea?' --as Ann")
        self.line("annotate 8 'It is.' --as Cleo")
        self.line("key register --as Eve --key eve.key")

    def grow_texts(self):
        for kind in ("random", "repetitive", "japanese"):
            size = getattr(self.sizes, kind)
            if not size:
                continue
            number = self.propose("enact --text 'Of long texts.'", called=False)
            for at in range(LONG_RULES):
                text = text_of(kind, size, self.rng)
                rule = self.adopt(f"enact --file {self.file(text)}")
                self.adopt(f"amend {rule} --file {self.file(text + ' More.')}")
                self.line(f"debate --on {number} --file {self.file(text_of(kind, size, self.rng))} --as Bob")
            # The rule that is asked about is long, too.
            for _ in range(2):
                self.adopt(f"amend 8 --file {self.file(text_of(kind, size, self.rng))}")

    def grow(self):
        """In two halves, each with half of every dimension: then moments of the middle can be compared, too."""
        self.grow_texts()
        self.grow_half(lambda count: range(count // 2))
        self.pad()
        self.half = self.size() - 1
        self.grow_half(lambda count: range(count // 2, count))

    def grow_half(self, part):
        sizes = self.sizes
        for at in part(sizes.records // 6):
            number = self.propose(f"enact --text 'The tea of turn {at} is hot.'", who=PLAYERS[at % 4])
            for name in PLAYERS:
                self.line(f"vote {'for' if at % 8 == 0 else 'against'} {number} --as {name}")
            votes = "adopted --for 4 --against 0" if at % 8 == 0 else "defeated --for 0 --against 4"
            self.line(f"attest {number} {votes} --as Ann")
        for at in part(sizes.proposals):
            self.propose(f"enact --text 'Tea {at} is served cold.'", who=PLAYERS[at % 4], called=at % 2 == 0)
        for at in part(sizes.debates):
            self.line(f"debate 'Of cup {at} I think so.' --on {OPEN} --as {PLAYERS[at % 4]}")
        for at in part(sizes.ballots):
            self.line(f"vote {'for' if at // 2 % 2 else 'against'} {CALLED} --as {PLAYERS[at % 2]}")
        for at in part(sizes.acts):
            who = PLAYERS[at % 4]
            self.line(f"act --cite 7 'Cup {at} is made.' --points {who}=+1 --give {who}:cup{at % 64}=+1 "
                      f"--set value{at}={at} --as {who}")
        for at in part(sizes.disputes):
            self.line(f"judgment invoke 'Was cup {at} hot?' --as Ann")
            self.line("judgment deliver 'It was.' --reasons 'All say so.' --as Bob")
            if at % 2:
                self.line(f"contest vote for {OPEN} --as Cleo")
        for at in part(sizes.versions):
            self.adopt(f"amend 8 --text 'Tea is green. It is served in cup {at}.'")

    def pad(self):
        """Notes, until the same number of records comes after the last snapshot as in the other games."""
        while (len(self.lines) - 1) % SNAPSHOT_EVERY != SNAPSHOT_EVERY // 2:
            self.line("annotate 7 'As ever.' --as Cleo")

    def turns(self):
        """Of the second game, those that are over."""
        return FIRST_TURNS + self.sizes.records // 6

    def mover(self, turn=None):
        """The player of a turn of the second game: of the one that goes on."""
        return self.names()[(self.turns() if turn is None else turn) % len(self.names())]

    def turns_play(self):
        """The second game: three records a turn, a minute each turn."""
        lines = [f"init --rules turns.txtpb --mode table --retrospective {' '.join(self.names())}"]
        for turn in range(self.turns() + 1):
            at = datetime.datetime(2020, 1, 1) + datetime.timedelta(minutes=turn)
            by = f"--occurred-at {at:%Y-%m-%dT%H:%MZ} --as {self.mover(turn)}"
            lines.append(f"propose enact --text 'Tea is served at {turn}.' --call-vote {by}")
            if turn < self.turns():
                outcome = "adopted --for 3 --against 1" if turn % 8 == 0 else "defeated --for 1 --against 3"
                lines.append(f"attest {FIRST_OF_TURNS + turn} {outcome} {by}")
                lines.append(f"roll {1 + turn % 6} {by}")
        return "\n".join(lines) + "\n"

    def play(self, nomic, environment):
        """Plays it: the ledger is .nomic in the folder."""
        self.folder.mkdir(parents=True)
        self.write_rules()
        run = lambda *words: subprocess.run([nomic, *words], cwd=self.folder, env=environment, check=True,
                                            capture_output=True, text=True).stdout
        run("key", "new", "eve.key")
        run("key", "new", "keeper.key")
        self.begin()
        self.grow()
        self.pad()
        (self.folder / "game.play").write_text("\n".join(self.lines) + "\n")
        run("play", "game.play")
        (self.folder / "turns.txtpb").write_text(TURNS)
        (self.folder / "turns.play").write_text(self.turns_play())
        run("play", "turns.play", "--ledger", "turns")
        return run

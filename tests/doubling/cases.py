"""What is measured: the command lines, and the requests to a server, that are asked of every game of games.py.

A command or a route that is not here fails the test. Where a game has no part in the cost, UNMEASURED says why.
"""

import dataclasses

import games

# The commands that no game makes slower.
UNMEASURED = {
    "help": "it prints what the program is, and reads no ledger",
    "config": "it reads and writes the settings of the user",
    "completion": "it prints a script for the shell; `complete` is what the script calls, and is measured",
}
# Routes whose answer is the same for every game.
UNMEASURED_ROUTES = {
    "/live.js": "it is a file of the page",
    "/live.css": "it is a file of the page",
    "/licences.txt": "it is a file of the page",
    "/v1/provisions": "it describes the provisions that the program knows",
    "/v1/recipes": "it describes the recipes that the program has",
}
# The games hold no answer to these. All others must be answered, and all moves be lawful.
REFUSED = ("explain winner", "GET /v1/games/game/explain/winner")
FOUND = "init --ledger {made} --rules rules.txtpb --mode table --game other {names}"

# Looks and checks come first: they leave the game as it is. {places} are filled in by costs.py.
LOOKS = (
    "status", "status --player Ann", "status --at {middle}",
    "head",
    "proposals", "proposals %d" % games.AMENDED, "proposals --standing open", "proposals --at {middle}",
    "recipes", "recipes quorum",
    "show-rules", "show-rules 8", "show-rules --provisions --references", "show-rules --at {middle} --revised",
    "scores", "scores --at {middle}", "scores --at start --revised", "scores --known {middle}",
    "try propose repeal 7", "try propose amend 8 --text 'Tea is white.'",
    "try propose repeal 7 --against {middle}..",
    "log", "log --limit 3", "log --by occurred", "log --player Ann", "log --rule 8", "log --kind proposal",
    "log --known {middle}", "log --since {middle}", "log --proposal %d" % games.OPEN,
    "history 8", "blame 8",
    "diff start", "diff {middle} head --revised",
    "explain score Ann", "explain score Ann --limit 2", "explain rule 8", "explain proposal %d" % games.AMENDED,
    "explain proposal %d" % games.CALLED, "explain record {act}", "explain record {act} --dependents",
    "explain winner",
    "check-references",
    "replay", "replay --check", "replay --to {middle}",
    "mend", "mend {act}",
    "report --format md", "report --format json", "report -o page.html --force", "report --site site",
    "verify", "verify --ledger-only",
    "audit", "audit --cases", "audit --at {middle}",
    "export game.bundle --force", "export --tiles tiles", "verify game.bundle", "verify page.html",
    "compare game.bundle", "compare --scores scores.csv", "compare --rules rules.txtpb", "compare --rules rules.txt",
    "compare --dated pages",
    "rules import rules.txt --lang en -o imported.txtpb", "rules compare rules.txt game", "rules compare game:start game",
    "key list",
    "inspect", "inspect {act}", "inspect --rows records",
    "import game.bundle --ledger {made}", "import game.bundle",
    "import-history pages -o history.nomic",
    "rehearse practice", "backup games.backup", "verify games.backup", "store copy .nomic copied", "reindex",
    "checkpoint make --key keeper.key --origin doubling.example -o note --force", "checkpoint show",
    "checkpoint verify note --vkey {vkey}",
    "prove inclusion {end} --checkpoint note -o proof --force", "prove consistency {before} {size} --checkpoint note",
    "verify-proof proof --vkey {vkey} --leaf {leaf}",
    "complete words show-rules ''", "complete words vote for ''", "complete words propose --as ''",
    FOUND,
    "invite --reader", "invite --list",
)

# What others among them read. It may be written again.
WRITERS = tuple(line for line in LOOKS if line.endswith(" --force"))

# Moves, in an order in which each is lawful.
MOVES = (
    "propose repeal 7 --dry-run --as Ann",
    "propose enact --text 'Tea at five.' --as Ann",
    "propose amend 8 --text 'Tea is white.' --call-vote --as Ann",
    "revise %d --text 'Whoever makes tea says it aloud.' --as Ann" % games.OPEN,
    "debate 'I hear you.' --on %d --as Cleo" % games.OPEN,
    "contest vote for %d --as Cleo" % games.OPEN,
    "call-vote %d --as Ann" % games.OPEN,
    "vote for %d --as Bob" % games.OPEN,
    "vote against %d --as Bob" % games.CALLED,
    "vote withdraw %d --as Bob" % games.CALLED,
    "attest %d adopted --for 3 --against 1 --yes --as Ann" % games.OPEN,
    "propose enact --text 'Tea at six.' --as Bob",
    "withdraw {last} --as Bob",
    "act --cite 7 'Tea.' --points Bob=+2 --give Bob:leaf=+1 --set Bob.title=Teamaker --yes --as Bob",
    "correct --cause 'a slip' --rule 7 --before make --after brew --as Bob",
    "object {head} --as Ann",
    "annotate 8 'It is hot.' --as Bob",
    "judgment invoke 'Was that an act?' --about {act} --as Ann",
    "judgment deliver 'It was not.' --reasons 'Nobody saw it.' --question {head} --strike {act} --cite 7 --as Bob",
    "judgment overrule for --judgment {head} --as Cleo",
    "consent --as Cleo",
    "mend --as Bob",
    "inactive --as Cleo", "active --as Cleo",
    "join Frida", "approve Frida --as Ann",
    "team red --as Ann",
    "key rotate --as Eve --key eve.key --new-key keeper.key",
    "annotate 8 'I sign.' --as Eve --key keeper.key --prepare statement",
    "submit statement",
    # In the second game.
    "tick --ledger turns --occurred-at 2021-01-01T00:00Z",
    "roll 3 --ledger turns --occurred-at 2021-01-02T00:00Z --as {mover}",
    "live --ledger turns",
    "forfeit --yes --as Cleo",
    # More moves than lie between two snapshots.
    "play more.play",
)

TARGETS = {
    "/v1/games": ("/v1/games",),
    "/v1/games/{game}/status": ("status", "status?at={middle}"),
    "/v1/games/{game}/rules": ("rules", "rules?references=true"),
    "/v1/games/{game}/rules/{number}": ("rules/8",),
    "/v1/games/{game}/scores": ("scores", "scores?at={middle}"),
    "/v1/games/{game}/proposals": ("proposals", "proposals?standing=open"),
    "/v1/games/{game}/proposals/{proposal}": ("proposals/%d" % games.AMENDED, "proposals/%d" % games.OPEN),
    "/v1/games/{game}/log": ("log", "log?limit=3", "log?rule=8", "log?player=Ann"),
    "/v1/games/{game}/history/{number}": ("history/8",),
    "/v1/games/{game}/explain/score/{name}": ("explain/score/Ann",),
    "/v1/games/{game}/explain/rule/{number}": ("explain/rule/8",),
    "/v1/games/{game}/explain/proposal/{proposal}": ("explain/proposal/%d" % games.AMENDED,),
    "/v1/games/{game}/explain/record/{record}": ("explain/record/{act}", "explain/record/{act}?dependents=true"),
    "/v1/games/{game}/explain/winner": ("explain/winner",),
    "/v1/games/{game}/diff": ("diff?from=start",),
    "/v1/games/{game}/audit": ("audit",),
    "/v1/games/{game}/head": ("head",),
    "/v1/games/{game}/checkpoint": ("checkpoint",),
    "/v1/games/{game}/checkpoint/{size}": ("checkpoint/{size}",),
    "/v1/games/{game}/proof/inclusion/{record}": ("proof/inclusion/{act}",),
    "/v1/games/{game}/proof/consistency/{first}/{second}": ("proof/consistency/{before}/{size}",),
    "/v1/games/{game}/records": ("records?from=0", "records?from={size}"),
    "/v1/games/{game}/document": ("document",),
    "/v1/seat": ("/v1/seat",),
    "/healthz": ("/healthz",),
    "/metrics": ("/metrics",),
    "/": ("/",),
}
MOVE = '{"author":"Ann","debate":{"text":"Over the wire.","proposal":"%d"}}' % games.OPEN
POSTED = {
    "/v1/games/{game}/moves": MOVE,
    "/v1/moves": MOVE,
    "/v1/redeem": '{"secret":"{secret}"}',
}
STREAMED = {"/v1/games/{game}/events": "events?from=0"}


@dataclasses.dataclass(frozen=True)
class Case:
    name: str  # how the table names it
    about: str  # the command or the route
    words: tuple  # the kind of case, and what is filled in (counted.cc)


def all_cases():
    """In the order in which they are run."""
    cases = [Case(line, line.split()[0], ("command", "{folder}", line)) for line in LOOKS]
    cases.append(Case("serve", "serve", ("serve", "{folder}")))
    below = lambda target: target if target.startswith("/") else "/v1/games/game/" + target
    for route, targets in TARGETS.items():
        cases += [Case("GET " + below(target), route, ("request", "GET", below(target))) for target in targets]
    for route, target in STREAMED.items():
        cases.append(Case("GET " + below(target), route, ("stream", below(target), "id: {head}")))
    for route, body in POSTED.items():
        target = route.replace("{game}", "game")
        cases.append(Case("POST " + target, route, ("request", "POST", target, body)))
    cases += [Case(line, line.split()[0], ("command", "{folder}", line)) for line in MOVES]
    return cases


def unknown(commands, routes):
    """What the program has and is not here, and what is here and the program has not."""
    here = {case.about for case in all_cases()} | set(UNMEASURED) | set(UNMEASURED_ROUTES)
    return sorted((set(commands) | set(routes)) - here), sorted(here - set(commands) - set(routes))

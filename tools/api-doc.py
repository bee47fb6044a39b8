#!/usr/bin/env python3
"""Makes docs/api.md out of the tables of the server (tools/server/api/*.inc) and the schema, which documents itself; and
in docs/server.md the table of routes, with who may use each.

    python3 tools/api-doc.py .
"""

import importlib.util
import pathlib
import re
import sys
import textwrap

ENTRY = re.compile(r"^NOMIC_API_(\w+)\((.*?)\)$", re.MULTILINE | re.DOTALL)
STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')
SCHEMAS = ("api", "view")
API, SERVER = "docs/api.md", "docs/server.md"
BEGIN = "<!-- Made from tools/server/api/routes.inc by tools/api-doc.py, to the end of the table. Change it there. -->"
END = "<!-- The end of the table. -->"


def reader_of_schemas():
    """read() of provisions-doc.py: a schema as blocks."""
    path = pathlib.Path(__file__).resolve().with_name("provisions-doc.py")
    spec = importlib.util.spec_from_file_location("schema_blocks", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.read


def entries(text, kind):
    """The arguments of each entry of a kind; what stands in several strings is one."""
    code = "\n".join(line for line in text.split("\n") if not line.startswith("//"))
    for found, body in ENTRY.findall(code):
        if found != kind:
            continue
        arguments, depth = [""], False
        for character in body:
            depth ^= character == '"'
            if character == "," and not depth:
                arguments.append("")
            else:
                arguments[-1] += character
        yield ["".join(STRING.findall(one)) if '"' in one else one.strip() for one in arguments]


def camel(name):
    head, *rest = name.split("_")
    return head + "".join(part.capitalize() for part in rest)


def cell(text):
    return text.replace("|", "\\|")


def sentence_case(text):
    return text[:1].upper() + text[1:]


class Page:
    def __init__(self, top):
        tables = top / "tools" / "server" / "api"
        routes = (tables / "routes.inc").read_text(encoding="utf-8")
        self.routes = [route[1:] for route in entries(routes, "ROUTE")]
        self.places, self.askers, self.who = (list(entries(routes, kind)) for kind in ("PLACE", "ASKER", "WHO"))
        self.costs = dict(entries(routes, "COST"))
        self.parameters = list(entries((tables / "parameters.inc").read_text(encoding="utf-8"), "PARAMETER"))
        statuses = (tables / "statuses.inc").read_text(encoding="utf-8")
        self.codes, self.exits = list(entries(statuses, "CODE")), list(entries(statuses, "EXIT"))
        read = reader_of_schemas()
        self.messages = {}
        for name in SCHEMAS:
            schema = (top / "schema" / "nomic" / "v1" / f"{name}.proto").read_text(encoding="utf-8")
            self.messages |= {block.name: block for block in read(schema).blocks}
        self.lines = []

    def say(self, *lines):
        self.lines.extend(lines)

    @staticmethod
    def type_of(field):
        plain = {"uint32": "number", "double": "number", "bool": "`true` or `false`", "string": "text",
                 "google.protobuf.Struct": "object"}
        kind = plain.get(field.kind, f"`{field.kind}`")
        if field.holds:
            kind = "a rule" if field.holds == "RULE" else "a proposal"
            if field.label == "repeated":
                return f"list of {kind[2:]}s"
        if field.label == "repeated":
            kind = f"list of {kind}"
        return f"{kind}, or left out" if field.label == "optional" or field.one_of else kind

    def message(self, block, name):
        self.say("", f"### {name}", "", sentence_case(" ".join(block.comment)).strip() or f"As `{name}` in the schema.")
        if block.what == "enum":
            self.say("", "| value | meaning |", "|---|---|")
            self.say(*[f"| `{value.name}` | {cell(value.comment or value.shared)} |" for value in block.fields])
            return
        self.say("", "| field | value | meaning |", "|---|---|---|")
        for field in block.fields:
            meaning = sentence_case(field.comment or field.shared)
            self.say(f"| `{camel(field.name)}` | {self.type_of(field)} | {cell(meaning)} |")
        for inner in block.blocks:
            if inner.what != "oneof":
                self.message(inner, f"{name}.{inner.name}")

    def route_table(self):
        self.say("", "| GET /v1/games/GAME/... | answers | as the command | parameters | takes | |",
                 "|---|---|---|---|---|---|")
        for path, _, message, command, parameters, cost, about in self.routes:
            given = " ".join(f"`{name}`" for name in parameters.split())
            self.say(f"| `{path}` | [{message}](#{message.lower()}) | `nomic {command}` | {given} | {self.costs[cost]} | {cell(about)} |")
        self.say("", "An expensive question takes as long as the game is. With `revised`, `references` or `by` every question "
                 "is expensive, and so is the log with a filter or `known`. Expensive questions wait apart from the others, and each "
                 "address has a share of the places (`docs/server.md`, Limits). An answer with the log, or "
                 "with all rules, ends after 4 MiB: then its field `next` is the first record, or the first rule's number, that "
                 "is missing. Ask for the rest with the same parameters and `from=NEXT`.")
        self.say("", "For forms, and of no game: `GET /v1/provisions` answers with [ProvisionsView](#provisionsview), what "
                 "provisions are made of; `GET /v1/recipes` with [RecipeFormsView](#recipeformsview), all recipes, and "
                 "`GET /v1/recipes?recipe=voting-award&set=points=2` with that one as it then is; `set` may be given "
                 "several times. Nobody need say who they are. What a request's `provisions` say as JSON is what "
                 "`ProvisionsView` describes.")

    def access_table(self):
        """The routes with who may use each, as lines."""
        yes = {name: [cell == "true" for cell in row[:-1]] for name, *row in self.who}
        lines = ["| method and path | body | " + " | ".join(about for _, about in self.askers) + " | |",
                 "|---|---|" + "---|" * (len(self.askers) + 1)]
        rows = [place[1:] for place in self.places]
        rows += [["GET", f"/v1/games/{{game}}/{route[0]}", "LOOKERS", "0", route[-1]] for route in self.routes]
        for method, path, who, body, about in rows:
            size = "" if body == "0" else f"{int(body):,}"
            marks = " | ".join("yes" if may else "" for may in yes[who])
            lines.append(f"| `{method} {path}` | {size} | {marks} | {cell(about)} |")
        return lines

    def status_tables(self):
        self.say("", "| code | a question | a move | when |", "|---|---|---|---|")
        self.say(*[f"| `{code}` | {question} | {move} | {when} |" for code, question, move, when in self.codes])
        self.say("", "Any other code goes by the status with which the command would end:", "",
                 "| the command ends with | a question | a move | when |", "|---|---|---|---|")
        number = {"DIFFERENT": 1, "USAGE": 2, "REFUSED": 3, "DAMAGED": 4, "UNAVAILABLE": 5}
        self.say(*[f"| {number[name]} | {question} | {move} | {when} |" for name, question, move, when in self.exits])

    def print(self):
        self.say("# The API", "",
                 "<!-- Made from tools/server/api/*.inc and the schema by tools/api-doc.py. Change it there. -->", "",
                 "What a server answers over HTTP, for scripts, bots and pages. Each question is answered by the JSON that the "
                 "command beside it prints with `--format json`, byte for byte; each refusal, by the sentence that the command "
                 "says. What a field means stands once, in the schema, from which the tables below are made.", "",
                 "    curl http://127.0.0.1:PORT/v1/games",
                 "    curl http://127.0.0.1:PORT/v1/games/friday/status",
                 "    curl 'http://127.0.0.1:PORT/v1/games/friday/log?since=2012-05-30&kind=vote'",
                 "    curl --unix-socket .nomic/serve.sock -d '{\"author\":\"Ann\",\"vote\":{\"choice\":\"FOR\"}}' \\",
                 "      -H 'Content-Type: application/json' http://localhost/v1/games/friday/moves",
                 "    nomic vote for --as Ann --key ann.key --prepare - | curl --data-binary @- -H 'Content-Type: text/plain' \\",
                 "      http://127.0.0.1:PORT/v1/games/friday/moves", "",
                 "## Who asks", "",
                 "Who comes by the socket in the ledger's folder may do what the command may. At the address a token says "
                 "who asks, in `Authorization: Bearer TOKEN`: it looks at one game, and moves for one player (`docs/live.md`). "
                 "`POST /v1/redeem` with `{\"secret\":\"...\"}`, what stands behind `#invite=` in a link of `nomic invite`, "
                 "gives the token, once ([RedeemedView](#redeemedview)); `GET /v1/seat` says as whom a request is answered "
                 "([SeatView](#seatview)). The table of routes in `docs/server.md` says who may use each route.", "",
                 "Without a token looking is 401 `TOKEN_NEEDED`, unless the server is `--public`. 401 `TOKEN_UNKNOWN`: the token "
                 "is malformed, unknown or revoked. A move is taken if a key in force of its author signed it. A first key needs its "
                 "player's token, and a join the token that was issued for that name: else it is 403 `NOT_AUTHORISED`, "
                 "whether there is such a player or not. 403: `OTHER_GAME`, `OTHER_PLAYER`, `READER` what is not the token's, "
                 "`NOT_SIGNED` where the player signs, `LINK_SPENT`, and `AT_THE_SOCKET` for corrections, restored seats and going live. "
                 "For a token, other games do not exist: the answer is `OTHER_GAME` for every other name.", "",
                 "## Questions", "",
                 "`GET /v1/games` lists the games of the ledger ([GamesView](#gamesview)). GAME is a game's name or its "
                 "identity, with what is no letter or digit written as `%20`.")
        self.route_table()
        self.say("", "| parameter | value | what it asks |", "|---|---|---|")
        self.say(*[f"| `{name}` | {value} | {cell(about)} |" for name, value, about in self.parameters])
        self.say("", "A parameter that a question does not know is refused, and so is one that is given twice where one is "
                 "asked for. In values `+` is a space.", "",
                 "An answer bears an `ETag` of the game's head, the question with its parameters (point and language among "
                 "them) and the program's version; of `status`, in which the time counts, and of the list of games it is of "
                 "what is answered. `If-None-Match` with it is answered 304 while nothing has changed. Everything is "
                 "`Cache-Control: no-cache`: it may be kept, and is to be asked for again. `nomic-version` says which "
                 "program answers.", "",
                 "Several servers may keep one ledger (`docs/hosting.md`). `nomic-size` of an answer says how many records "
                 "the game has there; whoever asks another server sends the largest that it was told as `Nomic-Size`: a "
                 "server that has fewer waits for the others, for two and a half seconds, then answers 503 `BEHIND`, with "
                 "`Retry-After`, and never with an older game. `from=` says so too. The only server of a folder has nobody "
                 "to wait for: it answers 409 `ANOTHER_HISTORY`.", "",
                 "`GET /v1/games/GAME/events` follows the game, where streams are offered: server-sent events, the id of each "
                 "a record's index, from `from=INDEX` or after `Last-Event-ID`. An event has the first 1,000 consequences of "
                 "its record; `consequencesLeftOut` says how many more there are, and `log?from=INDEX&limit=1` tells "
                 "all. "
                 "`GET /v1/games/GAME/document` is the document of the live page, in the "
                 "form of this program and of no other.", "",
                 "`GET /v1/games/GAME/records?from=N` gives the records from N on as a bundle (`docs/format.md`, section 7), "
                 "for whoever keeps a copy and checks it: at most about 4 MiB at once, so ask again with what is there then. "
                 "204 where there are no more, 409 where there are fewer than N: the copy that is held is another.", "",
                 "## Moves", "",
                 "`POST /v1/games/GAME/moves` with `Content-Type: application/json` takes a `nomic.v1.Request` "
                 "(`schema/nomic/v1/request.proto`) by protobuf's mapping: who moves, and one move.", "",
                 "| field | |", "|---|---|",
                 "| `author` | who moves, by name; beside `signedMove` its author, as the host's word for a first key or a join |",
                 "| `requestId` | under one ID a move is recorded once, however often it is sent: after a lost connection, or "
                 "503, send the same again |",
                 "| `expect` | how many records the game must have; else nothing is recorded (412) |",
                 "| `dryRun` | says what would happen, and records nothing |",
                 "| `confirmed` | the move is meant: a forfeit, an attested outcome in a game played here, and an act "
                 "that changes a rule, declares a winner or changes another player's score need it (422 "
                 "`NOT_CONFIRMED`) |",
                 "| `propose`, `vote`, `callVote`, `roll`, ... | the move |", "",
                 "JSON is what RFC 8259 defines: names and strings in double quotes, no comma at the end, each field once, "
                 "UTF-8. Objects and lists nest 64 deep at most, and a move has at most 5,000 values. A field that the "
                 "message does not have is refused. Without a token, and not at the socket, a body may only be a signed "
                 "move, with at most 32 values: anything else is 403 `NOT_SIGNED`. The body of `/v1/redeem` has at most "
                 "1 KiB.", "",
                 "With `Content-Type: text/plain` it takes a statement as `nomic ... --prepare FILE` signs it: the server "
                 "never sees a key. It says itself whose move it is, and may have seen any earlier head of this game: "
                 "the rules decide. One that has seen another history is refused, and so is one of another game. A statement has "
                 "at most 4 signatures. One whose payload is not in the one form that moves have is 422 `BAD_REQUEST`.", "",
                 "A move is answered once it is durable: 201 with its record ([RecordedView](#recordedview)) and `Location`, "
                 "200 where nothing new was recorded: a dry run, or a request that is known. Secrets of dice are kept where "
                 "they are thrown: a server takes commitments and secrets that were made elsewhere, and makes none. What the "
                 "provisions of a proposal mean (`meaning`) is told by the command, and is left out here.", "",
                 "`POST /v1/moves` is of the only game of the ledger, of the token's, or of the one that a statement names. The `nomic` command sends a `nomic.v1.Request` as it is "
                 "serialized (`Content-Type: application/x-protobuf`), and is answered by a `nomic.v1.RecordedMove` "
                 "(`schema/nomic/v1/exchange.proto`); that is for programs of one version, which each says in "
                 "`nomic-version`: from another it is 409 `OTHER_VERSION`, and nothing is recorded. Its values are counted, and "
                 "limited, as those of JSON.", "",
                 "## Problems", "",
                 "What is not answered is a problem document (RFC 9457, `application/problem+json`): "
                 "[ProblemView](#problemview). `detail` and `hint` are what the command says, `code`, `variant`, `rules` and "
                 "`parameters` what programs read, `refusal` the whole of it.")
        self.status_tables()
        self.say("", "Of the request itself: 400 `BAD_TARGET` for an address that cannot be parsed (`docs/server.md`), 400 a "
                 "parameter or a body that cannot be read, 404 `NO_ROUTE`, 405 "
                 "`WRONG_METHOD` with `Allow`, 415 `UNKNOWN_TYPE`, 503 `BUSY` with `Retry-After` where too much waits "
                 "already, 429 `SHARE_USED` with `Retry-After` where too many questions or moves of your address or player wait, "
                 "503 `ENDING` where the server ends (the question was not answered, the move not made), 503 `LEFT` where the connection was closed for sending before its question was "
                 "answered. What a connection is held to (sizes, rates, times) is answered before the API is asked.", "",
                 "## Messages", "",
                 "Fields are only ever added. Those that are not `left out` are always there. Counts, indexes, points and "
                 "numbers are JSON numbers; what refers to a rule or a proposal is text (`\"340\"`, `\"340a\"`, `\"#57\"` for one without a number; empty: none); times are RFC 3339 in UTC. "
                 "What is not listed here is in the schema under its name.")
        named = dict.fromkeys(["GamesView", *[route[2] for route in self.routes], "ProvisionsView", "RecipeFormsView", "RecordedView", "RedeemedView", "SeatView", "ProblemView"])
        for name in named:
            self.message(self.messages[name], name)
        return "\n".join(map(wrapped, self.lines)) + "\n"


def wrapped(line):
    """Prose as wide as other pages; tables, code and headings as they are."""
    if line.startswith(("|", "    ", "#", "<!--")):
        return line
    return "\n".join(textwrap.wrap(line, 118, break_long_words=False, break_on_hyphens=False))


def with_routes(page, server):
    """docs/server.md with its table made anew. Nothing, where it has no place for one."""
    before, begin, rest = server.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        return None
    return "\n".join([before + BEGIN, "", *page.access_table(), "", END + after])


def documents(top):
    """The pages of a source folder, each with its path."""
    top = pathlib.Path(top)
    page = Page(top)
    server = with_routes(page, (top / SERVER).read_text(encoding="utf-8"))
    return {API: page.print(), SERVER: server}


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    for path, text in documents(sys.argv[1]).items():
        (pathlib.Path(sys.argv[1]) / path).write_text(text, encoding="utf-8")

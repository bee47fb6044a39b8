"""What everybody sees when the game is over is what the program says; and the records hold, for whoever holds a copy."""
from browser import Fault, same
from live_server import the_records_hold
from moments import points, shown_rules, shown_scores

WORDS = "return [...document.querySelectorAll(arguments[0])].map((one) => one.textContent.replace(/\\s+/g, ' ').trim())"


def pages_are_what_the_program_says(table):
    status, scores = table.host.told("status"), table.host.told("scores")["scores"]
    rules = table.host.told("show-rules")["rules"]
    # 203 and 202 bear the numbers of their amendments (108), and 302 and 304 were enacted; 303 was defeated.
    numbers = [*range(101, 117), 201, *range(204, 214), 301, 302, 304, 305]
    same("rules in force", [int(one["number"]) for one in rules], numbers)
    same("how the game stands", (status["turn"], status["circuit"], status["phase"], status["closed"],
                                 status["players"], [one["player"] for one in status["winners"]]),
         (5, 2, "WON", True, ["Ann", "Bob", "Cleo", "Eve"], ["Ann"]))
    for name, one in table.friends.items():
        one.go("#view=now")
        same(f"{name}: scores", shown_scores(one), [(each["player"], points(each["points"])) for each in scores])
        same(f"{name}: marked", one.js(WORDS, "#main table tbody th, #main table tbody td:first-child")[0], "Ann (won)")
        same(f"{name}: turn", one.text(".turn").split(":")[0], f"Turn {status['turn']} of circuit {status['circuit']}")
        same(f"{name}: victory", one.js(WORDS, ".won"),
             [f"Ann has won at #{status['winners'][0]['record']}, by rule 208."])
        one.go("#view=rules")
        same(f"{name}: rules", shown_rules(one), [[str(each["number"]), each["text"]] for each in rules])
        one.go("#view=disputes")
        same(f"{name}: answers", [each.split(",")[0] for each in one.js(WORDS, "#main .answer > p:first-child")],
             ["Dora answers", "Ann answers", "Eve answers"])
        overruled = [each for each in one.js(WORDS, "#main .answer > p:first-child") if "overruled" in each]
        same(f"{name}: overruled", [each.split()[0] for each in overruled], ["Ann"])
        one.never_reloaded()
        one.quiet(name)


def records_hold(table):
    """Here, and in the bundle that goes to the others: for the program and for the second opinion of examples/verify."""
    host = table.host
    the_records_hold(host, table.friends)
    host.run("audit", "game.bundle")
    audit = host.run("audit", "--verbose")
    if not any(line.split()[:2] == ["DICE", "holds:"] for line in audit.split("\n")):
        raise Fault(f"the audit does not say that the dice hold: {audit}")
    # In a ledger of another's.
    host.run("import", "game.bundle", "--ledger", "another")
    same("scores of the copy", host.run("scores", "--ledger", "another"), host.run("scores"))
    same("the head of the copy", host.told("head", "--ledger", "another"), host.told("head"))

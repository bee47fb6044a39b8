"""The last turn of the play: a throw by the secrets of all, which stay in their browsers until everybody has committed."""
import hashlib

from browser import same
from five_table import with_her_key
from live_dice import KEPT, commits

BY_SECRETS = "Two dice are thrown, by secrets of all; each pip gains a hundred points."
DICE = ('turn_parts { parts { proposal {} } parts { throw { dice: 2 faces: 6 points_per_pip: "100" source: REVEALED } } }')


def faces(due, secrets):
    """As docs/design/dice.md derives them, of two dice of six."""
    def text(name):
        return len(name).to_bytes(4, "big") + name.encode()
    position = due["turnRecord"].to_bytes(8, "big") + b"".join(
        int(due[name]).to_bytes(4, "big") for name in ("proposal", "part", "round"))
    folded = sorted((name.lower(), bytes.fromhex(secret)) for name, secret in secrets.items())
    seed = hashlib.sha256(b"nomic/faces/v1\n" + bytes.fromhex(due["diceGame"]) + position +
                          len(folded).to_bytes(4, "big") + b"".join(text(name) + one for name, one in folded)).digest()
    block = hashlib.sha256(seed + (0).to_bytes(8, "big")).digest()
    words = [int.from_bytes(block[at:at + 4], "big") for at in range(0, 32, 4)]
    return [1 + word % 6 for word in words if word < 2 ** 32 // 6 * 6][:2]


def throw_by_secrets(table):
    """202 becomes 305, which Ann's own turn goes on by (107): two dice, by secrets of all four."""
    table.awaits("Ann")
    with_her_key(table, "propose", "amend", "202", "--text", BY_SECRETS, "--provision", DICE, "--call-vote")
    turn = table.holds("PROPOSAL_MADE", "Ann", "TURN_BEGAN", "PROPOSAL_MADE", "VOTE_CALLED")["index"]
    for name in ("Ann", "Bob", "Cleo"):
        table[name].votes("For", BY_SECRETS)
        table.holds("VOTE_CAST", name, "VOTE_CAST")
    table["Eve"].votes("For", BY_SECRETS)
    table.holds("VOTE_CAST", "Eve", "VOTE_CAST", "PROPOSAL_ADOPTED", "RULE_AMENDED", "DICE_ROUND")
    table.awaits("Ann", "Bob", "Cleo", "Eve")
    for name in ("Ann", "Bob", "Cleo", "Eve"):
        commits(table[name])
        table.holds("DICE_COMMITTED", name, "DICE_COMMITTED")
    # Loaded anew, it has its player's secret still: one that signs, and one that plays by a link.
    for name in ("Ann", "Eve"):
        table[name].opened(table.host.url + "/").sees("is kept in this browser")
    [due] = table.host.told("status")["throws"]
    same("what the secrets are for", {name: due[name] for name in ("turnRecord", "proposal", "part", "round")},
         {"turnRecord": turn, "proposal": "305", "part": 1, "round": 1})
    secrets = {}
    for name in ("Eve", "Cleo", "Bob", "Ann"):
        table[name].does("Reveal the secret", "Reveal from this browser")
        # Ann's is the last: the faces follow; she has more than 200 points then, whatever they are (208).
        secrets[name] = table.holds("DICE_REVEALED", name, "DICE_REVEALED", *(
            ("DICE_THROWN", "SCORE", "TURN_ENDED", "VICTORY") if name == "Ann" else ()))["event"]["secret"]
    shown = faces(due, secrets)
    table.scores(Ann=10 + 100 * sum(shown), Bob=9, Cleo=-4, Dora=10, Eve=13)
    table.all_see("Ann has won")
    for name in ("Ann", "Bob", "Cleo", "Eve"):
        one = table[name]
        one.wait(lambda one=one: one.driver.execute_async_script(KEPT) == 0)

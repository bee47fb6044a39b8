"""The play: five turns of a game by mail (edition of 1990), from the founding to a victory that stands. What is expected
is worked out from the rules, beside each move. In playing order (201): Ann, Bob, Cleo, Dora, and Eve once she has
joined."""
from browser import same
from five_table import with_her_key
from five_watch import bot_for

TWO_THIRDS = "A rule-change is adopted if and only if at least two thirds of the eligible voters vote for it."
QUOTA = "adoption { quota { numerator: 2 denominator: 3 base: ELIGIBLE } }"


def keys_are_made(table):
    """The founding: 29 rules and four players after the game itself."""
    same("records of the founding", table.records, 1 + 29 + 4)
    for name in ("Ann", "Bob", "Cleo", "Dora"):
        table[name].takes_a_key(table.host.folder)
        record = table.holds("KEY_REGISTERED", name, "KEY_REGISTERED")
        # The file is the one that --key takes.
        shown = table.host.told("key", "show", f"{name}.key")["publicKey"]
        same(f"{name}'s key", record["signedBy"], [shown])


def turn_of_ann(table):
    """203 becomes 301, by every vote (203). The page sends no provisions: Ann proposes it with the command."""
    table.awaits("Ann")
    with_her_key(table, "propose", "amend", "203", "--text", TWO_THIRDS, "--provision", QUOTA)
    table.holds("PROPOSAL_MADE", "Ann", "TURN_BEGAN", "PROPOSAL_MADE")
    table.all_see(TWO_THIRDS)
    table["Bob"].does("Say something", text="Two thirds of four are three.")
    table.holds("DEBATE_SPOKEN", "Bob", "DEBATED")
    table["Ann"].does("Call the vote")
    table.holds("VOTE_CALLED", "Ann", "VOTE_CALLED")
    table.awaits("Ann", "Bob", "Cleo", "Dora")
    for name in ("Dora", "Ann", "Bob"):
        table[name].votes("For", TWO_THIRDS)
        table.holds("VOTE_CAST", name, "VOTE_CAST")
    table.awaits("Cleo")
    table["Cleo"].votes("For", TWO_THIRDS)
    # The last vote: the rule takes the proposal's number (108), Ann gains (301 - 291) x 4/4 (202).
    table.holds("VOTE_CAST", "Cleo", "VOTE_CAST", "PROPOSAL_ADOPTED", "RULE_AMENDED", "SCORE", "TURN_ENDED")
    table.scores(Ann=10, Bob=0, Cleo=0, Dora=0)
    table.awaits("Bob")


def judgment_stands(table):
    """Of Ann's turn: the Judge is the player before her (212), who is Dora as long as four play."""
    question = "Do two thirds govern the vote that I begin?"
    table["Bob"].does("Ask for Judgment", question=question)
    table.holds("JUDGMENT_INVOKED", "Bob", "JUDGMENT_INVOKED")
    table["Dora"].does("Deliver Judgment", shown=question, answer="They do.",
                       reasons="Rule 107: in force since that vote was complete.")
    table.holds("JUDGMENT_DELIVERED", "Dora", "JUDGMENT_DELIVERED")


def eve_joins(table):
    """By invitation, between turns; then a bot moves for her too, by a link of its own."""
    link = table.host.link("Eve")
    eve = table.seats("Eve", link)
    same("what is offered to who has not joined", eve.offers(), ["Join the game"])
    eve.does("Join the game")
    table.holds("PLAYER_JOINED", "Eve", "PLAYER_JOINED")
    table.all_see("Eve", "#main table")
    table.bot, table.bot_began = bot_for(table.host, "Eve"), table.records
    # Judgment was invoked: more than half of the four but Bob, whose turn comes, consent (212).
    for name in ("Ann", "Cleo", "Eve"):
        table[name].does("Consent", "I consent")
        table.holds("CONSENT_GIVEN", name, "CONSENTED")
    table.awaits("Bob")


def turn_of_bob(table):
    """Against one vote, which no proposal would have outlived under 203: 4 of 5 are two thirds (301)."""
    tea = "Tea is served at five."
    bob = table["Bob"]
    bob.does("Propose", "Try it first", kind="enact", text=tea)
    bob.sees("The rules allow it")
    bob.button("Send", ".play")
    table.holds("PROPOSAL_MADE", "Bob", "TURN_BEGAN", "PROPOSAL_MADE")
    table.all_see(tea)
    table.bot.say("Eve: Gladly.")
    table.holds("DEBATE_SPOKEN", "Eve", "DEBATED")
    bob.does("Call the vote")
    table.holds("VOTE_CALLED", "Bob", "VOTE_CALLED")
    table["Dora"].votes("Against", tea)
    table.holds("VOTE_CAST", "Dora", "VOTE_CAST")
    table.bot.say("Eve: !vote for")
    table.holds("VOTE_CAST", "Eve", "VOTE_CAST")
    table.awaits("Ann", "Bob", "Cleo")
    for name in ("Ann", "Cleo"):
        table[name].votes("For", tea)
        table.holds("VOTE_CAST", name, "VOTE_CAST")
    bob.votes("For", tea)
    # Dora gains 10 for her vote against (204), Bob (302 - 291) x 4/5 = 8.8, to the nearest point 9 (202).
    table.holds("VOTE_CAST", "Bob", "VOTE_CAST", "PROPOSAL_ADOPTED", "SCORE", "RULE_ENACTED", "SCORE", "TURN_ENDED")
    table.scores(Ann=10, Bob=9, Cleo=0, Dora=10, Eve=0)


def judgment_is_overruled(table):
    """Of Bob's turn Ann is Judge; all others overrule her, and Eve, who comes before her in the ring, judges anew (212)."""
    table["Cleo"].does("Ask for Judgment", question="Is coffee tea?")
    table.holds("JUDGMENT_INVOKED", "Cleo", "JUDGMENT_INVOKED")
    table["Ann"].does("Deliver Judgment", shown="Is coffee tea?", answer="It is.", reasons="Both are hot.")
    wrong = table.holds("JUDGMENT_DELIVERED", "Ann", "JUDGMENT_DELIVERED")["index"]
    for name in ("Bob", "Cleo", "Dora"):
        table[name].does("Vote on overruling", "For", shown="Both are hot.")
        table.holds("OVERRULE_VOTED", name, "OVERRULE_VOTED")
    table["Eve"].does("Vote on overruling", "For")
    last = table.holds("OVERRULE_VOTED", "Eve", "OVERRULE_VOTED", "JUDGMENT_OVERRULED")["index"]
    table["Eve"].does("Deliver Judgment", shown="Is coffee tea?", answer="It is not.",
                      reasons="Only one of them is served at five.")
    table.holds("JUDGMENT_DELIVERED", "Eve", "JUDGMENT_DELIVERED")
    for name in ("Bob", "Dora", "Eve"):
        table[name].does("Consent", "I consent")
        table.holds("CONSENT_GIVEN", name, "CONSENTED")
    table.awaits("Cleo")
    return {wrong: ("OVERRULED", last)}


def turn_of_cleo(table):
    """Defeated. Dora leaves while her vote is missing: it is not asked for any more (113), and the vote is complete."""
    table["Cleo"].does("Propose", "Try it first", kind="repeal", rule="209")
    table["Cleo"].sees("The rules allow it")
    table["Cleo"].button("Send", ".play")
    table.holds("PROPOSAL_MADE", "Cleo", "TURN_BEGAN", "PROPOSAL_MADE")
    table["Cleo"].does("Call the vote")
    table.holds("VOTE_CALLED", "Cleo", "VOTE_CALLED")
    for name, choice in (("Ann", "For"), ("Cleo", "For"), ("Bob", "Against"), ("Eve", "Against")):
        table[name].votes(choice, "epeal rule 209")
        table.holds("VOTE_CAST", name, "VOTE_CAST")
    dora = table["Dora"]
    dora.button("Leave the game", ".play")
    dora.sees("You leave the game for good.", ".play form")
    dora.button("Send", ".play form")
    # 2 of 4: not two thirds (301). Cleo loses 10 (206) and gains (303 - 291) x 2/4 = 6 (202).
    table.holds("PLAYER_FORFEITED", "Dora", "PLAYER_LEFT", "PROPOSAL_DEFEATED", "SCORE", "SCORE", "TURN_ENDED")
    table.scores(Ann=10, Bob=9, Cleo=-4, Dora=10, Eve=0)
    dora.wait(lambda: dora.offers() == [])


def turn_of_eve(table):
    """Dora's turn does not come; the bot begins Eve's."""
    table.awaits("Eve")
    table.bot.say("Eve: !propose enact Letters are answered within a week.")
    table.holds("PROPOSAL_MADE", "Eve", "TURN_BEGAN", "PROPOSAL_MADE")
    table.bot.say("Eve: !call-vote")
    table.holds("VOTE_CALLED", "Eve", "VOTE_CALLED")
    for name in ("Ann", "Bob", "Cleo"):
        table[name].votes("For", "Letters are answered")
        table.holds("VOTE_CAST", name, "VOTE_CAST")
    table.bot.say("Eve: !vote for")
    # Eve gains (304 - 291) x 4/4; all who play have had a turn.
    table.holds("VOTE_CAST", "Eve", "VOTE_CAST", "PROPOSAL_ADOPTED", "RULE_ENACTED", "SCORE", "TURN_ENDED",
                "CIRCUIT_ENDED")
    table.scores(Ann=10, Bob=9, Cleo=-4, Dora=10, Eve=13)


def the_victory_stands(table):
    """The game is closed when more than half of the three who have not won consent (212)."""
    table["Bob"].does("Consent", "I consent")
    table.holds("CONSENT_GIVEN", "Bob", "CONSENTED")
    table["Cleo"].does("Consent", "I consent")
    table.holds("CONSENT_GIVEN", "Cleo", "CONSENTED", "GAME_CLOSED")
    table.awaits()
    for one in table.friends.values():
        one.wait(lambda one=one: one.offers() == [])

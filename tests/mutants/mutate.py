"""Writes the sources of the engine anew, each with some line that a switch turns wrong: mutate.py SOURCE_DIR OUT_DIR.

The switch is nomic::replay::test::mutation, 0 for the engine as it is. A line that is no longer there, or there twice, is an
error: whoever changes it chooses another.
"""

import pathlib
import re
import sys

# File, what stands there, what stands there instead (M: whether this mutation is on), what is broken, and the check of
# the auditor that finds it.
MUTATIONS = [
    ("game/moves/propose.cc", "if (may) return Standing::BEGINS;", "if (may || M) return Standing::BEGINS;",
     "whoever likes begins a turn", "R201"),
    ("game/change/rule_changes.cc", "  if (immutable) {", "  if (immutable && !M) {",
     "immutable rules are amended and repealed", "R103"),
    ("game/voting/tally.cc", "const std::uint64_t have = in_favour * quota.denominator();",
     "const std::uint64_t have = (in_favour + (M ? 1 : 0)) * quota.denominator();",
     "a vote too few adopts", "R203"),
    ("game/voting/tally.cc", "const std::int64_t points = (std::int64_t{proposal} -",
     "const std::int64_t points = (std::int64_t{proposal} + (M ? 1 : 0) -",
     "the points for a proposal are reckoned by the next one's number", "R202"),
    ("game/turn/awards.cc", "play.score(*edit_player(play.state, name), points,",
     "play.score(*edit_player(play.state, name), M ? -points : points,",
     "penalties are paid out", "R206"),
    ("game/turn/throws.cc", "return std::accumulate(faces.begin(), faces.end(), std::int64_t{0});",
     "return std::accumulate(faces.begin(), faces.end(), std::int64_t{M ? 1 : 0});",
     "a pip more is scored", "R202"),
    ("game/moves/proposal_numbers.cc", "std::max(play.state.next_number(), number + 1)",
     "std::max(play.state.next_number(), number + (M ? 2 : 1))",
     "every other number is left out", "R108"),
    ("law/precedence.cc", "bool for_first = comes_before(first.number(), second.number());",
     "bool for_first = comes_before(first.number(), second.number()) != M;",
     "the higher number prevails", "R211"),
    ("game/dispute/judge.cc", "if (!in_game(player) || &player == mover ||", "if (!in_game(player) || (&player == mover && !M) ||",
     "the mover judges", "R212"),
    ("game/dispute/orders.cc", "const bool waived = !names_some ||", "const bool waived = M || !names_some ||",
     "a Judgment waives what it does not cite", "R212"),
    ("game/turn/victory.cc", "return player.points() >= way.points_thousandths();", "return player.points() >= way.points_thousandths() + (M ? 1'000'000 : 0);",
     "nobody has points enough to win", "R208"),
    ("game/moves/vote.cc", "if (auto may = may_change_ballot(play, proposal, before.ballots(place), false); bars(play, may)) return may;",
     "if (auto may = may_change_ballot(play, proposal, before.ballots(place), false); bars(play, may) && !M) return may;",
     "votes are cast twice", "R207"),
    ("game/turn/ring.cc", "ring[(start + step) % ring.size()]", "ring[(start + (M ? ring.size() * 2 - step : step)) % ring.size()]",
     "turns go round the other way", "R201"),
    ("game/voting/attestations.cc", "if (!assent.is_enough() ||", "if ((!assent.is_enough() && !M) ||",
     "one player's word settles a vote", "R203"),
    ("game/moves/attest.cc", "  auto may = may_attest(play, proposal, event);",
     "  auto may = M ? Status(ledger::Done{}) : may_attest(play, proposal, event);",
     "ballots refuse no attested outcome", "R203"),
    ("game/change/effect.cc", "changed.set_to_number(reference(rule.number()));",
     "changed.set_to_number(reference(M && from != 0 ? from : rule.number()));",
     "changed rules are said to keep their numbers", "R108"),
    ("game/turn/awards.cc", "const bool counts = names_moment.value.reckoned() == v1::AFTER_EFFECT;",
     "const bool counts = (M ? award : names_moment).value.reckoned() == v1::AFTER_EFFECT;",
     "an award that a vote amends counts it twice, or never", "R206"),
    ("game/moves/withdraw.cc", "set_phase(play, *turn, v1::Turn::BEGUN);",
     "set_phase(play, *turn, M ? v1::Turn::TURN_COMPLETE : v1::Turn::BEGUN);",
     "a turn is over when its proposal is taken back", "R201"),
    ("game/turn/automatic.cc", "if (has_moment_passed(play, rule.provisions(place))) rule.add",
     "if (has_moment_passed(play, rule.provisions(place)) && !M) rule.add",
     "rules repeal themselves at moments that had passed", "R205"),
]

HEAD = "namespace nomic::replay::test {\nextern int mutation;\n}\n"


def main():
    source, out = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    texts = {}
    for number, (file, old, new, _, _) in enumerate(MUTATIONS, 1):
        text = texts.get(file) or (source / file).read_text()
        if text.count(old) != 1:
            sys.exit(f"mutate.py: {file} has {text.count(old)} times: {old}")
        texts[file] = text.replace(old, re.sub(r"\bM\b", f"(::nomic::replay::test::mutation == {number})", new))
    out.mkdir(parents=True, exist_ok=True)
    for file, text in texts.items():
        write(out / file.replace("/", "_"), HEAD + text)
    rows = [f'    {{"{how}", "{check}"}},\n' for _, _, _, how, check in MUTATIONS]
    write(out / "mutations.inc", "".join(rows))


def write(path, text):
    # What has not changed is not compiled again.
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


if __name__ == "__main__":
    if sys.argv[1:] == ["--list"]:
        print(";".join(sorted({file for file, *_ in MUTATIONS})))
    else:
        main()

"""Games as long as those that people play, by mail and at the table: made anew when a test asks for them."""

import random
import subprocess
import sys

from web_games import TOP

SEED = 17


def long_mail_game(seat):
    """Five players who sign, some 600 records: texts of sentences, debates, rules that come and go."""
    play = subprocess.run([sys.executable, "-B", str(TOP / "tests/bench/mail_game.py"), "600", str(SEED)],
                          capture_output=True, text=True, check=True).stdout
    (seat.folder / "mail.play").write_text(play)
    return seat.play("mail.play")


def long_table_game(seat):
    """Four players and a hundred turns, some 800 records: rules made, amended, revised; throws; questions."""
    rng = random.Random(SEED)
    names = ("Ann", "Bob", "Cleo", "Dan")
    lines = ["init --edition 1990 --mode table " + " ".join(names)]
    rules = [204, 205, 206, 209, 210]
    for turn in range(100):
        mover, number = names[turn % 4], 301 + turn
        others = [name for name in names if name != mover]
        kind = rng.choice(("enact", "amend", "amend", "repeal")) if turn > 1 and len(rules) > 3 else "enact"
        target = rng.choice(rules)
        change = {"enact": f"enact --text 'Rule of turn {turn}: whoever moves says {rng.randrange(1000)}.'",
                  "amend": f"amend {target} --text 'Since turn {turn} it is {rng.randrange(1000)}.'",
                  "repeal": f"repeal {target}"}[kind]
        if turn == 0:
            change = ("amend 208 --text 'Nobody wins before a million points.' "
                      "--provision 'victory { points: \"1000000\" }'")
        lines.append(f"propose {change} --reason 'Because of turn {turn}.' --as {mover}")
        if rng.random() < 0.3:
            lines.append(f"debate 'Is that so, {mover}?' --as {others[0]}")
        if rng.random() < 0.2 and turn:
            lines.append(f"revise {number} {change.replace('it is', 'it shall be')} --as {mover}")
        lines.append(f"call-vote --as {mover}")
        # In the first two circuits all votes are needed, and a majority from then on: four of four adopt in both.
        adopted = turn == 0 or rng.random() < 0.6
        against = set() if adopted else set(rng.sample(names, 3))
        lines += [f"vote {'against' if name in against else 'for'} --as {name}" for name in names]
        lines.append(f"roll {rng.randint(1, 6)} --as {mover}")
        if rng.random() < 0.1:
            # The player before judges; two of the three who are not next consent to the next turn (212).
            before, after_next = names[(turn + 3) % 4], names[(turn + 2) % 4]
            lines += [f"judgment invoke 'Was turn {turn} in order?' --as {mover}",
                      f"judgment deliver 'It was.' --reasons 'Nobody says otherwise.' --as {before}",
                      f"consent --as {mover}", f"consent --as {after_next}"]
        if adopted and kind in ("amend", "repeal") and turn:
            rules.remove(target)
        if adopted and (kind in ("enact", "amend")) and turn:
            rules.append(number)
    (seat.folder / "long.play").write_text("\n".join(lines) + "\n")
    return seat.play("long.play")

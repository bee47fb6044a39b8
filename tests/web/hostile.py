"""Texts that look like markup, scripts, addresses, or the end of what holds them: shown as what they are, and nothing of
them runs."""

import unicodedata

from browser import Fault, same
from hostile_texts import KEYWORDS, MARKUP, REFUSED, TEXTS, as_shown
from web_games import VIEWS, document

NAMES = ["constructor", "__proto__", "<b>Bold</b> Bo"]
GAME = "<img src=x onerror=window.hacked=1>"
# Of these, too, as what is said in a debate, why something is proposed, and how a rule is called.
SPOKEN = [text for text in MARKUP if "'" not in text and not text.startswith("-")]


def hostile_game(seat):
    """Each text is that of an enactment which everybody votes against."""
    seat.run("init", "--game", GAME, "--mode", "mail", *NAMES)
    order = seat.json("status")["players"]
    lines = []
    for at, text in enumerate(TEXTS):
        (seat.folder / f"{at}.txt").write_text(text)
        about = ""
        if at < len(SPOKEN):
            about = f" --reason '{SPOKEN[at]}' --title '{KEYWORDS[at % len(KEYWORDS)]}'"
        lines.append(f'propose enact --file {at}.txt{about} --as "{order[at % len(order)]}"')
        if at < len(SPOKEN):
            lines.append(f"debate '{SPOKEN[at]}' --as '{order[(at + 1) % len(order)]}'")
        lines.append(f'call-vote --as "{order[at % len(order)]}"')
        lines += [f'vote against --as "{name}"' for name in NAMES]
    (seat.folder / "hostile.play").write_text("\n".join(lines) + "\n")
    return seat.play("hostile.play")


def hostile_texts_are_refused(_, seats, __):
    """What would repaint what is around it cannot be recorded at all."""
    seat = seats["hostile"]
    before = seat.json("head")["size"]
    for text in REFUSED:
        (seat.folder / "refused.txt").write_text(text)
        done = seat.run("propose", "enact", "--file", "refused.txt", "--as", NAMES[0], ok=range(6))
        if done.returncode == 0:
            raise Fault(f"{text!r} was recorded")
    same("records", seat.json("head")["size"], before)


def hostile_texts(page, seats, _):
    """What looks like markup, a script or an address is shown as what it is, and runs nothing."""
    seat = seats["hostile"]
    page.open(seat.page())
    before = page.js("return document.querySelectorAll('script').length")
    same("the game's name", page.text("h1"), GAME)
    for view in VIEWS:
        page.go(f"#view={view}")
    told = document(seat.page().read_text())["proposals"]
    places = [f"#view=proposals&proposal={proposal['made']}" for proposal in told]
    shown = page.visit(places, """[...document.querySelectorAll(".change blockquote.text")]
        .map((one) => one.textContent).join("")""")
    said = page.visit(places[:len(SPOKEN)], """[...document.querySelectorAll("#main blockquote.text")]
        .filter((one) => !one.closest(".change")).map((one) => one.textContent)""")
    for at, text in enumerate(TEXTS):
        same(f"hostile text {at}", shown[at], as_shown(unicodedata.normalize("NFC", text)))
    for at, text in enumerate(SPOKEN):
        same(f"a reason and what was said on it, {at}", said[at], [text, text])
    page.go("#view=scores")
    same("names", sorted(page.texts("#main table:first-of-type tbody th bdi")), sorted(NAMES))
    after = page.js("return document.querySelectorAll('script').length")
    if page.js("return window.hacked") is not None or after != before:
        raise Fault("something of a player's ran")
    if page.js("return document.querySelectorAll('#main img, #main iframe, #main style, #main svg use').length"):
        raise Fault("a player's text made an element")
    page.quiet("hostile texts")
    return f"{len(TEXTS)} texts hold"

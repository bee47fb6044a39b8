"""What the page says of its records when it has checked them again."""

from browser import Fault
from web_games import put, taken


def signed_game(seat):
    seat.run("init", "Ann", "Bob")
    for name in ("ann", "bob"):
        seat.run("key", "new", f"{name}.key")
        seat.run("key", "register", "--as", name, "--key", f"{name}.key")
    seat.run("propose", "enact", "--text", "Tea at five.", "--as", "Ann", "--key", "ann.key")
    seat.run("debate", "Vote it down.", "--as", "Bob", "--key", "bob.key")
    return seat


def records_are_checked(page, seats, _):
    """The browser finds the records sound, and a changed one not."""
    seat = seats["signed"]
    path = seat.page()
    page.open(path, "#view=evidence")
    page.wait(lambda: page.text(".holds[role=status]"))
    said = page.text(".holds[role=status]")
    if f"{seat.json('head')['size']} records" not in said or "4 signatures verified" not in said:
        raise Fault(f"of sound records it says: {said}")
    data = bytearray(taken(path.read_text(), "bundle"))
    data[data.rindex(b"Vote it down") + 3] ^= 1
    forged = seat.folder / "forged.html"
    forged.write_text(put(path.read_text(), "bundle", bytes(data)))
    page.open(forged, "#view=evidence")
    page.wait(lambda: page.text(".broken[role=alert]"))
    if "They do not hold: record #" not in page.text(".broken[role=alert]"):
        raise Fault(f"of a changed record it says: {page.text('.broken[role=alert]')}")

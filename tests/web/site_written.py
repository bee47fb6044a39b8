"""How `nomic report --site` writes its folder: nothing is half there or lost, and nothing of somebody else's touched."""
import random
import subprocess
import time

from browser import Fault, same
from site_pages import Site, files_in, site_of, told


def written_again(seats, options):
    """Nothing changes in a folder that is written again; a bundle gives the same bytes as its ledger."""
    for name, seat in seats.items():
        before = site_of(seat).bytes()
        again = told(seat)
        same(f"{name}: written again", (again["written"], again["removed"]), (0, 0))
        same(f"{name}: its bytes", sum(map(len, before.values())) - len(before["nomic-site.txt"]), again["bytes"])
        seat.run("export", "whole.bundle", "--force", ok=(0, 2))
        seat.run("report", "--ledger", "whole.bundle", "--site", "other", ok=(0,))
        same(f"{name}: files from a bundle", Site(seat.folder / "other").bytes(), before)
        seat.run("report", "--site", "bare", "--no-records")
        if (seat.folder / "bare/game.bundle").exists():
            raise Fault("the records are there")
        same(f"{name}: verify", seat.run("verify", "site/game.bundle").returncode, 0)


def pages_that_are_gone(seats, _):
    """A page that the game has no more is removed, and whatever else is there stays."""
    seat = seats["circuits"]
    site_of(seat)
    mine = seat.folder / "site/rules/mine.html"
    mine.write_text("mine")
    whole = files_in(seat.folder / "site")
    start = told(seat, "--at", "start")
    left = files_in(seat.folder / "site")
    same("removed", len(whole) - len(left), start["removed"])
    if not mine.exists() or any(path.startswith("proposals/3") for path in left):
        raise Fault(f"what is left: {sorted(left)}")
    same("and back", (told(seat)["removed"], mine.read_text()), (0, "mine"))
    mine.unlink()


def folders_of_others(seats, options):
    """Nothing is written where something of somebody else's is, unless that is asked for; nothing through a link."""
    seat, other = seats["table"], seats["mail"]
    folder = seat.folder / "taken"
    folder.mkdir()
    (folder / "letter.txt").write_text("mine")
    refused = seat.run("report", "--site", "taken", ok=(2,)).stderr
    if "is not empty, and nomic has not made it" not in refused:
        raise Fault(refused)
    same("what is there", [one.name for one in folder.iterdir()], ["letter.txt"])
    seat.run("report", "--site", "taken", "--force")
    same("the letter", (folder / "letter.txt").read_text(), "mine")
    seat.run("report", "--site", "taken")
    refused = other.run("report", "--site", str(folder), ok=(2,)).stderr
    if "the pages of another game" not in refused:
        raise Fault(refused)
    (folder / "rules/9999.html").write_text("mine")
    same("a page of somebody's", told(seat)["removed"], 0)
    outside = seat.folder / "outside"
    outside.mkdir()
    (outside / "101.html").write_text("mine")
    linked = seat.folder / "linked"
    linked.mkdir()
    (linked / "rules").symlink_to(outside)
    refused = seat.run("report", "--site", "linked", "--force", ok=(2,)).stderr
    if "is no folder, and pages are to be in it" not in refused:
        raise Fault(refused)
    same("what lies outside", [(one.name, one.read_text()) for one in outside.iterdir()], [("101.html", "mine")])
    (seat.folder / "a-file").write_text("mine")
    for words in (("--site", "a-file"), ("--site", "-"), ("--site", "s", "-o", "p.html"),
                  ("--url", "https://a.example"), ("--site", "s", "--url", "javascript:1"),
                  ("--site", "s", "--format", "md")):
        seat.run("report", *words, ok=(2,))


def killed(seats, options):
    """A run that is killed leaves whole files, of before or after; the next one ends its work."""
    random.seed(options.seed)
    seat = seats["circuits"]
    begun = time.monotonic()
    after = site_of(seat, name="after").bytes()
    lasts = time.monotonic() - begun
    before = site_of(seat, "--at", "start", "--lang", "ja", name="before").bytes()
    for _ in range(options.kills):
        seat.run("report", "--site", "killed", "--at", "start", "--lang", "ja")
        run = subprocess.Popen([seat.nomic, "report", "--site", "killed"], cwd=seat.folder, stdout=subprocess.DEVNULL,
                               env={"PATH": "/usr/bin:/bin", "HOME": str(seat.folder)})
        time.sleep(random.uniform(0, lasts * 1.1))
        run.kill()
        run.wait()
        left = files_in(seat.folder / "killed")
        for path, text in left.items():
            if path != "nomic-site.txt" and ".new-" not in path and text not in (before.get(path), after.get(path)):
                raise Fault(f"{path} is of neither run: {text[:60]!r}")
        missing = [path for path in before if path in after and path not in left]
        same("what was there before and is gone", missing, [])
        same("once more", Site(site_of(seat, name="killed").folder).bytes(), after)


WRITTEN = [written_again, pages_that_are_gone, folders_of_others, killed]

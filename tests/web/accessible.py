"""The page for those who do not see it, or see it otherwise: axe-core (npm, pinned in axe/, for tests only) asks every
view, in the light and in the dark, in two languages, at a moment that is past, and without a script."""

import pathlib
import shutil
import subprocess

from browser import Fault
from web_games import VIEWS

HERE = pathlib.Path(__file__).resolve().parent
# Places that no view alone shows.
PLACES = ["#view=rules&rule=203", "#view=proposals&proposal=31", "#view=records&record=39", "#view=now&at=35",
          "#view=now&at=nowhere", "#view=rules&q=unanimous", "#view=scores&lang=ja", "#view=disputes&lang=ja"]
DETAILS = "for (const one of document.querySelectorAll('details')) one.open = true"


def axe_in(build):
    """The script, installed once into the build folder; nothing, and why: it cannot be."""
    folder = pathlib.Path(build) / "axe"
    script = folder / "node_modules/axe-core/axe.min.js"
    if script.is_file() and (folder / "package-lock.json").read_bytes() == (HERE / "axe/package-lock.json").read_bytes():
        return script.read_text(), ""
    if not shutil.which("npm"):
        return None, "npm is not installed"
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(HERE / "axe" / name, folder / name)
    try:
        done = subprocess.run(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--fetch-retries=1"],
                              cwd=folder, capture_output=True, text=True, timeout=90)
    except subprocess.TimeoutExpired:
        return None, "npm does not answer"
    if done.returncode != 0 or not script.is_file():
        return None, "npm cannot install axe-core: " + (done.stderr.strip().splitlines() or ["it does not say why"])[-1]
    return script.read_text(), ""


def found_in(page, what):
    found = page.driver.execute_async_script(
        """const done = arguments[0];
        axe.run(document, {resultTypes: ["violations"]}).then((result) => done(result.violations.map((one) =>
          one.id + ": " + one.help + ": " + one.nodes.slice(0, 3).map((node) => node.html).join(" | "))))""")
    if found:
        raise Fault(f"{what}: axe-core finds {'; '.join(found)}")


def is_accessible(page, seats, options):
    axe, why = axe_in(options.build)
    if not axe:
        return f"skipped: {why}"
    page.driver.set_script_timeout(120)
    page.open(seats["judgment"].page())
    page.js(axe)
    for scheme in ("light", "dark"):
        page.media(prefers_color_scheme=scheme)
        for address in ["#view=" + view for view in VIEWS] + (PLACES if scheme == "light" else []):
            page.go(address)
            page.js(DETAILS)
            found_in(page, f"{address}, {scheme}")
    page.media()
    page.js("document.body.classList.remove('alive'); document.getElementById('app').hidden = true;" + DETAILS)
    found_in(page, "without a script")
    page.quiet("axe-core")
    return "axe-core finds nothing"

"""The page's own words in the languages of its catalogue, and rules in several."""

import pathlib
import re

from browser import Fault, same
from web_games import VIEWS, Seat

CATALOGUE = pathlib.Path(__file__).resolve().parents[2] / "tools/words/page"


def catalogue():
    """By language, words by their keys: read once more, by another road than the page's."""
    return {path.stem: dict(re.findall(r"^([a-zA-Z._]+) = (.+)$", path.read_text(), re.M))
            for path in sorted(CATALOGUE.glob("*.txt"))}


def words_in_every_language(page, seats, _):
    """Chosen in the page, each language is there in every view, and says so; so it is when the file is made in it."""
    words = catalogue()
    seat = seats["judgment"]
    page.open(seat.page())
    for lang, said in words.items():
        for view in VIEWS:
            page.go(f"#view={view}" + ("" if lang == "en" else f"&lang={lang}"))
            what = f"{view} in {lang}"
            same(f"the language of {what}", page.js("return document.documentElement.lang"), lang)
            same(f"views of {what}", page.texts("nav a"), [said["view." + one] for one in VIEWS])
            shown = page.text("#app")
            keys = [key for key in said if "." in key and re.search(rf"(?<![\w./]){re.escape(key)}(?![\w/])", shown)]
            if keys or re.search(r"\{[a-z]+\}", shown):
                raise Fault(f"{what}: it shows {keys} in place of words, or a part is missing")
        if lang != "en":
            same(f"sentences in {lang}", page.js("""return [...document.querySelectorAll("#main [lang]")]
                .filter((one) => one.lang === "en").length > 0"""), True)
            made_in(seat, lang, said)
    page.quiet("languages")


def made_in(seat, lang, said):
    html = seat.page("--lang", lang, name=f"{lang}.html").read_text()
    if f'<html lang="{lang}">' not in html or f'id="s-now">{said["view.now"]}</h2>' not in html:
        raise Fault(f"a page made with --lang {lang} is not in {lang}")
    done = seat.run("verify", f"{lang}.html", ok=range(6))
    same(f"verify {lang}.html", done.returncode, 0)


def rules_in_five_languages(page, seats, _):
    """A game whose rules are Japanese has a Japanese page; side by side there are as many texts as languages."""
    seat = Seat(seats.nomic, pathlib.Path(seats.top) / "five")
    seat.run("init", "--lang", "ja,en,es,it,nl", "Aiko", "Botan")
    page.open(seat.page(), "#view=rules")
    same("the language of the page", page.js("return document.documentElement.lang"), "ja")
    page.js("""const choice = [...document.querySelectorAll("main select")].pop();
        choice.value = "*"; choice.dispatchEvent(new Event("change"))""")
    page.settle()
    first = page.js("""return [...document.querySelectorAll("article.rule .side")].map((one) =>
        [...one.querySelectorAll(".text")].map((text) => text.lang).join())""")
    same("languages side by side", set(first), {"ja,en,es,it,nl"})
    page.quiet("five languages")

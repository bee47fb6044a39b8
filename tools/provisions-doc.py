#!/usr/bin/env python3
"""Makes docs/provisions.md out of schema/nomic/v1/provisions.proto, which documents itself, and of the recipes.

    python3 tools/provisions-doc.py schema/nomic/v1/provisions.proto > docs/provisions.md

A section a kind, a row a field: its type, what it means, and what holds where no rule in force sets it. Comments stand
above what they are about, or beside it; in the comment of a kind, an `Example:` is followed by what it `Reads:`.
"""

import pathlib
import re
import sys

BLOCK = re.compile(r"^\s*(message|enum|oneof)\s+(\w+)\s*\{\s*(\})?")
FIELD = re.compile(r"^\s*(repeated\s+|optional\s+)?([\w.]+)\s+(\w+)\s*=\s*(\d+)\s*(?:\[\(holds\) = (\w+)\])?;\s*(?://\s*(.*))?$")
VALUE = re.compile(r"^\s*([A-Z][A-Z0-9_]*)\s*=\s*(\d+)\s*;\s*(?://\s*(.*))?$")
PLAIN = {"uint32": "number", "bool": "`true` or `false`", "string": "text",
         "int64": "thousandths of a point"}
RECIPES = pathlib.Path(__file__).resolve().parent / "recipes" / "data"
# What groups enact first, in the order in which they mostly do.
FIRST = ["two-thirds", "voluntary-vote", "quorum", "abstention", "changing-votes", "inactive-players", "joining-by-vote",
         "voting-award", "second-die", "keep-numbers", "own-award"]
RULE = r"(?<!\d)[12]\d\d(?!\d)"


class Block:
    """A message, an enumeration or a oneof, with what is in it in its order."""

    def __init__(self, what, name, comment):
        self.what, self.name, self.comment = what, name, comment
        self.fields, self.blocks = [], []


class Field:
    """A field of a message or a value of an enumeration."""

    def __init__(self, name, kind, label, comment, one_of="", holds=""):
        self.name, self.kind, self.label, self.comment, self.one_of = name, kind, label, comment, one_of
        self.holds = holds  # RULE or PROPOSAL: what it refers to
        self.shared = ""  # the comment above the fields before it, where it has none of its own


def read(text):
    """The file as one block that holds the others."""
    top = Block("file", "", "")
    stack, above, shared = [top], [], ""
    for line in text.split("\n"):
        stripped = line.strip()
        if stripped.startswith("//"):
            above.append(stripped[2:].removeprefix(" "))
            continue
        opened, field, value = BLOCK.match(line), FIELD.match(line), VALUE.match(line)
        if opened:
            block = Block(opened[1], opened[2], above)
            stack[-1].blocks.append(block)
            if not opened[3]:
                stack.append(block)
        elif value or field:
            beside = (value and value[3]) or (field and field[6]) or ""
            comment = " ".join(above + ([beside] if beside else []))
            # Fields that follow one another without a comment share the one above.
            shared = comment or shared
            one_of = stack[-1].name if stack[-1].what == "oneof" else ""
            owner = stack[-2] if one_of else stack[-1]
            if value:
                owner.fields.append(Field(value[1], "", "", comment))
            else:
                owner.fields.append(Field(field[3], field[2], (field[1] or "").strip(), comment, one_of, field[5] or ""))
                owner.fields[-1].shared = "" if comment else shared
        elif stripped == "}":
            stack.pop()
        if not stripped or opened or stripped == "}":
            shared = ""
        above = []
    return top


def sentence_case(text):
    return text[:1].upper() + text[1:]


def cell(text):
    return text.replace("|", "\\|")


def without_default(comment):
    """(what it means, what holds where it is unregulated)."""
    found = re.search(r"\s*Unregulated: (.*?\.)(?=\s|$)", comment)
    if not found:
        return comment, ""
    value = found[1].removesuffix(".")
    plain = re.fullmatch(r"[A-Z_]+|true|false|\d+", value)
    return (comment[:found.start()] + comment[found.end():]).strip(), f"`{value}`" if plain else sentence_case(found[1])


def prose(comment):
    """(the text, [(example, what it reads)]) of a kind's comment."""
    lines, examples = [], []
    for line in comment:
        if line.startswith("Example: "):
            examples.append([line.removeprefix("Example: "), ""])
        elif line.startswith("Reads: "):
            examples[-1][1] = line.removeprefix("Reads: ")
        elif line.startswith("  ") and examples:
            examples[-1][1] += " " + line.strip()
        else:
            lines.append(line)
    return " ".join(lines), examples


def in_first_parentheses(text):
    depth, begin = 0, text.find("(")
    for i, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if begin >= 0 and i > begin and depth == 0:
            return text[begin + 1:i]
    return ""


def generalises(text):
    """The rules of the Initial Set that a kind's comment names first."""
    said = in_first_parentheses(text)
    rules = sorted(set(re.findall(RULE, said)))
    if not rules or re.search(r"Initial Set (knows none|has none|does not say)", said):
        return "none"
    return ", ".join(rules)


class Recipe:
    """What the page says of a recipe."""

    def __init__(self, text):
        self.name = re.search(r'^  name: "(.*)"$', text, re.MULTILINE)[1]
        self.summary = re.search(r'^  summary: "(.*)"$', text, re.MULTILINE)[1]
        replaces = re.search(r'^  replaces: "(\w+)"$', text, re.MULTILINE)
        self.change = f"in place of {replaces[1]}" if replaces else "a new rule"
        needs = re.findall(r'^  needs \{\s*(?:mutable_rule: "(\w+)"|recipe: "([\w-]+)")', text, re.MULTILINE)
        self.first = ", ".join(f"`transmute {rule}`" if rule else recipe for rule, recipe in needs)
        self.settings = re.findall(r'^    name: "([\w-]+)"', text, re.MULTILINE)

    def row(self):
        settings = ", ".join(f"`{name}`" for name in self.settings)
        return f"| `{self.name}` | {self.summary} | {self.change} | {settings} | {self.first} |"


def recipes():
    """All of them by name, as their files have them."""
    found = {}
    for path in sorted(RECIPES.glob("*.txtpb")):
        for text in re.split(r"^recipes \{$", path.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
            recipe = Recipe(text)
            found[recipe.name] = recipe
    return found


class Page:
    def __init__(self, top):
        self.top = top
        self.messages = {block.name: block for block in top.blocks}
        self.kinds = [field for field in self.messages["Provision"].fields if field.one_of]
        self.lines = []

    def say(self, *lines):
        self.lines.extend(lines)

    def find(self, name, within):
        """The block that a field's type names, as protobuf looks it up."""
        path = name.split(".")
        for block in [*within.blocks, *self.top.blocks]:
            if block.name == path[0]:
                for part in path[1:]:
                    block = next(inner for inner in block.blocks if inner.name == part)
                return block
        raise SystemExit(f"nothing is called {name} in {within.name}")

    def type_of(self, field, within):
        many = "list of " if field.label == "repeated" else ""
        if field.kind in PLAIN:
            plain = "number of a rule" if field.holds else PLAIN[field.kind]
            if field.holds and many:
                return "list of numbers of rules"
            return many + (plain + "s" if many else plain)
        block = self.find(field.kind, within)
        if block.what == "message":
            return f"{many}[{block.name}](#{block.name.lower()})"
        if block in self.top.blocks:
            return f"{many}[{block.name}](#{block.name.lower()})"
        values = [f"`{value.name}`: {cell(value.comment)}" for value in block.fields if value.comment]
        return (many and "list of:<br>") + "<br>".join(values)

    def table(self, block):
        if not block.fields:
            self.say("", "No fields: it is written `{}`.")
            return
        self.say("", "| field | values | meaning | unregulated |", "|---|---|---|---|")
        for field in block.fields:
            meaning, default = without_default(field.comment)
            if not meaning and field.kind not in PLAIN:
                meaning = prose(self.find(field.kind, block).comment)[0]
            elif not meaning:
                meaning = field.shared
            self.say(f"| `{field.name}` | {self.type_of(field, block)} | {cell(sentence_case(meaning))} | {cell(default)} |")
        one_of = [f"`{field.name}`" for field in block.fields if field.one_of]
        if one_of:
            self.say("", f"Exactly one of {', '.join(one_of)}.")

    def kind(self, field):
        block = self.messages[field.kind]
        text, examples = prose(block.comment)
        meaning, default = without_default(text)
        self.say("", f"### {field.name}", "", meaning)
        self.say("", f"Rules of the Initial Set: {generalises(text)}." + (f" Unregulated: {default[:1].lower()}{default[1:]}"
                                                                           if default else ""))
        self.table(block)
        for example, reads in examples:
            self.say("", f"    {example}", "", f"Reads: {reads}.")

    def part(self, block):
        self.say("", f"### {block.name}", "", sentence_case(" ".join(block.comment)))
        if block.what == "message":
            self.table(block)
            for inner in block.blocks:
                if inner.what == "message":
                    self.part(inner)
            return
        self.say("", "| value | meaning |", "|---|---|")
        for value in block.fields:
            if value.comment:
                self.say(f"| `{value.name}` | {cell(sentence_case(value.comment))} |")

    def recipes(self):
        """The ten that groups mostly have, with what one of them needs; then the others."""
        known = recipes()
        head = ("| recipe | what it does | rule | to be set | needs first |", "|---|---|---|---|---|")
        self.say(*head, *[known[name].row() for name in FIRST])
        self.say("", "### More of them", "", *head, *[known[name].row() for name in known if name not in FIRST])

    def print(self):
        self.say("# Provisions", "",
                 "<!-- Made from schema/nomic/v1/provisions.proto by tools/provisions-doc.py. Change it there. -->", "",
                 "What a rule says to the program. Rules that groups like to have are ready, with their text in five "
                 "languages and their provisions; nobody need write a line of what is further down for these.", "",
                 "## Recipes", "",
                 "    nomic recipes                                    all of them",
                 "    nomic recipes voting-award                       one in full: text, what it needs, the commands",
                 "    nomic propose --recipe voting-award --set points=2 --as Ann", "",
                 "A recipe is proposed as it is meant: as a new rule, or in the place of the rule that it replaces, under the "
                 "number that this bears by now (108). What groups choose of it is set with `--set`, within bounds. "
                 "`--text` gives it words of the players' own.", "",
                 "### What groups enact first", "")
        self.recipes()
        self.say("", "## Provisions", "",
                 "What makes a rule executable: every kind of clause that the program can play by. A rule-change carries them "
                 "beside the rule's text, each after `--provision` or in a file:", "",
                 "    nomic propose amend 203 --text \"Two thirds adopt.\" \\",
                 "      --provision 'adoption { fraction: \"2/3\" of: ELIGIBLE }'", "",
                 "A scope before the kind limits it; what is limited is an exception to what is not:", "",
                 "    scope { changes: REPEAL } adoption { fraction: \"3/4\" of: CAST }", "",
                 "`nomic show-rules 203` says in plain words what a rule is played by, and `nomic status` what an open proposal "
                 "would be. A provision that cannot be met is refused, with the field's name.", "",
                 "Points stand in quotation marks, `points: \"14.3\"`; they are recorded in thousandths, in fields that say so: "
                 "`points_thousandths: 14300`. In some kinds one "
                 "rule prevails, field by field (110, 211); in others the provisions of all rules count. Each kind says which, of which "
                 "rules of the Initial Set it is a generalisation, and what holds where no rule in force sets a field: then "
                 "it is unregulated.",
                 "", "## Kinds", "", "| kind | rules of the Initial Set |", "|---|---|")
        for field in self.kinds:
            text, _ = prose(self.messages[field.kind].comment)
            self.say(f"| [{field.name}](#{field.name}) | {generalises(text)} |")
        for field in self.kinds:
            self.kind(field)
        self.say("", "## Parts", "", "What several kinds are made of.")
        kinds = {field.kind for field in self.kinds}
        for block in self.top.blocks:
            if block.name not in kinds and block.name != "Provision":
                self.part(block)
        for field in self.kinds:
            for inner in self.messages[field.kind].blocks:
                if inner.what == "message":
                    self.part(inner)
        return "\n".join(self.lines) + "\n"


def document(schema):
    """The page for the text of the schema."""
    return Page(read(schema)).print()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.stdout.write(document(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")))

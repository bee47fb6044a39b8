"""The document of a page as Python has it, from its text and back: lists of dicts out of columns. Made from what
tools/report/document_columns.h and document_text.cc say, so that the program's own reading has a
second. `records`: those of the page, packed, in which strings stand that the document then only names."""

import datetime
import json
import re

ESCAPED = re.compile(r"\\(n|\\|=(\d+)$)")
IN_RECORDS = re.compile(r"\\@(\d+),(\d+)")
LEAST_PLACED = 24
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?Z")


# ---- Reading -------------------------------------------------------------------------------------------------------


def strings_of(lines, records):
    strings = []
    for line in lines:
        if named := IN_RECORDS.fullmatch(line):
            at, count = int(named[1]), int(named[2])
            strings.append(records[at:at + count].decode())
            continue
        plain = {"n": "\n", "\\": "\\"}
        strings.append(ESCAPED.sub(lambda found: strings[int(found[2])] if found[2] else plain[found[1]], line))
    return strings


def sums(steps):
    total, out = 0, []
    for step in steps:
        total += step
        out.append(total)
    return out


def time_text(micros):
    moment = datetime.datetime(1970, 1, 1) + datetime.timedelta(microseconds=micros)
    return moment.isoformat() + "Z"


def values_of(node, count, strings):
    if "of" in node:
        return rows_of(node["of"], count, strings)
    numbers = sums(node["d"]) if "d" in node else node.get("v")
    kind = node.get("k")
    if kind == "b":
        return [True] * count if numbers is None else [number != 0 for number in numbers]
    if kind == "s":
        return [strings[number] for number in numbers]
    return [time_text(number) for number in numbers] if kind == "t" else numbers


def rows_of(nodes, count, strings):
    rows = [{} for _ in range(count)]
    for name, node in nodes.items():
        standing = range(count)
        if "at" in node:
            standing = sums(node["at"])
        elif "not" in node:
            lacking = set(sums(node["not"]))
            standing = [row for row in range(count) if row not in lacking]
        counts = node.get("n")
        values = iter(values_of(node, sum(counts) if counts is not None else len(standing), strings))
        for at, row in enumerate(standing):
            rows[row][name] = [next(values) for _ in range(counts[at])] if counts is not None else next(values)
    return rows


def read(text, records):
    head, messages, rest = text.split("\n", 2)
    tables, pool = ("", rest[1:]) if rest.startswith("\n") else rest.split("\n\n", 1)
    strings = strings_of(pool.split("\n")[:-1], records)
    view = {**json.loads(head), **json.loads(messages)}
    for line in tables.split("\n"):
        if line:
            name, count, columns = line.split(" ", 2)
            view[name] = rows_of(json.loads(columns), int(count), strings)
    return view


# ---- Writing -------------------------------------------------------------------------------------------------------


class Pool:
    def __init__(self, records):
        self.places, self.lines, self.records = {}, [], records

    def alone(self, text):
        data = text.encode()
        at = self.records.find(data) if len(data) >= LEAST_PLACED else -1
        return text.replace("\\", "\\\\").replace("\n", "\\n") if at < 0 else f"\\@{at},{len(data)}"

    def place(self, text):
        if text not in self.places:
            begins, colon, ends = text.partition(": ")
            escape = lambda words: words.replace("\\", "\\\\").replace("\n", "\\n")
            known = self.places.get(ends) if colon else None
            self.lines.append(self.alone(text) if known is None else f"{escape(begins + colon)}\\={known}")
            self.places[text] = len(self.places)
        return self.places[text]


def steps(numbers):
    return [number - before for before, number in zip([0] + numbers, numbers)]


def shorter(numbers):
    plain, short = (json.dumps(one, separators=(",", ":")) for one in (numbers, steps(numbers)))
    return {"d": steps(numbers)} if len(short) < len(plain) else {"v": numbers}


def micros(text):
    moment = datetime.datetime.fromisoformat(text[:-1])
    return (moment - datetime.datetime(1970, 1, 1)) // datetime.timedelta(microseconds=1)


def column(values, pool):
    if isinstance(values[0], dict):
        return {"of": columns(values, pool)}
    if isinstance(values[0], bool):
        return {"k": "b"} if all(values) else {"k": "b", **shorter([int(value) for value in values])}
    if isinstance(values[0], str):
        if all(TIME.fullmatch(value) for value in values):
            return {"k": "t", "d": steps([micros(value) for value in values])}
        return {"k": "s", **shorter([pool.place(value) for value in values])}
    return shorter(values) if all(isinstance(value, int) for value in values) else {"v": values}


def columns(rows, pool):
    out = {}
    for name in dict.fromkeys(name for row in rows for name in row):
        standing = [at for at, row in enumerate(rows) if name in row]
        node = {}
        if len(standing) != len(rows):
            lacking = [at for at, row in enumerate(rows) if name not in row]
            node = {"at": steps(standing)} if len(standing) * 2 <= len(rows) else {"not": steps(lacking)}
        values = [rows[at][name] for at in standing]
        if isinstance(values[0], list):
            node["n"] = [len(value) for value in values]
            values = [one for value in values for one in value]
        out[name] = {**node, **(column(values, pool) if values else {})}
    return out


def write(view, records):
    pool = Pool(records)
    is_table = lambda value: isinstance(value, list) and value and isinstance(value[0], dict)
    compact = lambda value: json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    tables = [f"{name} {len(value)} {compact(columns(value, pool))}\n" for name, value in view.items()
              if is_table(value)]
    head = {name: value for name, value in view.items() if not isinstance(value, (dict, list))}
    messages = {name: value for name, value in view.items() if isinstance(value, dict)}
    return f"{compact(head)}\n{compact(messages)}\n{''.join(tables)}\n" + "".join(line + "\n" for line in pool.lines)

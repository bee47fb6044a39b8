"""docs/provisions.md is what tools/provisions-doc.py makes of the schema, and every example in it says what it reads."""

import importlib.util
import pathlib
import re

import sources

SCHEMA = "schema/nomic/v1/provisions.proto"
PAGE = "docs/provisions.md"


def maker():
    path = pathlib.Path(__file__).resolve().parents[2] / "tools" / "provisions-doc.py"
    spec = importlib.util.spec_from_file_location("provisions_doc_maker", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def check(top):
    top = pathlib.Path(top)
    schema = (top / SCHEMA).read_text(encoding="utf-8")
    page = (top / PAGE).read_text(encoding="utf-8")
    findings = []
    if page != maker().document(schema):
        findings.append(f"{PAGE}: not what the schema says: python3 tools/provisions-doc.py {SCHEMA} > {PAGE}")
    lines = schema.split("\n")
    for number, line in enumerate(lines, 1):
        if line.startswith("// Example: ") and not re.match(r"// Reads: \S", lines[number]):
            findings.append(f"{SCHEMA}:{number}: an example without what it reads")
    return findings, 1


if __name__ == "__main__":
    sources.main(check)

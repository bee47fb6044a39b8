"""docs/api.md is what tools/api-doc.py makes of the table of questions and the schema, and every parameter is explained."""

import importlib.util
import pathlib

import sources

PAGE = "docs/api.md"


def maker():
    path = pathlib.Path(__file__).resolve().parents[2] / "tools" / "api-doc.py"
    spec = importlib.util.spec_from_file_location("api_doc_maker", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def check(top):
    top = pathlib.Path(top)
    page = maker().Page(top)
    findings = []
    if (top / PAGE).read_text(encoding="utf-8") != page.print():
        findings.append(f"{PAGE}: not what the tables and the schema say: python3 tools/api-doc.py . > {PAGE}")
    explained = {parameter[0] for parameter in page.parameters}
    used = {name for route in page.routes for name in route[4].split()}
    findings += [f"tools/server/api/parameters.inc: {name} is not explained" for name in sorted(used - explained)]
    findings += [f"tools/server/api/parameters.inc: no question takes {name}" for name in sorted(explained - used)]
    return findings, len(page.routes)


if __name__ == "__main__":
    sources.main(check)

"""docs/api.md, and the table of routes in docs/server.md, are what tools/api-doc.py makes of the tables of the server and
the schema. Every parameter is explained, and each set of askers says of every asker whether it has them."""

import importlib.util
import pathlib

import sources


def maker():
    path = pathlib.Path(__file__).resolve().parents[2] / "tools" / "api-doc.py"
    spec = importlib.util.spec_from_file_location("api_doc_maker", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def check(top):
    top = pathlib.Path(top)
    page = maker().Page(top)
    findings = [f"tools/server/api/routes.inc: {name} does not say yes or no of every asker" for name, *row in page.who
                if len(row) != len(page.askers) + 1 or not {*row[:-1]} <= {"true", "false"}]
    if findings:
        return findings, len(page.routes)
    for path, text in maker().documents(top).items():
        if (top / path).read_text(encoding="utf-8") != text:
            findings.append(f"{path}: not what the tables and the schema say: python3 tools/api-doc.py .")
    explained = {parameter[0] for parameter in page.parameters}
    used = {name for route in page.routes for name in route[4].split()}
    findings += [f"tools/server/api/parameters.inc: {name} is not explained" for name in sorted(used - explained)]
    findings += [f"tools/server/api/parameters.inc: no question takes {name}" for name in sorted(explained - used)]
    return findings, len(page.routes)


if __name__ == "__main__":
    sources.main(check)

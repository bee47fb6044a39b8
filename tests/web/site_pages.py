"""A folder of pages as a browser without scripts would read it: elements, text, links; and what no page may hold."""

import html.parser
import pathlib
import posixpath
import re

from browser import Fault

VOID = {"meta", "link", "br", "hr"}
ELEMENTS = VOID | set(
    "html head title body a header footer nav main section article h1 h2 h3 h4 p span bdi strong small code pre time "
    "ul ol li dl dt dd div table caption thead tbody tr th td details summary blockquote del ins".split())
ATTRIBUTES = {"lang", "charset", "http-equiv", "content", "name", "rel", "href", "type", "title", "class", "dir", "id",
              "aria-label", "aria-current", "tabindex", "role", "scope", "datetime"}
POLICY = "default-src 'none'; style-src 'self' file:; base-uri 'none'; form-action 'none'"
# No name of anybody's is in an address.
PATH = re.compile(r"(?:(?:rules|proposals|records|scores)/)?[a-z0-9-]+\.(?:html|css|atom|bundle|txt)")


class Element:
    def __init__(self, name, attributes, parent):
        self.name, self.attributes, self.parent, self.children = name, dict(attributes), parent, []

    def all(self):
        yield self
        for child in self.children:
            if isinstance(child, Element):
                yield from child.all()

    def find(self, name, **attributes):
        """Those of that name whose attributes have these words."""
        return [one for one in self.all() if one.name == name and all(
            value in one.attributes.get(key.rstrip("_"), "").split() for key, value in attributes.items())]

    def text(self):
        return "".join(child if isinstance(child, str) else child.text() for child in self.children)


class Page(html.parser.HTMLParser):
    """Read strictly: each element is closed where it has to be, and is one of those that a page may have."""

    def __init__(self, path, text):
        super().__init__(convert_charrefs=True)
        self.path, self.declared = path, False
        self.root = self.open = Element("", (), None)
        self.feed(text)
        self.close()
        if self.open is not self.root:
            self.fault(f"<{self.open.name}> is not closed")
        self.ids = [one.attributes["id"] for one in self.root.all() if "id" in one.attributes]

    def fault(self, what):
        raise Fault(f"{self.path}: {what}")

    def handle_decl(self, decl):
        self.declared = decl == "DOCTYPE html"

    def handle_comment(self, data):
        self.fault(f"a comment {data[:40]!r}")

    def unknown_decl(self, data):
        self.fault(f"a declaration {data[:40]!r}")

    def handle_pi(self, data):
        self.fault(f"an instruction {data[:40]!r}")

    def handle_starttag(self, tag, attrs):
        if tag not in ELEMENTS:
            self.fault(f"an element <{tag}>")
        names = [name for name, _ in attrs]
        if not set(names) <= ATTRIBUTES or len(set(names)) < len(names):
            self.fault(f"<{tag}> has {names}")
        element = Element(tag, attrs, self.open)
        self.open.children.append(element)
        if tag not in VOID:
            self.open = element

    def handle_endtag(self, tag):
        if self.open.name != tag:
            self.fault(f"</{tag}> within <{self.open.name}>")
        self.open = self.open.parent

    def handle_data(self, data):
        self.open.children.append(data)

    def links(self):
        """(path in the folder, fragment) of each."""
        for one in self.root.all():
            if "href" in one.attributes:
                address = one.attributes["href"]
                if re.match(r"[a-z]+:|/", address):
                    self.fault(f"a link that is not relative: {address!r}")
                path, _, fragment = address.partition("#")
                there = posixpath.normpath(posixpath.join(posixpath.dirname(self.path), path)) if path else self.path
                yield there, fragment

    def check(self):
        """What every page has, and what none may."""
        policy = self.root.find("meta")[1].attributes
        if policy != {"http-equiv": "Content-Security-Policy", "content": POLICY}:
            self.fault(f"its second <meta> is {policy}")
        if not self.declared or self.root.find("meta")[0].attributes != {"charset": "utf-8"}:
            self.fault("it does not begin as it should")
        if not self.root.find("html")[0].attributes.get("lang"):
            self.fault("it names no language")
        if len(self.root.find("main")) != 1 or len(self.root.find("title")) != 1 or not self.root.find("h1"):
            self.fault("it has not one <main>, one <title>, and a heading")
        if len(set(self.ids)) < len(self.ids):
            self.fault("an id stands there twice")


class Site:
    """All pages of a folder, each read and checked."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.files = {str(one.relative_to(self.folder)): one for one in self.folder.rglob("*") if one.is_file()}
        self.pages = {path: Page(path, one.read_text(encoding="utf-8")) for path, one in self.files.items()
                      if path.endswith(".html")}
        for page in self.pages.values():
            page.check()

    def __getitem__(self, path):
        return self.pages[path].root

    def bytes(self):
        return {path: one.read_bytes() for path, one in self.files.items()}

    def crawl(self):
        """Every link from the first page on leads to what is there; the paths that are met."""
        met, waiting = set(), ["index.html"]
        while waiting:
            path = waiting.pop()
            if path in met:
                continue
            met.add(path)
            if path not in self.files:
                raise Fault(f"nothing is at {path}")
            if path not in self.pages:
                continue
            for target, fragment in self.pages[path].links():
                if target not in self.files:
                    raise Fault(f"{path} leads to {target}, where nothing is")
                if fragment and fragment not in self.pages[target].ids:
                    raise Fault(f"{path} leads to {target}#{fragment}, which is not there")
                waiting.append(target)
        return met


# ---- A seat's folder -----------------------------------------------------------------------------------------------


def site_of(seat, *options, name="site"):
    seat.run("report", "--site", name, *options)
    return Site(seat.folder / name)


def files_in(folder):
    """The bytes of each, by its path."""
    return {str(one.relative_to(folder)): one.read_bytes() for one in folder.rglob("*") if one.is_file()}


def told(seat, *options):
    """What it says that it wrote."""
    return seat.json("report", "--site", "site", *options)

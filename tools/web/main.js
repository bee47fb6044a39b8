// The page itself: reads the document, puts the views in the place of what is readable without a script, and follows
// the address and the keys.

// Mithril 1.1.6 keeps elements that it has removed on the arrays of what it draws, to use them again, and then puts
// elements where they do not belong. No array of this page takes them.
Object.defineProperty(Array.prototype, "pool", {get: () => null, set: () => {}});

const SHOWS = {
  now: nowView, scores: scoresView, rules: rulesView, proposals: proposalsView, disputes: disputesView,
  records: recordsView, evidence: evidenceView,
};

const Page = {
  view: () => [
    m("a.skip", {href: "#main", onclick: (event) => {
      event.preventDefault();
      document.getElementById("main").focus();
    }}, say("page.skip")),
    m("header.top", [
      m("div.title", m("h1", {dir: "auto", lang: ""}, shown(doc.name)), m(LanguageChoice)),
      besides.top(),
      doc.rehearsal ? m("p.note", sentence(doc.rehearsal.inWords)) : null,
      doc.status.afterwards ? m("p.note", sentence(doc.status.afterwards.inWords)) : null,
      m("nav", {"aria-label": say("page.views")}, m("ul", VIEWS.map((view) => m("li",
        link({view}, say("view." + view), view === place.view ? {"aria-current": "page"} : {}))))),
      m(TimeBar),
    ]),
    // A view is made anew and not out of another, whose parts are not its own.
    m("main#main", {tabindex: -1}, [
      m("div", {key: viewKey(), class: isPast() ? "past" : ""}, SHOWS[place.view]()),
      m("p.quiet.keys", {key: "keys"}, say("page.keys"), pageLanguage() === "en" ? null : [" ", say("page.english")]),
    ]),
  ],
};

function viewKey() {
  return [place.view, place.rule, place.proposal, place.record, pageLanguage()].join(" ");
}

function onKey(event) {
  const isTyping = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
  if (isTyping || event.ctrlKey || event.altKey || event.metaKey) return;
  const steps = {
    ArrowLeft: () => event.shiftKey ? endBefore("turn:") : place.at - 1,
    ArrowRight: () => event.shiftKey ? endAfter("turn:") : place.at + 1,
    ",": () => endBefore("proposal:"), ".": () => endAfter("proposal:"),
  };
  if (event.key === "/" && document.getElementById("search")) {
    event.preventDefault();
    document.getElementById("search").focus();
  } else if (steps[event.key]) {
    const to = steps[event.key]();
    if (to >= 0 && to <= lastRecord()) goAt(to, true);
    event.preventDefault();
  }
}

// At once, where m.redraw() may wait for the next frame.
function drawNow() {
  m.render(document.getElementById("app"), m(Page));
}

// What was read is shown, and follows the address and the keys from now on.
function show() {
  readAddress();
  const app = document.getElementById("app");
  m.mount(app, Page);
  app.hidden = false;
  document.body.classList.add("alive");
  addEventListener("hashchange", () => {
    unwritten = null;
    readAddress();
    m.redraw();
    scrollTo(0, 0);
  });
  addEventListener("keydown", onKey);
  // Before a link is followed or copied, which may lead to where the address still is.
  for (const touch of ["pointerdown", "click", "auxclick", "contextmenu"]) addEventListener(touch, writeNow, true);
}

// That the page, or the rest of it, cannot be shown.
function sayBroken(fault) {
  const words = document.createElement("p");
  words.className = "broken";
  words.setAttribute("role", "alert");
  words.textContent = say("page.broken", {fault: String(fault)});
  document.body.prepend(words);
}

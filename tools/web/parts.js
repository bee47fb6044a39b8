// Parts that several views have: links, tables, headings.

// What a page that is live puts beside what every page has: at the top, and first in the view of now.
const besides = {top: () => null, now: () => null};

// A row of a long list: what it takes of the game, its links and words are the same while `of` is, and then it is not
// made again: at a step of the slider most rows stay as they are.
const Lasting = {
  onbeforeupdate: (now, before) => now.attrs.of.some((one, at) => one !== before.attrs.of[at]),
  view: (vnode) => vnode.attrs.made(),
};

// `key`: of the row alone among those beside it; `of`: what it says beside what `key` says, simple values.
function lasting(key, of, made) {
  return m(Lasting, {key, of: [place.linked, pageLanguage(), documents].concat(of), made});
}

function link(wanted, label, attributes) {
  return m("a", Object.assign({href: addressOf(wanted)}, attributes), label);
}

function recordLink(record, label) {
  return link({view: "records", record}, label || "#" + record);
}

// By its number, of which a struck one may be given twice: the latest.
function proposalLink(number, label) {
  const proposal = proposalsByNumber.get(number);
  const words = label || say("proposal.in", {number});
  return proposal ? link({view: "proposals", proposal: proposal.made || 0}, words) : words;
}

function ruleLink(number, label) {
  return number ? link({view: "rules", rule: number}, label || say("rule.in", {number})) : null;
}

// A rule as it stood since a record.
function ruleAsOf(number, since) {
  return number ? link({view: "rules", rule: number},
    since ? say("rule.of", {number, record: since}) : say("rule.in", {number})) : null;
}

function proposalName(proposal) {
  return proposal.number[0] === "#" ? say("proposal.unnumbered", {record: proposal.made || 0})
    : say("proposal.name", {number: proposal.number});
}

// head: [label]; rows: [[cell]], the first cell of each heads its row, or, where rows come and go, {key, of, cells} as
// lasting() has them.
function table(caption, head, rows, numeric) {
  const align = (at) => (numeric || []).includes(at) ? "number" : "";
  const row = (cells) => m("tr", cells.map((cell, at) =>
    at === 0 ? m("th", {scope: "row"}, cell) : m("td", {class: align(at)}, cell)));
  return m("div.scroll", {tabindex: 0, role: "group", "aria-label": caption}, m(head.length > 3 ? "table.wide" : "table", [
    m("caption.unseen", caption),
    m("thead", m("tr", head.map((label, at) => m("th", {scope: "col", class: align(at)}, label)))),
    m("tbody", rows.map((one) => one.cells ? lasting(one.key, one.of, () => row(one.cells())) : row(one))),
  ]));
}

// Of a long table the last so many rows are shown, unless all are asked for.
const ROWS_SHOWN = 15;
let allRows = false;

function lastRows(rows) {
  return allRows ? rows : rows.slice(-ROWS_SHOWN);
}

function howManyShown(rows) {
  return allRows || rows.length <= ROWS_SHOWN ? null : m("p", say("rows.last", {shown: ROWS_SHOWN, all: rows.length}), " ",
    m("button", {type: "button", onclick: () => { allRows = true; }}, say("rows.all")));
}

// "3 rules", or how many of all were found.
function howManyFound(key, found, all) {
  const count = say(key, {count: found.length});
  return m("p.quiet", {role: "status"}, found.length === all.length ? say("count.all", {found: count})
    : say("count.found", {found: count, all: all.length}));
}

function list(items) {
  return items.length ? m("ul", items.map((item) => m("li", item))) : null;
}

// "Played by: adoption needs all votes."
function playedBy(key, words) {
  return say(key, {provision: sentence(words)});
}

function played(words) {
  return (words || []).length ? m("ul.played", words.map((one) => m("li", playedBy("provision.by", one)))) : null;
}

// Whether anything is said of how a record stands, up to the moment chosen.
function standingSaid(entry) {
  return sayValue("standing", entry.record.standing) && !(isPast() && (entry.record.standingBy || 0) > place.at);
}

// What later records say of one.
function standing(entry) {
  if (!standingSaid(entry)) return null;
  const words = sayValue("standing", entry.record.standing);
  const by = entry.record.standingBy || 0;
  const itself = by === (entry.record.index || 0);
  return m("span.mark", " [", by && !itself ? say("standing.by", {standing: words, record: recordLink(by)}) : words, "]");
}

// How a record came, where whose it is rests on the word of whoever recorded it.
function came(entry) {
  const words = sayValue("via", entry.record.via);
  return words ? m("span.mark", " [", words, "]") : null;
}

// Is it as it was in the past?
function isPast() {
  return place.at < lastRecord();
}

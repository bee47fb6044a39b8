// Parts that several views have: links, tables, headings.
function link(wanted, label, attributes) {
  return m("a", Object.assign({href: addressOf(wanted)}, attributes), label);
}

function recordLink(record, label) {
  return link({view: "records", record}, label || "#" + record);
}

// By its number, of which a struck one may be given twice: the latest.
function proposalLink(number, label) {
  const proposal = proposalsByNumber.get(number);
  const words = label || "proposal " + number;
  return proposal ? link({view: "proposals", proposal: proposal.made || 0}, words) : words;
}

function ruleLink(number, label) {
  return number ? link({view: "rules", rule: number}, label || "rule " + number) : null;
}

// A rule as it stood since a record.
function ruleAsOf(number, since) {
  return number ? link({view: "rules", rule: number, at: place.at}, "rule " + number +
    (since ? " of #" + since : "")) : null;
}

function proposalName(proposal) {
  return proposal.numberUnknown ? "The proposal of #" + (proposal.made || 0) : "Proposal " + proposal.number;
}

// head: [label]; rows: [[cell]], the first cell of each heads its row.
function table(caption, head, rows, numeric) {
  const align = (at) => (numeric || []).includes(at) ? "number" : "";
  return m("div.scroll", {tabindex: 0, role: "region", "aria-label": caption}, m("table", [
    m("caption.unseen", caption),
    m("thead", m("tr", head.map((label, at) => m("th", {scope: "col", class: align(at)}, label)))),
    m("tbody", rows.map((cells) => m("tr", cells.map((cell, at) =>
      at === 0 ? m("th", {scope: "row"}, cell) : m("td", {class: align(at)}, cell))))),
  ]));
}

// Of a long table the last so many rows are shown, unless all are asked for.
const ROWS_SHOWN = 100;
let allRows = false;

function lastRows(rows) {
  return allRows ? rows : rows.slice(-ROWS_SHOWN);
}

function howManyShown(rows) {
  return allRows || rows.length <= ROWS_SHOWN ? null : m("p", "The last " + ROWS_SHOWN + " of " + rows.length + ". ",
    m("button", {type: "button", onclick: () => { allRows = true; }}, "Show all"));
}

function list(items) {
  return items.length ? m("ul", items.map((item) => m("li", item))) : null;
}

function played(words) {
  return (words || []).length ? m("ul.played", words.map((one) => m("li", sentence("Played by: " + one + ".")))) : null;
}

const STANDINGS = {
  NOT_LAWFUL: "not lawful, and without effect", CONTESTED: "contested, and without effect",
  UPHELD: "contested, and upheld", STRUCK: "without effect: struck",
  FALLEN: "without effect: it fell with what was struck",
  OVERRULED: "overruled", OBJECTED: "stands no longer: objected to", CORRECTED: "corrected",
};

// What later records say of one.
function standing(entry) {
  const words = STANDINGS[entry.record.standing];
  if (!words) return null;
  const by = entry.record.standingBy || 0;
  const itself = by === (entry.record.index || 0);
  return m("span.mark", " [", words, by && !itself ? [" by ", recordLink(by)] : null, "]");
}

// Is it as it was in the past?
function isPast() {
  return place.at < lastRecord();
}

// What players wrote, as the page shows it: text and never markup, in its own direction, and nothing in it that could
// repaint what is around it: such characters stand as their numbers, as a terminal shows them.
const DANGEROUS =
  /(?![\t\n])[\p{Cc}\p{Cn}\p{Cs}\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

function shown(text) {
  return String(text === undefined || text === null ? "" : text).replace(DANGEROUS, (c) =>
    "<U+" + c.codePointAt(0).toString(16).toUpperCase().padStart(4, "0") + ">");
}

// A name of a player.
function named(name) {
  return m("bdi", shown(name));
}

// "Ann, Bob and Cleo".
function listed(names) {
  return inRow((names || []).map(named));
}

function inRow(parts) {
  return parts.reduce((row, part, at) => at === 0 ? [part]
    : say(at + 1 === parts.length ? "list.last" : "list.more", {row, part}), []);
}

// With nothing but commas between them; of no parts, nothing.
function withCommas(parts) {
  return parts.length ? parts.reduce((row, part) => say("list.more", {row, part})) : null;
}

// The attributes of a text in a language; empty: nobody says in which.
function ofText(lang) {
  return {class: "text", dir: "auto", lang: lang || ""};
}

// A text in a language, in an element of ours.
function passage(element, lang, text) {
  return m(element, ofText(lang), shown(text));
}

// A sentence of the program, in which names and words of players may stand.
function sentence(text) {
  return m("span", inEnglish({dir: "auto"}), shown(text));
}

// Points as people write them: 17, 14.3.
function points(number) {
  return String(Math.round((number || 0) * 1000) / 1000).replace("-", "\u2212");
}

function change(number) {
  return (number > 0 ? "+" : "") + points(number);
}

// ---- Times: in the reader's zone, with UTC beside ----------------------------------------------------------------

const dateForms = new Map();

// In the page's language as the reader writes it, where they say so: en-GB for en.
function dateForm() {
  const lang = pageLanguage();
  if (!dateForms.has(lang)) {
    const own = (navigator.languages || []).find((one) => one.split("-")[0] === lang);
    dateForms.set(lang, new Intl.DateTimeFormat(own || lang, {dateStyle: "medium", timeStyle: "short"}));
  }
  return dateForms.get(lang);
}

function inUtc(rfc3339) {
  return rfc3339.slice(0, 10) + " " + rfc3339.slice(11, 16) + " UTC";
}

function inZone(rfc3339) {
  const time = new Date(rfc3339);
  return isNaN(time) ? rfc3339 : dateForm().format(time);
}

// `day`: {written, zone}, where no time of day is known.
function time(rfc3339, day) {
  if (day) return m("time", {datetime: day.written}, shown(day.written), m("span.utc", " (" + shown(day.zone) + ")"));
  if (!rfc3339) return null;
  return m("time", {datetime: rfc3339, title: inUtc(rfc3339)}, inZone(rfc3339),
    m("span.utc", " (" + inUtc(rfc3339) + ")"));
}

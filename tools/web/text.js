// What players wrote, as the page shows it: text and never markup, in its own direction, and nothing in it that could
// repaint what is around it: such characters stand as their numbers, as a terminal shows them.
const DANGEROUS = /(?![\t\n])[\p{Cc}\p{Cn}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

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
  const parts = [];
  (names || []).forEach((name, at) => {
    if (at > 0) parts.push(at + 1 === names.length ? " and " : ", ");
    parts.push(named(name));
  });
  return parts;
}

// The attributes of a text in a language. One that is undefined would stay on an element that is used again.
function ofText(lang) {
  return lang ? {class: "text", dir: "auto", lang} : {class: "text", dir: "auto"};
}

// A text in a language, in an element of ours.
function passage(element, lang, text) {
  return m(element, ofText(lang), shown(text));
}

// A sentence of the program, in which names and words of players may stand.
function sentence(text) {
  return m("span", {dir: "auto"}, shown(text));
}

// Points as people write them: 17, 14.3.
function points(number) {
  return String(Math.round((number || 0) * 1000) / 1000).replace("-", "\u2212");
}

function change(number) {
  return (number > 0 ? "+" : "") + points(number);
}

function counted(count, one, many) {
  return count + " " + (count === 1 ? one : many);
}

// ---- Times: in the reader's zone, with UTC beside ----------------------------------------------------------------

const LOCAL = new Intl.DateTimeFormat(undefined, {dateStyle: "medium", timeStyle: "short"});

function inUtc(rfc3339) {
  return rfc3339.slice(0, 10) + " " + rfc3339.slice(11, 16) + " UTC";
}

function inZone(rfc3339) {
  const time = new Date(rfc3339);
  return isNaN(time) ? rfc3339 : LOCAL.format(time);
}

function time(rfc3339) {
  if (!rfc3339) return null;
  const local = inZone(rfc3339);
  return m("time", {datetime: rfc3339, title: inUtc(rfc3339)}, local, m("span.utc", " (" + inUtc(rfc3339) + ")"));
}

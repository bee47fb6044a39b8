// Where the reader is, in the address behind #: view=rules&rule=203&at=57, or only at=proposal:305; with lang=ja in
// another language of the page's own words. So each moment and each entry has a link, and the browser's back button goes back.
const VIEWS = ["now", "scores", "rules", "proposals", "disputes", "records", "evidence"];

// `lang`: of the page's own words; empty: that of the file. `linked`: the record that links lead to, `at` but while a
// slider moves.
const place = {view: "now", at: 0, linked: 0, rule: 0, proposal: -1, record: -1, query: "", lang: "", fault: ""};

// The record just before a point, as --at understands it: 57, proposal:305, turn:12, circuit:2, a time, start, head,
// and ^ before each. Throws a sentence where there is no such point.
function recordOf(words) {
  const before = /^\^*/.exec(words)[0].length;
  const word = words.slice(before).replace(/^#/, "");
  const record = namedRecord(word) - before;
  if (record < 0) throw say("point.before", {point: shown(words)});
  return record;
}

function namedRecord(word) {
  if (word === "" || word === "head") return lastRecord();
  if (word === "start") return (doc.founding || 1) - 1;
  if (/^[0-9]{1,9}$/.test(word)) {
    if (Number(word) > lastRecord()) throw say("point.last", {record: lastRecord()});
    return Number(word);
  }
  if (/^(proposal|turn|circuit):/.test(word)) {
    const point = doc.points.find((one) => one.name === word);
    if (!point) throw say("point.none", {point: shown(word), record: lastRecord()});
    return point.record || 0;
  }
  return recordAtTime(word);
}

// A day alone is its end, in UTC.
function recordAtTime(word) {
  const isDay = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(word);
  const until = new Date(isDay ? word + "T23:59:59.999Z" : word);
  if (isNaN(until) || !/^[0-9]{4}-/.test(word)) {
    throw say("point.unknown", {point: shown(word)});
  }
  let found = -1;
  for (let at = 0; at <= lastRecord(); ++at) {
    if (new Date(timeOf(at)) <= until) found = at;
  }
  if (found < 0) throw say("point.nothing", {point: shown(word)});
  return found;
}

function readAddress(address) {
  const said = new URLSearchParams((address || location.hash).slice(1));
  place.view = VIEWS.includes(said.get("view")) ? said.get("view") : "now";
  place.rule = said.get("rule") || "";
  place.proposal = said.has("proposal") ? Number(said.get("proposal")) : -1;
  place.record = said.has("record") ? Number(said.get("record")) : -1;
  place.query = said.get("q") || "";
  place.lang = LANGUAGES.includes(said.get("lang")) ? said.get("lang") : "";
  place.fault = "";
  showLanguage();
  try {
    place.at = said.has("at") ? recordOf(said.get("at")) : lastRecord();
  } catch (fault) {
    place.at = lastRecord();
    place.fault = String(fault);
  }
  place.linked = place.at;
}

// The address of a view; what is not said is as it is now, but for what only one view has.
function addressOf(wanted) {
  const to = Object.assign({view: place.view, at: place.linked, lang: place.lang}, wanted);
  const parts = [];
  if (to.view !== "now") parts.push("view=" + to.view);
  if (to.rule) parts.push("rule=" + to.rule);
  if (to.proposal >= 0) parts.push("proposal=" + to.proposal);
  if (to.record >= 0) parts.push("record=" + to.record);
  if (to.query) parts.push("q=" + encodeURIComponent(to.query));
  if (to.lang) parts.push("lang=" + to.lang);
  if (to.at !== lastRecord()) parts.push("at=" + to.at);
  return "#" + (parts.join("&") || "view=now");
}

// Goes there; `quietly`: without a step for the back button, as a slider does.
function go(wanted, quietly) {
  const address = addressOf(Object.assign({at: place.at}, wanted));
  if (quietly) {
    const linked = place.linked;
    readAddress(address);
    place.linked = linked;
    writeSoon(address);
    m.redraw();
  } else {
    writeNow();
    location.hash = address;
  }
}

// While a slider moves, the address waits until it rests, and so do those of the links, each of which names the moment:
// writing them takes a browser longer than all else. Whoever touches the page meanwhile finds them written.
const REST_MS = 150;
let unwritten = null;
let writtenThen = "";
let writing = 0;

function writeSoon(address) {
  unwritten = address;
  writtenThen = location.hash;
  clearTimeout(writing);
  writing = setTimeout(writeNow, REST_MS);
}

function writeNow() {
  clearTimeout(writing);
  // Whoever has gone elsewhere meanwhile is there.
  if (unwritten !== null && location.hash === writtenThen) history.replaceState(null, "", unwritten);
  unwritten = null;
  if (place.linked === place.at) return;
  place.linked = place.at;
  drawNow();
}

// The same place at another record.
function goAt(record, quietly) {
  const at = Math.max(0, Math.min(lastRecord(), record));
  go({rule: place.rule, proposal: place.proposal, record: place.record, query: place.query, at}, quietly);
}

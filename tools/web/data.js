// The document (schema/nomic/v1/report.proto) as the page reads it. Fields that are zero or empty are not in it. Its
// lists are Rows (columns.js), which are read as far as they are shown.
const doc = {};
const LISTS = ["entries", "rules", "moments", "points", "proposals", "earlierForms", "references", "evidence"];

// The bytes of a block; null: the page has none. Throws what it cannot read.
async function readBlock(id) {
  const text = document.getElementById(id).textContent;
  if (!text) return null;
  const packed = atob(text);
  const bytes = new Uint8Array(packed.length);
  for (let at = 0; at < packed.length; ++at) bytes[at] = packed.charCodeAt(at);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// How many documents there were: a page that is live takes another whenever the game has grown.
let documents = 0;
// What forgets what it has kept of the document before.
const forgetting = [];

// The document's text: two lines of JSON, a line a list, an empty one, and the strings (tools/report/document_text.cc).
async function readDocument() {
  // Records that cannot be read are looked at when they are checked.
  const records = readBlock("bundle").catch(() => null);
  takeDocument(new TextDecoder().decode(await readBlock("document")), await records);
}

// The records' bytes, in which strings are looked up that do not stand in the document; none where all do.
function takeDocument(text, records = null) {
  documents += 1;
  for (const name in doc) delete doc[name];
  for (const forget of forgetting) forget();
  const headEnds = text.indexOf("\n");
  const messagesEnd = text.indexOf("\n", headEnds + 1);
  const listsEnd = text.indexOf("\n\n");
  Object.assign(doc, JSON.parse(text.slice(0, headEnds)), JSON.parse(text.slice(headEnds + 1, messagesEnd)));
  for (const name of LISTS) doc[name] = new Rows(0, "{}");
  for (const line of text.slice(messagesEnd + 1, Math.max(messagesEnd + 1, listsEnd)).split("\n").filter((one) => one)) {
    const [name, count] = line.split(" ", 2);
    doc[name] = new Rows(Number(count), line.slice(name.length + count.length + 2));
  }
  readPool(text.slice(listsEnd + 2), records);
  // Short, and asked for throughout.
  for (const name of ["rules", "points", "references", "evidence", "earlierForms"]) doc[name] = doc[name].slice();
  for (const rule of doc.rules) if (rule.textsOf) rule.texts = (doc.rules[rule.textsOf - 1] || {}).texts;
}

// Something that is made of a document when it is asked for first.
function onceMade(make) {
  let made, of;
  return () => {
    if (of !== documents) made = make();
    of = documents;
    return made;
  };
}

// Of proposals their places by a number that they have: by the record that made them, by their own; of two the later.
function proposalsBy(name) {
  const places = onceMade(() => {
    const all = new Map();
    const column = doc.proposals.column(name);
    for (let row = 0; row < doc.proposals.length; ++row) {
      const number = column && column.at(row) || 0;
      if (number || name === "made") all.set(number, row);
    }
    return all;
  });
  return {get: (number) => places().has(number) ? doc.proposals.at(places().get(number)) : undefined};
}

const proposalsByRecord = proposalsBy("made");
const proposalsByNumber = proposalsBy("number");

// Entries in scores: {key, record, player, points, total, rule, since, proposal, how}.
const scoreEntries = onceMade(() => {
  const all = [];
  const records = doc.entries.column("record");
  const made = records && records.of.column("consequences");
  for (const record of made ? made.rowsWith() : []) {
    const reckoned = doc.entries.column("reckoned");
    const hows = reckoned && reckoned.at(record) || [];
    made.at(record).forEach((one, at) => all.push({
      key: record + "-" + at, record, player: shownName(one.score.player),
      points: one.score.points || 0, total: one.score.total || 0,
      unknown: one.score.totalUnknown, rule: one.rule || "", since: one.ruleSince || 0,
      proposal: one.score.proposal || "", how: hows[at] || "",
    }));
  }
  return all;
});

// Where scores change: {record, scores}, with those that do.
const scoreSteps = onceMade(() => {
  const all = [];
  eachChange("scores", (record, change) => { if (change.came.length) all.push({record, scores: change.came}); });
  return all;
});

function lastRecord() {
  return doc.moments.length - 1;
}

// The lists of a moment, and the field of each that has its elements. A list is given by spans of the list before, or
// whole if it has none (ReportMoment in schema/nomic/v1/report.proto).
const LISTED = {
  waitingFor: "names", duties: "duties", scores: "scores", attributes: "attributes", holdings: "holdings",
  rules: "rules", open: "proposals", voted: "voters", missing: "voters", winners: "winners", players: "names",
  notes: "notes",
};

function listChange(name, change, before) {
  const came = change[LISTED[name]] || [];
  if (!change.spans) return {gone: before, came, now: came};
  const gone = [];
  const now = [];
  let kept = 0;
  let taken = 0;
  for (const span of change.spans) {
    const at = span.at || 0;
    const until = at + (span.removed || 0);
    now.push(before.slice(kept, at), came.slice(taken, taken += span.added || 0));
    gone.push(before.slice(at, until));
    kept = until;
  }
  now.push(before.slice(kept));
  return {gone: gone.flat(), came, now: now.flat()};
}

// Calls `each(record, {gone, came, now})` for every change of a list, in the order of the records.
function eachChange(name, each) {
  const column = doc.moments.column(name);
  let before = [];
  for (const record of column ? column.rowsWith() : []) {
    const change = listChange(name, column.at(record), before);
    each(record, change);
    before = change.now;
  }
}

// The list as it was given by the record `since`: from the last one that was given whole, or from `known`, which is an
// earlier one.
function listSince(name, column, since, known) {
  const rows = column.rowsWith();
  let at = firstAfter(rows.length, (place) => rows[place], since) - 1;
  const changes = [];
  for (; at >= 0 && !(known && rows[at] === known.since); --at) {
    const change = column.at(rows[at]);
    changes.push(change);
    if (!change.spans) break;
  }
  const begin = at >= 0 && known && rows[at] === known.since ? known.value[LISTED[name]] : [];
  return {[LISTED[name]]: changes.reduceRight((list, change) => listChange(name, change, list).now, begin)};
}

// By fields of ReportMoment what stood last: the record since which it stands, and itself. What has not changed from
// one moment to another is the same object.
const lastStood = new Map();
let kept = {record: -1};
forgetting.push(() => {
  lastStood.clear();
  kept = {record: -1};
});

// What stood just after a record: each field of ReportMoment whole.
function momentAt(record) {
  if (kept.record === record) return kept.moment;
  const moment = {};
  for (const name in doc.moments.columns.nodes) {
    const column = doc.moments.column(name);
    const since = column.lastRow(record);
    if (since < 0) continue;
    let last = lastStood.get(name);
    if (!last || last.since !== since) {
      const value = LISTED[name] ? listSince(name, column, since, last) : column.at(since);
      lastStood.set(name, last = {since, value});
    }
    moment[name] = last.value;
  }
  kept = {record, moment};
  return moment;
}

function rulesIn(moment) {
  return (moment.rules && moment.rules.rules || []).map((place) => doc.rules[place]);
}

function scoresIn(moment) {
  return moment.scores && moment.scores.scores || [];
}

// The text of a rule in the language asked for, else the first it has.
function textOf(rule, lang) {
  const texts = rule.texts || [];
  return texts.find((text) => text.lang === lang) || texts[0] || {lang: "", text: ""};
}

function entryAt(record) {
  return doc.entries.at(record);
}

// What a note under a rule says: as its record has it, unless it says otherwise itself.
function textOfNote(note) {
  if (note.text) return note.text;
  const entry = entryAt(note.record || 0);
  return entry && entry.record && entry.record.event && entry.record.event.text || "";
}

// A field of a record, without reading the others.
function inRecord(record, name) {
  const column = doc.entries.column("record").of.column(name);
  return column ? column.at(record) : undefined;
}

function timeOf(record) {
  return inRecord(record, "happenedAt") || inRecord(record, "recordedAt") || "";
}

// Records of a kind, or of several, ascending.
const recordsByKind = onceMade(() => {
  const all = new Map();
  for (let record = 0; record < doc.entries.length; ++record) {
    const kind = inRecord(record, "kind");
    if (!all.has(kind)) all.set(kind, []);
    all.get(kind).push(record);
  }
  return all;
});

function recordsOf(...kinds) {
  return kinds.flatMap((kind) => recordsByKind().get(kind) || []).sort((one, other) => one - other);
}

// As the page shows it: where no time of day is known, the day as it was written.
function timeAt(record) {
  const entry = entryAt(record).record;
  const written = entry.occurredDay || entry.occurredAsWritten;
  return time(timeOf(record), written ? {written, zone: entry.zone || ""} : null);
}

// As the player is called by now, where a correction gave them another name than records have.
function shownName(recorded) {
  const scores = doc.moments.length ? scoresIn(momentAt(lastRecord())) : [];
  const one = scores.find((score) => score.recordedAs === recorded);
  return one ? one.player : recorded;
}

// The document (schema/nomic/v1/report.proto) as the page reads it. Fields that are zero or empty are not in it.
const WHOLE_MOMENT_EVERY = 256;

const doc = {};
// Of the document: places of proposals by the record that made them, and by number.
const proposalsByRecord = new Map();
const proposalsByNumber = new Map();
// Entries in scores: {record, player, points, total, rule, since, proposal, how}.
const scoreEntries = [];
// Where scores change: {record, scores}.
const scoreSteps = [];

// The bytes of a block; null: the page has none.
async function readBlock(id) {
  const text = document.getElementById(id).textContent;
  if (!text) return null;
  const packed = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function readDocument() {
  Object.assign(doc, JSON.parse(new TextDecoder().decode(await readBlock("document"))));
  for (const list of ["entries", "rules", "moments", "points", "proposals", "earlierForms", "references",
    "evidence"]) {
    doc[list] = doc[list] || [];
  }
  doc.proposals.forEach((proposal) => {
    proposalsByRecord.set(proposal.made || 0, proposal);
    if (proposal.number) proposalsByNumber.set(proposal.number, proposal);
  });
  doc.entries.forEach((entry, record) => {
    (entry.record.consequences || []).forEach((one, at) => scoreEntries.push({
      record, player: shownName(one.score.player), points: one.score.points || 0, total: one.score.total || 0,
      unknown: one.score.totalUnknown, rule: one.rule || 0, since: one.ruleSince || 0,
      proposal: one.score.proposal || 0, how: (entry.reckoned || [])[at] || "",
    }));
  });
  doc.moments.forEach((moment, record) => {
    const scores = moment.scores && (moment.scores.scores || []);
    if (scores && scores.length) scoreSteps.push({record, scores});
  });
}

function lastRecord() {
  return doc.moments.length - 1;
}

let kept = {record: -1};

// What stood just after a record: each field of ReportMoment whole.
function momentAt(record) {
  if (kept.record === record) return kept.moment;
  const moment = {};
  for (let at = record - (record % WHOLE_MOMENT_EVERY); at <= record; ++at) Object.assign(moment, doc.moments[at]);
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
  return doc.entries[record];
}

function timeOf(record) {
  const entry = entryAt(record).record;
  return entry.happenedAt || entry.recordedAt || "";
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

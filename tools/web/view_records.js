// Every record: who said what, when, and what it brought about. Of a long game a part around one is shown.
const RECORDS_SHOWN = 100;

function recordsView() {
  return m("section", {"aria-labelledby": "h-records"}, place.record >= 0 && place.record <= lastRecord()
    ? oneRecord(place.record) : recordsAround());
}

function recordsAround() {
  const to = place.at;
  const from = Math.max(0, to - RECORDS_SHOWN + 1);
  const query = place.query.toLowerCase();
  const found = [];
  for (let record = to; record >= 0 && found.length < RECORDS_SHOWN; --record) {
    if (!query && record < from) break;
    if (!query || wordsOf(record).includes(query)) found.push(record);
  }
  return [
    m("h2#h-records", "Records"),
    searchField("records"),
    m("p.quiet", query ? "The last " + found.length + " of those that say it." : "From #" + from + " to #" + to + "."),
    m("ol.records", found.map((record) => m("li", {key: record}, recordLine(record)))),
    !query && from > 0 ? m("p", link({view: "records", at: from - 1}, "Earlier ones")) : null,
  ];
}

function wordsOf(record) {
  const entry = entryAt(record);
  return [entry.inWords].concat(entry.brought || []).join("\n").toLowerCase();
}

function recordLine(record) {
  const entry = entryAt(record);
  const brought = (entry.brought || []).filter((words) => words !== entry.inWords);
  return [
    recordLink(record), " ", time(timeOf(record)), " ", sentence(entry.inWords), standing(entry),
    brought.length ? m("p.quiet", brought.map((words) => [sentence(words), " "])) : null,
  ];
}

function oneRecord(record) {
  const entry = entryAt(record);
  const event = entry.record.event || {};
  const proposal = proposalsByRecord.get(record);
  const scored = scoreEntries.filter((one) => one.record === record);
  return [
    m("p", link({view: "records"}, "All records"), " \u00b7 ",
      record > 0 ? [link({view: "records", record: record - 1}, "#" + (record - 1)), " \u00b7 "] : null,
      record < lastRecord() ? link({view: "records", record: record + 1}, "#" + (record + 1)) : null),
    m("h2#h-records", "Record #" + record),
    m("p", time(timeOf(record)), ", by ",
      entry.record.author ? named(entry.record.author) : "the keeper of the ledger",
      (entry.record.signedBy || []).length ? ", signed" : "", "."),
    m("p", sentence(entry.inWords), standing(entry)),
    event.text && !proposal ? passage("blockquote", "", event.text) : null,
    proposal ? m("p", link({view: "proposals", proposal: record}, "What it says")) : null,
    (entry.brought || []).length ? [m("h3", "What it brought about"), list(entry.brought.map(sentence))] : null,
    scored.length ? table("Entries in scores", ["Player", "Points", "How", "By", "Score"], scored.map((one) => [
      named(one.player), change(one.points), shown(one.how), ruleAsOf(one.rule, one.since), points(one.total),
    ]), [1, 4]) : null,
    m("p", link({view: "now", at: record}, "The game just after it")),
  ];
}

// Every record: who said what, when, and what it brought about. Of a long game a part around one is shown.
const RECORDS_SHOWN = 10;

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
    m("h2#h-records", say("view.records")),
    searchField("records"),
    m("p.quiet", {role: "status"}, query ? say("records.found", {found: found.length}) : say("records.part", {from, to})),
    m("ol.records", found.map((record) => lasting(record, [standingSaid(entryAt(record))],
      () => m("li", recordLine(record))))),
    !query && from > 0 ? m("p", link({view: "records", at: from - 1}, say("records.earlier"))) : null,
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
    recordLink(record), " ", timeAt(record), " ", sentence(entry.inWords), standing(entry), came(entry),
    brought.length ? m("p.quiet", brought.map((words) => [sentence(words), " "])) : null,
  ];
}

function oneRecord(record) {
  const entry = entryAt(record);
  const event = entry.record.event || {};
  const proposal = proposalsByRecord.get(record);
  return [
    m("p", link({view: "records"}, say("records.all")), " \u00b7 ",
      record > 0 ? [link({view: "records", record: record - 1}, "#" + (record - 1)), " \u00b7 "] : null,
      record < lastRecord() ? link({view: "records", record: record + 1}, "#" + (record + 1)) : null),
    m("h2#h-records", say("record.name", {record})),
    m("p", say((entry.record.signedBy || []).length ? "record.signed" : "record.by", {
      time: timeAt(record), player: entry.record.author ? named(entry.record.author) : say("record.keeper"),
    })),
    m("p", sentence(entry.inWords), standing(entry), came(entry)),
    event.text && !proposal ? passage("blockquote", "", event.text) : null,
    proposal ? m("p", link({view: "proposals", proposal: record}, say("proposal.says"))) : null,
    (entry.brought || []).length ? [m("h3", say("record.brought")), list(entry.brought.map(sentence))] : null,
    scoredBy(record),
    m("p", link({view: "now", at: record}, say("record.then"))),
  ];
}

function scoredBy(record) {
  const scored = scoreEntries().filter((one) => one.record === record);
  if (!scored.length) return null;
  const columns = ["player", "points", "how", "by", "score"].map((name) => say("column." + name));
  return table(say("scores.entries"), columns, scored.map((one) => [
    named(one.player), change(one.points), sentence(one.how), ruleAsOf(one.rule, one.since), points(one.total),
  ]), [1, 4]);
}

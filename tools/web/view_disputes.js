// Disputes: questions and the Judges who answered them, with what was struck, upheld and overruled; contested moves;
// corrections. What was taken back stays readable beside what stands.
function disputesView() {
  const questions = entriesOf("JUDGMENT_INVOKED");
  const contested = entriesOf("MOVE_CONTESTED");
  const corrected = entriesOf("RECORD_CORRECTED");
  const struck = struckRecords().filter((record) => record <= place.at).map(entryAt)
    .filter((entry) => (entry.record.standingBy || 0) <= place.at);
  const nothing = !questions.length && !contested.length && !corrected.length && !struck.length;
  return m("section", {"aria-labelledby": "h-disputes"}, [
    m("h2#h-disputes", say("view.disputes")),
    nothing ? m("p", say("disputes.none")) : null,
    questions.length ? m("h3", say("disputes.questions")) : null,
    questions.map((question) => questionView(question)),
    entriesList(say("disputes.contested"), contested),
    entriesList(say("disputes.struck"), struck),
    entriesList(say("disputes.corrected"), corrected),
  ]);
}

// Records of a kind up to the moment chosen.
function entriesOf(kind) {
  return recordsOf(kind).filter((record) => record <= place.at).map(entryAt);
}

// Records of a kind by the record that they are about.
function recordsAbout(kind) {
  return onceMade(() => {
    const all = new Map();
    for (const record of recordsOf(kind)) {
      const about = entryAt(record).record.event.record || 0;
      if (!all.has(about)) all.set(about, []);
      all.get(about).push(record);
    }
    return all;
  });
}

const answersByQuestion = recordsAbout("JUDGMENT_DELIVERED");
const votesByJudgment = recordsAbout("OVERRULE_VOTED");

// Those up to the moment chosen.
function entriesAbout(record, all) {
  return (all.get(record) || []).filter((one) => one <= place.at).map(entryAt);
}

const struckRecords = onceMade(() => {
  const all = [];
  for (let record = 0; record <= lastRecord(); ++record) {
    if (["STRUCK", "FALLEN"].includes(inRecord(record, "standing"))) all.push(record);
  }
  return all;
});

function questionView(question) {
  const record = question.record.index || 0;
  const about = question.record.event.about || [];
  const answers = entriesAbout(record, answersByQuestion());
  return m("article", [
    m("h4", say("disputes.asks", {record: recordLink(record), player: named(question.record.author)}), standing(question)),
    passage("blockquote", "", question.record.event.text || question.inWords),
    about.length ? m("p.quiet", say("disputes.about", {records: inRow(about.map((one) => recordLink(one)))})) : null,
    answers.length ? answers.map((answer) => answerView(answer)) : m("p", say("disputes.open")),
  ]);
}

function answerView(answer) {
  const record = answer.record.index || 0;
  const event = answer.record.event;
  const votes = entriesAbout(record, votesByJudgment());
  return m("div.answer", [
    m("p", say("disputes.answers", {record: recordLink(record), player: m("strong", named(answer.record.author))}),
      standing(answer)),
    passage("blockquote", "", event.text || answer.inWords),
    event.reason ? [m("p.quiet", say("disputes.reasons")), passage("blockquote", "", event.reason)] : null,
    list([].concat(
      (event.strikes || []).map((one) => say("disputes.strikes", {record: recordLink(one)})),
      (event.upholds || []).map((one) => say("disputes.upholds", {record: recordLink(one)})),
      (event.findings || []).map((one) => say("disputes.finds", {finding: sentence(one.words)})),
      event.paradox ? [say("disputes.paradox")] : [],
    )),
    votes.length ? m("p.quiet", votes.map((vote) => [
      sentence(vote.inWords), " (", recordLink(vote.record.index || 0), ") ",
    ])) : null,
    m("p.quiet", (answer.brought || []).map((words) => [sentence(words), " "])),
    bothHistories(record),
  ]);
}

// Scores as they were held to be until a record, and as they were from it on, where it changed any.
function bothHistories(record) {
  const scores = doc.moments.column("scores");
  if (!scores || scores.lastRow(record) !== record) return null;
  const before = new Map(scoresIn(record > 0 ? momentAt(record - 1) : {}).map((score) => [score.player, score.points]));
  const rows = scoresIn(momentAt(record)).filter((score) => before.has(score.player) &&
    (before.get(score.player) || 0) !== (score.points || 0));
  if (!rows.length) return null;
  const columns = [say("column.player"), say("column.until", {record}), say("column.since", {record})];
  return table(say("disputes.both"), columns, rows.map((score) => [
    named(score.player), m("del", points(before.get(score.player))), points(score.points),
  ]), [1, 2]);
}

function entriesList(heading, entries) {
  if (!entries.length) return null;
  return [m("h3", heading), list(entries.map((entry) => [
    recordLink(entry.record.index || 0), " ", sentence(entry.inWords), standing(entry),
    m("p.quiet", (entry.brought || []).map((words) => [sentence(words), " "])),
  ]))];
}

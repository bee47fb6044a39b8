// Disputes: questions and the Judges who answered them, with what was struck, upheld and overruled; contested moves;
// corrections. What was taken back stays readable beside what stands.
function disputesView() {
  const until = doc.entries.slice(0, place.at + 1);
  const questions = until.filter((entry) => entry.record.kind === "JUDGMENT_INVOKED");
  const contested = until.filter((entry) => entry.record.kind === "MOVE_CONTESTED");
  const corrected = until.filter((entry) => entry.record.kind === "RECORD_CORRECTED");
  const struck = until.filter((entry) => ["STRUCK", "FALLEN"].includes(entry.record.standing) &&
    (entry.record.standingBy || 0) <= place.at);
  const nothing = !questions.length && !contested.length && !corrected.length && !struck.length;
  return m("section", {"aria-labelledby": "h-disputes"}, [
    m("h2#h-disputes", "Disputes"),
    nothing ? m("p", "Nothing was disputed, contested or corrected.") : null,
    questions.length ? m("h3", "Questions") : null,
    questions.map((question) => questionView(question, until)),
    entriesList("Contested moves", contested),
    entriesList("Without effect", struck),
    entriesList("Corrections", corrected),
  ]);
}

function questionView(question, until) {
  const record = question.record.index || 0;
  const about = question.record.event.about || [];
  const answers = until.filter((entry) => entry.record.kind === "JUDGMENT_DELIVERED" &&
    (entry.record.event.record || 0) === record);
  return m("article", [
    m("h4", recordLink(record), " ", named(question.record.author), " asks", standing(question)),
    passage("blockquote", "", question.record.event.text || question.inWords),
    about.length ? m("p.quiet", "About ", about.map((one, at) => [at ? ", " : "", recordLink(one)]), ".") : null,
    answers.length ? answers.map((answer) => answerView(answer, until)) : m("p", "It is open."),
  ]);
}

function answerView(answer, until) {
  const record = answer.record.index || 0;
  const event = answer.record.event;
  const votes = until.filter((entry) => entry.record.kind === "OVERRULE_VOTED" &&
    (entry.record.event.record || 0) === record);
  return m("div.answer", [
    m("p", m("strong", named(answer.record.author)), " answers, ", recordLink(record), ":", standing(answer)),
    passage("blockquote", "", event.text || answer.inWords),
    event.reason ? [m("p.quiet", "Reasons:"), passage("blockquote", "", event.reason)] : null,
    list([
      (event.strikes || []).map((one) => ["Strikes ", recordLink(one), ". "]),
      (event.upholds || []).map((one) => ["Upholds ", recordLink(one), ". "]),
      (event.findings || []).map((one) => [sentence("Finds " + one.words + ". ")]),
      event.paradox ? "Declares a paradox." : [],
    ].filter((item) => item.length)),
    votes.length ? m("p.quiet", votes.map((vote) => [
      sentence(vote.inWords), " (", recordLink(vote.record.index || 0), ") ",
    ])) : null,
    m("p.quiet", (answer.brought || []).map((words) => [sentence(words), " "])),
  ]);
}

function entriesList(heading, entries) {
  if (!entries.length) return null;
  return [m("h3", heading), list(entries.map((entry) => [
    recordLink(entry.record.index || 0), " ", sentence(entry.inWords), standing(entry),
    m("p.quiet", (entry.brought || []).map((words) => [sentence(words), " "])),
  ]))];
}

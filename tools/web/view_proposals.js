// Every proposal, the defeated ones too: what it says, why, who voted how and what counted, what came of it.
function proposalsView() {
  const proposal = place.proposal >= 0 ? proposalsByRecord.get(place.proposal) : null;
  return m("section", {"aria-labelledby": "h-proposals"}, proposal ? oneProposal(proposal) : allProposals());
}

// How it stood at the moment chosen.
function standingAt(proposal) {
  if (!proposal.ended || proposal.ended <= place.at) return proposal.standing;
  return proposal.called && proposal.called <= place.at ? "VOTED_ON" : "DEBATED";
}

function tally(proposal) {
  if (!proposal.ended || proposal.ended > place.at) return "";
  const votes = proposal.votesUnknown ? say("tally.unknown")
    : (proposal.votesFor || 0) + "\u2013" + (proposal.votesAgainst || 0);
  if (!(proposal.attestedBy || []).length) return votes;
  return say("tally.attested", {tally: votes, players: proposal.attestedBy.join(", ")});
}

// The ballots that contradict what players attested of it.
function contradicted(proposal) {
  const records = proposal.contradictedBy || [];
  if (!records.length) return null;
  return [" ", say("tally.contradicted", {records: records.map((record, at) =>
    [at ? ", " : "", recordLink(record)])})];
}

function beginning(proposal) {
  for (const one of proposal.changes || []) {
    const words = one.title || textOf(one).text;
    if (words) return m("span", {dir: "auto", lang: textOf(one).lang}, shown(words.split("\n")[0].slice(0, 90)));
  }
  return null;
}

// In the order in which they were made.
const everyProposal = onceMade(() => doc.proposals.slice());

function allProposals() {
  const all = everyProposal();
  const made = all.slice(0, firstAfter(all.length, (at) => all[at].made || 0, place.at));
  const query = place.query.toLowerCase();
  const found = made.filter((proposal) => !query || JSON.stringify(proposal).toLowerCase().includes(query));
  const columns = ["proposal", "by", "standing", "votes", "about"].map((name) => say("column." + name));
  return [
    m("h2#h-proposals", say("view.proposals")),
    searchField("proposals"),
    howManyFound("count.proposals", found, made),
    howManyShown(found),
    found.length ? table(say("view.proposals"), columns, lastRows(found).map((one) => ({
      key: one.made || 0, of: [standingAt(one), tally(one)], cells: () => cellsOf(one),
    }))) : null,
  ];
}

function cellsOf(proposal) {
  const about = beginning(proposal);
  return [
    link({view: "proposals", proposal: proposal.made || 0}, proposal.number),
    named(proposal.proponent),
    m("span", {class: "standing " + standingAt(proposal)}, sayValue("outcome", standingAt(proposal))),
    tally(proposal),
    [sentence(proposal.change || ""), about ? [": ", about] : null],
  ];
}

function oneProposal(proposal) {
  const ended = proposal.ended && proposal.ended <= place.at;
  return [
    m("p", link({view: "proposals"}, say("proposal.all"))),
    m("h2#h-proposals", proposalName(proposal), ": ", sentence(proposal.change)),
    m("p", [
      say("proposal.made", {player: named(proposal.proponent), record: recordLink(proposal.made || 0),
        time: time(proposal.madeAt, proposal.madeDay)}),
      (proposal.revised || []).filter((record) => record <= place.at).map((record) =>
        [" ", say("proposal.revised", {record: recordLink(record)})]),
      proposal.called && proposal.called <= place.at
        ? [" ", say("proposal.called", {record: recordLink(proposal.called)})] : null,
    ]),
    m("p.standing", {class: standingAt(proposal)}, [
      m("strong", sayValue("outcome", standingAt(proposal))),
      ended ? [" ", say(proposal.rule ? "proposal.ended.rule" : "proposal.ended", {
        tally: tally(proposal), record: recordLink(proposal.ended), time: time(proposal.endedAt, proposal.endedDay),
        rule: ruleAsOf(proposal.rule, proposal.ruleSince),
      })] : null,
      ended ? contradicted(proposal) : null,
    ]),
    m("h3", say("proposal.says")),
    formView(proposal),
    debateView(proposal),
    ballotsView(proposal),
    ended ? outcomeView(proposal) : null,
  ];
}

// What it says and why, in the form that it had at the moment chosen.
function formView(proposal) {
  const form = doc.earlierForms.find((one) => one.proposal === proposal.made && one.until > place.at) || proposal;
  return [
    form.reason ? [m("p.quiet", say("proposal.why")), passage("blockquote", "", form.reason)] : null,
    (form.changes || []).map(changeView),
    form === proposal ? null : m("p.note", say("proposal.later", {record: recordLink(form.until)})),
  ];
}

function debateView(proposal) {
  const until = Math.min(place.at, proposal.ended || place.at);
  const spoken = recordsOf("DEBATE_SPOKEN").filter((record) => record > (proposal.made || 0) && record <= until)
    .map(entryAt).filter((entry) => isAbout(entry.record.event, proposal));
  if (!spoken.length) return null;
  return [m("h3", say("proposal.debate")), spoken.map((entry) => m("article.said", [
    m("p.quiet", [named(entry.record.author), ", ", recordLink(entry.record.index || 0), " ",
      timeAt(entry.record.index || 0), standing(entry)]),
    passage("blockquote", "", entry.record.event.text),
  ]))];
}

function isAbout(event, proposal) {
  return event.proposal === proposal.number;
}

// Every proposal, the defeated ones too: what it says, why, who voted how and what counted, what came of it.
const OUTCOMES = {
  DEBATED: "debated", VOTED_ON: "voted on", UNDETERMINED: "undetermined", ADOPTED: "adopted", DEFEATED: "defeated",
  WITHDRAWN: "withdrawn", WITHOUT_EFFECT: "without effect",
};

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
  return proposal.votesUnknown ? "not on record" : (proposal.votesFor || 0) + "\u2013" + (proposal.votesAgainst || 0);
}

function beginning(proposal) {
  for (const one of proposal.changes || []) {
    const words = one.title || textOf(one).text;
    if (words) return ": " + words.split("\n")[0].slice(0, 90);
  }
  return "";
}

const PROPOSAL_COLUMNS = ["Proposal", "By", "How it stands", "Votes", "What it is about"];

function allProposals() {
  const made = doc.proposals.filter((proposal) => (proposal.made || 0) <= place.at);
  const query = place.query.toLowerCase();
  const found = made.filter((proposal) => !query || JSON.stringify(proposal).toLowerCase().includes(query));
  return [
    m("h2#h-proposals", "Proposals"),
    searchField("proposals"),
    m("p.quiet", found.length === made.length ? counted(made.length, "proposal", "proposals") + "."
      : counted(found.length, "proposal", "proposals") + " of " + made.length + "."),
    howManyShown(found),
    found.length ? table("Proposals", PROPOSAL_COLUMNS, lastRows(found).map((one) => [
      link({view: "proposals", proposal: one.made || 0}, one.numberUnknown ? "#" + (one.made || 0) : one.number),
      named(one.proponent),
      m("span", {class: "standing " + standingAt(one)}, OUTCOMES[standingAt(one)]),
      tally(one),
      sentence((one.change || "") + beginning(one)),
    ])) : null,
  ];
}

function oneProposal(proposal) {
  const ended = proposal.ended && proposal.ended <= place.at;
  return [
    m("p", link({view: "proposals"}, "All proposals")),
    m("h2#h-proposals", proposalName(proposal), ": ", sentence(proposal.change)),
    m("p", "By ", named(proposal.proponent), ", made at ", recordLink(proposal.made || 0), " ", time(proposal.madeAt),
      (proposal.revised || []).map((record) => [", revised at ", recordLink(record)]),
      proposal.called ? [", its vote called at ", recordLink(proposal.called)] : null, "."),
    m("p.standing", {class: standingAt(proposal)}, m("strong", OUTCOMES[standingAt(proposal)]),
      ended ? [" ", tally(proposal), " at ", recordLink(proposal.ended), " ", time(proposal.endedAt),
        proposal.rule ? [", by ", ruleAsOf(proposal.rule, proposal.ruleSince)] : null] : null, "."),
    proposal.reason ? [m("h3", "Why"), passage("p", "", proposal.reason)] : null,
    m("h3", "What it says"),
    (proposal.changes || []).map(changeView),
    debateView(proposal),
    ballotsView(proposal),
    ended ? outcomeView(proposal) : null,
  ];
}

function debateView(proposal) {
  const until = Math.min(place.at, proposal.ended || place.at);
  const spoken = doc.entries.slice(proposal.made || 0, until + 1).filter((entry) =>
    entry.record.kind === "DEBATE_SPOKEN" && isAbout(entry.record.event, proposal));
  if (!spoken.length) return null;
  return [m("h3", "Debate"), spoken.map((entry) => m("article.said", [
    m("p.quiet", named(entry.record.author), ", ", recordLink(entry.record.index || 0), " ",
      time(timeOf(entry.record.index || 0)), standing(entry)),
    passage("blockquote", "", entry.record.event.text),
  ]))];
}

function isAbout(event, proposal) {
  return event.proposalRecord !== undefined ? event.proposalRecord === proposal.made
    : event.proposal === proposal.number && !proposal.numberUnknown;
}

function ballotsView(proposal) {
  const votes = (proposal.votes || []).filter((vote) => (vote.record || 0) <= place.at);
  if (!votes.length) return null;
  const columns = ["Voter", "Ballot", "Record", "Whether it counted"];
  return [m("h3", "Ballots"), table("Ballots", columns, votes.map((vote) => [
    named(vote.player), CHOICES[vote.choice] || "", recordLink(vote.record || 0), COUNTED[vote.standing] || "",
  ]))];
}

// What the record that ended it brought about.
function outcomeView(proposal) {
  return [m("h3", "What came of it"), list((entryAt(proposal.ended).brought || []).map(sentence))];
}

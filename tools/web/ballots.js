// Ballots on a proposal: each that was cast, whether it counted, and why not; and what came of the vote.

// As they stood just after a record: of each voter the last.
function ballotsAt(proposal, record) {
  const last = new Map();
  for (const vote of (proposal.votes || []).concat(upheldBallots(proposal, record))) {
    if ((vote.record || 0) <= record) last.set(vote.player, vote);
  }
  return [...last.values()].filter((vote) => !isTakenBack(vote, proposal, record));
}

// Whether a record that takes it back was there by then.
function isTakenBack(vote, proposal, until) {
  return vote.standing === "WITHDRAWN" && recordsOf("VOTE_WITHDRAWN").some((record) => {
    const {author, event} = entryAt(record).record;
    return record > (vote.record || 0) && record <= until && shownName(author) === vote.player &&
      isAbout(event, proposal);
  });
}

// Records of ballots that rules refused: without effect, unless a Judgment upholds them.
function contestedBallots(proposal, record) {
  return recordsOf("MOVE_CONTESTED").filter((one) => one <= record).map(entryAt).filter((entry) => {
    const move = (entry.record.event.contested || [])[0];
    return move && move.kind === "VOTE_CAST" && isAbout(move, proposal);
  });
}

function isUpheld(entry, record) {
  return entry.record.standing === "UPHELD" && (entry.record.standingBy || 0) <= record;
}

// Those that were upheld by then, as ballots.
function upheldBallots(proposal, record) {
  return contestedBallots(proposal, record).filter((entry) => isUpheld(entry, record)).map((entry) => ({
    player: shownName(entry.record.author), choice: entry.record.event.contested[0].choice,
    record: entry.record.index, standing: "COUNTS",
  }));
}

function ballotsView(proposal) {
  const upheld = upheldBallots(proposal, place.at);
  const votes = (proposal.votes || []).filter((vote) => (vote.record || 0) <= place.at).concat(upheld);
  const uncounted = ballotsWithoutEffect(proposal);
  if (!votes.length && !uncounted.length) return null;
  const columns = ["voter", "ballot", "record", "counted"].map((name) => say("column." + name));
  return [m("h3", say("proposal.ballots")), table(say("proposal.ballots"), columns, votes.map((vote) => [
    named(vote.player), sayValue("choice", vote.choice), recordLink(vote.record || 0),
    sayValue("counted", standingOfBallot(vote, proposal)),
  ]).concat(uncounted.map((entry) => [
    named(entry.record.author), sayValue("choice", (entry.record.event.contested || [entry.record.event])[0].choice),
    recordLink(entry.record.index || 0),
    (entry.brought || []).map((words) => [sentence(words), " "]),
  ])))];
}

// How a ballot stood at the moment chosen: what became of it later is not said of it then.
function standingOfBallot(vote, proposal) {
  const until = place.at;
  const isLater = (one) => one.player === vote.player && (one.record || 0) > (vote.record || 0) && (one.record || 0) <= until;
  if (upheldBallots(proposal, until).some(isLater)) return "SUPERSEDED";
  if (vote.standing === "SUPERSEDED") return proposal.votes.some(isLater) ? "SUPERSEDED" : "COUNTS";
  if (vote.standing === "WITHDRAWN") return isTakenBack(vote, proposal, until) ? "WITHDRAWN" : "COUNTS";
  const by = entryAt(vote.record || 0).record.standingBy || 0;
  return vote.standing === "STRUCK" && by > until ? "COUNTS" : vote.standing;
}

// The records of votes that never counted, of all proposals.
const uncountedVotes = onceMade(() => {
  const votes = doc.proposals.column("votes");
  const counted = new Set();
  for (let row = 0; votes && row < doc.proposals.length; ++row) {
    for (const vote of votes.at(row) || []) counted.add(vote.record || 0);
  }
  return recordsOf("VOTE_CAST").filter((record) => !counted.has(record));
});

// Ballots on record that never counted: cast before its vote or too late, or refused by what rules say.
function ballotsWithoutEffect(proposal) {
  return uncountedVotes().filter((record) => record <= place.at).map(entryAt)
    .filter((entry) => isAbout(entry.record.event, proposal))
    .concat(contestedBallots(proposal, place.at).filter((entry) => !isUpheld(entry, place.at)));
}

// What the record that ended it brought about.
function outcomeView(proposal) {
  return [m("h3", say("proposal.came")), list((entryAt(proposal.ended).brought || []).map(sentence))];
}

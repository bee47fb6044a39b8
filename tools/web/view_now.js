// Whose turn it is, or was, at the moment chosen: who must act, what is open, scores, what there is to know.
const PHASES = {
  PROPOSING: "a proposal is to be made", DEBATING: "a proposal is debated", VOTING: "a vote is open",
  THROWING: "the dice are to be thrown", TURN_COMPLETE: "the turn is complete", WON: "somebody has won",
  UNDETERMINED: "a vote has ended, and no rule says with what outcome", BEGUN: "the same player proposes anew",
};

function nowView() {
  const moment = momentAt(place.at);
  return m("section", {"aria-labelledby": "h-now"}, [
    m("h2#h-now", isPast() ? "As it was just after #" + place.at : "Now"),
    turnView(moment),
    winnersView(moment),
    m("h3", "Who must act"),
    dutiesView(moment),
    m("h3", "Open proposals"),
    openView(moment),
    m("h3", "Scores"),
    scoresTable(moment),
    notesView(moment),
    isPast() ? null : dueView(doc.status),
  ]);
}

function turnView(moment) {
  const phase = PHASES[moment.phase] || "the game has not begun";
  return m("p.turn", [
    "Turn " + (moment.turn || 0) + " of circuit " + (moment.circuit || 0) + ": ",
    moment.turnOf ? [m("strong", named(moment.turnOf)), " is moving, and "] : null,
    phase + ".",
    moment.next ? [" Next: ", named(moment.next), "."] : null,
    moment.judge ? [" Judge: ", named(moment.judge), "."] : null,
  ]);
}

function winnersView(moment) {
  return (moment.winners && moment.winners.winners || []).map((winner) =>
    m("p.won", m("strong", named(winner.player), " has won"), " at ", recordLink(winner.record || 0), ", by ",
      ruleLink(winner.rule), "."));
}

function dutiesView(moment) {
  const duties = moment.duties && moment.duties.duties || [];
  if (!duties.length) return m("p", "The game waits for nobody.");
  return list(duties.map((duty) => [
    duty.player ? named(duty.player) : "anyone", ": ", m("code", {dir: "ltr"}, shown(duty.command)),
    duty.rule ? [" (", ruleLink(duty.rule), ")"] : null,
  ]));
}

function openView(moment) {
  const open = moment.open && moment.open.proposals || [];
  if (!open.length) return m("p", "Nothing is proposed.");
  return open.map((one) => {
    const proposal = proposalsByRecord.get(one.record || 0) || {};
    return m("article", [
      m("h4", link({view: "proposals", proposal: one.record || 0},
        one.numberUnknown ? "The proposal of #" + one.record : "Proposal " + one.number), ": ", sentence(one.change)),
      m("p", "By ", named(one.proponent), ". ", one.phase === "DEBATING" ? "It is debated." : "It is voted on."),
      proposal.reason ? passage("p", "", proposal.reason) : null,
      (proposal.changes || []).map(changeView),
      one.phase === "VOTING" ? votesSoFar(proposal, one) : null,
    ]);
  });
}

function votesSoFar(proposal, open) {
  const ballots = ballotsAt(proposal, place.at).filter((vote) => (open.voted || []).includes(vote.player));
  const cast = ballots.map((vote, at) => [at ? ", " : "", named(vote.player), " ", CHOICES[vote.choice]]);
  return m("p.votes", "Votes: ", cast.length ? cast : "none", ". Missing: ",
    (open.missing || []).length ? listed(open.missing) : "nobody's", ".");
}

function scoresTable(moment) {
  return table("Scores", ["Player", "Points"], scoresIn(moment).map((score) => [
    link({view: "scores"}, [named(score.player), score.won ? " (won)" : score.inGame ? "" : " (left)"]),
    [points(score.points), score.unknownSince ? m("small", " not known whole since #" + score.unknownSince) : null],
  ]), [1]);
}

function notesView(moment) {
  const notes = moment.notes && moment.notes.notes || [];
  return notes.length ? [m("h3", "To know"), list(notes.map(sentence))] : null;
}

function dueView(status) {
  const due = status.due || [];
  return due.length ? [m("h3", "Due"), list(due.map((one) => [time(one.at), ": ", sentence(one.what)]))] : null;
}

// Whose turn it is, or was, at the moment chosen: who must act, what is open, scores, what there is to know.
function nowView() {
  const moment = momentAt(place.at);
  return m("section", {"aria-labelledby": "h-now"}, [
    m("h2#h-now", isPast() ? say("now.then", {record: place.at}) : say("view.now")),
    isPast() ? null : besides.now(),
    turnView(moment),
    winnersView(moment),
    m("h3", say("now.must")),
    dutiesView(moment),
    isPast() ? null : mayView(doc.status),
    m("h3", say("now.open")),
    openView(moment),
    m("h3", say("view.scores")),
    scoresTable(moment),
    notesView(moment),
    isPast() ? null : actsView(doc.status),
    isPast() ? null : dueView(doc.status),
  ]);
}

function turnView(moment) {
  const phase = sayValue("phase", moment.phase) || say("phase.NONE");
  const turn = {turn: moment.turn || 0, circuit: moment.circuit || 0, phase};
  return m("p.turn", [
    moment.turnOf ? say("now.turn", Object.assign(turn, {player: m("strong", named(moment.turnOf))}))
      : say("now.turn.nobody", turn),
    moment.next ? [" ", say("now.next", {player: named(moment.next)})] : null,
    moment.judge ? [" ", say("now.judge", {player: named(moment.judge)})] : null,
  ]);
}

function winnersView(moment) {
  return (moment.winners && moment.winners.winners || []).map((winner) => m("p.won", say("now.won", {
    player: m("strong", named(winner.player)), record: recordLink(winner.record || 0), rule: ruleLink(winner.rule),
  })));
}

function dutiesView(moment) {
  const duties = moment.duties && moment.duties.duties || [];
  return duties.length ? waysList(duties) : m("p", say("now.nobody"));
}

// What may be done, and need not be.
function mayView(status) {
  const ways = (status.ways || []).filter((way) => !way.must);
  return ways.length ? m("details", [m("summary", say("now.may")), waysList(ways)]) : null;
}

function waysList(ways) {
  return list(ways.map((way) => [
    way.player ? named(way.player) : say("now.anyone"), ": ", m("code", {dir: "ltr", lang: "en"}, shown(way.command)),
    way.rule ? [" (", ruleLink(way.rule), ")"] : null,
  ]));
}

function openView(moment) {
  const open = moment.open && moment.open.proposals || [];
  if (!open.length) return m("p", say("now.open.none"));
  return open.map((one) => {
    const proposal = proposalsByRecord.get(one.record || 0) || {};
    return m("article", [
      m("h4", link({view: "proposals", proposal: one.record || 0}, proposalName(proposal)), ": ", sentence(one.change)),
      m("p", say("now.open.by", {player: named(one.proponent)}), " ",
        say(one.phase === "DEBATING" ? "now.open.debated" : "now.open.voting")),
      formView(proposal),
      one.phase === "VOTING" ? votesSoFar(proposal, moment) : null,
    ]);
  });
}

// For each list of voters: their names, by the record of the proposal.
const votersKept = new WeakMap();

// Of the voters of a moment, those on a proposal.
function votersOn(proposal, voters) {
  if (!voters) return [];
  if (!votersKept.has(voters)) {
    const names = new Map();
    for (const one of voters.voters || []) {
      const record = one.record || 0;
      if (!names.has(record)) names.set(record, []);
      names.get(record).push(one.player);
    }
    votersKept.set(voters, names);
  }
  return votersKept.get(voters).get(proposal.made || 0) || [];
}

function votesSoFar(proposal, moment) {
  const voted = new Set(votersOn(proposal, moment.voted));
  const missing = votersOn(proposal, moment.missing);
  const ballots = ballotsAt(proposal, place.at).filter((vote) => voted.has(vote.player));
  const cast = ballots.map((vote) => say("votes.one", {player: named(vote.player), choice: sayValue("choice", vote.choice)}));
  return m("p.votes", say("votes.cast", {
    cast: withCommas(cast) || say("votes.none"),
    missing: missing.length ? listed(missing) : say("votes.none.missing"),
  }));
}

function scoresTable(moment) {
  return table(say("view.scores"), [say("column.player"), say("column.points")], scoresIn(moment).map((score) => [
    link({view: "scores"}, [named(score.player), score.won ? [" ", say("score.won")]
      : score.inGame ? "" : [" ", say("score.left")]]),
    [points(score.points), score.unknownSince ? m("small", " ", say("score.unknown", {record: score.unknownSince})) : null],
  ]), [1]);
}

function notesView(moment) {
  const notes = moment.notes && moment.notes.notes || [];
  return notes.length ? [m("h3", say("now.notes")), list(notes.map(sentence))] : null;
}

// Acts that no program can judge, with what the rules that they cite say.
function actsView(status) {
  const all = status.acts && status.acts.rules || [];
  return all.length ? [m("h3", say("now.acts")), all.map((under) => m("article", [
    list((under.acts || []).map((act) => [
      recordLink(act.record || 0), " ", named(act.player), passage("blockquote", "", act.text),
    ])),
    m("p", ruleLink(under.rule)), passage("blockquote", "", under.text),
  ]))] : null;
}

function dueView(status) {
  const due = status.due || [];
  return due.length ? [m("h3", say("now.due")), list(due.map((one) => [time(one.at), ": ", sentence(one.what)]))] : null;
}

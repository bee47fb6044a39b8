// Scores: the chart, and beside it the table that says the same, each entry with its arithmetic, its rule as it then
// stood, and its record.
function scoresView() {
  const moment = momentAt(place.at);
  return m("section", {"aria-labelledby": "h-scores"}, [
    m("h2#h-scores", say("view.scores")),
    scoresTable(moment),
    m(ScoreChart),
    holdingsView(moment),
    m("h3", say("scores.how")),
    playerChoice(moment),
    entriesTable(),
  ]);
}

let chosenPlayer = "";

function playerChoice(moment) {
  const players = scoresIn(moment).map((score) => score.player);
  return m("p", m("label", say("scores.whose"), " ", m("select", {
    onchange: (event) => { chosenPlayer = event.target.value; }, value: chosenPlayer,
  }, [m("option", {value: ""}, say("scores.everybody"))].concat(players.map((player) =>
    m("option", {value: player, selected: player === chosenPlayer}, shown(player)))))));
}

const entriesOfPlayer = new Map();
forgetting.push(() => entriesOfPlayer.clear());

// Entries of whom is asked for, up to a record: they stand in the order of their records.
function entriesUntil(record) {
  if (!entriesOfPlayer.has(chosenPlayer)) {
    entriesOfPlayer.set(chosenPlayer, scoreEntries().filter((one) => !chosenPlayer || one.player === chosenPlayer));
  }
  const all = entriesOfPlayer.get(chosenPlayer);
  return all.slice(0, firstAfter(all.length, (at) => all[at].record, record));
}

function entriesTable() {
  const all = entriesUntil(place.at);
  if (!all.length) return m("p", say("scores.none"));
  const columns = ["record", "player", "points", "how", "by", "score"].map((name) => say("column." + name));
  return [
    howManyShown(all),
    table(say("scores.entries"), columns, lastRows(all).map((one) => ({key: one.key, of: [], cells: () => [
      recordLink(one.record), named(one.player), change(one.points), sentence(one.how),
      [ruleAsOf(one.rule, one.since), one.proposal ? [one.rule ? ", " : "", proposalLink(one.proposal)] : null],
      [points(one.total), one.unknown ? [" ", say("scores.known")] : null],
    ]})), [2, 5]),
  ];
}

function holdingsView(moment) {
  const attributes = moment.attributes && moment.attributes.attributes || [];
  const holdings = moment.holdings && moment.holdings.holdings || [];
  const rows = attributes.map((one) => [
    one.player ? named(one.player) : say("holdings.game"), shown(one.key), shown(one.value),
  ]).concat(holdings.map((one) => [named(one.owner), shown(one.thing), points(one.amount)]));
  const columns = ["whose", "what", "amount"].map((name) => say("column." + name));
  return rows.length ? [m("h3", say("holdings")), table(say("holdings"), columns, rows)] : null;
}

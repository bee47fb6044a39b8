// Scores: the chart, and beside it the table that says the same, each entry with its arithmetic, its rule as it then
// stood, and its record.
function scoresView() {
  const moment = momentAt(place.at);
  return m("section", {"aria-labelledby": "h-scores"}, [
    m("h2#h-scores", "Scores"),
    scoresTable(moment),
    m(ScoreChart),
    holdingsView(moment),
    m("h3", "How they came about"),
    playerChoice(moment),
    entriesTable(),
  ]);
}

let chosenPlayer = "";

function playerChoice(moment) {
  const players = scoresIn(moment).map((score) => score.player);
  return m("p", m("label", "Whose: ", m("select", {
    onchange: (event) => { chosenPlayer = event.target.value; }, value: chosenPlayer,
  }, [m("option", {value: ""}, "everybody's")].concat(players.map((player) =>
    m("option", {value: player, selected: player === chosenPlayer}, shown(player)))))));
}

function entriesTable() {
  const all = scoreEntries.filter((one) => one.record <= place.at && (!chosenPlayer || one.player === chosenPlayer));
  if (!all.length) return m("p", "Nobody has scored yet.");
  return [
    howManyShown(all),
    table("Entries in scores", ["Record", "Player", "Points", "How", "By", "Score"], lastRows(all).map((one) => [
      recordLink(one.record), named(one.player), change(one.points), m("span", {dir: "auto"}, shown(one.how)),
      [ruleAsOf(one.rule, one.since), one.proposal ? [", ", proposalLink(one.proposal)] : null],
      [points(one.total), one.unknown ? " (as far as it is known)" : null],
    ]), [2, 5]),
  ];
}

function holdingsView(moment) {
  const scores = moment.scores || {};
  const rows = (scores.attributes || []).map((one) => [
    one.player ? named(one.player) : "the game", shown(one.key), shown(one.value),
  ]).concat((scores.holdings || []).map((one) => [named(one.owner), shown(one.thing), points(one.amount)]));
  return rows.length ? [m("h3", "What they hold"), table("What they hold", ["Whose", "What", "How much"], rows)] : null;
}

// Playing: what the game offers this player, and nothing else; each with what it needs to be filled in, and the answer
// of the rules where they refuse.
const playing = {player: "", open: "", said: {}, id: "", sending: false, fault: "", warnings: [], tried: null};

// Whom this browser moves for; the keeper chooses.
function mover() {
  return seat.by === "KEEPER" ? playing.player : seat.player;
}

function waysOf(player) {
  const mine = (way) => way.player ? way.player === player : true;
  const isIn = (doc.status.players || []).includes(player);
  return (doc.status.ways || []).filter((way) => mine(way) && (isIn ? way.kind !== "player_joined" : !way.player));
}

// What a way is whatever else is recorded meanwhile: somebody may be filling it in.
function idOf(way) {
  return [way.kind, way.proposal, way.record, way.about].join(" ");
}

// Of several that are alike each has a key of its own.
function withKeys(ways) {
  const seen = new Map();
  return ways.map((way) => {
    const times = seen.get(idOf(way)) || 0;
    seen.set(idOf(way), times + 1);
    return {way, key: idOf(way) + " " + times};
  });
}

function mustMove() {
  return Boolean(mover()) && (doc.status.ways || []).some((way) => way.must && way.player === mover());
}

function playView() {
  if (!seat.mayMove) return null;
  const player = mover();
  return m("section.play", {"aria-labelledby": "h-play"}, [
    m("h3#h-play", mustMove() ? say("live.your.turn") : say("live.you.may")),
    seat.by === "KEEPER" ? playerChoice() : null,
    stream.online ? null : m("p.note", say("live.offline.moves")),
    player ? withKeys(waysOf(player)).map(({key, way}) => m("div", {key}, wayView(player, way))) : null,
    player ? secretsView(player) : null,
    keyView(),
  ]);
}

function playerChoice() {
  const players = doc.status.players || [];
  const awaited = doc.status.waitingFor || [];
  if (!players.includes(playing.player)) {
    playing.player = players.find((one) => awaited.includes(one)) || players[0] || "";
  }
  return m("p", m("label", say("live.plays"), " ", m("select", {
    value: playing.player, onchange: (event) => { close(); playing.player = event.target.value; },
  }, players.map((one) => m("option", {value: one}, shown(one))))));
}

function close() {
  Object.assign(playing, {open: "", said: {}, id: "", fault: "", warnings: [], tried: null});
}

function wayView(player, way) {
  const known = MOVES[way.kind];
  const move = known && own.kept && !known.event && !known.proposes && !known.secret ? null : known;
  const words = sayValue("move", way.kind);
  if (!move || !words) {
    return way.must ? m("p", [say("live.by.command"), " ", commandWords("nomic " + shown(way.command))]) : null;
  }
  const isOpen = playing.open === idOf(way);
  return m(way.must ? "div.way.must" : "div.way", [
    m("button", {
      type: "button", "aria-expanded": String(isOpen), disabled: playing.sending,
      onclick: () => {
        close();
        if (!isOpen) Object.assign(playing, {open: idOf(way), id: freshId()});
      },
    }, words, aboutWay(way)),
    way.rule ? [" (", ruleLink(way.rule), ")"] : null,
    isOpen ? m("form", {onsubmit: (event) => event.preventDefault()}, formFor(player, way, move)) : null,
  ]);
}

function aboutWay(way) {
  const open = openForm(way);
  if (open) return [": ", proposalName(proposalsByRecord.get(open.record || 0) || {})];
  if (way.about) return [": ", named(way.about)];
  return way.record ? ": #" + way.record : null;
}

function formFor(player, way, move) {
  if (move.proposes) return m(ProposalForm, {player, way});
  if (move.secret) return diceForm(player, way);
  const open = move.form ? openForm(way) : null;
  const send = (choice) => {
    const said = Object.assign({choice, form: open ? open.form : ""}, playing.said);
    return sendMove(player, {
      request: move.request(way, said), event: move.event ? {[way.kind]: move.event(way, said)} : null,
    });
  };
  const choices = move.choices ? move.choices(way) : null;
  return [
    open ? [m("p", sentence(open.change)), formView(proposalsByRecord.get(open.record || 0) || {})] : null,
    move.judges ? questionView(entryAt(move.judges(way))) : null,
    (move.fields || []).map((name) => fieldView(name, move.optional)),
    move.grave ? m("p.note", say("live.grave")) : null,
    m("p", choices ? choices.map((choice) => [m("button", {
      type: "button", disabled: playing.sending, onclick: () => send(choice),
    }, sayValue("pick", choice) || choice), " "]) : sendButton(() => send(""), "live.send")),
    outcomeView(),
  ];
}

function sendButton(onclick, words) {
  return m("button", {type: "button", disabled: playing.sending, onclick}, say(words));
}

const LONG = ["text", "question", "answer", "reasons"];

function fieldView(name, isOptional) {
  const attributes = {
    id: "field-" + name, dir: "auto", value: playing.said[name] || "", required: !isOptional,
    oninput: (event) => { playing.said[name] = event.target.value; },
  };
  return m("p", m("label", {for: attributes.id}, say("field." + name)), m("br"), LONG.includes(name)
    ? m("textarea", Object.assign({rows: 4}, attributes)) : m("input", Object.assign({type: "text"}, attributes)));
}

// What the rules say: why not, or what players should know of it.
function outcomeView() {
  return [
    playing.fault ? m("p.broken", {role: "alert"}, sentence(playing.fault)) : null,
    playing.warnings.length ? m("div.note", {role: "status"}, list(playing.warnings.map(sentence))) : null,
  ];
}

function sendMove(player, move) {
  return sendWith(() => makeMove(player, move, playing.id, false));
}

// The same ID until it is recorded or refused: what was perhaps recorded is not recorded twice.
async function sendWith(make) {
  Object.assign(playing, {sending: true, fault: "", warnings: []});
  m.redraw();
  try {
    const made = await make();
    close();
    playing.warnings = made.warnings || [];
    grewTo((made.index || 0) + 1);
  } catch (fault) {
    playing.fault = String(fault);
    if (fault.status) playing.id = freshId();
  }
  playing.sending = false;
  m.redraw();
}

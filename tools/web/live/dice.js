// Throws by secrets (docs/design/dice.md): this browser makes the player's secret, keeps it before anything of it is sent,
// and lays it open when everybody has committed. Its file is the one that `nomic roll --secret-file` takes.
const SECRET_BYTES = 32;
const SECRET_FILE = /^[0-9a-f]{64}\n?$/i;
// Others may record something between a look at the game and the commitment that is made for it.
const COMMIT_TRIES = 5;

// `kept`: of this game, {game, commitment, player, place, secret, sent}. `chosen`: a secret out of a file, for the
// commitment in `of`.
const dice = {kept: [], chosen: null, of: "", fault: "", files: new Map()};

function keepsSecrets() {
  return Boolean(self.crypto && crypto.subtle && self.indexedDB);
}

// ---- What is hashed ----------------------------------------------------------------------------------------------

function bigEndian(value, size) {
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  if (size === 8) view.setBigUint64(0, BigInt(value)); else view.setUint32(0, value);
  return bytes;
}

// A proposal in 32 bits, as the ledger counts them: "305", "#57", "340a" (docs/dice.md).
function codeOf(proposal) {
  const [, record, number, letters] = /^(?:#([0-9]+)|([0-9]+)([a-z]*))$/.exec(proposal || "0");
  if (record) return 1e9 + Number(record);
  const behind = Array.from(letters).reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 96, 0);
  return behind ? 3e9 + 1000 * Number(number) + behind : Number(number);
}

function diceBytes(due, folded, secret) {
  const name = UTF8.encode(folded);
  return joined(UTF8.encode("nomic/dice/v1\n"), unhex(due.diceGame), bigEndian(due.turnRecord || 0, 8),
    bigEndian(codeOf(due.proposal), 4), bigEndian(due.part || 0, 4), bigEndian(due.round || 0, 4),
    bigEndian(name.length, 4), name, secret);
}

async function commitmentTo(due, player, secret) {
  return hex(await sha256(diceBytes(due, due.folded[due.committers.indexOf(player)], secret)));
}

// As events have it.
function positionOf(due) {
  return {turn_record: due.turnRecord || 0, proposal: due.proposal || "", part: due.part || 0, round: due.round || 0};
}

function placeOf(due) {
  return Object.values(positionOf(due)).join(" ");
}

// ---- The throws of a player --------------------------------------------------------------------------------------

// The one to whose faces the player has still to commit, or to reveal the secret.
function throwFor(status, player, phase) {
  return (status.throws || []).find((due) => due.phase === phase && due.committers.includes(player) &&
    !((phase === "COMMITTING" ? due.committed : due.revealed) || []).includes(player));
}

// What the player has committed to; empty: nothing.
function committedBy(due, player) {
  const at = (due.committed || []).indexOf(player);
  return at < 0 ? "" : due.commitments[at];
}

function keptFor(due, player) {
  const commitment = committedBy(due, player);
  return dice.kept.find((one) => one.commitment === commitment && one.player === player);
}

// ---- What is kept ------------------------------------------------------------------------------------------------

// Reads what this browser keeps of the game, other tabs' too; what is on record, and of no round that is played, goes.
async function takeSecrets() {
  if (!keepsSecrets()) return;
  const ofGame = IDBKeyRange.bound([doc.game], [doc.game, []]);
  dice.kept = await inStore("secrets", "readonly", (store) => store.getAll(ofGame)).catch(() => []);
  if (!dice.kept.length) return;
  const played = (doc.status.throws || []).map(placeOf);
  const known = new Set(recordsOf("DICE_REVEALED").map((record) => (inRecord(record, "event") || {}).secret));
  for (const one of dice.kept) {
    if (played.includes(one.place) || !known.has(hex(one.secret))) continue;
    await inStore("secrets", "readwrite", (store) => store.delete([one.game, one.commitment])).catch(() => null);
    dice.kept = dice.kept.filter((other) => other !== one);
  }
}

// The secret for that throw: one that was made before and never sent, so that a second try, or a second tab, makes no
// other; else a new one, which is on the disk when this is done.
async function secretFor(due, player) {
  const secret = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  const made = {
    game: doc.game, commitment: await commitmentTo(due, player, secret), player, place: placeOf(due), secret, sent: false,
  };
  const kept = await inStore("secrets", "readwrite", (store) => {
    const found = {result: made};
    store.getAll(IDBKeyRange.bound([doc.game], [doc.game, []])).onsuccess = (event) => {
      const before = event.target.result.find((one) => one.player === player && one.place === made.place && !one.sent);
      if (before) found.result = before; else store.add(made);
    };
    return found;
  });
  await takeSecrets();
  return kept;
}

// ---- The two moves -----------------------------------------------------------------------------------------------

// For the throw that is due now: a commitment is good for one alone.
async function commitToSecret(player) {
  for (let tries = 1; ; ++tries) {
    const status = await askJson("GET", "/v1/games/" + doc.game + "/status");
    const due = throwFor(status, player, "COMMITTING");
    if (!due) throw new Refused({status: 409, detail: say("live.dice.gone")});
    const {commitment} = await secretFor(due, player);
    try {
      return await makeMove(player, {
        request: {expect: String(status.size), commitDice: {commitment}},
        event: {dice_committed: {commitment: unhex(commitment), position: positionOf(due)}},
      }, playing.id, false);
    } catch (fault) {
      if (fault.code !== "SIZE_MISMATCH" || tries === COMMIT_TRIES) throw fault;
    }
  }
}

// From then on others may know it: it is never committed to again.
async function revealSecret(player, due, secret, kept) {
  if (kept) await inStore("secrets", "readwrite", (store) => store.put(Object.assign({}, kept, {sent: true})));
  return makeMove(player, {
    request: {revealDice: {secret: hex(secret)}}, event: {dice_revealed: {secret, position: positionOf(due)}},
  }, playing.id, false);
}

async function chooseFile(player, due, file) {
  Object.assign(dice, {chosen: null, of: committedBy(due, player), fault: ""});
  const text = file && file.size <= 2 * SECRET_BYTES + 1 ? await file.text() : "";
  const secret = SECRET_FILE.test(text) ? unhex(text.trim()) : null;
  if (secret && await commitmentTo(due, player, secret) === dice.of) dice.chosen = secret;
  else if (file) dice.fault = say("live.dice.other");
  m.redraw();
}

// ---- What is shown -----------------------------------------------------------------------------------------------

function diceForm(player, way) {
  if (!keepsSecrets()) return diceByCommand(way);
  if (way.kind === "dice_committed") {
    return [
      m("p", say("live.dice.what")),
      m("p", sendButton(() => sendWith(() => commitToSecret(player)), "live.dice.commit")),
      outcomeView(),
    ];
  }
  const due = throwFor(doc.status, player, "REVEALING");
  if (!due) return null;
  const kept = keptFor(due, player);
  if (kept) {
    return [
      m("p", sendButton(() => sendWith(() => revealSecret(player, due, kept.secret, kept)), "live.dice.reveal")),
      outcomeView(),
    ];
  }
  const chosen = dice.of === committedBy(due, player) ? dice.chosen : null;
  return [
    m("p", m("label", {for: "field-secret"}, say("live.dice.file")), m("br"), m("input#field-secret", {
      type: "file", onchange: (event) => { chooseFile(player, due, event.target.files[0]); },
    })),
    dice.fault ? m("p.broken", {role: "alert"}, dice.fault) : null,
    chosen ? m("p", sendButton(() => sendWith(() => revealSecret(player, due, chosen, null)), "live.dice.open")) : null,
    outcomeView(),
  ];
}

function diceByCommand(way) {
  return m("p.note", [say("live.dice.unable"), " ", commandWords("nomic " + shown(way.command))]);
}

// Where the secrets lie that the player has committed to and not laid open.
function secretsView(player) {
  return (doc.status.throws || []).filter((due) => committedBy(due, player) && !(due.revealed || []).includes(player))
    .map((due) => {
      const kept = keptFor(due, player);
      const words = {player: named(due.player)};
      return kept ? m("p.secret", [
        say("live.dice.kept", words), " ",
        m("a", {href: secretFile(kept), download: kept.commitment}, say("live.dice.save")), " ", say("live.dice.saved"),
      ]) : m("p.secret.note", say("live.dice.elsewhere", words));
    });
}

function secretFile(kept) {
  if (!dice.files.has(kept.commitment)) {
    const file = new Blob([hex(kept.secret) + "\n"], {type: "application/octet-stream"});
    dice.files.set(kept.commitment, URL.createObjectURL(file));
  }
  return dice.files.get(kept.commitment);
}

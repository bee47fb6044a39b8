// The player's own key: made in this browser, offered once as a file, kept where no script can read it out, and used to
// sign what this page shows. It guards against a ledger that is altered later, and against a keeper who would move for
// the player; not against a server that serves another script than this one, which the documents say.
const KEY_NAME = "browser";
const ED25519 = {name: "Ed25519"};

// `kept`: {key, publicKey} of this player in this game; null: none. `fresh`: one that is made and not registered.
const own = {kept: null, fresh: null, able: true, fault: ""};

function keyStore(mode, act) {
  return inStore("keys", mode, act);
}

async function takeKey() {
  own.able = Boolean(self.crypto && crypto.subtle && self.indexedDB);
  if (!own.able || !seat.player) return;
  const one = await keyStore("readonly", (store) => store.get([doc.game, seat.player])).catch(() => null);
  if (one && one.registered) own.kept = one;
}

// The file that `--key` takes, once: from then on the key can sign here, and be read nowhere.
async function makeKey() {
  own.fault = "";
  try {
    const pair = await crypto.subtle.generateKey(ED25519, true, ["sign", "verify"]);
    const pkcs8 = new Uint8Array(await crypto.subtle.exportKey("pkcs8", pair.privateKey));
    own.fresh = {
      key: await crypto.subtle.importKey("pkcs8", pkcs8, ED25519, false, ["sign"]),
      publicKey: new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey)),
      file: URL.createObjectURL(new Blob([armored(pkcs8, "PRIVATE KEY")], {type: "application/x-pem-file"})),
    };
  } catch (fault) {
    own.able = false;
  }
  m.redraw();
}

// Kept before it is registered: a key that the game knows and this browser has lost signs nothing any more.
async function registerKey() {
  const {key, publicKey, file} = own.fresh;
  const one = {game: doc.game, player: seat.player, key, publicKey, registered: false};
  try {
    await keyStore("readwrite", (store) => store.put(one));
    await sendSigned(one, {
      key_registered: {player: seat.player, public_key: publicKey, key_name: KEY_NAME},
    }, freshId(), false);
    one.registered = true;
    await keyStore("readwrite", (store) => store.put(one));
    URL.revokeObjectURL(file);
    Object.assign(own, {kept: one, fresh: null, fault: ""});
  } catch (fault) {
    own.fault = String(fault);
  }
  m.redraw();
}

// A statement on what is shown, signed: who signs bears witness to every record before it.
async function signedStatement(one, event, id) {
  const statement = encoded("Statement", {
    game: unhex(doc.game), seen_size: doc.size, seen_hash: unhex(doc.headHash), author: one.player, request_id: id,
    payload: encoded("Event", event),
  });
  const signature = new Uint8Array(await crypto.subtle.sign(ED25519, one.key, joined(CONTEXT, statement)));
  const signatures = [{public_key: one.publicKey, signature}];
  return armored(encoded("SignedStatement", {statement, signatures}), "NOMIC STATEMENT");
}

async function sendSigned(one, event, id, dryRun) {
  const move = {author: one.player, signedMove: {armored: await signedStatement(one, event, id)}};
  return askJson("POST", "/v1/games/" + doc.game + "/moves", dryRun ? Object.assign({dryRun: true}, move) : move);
}

function keyView() {
  if (!seat.player || !(doc.status.players || []).includes(seat.player)) return null;
  if (own.kept) return m("p.holds", say("live.key.signs"));
  if (!own.able) return m("p.quiet", say("live.key.unable"));
  return m("details.key", [
    m("summary", say("live.key.sign")),
    m("p", say("live.key.what")),
    own.fresh ? [
      m("p", m("a", {href: own.fresh.file, download: seat.player + ".key"}, say("live.key.save")), " ",
        say("live.key.once")),
      m("p", m("button", {type: "button", onclick: registerKey}, say("live.key.register"))),
    ] : m("p", m("button", {type: "button", onclick: makeKey}, say("live.key.make"))),
    own.fault ? m("p.broken", {role: "alert"}, sentence(own.fault)) : null,
  ]);
}

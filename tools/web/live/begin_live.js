// A page that a server keeps (nomic serve): it opens the player's link, shows the game as it is, and follows it.
const SOON_MS = 150;
let loading = null;
let loadAgain = false;

// The game has at least so many records: the page shows them soon.
function grewTo(size) {
  if (size <= (doc.size || 0)) return;
  if (loading) loadAgain = true; else loading = setTimeout(load, SOON_MS);
}

async function load() {
  loadAgain = false;
  try {
    const follows = !doc.size || !isPast();
    const text = await (await ask("GET", "/v1/games/" + (doc.game || live.game) + "/document")).text();
    const mustBefore = doc.size ? mustMove() : true;
    takeDocument(text);
    await takeStatus();
    await takeSecrets();
    if (follows) place.at = place.linked = lastRecord();
    stream.told = Math.max(stream.told, doc.size);
    if (!mustBefore && mustMove()) notify();
    live.fault = "";
  } catch (fault) {
    live.fault = String(fault);
    if (!doc.size) throw fault;
  } finally {
    loading = null;
  }
  sayInTitle();
  m.redraw();
  if (loadAgain || stream.told > doc.size) grewTo(stream.told);
}

// What can be done depends on the time too, by the server's clock.
async function takeStatus() {
  const status = await askJson("GET", "/v1/games/" + doc.game + "/status");
  if (status.size === doc.size) doc.status = status; else stream.told = Math.max(stream.told, status.size);
}

const live = {game: "", fault: ""};
const LOOK_MS = 60000;

function sayInTitle() {
  document.title = (mustMove() ? "(" + say("live.your.turn") + ") " : "") + shown(doc.name);
}

function notify() {
  if (!self.Notification || Notification.permission !== "granted" || !document.hidden) return;
  new Notification(shown(doc.name), {body: say("live.your.turn"), tag: "nomic " + doc.game});
}

// Who this browser is, and whether what is shown is the game as it is.
besides.top = () => m("div.live", [
  m("p.quiet", seatWords(), notifyButton()),
  stream.online ? null : m("p.note", {role: "status"}, say(stream.revoked ? "live.revoked" : "live.offline",
    {record: lastRecord()})),
  live.fault ? m("p.note", {role: "status"}, sentence(live.fault)) : null,
]);
besides.now = playView;

function seatWords() {
  if (seat.by === "KEEPER") return say("live.keeper");
  if (seat.player) return say("live.you.are", {player: m("strong", named(seat.player))});
  return say("live.reader");
}

function notifyButton() {
  if (!seat.player || !self.Notification || Notification.permission !== "default") return null;
  return [" ", m("button", {
    type: "button", onclick: () => Notification.requestPermission().then(m.redraw),
  }, say("live.notify"))];
}

// A page of its own where there is no one game to show.
function showWords(words) {
  const app = document.getElementById("app");
  m.render(app, m("main", m("h1", "Nomic"), words));
  app.hidden = false;
}

async function gameToShow() {
  const wanted = new URLSearchParams(location.search).get("game") || "";
  await takeSeat(wanted);
  if (!seat.mayLook) {
    showWords(m("p", say("live.invited.only")));
    return "";
  }
  if (seat.game) return seat.game;
  const games = (await askJson("GET", "/v1/games")).games || [];
  const one = wanted ? games.find((game) => game.game === wanted) : games.length === 1 ? games[0] : null;
  if (one) return one.game;
  showWords(list(games.map((game) =>
    m("a", {href: "/?game=" + game.game}, shown(game.name || game.game.slice(0, 16))))));
  return "";
}

async function beginLive() {
  try {
    await openLink();
  } catch (fault) {
    live.fault = String(fault);
  }
  live.game = await gameToShow();
  if (!live.game) {
    if (live.fault) sayBroken(live.fault);
    return;
  }
  const fault = live.fault;
  await load();
  live.fault = fault;
  await takeKey();
  show();
  followGame(doc.game, grewTo, () => m.redraw());
  setInterval(() => {
    if (document.hidden || !stream.online || stream.revoked || loading) return;
    takeStatus().then(() => { sayInTitle(); m.redraw(); }, () => {});
  }, LOOK_MS);
}

beginLive().catch(sayBroken);

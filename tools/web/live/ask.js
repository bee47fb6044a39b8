// Asking the server (docs/api.md): as whom, what it answers, and what it says where it refuses.
//
// A token is the player's for this browser: it is kept where no other site reads it, and sent with each request by this
// script, never by the browser of itself.
const KEPT_TOKENS = "nomic.tokens";

// `by`: NOBODY, TOKEN or KEEPER. `player`: of a token, empty for a reader. `game`: its identity.
const seat = {by: "NOBODY", player: "", game: "", mayLook: false, mayMove: false};
let token = "";

// What the server says, where it refuses or cannot be reached: {status, code, detail, hint}.
class Refused {
  constructor(problem) { Object.assign(this, {status: 0, code: "", detail: "", hint: ""}, problem); }

  toString() { return [this.detail, this.hint].filter((words) => words).join(" "); }
}

// How many records of a game were shown here, by its identity: of several servers none is to show it as it was before.
const shownRecords = new Map();

function gameIn(path) {
  const found = /^\/v1\/games\/([0-9a-f]+)\//.exec(path);
  return found ? found[1] : "";
}

function wereShown(game, size) {
  if (game && size > (shownRecords.get(game) || 0)) shownRecords.set(game, size);
}

// The answer itself; throws Refused.
async function ask(method, path, body, signal) {
  const headers = {};
  const game = gameIn(path);
  if (shownRecords.has(game)) headers["Nomic-Size"] = String(shownRecords.get(game));
  if (token) headers.Authorization = "Bearer " + token;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let answer;
  try {
    answer = await fetch(path, {
      method, headers, body: body === undefined ? undefined : JSON.stringify(body), cache: "no-store", signal,
      credentials: "omit", redirect: "error", referrerPolicy: "no-referrer",
    });
  } catch (fault) {
    throw new Refused({detail: say("live.unreachable")});
  }
  wereShown(game, Number(answer.headers.get("nomic-size")));
  if (answer.ok) return answer;
  const problem = await answer.json().catch(() => ({}));
  throw new Refused(Object.assign({detail: String(answer.status)}, problem, {status: answer.status}));
}

async function askJson(method, path, body) {
  return (await ask(method, path, body)).json();
}

// ---- Who this browser is -----------------------------------------------------------------------------------------

function tokensKept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT_TOKENS) || "[]");
  } catch (fault) {
    return [];
  }
}

// `others`: those that stay beside it.
function keepTokens(all) {
  try {
    localStorage.setItem(KEPT_TOKENS, JSON.stringify(all));
  } catch (fault) {
    // It lasts as long as the page then.
  }
}

// Opens the link whose secret stands in the address. It leaves it once it is spent, or opens nothing: that need not be in
// a history. Where the server could not say so, the link is as good as before, and the page can be loaded again.
async function openLink() {
  const secret = new URLSearchParams(location.hash.slice(1)).get("invite");
  if (!secret) return;
  const leaves = () => history.replaceState(null, "", location.pathname + location.search + "#view=now");
  const opened = await askJson("POST", "/v1/redeem", {secret}).catch((fault) => {
    if (fault.status === 403 || fault.status === 404) leaves();
    throw fault;
  });
  leaves();
  const one = {token: opened.token, game: opened.game, player: opened.player};
  keepTokens([one].concat(tokensKept().filter((kept) => kept.game !== one.game || kept.player !== one.player)));
}

// Takes the token for the game in the address, or the one that was opened last; what is not known any more goes.
async function takeSeat(wanted) {
  for (const kept of tokensKept()) {
    if (wanted && kept.game && kept.game !== wanted) continue;
    token = kept.token;
    try {
      return Object.assign(seat, await askJson("GET", "/v1/seat"));
    } catch (fault) {
      token = "";
      if (fault.status !== 401) throw fault;
      keepTokens(tokensKept().filter((one) => one.token !== kept.token));
    }
  }
  return Object.assign(seat, await askJson("GET", "/v1/seat"));
}

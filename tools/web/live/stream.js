// What others do, as it is recorded: one stream a browser, however many tabs show the game. The tab that holds the lock
// follows the game and tells the others; when it goes, the next one has the lock.
const QUIET_MS = 40000;     // a stream says something every 15 seconds
const SOONEST_MS = 1000;
const LATEST_MS = 30000;

const stream = {online: true, since: "", told: 0, revoked: false};

// Calls `grown(size)` whenever the game has so many records, and `changed()` when it is reached, or is not any more.
function followGame(game, grown, changed) {
  const channel = self.BroadcastChannel ? new BroadcastChannel("nomic " + game) : null;
  let follows = false;
  const hear = (news) => {
    if (news.online !== stream.online) {
      stream.online = news.online;
      stream.since = news.online ? "" : new Date().toISOString();
      changed();
    }
    if (news.size > stream.told) {
      stream.told = news.size;
      wereShown(game, news.size);
      grown(news.size);
    }
  };
  const tell = (news) => {
    hear(Object.assign({online: stream.online, size: stream.told}, news));
    if (channel) channel.postMessage({online: stream.online, size: stream.told});
  };
  if (channel) {
    channel.onmessage = (event) => {
      if (event.data === "?") {
        if (follows) channel.postMessage({online: stream.online, size: stream.told});
      } else {
        hear(event.data);
      }
    };
    channel.postMessage("?");
  }
  const follow = () => {
    follows = true;
    return followForEver(game, tell);
  };
  // Without locks, on a page that is neither at home nor over TLS, each tab follows by itself.
  if (navigator.locks && channel) navigator.locks.request("nomic " + game, follow); else follow();
}

async function followForEver(game, tell) {
  for (let wait = SOONEST_MS; ; wait = Math.min(LATEST_MS, wait * 2)) {
    const ended = new AbortController();
    let quiet = setTimeout(() => ended.abort(), QUIET_MS);
    try {
      const answer = await ask("GET", "/v1/games/" + game + "/events?from=" + stream.told, undefined, ended.signal);
      tell({online: true});
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      let rest = "";
      for (;;) {
        const {done, value} = await reader.read();
        if (done) break;
        clearTimeout(quiet);
        quiet = setTimeout(() => ended.abort(), QUIET_MS);
        wait = SOONEST_MS;
        const blocks = (rest + value).split("\n\n");
        rest = blocks.pop();
        const last = blocks.map((block) => /^id: ([0-9]+)$/m.exec(block)).filter((id) => id).pop();
        if (last) tell({size: Number(last[1]) + 1});
      }
    } catch (fault) {
      // A token that was revoked follows nothing any more.
      if (fault.status === 401) stream.revoked = true;
    }
    clearTimeout(quiet);
    tell({online: false});
    if (stream.revoked) return;
    await new Promise((resolve) => {
      setTimeout(resolve, wait);
      addEventListener("online", resolve, {once: true});
    });
  }
}

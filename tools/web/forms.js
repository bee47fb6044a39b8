// What a proposal says: its rule-changes with every word, and of an amendment what it strikes and adds.
function changeView(one) {
  const target = one.target || {};
  return m("div.change", [
    titleView(one, target),
    textView(one, target),
    (one.texts || []).slice((target.passages || []).length || target.text ? 1 : 0)
      .map((text) => passage("blockquote", text.lang, text.text)),
    provisionsView(one, target),
    one.textUnknown ? m("p.quiet", say("change.unknown")) : null,
    (target.lostLangs || []).length ? m("p", m("del", say("change.lang.lost", {lang: shown(target.lostLangs.join(", "))}))) : null,
  ]);
}

function titleView(one, target) {
  if (target.newTitle !== undefined) {
    return m("p", {dir: "auto"}, m("strong", m("del", shown(target.title)), " ", m("ins", shown(target.newTitle))));
  }
  const title = one.target ? target.title : one.title;
  return title ? m("p", {dir: "auto"}, m("strong", shown(title))) : null;
}

function textView(one, target) {
  const attributes = ofText(target.lang);
  if ((target.passages || []).length) return m("blockquote", attributes, target.passages.map(passageView));
  if (!target.text) return null;
  return m("blockquote", attributes, one.kind === "REPEAL" ? m("del", shown(target.text)) : shown(target.text));
}

function passageView(one) {
  if (one.kind === "UNCHANGED") return shown(one.after);
  if (!(one.pieces || []).length) {
    return [one.before ? m("del", shown(one.before)) : null, one.after ? m("ins", shown(one.after)) : null];
  }
  return one.pieces.map((piece) => piece.kind === "GONE" ? m("del", shown(piece.text))
    : piece.kind === "NEW" ? m("ins", shown(piece.text)) : shown(piece.text));
}

function provisionsView(one, target) {
  const lost = (target.provisionsLost || []).map((words) => m("del", playedBy("provision.gone", words)));
  const gained = (target.provisionsGained || []).map((words) => m("ins", playedBy("provision.by", words)));
  const same = (target.provisionsKept || []).map((words) => playedBy("provision.by", words));
  const all = lost.concat(gained, same);
  return all.length ? m("ul.played", all.map((item) => m("li", item))) : played(one.inWords);
}

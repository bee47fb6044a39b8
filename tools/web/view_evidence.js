// What speaks for the page: the verdicts of verify and audit, the game's identity, signed checkpoints, and what this
// browser found when it checked the records again.
function evidenceView() {
  return m("section", {"aria-labelledby": "h-evidence"}, [
    m("h2#h-evidence", "Evidence"),
    m("h3", "The records in this page"), checkView(),
    m("h3", "Whether the records are what was recorded"),
    findingsView(doc.verified || {}, "and every move of them is lawful"),
    m("h3", "Whether the game was played by its rules"),
    findingsView(doc.audited || {}, "nothing is broken"), checksTable(),
    m("h3", "Identity"), identityView(),
    m("h3", "Checkpoints"), evidenceList(),
  ]);
}

function checkView() {
  if (!doc.records) {
    return m("p", "They were left out. Whoever has the ledger can compare: ", m("code", "nomic verify"), ".");
  }
  if (checking.phase === "unable") return m("p", "This browser cannot compute hashes here, so they were not checked.");
  if (checking.phase === "failed") {
    return m("p.broken", {role: "alert"}, "They do not hold: ",
      checking.record >= 0 ? ["record #" + checking.record + ": "] : null, checking.fault + ".");
  }
  if (checking.phase !== "done") {
    return m("p", {role: "status"}, "Checking: " + checking.records + " of " + doc.size + " ",
      m("progress", {max: doc.size, value: checking.records, "aria-label": "Records checked"}));
  }
  return [
    m("p.holds", {role: "status"}, "This browser has computed the hashes of " +
      counted(checking.records, "record", "records") +
      ", followed their chain, and found their root to be the one below. " +
      counted(checking.signatures, "signature", "signatures") + " verified." +
      (checking.unchecked ? " " + checking.unchecked + " were not checked: this browser knows no Ed25519." : "")),
    m("p", "It has not derived the game from them, and a forged page could claim the same. ",
      m("code", "nomic verify FILE"),
      " takes the records out of this file, derives the game, and compares every figure."),
  ];
}

function findingsView(view, holds) {
  const findings = view.findings || [];
  if (!findings.length) return m("p.holds", counted(doc.size, "record", "records") + ": all hold, " + holds + ".");
  return list(findings.map((one) => [
    m("strong.broken", one.check), " ", one.index !== undefined ? recordLink(one.index) : null, ": ",
    sentence(one.what),
    list((one.evidence || []).map(sentence)),
  ]));
}

const VERDICTS = {
  HOLDS: "holds", BROKEN: "broken", NOT_IN_FORCE: "not in force", NOT_JUDGED: "not judged in every case",
};

function checksTable() {
  const audited = doc.audited || {};
  return [
    m("details", m("summary", "The checks"), table("Checks of the audit",
      ["Check", "Verdict", "Cases", "What it looks after"], (audited.checks || []).map((one) => [
        one.check, VERDICTS[one.verdict], (one.held || 0) + (one.broken || 0), one.about,
      ]), [2])),
    (audited.notJudged || []).length ? m("details", m("summary", "Not judged"), list(audited.notJudged.map((one) => [
      one.check, " ", recordLink(one.index || 0), ": ", sentence(one.what)]))) : null,
  ];
}

function identityView() {
  return m("dl.identity", [
    ["Game", doc.game], ["Records", String(doc.size)], ["Head", doc.headHash], ["Root", doc.root],
  ].map(([label, value]) => [m("dt", label), m("dd", m("code", value))]));
}

function evidenceList() {
  if (!doc.evidence.length) return m("p", "None is kept with the game.");
  return doc.evidence.map((one) => m("details", [
    m("summary", one.kind + " over " + counted(one.size || 0, "record", "records"),
      (one.signedBy || []).length ? [", signed by ", listed(one.signedBy)] : null),
    one.text ? m("pre", {dir: "ltr"}, shown(one.text)) : null,
  ]));
}

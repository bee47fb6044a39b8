// What speaks for the page: the verdicts of verify and audit, the game's identity, signed checkpoints, and what this
// browser found when it checked the records again.
function evidenceView() {
  return m("section", {"aria-labelledby": "h-evidence"}, [
    m("h2#h-evidence", say("view.evidence")),
    m("h3", say("evidence.records")), checkView(),
    m("h3", say("evidence.recorded")),
    findingsView(doc.verified || {}, "evidence.lawful"),
    m("h3", say("evidence.played")),
    findingsView(doc.audited || {}, "evidence.unbroken"), checksTable(),
    m("h3", say("evidence.identity")), identityView(),
    m("h3", say("evidence.checkpoints")), evidenceList(),
  ]);
}

function checkView() {
  if (!doc.records) {
    return m("p", say("evidence.left.out", {command: commandWords("nomic verify")}));
  }
  if (checking.phase === "unable") return m("p", say("check.unable"));
  if (checking.phase === "failed") {
    return m("p.broken", {role: "alert"}, say(checking.record >= 0 ? "check.broken.record" : "check.broken", {
      record: checking.record, fault: sentence(checking.fault + "."),
    }));
  }
  if (checking.phase !== "done") {
    return m("p", {role: "status"}, say("check.running", {records: checking.records, size: doc.size}), " ",
      m("progress", {max: doc.size, value: checking.records, "aria-label": say("check.progress")}));
  }
  return [
    m("p.holds", {role: "status"}, say("check.done", {records: say("count.records", {count: checking.records})}), " ",
      say("check.signatures", {signatures: say("count.signatures", {count: checking.signatures})}),
      checking.unchecked ? [" ", say("check.unchecked", {unchecked: checking.unchecked})] : null),
    m("p", say("check.claim"), " ", say("check.verify", {command: commandWords("nomic verify FILE")})),
  ];
}

function findingsView(view, holds) {
  const findings = view.findings || [];
  if (!findings.length) return m("p.holds", say(holds, {records: say("count.records", {count: doc.size})}));
  return list(findings.map((one) => [
    m("strong.broken", one.check), " ", one.index !== undefined ? recordLink(one.index) : null, ": ",
    sentence(one.what),
    list((one.evidence || []).map(sentence)),
  ]));
}

function commandWords(words) {
  return m("code", {dir: "ltr", lang: "en"}, words);
}

function checksTable() {
  const audited = doc.audited || {};
  return [
    m("details", m("summary", say("audit.checks")), table(say("audit.checks.all"),
      ["check", "verdict", "cases", "looks"].map((name) => say("column." + name)), (audited.checks || []).map((one) => [
        m("code", one.check), sayValue("verdict", one.verdict), (one.held || 0) + (one.broken || 0), sentence(one.about),
      ]), [2])),
    (audited.notJudged || []).length ? m("details", m("summary", say("audit.not.judged")), list(audited.notJudged.map((one) => [
      one.check, " ", recordLink(one.index || 0), ": ", sentence(one.what)]))) : null,
  ];
}

function identityView() {
  return m("dl.identity", [
    ["game", doc.game], ["records", String(doc.size)], ["head", doc.headHash], ["root", doc.root],
  ].map(([label, value]) => [m("dt", say("identity." + label)), m("dd", m("code", value))]));
}

function evidenceList() {
  if (!doc.evidence.length) return m("p", say("evidence.none"));
  return doc.evidence.map((one) => m("details", [
    m("summary", say((one.signedBy || []).length ? "evidence.signed" : "evidence.one", {
      kind: sayValue("kept", one.kind) || shown(one.kind), records: say("count.records", {count: one.size || 0}),
      names: listed(one.signedBy),
    })),
    one.text ? m("pre", {dir: "ltr"}, shown(one.text)) : null,
  ]));
}

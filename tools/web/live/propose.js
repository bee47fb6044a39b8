// A proposal: one rule-change in a form, with the clauses that the program plays by (provisions.js, recipes.js), tried
// before it is sent. Several changes at once are the command's: the form says so.
const KINDS = {
  enact: "ENACT", amend: "AMEND", repeal: "REPEAL", transmute: "TRANSMUTE", reenact: "REENACT", restore: "RESTORE",
  retitle: "RETITLE", nothing: "NOTHING",
};
const WITH_TEXT = ["enact", "amend"];
const WITH_TITLE = ["enact", "retitle"];

// As events have them (ChangeKind, provisions.proto); which way a rule is transmuted follows from the rule.
const CHANGE_KINDS = {enact: 1, amend: 2, repeal: 3, reenact: 6, restore: 7, nothing: 8, retitle: 9};

function changeKind(kind, number) {
  if (kind !== "transmute") return CHANGE_KINDS[kind];
  const rule = rulesIn(momentAt(lastRecord())).find((one) => one.number === number);
  return rule && rule.status === "MUTABLE" ? 5 : 4;
}

// What is proposed, as a request and as the event that a key signs.
function proposalOf(said, kinds) {
  const kind = said.kind || kinds[0];
  const number = kind !== "enact" && kind !== "nothing" ? (said.rule || "").trim() : "";
  const change = {kind: KINDS[kind]};
  const recorded = {kind: changeKind(kind, number), rule: number};
  if (number) change.rule = number;
  if (WITH_TEXT.includes(kind)) {
    change.texts = [{text: said.text || ""}];
    recorded.texts = [{text: asText(said.text)}];
  }
  if (WITH_TITLE.includes(kind) && said.title) {
    change.title = said.title;
    recorded.title = asLine(said.title);
  }
  const clauses = WITH_TEXT.includes(kind) ? clausesSaid(said) : [];
  if (clauses.length) {
    change.provisions = clauses;
    recorded.provisions = clauses;
  }
  if (kind === "amend" && !own.kept) change.keepProvisions = Boolean(said.keep);
  return {
    request: {propose: {changes: [change], reason: said.reason || "", callVote: Boolean(said.call)}},
    event: {proposal_made: {changes: [recorded], reason: asLine(said.reason), call_vote: Boolean(said.call)}},
  };
}

const ProposalForm = {
  oninit: askForms,
  view: (vnode) => {
    const {player, way} = vnode.attrs;
    const said = playing.said;
    const kinds = (way.choices || []).filter((one) => KINDS[one]);
    const kind = said.kind || kinds[0];
    return [
      recipeView(kinds),
      m("p", m("label", {for: "field-kind"}, say("field.kind")), m("br"), m("select#field-kind", {
        value: kind, onchange: (event) => { said.kind = event.target.value; forgetTrial(); },
      }, kinds.map((one) => m("option", {value: one}, sayValue("pick", one) || one)))),
      kind !== "enact" && kind !== "nothing" ? ruleField(kind) : null,
      WITH_TITLE.includes(kind) ? fieldView("title", true) : null,
      WITH_TEXT.includes(kind) ? fieldView("text") : null,
      WITH_TEXT.includes(kind) ? clausesView() : null,
      kind === "amend" && !own.kept ? tick("keep") : null,
      fieldView("reason", true),
      tick("call"),
      m("p.quiet", say("live.provisions")),
      m("p", sendButton(() => tryProposal(player, said, kinds), "live.try"), " ",
        isTried(said, kinds)
          ? sendButton(() => sendMove(player, proposalOf(said, kinds)), "live.send") : null),
      outcomeView(),
      playing.tried ? meaningView(playing.tried.made) : null,
    ];
  },
};

// Whether what stands in the form is what was tried.
function isTried(said, kinds) {
  try {
    return Boolean(playing.tried) && playing.tried.of === JSON.stringify(proposalOf(said, kinds));
  } catch (fault) {
    return false;
  }
}

// What cannot be read as a clause is said at once.
function tryProposal(player, said, kinds) {
  forgetTrial();
  let move;
  try {
    move = proposalOf(said, kinds);
  } catch (fault) {
    playing.fault = String(fault);
    return null;
  }
  return tryMove(player, move);
}

function forgetTrial() {
  Object.assign(playing, {tried: null, fault: "", warnings: []});
}

function ruleField() {
  const rules = rulesIn(momentAt(lastRecord()));
  return m("p", m("label", {for: "field-rule"}, say("field.rule")), m("br"), m("input#field-rule", {
    type: "text", list: "rules-in-force", value: playing.said.rule || "",
    oninput: (event) => { playing.said.rule = event.target.value; },
  }), m("datalist#rules-in-force", rules.map((rule) => m("option", {value: rule.number}))));
}

function tick(name) {
  return m("p", m("label", m("input", {
    type: "checkbox", checked: Boolean(playing.said[name]),
    onchange: (event) => { playing.said[name] = event.target.checked; },
  }), " ", say("field." + name)));
}

// What the rules would say, without recording it; then it can be sent, as it is.
async function tryMove(player, move) {
  Object.assign(playing, {sending: true, fault: "", warnings: [], tried: null});
  m.redraw();
  try {
    const made = await makeMove(player, move, "", true);
    playing.tried = {of: JSON.stringify(move), made};
    playing.warnings = made.warnings || [];
  } catch (fault) {
    playing.fault = String(fault);
  }
  playing.sending = false;
  m.redraw();
}

// What the rule would be played by, and would not be any more.
function meaningView(made) {
  const changes = made.meaning && made.meaning.changes || [];
  const all = changes.flatMap((one) => [].concat(
    (one.lost || []).map((words) => m("del", playedBy("provision.gone", words))),
    (one.gained || []).map((words) => m("ins", playedBy("provision.by", words))),
    (one.kept || []).map((words) => playedBy("provision.by", words)),
    one.forPeople ? [say("live.for.people")] : []));
  return [m("p.holds", {role: "status"}, say("live.lawful")), all.length ? m("p", say("live.adopted")) : null, all.length ? list(all) : null];
}

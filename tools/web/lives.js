// The lives of rules: their versions and numbers, read from what stood after each record.
//
// Of each life, by the number under which the rule first stood: {lineage, versions: [{record, form}],
// numbers: [{number, from, until}]}. A version's `form` is null from where the rule is not in force.
let livesKept = null;
forgetting.push(() => { livesKept = null; });

function lives() {
  if (livesKept) return livesKept;
  livesKept = new Map();
  const byLineage = (places) => new Map(places.map((place) => [doc.rules[place].lineage, doc.rules[place]]));
  eachChange("rules", (record, change) => {
    const [before, now] = [byLineage(change.gone), byLineage(change.came)];
    for (const [lineage, form] of now) {
      if (before.get(lineage) !== form) addVersion(lineage, record, form);
    }
    for (const lineage of before.keys()) {
      if (!now.has(lineage)) addVersion(lineage, record, null);
    }
  });
  return livesKept;
}

function addVersion(lineage, record, form) {
  if (!livesKept.has(lineage)) livesKept.set(lineage, {lineage, versions: [], numbers: []});
  const life = livesKept.get(lineage);
  life.versions.push({record, form});
  const last = life.numbers[life.numbers.length - 1];
  const number = form ? form.number : "";
  if (last && !last.until && last.number !== number) last.until = record;
  if (number && (!last || last.until)) life.numbers.push({number, from: record, until: 0});
}

// The life of the rule that bears the number at that record, else of one that ever bore it.
function lifeOf(number, record) {
  const rule = rulesIn(momentAt(record)).find((one) => one.number === number);
  if (rule) return lives().get(rule.lineage);
  for (const life of lives().values()) {
    if (life.numbers.some((span) => span.number === number)) return life;
  }
  return null;
}

// The version that stood just after a record; null: none did.
function versionAt(life, record) {
  let found = null;
  for (const version of life.versions) {
    if (version.record <= record) found = version;
  }
  return found;
}

function isFounding(version) {
  return version.record < (doc.founding || 0);
}

// What made a version: the proposal, the founding, or else what its record says.
function madeBy(version) {
  const form = version.form;
  if (isFounding(version)) return say("life.founded");
  if (form && form.since === version.record && form.proposal) return proposalLink(form.proposal);
  return sentence(entryAt(version.record).inWords);
}

// In a few words what a version changed of the one before.
function changedIn(before, form) {
  if (!form) return say("life.gone");
  if (!before) return say("life.enacted");
  const parts = [];
  if (before.number !== form.number) parts.push(say("life.number", {before: before.number, number: form.number}));
  if (before.status !== form.status) parts.push(say(form.status === "IMMUTABLE" ? "life.immutable" : "life.mutable"));
  if ((before.title || "") !== (form.title || "")) parts.push(say("life.title"));
  if (textOf(before).text !== textOf(form).text) parts.push(say("life.text"));
  if (!before.isVoid && form.isVoid) parts.push(say("life.void"));
  if (before.isVoid && !form.isVoid) parts.push(say("life.unvoid"));
  if (String(before.inWords) !== String(form.inWords)) parts.push(say("life.played"));
  if (String(before.conflicts) !== String(form.conflicts)) parts.push(say("life.conflicts"));
  return withCommas(parts) || say("life.noted");
}

// One rule: its life as a line of versions, any two of them compared by word.
const compared = {lineage: 0, from: 0, to: 0};

function lifeView(life) {
  const versions = life.versions.filter((version) => version.record <= place.at);
  const now = versionAt(life, place.at) || life.versions[0];
  const form = now.form || lastForm(life, now);
  return [
    m("p", link({view: "rules"}, say("rules.all"))),
    m("h2#h-rules", say("rule.name", {rule: ruleHeading(form)})),
    now.form ? null : m("p", m("strong", say("rule.gone", {record: recordLink(now.record)}))),
    m("p.choices", langChoice([form])),
    ruleBody(form),
    m("p.quiet", say("life.numbers", {numbers: numbersBorne(life)})),
    m("h3", say("rule.life")),
    lifeLine(life, versions),
    m("ol.life", versions.map((version, at) => versionView(life, versions, version, at))),
    versions.length > 1 ? comparison(life, versions) : null,
  ];
}

function numbersBorne(life) {
  return inRow(life.numbers.filter((span) => span.from <= place.at).map((span) => {
    const parts = {number: span.number, from: recordLink(span.from), until: recordLink(span.until)};
    return say(span.until && span.until <= place.at ? "life.number.until" : "life.number.since", parts);
  }));
}

function lastForm(life, version) {
  const before = life.versions.filter((one) => one.form && one.record <= version.record);
  return before.length ? before[before.length - 1].form : life.versions.find((one) => one.form).form;
}

function versionView(life, versions, version, at) {
  const before = at > 0 ? versions[at - 1].form || lastForm(life, versions[at - 1]) : null;
  const made = version.form && version.form.since === version.record && proposalsByNumber.get(version.form.proposal);
  return m("li", {class: version.form ? "" : "gone"}, [
    link({view: "rules", rule: place.rule, at: version.record}, "#" + version.record), " ",
    time(timeOf(version.record)), ": ", m("strong", version.form ? version.form.number : "\u2014"), ", ",
    isFounding(version) ? null : [changedIn(before, version.form), "; "], madeBy(version),
    made && made.ended ? [", ", sayValue("outcome", made.standing), " ", tally(made)] : null,
  ]);
}

// The two versions chosen, else the last and the one before.
function comparison(life, versions) {
  const there = versions.filter((version) => version.form);
  if (there.length < 2) return null;
  if (compared.lineage !== life.lineage || compared.to >= there.length) {
    Object.assign(compared, {lineage: life.lineage, from: there.length - 2, to: there.length - 1});
  }
  const before = there[compared.from].form;
  const after = there[compared.to].form;
  const lang = langShown() === "*" ? "" : langShown();
  return [
    m("h3", say("compare.heading")),
    m("p.choices", versionChoice(say("compare.before"), there, "from"), " ", versionChoice(say("compare.after"), there, "to")),
    inPlaceOf(say("status." + before.status), say("status." + after.status)),
    inPlaceOf(before.title || "", after.title || ""),
    m("blockquote", ofText(textOf(after, lang).lang),
      pieceViews(wordsDiff(textOf(before, lang).text, textOf(after, lang).text))),
    wordsGone(before, after, "del", "provision.gone"),
    wordsGone(after, before, "ins", "provision.by"),
  ];
}

function inPlaceOf(before, after) {
  return before === after ? null : m("p", {dir: "auto"}, m("del", shown(before)), " ", m("ins", shown(after)));
}

function versionChoice(label, versions, which) {
  return m("label", label, " ", m("select", {
    onchange: (event) => { compared[which] = Number(event.target.value); },
  }, versions.map((version, at) => m("option", {value: at, selected: at === compared[which]},
    "#" + version.record + " (" + version.form.number + ")"))));
}

// Provisions that the one has and the other has not.
function wordsGone(one, other, element, key) {
  return (one.inWords || []).filter((words) => !(other.inWords || []).includes(words))
    .map((words) => m("p", m(element, playedBy(key, words))));
}

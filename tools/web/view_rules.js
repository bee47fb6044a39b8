// The rules in force at the moment chosen, under the numbers that they then bore; with a number, one rule and its life.
let chosenLang = null;

function rulesView() {
  const life = place.rule ? lifeOf(place.rule, place.at) : null;
  return m("section", {"aria-labelledby": "h-rules"}, life ? lifeView(life) : allRules());
}

// The languages in which rules have texts.
function languages(rules) {
  return [...new Set(rules.flatMap((rule) => (rule.texts || []).map((text) => text.lang)))];
}

function langChoice(rules) {
  const all = languages(rules);
  if (all.length < 2) return null;
  return m("label", say("rules.language"), " ", m("select", {
    onchange: (event) => { chosenLang = event.target.value; },
  }, [["", say("rules.authoritative")]].concat(
    all.map((lang) => [lang, nameOf(lang)]), [["*", say("rules.side")]]).map(([value, label]) =>
    m("option", {value, selected: value === (chosenLang === null ? doc.lang || "" : chosenLang)}, label))));
}

// "ja" as this page's language calls it.
function nameOf(lang) {
  try {
    return new Intl.DisplayNames([pageLanguage()], {type: "language"}).of(lang);
  } catch (fault) {
    return shown(lang);
  }
}

function langShown() {
  return chosenLang === null ? doc.lang || "" : chosenLang;
}

function searchField(view) {
  return m("label.search", say("page.search"), " ", m("input#search", {
    type: "search", value: place.query,
    oninput: (event) => go({view, query: event.target.value}, true),
  }));
}

function matches(rule, query) {
  const words = [rule.number, rule.title || ""].concat((rule.texts || []).map((text) => text.text), rule.inWords || []);
  return words.join("\n").toLowerCase().includes(query);
}

function allRules() {
  const all = rulesIn(momentAt(place.at));
  const query = place.query.toLowerCase();
  const found = all.filter((rule) => !query || matches(rule, query));
  return [
    m("h2#h-rules", isPast() ? say("rules.then", {record: place.at}) : say("rules.now")),
    m("p.choices", searchField("rules"), " ", langChoice(all)),
    howManyFound("count.rules", found, all),
    found.map(ruleView),
    goneRules(query),
  ];
}

function ruleHeading(rule) {
  return [
    rule.number, rule.title ? [" ", m("bdi", shown(rule.title))] : null, " ",
    m("small", withCommas([
      say("status." + rule.status), rule.isVoid ? say("status.void") : "",
      rule.lineage !== rule.number ? say("status.once", {number: rule.lineage}) : "",
    ].filter((part) => part))),
  ];
}

function ruleView(rule) {
  return lasting(rule.lineage, [rule, isPast(), langShown()], () => m("article.rule", [
    m("h3", link({view: "rules", rule: rule.number}, ruleHeading(rule))),
    ruleBody(rule),
  ]));
}

function ruleBody(rule) {
  return [
    textsView(rule),
    played(rule.inWords),
    staleView(rule),
    (rule.conflicts || []).map((words) => m("p.note", say("rule.note", {note: sentence(words)}))),
    (rule.corrections || []).map((words) => m("p.quiet", sentence(words + "."))),
    (rule.notes && rule.notes.all || []).map((note) => m("p.note", [
      say("rule.note.of", {player: named(note.author), record: recordLink(note.record || 0),
        note: m("span", {dir: "auto", lang: ""}, shown(textOfNote(note)))}),
    ])),
  ];
}

// One text; or all side by side, where that is asked for.
function textsView(rule) {
  if (rule.textUnknown) return m("p.quiet", say("rule.unknown"));
  if (langShown() !== "*") {
    const text = textOf(rule, langShown());
    return passage("p", text.lang, text.text);
  }
  return m("div.side", (rule.texts || []).map((text) => m("div", [
    m("p.quiet", say(text.authoritative ? "rule.text.authoritative" : "rule.text", {lang: nameOf(text.lang)})), passage("p", text.lang, text.text),
  ])));
}

// What numbers in its text mean by now; only at the last record, which is what is known of them.
function staleView(rule) {
  if (isPast()) return null;
  return doc.references.filter((one) => one.rule === rule.number).map((one) =>
    m("p.note", say("rule.stale", {number: one.number, record: recordLink(one.written || 0),
      words: sentence(one.inWords + ".")})));
}

// Rules that were in force once and are not any more.
function goneRules(query) {
  const gone = [...lives().values()].filter((life) => {
    const version = versionAt(life, place.at);
    return version && !version.form && (!query || life.versions.some((one) => one.form && matches(one.form, query)));
  });
  if (!gone.length) return null;
  return [m("h3", say("rules.gone")), list(gone.map((life) => {
    const last = life.numbers[life.numbers.length - 1];
    return say("rules.gone.one", {rule: ruleLink(last.number), record: recordLink(versionAt(life, place.at).record)});
  }))];
}

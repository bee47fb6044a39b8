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
  return m("label", "Language: ", m("select", {
    onchange: (event) => { chosenLang = event.target.value; },
  }, [["", "as authoritative"]].concat(all.map((lang) => [lang, lang]), [["*", "side by side"]]).map(([value, label]) =>
    m("option", {value, selected: value === (chosenLang === null ? doc.lang || "" : chosenLang)}, label))));
}

function langShown() {
  return chosenLang === null ? doc.lang || "" : chosenLang;
}

function searchField(view) {
  return m("label.search", "Search: ", m("input#search", {
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
    m("h2#h-rules", isPast() ? "Rules in force just after #" + place.at : "Rules in force"),
    m("p.choices", searchField("rules"), " ", langChoice(all)),
    m("p.quiet", found.length === all.length ? counted(all.length, "rule", "rules") + "."
      : counted(found.length, "rule", "rules") + " of " + all.length + "."),
    found.map(ruleView),
    goneRules(query),
  ];
}

function ruleHeading(rule) {
  return [
    String(rule.number), rule.title ? [" ", m("bdi", shown(rule.title))] : null, " ",
    m("small", rule.status === "IMMUTABLE" ? "immutable" : "mutable", rule.isVoid ? ", void" : "",
      rule.lineage !== rule.number ? ", once " + rule.lineage : ""),
  ];
}

function ruleView(rule) {
  return m("article.rule", {key: rule.lineage}, [
    m("h3", link({view: "rules", rule: rule.number}, ruleHeading(rule))),
    ruleBody(rule),
  ]);
}

function ruleBody(rule) {
  return [
    textsView(rule),
    played(rule.inWords),
    staleView(rule),
    (rule.conflicts || []).map((words) => m("p.note", sentence("Note: " + words))),
    (rule.corrections || []).map((words) => m("p.quiet", sentence(words + "."))),
    (rule.notes && rule.notes.all || []).map((note) => m("p.note", [
      "Note of ", named(note.author), ", ", recordLink(note.record || 0), ": ", sentence(note.text),
    ])),
  ];
}

// One text; or all side by side, where that is asked for.
function textsView(rule) {
  if (rule.textUnknown) return m("p.quiet", "What this version says is not on record.");
  if (langShown() !== "*") {
    const text = textOf(rule, langShown());
    return passage("p", text.lang, text.text);
  }
  return m("div.side", (rule.texts || []).map((text) => m("div", [
    m("p.quiet", text.lang + (text.authoritative ? ", authoritative" : "")), passage("p", text.lang, text.text),
  ])));
}

// What numbers in its text mean by now; only at the last record, which is what is known of them.
function staleView(rule) {
  if (isPast()) return null;
  return doc.references.filter((one) => one.rule === rule.number).map((one) =>
    m("p.note", "\u201c" + one.number + "\u201d, written at ", recordLink(one.written || 0), ": ",
      sentence(one.inWords + ".")));
}

// Rules that were in force once and are not any more.
function goneRules(query) {
  const gone = [...lives().values()].filter((life) => {
    const version = versionAt(life, place.at);
    return version && !version.form && (!query || life.versions.some((one) => one.form && matches(one.form, query)));
  });
  if (!gone.length) return null;
  return [m("h3", "No longer in force"), list(gone.map((life) => {
    const last = life.numbers[life.numbers.length - 1];
    return ["rule ", link({view: "rules", rule: last.number}, String(last.number)), ", until ",
      recordLink(versionAt(life, place.at).record)];
  }))];
}

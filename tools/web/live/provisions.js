// A form for provisions, made of their schema (GET /v1/provisions): each field as its type has it, whatever kinds there
// are. What is typed is kept as it was typed; clausesSaid() makes of it what is asked of the server, and what a key signs.
const forms = {messages: null, words: null, recipes: [], isAsked: false, fault: ""};

async function askForms() {
  if (forms.isAsked) return;
  forms.isAsked = true;
  try {
    const [schema, known] = await Promise.all([askJson("GET", "/v1/provisions"), askJson("GET", "/v1/recipes")]);
    learn(schema);
    forms.messages = new Map(schema.messages.map((one) => [one.name, one]));
    forms.words = new Map(schema.enumerations.map((one) => [one.name, one.words]));
    Object.assign(forms, {recipes: known.recipes, fault: ""});
  } catch (fault) {
    Object.assign(forms, {isAsked: false, fault: String(fault)});
  }
  m.redraw();
}

// Those that people write for others are left out: the form has the others.
function membersOf(type) {
  return (forms.messages.get(type).fields || []).filter((field) => !field.shorthand);
}

const isPoints = (field) => field.name.endsWith("_thousandths");
const labelOf = (field) => field.name.replace("_thousandths", "").replace(/_/g, " ");

// ---- What is typed, as JSON ----------------------------------------------------------------------------------------

function unfit(typed) {
  return [].concat(say("live.clause.number", {text: typed})).join("");
}

// "14.3" is 14300 thousandths, as text: JSON has no such numbers.
function signedOf(field, typed) {
  const found = (isPoints(field) ? /^([+-]?)(\d{1,12})(?:\.(\d{1,3}))?$/ : /^([+-]?)(\d{1,15})$/).exec(typed);
  if (!found) throw unfit(typed);
  const whole = isPoints(field) ? BigInt(found[2]) * 1000n + BigInt((found[3] || "").padEnd(3, "0")) : BigInt(found[2]);
  return String(found[1] === "-" ? -whole : whole);
}

function leafSaid(field, typed) {
  const text = asLine(typed);
  if (!text) return undefined;
  if (field.type === "TRUTH") return text === "true";
  if (field.type === "SIGNED") return signedOf(field, text);
  if (field.type !== "NUMBER") return text;
  if (!/^\d{1,10}$/.test(text) || Number(text) >= 2 ** 32) throw unfit(text);
  return Number(text);
}

function messageSaid(type, typed) {
  const said = {};
  for (const field of membersOf(type)) {
    const key = camel(field.name);
    if (typed[key] === undefined) continue;
    const one = (each) => field.type === "MESSAGE" ? messageSaid(field.of, each) : leafSaid(field, each);
    const all = [].concat(typed[key]).map(one).filter((each) => each !== undefined);
    if (all.length) said[key] = field.repeated ? all : all[0];
  }
  return said;
}

// As a request has them, and an event (encode.js). Throws the sentence about what is no number.
function clausesSaid(said) {
  return (said.clauses || []).map((one) => messageSaid("Provision", one)).filter((one) => Object.keys(one).length);
}

// The other way round: what a recipe's provisions are as if somebody had typed them.
function leafTyped(field, value) {
  if (field.type === "WORD") return forms.words.get(field.of).some((word) => word.name === value) ? value : "";
  if (field.type !== "SIGNED" || !isPoints(field)) return String(value);
  const thousandths = BigInt(value);
  const digits = String(thousandths < 0n ? -thousandths : thousandths).padStart(4, "0");
  return (thousandths < 0n ? "-" : "") + (digits.slice(0, -3) + "." + digits.slice(-3)).replace(/\.?0+$/, "");
}

function messageTyped(type, value) {
  const typed = {};
  for (const field of membersOf(type)) {
    const given = value[camel(field.name)];
    // Zero is nothing, but where it is said.
    if (given === undefined || !field.always && !field.repeated && !Number(given) && field.type !== "TEXT" &&
        field.type !== "WORD") continue;
    const one = (each) => field.type === "MESSAGE" ? messageTyped(field.of, each) : leafTyped(field, each);
    typed[camel(field.name)] = field.repeated ? given.map(one) : one(given);
  }
  return typed;
}

// As it is written after --provision.
function clauseText(type, said) {
  return membersOf(type).flatMap((field) => [].concat(said[camel(field.name)] ?? []).map((each) =>
    field.type === "MESSAGE" ? field.name + " { " + clauseText(field.of, each) + " }"
      : field.name + ": " + (field.type === "TEXT" ? JSON.stringify(each) : each))).join(" ");
}

function clausesText(said) {
  try {
    return clausesSaid(said).map((one) => clauseText("Provision", one));
  } catch (fault) {
    return [];
  }
}

// ---- The form ------------------------------------------------------------------------------------------------------

function changed(change) {
  return (event) => { change(event); forgetTrial(); };
}

function smallButton(words, onclick) {
  return m("button", {type: "button", onclick: changed(onclick)}, words);
}

// What the schema says of it, which is English.
function aboutField(field) {
  return field.about ? m("span.quiet", {lang: "en"}, " ", shown(field.about)) : null;
}

// A text, a number or a word. `holder[key]` is what was typed.
function leafView(field, holder, key, id, label) {
  const attributes = {id: "field-" + id, value: holder[key] || ""};
  const store = changed((event) => { holder[key] = event.target.value; });
  const options = field.type === "WORD" ? forms.words.get(field.of).map((word) => [word.name, word.name])
    : field.type === "TRUTH" ? [["true", say("pick.yes")], ["false", say("pick.no")]] : null;
  return [
    m("label", {for: attributes.id}, label), m("br"),
    options ? m("select", Object.assign(attributes, {onchange: store}), m("option", {value: ""}, "—"),
      options.map(([value, words]) => m("option", {value}, words)))
      : m("input", Object.assign(attributes, {type: "text", dir: "auto", oninput: store})),
  ];
}

function partView(field, holder, key, id, label) {
  return field.type === "MESSAGE"
    ? m("fieldset", m("legend", label), messageView(field.of, holder[key], id)) : m("p", leafView(field, holder, key, id, label));
}

const fresh = (field) => field.type === "MESSAGE" ? {} : "";

function severalView(field, typed, path) {
  const key = camel(field.name);
  const all = typed[key] || [];
  const label = labelOf(field);
  return m("div", [
    all.map((_, at) => [
      partView(field, all, at, path + "-" + field.name + "-" + at, label + " " + (at + 1)),
      smallButton(say("live.clause.remove", {name: label + " " + (at + 1)}), () => { all.splice(at, 1); }),
    ]),
    m("p", smallButton(say("live.clause.add", {name: label}), () => { typed[key] = all.concat([fresh(field)]); }),
      aboutField(field)),
  ]);
}

function memberView(field, typed, path) {
  const key = camel(field.name);
  const label = labelOf(field);
  if (field.repeated) return severalView(field, typed, path);
  if (field.type !== "MESSAGE") return m("div", partView(field, typed, key, path + "-" + field.name, label), aboutField(field));
  if (typed[key] === undefined) {
    return m("p", smallButton(say("live.clause.add", {name: label}), () => { typed[key] = {}; }), aboutField(field));
  }
  return m("div", partView(field, typed, key, path + "-" + field.name, label),
    smallButton(say("live.clause.remove", {name: label}), () => { delete typed[key]; }));
}

// Of these at most one is said.
function oneOfView(name, fields, typed, path) {
  const chosen = fields.find((field) => typed[camel(field.name)] !== undefined);
  const id = "field-" + path + "-" + name;
  const about = chosen && (chosen.about ? chosen : {about: chosen.of ? forms.messages.get(chosen.of).about : ""});
  return m("div", [
    m("p", m("label", {for: id}, say("live.clause.which", {name})), m("br"), m("select", {
      id, value: chosen ? chosen.name : "",
      onchange: changed((event) => {
        fields.forEach((field) => { delete typed[camel(field.name)]; });
        const picked = fields.find((field) => field.name === event.target.value);
        if (picked) typed[camel(picked.name)] = fresh(picked);
      }),
    }, m("option", {value: ""}, "—"), fields.map((field) => m("option", {value: field.name}, labelOf(field))))),
    about ? m("p", aboutField(about)) : null,
    chosen ? partView(chosen, typed, camel(chosen.name), path + "-" + chosen.name, labelOf(chosen)) : null,
  ]);
}

function messageView(type, typed, path) {
  const fields = membersOf(type);
  const groups = Array.from(new Set(fields.map((field) => field.oneOf).filter((name) => name)));
  return groups.map((name) => oneOfView(name, fields.filter((field) => field.oneOf === name), typed, path))
    .concat(fields.filter((field) => !field.oneOf).map((field) => memberView(field, typed, path)));
}

function clausesView() {
  if (!forms.messages) return forms.fault ? m("p.broken", {role: "alert"}, sentence(forms.fault)) : null;
  const all = playing.said.clauses || [];
  const lines = clausesText(playing.said);
  return m("fieldset.clauses", m("legend", say("live.clauses")), [
    all.map((one, at) => m("fieldset", m("legend", say("live.clause", {number: at + 1})), [
      messageView("Provision", one, "p-" + at),
      m("p", smallButton(say("live.clause.remove", {name: say("live.clause", {number: at + 1})}), () => { all.splice(at, 1); })),
    ])),
    m("p", smallButton(say("live.clause.add", {name: say("live.clause", {number: all.length + 1})}),
      () => { playing.said.clauses = all.concat([{}]); })),
    lines.length ? m("div", {role: "status"}, m("p.quiet", say("live.clauses.command")),
      list(lines.map((line) => m("code", {dir: "ltr"}, shown(line))))) : null,
  ]);
}

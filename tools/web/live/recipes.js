// Recipes: house rules that are ready (GET /v1/recipes). What is chosen of one fills in text and clauses, which then stand
// in the form as if they had been typed, to be read and changed before anything is tried.
function recipeView(kinds) {
  const offered = forms.recipes.filter((one) => kinds.includes(one.replaces ? "amend" : "enact"));
  if (!offered.length) return null;
  const said = playing.said;
  const chosen = offered.find((one) => one.name === said.recipe);
  return [
    m("p", m("label", {for: "field-recipe"}, say("field.recipe")), m("br"), m("select#field-recipe", {
      value: chosen ? chosen.name : "",
      onchange: (event) => { Object.assign(said, {recipe: event.target.value, values: {}}); },
    }, m("option", {value: ""}, "—"), offered.map((one) => m("option", {value: one.name}, one.name)))),
    chosen ? m("fieldset", m("legend", shown(chosen.name)), [
      m("p", {lang: "en"}, shown(chosen.summary)),
      (chosen.parameters || []).map((one) => parameterView(one, said)),
      m("p", sendButton(() => fillIn(chosen), "live.recipe.fill")),
      list((chosen.notes || []).map((note) => m("span", {lang: "en"}, shown(note)))),
    ]) : null,
  ];
}

function parameterView(parameter, said) {
  const id = "field-r-" + parameter.name;
  const value = said.values[parameter.name] ?? parameter.value;
  const store = (event) => { said.values[parameter.name] = event.target.value; };
  const bounds = parameter.least ? " (" + parameter.least + " – " + parameter.most + ")" : "";
  return m("p", m("label", {for: id, lang: "en"}, shown(parameter.meaning) || parameter.name, bounds), m("br"),
    parameter.kind === "CHOICE"
      ? m("select", {id, value, onchange: store}, parameter.choices.map((one) => m("option", {value: one}, one)))
      : m("input", {id, type: "text", value, oninput: store}));
}

async function fillIn(recipe) {
  const said = playing.said;
  Object.assign(playing, {sending: true});
  forgetTrial();
  const set = Object.entries(said.values).map(([name, value]) => "&set=" + encodeURIComponent(name + "=" + value));
  try {
    const given = await askJson("GET", "/v1/recipes?recipe=" + encodeURIComponent(recipe.name) + set.join(""));
    const [filled] = given.recipes;
    const text = filled.texts.find((one) => one.lang === pageLanguage()) || filled.texts[0];
    Object.assign(said, {
      kind: filled.replaces ? "amend" : "enact", rule: filled.replaces ? String(filled.replaces) : "", keep: false,
      text: text.text, clauses: (filled.provisions || []).map((one) => messageTyped("Provision", one)),
    });
  } catch (fault) {
    playing.fault = String(fault);
  }
  playing.sending = false;
  m.redraw();
}

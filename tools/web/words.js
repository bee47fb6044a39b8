// The page's own words in the language of the page, from the catalogue (tools/words/page), whose files stand here as
// they are: `key = words {part}`, and for one and for more `{count} record | {count} records`.
const LANGUAGES = Object.keys(CATALOGUE);
// That of the file, in which it is readable without a script.
const fileLanguage = document.documentElement.lang;
const phrasesRead = new Map();

function pageLanguage() {
  return place.lang || fileLanguage;
}

function phrasesIn(lang) {
  if (!phrasesRead.has(lang)) {
    const phrases = new Map();
    for (const line of CATALOGUE[lang].split("\n")) {
      const sign = line.indexOf(" = ");
      if (sign > 0 && line[0] !== "#") phrases.set(line.slice(0, sign), line.slice(sign + 3));
    }
    phrasesRead.set(lang, phrases);
  }
  return phrasesRead.get(lang);
}

// A text; where one of the parts is none, what an element may hold.
function say(key, parts, lang) {
  const given = parts || {};
  const forms = (phrasesIn(lang || pageLanguage()).get(key) || key).split(" | ");
  const form = given.count === 1 ? forms[0] : forms[forms.length - 1];
  const pieces = form.split(/\{([a-z]+)\}/).map((piece, at) => at % 2 ? given[piece] : piece);
  return pieces.every((piece) => typeof piece === "string" || typeof piece === "number") ? pieces.join("") : pieces;
}

// Of a closed set of values, as the document has them; what is not in it is nothing.
function sayValue(set, value) {
  return value && phrasesIn(pageLanguage()).has(set + "." + value) ? say(set + "." + value) : "";
}

// What the program says in English, in a page of another language.
function inEnglish(attributes) {
  return pageLanguage() === "en" ? attributes : Object.assign({lang: "en"}, attributes);
}

// Of the page, and of what of it is readable without a script, which stays as it is.
function showLanguage() {
  if (document.documentElement.lang === pageLanguage()) return;
  document.documentElement.lang = pageLanguage();
  for (const part of document.querySelectorAll("#static, body > footer")) part.lang = fileLanguage;
}

const LanguageChoice = {
  view: () => m("label.language", say("page.language"), " ", m("select", {
    onchange: (event) => go({lang: event.target.value === fileLanguage ? "" : event.target.value,
      rule: place.rule, proposal: place.proposal, record: place.record, query: place.query}, true),
  }, LANGUAGES.map((lang) => m("option", {value: lang, lang, selected: lang === pageLanguage()},
    say("page.itself", {}, lang))))),
};

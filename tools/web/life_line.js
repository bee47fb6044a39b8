// A rule's life as a line: a span for each version, as long as it stood, under the number that it bore. The list below
// it says the same.
const LIFE = {width: 720, height: 46, top: 4, bar: 24};

function lifeLine(life, versions) {
  const until = place.at + 1;
  const across = d3.scaleLinear().domain([0, Math.max(until, 1)]).range([0, LIFE.width]);
  const spans = versions.map((version, at) => ({
    version, from: version.record, to: at + 1 < versions.length ? versions[at + 1].record : until,
  }));
  return m("div.scroll", {tabindex: 0, role: "group", "aria-label": say("life.line")}, m("svg.lifeline", {
    viewBox: "0 0 " + LIFE.width + " " + LIFE.height, role: "img", "aria-label": say("life.line.words"),
  }, spans.map((span) => spanView(span, across))));
}

function spanView(span, across) {
  const form = span.version.form;
  const x = across(span.from);
  const width = Math.max(across(span.to) - x - 1, 2);
  const label = form ? form.number : "\u2014";
  return m("g", {class: "span " + (form ? form.status : "GONE")}, [
    m("rect", {x, y: LIFE.top, width, height: LIFE.bar}),
    width > 9 * label.length ? m("text", {x: x + 4, y: LIFE.top + 17}, label) : null,
    width > 8 * String(span.from).length + 12 ? m("text.tick", {x: x + 1, y: LIFE.height - 4}, "#" + span.from) : null,
  ]);
}

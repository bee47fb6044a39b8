// Scores as a chart of steps: a line a player, over the records (marked where turns end) or over time. It is a picture
// of the table beside it, and says so to who cannot see it.
const CHART = {width: 720, height: 300, left: 46, right: 110, top: 12, bottom: 34};
const LINES = 8;
// Of a line with more steps none has a dot, which would be nothing but a broader line.
const DOTS = 120;
let byTime = false;

// Of each player the points from each record on: {player, steps: [{record, points}]}.
const series = onceMade(() => {
  const all = new Map();
  const founded = (doc.founding || 1) - 1;
  for (const step of scoreSteps()) {
    // A step has the scores that changed. Those of the founding are there from its end on.
    const record = Math.max(step.record, founded);
    for (const score of step.scores) {
      const key = score.recordedAs || score.player;
      if (!all.has(key)) all.set(key, {player: score.player, steps: []});
      const one = all.get(key);
      one.player = score.player;
      const last = one.steps[one.steps.length - 1];
      const now = score.points || 0;
      if (last && last.record === record) last.points = now;
      else if (!last || last.points !== now) one.steps.push({record, points: now});
    }
  }
  return [...all.values()];
});

function chartScales(all) {
  const first = (doc.founding || 1) - 1;
  const values = all.flatMap((one) => one.steps.map((step) => step.points)).concat(0);
  const range = [CHART.left, CHART.width - CHART.right];
  const x = byTime ? d3.scaleTime().domain([new Date(timeOf(first)), new Date(timeOf(lastRecord()))]).range(range)
    : d3.scaleLinear().domain([first, Math.max(lastRecord(), first + 1)]).range(range);
  const y = d3.scaleLinear().domain([Math.min(...values), Math.max(...values, 1)]).nice()
    .range([CHART.height - CHART.bottom, CHART.top]);
  const across = (record) => x(byTime ? new Date(timeOf(record)) : record);
  return {across, x, y, whole: values.every(Number.isInteger), labels: labelPlaces(all, y)};
}

// Where the names stand at the ends of the lines: none on another.
function labelPlaces(all, y) {
  const least = 14;
  const ends = all.map((one, at) => ({at, y: y(one.steps[one.steps.length - 1].points)})).sort((a, b) => a.y - b.y);
  for (let at = 1; at < ends.length; ++at) ends[at].y = Math.max(ends[at].y, ends[at - 1].y + least);
  // What was pushed below the edge pushes back.
  let bottom = CHART.height - CHART.bottom + 4;
  for (let at = ends.length - 1; at >= 0; --at) {
    ends[at].y = Math.min(ends[at].y, bottom);
    bottom = ends[at].y - least;
  }
  const places = [];
  for (const end of ends) places[end.at] = end.y;
  return places;
}

function axisViews(scales) {
  const bottom = CHART.height - CHART.bottom;
  const ticks = byTime ? scales.x.ticks(5).map((tick) => ({at: scales.x(tick), label: scales.x.tickFormat(5)(tick)}))
    : turnTicks(scales);
  return [
    scales.y.ticks(6).filter((tick) => !scales.whole || Number.isInteger(tick)).map((tick) => [
      m("line.grid", {x1: CHART.left, x2: CHART.width - CHART.right, y1: scales.y(tick), y2: scales.y(tick)}),
      m("text.tick", {x: CHART.left - 6, y: scales.y(tick) + 4, "text-anchor": "end"}, points(tick)),
    ]),
    ticks.map((tick) => m("text.tick", {x: tick.at, y: bottom + 18, "text-anchor": "middle"}, tick.label)),
    m("text.tick", {x: CHART.left, y: CHART.height - 2}, say(byTime ? "chart.time" : "chart.turns")),
  ];
}

// Where turns end, as many as there is room for.
function turnTicks(scales) {
  const turns = doc.points.filter((point) => point.name.startsWith("turn:"));
  const every = Math.ceil(turns.length / 10);
  return turns.filter((turn, at) => at % every === 0)
    .map((turn) => ({at: scales.across(turn.record || 0), label: turn.name.slice(5)}));
}

function lineView(one, at, scales) {
  const steps = one.steps.concat({record: lastRecord(), points: one.steps[one.steps.length - 1].points});
  const path = d3.line().curve(d3.curveStepAfter)
    .x((step) => scales.across(step.record)).y((step) => scales.y(step.points));
  return m("g", {class: "line line" + at % LINES}, [
    m("path", {d: path(steps)}),
    one.steps.length > DOTS ? null : one.steps.map((step) => stepView(one, step, scales)),
    m("text", {x: CHART.width - CHART.right + 8, y: scales.labels[at] + 4}, shortened(one.player)),
  ]);
}

function shortened(name) {
  const letters = [...shown(name)];
  return letters.length > 14 ? letters.slice(0, 13).join("") + "\u2026" : letters.join("");
}

// A step, which leads to its record. The table has the same links in an order to go through.
function stepView(one, step, scales) {
  const words = say("chart.step", {player: shown(one.player), points: points(step.points), record: step.record});
  const href = addressOf({view: "records", record: step.record, at: step.record});
  return m("a", {href, tabindex: -1, "aria-label": words},
    m("circle", {cx: scales.across(step.record), cy: scales.y(step.points), r: 3}, m("title", words)));
}

// All but the moment chosen, which is the same at every moment: it is drawn anew only where `drawn` is another.
const ChartPicture = {
  onbeforeupdate: (now, before) => now.attrs.drawn !== before.attrs.drawn,
  view: (vnode) => m("g", [axisViews(vnode.attrs.scales),
    series().map((one, at) => lineView(one, at, vnode.attrs.scales))]),
};

const scalesKept = new Map();
forgetting.push(() => scalesKept.clear());

function share(part, whole) {
  return 100 * part / whole + "%";
}

const ScoreChart = {
  view: () => {
    const all = series();
    if (!all.length) return null;
    if (!scalesKept.has(byTime)) scalesKept.set(byTime, chartScales(all));
    const scales = scalesKept.get(byTime);
    const now = scales.across(place.at);
    return m("figure", [
      m("p", m("label", m("input", {
        type: "checkbox", checked: byTime, onchange: (event) => { byTime = event.target.checked; },
      }), " ", say("chart.by.time"))),
      m("div.scroll", {tabindex: 0, role: "group", "aria-label": say("chart.name")}, m("div.chart", [m("svg", {
        viewBox: "0 0 " + CHART.width + " " + CHART.height, role: "group",
        "aria-label": say("chart.words", {
          players: withCommas(all.map((one) => shown(one.player))),
        }),
      }, m(ChartPicture, {scales, drawn: byTime + pageLanguage() + documents})),
        // Over the picture and not in it, which would be painted anew wherever the moment goes.
        isPast() ? m("div.moment", {style: {
          left: share(now, CHART.width), top: share(CHART.top, CHART.height), bottom: share(CHART.bottom, CHART.height),
        }}) : null,
      ])),
    ]);
  },
};

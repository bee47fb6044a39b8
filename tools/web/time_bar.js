// One slider over the whole game, under which every view shows what it shows as it was: with a field for a point, and
// steps by record, turn and proposal.
const TimeBar = {
  view: () => m("form.time", {onsubmit: (event) => event.preventDefault(), "aria-label": say("page.moment")}, [
    m("div.slide", m("input#moment", {
      type: "range", min: 0, max: lastRecord(), step: 1, value: place.at, "aria-label": say("time.record"),
      "aria-valuetext": say("time.value", {record: place.at, turn: momentAt(place.at).turn || 0}),
      oninput: (event) => {
        // It is drawn by going there, and not again after the event.
        event.redraw = false;
        goAt(Number(event.target.value), true);
      },
    })),
    m("div.steps", [
      stepButton("record", -1, place.at - 1), stepButton("record", 1, place.at + 1),
      stepButton("turn", -1, endBefore("turn:")), stepButton("turn", 1, endAfter("turn:")),
      stepButton("proposal", -1, endBefore("proposal:")), stepButton("proposal", 1, endAfter("proposal:")),
      m("button", {type: "button", disabled: !isPast(), onclick: () => goAt(lastRecord())}, say("view.now")),
      m(PointField),
      m("span.where", {"aria-live": "polite"}, "#" + place.at, " ", timeAt(place.at)),
    ]),
    place.fault ? m("p.broken", {role: "alert"}, shown(place.fault)) : null,
  ]),
};

function stepButton(what, by, to) {
  const there = to >= 0 && to <= lastRecord() && to !== place.at;
  return m("button", {
    type: "button", disabled: !there, onclick: () => goAt(to),
    "aria-label": say((by < 0 ? "time.before." : "time.after.") + what),
  }, by < 0 ? "\u2039 " + say("time." + what) : say("time." + what) + " \u203a");
}

// The last named moment before this one, the first after it; where there is none, no record.
function endBefore(kind) {
  return endsOf(kind).reduceRight((found, record) => found < 0 && record < place.at ? record : found, -1);
}

function endAfter(kind) {
  const found = endsOf(kind).find((record) => record > place.at);
  return found === undefined ? lastRecord() + 1 : found;
}

const endsKept = new Map();
forgetting.push(() => endsKept.clear());

// Where turns end, or proposals, ascending.
function endsOf(kind) {
  if (!endsKept.has(kind)) {
    endsKept.set(kind, doc.points.filter((point) => point.name.startsWith(kind)).map((point) => point.record || 0)
      .sort((one, other) => one - other));
  }
  return endsKept.get(kind);
}

// Takes whatever --at takes.
const PointField = {
  view: () => m("label", say("time.at"), " ", m("input#point", {
    type: "text", size: 14, value: String(place.at), autocomplete: "off", spellcheck: false,
    title: say("time.at.title"),
    onchange: (event) => {
      try {
        goAt(recordOf(event.target.value.trim()));
      } catch (fault) {
        place.fault = String(fault);
      }
    },
  })),
};

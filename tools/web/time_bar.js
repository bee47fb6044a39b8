// One slider over the whole game, under which every view shows what it shows as it was: with a field for a point, and
// steps by record, turn and proposal.
const TimeBar = {
  view: () => m("form.time", {onsubmit: (event) => event.preventDefault(), "aria-label": "Moment of the game"}, [
    m("div.slide", m("input#moment", {
      type: "range", min: 0, max: lastRecord(), step: 1, value: place.at, "aria-label": "Record",
      "aria-valuetext": "record " + place.at + ", turn " + (momentAt(place.at).turn || 0),
      oninput: (event) => goAt(Number(event.target.value), true),
    })),
    m("div.steps", [
      stepButton("Record", -1, place.at - 1), stepButton("Record", 1, place.at + 1),
      stepButton("Turn", -1, endBefore("turn:")), stepButton("Turn", 1, endAfter("turn:")),
      stepButton("Proposal", -1, endBefore("proposal:")), stepButton("Proposal", 1, endAfter("proposal:")),
      m("button", {type: "button", disabled: !isPast(), onclick: () => goAt(lastRecord())}, "Now"),
      m(PointField),
      m("span.where", {"aria-live": "polite"}, "#" + place.at, " ", time(timeOf(place.at))),
    ]),
    place.fault ? m("p.broken", {role: "alert"}, shown(place.fault)) : null,
  ]),
};

function stepButton(what, by, to) {
  const there = to >= 0 && to <= lastRecord() && to !== place.at;
  return m("button", {
    type: "button", disabled: !there, onclick: () => goAt(to),
    "aria-label": (by < 0 ? "Previous " : "Next ") + what.toLowerCase(),
  }, by < 0 ? "\u2039 " + what : what + " \u203a");
}

// The last named moment before this one, the first after it; where there is none, no record.
function endBefore(kind) {
  let found = -1;
  for (const point of doc.points) {
    if (point.name.startsWith(kind) && (point.record || 0) < place.at) found = Math.max(found, point.record || 0);
  }
  return found;
}

function endAfter(kind) {
  let found = lastRecord() + 1;
  for (const point of doc.points) {
    if (point.name.startsWith(kind) && (point.record || 0) > place.at) found = Math.min(found, point.record || 0);
  }
  return found;
}

// Takes whatever --at takes.
const PointField = {
  view: () => m("label", "At ", m("input#point", {
    type: "text", size: 14, value: String(place.at), autocomplete: "off", spellcheck: false,
    title: "A record, proposal:305, turn:12, circuit:2, a day, start or head",
    onchange: (event) => {
      try {
        goAt(recordOf(event.target.value.trim()));
      } catch (fault) {
        place.fault = String(fault);
      }
    },
  })),
};

#!/usr/bin/env python3
"""How quick a page is in a headless Chromium whose processor is slowed: until its views are shown, and from a step of
the slider until it is painted, by the clock.

    page_steps.py game.html [--slowed 4] [--steps 50] [--views now,scores,...] [--check]

A page to measure: mail_game.py 10000 > mail.play; nomic play mail.play; nomic report -o game.html. On a quiet machine:
the clock counts whatever else runs, and the wait for the next frame (up to 16.7 ms). --check ends with status 1 where a
median is above the goals of docs/performance.md.
"""
import argparse
import pathlib
import statistics
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "web"))
import browser  # noqa: E402
from web_games import SKIPPED, VIEWS  # noqa: E402

GOAL_STEP_MS, GOAL_SHOWN_MS = 50, 1000
TIMES_SHOWN = 5
STRIDE = 37

# Notes when the views stand, painted: a message that is posted in a frame comes after that frame is drawn.
WHEN_SHOWN = """
const until = setInterval(() => {
  if (!document.body || !document.body.classList.contains("alive")) return;
  clearInterval(until);
  requestAnimationFrame(() => {
    const painted = new MessageChannel();
    painted.port1.onmessage = () => { window.shownAfter = performance.now(); };
    painted.port2.postMessage(0);
  });
}, 1);"""

# Steps through the records as a hand does: an event at any time, and the next when the one before has been painted.
STEPS = """const [records, pauseMs, done] = arguments;
const slider = document.getElementById("moment");
const painted = () => new Promise((shown) => requestAnimationFrame(() => {
  const channel = new MessageChannel();
  channel.port1.onmessage = shown;
  channel.port2.postMessage(0);
}));
const pause = (ms) => new Promise((over) => setTimeout(over, ms));
(async () => {
  const took = [];
  for (const record of records) {
    await pause(pauseMs + Math.random() * 17);
    const began = performance.now();
    slider.value = record;
    slider.dispatchEvent(new Event("input", {bubbles: true}));
    const drawn = performance.now();
    await painted();
    took.push([performance.now() - began, drawn - began]);
  }
  return took;
})().then(done);"""


def slow(page, times):
    page.driver.execute_cdp_cmd("Emulation.setCPUThrottlingRate", {"rate": times})


def shown_after(page, path):
    """Milliseconds from the address until the views are painted, median."""
    page.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WHEN_SHOWN})
    took = []
    for _ in range(TIMES_SHOWN):
        page.open(path)
        page.wait(lambda: page.js("return window.shownAfter"))
        took.append(page.js("return window.shownAfter"))
    return statistics.median(took)


def steps_of(page, view, count, pause_ms):
    """Milliseconds of each step of a view: until it is painted, and of these until its script has run."""
    page.go(f"#view={view}")
    last = int(page.js("return document.getElementById('moment').max"))
    first = max(0, last - count * STRIDE) // 2
    return page.driver.execute_async_script(STEPS, [min(last, first + at * STRIDE) for at in range(count)], pause_ms)


def main(arguments):
    parser = argparse.ArgumentParser()
    parser.add_argument("page")
    parser.add_argument("--slowed", type=float, default=4)
    parser.add_argument("--steps", type=int, default=50)
    parser.add_argument("--views", default=",".join(VIEWS))
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args(arguments)
    if browser.lacking():
        print(f"skipped: {browser.lacking()}")
        return SKIPPED
    missed = []
    with browser.Shown() as page:
        for times in dict.fromkeys((1, options.slowed)):
            slow(page, times)
            shown = shown_after(page, options.page)
            print(f"slowed {times:g} times: views shown after {shown:.0f} ms, median of {TIMES_SHOWN}", flush=True)
            if times == 1 and shown >= GOAL_SHOWN_MS:
                missed.append("shown")
        # The check of the records has a time of its own.
        slow(page, 1)
        page.open(options.page, "#view=evidence")
        page.wait(lambda: page.text(".holds[role=status]") or page.text(".broken[role=alert]"), 300)
        slow(page, options.slowed)
        print(f"{options.steps} steps of {STRIDE} records, slowed {options.slowed:g} times: ms until it is painted")
        print(f"{'':10} {'sliding':>24} {'one at a time':>24}")
        print(f"{'view':10} " + f"{'median':>8}{'most':>8}{'script':>8} " * 2)
        for view in options.views.split(","):
            line = f"{view:10} "
            for pause_ms in (0, 300):
                took = steps_of(page, view, options.steps, pause_ms)
                whole, script = ([one[at] for one in took] for at in (0, 1))
                line += f"{statistics.median(whole):8.1f}{max(whole):8.1f}{statistics.median(script):8.1f} "
                if statistics.median(whole) >= GOAL_STEP_MS:
                    missed.append(view)
            print(line, flush=True)
    if missed:
        print(f"above the goal: {', '.join(dict.fromkeys(missed))}")
    return 1 if missed and options.check else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

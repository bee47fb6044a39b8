"""What the page says as bytes, and signs with a key that it has made."""
import json
import pathlib

from browser import same

ENCODE = r"""
const [lines, schema] = arguments;
learn(schema);
const bytesIn = (text) => Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
const whole = (name, value) => {
  const out = {};
  for (const [key, , type] of WIRE[name]) {
    if (value[key] === undefined) continue;
    const of = type.replace("*", "");
    const one = (given) => of === "b" ? bytesIn(given) : WIRE[of] ? whole(of, given) : given;
    out[key] = type[0] === "*" ? value[key].map(one) : one(value[key]);
  }
  return out;
};
return lines.map((line) => hex(encoded("Event", whole("Event", JSON.parse(line)))));
"""


def bytes_are_those_of_protobuf(shown, host):
    """The page's own encoder, on the events that tests/tools/web/encode_test.cc holds against protobuf; of provisions it
    knows what the server says."""
    here = pathlib.Path(__file__).resolve().parent
    lines = [line.split("\t") for line in (here / "events.txt").read_text(encoding="utf-8").split("\n")
             if line and line[0] != "#"]
    scripts = "".join((here.parents[1] / "tools/web" / name).read_text(encoding="utf-8")
                      for name in ("bundle.js", "encode.js"))
    schema = json.loads(host.ask("/v1/provisions")[2])
    shown.driver.get("about:blank")
    made = shown.js(scripts + ENCODE, [line[0] for line in lines], schema)
    for (json_text, expected), found in zip(lines, made):
        same(json_text, found, expected)


def a_player_signs_with_a_key_of_the_browsers(host, players):
    bob = list(players.values())[1]
    bob.js("document.querySelector('details.key').open = true")
    bob.button("Make a key")
    bob.sees("Save the key")
    path = pathlib.Path(host.folder) / "Bob.key"
    bob.driver.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": host.folder})
    bob.js("document.querySelector('details.key a').click()")
    bob.wait(path.exists)
    bob.button("Register this key")
    bob.sees("Your moves are signed")
    # What was offered is the file that --key takes, and the key that the game knows.
    path.chmod(0o600)
    public = json.loads(host.run("key", "show", "Bob.key", "--format", "json"))["publicKey"]
    same("the key that is registered", host.log()[-1]["signedBy"], [public])
    bob.button("Propose")
    bob.fill("kind", "enact")
    bob.fill("text", "Tea is served at five.")
    bob.button("Try it first")
    bob.sees("The rules allow it")
    bob.button("Send", ".play")
    bob.sees("Tea is served at five")
    last = host.log()[-1]
    same("how it came", last["via"], "SIGNED")
    same("what it is", last["kind"], "PROPOSAL_MADE")
    # The key outlives a reload; nobody moves for Bob without it, by no token and not as the keeper.
    bob.opened(host.url + "/").sees("Your moves are signed")

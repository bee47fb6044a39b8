"""Throws by secrets in the page: the secret is kept before it is committed to, outlives a reload, goes from one browser to
another as a file, and is the one that `nomic roll --secret-file` takes and makes."""
import json
import pathlib

from browser import By, Fault, same
from live_host import Host, Player

WEB = pathlib.Path(__file__).resolve().parents[2] / "tools/web"
NAMES = ["Ann", "Bob", "Cleo", "Dora"]
BY_SECRETS = ('turn_parts { parts { proposal {} } parts { throw { dice: 2 faces: 6 points_per_pip: "1" '
              'source: REVEALED time_to_reveal { days: 2 } } } }')

# A commitment that is sent the first time finds no server; each says whether its secret was kept by then.
WATCH = r"""
const really = window.fetch;
window.committed = [];
window.fetch = async (path, options) => {
  const told = /"commitDice":\{"commitment":"([0-9a-f]+)/.exec(options && options.body || "");
  if (!told) return really(path, options);
  const kept = await new Promise((resolve) => {
    indexedDB.open("nomic", 2).onsuccess = (event) => {
      const base = event.target.result;
      base.transaction("secrets").objectStore("secrets").getAllKeys().onsuccess = (all) => {
        base.close();
        resolve(all.target.result.some((key) => key[1] === told[1]));
      };
    };
  });
  window.committed.push([told[1], kept]);
  if (window.committed.length === 1) throw new TypeError("no server");
  return really(path, options);
};"""
KEPT = """const done = arguments[0];
indexedDB.open("nomic", 2).onsuccess = (event) => {
  const base = event.target.result;
  base.transaction("secrets").objectStore("secrets").count().onsuccess = (count) => {
    base.close();
    done(count.target.result);
  };
};"""
COMMITMENT = "return commitmentTo(arguments[0], arguments[1], unhex(arguments[2]));"


def of_the_page(player, due, name, secret):
    """What the page's own script commits to."""
    scripts = "".join((WEB / file).read_text(encoding="utf-8")
                      for file in ("bundle.js", "check.js", "encode.js", "live/dice.js"))
    return player.js(scripts + COMMITMENT, due, name, secret)


def hashed_as_the_documents_say(player):
    """The example in docs/design/dice.md."""
    due = {"diceGame": "958efab3e7c772a895cfeb03ad3f847f953191e777710f00c355393c82f9a85f", "turnRecord": 33,
           "proposal": "301", "part": 1, "round": 1, "committers": ["Ann"], "folded": ["ann"]}
    same("the commitment of the documents' example", of_the_page(player, due, "Ann", "01" * 32),
         "3f383d556351d7d40f230e130ad20cf3dec9eb4e39ef7c0da0278eedd28a9001")


def commits(player):
    player.button("Commit to a secret", ".play")
    player.button("Commit", ".play form")


def saves_the_secret(host, player):
    commitment = player.js("return document.querySelector('p.secret a').download")
    path = pathlib.Path(host.folder) / commitment
    player.driver.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": host.folder})
    player.js("document.querySelector('p.secret a').click()")
    player.wait(path.exists)
    player.wait(lambda: path.stat().st_size == 65)
    return path


def reveals_from(player, path):
    player.button("Reveal the secret", ".play")
    player.driver.find_element(By.ID, "field-secret").send_keys(str(path))
    player.button("Reveal from the file", ".play form")


def takes_a_key(player):
    player.js("document.querySelector('details.key').open = true")
    player.button("Make a key")
    player.button("Register this key")
    player.sees("Your moves are signed")


def last(host, kind, author, via):
    record = host.log()[-1]
    same("the last record", (record["kind"], record["author"], record["via"]), (kind, author, via))
    return record["event"]


def everybody_commits(host, players):
    ann, bob, cleo = players
    ann.js(WATCH)
    commits(ann)
    ann.sees("cannot be reached")
    ann.button("Commit", ".play form")
    ann.sees("is kept in this browser")
    tries = ann.js("return window.committed")
    same("commitments, and whether their secret was kept before", tries, [[tries[0][0], True]] * 2)
    same("what is recorded", last(host, "DICE_COMMITTED", "Ann", "TOKEN")["commitment"], tries[0][0])
    takes_a_key(bob)
    commits(bob)
    bob.sees("is kept in this browser")
    last(host, "DICE_COMMITTED", "Bob", "SIGNED")
    commits(cleo)
    cleo.sees("is kept in this browser")
    for one in players:
        if one.js("return document.body.textContent.includes('Reveal the secret')"):
            raise Fault("a secret can be revealed before everybody has committed")
    host.run("roll", "--commit", "--as", "Dora", "--secret-file", "dora.secret")
    # The page and the command agree on what is committed to.
    due = json.loads(host.run("status", "--format", "json"))["throws"][0]
    secret = (pathlib.Path(host.folder) / "dora.secret").read_text(encoding="ascii").strip()
    same("what Dora's secret is committed to as", of_the_page(ann, due, "Dora", secret),
         last(host, "DICE_COMMITTED", "Dora", "LOCAL")["commitment"])


def everybody_reveals(host, players):
    ann, bob, cleo = players
    anns, cleos = saves_the_secret(host, ann), saves_the_secret(host, cleo)
    # In another browser, which says where the secret is, and takes no other's.
    with Player() as second:
        second.opened(host.link("Ann")).sees("This browser does not hold the secret")
        second.button("Reveal the secret", ".play")
        second.driver.find_element(By.ID, "field-secret").send_keys(str(cleos))
        second.sees("This file does not hold the secret")
        second.button("Reveal the secret", ".play")
        reveals_from(second, anns)
        second.wait(lambda: second.js("return !document.querySelector('.play p.secret')"))
    last(host, "DICE_REVEALED", "Ann", "TOKEN")
    # Bob's page was left in between.
    bob.opened(host.url + "/").sees("is kept in this browser")
    bob.button("Reveal the secret", ".play")
    bob.button("Reveal from this browser", ".play form")
    bob.wait(lambda: bob.js("return !document.querySelector('.play p.secret')"))
    last(host, "DICE_REVEALED", "Bob", "SIGNED")
    same("secrets in Bob's browser while the round is played", bob.driver.execute_async_script(KEPT), 1)
    host.run("roll", "--reveal", "--as", "Cleo", "--secret-file", str(cleos))
    with Player() as dora:
        dora.opened(host.link("Dora")).sees("This browser does not hold the secret")
        reveals_from(dora, pathlib.Path(host.folder) / "dora.secret")
        dora.wait(lambda: dora.js("return !document.querySelector('.play p.secret')"))
    if "DICE_THROWN" not in json.dumps(host.log()[-1]["consequences"]):
        raise Fault(f"no faces follow: {host.log()[-1]}")
    for one in players:
        one.wait(lambda one=one: one.driver.execute_async_script(KEPT) == 0)


def dice_are_thrown_by_secrets(nomic, folder):
    host = Host(nomic, folder, NAMES)
    players = []
    try:
        host.run("propose", "amend", "202", "--text", "The dice are thrown by secrets.", "--provision", BY_SECRETS,
                 "--call-vote", "--as", "Ann")
        for name in NAMES:
            host.run("vote", "for", "--as", name)
        for name in NAMES[:3]:
            players.append(Player().opened(host.link(name)))
        hashed_as_the_documents_say(players[0])
        everybody_commits(host, players)
        everybody_reveals(host, players)
        for one in players:
            said = [each for each in one.messages() if "Security Policy" in each or "Uncaught" in each]
            same("what the console says", said, [])
    except (Fault, AssertionError) as fault:
        for name, one in zip(NAMES, players):
            print(f"{name}: {one.messages()}\n{(one.text('.play') or '')[:1500]}")
        raise Fault(f"dice by secrets: {fault}") from fault
    finally:
        for one in players:
            one.driver.quit()
        host.end()
    host.run("verify")
    audit = host.run("audit", "--verbose")
    if not any(line.split()[:2] == ["DICE", "holds:"] for line in audit.split("\n")):
        raise Fault(f"the audit does not say that the dice hold: {audit}")

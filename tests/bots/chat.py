#!/usr/bin/env python3
"""examples/bots/chat.py beside a server: lines of a chat become moves of who wrote them, and nobody else's; a bot that
was killed and reads the same lines again records nothing twice.

    chat.py NOMIC_COMMAND
"""
import http.client
import json
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "web"))
from live_host import Host  # noqa: E402

BOT = HERE.parents[1] / "examples/bots/chat.py"
CHAT = """Ann: good evening
Ann: !propose amend 203 Two thirds suffice.
Bob: why not a half?
Zoe: !vote against
Cleo: !propose repeal 209
Ann: !dance
Ann: !call-vote
Ann: !vote for
Bob: !vote for
Cleo: !vote for
"""
# What it comes to, in the order of the chat: Ann's greeting is in no debate, Zoe is nobody, Cleo is not in turn.
EXPECTED = [("PROPOSAL_MADE", "Ann"), ("DEBATE_SPOKEN", "Bob"), ("VOTE_CALLED", "Ann"), ("VOTE_CAST", "Ann"),
            ("VOTE_CAST", "Bob"), ("VOTE_CAST", "Cleo")]


def token_of(host, name):
    connection = http.client.HTTPConnection("127.0.0.1", host.port)
    secret = host.link(name).split("#invite=")[1]
    connection.request("POST", "/v1/redeem", json.dumps({"secret": secret}), {"Content-Type": "application/json"})
    return json.loads(connection.getresponse().read())["token"]


def chat(host, tokens):
    done = subprocess.run([sys.executable, "-B", BOT, host.url, "club"], input=CHAT, capture_output=True, text=True,
                          timeout=60, env={**os.environ, "NOMIC_TOKENS": tokens}, check=True)
    return done.stdout


def main():
    with tempfile.TemporaryDirectory() as folder:
        host = Host(str(pathlib.Path(sys.argv[1]).resolve()), folder, ["Ann", "Bob", "Cleo"])
        try:
            founding = len(host.log())
            tokens = os.path.join(folder, "tokens.json")
            with open(tokens, "w", encoding="utf-8") as file:
                json.dump({name: token_of(host, name) for name in ("Ann", "Bob", "Cleo")}, file)
            said = chat(host, tokens)
            made = [(one["kind"], one["author"]) for one in host.log()[founding:]]
            again = chat(host, tokens)
            after = [(one["kind"], one["author"]) for one in host.log()[founding:]]
            ways = {one["via"] for one in host.log()[founding:]}
        finally:
            host.end()
        host.run("verify")
        host.run("audit")
    faults = []
    if made != EXPECTED:
        faults.append(f"recorded: {made}")
    if after != made:
        faults.append(f"the same lines again: {after}")
    if ways != {"TOKEN"}:
        faults.append(f"they came {ways}")
    if "Cleo: " not in said or "I know !propose" not in said or "PROPOSAL_MADE Ann" not in said:
        faults.append(f"said: {said}\n{again}")
    print("\n".join(faults) or "ok")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

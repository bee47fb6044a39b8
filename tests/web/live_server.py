"""The server behind the page: streams, a server that goes and comes back, headers, links that are revoked."""
import json
import pathlib
import subprocess
import sys

from browser import Fault, same


def eight_tabs_have_one_stream(host, players):
    bob = list(players.values())[1]
    first = bob.driver.current_window_handle
    before = streams(host)
    for _ in range(7):
        bob.driver.switch_to.new_window("tab")
        bob.opened(host.url + "/")
    same("streams that seven tabs more have opened", streams(host), before)
    host_size = len(host.log())
    host.run("status")
    for handle in list(bob.driver.window_handles):
        bob.driver.switch_to.window(handle)
        if handle != first:
            bob.driver.close()
    bob.driver.switch_to.window(first)
    same("records", len(host.log()), host_size)


def streams(host):
    _, _, figures = host.ask("/metrics")
    return next(line.split()[1] for line in figures.split("\n") if line.startswith("nomic_http_streams "))


def offline_it_says_so_and_goes_on(host, players):
    host.end()
    for one in players.values():
        one.sees("Offline")
    host.begin()
    for one in players.values():
        one.wait(lambda: "Offline" not in (one.text(".live") or ""), 60)
        one.never_reloaded()


def who_is_revoked_sees_no_more(host, players):
    listed = json.loads(host.run("invite", "--list", "--format", "json"))["invitations"]
    eve = next(one for one in listed if one["player"] == list(players)[-1])
    host.run("invite", "--revoke", eve["invitation"])
    status, _, _ = host.ask("/v1/games/club/status")
    same("looking without a token", status, 401)


def headers_guard_the_page(host, players):
    status, headers, _ = host.ask("/")
    same("the page", status, 200)
    policy = next(value for name, value in headers.items() if name.lower() == "content-security-policy")
    for word in ("frame-ancestors 'none'", "default-src 'none'", "script-src 'self'", "connect-src 'self'"):
        if word not in policy:
            raise Fault(f"the policy lacks {word}: {policy}")
    same("from another site", host.ask("/", headers={"Origin": "https://evil.example"})[0], 403)
    same("under another name", host.ask("/", headers={"Host": "evil.example"})[0], 421)
    for name, one in players.items():
        said = [each for each in one.messages() if "ERR_CONNECTION" not in each and "ERR_INCOMPLETE" not in each
                and "ERR_EMPTY" not in each and "40" not in each]
        if said:
            raise Fault(f"{name}'s console says {said}")


def the_records_hold(host, players):
    host.end()
    host.run("verify")
    audit = host.run("audit")
    if "came by a token" not in audit:
        raise Fault(f"the audit does not say whose word it is: {audit}")
    host.run("export", "game.bundle")
    host.run("verify", "game.bundle")
    example = pathlib.Path(__file__).resolve().parents[2] / "examples/verify/verify.py"
    subprocess.run([sys.executable, "-B", example, pathlib.Path(host.folder) / "game.bundle"], check=True,
                   capture_output=True)

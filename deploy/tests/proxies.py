"""Plays behind nginx and Caddy, configured as the samples here are, and looks for links of seats in all logs.

Each sample is tried twice: as it is, when no log may contain a part of a link; and with the proxy's default logs, when
links must be found in them. Otherwise this test could find none.
"""

import json
import os
import re
import socket
import ssl
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from shutil import rmtree

from player import Player, WebSocket
from servers import NAME, RATE, Setup, find

# Addresses of this machine. The proxy connects to the program from 127.0.0.1.
GUEST, SOVIET, GERMAN, FLOOD, CALM = (f"127.0.0.{last}" for last in range(2, 7))
# An address that a client claims to have.
CLAIMED = "192.0.2.77"
# The log of the program, and what the proxies log by themselves: requests, and errors.
PROGRAM = "undercity.out"
OWN = {"nginx": {"access.log", "error.log"}, "caddy": {"http.log.access", "http.log.error"}}
# Letters of a link that are enough to call it logged.
PART = 10


def open_page(setup: Setup, link: str):
    """Opens the page of a seat, and sends requests as other pages would."""
    guest = Player(setup.site, GUEST, link)
    for path in ("/", f"/seat/{link}"):
        status, headers, body = guest.request(path)
        assert status == 200 and b"<title>Undercity" in body, (path, status, body)
        assert "strict-transport-security" in headers and "default-src 'none'" in headers["content-security-policy"], headers
    for origin in ("https://evil.example", f"http://{NAME}", "null"):
        # The answer to a request with a body arrives too, although the body plays no part in it.
        for content in (None, {"scenario": "x" * 50_000}):
            status, _, body = guest.request("/api/games", content, {"Origin": origin})
            assert status == 403 and json.loads(body)["code"] == "foreign-origin", (origin, status, body)
    with socket.create_connection(("127.0.0.1", setup.http), timeout=10) as plain:
        plain.sendall(f"GET /seat/{link} HTTP/1.1\r\nHost: {NAME}\r\nConnection: close\r\n\r\n".encode())
        answer = plain.makefile("rb").read().decode()
        assert answer.split()[1] in ("301", "308") and f"https://{NAME}/seat/{link}" in answer, answer


def play(setup: Setup, links: dict[str, str]) -> WebSocket:
    """Plays orders by requests and one over a WebSocket. Returns the socket."""
    seats = [Player(setup.site, SOVIET, links["soviet"]), Player(setup.site, GERMAN, links["german"])]
    for seat in seats:
        seat.commit()
    for seat in seats:
        seat.ask("/reveal", {"nonce": "07" * 32})

    def next_order():
        return next((seat, order) for seat in seats if (order := seat.choose()) is not None)

    for number in range(6):
        seat, order = next_order()
        assert "ack" in seat.ask("/orders", {"order": order, "id": f"by-request-{number}"})
    seat, order = next_order()
    live = WebSocket(seat)
    assert live.status == 101, live.status
    answer = live.order(order)
    assert answer["heard"] == seat.ask()["heard"] and answer["events"], answer
    return live


def limits(setup: Setup):
    """Exceeds the rate of one address, which claims to have others: another address isn't limited by that."""
    flood, calm = Player(setup.site, FLOOD), Player(setup.site, CALM)
    for number in range(RATE * 20):
        claims = {"X-Forwarded-For": f"{CLAIMED}, 192.0.2.{number % 200}"}
        # A connection that keeps on is closed.
        with suppress(ConnectionError, ssl.SSLError):
            status, _, _ = flood.request("/api", headers=claims)
            if status == 429:
                break
    else:
        raise AssertionError("the address is not limited")
    assert calm.request("/api")[0] == 200
    for _ in range(50):
        log = "".join(line for name, line in setup.lines() if name == PROGRAM)
        if refused := re.findall(r'limit="rate" client=(\S+)', log):
            break
        time.sleep(0.1)
    assert refused == [FLOOD] and "192.0.2." not in log, f"refused: {refused}, see {setup.log}"


def fail(setup: Setup, link: str):
    """Has the proxy log errors: requests that are too long, broken, or cut, and a program that has stopped."""
    seat = Player(setup.site, GUEST, link)
    path = f"/api/seats/{link}/orders"
    status, _, _ = seat.request(path, {"order": "x" * 300_000, "id": "long"})
    assert status == 413, status
    broken, cut = f"GET /seat/{link}\0 HTTP/1.1\r\n\r\n", f"POST {path} HTTP/1.1\r\nHost: {NAME}\r\nContent-Length: 9\r\n\r\n{{"
    for text in (broken, cut):
        with setup.site.connect(GUEST) as stream:
            stream.sendall(text.encode())
            time.sleep(0.2)
    setup.stop(setup.server)
    seat = Player(setup.site, GUEST, link)
    for body in (None, {"order": 1, "id": "late"}):
        status, _, _ = seat.request(path, body)
        assert status == 502, status
    assert WebSocket(seat).status == 502


def logged(setup: Setup, links: list[str]) -> set[str]:
    """Returns the logs that have a part of a link."""
    parts = {link[at : at + PART] for link in links for at in range(len(link) - PART + 1)}
    return {name for name, line in setup.lines() if any(part in line for part in parts)}


def try_out(setup: Setup) -> str:
    with setup.running():
        guest = Player(setup.site, GUEST)
        status, _, body = guest.request("/api/games", {"scenario": "tide/first"})
        assert status == 201, (status, body)
        links = json.loads(body)["links"]
        open_page(setup, links["soviet"])
        live = play(setup, links)
        limits(setup)
        if setup.logs == "sample":
            live.wait_for_ping(30)
        fail(setup, links["german"])
    found = logged(setup, list(links.values()))
    if setup.logs == "default":
        assert found == OWN[setup.proxy], f"links are in {found}"
        return f"{setup.proxy} with its own logs: links are in {' and '.join(sorted(found))}, as expected"
    assert not found, f"links are in {found}, see {setup.log}"
    lines = [line for name, line in setup.lines() if name != PROGRAM]
    assert any(" 502 " in line or '"status":502' in line for line in lines), "the proxy has not logged that it failed"
    return f"{setup.proxy} as in deploy/: the game works, and {len(lines)} lines of its log have no link"


def main() -> int:
    program, work = sys.argv[1], Path(sys.argv[2]).resolve()
    if sys.platform != "linux":
        print("the samples for proxies are tried on Linux only: other systems don't have all of 127.0.0.0/8")
        return 0
    rmtree(work, ignore_errors=True)
    missing = [proxy for proxy in OWN if find(proxy) is None]
    for proxy in missing:
        print(f"{proxy} is missing: its sample is not tried (Debian package {proxy})")
    tried = [(proxy, logs) for proxy in OWN if proxy not in missing for logs in ("sample", "default")]
    setups = [Setup(proxy, logs, program, work) for proxy, logs in tried]
    failed = 0
    with ThreadPoolExecutor(4) as pool:
        for setup, result in [(setup, pool.submit(try_out, setup)) for setup in setups]:
            if error := result.exception():
                print(f"{setup.proxy}, {setup.logs} logs: {type(error).__name__}: {error}", file=sys.stderr)
                failed += 1
            else:
                print(result.result())
    print(f"{len(setups) - failed} passed, {failed} failed, {2 * len(missing)} skipped")
    return 1 if failed or missing and os.environ.get("CI") else 0


if __name__ == "__main__":
    sys.exit(main())

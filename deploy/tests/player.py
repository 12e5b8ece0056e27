"""A player's side of the connection: HTTPS, a WebSocket, and a game of two seats over them."""

import base64
import hashlib
import http.client
import json
import os
import socket
import ssl
import struct
import time
from pathlib import Path

# The nonce of every side here. Nonces of a real game are secret and random.
NONCE = bytes([7] * 32)
# What each kind of frame begins with (RFC 6455).
TEXT, PONG = 0x81, 0x8A
PING = 0x9


class Site:
    """The server as its players know it: a name, with a certificate that they trust."""

    def __init__(self, name: str, port: int, certificate: Path):
        self.name, self.port, self.origin = name, port, f"https://{name}"
        self.tls = ssl.create_default_context(cafile=str(certificate))

    def connect(self, address: str) -> ssl.SSLSocket:
        """Connects from an address of this machine."""
        plain = socket.create_connection(("127.0.0.1", self.port), timeout=60, source_address=(address, 0))
        plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return self.tls.wrap_socket(plain, server_hostname=self.name)


class Player:
    """A browser at an address of this machine, with the link of a seat or without."""

    def __init__(self, site: Site, address: str, link: str = ""):
        self.site, self.address, self.link = site, address, link
        self.connection = http.client.HTTPSConnection(site.name)

    def request(self, path: str, body=None, headers=None) -> tuple[int, dict, bytes]:
        """Sends a request from the page of the seat, with its address as referrer. Returns status, headers and body."""
        if self.connection.sock is None:
            self.connection.sock = self.site.connect(self.address)
        head = {"Host": self.site.name, "Referer": f"{self.site.origin}/seat/{self.link}"}
        if body is not None:
            head |= {"Origin": self.site.origin, "Content-Type": "application/json"}
        content = None if body is None else json.dumps(body).encode()
        self.connection.request("GET" if body is None else "POST", path, content, head | (headers or {}))
        answer = self.connection.getresponse()
        return answer.status, {name.lower(): value for name, value in answer.headers.items()}, answer.read()

    def ask(self, what: str = "", body=None):
        """Returns the answer of the seat."""
        status, _, content = self.request(f"/api/seats/{self.link}{what}", body)
        assert status == 200, (what, status, content)
        return json.loads(content)

    def commit(self):
        info = self.ask()
        party = (b"a", b"b")[info["side"]]
        game, referee = bytes.fromhex(info["dice"]["game"]), bytes.fromhex(info["dice"]["commitments"]["referee"])
        parts = (b"undercity/commitment/2", game, party, referee, NONCE)
        framed = b"".join(struct.pack(">Q", len(part)) + part for part in parts)
        self.ask("/commit", {"commitment": hashlib.sha256(framed).hexdigest()})

    def choose(self):
        """Returns an offered order, or None if the other side is to act."""
        draft = {}
        while True:
            offers = self.ask("/offers", draft)["offers"]
            orders = [offer["order"] for offer in offers if "order" in offer]
            drafts = [offer["draft"] for offer in offers if "draft" in offer]
            if orders or not drafts:
                return orders[0] if orders else None
            draft = {"draft": drafts[0]}


class WebSocket:
    """The live log of a seat."""

    def __init__(self, player: Player):
        self.stream = player.site.connect(player.address)
        key = base64.b64encode(os.urandom(16)).decode()
        head = [
            f"GET /api/seats/{player.link}/live?from=0 HTTP/1.1",
            f"Host: {player.site.name}",
            f"Origin: {player.site.origin}",
            f"Referer: {player.site.origin}/seat/{player.link}",
            "Connection: keep-alive, Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Key: {key}",
        ]
        self.stream.sendall("\r\n".join([*head, "", ""]).encode())
        self.reader = self.stream.makefile("rb")
        self.status = int(self.reader.readline().split()[1])
        while self.reader.readline().strip():
            pass

    def send(self, kind: int, content: bytes):
        mask = os.urandom(4)
        masked = bytes(byte ^ mask[at % 4] for at, byte in enumerate(content))
        size = bytes([0x80 | len(content)]) if len(content) < 126 else b"\xfe" + struct.pack(">H", len(content))
        self.stream.sendall(bytes([kind]) + size + mask + masked)

    def receive(self) -> tuple[int, bytes]:
        """Returns the kind of the next frame and its content."""
        first, size = self.reader.read(2)
        if size >= 126:
            form, length = (">H", 2) if size == 126 else (">Q", 8)
            (size,) = struct.unpack(form, self.reader.read(length))
        return first & 0xF, self.reader.read(size)

    def order(self, order) -> dict:
        """Gives an order and returns its answer."""
        self.send(TEXT, json.dumps({"order": order, "id": "by-socket"}).encode())
        while True:
            kind, content = self.receive()
            message = json.loads(content) if kind == 1 else {}
            if message.get("answer") == "by-socket":
                return message

    def wait_for_ping(self, seconds: float):
        """Waits for a ping of the server and answers it: until then nothing is sent in either direction."""
        self.stream.settimeout(seconds)
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            kind, content = self.receive()
            if kind == PING:
                self.send(PONG, content)
                return
        raise AssertionError("no ping has come")

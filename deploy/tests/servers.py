"""The program behind a proxy with the configuration of this repository, as processes of this user on free ports."""

import os
import re
import shutil
import signal
import socket
import subprocess
import time
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

from player import Site

HERE = Path(__file__).parents[1]
# The name in the samples, and so the name of the site.
NAME = "undercity.example.org"
# Requests a second of one address. A burst of four times as many is more than a player of this test needs.
RATE = 15


def find(command: str) -> str | None:
    """Returns where a proxy is; Debian keeps one where only root looks."""
    return shutil.which(command, path=f"{os.environ['PATH']}:/usr/sbin:/usr/local/sbin")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def reach(port: int):
    socket.create_connection(("127.0.0.1", port)).close()


def replaced(text: str, pattern: str, by: str) -> str:
    """Replaces every match. A sample without one has changed, and this test must change with it."""
    changed, count = re.subn(pattern, lambda _: by, text, flags=re.MULTILINE)
    assert count, f"the sample has no {pattern}"
    return changed


class Setup:
    """A proxy with its folder, where all logs are, and its ports."""

    def __init__(self, proxy: str, logs: str, program: str, work: Path):
        self.proxy, self.logs, self.program = proxy, logs, program
        self.work = work / f"{proxy}-{logs}"
        self.work.mkdir(parents=True)
        self.log = self.work / "logs"
        self.log.mkdir()
        self.http, self.https, self.at = free_port(), free_port(), free_port()
        self.processes = ExitStack()

    @contextmanager
    def running(self):
        """Runs the program and the proxy."""
        with self.processes:
            self.server = self.start("undercity", self.serve())
            self.front = self.start(self.proxy, self.nginx() if self.proxy == "nginx" else self.caddy())
            for port in (self.at, self.http, self.https):
                self.wait_for(partial(reach, port))
            own = {"nginx": "undercity.pem", "caddy": "data/caddy/pki/authorities/local/root.crt"}
            certificate = self.work / own[self.proxy]
            self.wait_for(certificate.read_bytes)
            self.site = Site(NAME, self.https, certificate)
            yield self

    def start(self, name: str, command: list) -> subprocess.Popen:
        environment = os.environ | {"XDG_DATA_HOME": str(self.work / "data"), "XDG_CONFIG_HOME": str(self.work / "config")}
        environment |= {"UNDERCITY_NAME": NAME, "UNDERCITY_AT": f"127.0.0.1:{self.at}"}
        with (self.log / f"{name}.out").open("wb") as out:
            process = subprocess.Popen(command, cwd=self.work, stdout=out, stderr=out, env=environment)
        self.processes.callback(self.stop, process)
        return process

    def stop(self, process: subprocess.Popen):
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(15)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def wait_for(self, works):
        """Waits until the call works."""
        for _ in range(200):
            try:
                return works()
            except OSError:
                alive = self.server.poll() is None and self.front.poll() is None
                assert alive, "".join(file.read_text() for file in self.log.glob("*.out"))
                time.sleep(0.1)
        raise AssertionError(f"{self.work.name} does not start")

    def serve(self) -> list:
        options = ["--public-origin", f"https://{NAME}", "--trusted-proxy", "127.0.0.1", "--rate", str(RATE)]
        options += ["--listen", f"127.0.0.1:{self.at}", "--store", str(self.work / "games.sqlite"), "--log-level", "trace"]
        return [self.program, "serve", *options]

    def nginx(self) -> list:
        """Writes the sample for this machine into a file like Debian's nginx.conf, which has logs of its own."""
        text = (HERE / "nginx.conf").read_text()
        text = replaced(text, r"^ *listen \[::\].*\n", "")
        text = replaced(text, r"listen 80;", f"listen 127.0.0.1:{self.http};")
        text = replaced(text, r"listen 443 ", f"listen 127.0.0.1:{self.https} ")
        text = replaced(text, r"127\.0\.0\.1:8039", f"127.0.0.1:{self.at}")
        text = replaced(text, r"/etc/ssl/undercity", str(self.work / "undercity"))
        text = replaced(text, r"/var/log/nginx/", f"{self.log}/")
        if self.logs == "default":
            text = replaced(text, r"^ *(access|error)_log .*\n", "")
        (self.work / "undercity.conf").write_text(text)
        kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        folders = "".join(f"    {kind}_temp_path {self.work}/{kind};\n" for kind in kinds)
        (self.work / "nginx.conf").write_text(
            f"daemon off;\npid {self.work}/nginx.pid;\nerror_log {self.log}/error.log;\nevents {{}}\nhttp {{\n{folders}"
            f"    access_log {self.log}/access.log;\n    include {self.work}/undercity.conf;\n}}\n"
        )
        days = ["-days", "2", "-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}"]
        files = ["-keyout", self.work / "undercity.key", "-out", self.work / "undercity.pem"]
        make = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
        subprocess.run([*make, *days, *files], check=True, capture_output=True)
        return [find("nginx"), "-e", self.log / "error.log", "-c", self.work / "nginx.conf"]

    def caddy(self) -> list:
        """Writes the sample with the ports of this machine, and with certificates that Caddy makes itself."""
        text = (HERE / "Caddyfile").read_text()
        here = ["admin off", "local_certs", "skip_install_trust", "default_bind 127.0.0.1"]
        here += [f"http_port {self.http}", f"https_port {self.https}"]
        text = replaced(text, r"^\{$", "\n\t".join(["{", *here]))
        if self.logs == "default":
            text = replaced(text, r"^\tlog \{\n(.*\n)*?\t\}\n", "")
        (self.work / "Caddyfile").write_text(text)
        return [find("caddy"), "run", "--adapter", "caddyfile", "--config", self.work / "Caddyfile"]

    def lines(self) -> list[tuple[str, str]]:
        """Returns all that the program and the proxy have logged: each line with the log that it is in."""
        lines = []
        for file in sorted(self.log.iterdir()):
            for line in file.read_text(errors="replace").splitlines():
                # Caddy has one stream for several logs.
                part = re.search(r'"logger":"([^"]*)"', line)
                lines.append((part[1] if part else file.name, line))
        return lines

"""The service as users run it: `ablmatch serve` in a process of its own, called over a socket, and killed."""

import http.client
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

OPERATOR = "the-operator-of-the-tests"
START_SECONDS = 60
_LISTENING = re.compile(r"listening on http://127\.0\.0\.1:(\d+)")


class ServiceProcess:
    """A server over a store. It is started and stopped any number of times; its log grows in a file."""

    def __init__(self, url, log, *arguments):
        self.url, self.log, self.arguments = url, log, arguments
        self.process, self.port = None, None

    def start(self):
        """Start it, and wait until it listens."""
        command = [sys.executable, "-m", "ablmatch", "serve", "--store", self.url, "--port", "0", *self.arguments]
        others = {name: text for name, text in os.environ.items() if not name.startswith("ABLMATCH_")}
        environment = {**others, "ABLMATCH_OPERATOR_KEY": OPERATOR}
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, env=environment)
        killer = threading.Timer(START_SECONDS, self.process.kill)
        killer.start()
        try:
            lines = iter(self.process.stdout.readline, b"")
            found = next(filter(None, (_LISTENING.search(line.decode()) for line in lines)), None)
        finally:
            killer.cancel()
        assert found, self.log.read_text()[-2000:]
        self.port = int(found[1])

    def kill(self):
        """End it as a crash does: nothing of it runs any more."""
        self.process.kill()
        self._ended()

    def stop(self):
        """End it as an operator does, and give its exit status."""
        self.process.send_signal(signal.SIGTERM)
        return self._ended()

    def close(self):
        """End it if it runs."""
        if self.process is not None and self.process.poll() is None:
            self.kill()

    def _ended(self):
        status = self.process.wait(timeout=START_SECONDS)
        self.process.stdout.close()
        return status

    def processor_seconds(self):
        """The processor time that it has taken; on Linux."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def connection(self, secret=OPERATOR):
        """A connection of an application's."""
        return Connection(self.port, secret)


class Connection:
    """One connection that is kept open; for one thread."""

    def __init__(self, port, secret):
        self._http = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self._secret = secret

    def ask(self, method, path, body=None, *, subject=None, headers=None):
        """Status and text of an answer, and how many seconds it took."""
        given = {"Authorization": f"Bearer {self._secret}", **(headers or {})}
        if subject:
            given["X-Core-Subject"] = subject
        content = None if body is None else json.dumps(body)
        began = time.perf_counter()
        self._http.request(method, path, content, given)
        answer = self._http.getresponse()
        text = answer.read().decode()
        return answer.status, text, time.perf_counter() - began

    def made(self, method, path, body=None, **more):
        """The document of an answer that must not be a refusal."""
        status, text, _ = self.ask(method, path, body, **more)
        assert status < 300, f"{method} {path}: {status} {text}"
        return json.loads(text)

    def close(self):
        self._http.close()


def set_up_key(operator, key="app"):
    """Make a key that may read, write and erase, and whose turns are given what the store notes holds; its secret."""
    secret = operator.made("POST", "/keys", {"id": key})["secret"]
    rules = operator.made("GET", f"/keys/{key}/policy")["rules"]
    more = [{"id": kind, "effect": "permit", "kind": kind} for kind in ("memory_write", "subject_erase")]
    operator.made("PUT", f"/keys/{key}/policy", {"rules": [*rules, *more]})
    operator.made("PUT", f"/keys/{key}/memory", {"injection": {"enabled": True, "store": "notes"}})
    return secret

"""`ipf serve` as a process. Tests wait only for conditions, with a time limit."""
import atexit
import contextlib
import functools
import json
import os
import pathlib
import resource
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.request

IPF = os.environ["IPF"]
SAMPLE = os.environ["IPF_SAMPLE"]
# A generous limit for debug builds on a busy machine.
LIMIT = 30


def free_port():
    with contextlib.closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for(condition, what, limit=LIMIT):
    """Polls `condition` until it returns a true value; a failure names the condition."""
    deadline = time.monotonic() + limit
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > deadline:
            raise AssertionError(f"waited {limit} s for {what}")
        time.sleep(0.02)


class Server:
    """`ipf serve` with a catalog of the sample or of another source, or `ipf publish` with the source itself.

    Without a source there is no catalog: a node of a master creates its own. `catalog` is an existing one. `files` is the limit of open files, `environment` has additional variables, and `launcher` starts the process."""

    def __init__(self, *arguments, source=SAMPLE, catalog=None, scheme="http", files=None, command="serve", environment=None, launcher=()):
        self.folder = tempfile.mkdtemp(prefix="ipf-serve-")
        self.catalog = catalog or f"{self.folder}/served.ipfc"
        if source:
            (make_catalog if command == "serve" else shutil.copy)(source, self.catalog)
        self.port = free_port()
        self.log = open(f"{self.folder}/log", "w+")
        self.process = subprocess.Popen(
            [*launcher, IPF, command, self.catalog, "--port", str(self.port), *arguments], stdout=self.log, stderr=self.log,
            env={**os.environ, **(environment or {})},
            preexec_fn=files and (lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (files // 2, files)))
        )
        self.address = f"{scheme}://127.0.0.1:{self.port}"
        wait_for(self.is_listening, f"ipf {command}")

    def is_listening(self):
        if self.process.poll() is not None:
            raise AssertionError(f"it ended with {self.process.returncode}: {self.logged()}")
        return "listening on" in self.logged()

    def logged(self):
        """Returns the output so far."""
        return pathlib.Path(self.log.name).read_text()

    def get(self, path, **headers):
        """Returns the text of the response; raises HTTP errors."""
        request = urllib.request.Request(self.address + path, headers=headers)
        with urllib.request.urlopen(request, timeout=LIMIT) as answer:
            return answer.read().decode()

    def post(self, path, value):
        """Sends a change and returns the JSON of the response."""
        request = urllib.request.Request(self.address + path, json.dumps(value).encode(), {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=LIMIT) as answer:
            return json.load(answer)

    def reset_charts(self):
        """Resets the settings and studies of charts to the defaults."""
        self.post("/v1/settings", {"reset": True})
        for study in json.loads(self.get("/v1/studies"))["studies"]:
            if study["isChanged"]:
                self.post(f"/v1/studies/{study['uuid']}", {"reset": True})
            if study["isFavourite"]:
                self.post(f"/v1/studies/{study['uuid']}", {"isFavourite": False})

    def version(self):
        with urllib.request.urlopen(self.address + "/v1/stats", timeout=LIMIT) as answer:
            return answer.headers["ETag"]

    def memory(self):
        """Returns the resident bytes of the process, without mapped files."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("RssAnon")) << 10

    def busy(self):
        """Returns the used processor time in seconds."""
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self):
        """Requests the end of the process.

        Returns the exit code and the seconds that it took.
        """
        start = time.monotonic()
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait(LIMIT)
        return self.process.returncode, time.monotonic() - start

    def close(self):
        code, _ = self.stop()
        logged = self.logged()
        self.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)
        if -code in (signal.SIGABRT, signal.SIGBUS, signal.SIGFPE, signal.SIGILL, signal.SIGSEGV, signal.SIGTRAP):
            raise AssertionError(f"it ended by signal {-code}: {logged}")


def make_catalog(source, path):
    if source == SAMPLE:
        shutil.copy(sample_catalog(), path)
    else:
        subprocess.run([IPF, "import", source, "-o", path], check=True, capture_output=True)


@functools.cache
def sample_catalog():
    """Returns the catalog of the sample, which is created once and used by most services."""
    folder = tempfile.mkdtemp(prefix="ipf-sample-")
    atexit.register(shutil.rmtree, folder, True)
    subprocess.run([IPF, "import", SAMPLE, "-o", f"{folder}/sample.ipfc"], check=True, capture_output=True)
    return f"{folder}/sample.ipfc"

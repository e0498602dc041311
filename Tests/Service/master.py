"""An instrument master in PostgreSQL, for nodes that follow it."""
import os
import pathlib
import shutil
import subprocess
import tempfile
import urllib.error

from service import IPF, Server, wait_for

PROGRAMS = next((folder for folder in map(pathlib.Path, [*(f"/usr/lib/postgresql/{number}/bin" for number in (15, 16, 17)), "/usr/local/bin"])
                 if (folder / "pg_ctl").exists()), None)


class Master:
    """A PostgreSQL server with a master, on a socket in a temporary folder."""

    def __init__(self):
        # The path of a socket may have at most 107 bytes.
        self.folder = tempfile.mkdtemp(prefix="ipf-pg-", dir="/tmp")
        # PostgreSQL refuses to run as root.
        self.user = ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []
        if self.user:
            shutil.chown(self.folder, "postgres")
        self.run("initdb", "-D", f"{self.folder}/data", "-U", "owner", "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C")
        self.run("pg_ctl", "-D", f"{self.folder}/data", "-l", f"{self.folder}/log", "-w", "-o", f"-c listen_addresses='' -k {self.folder}", "start")
        self.run("createdb", "-h", self.folder, "-U", "owner", "master")
        self.address = f"postgresql:///master?host={self.folder}&user=owner"

    def run(self, program, *arguments):
        subprocess.run([*self.user, PROGRAMS / program, *arguments], check=True, cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def ipf(self, *arguments):
        environment = {**os.environ, "PGHOST": self.folder, "PGUSER": "owner", "PGDATABASE": "master"}
        subprocess.run([IPF, "master", *arguments], check=True, capture_output=True, env=environment)

    def close(self):
        self.run("pg_ctl", "-D", f"{self.folder}/data", "-m", "immediate", "stop")
        shutil.rmtree(self.folder, ignore_errors=True)


def node(*arguments):
    """Starts a node, and waits for its catalog; the node listens before it has one."""
    started = Server(*arguments, source=None)

    def is_ready():
        try:
            return started.get("/readyz")
        except urllib.error.HTTPError:
            return None

    try:
        wait_for(is_ready, "the catalog of a node")
    except BaseException:
        started.close()
        raise
    return started

"""A PostgreSQL server of a test's own, from the programs of this machine."""

import os
import pwd
import shutil
import socket
import subprocess
from pathlib import Path


def programs():
    """The folder of the newest server's programs: Debian keeps them out of PATH."""
    version = lambda folder: [int(part) for part in folder.parent.name.split(".")]
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=version)
    if folders:
        return folders[-1]
    initdb = shutil.which("initdb")
    assert initdb, "no PostgreSQL server here: run scripts/setup.sh postgres"
    return Path(initdb).parent


def owner():
    """Whom the server runs as, if not as we do: PostgreSQL refuses to run as root."""
    if os.getuid() != 0:
        return None
    names = {one.pw_name: one for one in pwd.getpwall()}
    return names.get("postgres", names["nobody"])


class Cluster:
    """Listens on loopback; everybody may come in."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.data = self.folder / "cluster"
        self.log = self.folder / "cluster.log"
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.owner = owner()
        self.own(self.folder)
        self.run("initdb", "-D", self.data, "-U", "postgres", "-A", "trust", "-E", "UTF8",
                 "--no-sync")
        self.settings = self.data / "postgresql.auto.conf"

    def own(self, path):
        """Gives a file or folder to whom the server runs as; the folders above let it in."""
        if self.owner:
            os.chown(path, self.owner.pw_uid, self.owner.pw_gid)
            for above in self.folder.parents:
                if above.stat().st_uid == 0 and above != Path("/"):
                    above.chmod(above.stat().st_mode | 0o111)

    def run(self, program, *arguments):
        more = {}
        if self.owner:
            more = {"user": self.owner.pw_uid, "group": self.owner.pw_gid, "extra_groups": []}
        command = [programs() / program, *arguments]
        with self.log.open("ab") as log:
            subprocess.run(command, check=True, stdout=log, stderr=log, cwd=self.folder, **more)

    def start(self):
        options = f"-h 127.0.0.1 -p {self.port} -k {self.folder} -c fsync=off"
        self.own(self.log)
        self.run("pg_ctl", "-D", self.data, "-w", "-l", self.log, "-o", options, "start")
        return self

    def set(self, **settings):
        """Takes effect at once; only for what needs no restart."""
        lines = [f"{name} = '{value}'\n" for name, value in settings.items()]
        self.settings.write_text("".join(lines))
        self.run("pg_ctl", "-D", self.data, "reload")

    def stop(self):
        self.run("pg_ctl", "-D", self.data, "-m", "immediate", "-w", "stop")

    def url(self, database="postgres", host="localhost", password="", parameters=""):
        person = f"postgres:{password}" if password else "postgres"
        return f"postgres://{person}@{host}:{self.port}/{database}{parameters}"

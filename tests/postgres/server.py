#!/usr/bin/env python3
"""Runs a command beside a PostgreSQL server of its own, in a temporary folder, as an ordinary user, on no port.

    server.py COMMAND...

NOMIC_TEST_POSTGRES is the address of its database `postgres`, by a socket in that folder; everything goes when the
command ends. Where no server can be started it says why and ends with 77, which the test runner counts as skipped.

As a module: Server and Standby, for tests that end and begin servers; running() and in_turn() for scripts of tests.
"""

import contextlib
import os
import pathlib
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time

SKIPPED = 77
USER = "nomic"


class CannotStart(Exception):
    pass


def binaries():
    """The folder of the server's programs: version 15, which Debian puts beside the others."""
    for folder in ("/usr/lib/postgresql/15/bin", *os.environ.get("PATH", "").split(":")):
        if (pathlib.Path(folder) / "initdb").exists() and (pathlib.Path(folder) / "postgres").exists():
            return folder
    raise CannotStart("no PostgreSQL server is installed (postgresql-15)")


def ordinary():
    """Whom to be: initdb refuses root."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise CannotStart("root may not run a server, and there is neither a user postgres nor nobody")


def in_memory():
    """A folder in memory with room enough for some hundred databases; nothing where there is none."""
    shm = "/dev/shm"
    enough = os.access(shm, os.W_OK) and shutil.disk_usage(shm).free > 4 << 30
    return shm if enough else None


class Server:
    """A server; its files are in memory where there is a file system for that."""

    def __init__(self, settings=(), base=None):
        self.bin = binaries()
        self.who = ordinary()
        where = base or os.environ.get("NOMIC_TEST_POSTGRES_IN") or in_memory() or tempfile.gettempdir()
        self.home = tempfile.mkdtemp(prefix="nomic-pg-", dir=where)
        self.data = self.home + "/data"
        self.settings = list(settings)
        self.process = None
        if self.who:
            os.chown(self.home, self.who.pw_uid, self.who.pw_gid)
        # The tests connect as whoever they are.
        os.chmod(self.home, 0o755)

    def as_owner(self):
        who = self.who
        if not who:
            return None

        def become():
            os.setgroups([])
            os.setgid(who.pw_gid)
            os.setuid(who.pw_uid)
        return become

    def run(self, *command, **more):
        done = subprocess.run([f"{self.bin}/{command[0]}", *command[1:]], preexec_fn=self.as_owner(), cwd=self.home,
                              env={"PATH": os.environ.get("PATH", ""), "LC_ALL": "C"}, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **more)
        if done.returncode != 0:
            raise CannotStart(f"{command[0]}: {done.stdout.strip()[-2000:]}")
        return done.stdout

    def make(self):
        self.run("initdb", "--no-sync", "--username=" + USER, "--auth=trust", "--encoding=UTF8", "--locale=C",
                 "--pgdata=" + self.data)
        with open(self.data + "/postgresql.conf", "a", encoding="utf-8") as file:
            file.write("listen_addresses = ''\nmax_connections = 300\nshared_buffers = 64MB\n"
                       "max_wal_size = 512MB\nlog_min_messages = fatal\nwal_level = replica\n"
                       f"unix_socket_directories = '{self.home}'\n")
            for line in self.settings:
                file.write(line + "\n")
        return self

    def start(self):
        with open(self.home + "/log", "a", encoding="utf-8") as log:
            self.process = subprocess.Popen([f"{self.bin}/postgres", "-D", self.data], preexec_fn=self.as_owner(),
                                            cwd=self.home, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                            env={"PATH": os.environ.get("PATH", ""), "LC_ALL": "C"},
                                            start_new_session=True)
        for _ in range(600):
            ready = subprocess.run([f"{self.bin}/pg_isready", "-q", "-h", self.home, "-U", USER], check=False)
            if ready.returncode == 0:
                return self
            if self.process.poll() is not None:
                break
            time.sleep(0.05)
        with open(self.home + "/log", encoding="utf-8", errors="replace") as log:
            raise CannotStart("the server does not start: " + log.read()[-2000:])

    def address(self, database="postgres"):
        return f"postgresql://{USER}@/{database}?host={self.home}"

    def sql(self, text, database="postgres"):
        done = subprocess.run([f"{self.bin}/psql", "-XAtq", "-v", "ON_ERROR_STOP=1", self.address(database),
                               "-c", text], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
        if done.returncode != 0:
            raise RuntimeError(done.stderr.strip())
        return done.stdout.strip()

    def stop(self, how=signal.SIGINT):
        """SIGINT: at once and in order; SIGQUIT: as if it had crashed."""
        if self.process and self.process.poll() is None:
            self.process.send_signal(how)
            self.process.wait(60)
        self.process = None

    def kill(self):
        """The postmaster alone, with kill -9: its backends find out by themselves."""
        self.process.kill()
        self.process.wait(60)
        self.process = None
        # The next one starts only when none of the last is left.
        for _ in range(200):
            left = subprocess.run(["pgrep", "-f", self.data], stdout=subprocess.PIPE, check=False).stdout
            if not left.strip():
                break
            time.sleep(0.05)

    def remove(self):
        self.stop(signal.SIGQUIT)
        shutil.rmtree(self.home, ignore_errors=True)


class Standby(Server):
    """A copy of another that goes on with it."""

    def __init__(self, primary, name):
        super().__init__()
        self.primary = primary
        self.name = name

    def make(self):
        self.run("pg_basebackup", "-h", self.primary.home, "-U", USER, "-D", self.data, "-R", "-X", "stream",
                 "--checkpoint=fast", "--no-sync")
        with open(self.data + "/postgresql.auto.conf", "a", encoding="utf-8") as file:
            file.write(f"primary_conninfo = 'host={self.primary.home} user={USER} application_name={self.name}'\n")
            file.write(f"unix_socket_directories = '{self.home}'\n")
            file.write("synchronous_standby_names = ''\n")
        return self

    def promote(self):
        # Not by SQL: what it replays may cancel any query.
        self.run("pg_ctl", "promote", "--wait", "--timeout=60", "--pgdata=" + self.data)


@contextlib.contextmanager
def running(*standbys):
    """A server, followed by standbys of those names; they go at the end. Where none can start the test is skipped."""
    started = []
    try:
        try:
            started.append(Server())
            started[0].make().start()
            for name in standbys:
                started.append(Standby(started[0], name))
                started[-1].make().start()
        except CannotStart as why:
            print(f"skipped: {why}")
            sys.exit(SKIPPED)
        yield started
    finally:
        for each in reversed(started):
            each.remove()


def in_turn(tests, *beside):
    """Runs each, and says how long it took and what it has shown."""
    for each in tests:
        begin = time.monotonic()
        each(*beside)
        shown = (each.__doc__ or "as it should be").strip().splitlines()[0]
        print(f"{each.__name__} ({time.monotonic() - begin:.1f} s): {shown}", flush=True)


def main():
    if len(sys.argv) < 2:
        print(__doc__)
        return 2
    with running() as (server,):
        environment = dict(os.environ, NOMIC_TEST_POSTGRES=server.address())
        return subprocess.run(sys.argv[1:], env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())

"""TLS to a PostgreSQL whose certificate is of an authority of its own."""

import subprocess
from types import SimpleNamespace

import psycopg
import pytest

from cluster import Cluster
from envelopes import expect_success
from kofa import BINARY, Server, eventually

PASSWORD = "not-to-be-shown"
AUTHORITY = """
[ca]
default_ca = own
[own]
database = {folder}/index.txt
new_certs_dir = {folder}
serial = {folder}/serial
certificate = {folder}/{name}-ca.pem
private_key = {folder}/{name}-ca.key
default_md = sha256
policy = any
[any]
commonName = supplied
[server]
subjectAltName = DNS:{host}
"""


def openssl(folder, *arguments):
    subprocess.run(["openssl", *arguments], check=True, capture_output=True, cwd=folder)


class Authority:
    def __init__(self, folder, name):
        self.folder, self.name = folder / name, name
        self.folder.mkdir()
        self.file = self.folder / f"{name}-ca.pem"
        self.new = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
        openssl(self.folder, "req", "-x509", *self.new, "-keyout", f"{name}-ca.key",
                "-out", self.file, "-subj", f"/CN=Authority {name}", "-days", "2")

    def certify(self, host, ends="20991231235959Z"):
        """Certificate and key of a server, valid up to `ends`."""
        folder = self.folder
        made = [folder / f"{host}-{ends}{ending}" for ending in (".pem", ".key")]
        (folder / "index.txt").write_text("")
        (folder / "index.txt.attr").write_text("unique_subject = no\n")
        (folder / "own.cnf").write_text(
            AUTHORITY.format(folder=folder, name=self.name, host=host)
        )
        openssl(folder, "req", *self.new, "-keyout", made[1], "-out", "request.csr",
                "-subj", f"/CN={host}")
        openssl(folder, "ca", "-batch", "-config", "own.cnf", "-extensions", "server",
                "-rand_serial", "-notext", "-startdate", "20200101000000Z", "-enddate", ends,
                "-in", "request.csr", "-out", made[0])
        return made


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    cluster = Cluster(tmp_path_factory.mktemp("tls")).start()
    yield cluster
    cluster.stop()


@pytest.fixture(scope="module")
def ours(tmp_path_factory):
    return Authority(tmp_path_factory.mktemp("authorities"), "ours")


def present(cluster, certificate, key):
    """The server shows this certificate from now on."""
    for file, name in ((certificate, "server.pem"), (key, "server.key")):
        target = cluster.folder / name
        target.write_bytes(file.read_bytes())
        target.chmod(0o600)
        cluster.own(target)
    cluster.set(ssl="on", ssl_cert_file=cluster.folder / "server.pem",
                ssl_key_file=cluster.folder / "server.key")


def refused(cluster, folder, parameters, host="localhost"):
    """What a start says that does not come about."""
    url = cluster.url(host=host, password=PASSWORD, parameters=parameters)
    command = [BINARY, "demo", "--data", folder / "data", "--listen", "127.0.0.1:0",
               "--database-url", url]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, cwd=folder)
    assert ended.returncode == 1, ended.stderr
    assert PASSWORD not in ended.stdout + ended.stderr
    return " ".join(ended.stderr.split())


def test_a_server_of_an_own_authority_is_verified_and_used(cluster, ours, binary, tmp_path):
    present(cluster, *ours.certify("localhost"))
    with psycopg.connect(cluster.url(), autocommit=True) as connection:
        connection.execute("create database kofa")
    url = cluster.url("kofa", parameters=f"?sslrootcert={ours.file}")
    server = Server(tmp_path, SimpleNamespace(url=url)).start()
    try:
        with server.product(server.admin().tenant().key()) as client:
            eventually(lambda: expect_success(client.get("/api/exchange-invest/offers")))
        with psycopg.connect(cluster.url("kofa")) as connection:
            sessions = connection.execute(
                "select s.ssl, s.version from pg_stat_ssl s join pg_stat_activity a using (pid)"
                " where a.application_name like 'kofa-%'"
            ).fetchall()
        assert len(sessions) > 1 and {one[0] for one in sessions} == {True}, sessions
        assert {one[1] for one in sessions} == {"TLSv1.3"}
        server.stop()
    finally:
        if server.process.poll() is None:
            server.kill()


def test_a_certificate_of_another_host_is_refused(cluster, ours, binary, tmp_path):
    present(cluster, *ours.certify("other.example.ng"))
    said = refused(cluster, tmp_path, f"?sslrootcert={ours.file}")
    assert "the certificate of the PostgreSQL server is for another host than the URL names" in said
    assert "other.example.ng" in said and "localhost" in said


def test_an_expired_certificate_is_refused(cluster, ours, binary, tmp_path):
    present(cluster, *ours.certify("localhost", "20260101000000Z"))
    said = refused(cluster, tmp_path, f"?sslrootcert={ours.file}")
    assert "the certificate of the PostgreSQL server has expired" in said


def test_a_certificate_of_a_strange_authority_is_refused(cluster, ours, binary, tmp_path):
    strange = Authority(tmp_path, "strange")
    present(cluster, *ours.certify("localhost"))
    for parameters in ("?sslmode=verify-full", f"?sslrootcert={strange.file}"):
        said = refused(cluster, tmp_path, parameters)
        assert "is of an authority that this machine does not trust" in said
        assert "`?sslrootcert=/etc/kofa/postgres-ca.pem`" in said


def test_a_server_without_tls_is_not_spoken_to_in_clear_text(cluster, ours, binary, tmp_path):
    cluster.set(ssl="off")
    for parameters in ("?sslmode=verify-full", "?sslmode=require", f"?sslrootcert={ours.file}"):
        said = refused(cluster, tmp_path, parameters)
        assert "the PostgreSQL server offers no TLS" in said
        assert "switch TLS on there (`ssl = on`)" in said


def test_what_would_not_verify_a_server_elsewhere_is_refused(cluster, binary, tmp_path):
    # Nothing is asked of that host.
    for parameters, expected in (
        ("?sslmode=prefer", "fall back to clear text"),
        ("?sslmode=verify-ca", "takes the certificate of any other server"),
        ("?sslrootcert=/nowhere/ca.pem", "/nowhere/ca.pem: No such file"),
    ):
        said = refused(cluster, tmp_path, parameters, host="192.0.2.1")
        assert "the PostgreSQL URL: " in said and expected in said

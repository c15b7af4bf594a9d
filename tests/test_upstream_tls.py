"""One Kofa asks another over TLS, as an operator connects the `contract` source."""

import contextlib
import socket
import ssl
import subprocess
import threading

import pytest

from conftest import running
from envelopes import expect_failure, expect_success
from kofa import Server, eventually

PATH = "/api/v1/company/validation/company/rc"
COMPANY = {"rcNumber": "1885308", "entityType": "COMPANY"}


def authority(folder, name):
    """A new authority and a certificate of it for this host: files of both, and of the key."""
    def run(*arguments):
        subprocess.run(["openssl", *arguments], check=True, capture_output=True, cwd=folder)

    new = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
    run("req", "-x509", *new, "-keyout", f"{name}-ca.key", "-out", f"{name}-ca.pem",
        "-subj", f"/CN=Authority {name}", "-days", "2")
    run("req", *new, "-keyout", f"{name}.key", "-out", f"{name}.csr", "-subj", "/CN=localhost")
    (folder / f"{name}.ext").write_text("subjectAltName=DNS:localhost\n")
    run("x509", "-req", "-in", f"{name}.csr", "-CA", f"{name}-ca.pem", "-CAkey", f"{name}-ca.key",
        "-CAcreateserial", "-extfile", f"{name}.ext", "-out", f"{name}.pem", "-days", "2")
    return folder / f"{name}-ca.pem", folder / f"{name}.pem", folder / f"{name}.key"


@contextlib.contextmanager
def tls_before(address, certificate, key, clients=None):
    """Ends TLS on a port of this host and passes everything on to `address`; lets only those in
    that the authority `clients` knows."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    if clients:
        context.verify_mode = ssl.CERT_REQUIRED
        context.load_verify_locations(clients)
    listening = socket.create_server(("127.0.0.1", 0))

    def carry(source, sink):
        with contextlib.suppress(OSError, ValueError):
            while piece := source.recv(65_536):
                sink.sendall(piece)
        for end in (source, sink):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def serve(plain):
        with contextlib.suppress(OSError):
            caller = context.wrap_socket(plain, server_side=True)
            inner = socket.create_connection(address)
            threading.Thread(target=carry, args=(inner, caller), daemon=True).start()
            carry(caller, inner)

    def accept():
        with contextlib.suppress(OSError):
            while True:
                threading.Thread(target=serve, args=(listening.accept()[0],), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    try:
        yield f"https://localhost:{listening.getsockname()[1]}"
    finally:
        listening.close()


def asking(folder, url, key, roots):
    """A server that trusts `roots` and knows `url` as an upstream of its sandbox."""
    folder.mkdir()
    server = Server(folder)
    server.environment = {
        "KOFA_REGISTRY_CONTRACT_SANDBOX_URL": url,
        "KOFA_REGISTRY_CONTRACT_SANDBOX_KEY": key,
        "SSL_CERT_FILE": str(roots),
    }
    return server


@pytest.fixture(scope="module")
def upstream(sqlite_server):
    return sqlite_server.admin().tenant("The other server's")


@contextlib.contextmanager
def near(upstream_server, folder, key, served, roots):
    """A server whose look-ups are answered by the other one, behind a certificate."""
    host, port = upstream_server.url.removeprefix("http://").rsplit(":", 1)
    with tls_before((host, int(port)), *served) as url:
        for server in running(asking(folder / "near", url, key, roots)):
            choice = {"source": "contract", "maxAgeSeconds": 0, "staleSeconds": 0}
            server.admin().put("/admin/v1/registry/sources/sandbox/getCompanyByRc", choice)
            yield server


def test_an_upstream_is_asked_over_tls(sqlite_server, upstream, binary, tmp_path):
    roots, *served = authority(tmp_path, "ours")
    key, before = upstream.key(), upstream.wallet()["balanceKobo"]
    with near(sqlite_server, tmp_path, key, served, roots) as server:
        tenant = server.admin().tenant()
        with server.product(tenant.key()) as client:
            answer = eventually(lambda: expect_success(client.get(PATH, params=COMPANY)))
            data = answer.json()["data"]
            assert data["companyName"] == "Ifedapo Microsystems Limited"
            assert int(answer.headers["x-charge-amount"]) > 0
            # The other server was asked, and charged its own price.
            paid = before - upstream.wallet()["balanceKobo"]
            assert paid > 0
            missing = client.get(PATH, params={"rcNumber": "999999999"})
            expect_failure(missing, 404, "company_not_found")
        assert key not in server.log_tail()


def test_an_upstream_with_a_strange_certificate_is_told_nothing(
    sqlite_server, upstream, binary, tmp_path
):
    _, *served = authority(tmp_path, "strange")
    roots, _, _ = authority(tmp_path, "trusted")
    key, before = upstream.key(), upstream.wallet()["balanceKobo"]
    with near(sqlite_server, tmp_path, key, served, roots) as server:
        admin = server.admin()
        tenant = admin.tenant()

        def refused():
            with server.product(tenant.key()) as client:
                answer = client.get(PATH, params=COMPANY)
                expect_failure(answer, 503, "upstream_unavailable")
                return answer

        answer = eventually(refused)
        assert answer.headers["x-charge-amount"] == "0"
        assert answer.headers["retry-after"]
        told = admin.get("/admin/v1/registry/upstreams")
        assert "unreachable" in str(told)
    assert upstream.wallet()["balanceKobo"] == before


@pytest.mark.parametrize("shows", [True, False])
def test_an_exchange_may_ask_for_a_certificate(sqlite_server, upstream, binary, tmp_path, shows):
    roots, *served = authority(tmp_path, "theirs")
    clients, certificate, key = authority(tmp_path, "ours")
    (tmp_path / "near").mkdir()
    server = Server(tmp_path / "near")
    host, port = sqlite_server.url.removeprefix("http://").rsplit(":", 1)
    with tls_before((host, int(port)), *served, clients=clients) as url:
        server.environment = {
            "KOFA_EXCHANGE_CONTRACT_URL": url,
            "KOFA_EXCHANGE_CONTRACT_KEY": upstream.key(),
            "KOFA_EXCHANGE_CONTRACT_VENDOR_ID": upstream.vendor_id,
            "KOFA_EXCHANGE_CONTRACT_REFRESH_S": "1",
            "SSL_CERT_FILE": str(roots),
        }
        if shows:
            server.environment |= {
                "KOFA_EXCHANGE_CONTRACT_CLIENT_CERTIFICATE": str(certificate),
                "KOFA_EXCHANGE_CONTRACT_CLIENT_KEY": str(key),
            }
        for _ in running(server):
            tenant = server.admin().tenant()
            tenant.switch("investment_ipo", True, "live")
            tenant.set_balance(1_000_000, "live")
            with server.product(tenant.key(["investment_ipo"], ("live",))) as client:
                ask = lambda: client.get("/api/exchange-invest/offers")
                if shows:
                    answer = eventually(lambda: expect_success(ask()))
                    assert answer.json()["data"]["source"]["retrievedAt"]
                else:
                    def noticed():
                        assert "did not say what it offers" in server.log_tail()

                    eventually(noticed)
                    expect_failure(ask(), 503, "upstream_not_configured")

"""What an operator does at the shell, and does wrong: nothing is lost, changed or told by it."""

import json
import os
import signal
import subprocess

import pytest

from kofa import BINARY, Server, eventually

OTHER_KEY = "0123456789abcdef" * 4
COMPANIES = "rcNumber,companyName\n"
LIST = ["admin", "listTenants"]


@pytest.fixture
def own_server(binary, tmp_path):
    server = Server(tmp_path).start()
    yield server
    if server.process.poll() is None:
        server.kill()


def kofa(server, *words, **environment):
    """Runs a command on the server's data."""
    where = ["--data", str(server.data)]
    where += ["--database-url", server.database.url] if server.database else []
    clean = {name: value for name, value in os.environ.items() if not name.startswith("KOFA_")}
    return subprocess.run(
        [str(BINARY), *where, *map(str, words)], env=clean | environment, cwd=server.folder,
        capture_output=True, text=True, timeout=60, check=False,
    )


def entries(server, action):
    audit = server.admin().get("/admin/v1/audit?limit=100")
    return [entry for entry in audit["items"] if entry["action"] == action]


def test_a_source_is_never_its_own_reject_file(sqlite_server, tmp_path):
    source = tmp_path / "big.csv"
    text = COMPANIES + "RC777001,Ada Ltd\n,Nameless\n" + "RC777002,Obi Ltd\n" * 3
    source.write_text(text)
    (tmp_path / "soft.csv").symlink_to(source)
    (tmp_path / "hard.csv").hardlink_to(source)
    (tmp_path / "folder").mkdir()
    begun = len(entries(sqlite_server, "register.import"))
    live = ["--environment", "live"]
    imports = [
        ["registry", "import"],
        ["investment", "import-holders", "--offer", "OFR-ZUMA"],
        ["investment", "import-settlements"],
    ]
    names = ["big.csv", "folder/../big.csv", "soft.csv", "hard.csv"]
    for words in imports:
        for name in names:
            done = kofa(sqlite_server, *words, source, *live, "--rejects", tmp_path / name)
            assert done.returncode == 1 and "is the file to import" in done.stderr, done
            assert source.read_text() == text
    # Its usual name may lead there, too.
    (tmp_path / "big.rejects.csv").hardlink_to(source)
    done = kofa(sqlite_server, "registry", "import", source, *live)
    assert done.returncode == 1 and source.read_text() == text, done
    assert len(entries(sqlite_server, "register.import")) == begun
    done = kofa(sqlite_server, "registry", "import", source, *live, "--rejects", tmp_path / "r.csv")
    assert done.returncode == 0 and "rejected  1 rows" in done.stdout, done
    assert source.read_text() == text


def test_another_key_changes_nothing(server, tenant):
    other = {"KOFA_MASTER_KEY": OTHER_KEY}
    before = tenant.wallet()
    wallet = [f"tenantId={tenant.id}", "environment=sandbox"]
    credit = ["admin", "creditWallet", *wallet, "amountKobo=5000", "reference=shell-1"]
    for words in [
        credit,
        ["admin", "setPrice", "operationId=listOffers", "environment=live", "amountKobo=900"],
        ["admin", "setTenantStatus", f"tenantId={tenant.id}", "status=suspended"],
        ["admin", "editBank", "bankId=12", "active=false"],
        LIST,
    ]:
        done = kofa(server, *words, **other)
        assert done.returncode == 1 and "another master key" in done.stderr, done
        assert done.stdout == ""
    assert tenant.wallet() == before
    # That of the data folder is found, and is the data's.
    done = kofa(server, *credit)
    assert done.returncode == 0, done


def say_the_same(server, words, path):
    done = kofa(server, "admin", *words)
    assert done.returncode == 0, done
    shell, api = json.loads(done.stdout), server.admin().get(path)
    # When a statement was drawn up is its own.
    shell.pop("at", None), api.pop("at", None)
    assert shell == api and api


def test_logs_and_statements_are_the_same_at_the_shell_and_in_the_admin_api(server, tenant):
    with server.product(tenant.key()) as product:
        assert product.get("/api/exchange-invest/offers").status_code == 200
    wallet = [f"tenantId={tenant.id}", "environment=sandbox"]
    base = f"/admin/v1/tenants/{tenant.id}"
    month = server.admin().get("/admin/v1/audit?limit=1")["items"][0]["at"][:7]
    for words, path in [
        (["listRequests", "operationId=listOffers", "status=2xx"],
         "requests?environment=sandbox&operationId=listOffers&status=2xx"),
        (["getUsage", "by=hour"], "usage/sandbox?by=hour"),
        (["getStatement", f"month={month}"], f"statements/sandbox/{month}"),
    ]:
        # A call is counted within a second.
        eventually(lambda: say_the_same(server, [words[0], *wallet, *words[1:]], f"{base}/{path}"))
    done = kofa(server, "admin", "listRequests", *wallet, "status=6xx", "from=yesterday")
    assert done.returncode == 1 and "`status`" in done.stderr and "`from`" in done.stderr, done


def test_who_needs_no_key_may_have_none(own_server):
    own_server.stop()
    (own_server.data / "master.key").rename(own_server.data / "elsewhere.key")
    assert kofa(own_server, *LIST).returncode == 0
    done = kofa(own_server, *LIST, KOFA_MASTER_KEY_FILE=str(own_server.data / "absent"))
    assert done.returncode == 1 and "no master key in" in done.stderr, done
    (own_server.data / "master.key").write_text(OTHER_KEY)
    (own_server.data / "master.key").chmod(0o600)
    done = kofa(own_server, *LIST)
    assert done.returncode == 1 and "another master key" in done.stderr, done


def test_a_hangup_ends_a_server_in_order(own_server):
    own_server.process.send_signal(signal.SIGHUP)
    assert own_server.process.wait(45) == 0, own_server.log_tail()
    assert '"stopped"' in own_server.log_tail()


def test_a_second_start_leaves_the_ready_file_alone(own_server):
    ready_file = own_server.folder / "ready.json"
    ready = ready_file.read_text()
    address = own_server.url.removeprefix("http://")
    for command, data in [("serve", "data"), ("demo", "data"), ("demo", "other")]:
        done = kofa(
            own_server, command, "--listen", address, "--ready-file", ready_file,
            "--data", own_server.folder / data,
        )
        assert done.returncode == 1 and "in use" in done.stderr, done
        assert ready_file.read_text() == ready


def test_settings_are_shown_without_passwords_and_wrong_ones_refused(sqlite_server):
    shown = kofa(
        sqlite_server, "config", KOFA_PROVIDER_URL="https://user:hunter22@h.example/v1",
        KOFA_LISTEN="999.1.1.1:80", KOFA_LOG="kofa=bogus[[",
    )
    assert "hunter22" not in shown.stdout + shown.stderr
    assert "https://<hidden>@h.example/v1" in shown.stdout
    assert shown.returncode == 1, shown
    for name in ["`provider_url`", "`listen`", "`log`"]:
        assert name in shown.stderr, shown.stderr
    clean = {name: value for name, value in os.environ.items() if not name.startswith("KOFA_")}
    shown = subprocess.run(
        [str(BINARY), "config"], capture_output=True, text=True, timeout=60, check=True,
        env=clean | {"KOFA_DATABASE_URL": "postgres://user:pa?ssw@rd@db/kofa"},
    )
    assert 'database_url = "postgres://<hidden>"' in shown.stdout


def test_an_import_that_stops_says_how_to_go_on(own_server, tmp_path):
    source = tmp_path / "companies.csv"
    good = "".join(f"RC{778000 + number},Company {number}\n" for number in range(4_500))
    source.write_text(COMPANIES + good + ",Nameless\n")
    words = ["registry", "import", source, "--environment", "live"]
    nowhere = ["--rejects", tmp_path / "nowhere" / "rejects.csv"]
    done = kofa(own_server, *words, *nowhere)
    assert done.returncode == 1, done
    # The row that could not be written to the reject file is not done.
    assert "4500 rows are done; fix the cause and add `--resume` to continue" in done.stderr
    assert "reject file failed" in done.stderr
    done = kofa(own_server, *words, "--resume")
    assert done.returncode == 0 and "rows of earlier runs" in done.stdout, done
    assert "rejected  1 rows" in done.stdout, done
    begun, = entries(own_server, "register.import")
    resumed, = entries(own_server, "register.import_resume")
    for entry in [begun, resumed]:
        assert entry["actor"] == "shell", entry
        assert entry["details"] == {
            "environment": "live", "contents": "companies", "bytes": source.stat().st_size,
        }, entry


def test_rows_rejected_before_are_not_taken_for_this_runs(sqlite_server, tmp_path):
    source = tmp_path / "few.csv"
    words = ["registry", "import", source, "--environment", "live"]
    source.write_text(COMPANIES + ",Nameless\n")
    assert "all rejected rows are in" in kofa(sqlite_server, *words).stdout
    source.write_text(COMPANIES + "RC779001,Ada Ltd\n")
    done = kofa(sqlite_server, *words)
    assert done.returncode == 0 and "few.rejects.csv is from an earlier run" in done.stdout, done

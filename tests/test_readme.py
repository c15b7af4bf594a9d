"""What the papers and the demo tell a reader to type does what they say."""

import base64
import html
import os
import re
import subprocess

import pytest

from envelopes import expect_success
from kofa import BINARY, ROOT, bill
from test_rights import operations

SECONDS_MAX = 60
PAPERS = [
    "README.md", "docs/ipo.md", "docs/offers.md", "docs/operations.md", "docs/registry-import.md",
    "docs/first-call.md", "docs/proof-of-address-guide.md",
]


def blocks(path):
    """The blocks of a paper that are marked as bash and call the server."""
    text = (ROOT / path).read_text()
    found = re.findall(r"^```bash\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    return [block for block in found if "$KOFA_URL" in block]


def shell(server, script):
    ready = server.ready
    environment = os.environ | {
        "KOFA_URL": server.url,
        "KOFA_API_KEY": ready["apiKey"],
        "KOFA_VENDOR_ID": ready["tenant"]["vendorId"],
        "KOFA_TENANT_ID": ready["tenant"]["id"],
        "KOFA_ADMIN_TOKEN": ready["adminToken"],
        "KOFA_BILL": str(server.data / "sample-electricity-bill.pdf"),
    }
    return subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script], env=environment, cwd=server.folder,
        capture_output=True, text=True, timeout=SECONDS_MAX, check=False,
    )


def test_the_readme_has_lines_to_try():
    text = "\n".join(blocks("README.md"))
    for part in ["exchange-invest/offers", "exchange-invest/subscribe", "rights-eligibility",
                 "sandbox/offers/OFR-DEMO/clock", "proof-of-address/extract",
                 "company/validation/company/rc"]:
        assert part in text


def test_every_setting_stands_in_the_papers():
    source = (ROOT / "crates/server/src/settings.rs").read_text()
    names = re.findall(r'Setting::new\(\s*"([a-z0-9_]+)"', source)
    assert len(names) == int(re.search(r"\[Setting; (\d+)\]", source)[1])
    paper = (ROOT / "docs/operations.md").read_text()
    assert [name for name in names if f"`{name}`" not in paper] == []


@pytest.mark.parametrize("path", PAPERS)
def test_lines_of_the_papers(postgres_server, path):
    for block in blocks(path):
        # What is told to be typed must fail aloud.
        assert "--fail" in block, block
        done = shell(postgres_server, block)
        assert done.returncode == 0, f"{block}\n{done.stdout}\n{done.stderr}"
        assert done.stdout.strip(), block


def test_payments_are_entered_as_the_paper_says(sqlite_server, tmp_path):
    text = (ROOT / "docs/settlement.md").read_text()
    found = re.findall(r"^```(bash|csv|json)\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    papers = dict((kind, block) for kind, block in found if kind != "bash")
    (tmp_path / "bank-2026-07-03.csv").write_text(papers["csv"])
    (tmp_path / "bank.jsonl").write_text(papers["json"])
    lines = [block for kind, block in found if kind == "bash"]
    lines.append("kofa investment import-settlements bank.jsonl --environment live")
    environment = os.environ | {
        "PATH": f"{BINARY.parent}:{os.environ['PATH']}",
        "KOFA_URL": sqlite_server.url,
        "KOFA_ADMIN_TOKEN": sqlite_server.ready["adminToken"],
        "KOFA_DATA_DIR": str(sqlite_server.data),
    }
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", "\n".join(lines)], env=environment, cwd=tmp_path,
        capture_output=True, text=True, timeout=SECONDS_MAX, check=False,
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    assert '"repeated":false' in done.stdout and '"repeated": true' in done.stdout
    assert '"referenceReused":0,"rejected":0' in done.stdout
    assert not list(tmp_path.glob("*.rejects.*"))


def test_lines_that_the_demo_prints(sqlite_server):
    # Not the server of the papers: both apply for the same person, who may apply once.
    server = sqlite_server
    printed = server.log.read_text()
    exports = "\n".join(re.findall(r"^export .*$", printed, re.MULTILINE))
    tried = printed.split("Your first request", 1)[1].split("Stop with", 1)[0]
    commands = re.findall(r"^(curl .*?[^\\])$(?!\n  )", tried, re.MULTILINE | re.DOTALL)
    assert len(commands) >= 6, tried
    # The same first request as on the start page and in the portal.
    with server.client() as client:
        assert "rcNumber=0000010" in client.get("/").text and "rcNumber=0000010" in commands[0]
    for command in commands:
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", f"{exports}\n{command}"], cwd=server.folder,
            env={"PATH": os.environ["PATH"]}, capture_output=True, text=True,
            timeout=SECONDS_MAX, check=False,
        )
        assert done.returncode == 0, f"{command}\n{done.stderr}"
        assert re.match(r"HTTP/1\.1 20[0-2] ", done.stdout), f"{command}\n{done.stdout}"
    # Twice: an application is replayed, and all else answers again.
    again = [shell(server, command).stdout for command in commands if "/subscribe" in command]
    assert again and all("idempotency-replayed: true" in one.lower() for one in again)


def test_lines_of_the_reference(server, tenant):
    """As printed, but for what is the reader's own: vendor id, document, job."""
    (server.folder / "utility-bill.pdf").write_bytes(bill())
    own = {
        "0198f3a2-7c41-7d3e-9b52-4f6a1c0e8d27": tenant.vendor_id,
        "JVBERi0xLjcK": base64.b64encode(bill()).decode(),
    }
    environment = os.environ | {"KOFA_API_KEY": tenant.key()}
    # Its secret signs what is sent to the `webhook_url` of a job.
    server.admin().post(tenant.path("webhooks/sandbox"), {"url": "https://hooks.example.ng/kofa"})
    said = {}
    for path, _, operation in operations(server):
        if "{" in path:
            continue
        name = operation["operationId"]
        with server.client() as client:
            page = client.get(f"/docs/api/{name}").text
        blocks = re.findall(r"<pre[^>]*>(.*?)</pre>", page, re.DOTALL)
        blocks = [html.unescape(re.sub(r"<[^>]+>", "", block)) for block in blocks]
        (line,) = [block for block in blocks if block.startswith("curl ")]
        for printed, value in own.items():
            line = line.replace(printed, value)
        done = subprocess.run(
            ["bash", "-eu"], input=line.replace("curl ", "curl -sS --fail-with-body ", 1),
            env=environment, cwd=server.folder, capture_output=True, text=True,
            timeout=SECONDS_MAX, check=False, errors="replace",
        )
        said[name] = done.stdout
        assert done.returncode == 0, f"{line}\n{done.stdout}\n{done.stderr}"
        if name in ("getCompanyByRc", "validateCompanyName"):
            # What the page shows is what the line answers.
            assert page.count("Sandbox Kingfisher Foods Limited") == 1
            assert "Sandbox Kingfisher Foods Limited" in done.stdout
    assert len(said) > 20 and '"matchResult":"NORMALIZED"' in said["validateCompanyName"]


def test_health_and_metrics(server):
    with server.client() as client:
        assert client.get("/healthz").status_code == 200
        ready = client.get("/readyz")
        assert ready.status_code == 200 and ready.json()["ready"] is True
        metrics = client.get("/metrics")
        assert metrics.status_code == 200
        assert metrics.headers["content-type"].startswith("application/openmetrics-text")
        assert metrics.text.endswith("# EOF\n")
    with server.product(server.ready["apiKey"]) as client:
        expect_success(client.get("/api/exchange-invest/offers"))
        count = re.search(r'_total\{[^}]*listOffers[^}]*200[^}]*\} (\d+)', metrics_of(server))
    assert count and int(count[1]) >= 1


def metrics_of(server):
    with server.client() as client:
        return client.get("/metrics").text

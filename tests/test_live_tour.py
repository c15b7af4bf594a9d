"""docs/live-tour.md, typed as it stands: from an empty folder to a live application that was paid,
placed, allotted, refunded and credited, its webhook received and its mail read."""

import json
import os
import re
import signal
import socket
import subprocess

from standardwebhooks import Webhook

from kofa import BINARY, ROOT

# A reader has fifteen minutes.
SECONDS_MAX = 240


def free_address():
    with socket.create_server(("127.0.0.1", 0)) as free:
        return f"127.0.0.1:{free.getsockname()[1]}"


def test_the_tour_goes_live(binary, tmp_path):
    for name in (".venv", "tests"):
        (tmp_path / name).symlink_to(ROOT / name)
    page = (ROOT / "docs/live-tour.md").read_text()
    script = "\n".join(re.findall(r"^```bash\n(.*?)^```", page, re.MULTILINE | re.DOTALL))
    environment = os.environ | {
        "PATH": f"{BINARY.parent}:{os.environ['PATH']}",
        "HOUSE": free_address(), "EXCHANGE": free_address(),
    }
    printed = tmp_path / "printed"
    with printed.open("wb") as output:
        shell = subprocess.Popen(
            ["bash", "-euo", "pipefail", "-c", script], cwd=tmp_path, env=environment,
            stdout=output, stderr=subprocess.STDOUT, start_new_session=True,
        )
        try:
            code = shell.wait(SECONDS_MAX)
        finally:
            os.killpg(shell.pid, signal.SIGKILL)
    said = printed.read_text()
    logs = sorted((tmp_path / "tour").glob("*.log"))
    ends = [f"{log.name}: {log.read_text()[-1500:]}" for log in logs]
    assert code == 0, "\n".join([said[-3000:], *ends])

    both = json.loads((tmp_path / "tour/end.json").read_text())["data"]["transactions"]
    for one in both:
        assert one["isSettledPayment"] is True and one["sharesAllotted"] == 150
        assert (one["status"], one["paymentStatus"], one["allotmentStatus"]) == (
            "credited", "refunded", "partial")
        assert one["refundAmount"] * 4 == one["amount"]
    names = {one["subscription"]["investorName"] for one in both}
    assert names == {"Zainab Bello", "Halima Bello"}

    secret = json.loads((tmp_path / "tour/webhook.json").read_text())["secret"]
    lines = (tmp_path / "tour/webhooks.jsonl").read_text().splitlines()
    told = [json.loads(line) for line in lines]
    events = [Webhook(secret).verify(event["body"], event["headers"]) for event in told]
    types = {event["type"] for event in events}
    assert "subscription.updated" in types, types

    mails = (tmp_path / "tour/mails.txt").read_text()
    assert "To: owner@ifedapo.example" in mails and "http" in mails
    assert "the ledger is balanced" in said

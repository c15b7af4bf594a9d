"""The API descriptions against the running server, with generated calls (schemathesis)."""

import base64
import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from conftest import running
from kofa import ROOT, bill, call_of, cancelled_batch, cancelled_job, reading, subscription

SECONDS_MAX = 900
# Generated files are no bills; the same answer is met through extractAddressBase64.
# Ids of keys, invites, operators, subscriptions, tasks, proposals and readings are not guessed, nor
# whose number goes with which kind of it, and the demo has its first operator. What follows an
# allotment is in test_market.py.
NEVER_SUCCEED = {
    "extractAddress", "revokeKey", "rotateKey", "revokeInvite", "disableOperator", "useSetup",
    "getSubscription", "cancelSubscription", "resolveSubscription", "retryTask", "getAllotment",
    "creditOffer", "setRegistrySource", "setMemberRole", "disableMember", "enableMember",
    "openMemberReset", "openOperatorReset", "editOffer", "confirmProposal", "rejectProposal",
    "acceptAccessRequest", "declineAccessRequest",
    "eraseReading", "findPerson", "exportPerson", "erasePerson", "unlinkMember", "unlinkOperator",
    "createWebhook", "editWebhook", "deleteWebhook", "testWebhook", "rotateWebhook",
    "replayWebhook", "listWebhookDeliveries", "retryWebhookDelivery", "sendTestMail",
    "lookUpTopUp", "settleTopUp", "takePaymentNotice", "takeTestWebhook", "editTestInbox",
    "emptyTestInbox", "deleteTestInbox",
    "deleteCompanyWatch", "recordOfferApproval", "confirmOfferApproval", "withdrawOfferApproval",
    "getRefundBatch", "listRefunds", "markRefundBatchSent", "settleRefundBatch", "settleRefund",
    "refuseLive", "checkTenantCompany", "makeRefundBatch", "getRefundFile", "extendOffer",
    "resumeOffer",
}
CONFIG = ROOT / "tests/schemathesis.toml"


def run(folder, known, url, header):
    """Runs it; its findings are in the failure's text. How often each operation was answered."""
    program = Path(sys.executable).with_name("schemathesis")
    command = [program, "--config-file", CONFIG, "run", url, "--header", header]
    answers = folder / "answers.txt"
    environment = os.environ | {
        "SCHEMATHESIS_HOOKS": str(CONFIG.with_name("schemathesis_hooks.py")),
        "PYTHONPATH": str(CONFIG.parent),
        "KOFA_KNOWN": json.dumps(known),
        "KOFA_ANSWERS": str(answers),
    }
    done = subprocess.run(
        command, cwd=folder, env=environment, timeout=SECONDS_MAX,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
    )
    assert done.returncode == 0, done.stdout[-20_000:]
    return Counter(tuple(line.split()) for line in answers.read_text().splitlines())


@pytest.fixture
def own_server(binary, tmp_path):
    """Not the one of the other tests: generated calls of the operator change prices for all."""
    yield from running(tmp_path)


@pytest.mark.parametrize("api", ["product", "admin"])
def test_description_holds(own_server, tmp_path, api):
    server = own_server
    tenant = server.admin().tenant("Schemathesis")
    tenant.move("credits", 10**13)
    known = {
        "tenantId": tenant.id, "subscription": subscription(server, tenant.vendor_id),
        "job": cancelled_job(server, tenant), "batch": cancelled_batch(server, tenant),
        "call": call_of(server, tenant),
    }
    document = {
        "file_name": "bill.pdf", "content_type": "application/pdf",
        "base64_content": base64.b64encode(bill()).decode(),
    }
    known["reading"] = reading(server, tenant, document)
    for name in ["inviteToRead", "inviteToAccept"]:
        body = {"name": "Invited", "email": f"{name}@example.ng"}
        made = server.admin().post("/admin/v1/tenants", body)
        known[name] = made["inviteUrl"].rsplit("/", 1)[1]
    if api == "product":
        url, header = f"{server.url}/openapi.json", f"X-API-Key: {tenant.key()}"
    else:
        url = f"{server.url}/admin/openapi.json"
        header = f"Authorization: Bearer {server.ready['adminToken']}"
    counts = run(tmp_path, known, url, header)
    operations = {operation for operation, _ in counts}
    refused_only = {
        operation for operation in operations
        if not any(counts[operation, str(status)] for status in range(200, 300))
    }
    never = refused_only - NEVER_SUCCEED
    assert not never, "answers of success were compared too"
    proof = server.admin().post("/admin/v1/ledger/verify")
    assert proof["ok"], proof

"""What users say of readings, from the call to the folder that an operator trains on."""

import json
import stat

import pytest

from envelopes import expect_failure, expect_success
from kofa import bill
from test_privacy import texts_at_rest
from test_shell import entries, kofa

POA = "/api/v1/proof-of-address"
NOTE = "the quarter is Agodi-Zebra"


def read(client):
    answer = client.post(f"{POA}/extract", files={"file": ("bill.pdf", bill(), "application/pdf")})
    return expect_success(answer).json()


@pytest.fixture
def said(server, tenant):
    """Two readings that something was said of, of a tenant who agreed after the first."""
    with server.product(tenant.key()) as client:
        first = read(client)
        agreed = {"keepDocuments": True, "documentDays": 30}
        tenant.admin.put(tenant.path("document-training"), agreed)
        second = read(client)
        right = {"full_address": first["data"]["full_address"], "city": "Zebraville", "note": NOTE}
        for one, body in ((first, right), (second, {"correct": True})):
            path = f"{POA}/{one['request_id']}/feedback"
            answer = expect_success(client.post(path, json=body))
            assert "x-charge-amount" not in answer.headers
    return first, second


def test_what_was_said_is_sealed_counted_and_taken_out(server, tenant, said, tmp_path):
    first, second = said
    for place, content in texts_at_rest(server):
        assert b"Zebraville" not in content and NOTE.encode() not in content, place
    path = f"/admin/v1/reading-report?environment=sandbox&tenantId={tenant.id}"
    report = tenant.admin.get(path)
    whole = report["groups"][0]
    assert (whole["by"], whole["papers"]["right"], whole["papers"]["judged"]) == ("all", 1, 2)
    assert report["bands"] and 0 <= whole["calibrationError"] <= 1
    folder = tmp_path / "out"
    done = kofa(server, "reader", "export", folder)
    assert done.returncode == 0, done.stderr
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    truth = json.loads((folder / "truth" / f"{first['request_id']}.json").read_text())
    assert truth["full_address"] == [first["data"]["full_address"]]
    assert truth["visible"]["city"] == ["Zebraville"] and truth["file"] is None
    file = folder / "files" / f"{second['request_id']}.pdf"
    assert file.read_bytes() == bill()
    words = [json.loads(line) for line in (folder / "words.jsonl").read_text().splitlines()]
    ids = {it["id"] for it in words}
    assert {first["request_id"], second["request_id"]} <= ids
    assert entries(server, "feedback.export")
    again = kofa(server, "reader", "export", folder)
    assert again.returncode == 1 and "another folder" in again.stderr
    told = kofa(server, "reader", "evaluate")
    figures = json.loads(told.stdout)["figures"]
    assert [it["reader"] for it in figures] == ["running"]
    assert figures[0]["exact"]["right"] >= 2
    on_files = kofa(server, "reader", "evaluate", "--files", folder)
    assert json.loads(on_files.stdout)["figures"][0]["exact"]["right"] >= 1
    assert "has no file" in on_files.stderr
    for words in (["--model", file], ["--provider"]):
        wrong = kofa(server, "reader", "evaluate", *words)
        assert wrong.returncode == 1 and wrong.stderr


def test_a_reading_is_erased_and_nobody_else_sees_it(server, tenant, said):
    first, _ = said
    path = f"{POA}/{first['request_id']}/feedback"
    with server.product(server.admin().tenant().key()) as other:
        expect_failure(other.post(path, json={"correct": True}), 404, "reading_not_found")
    tenant.admin.post(f"/admin/v1/readings/{first['request_id']}/erase")
    with server.product(tenant.key()) as client:
        expect_failure(client.post(path, json={"correct": True}), 404, "reading_not_found")
    assert entries(server, "tenant.reading_erase")


def test_a_judge_is_used_only_with_its_digest(server, tmp_path):
    model = tmp_path / "judge.model"
    model.write_bytes(b"kofajdg1 nothing")
    for settings, words in [
        ({"KOFA_READER_MODEL": str(model)}, "reader_model_sha256"),
        ({"KOFA_READER_MODEL": str(model), "KOFA_READER_MODEL_SHA256": "0" * 64}, "no judge"),
        ({"KOFA_READINGS_KEPT_DAYS": "91"}, "readings_kept_days"),
        ({"KOFA_RETENTION_DOCUMENTS_DAYS": "0"}, "retention_documents_days"),
    ]:
        told = kofa(server, "config", **settings)
        assert told.returncode == 1 and words in told.stderr, told.stderr

"""Files in an object store at S3: what one server had begun another finishes."""

import os
import shutil
import subprocess
import time

import boto3
import psycopg
import pytest
from moto.server import ThreadedMotoServer
from test_jobs import CREATE, encoded, long_document, wait
from test_jobs_crash import check_settled

from kofa import BINARY, PostgresDatabase, Server

BUCKET = "kofa-tests"
SECRET = "a-secret-of-tests"
ROWS = 60_000
JOBS = 4


@pytest.fixture(scope="module")
def s3():
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    yield f"http://{host}:{port}"
    server.stop()


@pytest.fixture
def bucket(s3):
    client = boto3.resource(
        "s3", endpoint_url=s3, region_name="us-east-1",
        aws_access_key_id="AKIDKOFA", aws_secret_access_key=SECRET,
    )
    bucket = client.create_bucket(Bucket=BUCKET)
    yield bucket
    bucket.objects.delete()
    bucket.delete()


def settings(s3):
    return {
        "KOFA_OBJECT_STORE_URL": f"s3://{BUCKET}/nodes",
        "KOFA_OBJECT_STORE_ENDPOINT": s3,
        "KOFA_OBJECT_STORE_ACCESS_KEY_ID": "AKIDKOFA",
        "KOFA_OBJECT_STORE_SECRET_ACCESS_KEY": SECRET,
    }


@pytest.fixture
def nodes(binary, tmp_path, s3, bucket):
    """Two servers over one database and one bucket; each has a folder of its own."""
    database = PostgresDatabase()
    both = [Server(tmp_path / name, database) for name in ("a", "b")]
    for node in both:
        node.folder.mkdir()
        node.environment = settings(s3)
    try:
        yield both
    finally:
        for node in both:
            if node.process and node.process.poll() is None:
                node.kill()
        database.drop()


def goes_on(old, new):
    """Starts a server elsewhere, with no more of the first than the keys of the data."""
    new.data.mkdir()
    for name in ("master.key", "demo.json"):
        shutil.copy(old.data / name, new.data / name)
    return new.start()


def until(is_so, seconds=120):
    """Waits, on a busy machine for longer."""
    deadline = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def names(bucket):
    return sorted(one.key.removeprefix("nodes/") for one in bucket.objects.all())


def test_another_node_finishes_what_a_killed_one_had_begun(nodes, bucket):
    first, second = nodes
    first.start()
    tenant = first.admin().tenant("Killed")
    opening = tenant.wallet()["balanceKobo"]
    key = tenant.key()
    document = {"document_base64": encoded(long_document(6))}
    with first.product(key) as client:
        places = [client.post(CREATE, json=document).headers["location"] for _ in range(JOBS)]
    rows = ["rc,name", "none,Rejected before"]
    rows += [f"{number},Takeover {number} Ltd" for number in range(1, ROWS + 1)]
    rows += ["none,Rejected after"]
    path = "/admin/v1/registry/imports"
    sent = "\n".join(rows).encode()
    begun = first.admin().client.post(
        f"{path}?environment=live", content=sent, headers={"Content-Type": "text/csv"}
    ).json()
    progress = lambda node: node.admin().get(f"{path}/{begun['id']}")
    until(lambda: 0 < progress(first)["rowsDone"])
    assert progress(first)["state"] == "running", "it is killed in between"
    kept = names(bucket)
    assert f"imports/{begun['id']}" in kept and any(it.startswith("jobs/") for it in kept), kept
    for one in bucket.objects.all():
        content = one.get()["Body"].read()
        assert b"Takeover" not in content and b"%PDF" not in content, one.key
    first.kill()
    assert not (first.data / "objects").exists()

    goes_on(first, second)
    ready = time.monotonic()
    done_before = progress(second)["rowsDone"]
    until(lambda: progress(second)["rowsDone"] > done_before)
    took = time.monotonic() - ready
    print(f"at {done_before} rows of {ROWS}; went on {took:.1f} s after the other was ready")
    until(lambda: progress(second)["state"] == "done")
    done = progress(second)
    counts = (done["rowsDone"], done["rowsStored"], done["rowsRejected"])
    assert counts == (ROWS + 2, ROWS, 2), done
    with psycopg.connect(second.database.url) as connection:
        stored = connection.execute(
            "select count(*), count(distinct company_name) from company"
            " where company_name like 'Takeover %'"
        ).fetchone()
    assert stored == (ROWS, ROWS)
    rejects = second.admin().client.get(f"{path}/{begun['id']}/rejects").text
    assert rejects.count("Rejected before") == rejects.count("Rejected after") == 1

    tenant.admin = second.admin()
    with second.product(key) as client:
        records = [wait(client, place) for place in places]
    check_settled(tenant, records, opening)
    # Being killed was no fault of the jobs.
    assert {record["attempts"] for record in records} == {1}
    until(lambda: names(bucket) == [])
    second.stop()


def test_a_bucket_that_is_not_there_stops_the_start(binary, tmp_path, s3):
    command = [str(BINARY), "demo", "--data", str(tmp_path / "data"), "--listen", "127.0.0.1:0"]
    ended = subprocess.run(
        command, env=os.environ | settings(s3), capture_output=True, text=True, timeout=120,
    )
    assert ended.returncode != 0
    assert f"the object store s3://{BUCKET}/nodes: " in ended.stderr, ended.stderr
    assert SECRET not in ended.stderr + ended.stdout

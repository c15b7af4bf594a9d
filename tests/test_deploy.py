"""The files of deploy/: each is read by what it is for, and the services of compose.yaml are
started as it says, without an engine for containers."""

import json
import os
import re
import shutil
import signal
import subprocess
import time
from pathlib import Path
from types import SimpleNamespace

import httpx
import kubernetes_validate
import psycopg
import pytest
import yaml
from yamllint import config as yamllint_config
from yamllint import linter

from cluster import Cluster, programs
from failover import free_port, spawn
from kofa import BINARY, ROOT, Server, eventually

DEPLOY = ROOT / "deploy"
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
SERVICES = COMPOSE["services"]
NODES = ["one", "two", "three"]
# systemd's own measure, 0 to 10: what a service that needs nothing special can come to.
EXPOSURE_MAX = 2.0
READY_SECONDS_MAX = 60
RC = "/api/v1/company/validation/company/rc?rcNumber=1885308"


def check(*command, **more):
    command = [str(part) for part in command]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, **more)
    assert done.returncode == 0, (command, done.stdout, done.stderr)
    return done.stdout + done.stderr


def test_yaml_is_well_formed():
    rules = yamllint_config.YamlLintConfig((DEPLOY / ".yamllint").read_text())
    files = [*DEPLOY.rglob("*.yml"), *DEPLOY.rglob("*.yaml")]
    assert len(files) >= 5
    wrong = [f"{file}: {it}" for file in files for it in linter.run(file.read_text(), rules, file)]
    assert not wrong, wrong


def haproxy_environment(change=lambda place: place):
    return {name: change(it) for name, it in SERVICES["haproxy"]["environment"].items()}


def test_haproxy_takes_its_configuration():
    """Names of containers are nobody's here; all else is as in compose.yaml."""
    places = haproxy_environment(lambda it: re.sub(r"^\w+:", "127.0.0.1:", it))
    said = check("haproxy", "-c", "-f", DEPLOY / "haproxy.cfg", env=os.environ | places)
    assert "WARNING" not in said, said


def test_prometheus_takes_its_rules_and_they_alert():
    monitoring = DEPLOY / "monitoring"
    check("promtool", "check", "config", monitoring / "prometheus.yml")
    check("promtool", "test", "rules", monitoring / "rules_test.yml")


def test_rules_and_dashboard_use_metrics_that_the_server_has(sqlite_server):
    with sqlite_server.product(sqlite_server.admin().tenant().key()) as client:
        client.get(RC).raise_for_status()
    said = httpx.get(f"{sqlite_server.url}/metrics").text
    there = set(re.findall(r"^# TYPE (\w+)", said, re.M))
    assert "kofa_calls" in there
    # Those of upstreams, a SIEM and PostgreSQL show where there is one.
    for source in ROOT.glob("crates/*/src/**/*.rs"):
        text = source.read_text()
        if ".register(" in text or "impl Collector" in text:
            there.update(re.findall(r'"(kofa_\w+)"', text))
    rules = yaml.safe_load((DEPLOY / "monitoring/rules.yml").read_text())
    asked = [rule["expr"] for group in rules["groups"] for rule in group["rules"]]
    recorded = {rule["record"] for group in rules["groups"] for rule in group["rules"]
                if "record" in rule}
    dashboard = json.loads((DEPLOY / "monitoring/grafana.json").read_text())
    asked += [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    names = {name for text in asked for name in re.findall(r"\bkofa[\w:]+", text)}
    assert len(names) > 5
    plain = lambda name: re.sub(r"_(total|bucket|count|sum)$", "", name)
    unknown = {it for it in names - recorded if plain(it) not in there}
    assert not unknown, (unknown, there)


def test_systemd_takes_the_unit_and_finds_it_confined(tmp_path):
    unit = tmp_path / "kofa.service"
    text = (DEPLOY / "kofa.service").read_text()
    unit.write_text(text.replace("/usr/bin/kofa", str(BINARY)))
    said = check("systemd-analyze", "verify", unit)
    assert "kofa" not in said, said
    said = check("systemd-analyze", "security", "--offline=true", unit)
    exposure = float(re.search(r"exposure level for kofa.service: ([\d.]+)", said)[1])
    assert exposure <= EXPOSURE_MAX, said


def test_kubernetes_takes_the_manifests():
    manifests = list(yaml.safe_load_all((DEPLOY / "kubernetes/kofa.yaml").read_text()))
    for manifest in manifests:
        kubernetes_validate.validate(manifest, "1.37", strict=True)
    by_kind = {it["kind"]: it for it in manifests}
    budget, deployment = by_kind["PodDisruptionBudget"], by_kind["Deployment"]
    labels = deployment["spec"]["template"]["metadata"]["labels"]
    for selected in [budget["spec"]["selector"], deployment["spec"]["selector"]]:
        assert selected["matchLabels"].items() <= labels.items()
    # Settings that do not exist would only be logged.
    settings(by_kind["ConfigMap"]["data"])


def settings(names):
    """Each is a setting of the server, or of the object store, which it may not have yet."""
    said = check(BINARY, "config", env={"PATH": os.environ["PATH"]})
    there = set(re.findall(r"\bKOFA_\w+", said))
    unknown = {it for it in set(names) - there if not it.startswith("KOFA_OBJECT_STORE_")}
    assert there and not unknown, unknown
    return there


def test_compose_says_what_can_be_run():
    """By the rules that its services rely on: what they need is there, and nothing is open."""
    for name, service in SERVICES.items():
        for needed in service.get("depends_on", {}):
            assert needed in SERVICES, (name, needed)
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            assert source in COMPOSE["volumes"] or (DEPLOY / source).exists(), volume
        for port in service.get("ports", []):
            assert port.startswith("127.0.0.1:"), port
        for network in service["networks"]:
            assert network in COMPOSE["networks"]
    for node in NODES:
        assert SERVICES[node]["read_only"] and SERVICES[node]["cap_drop"] == ["ALL"]
        settings(SERVICES[node]["environment"])


def test_the_image_can_be_built():
    """All of it, with an engine and a registry to get its bases from."""
    if os.environ.get("KOFA_BUILD_IMAGE") != "yes":
        pytest.skip("it takes many minutes: set KOFA_BUILD_IMAGE=yes")
    engine = shutil.which("podman") or shutil.which("buildah")
    subprocess.run([engine, "build", "-f", DEPLOY / "Containerfile", "-t", "kofa", ROOT],
                   check=True, timeout=3600)


def reads_scans(url):
    try:
        checks = httpx.get(url, timeout=20).json()["checks"]
    except httpx.HTTPError as error:
        raise AssertionError(error) from error
    assert checks["scanReader"] == "ok", checks


def test_the_image_serves(binary, tmp_path):
    """Its second stage is built on a Debian of packages, with the program that the tests have in
    place of the first stage, and serves as the user that it names."""
    if os.geteuid() != 0 or not shutil.which("buildah") or not shutil.which("mmdebstrap"):
        pytest.skip("needs root, buildah and mmdebstrap")
    base = tmp_path / "base.tar"
    release = dict(re.findall(r"^(\w+)=(\S+)$", Path("/etc/os-release").read_text(), re.M))
    made = subprocess.run(["mmdebstrap", "--variant=minbase", "--mode=root",
                           release["VERSION_CODENAME"], base], capture_output=True, text=True)
    if made.returncode != 0:
        pytest.skip(f"Debian's packages cannot be had here: {made.stderr[-200:]}")
    built = tmp_path / "first" / "build"
    (built / "target/dist").mkdir(parents=True)
    shutil.copy(binary, built / "target/dist/kofa")
    shutil.copytree(ROOT / "models", built / "models")
    storage = ["--storage-driver", "vfs", "--root", tmp_path / "images"]
    storage += ["--runroot", tmp_path / "run"]
    said = lambda *words: check("buildah", *storage, *words).strip().splitlines() or [""]
    buildah = lambda *words: said(*words)[-1]
    try:
        debian = buildah("from", "scratch")
        buildah("add", "-q", debian, base, "/")
        buildah("commit", "-q", debian, "localhost/debian")
        buildah("build", "--isolation", "chroot", "--build-arg", "DEBIAN=localhost/debian",
                "--build-context", f"build={tmp_path / 'first'}", "-t", "localhost/kofa",
                "-f", DEPLOY / "Containerfile", DEPLOY)
        kofa = buildah("from", "localhost/kofa")
        inside = lambda *words: buildah("run", "--isolation", "chroot", kofa, "--", *words)
        assert inside("id", "-u") == "10001"
        assert inside("sh", "-c", "find / -xdev -type d -user 10001 2>/dev/null; true") == "/data"
        port = free_port()
        command = ["buildah", *storage, "run", "--isolation", "chroot",
                   "--env", f"KOFA_LISTEN=127.0.0.1:{port}", kofa, "--", "kofa", "demo"]
        serving = subprocess.Popen([str(word) for word in command], start_new_session=True,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            eventually(lambda: reads_scans(f"http://127.0.0.1:{port}/readyz"), READY_SECONDS_MAX)
        finally:
            os.killpg(serving.pid, signal.SIGKILL)
            serving.wait()
    finally:
        subprocess.run(["buildah", *map(str, storage), "rm", "--all"], capture_output=True)


class Local:
    """The services of compose.yaml as processes of this machine: each container's name is an
    address with a port of its own."""

    def __init__(self, folder, nodes):
        self.folder, self.nodes, self.processes = Path(folder), nodes, []
        self.started = False
        self.primary = Cluster(self.folder)
        self.places = {"primary:5432": f"127.0.0.1:{self.primary.port}"}
        inner = ["standby:5432", "objects:5000", ":8080", ":8081"]
        for node in NODES:
            inner += [f"{node}:8080", f"{node}:8081"]
        for place in inner:
            self.places[place] = f"127.0.0.1:{free_port()}"
        self.url = f"http://{self.places[':8080']}"

    def local(self, text):
        # The longest first: `:8080` alone is HAProxy's own.
        for place, here in sorted(self.places.items(), key=lambda it: -len(it[0])):
            text = re.sub(rf"(?<![\w.]){re.escape(place)}\b", here, text)
        return text

    def port(self, place):
        return self.places[place].rpartition(":")[2]

    def run(self, name, command, environment):
        with (self.folder / f"{name}.log").open("ab") as log:
            process = subprocess.Popen(command, stdout=log, stderr=log, cwd=self.folder,
                                       stdin=subprocess.DEVNULL, env=os.environ | environment)
        self.processes.append(process)

    def start_databases(self):
        options = [it for it in SERVICES["primary"]["command"] if "=" in it]
        options = dict(it.split("=", 1) for it in options)
        hba = self.primary.data / "pg_hba.conf"
        added = re.search(r'echo "(.*?)"', (DEPLOY / "postgres/replication.sh").read_text())[1]
        hba.write_text(f"{hba.read_text()}{added}\n")
        # What takes effect at once comes with `set`, when the standby is there.
        synchronous = options.pop("synchronous_standby_names")
        settings = "".join(f"{name} = '{value}'\n" for name, value in options.items())
        self.primary.settings.write_text(settings)
        self.primary.start()
        self.started = True
        with psycopg.connect(self.primary.url(), autocommit=True) as connection:
            connection.execute("create role kofa superuser login")
            connection.execute("create database kofa owner kofa")
        (arguments,) = re.findall(r"pg_basebackup(.*?)&&", SERVICES["standby"]["command"][2])
        connect = re.search(r"-d '(.*)'", arguments)[1].replace("host=primary", "host=127.0.0.1")
        data = self.folder / "standby"
        self.primary.run("pg_basebackup", "-D", data, "-R", "-X", "stream", "-c", "fast", "-d",
                         f"{connect} port={self.primary.port}")
        (self.folder / "standby-run").mkdir()
        self.primary.own(self.folder / "standby-run")
        self.processes.append(spawn([
            programs() / "postgres", "-D", data, "-h", "127.0.0.1", "-p",
            self.port("standby:5432"), "-k", self.folder / "standby-run",
            "-c", "max_connections=200",
        ], self.folder / "standby-run"))
        self.primary.set(synchronous_standby_names=synchronous, **options)
        self.wait(self.is_synchronous)

    def is_synchronous(self):
        with psycopg.connect(self.primary.url()) as connection:
            query = "select sync_state from pg_stat_replication"
            return connection.execute(query).fetchall() == [("sync",)]

    def wait(self, holds):
        deadline = time.monotonic() + READY_SECONDS_MAX
        while not holds():
            assert time.monotonic() < deadline, self.logs()
            time.sleep(0.1)

    def start_objects(self):
        port = self.port("objects:5000")
        self.run("objects", [ROOT / ".venv/bin/moto_server", "-H", "127.0.0.1", "-p", port], {})
        *_, verb, url = SERVICES["bucket"]["command"]
        self.wait(lambda: answers(verb, self.local(url)) == 200)

    def start_nodes(self, master_key):
        for name in self.nodes:
            environment = {key: self.local(it) for key, it in
                           SERVICES[name]["environment"].items()}
            environment |= {
                "KOFA_DATA_DIR": str(self.folder / f"data-{name}"),
                "KOFA_MASTER_KEY_FILE": str(master_key),
                "KOFA_LISTEN": self.places[f"{name}:8080"],
                "KOFA_OPERATORS_LISTEN": self.places[f"{name}:8081"],
                "KOFA_TRUSTED_PROXIES": "127.0.0.1/32",
            }
            self.run(name, [BINARY, *SERVICES[name]["command"]], environment)
        for name in self.nodes:
            ready = f"http://{self.places[f'{name}:8080']}/readyz"
            self.wait(lambda ready=ready: answers("GET", ready) == 200)

    def start_haproxy(self):
        program, *arguments = SERVICES["haproxy"]["command"]
        arguments = [str(DEPLOY / "haproxy.cfg") if it.endswith(".cfg") else it
                     for it in arguments]
        self.run("haproxy", [program, *arguments], haproxy_environment(self.local))
        self.wait(lambda: answers("GET", f"{self.url}/healthz") == 200)

    def logs(self):
        return "\n".join(f"{log.name}:\n{log.read_text()[-1500:]}" for log in
                         self.folder.glob("*.log"))

    def close(self):
        for process in reversed(self.processes):
            process.send_signal(signal.SIGTERM)
        for process in self.processes:
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        if self.started:
            self.primary.stop()


def answers(verb, url):
    try:
        return httpx.request(verb, url, timeout=10).status_code
    except httpx.HTTPError:
        return None


@pytest.mark.parametrize("nodes", [NODES[:1], NODES], ids=len)
def test_a_charged_call_passes_the_services_of_compose(binary, tmp_path_factory, nodes):
    if len(nodes) > 1 and not any("OBJECT_STORE" in it for it in settings([])):
        pytest.skip("waits for nodes without a lock and for object_store_url")
    folder = tmp_path_factory.mktemp("compose")
    local = Local(folder, nodes)
    try:
        local.start_databases()
        local.start_objects()
        url = local.local(SERVICES["one"]["environment"]["KOFA_DATABASE_URL"])
        # It makes a tenant with a key and a balance, and the master key.
        demo = Server(folder, SimpleNamespace(url=url))
        demo.start()
        key = demo.admin().tenant().key()
        demo.stop()
        local.start_nodes(demo.data / "master.key")
        local.start_haproxy()
        with httpx.Client(base_url=local.url, headers={"X-API-Key": key}, timeout=30) as client:
            ids = set()
            for _ in range(12):
                answer = client.get(RC)
                assert answer.is_success, (answer.text, local.logs())
                assert int(answer.headers["x-charge-amount"]) > 0
                ids.add(answer.headers["x-request-id"])
            assert len(ids) == 12
            # Operators' pages are on the other port only.
            for path in ["/console", "/admin/v1/tenants", "/metrics"]:
                assert client.get(path).status_code == 404, path
        operators = f"http://{local.places[':8081']}"
        assert answers("GET", f"{operators}/console") in (200, 303)
        with psycopg.connect(f"postgres://kofa@{local.places['standby:5432']}/kofa") as standby:
            found = standby.execute("select count(*) from request_log where charge_kobo > 0"
                                    " and encode(request_id, 'hex') = any(%s)",
                                    [[it.replace("-", "") for it in ids]]).fetchone()
            assert found == (12,), "what was answered is on the standby"
    finally:
        local.close()

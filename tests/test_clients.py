"""The clients in `clients/`: what is generated is what is committed, and each of them behaves as
`clients/suite/cases.json` says, against a running server."""

import base64
import functools
import json
import os
import re
import subprocess
import sys
import time
import tomllib
from concurrent.futures import ThreadPoolExecutor

import pytest

from clients import FaultProxy, unmet, unmet_by_calls, vectors
from kofa import ROOT, bill, subscription

CLIENTS = ROOT / "clients"
CASES = json.loads((CLIENTS / "suite/cases.json").read_text())
TARGET = ROOT / "target"
# The first build of the Rust client, on a busy machine.
SECONDS_MAX = 600


def call(command, folder, **more):
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, timeout=SECONDS_MAX, check=False,
        **more,
    )
    assert done.returncode == 0, f"{command}:\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    return done.stdout


@functools.cache
def typescript():
    call(["npx", "--no-install", "tsc"], CLIENTS / "typescript")
    return ["node", "typescript/suite/runner.mjs"]


def python():
    call([sys.executable, "-m", "mypy", "kofa_client"], CLIENTS / "python")
    return [sys.executable, "python/suite/runner.py"]


def go():
    assert call(["gofmt", "-l", "."], CLIENTS / "go") == ""
    call(["go", "vet", "./..."], CLIENTS / "go")
    call(["go", "build", "-o", str(TARGET / "kofa-suite-go"), "./suite"], CLIENTS / "go")
    return [str(TARGET / "kofa-suite-go")]


def php():
    sources = sorted((CLIENTS / "php").glob("*/*.php"))
    assert len(sources) > 10
    for path in sources:
        call(["php", "-l", str(path)], CLIENTS)
    return ["php", "php/suite/runner.php"]


def rust():
    target = ["--locked", "--no-default-features", "--target-dir", str(TARGET / "clients")]
    # Builds the runner, an example, too.
    call(["cargo", "test", *target], CLIENTS / "rust")
    return [str(TARGET / "clients/debug/examples/suite")]


LANGUAGES = [typescript, python, go, php, rust]


def test_the_description_is_the_servers(sqlite_server):
    with sqlite_server.client() as client:
        served = client.get("/openapi.json").json()
    committed = json.loads((CLIENTS / "openapi.json").read_text())
    assert committed == served, "`make clients` reads it again and writes the clients"


def test_the_clients_are_as_the_generator_writes_them():
    call([sys.executable, "-m", "generator", "--check"], CLIENTS)


def test_the_packages_have_the_version_of_the_description():
    version = json.loads((CLIENTS / "openapi.json").read_text())["info"]["version"]
    package = json.loads((CLIENTS / "typescript/package.json").read_text())
    crate = tomllib.loads((CLIENTS / "rust/Cargo.toml").read_text())
    assert package["version"] == crate["package"]["version"] == version


def test_the_cases_call_every_operation():
    steps = [step for case in CASES for step in case["steps"]]
    steps += [step["step"] for step in steps if "step" in step]
    called = {step.get("call") or step.get("iterate") or step.get("wait") for step in steps}
    operations = json.loads((CLIENTS / "suite/operations.json").read_text())
    assert operations.keys() - called == set()


@pytest.fixture(scope="module")
def proxy(sqlite_server):
    proxy = FaultProxy(sqlite_server.url)
    yield proxy
    proxy.close()


def settings(server, number):
    """Words of the cases, for one language: it has tenants of its own, and its own applicants."""
    tenant, poor, limited = (server.admin().tenant() for _ in range(3))
    poor.set_balance(1200)
    limited.limit(1, 1)
    application = lambda one, **changes: subscription(
        server, tenant.vendor_id, 700_000 + 10 * number + one, **changes
    )
    wrong = {"bvn": "12", "email": "nobody", "numberOfShares": 1}
    return {
        "url": server.url,
        "key": tenant.key(),
        "ipoKey": tenant.key(["investment_ipo"]),
        "poorKey": poor.key(),
        "limitedKey": limited.key(),
        "vendorId": tenant.vendor_id,
        "month": time.strftime("%Y-%m", time.gmtime(time.time() + 3600)),
        "bill": base64.b64encode(bill()).decode(),
        "application": application(0),
        "applicationAgain": application(1),
        "applicationMany": application(1, firstName="Another"),
        "applicationWrong": application(2, **wrong),
        "applicationRetried": application(3),
        "applicationLost": application(4),
        "tinRequest": {
            "rcNumber": "0000050", "entityType": "COMPANY", "address": "14 Adeola Odeku Street",
            "state": "Lagos", "localGovernmentArea": "Eti-Osa", "phone": "08031234567",
            "email": "office@example.ng",
        },
    }


def filled(value, words):
    """The cases with what `$word` stands for; what is not known is left to the runner."""
    if isinstance(value, str) and value.startswith("$"):
        return words.get(value[1:], value)
    if isinstance(value, list):
        return [filled(one, words) for one in value]
    if isinstance(value, dict):
        if "vector" in value:
            return words["vectors"][value["vector"]]
        return {name: filled(one, words) for name, one in value.items()}
    return value


def cases_of(server, proxy, language, number):
    words = settings(server, number) | {"vectors": vectors()}
    made = filled(CASES, words)
    for position, case in enumerate(made):
        client = {"apiKey": words["key"], "baseUrl": server.url} | case.get("client", {})
        case["id"] = f"{language}-{position}"
        script = client.pop("proxy", None)
        if script:
            client["baseUrl"] = proxy.url(case["id"], script)
        case["client"] = client
    return made


def run_of(server, proxy, language, folder):
    """The cases for a language, and the lines that its runner printed."""
    command = language()
    cases = cases_of(server, proxy, language.__name__, LANGUAGES.index(language))
    place = folder / f"{language.__name__}.json"
    place.write_text(json.dumps(cases))
    lines = call([*command, str(place), "suite/operations.json"], CLIENTS).splitlines()
    return cases, lines


@pytest.fixture(scope="module")
def runs(sqlite_server, proxy, tmp_path_factory):
    """A run for each language. Most of one is waiting, so three go on at once."""
    folder = tmp_path_factory.mktemp("runs")
    with ThreadPoolExecutor(3) as pool:
        yield {it: pool.submit(run_of, sqlite_server, proxy, it, folder) for it in LANGUAGES}


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda it: it.__name__)
def test_a_client_behaves(runs, proxy, language):
    cases, lines = runs[language].result()
    outcomes = iter([json.loads(line) for line in lines])
    wrong = []
    for case in cases:
        saved, unmet_here = {}, []
        for position, step in enumerate(case["steps"]):
            outcome = next(outcomes)
            assert (outcome["case"], outcome["step"]) == (case["name"], position)
            saved[step.get("as")] = outcome
            unmet_here += unmet(position, step, outcome, saved)
        if "proxied" in case:
            unmet_here += unmet_by_calls(case["proxied"], proxy.seen[case["id"]])
        wrong += [case["name"], *unmet_here] if unmet_here else []
    assert next(outcomes, None) is None
    assert not wrong, "\n".join(wrong)


def first_typescript(text, _):
    # Inside the package, so that it finds it by name.
    place = CLIENTS / "typescript/suite/readme.mjs"
    place.write_text(text)
    return ["node", str(place)]


def first_python(text, folder):
    (folder / "first.py").write_text(text)
    return [sys.executable, str(folder / "first.py")]


def first_go(text, folder):
    (folder / "main.go").write_text(text)
    module = "kofa.example/kofa"
    (folder / "go.mod").write_text(
        f"module first\ngo 1.19\nrequire {module} v0.0.0\nreplace {module} => {CLIENTS / 'go'}\n"
    )
    return ["go", "run", "."]


def first_php(text, folder):
    loader = CLIENTS / "php/suite/autoload.php"
    assert "'vendor/autoload.php'" in text
    (folder / "first.php").write_text(text.replace("'vendor/autoload.php'", f"'{loader}'"))
    return ["php", "first.php"]


@pytest.mark.parametrize(
    "language", [first_typescript, first_python, first_go, first_php],
    ids=lambda it: it.__name__.removeprefix("first_"),
)
def test_the_first_program_of_a_readme_runs(sqlite_server, language, tmp_path):
    name = language.__name__.removeprefix("first_")
    readme = (CLIENTS / name / "README.md").read_text()
    text = re.search(r"## First call\n\n```\w+\n(.*?)```", readme, re.DOTALL)[1]
    ready = sqlite_server.ready
    text = text.replace("kofa_test_…", ready["apiKey"])
    text = text.replace("https://api.example.ng", sqlite_server.url)
    if name == "typescript":
        typescript()
    words = {
        "KOFA_URL": sqlite_server.url, "KOFA_API_KEY": ready["apiKey"],
        "PYTHONPATH": str(CLIENTS / "python"),
    }
    told = call(language(text, tmp_path), tmp_path, env=os.environ | words)
    assert told.startswith("Ifedapo Microsystems Limited") and "5000 kobo" in told

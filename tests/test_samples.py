"""The examples of the reference, taken from its pages and run as a reader would run them."""

import html
import os
import re
import shutil
import subprocess

import pytest

from kofa import ROOT

# How each language's example is run from a file: its name, and the command.
LANGUAGES = {
    "curl": ("example.sh", ["bash", "example.sh"]),
    "TypeScript": ("example.mjs", ["node", "example.mjs"]),
    "Python": ("example.py", ["python", "example.py"]),
    "PHP": ("example.php", ["php", "example.php"]),
    "Go": ("example.go", ["go", "run", "example.go"]),
    "Java": ("Example.java", ["java", "Example.java"]),
    "Rust": ("src/main.rs", ["cargo", "run", "-q", "--locked"]),
}
# One of each shape: query, header, path, JSON, file, nothing. A compiler takes a second for each.
SHAPES = ["getCompanyByRc", "getAffiliates", "getExtractionJob", "subscribe", "extractAddress",
          "listBrokers"]
VENDOR = "0198f3a2-7c41-7d3e-9b52-4f6a1c0e8d27"
EXAMPLE = re.compile(
    r"<summary>([^<]*)</summary>\s*<figure>.*?<pre[^>]*><code>(.*?)</code></pre>", re.S
)


def examples(client, operation):
    page = client.get(f"/docs/api/{operation}")
    assert page.status_code == 200
    return {language: html.unescape(text) for language, text in EXAMPLE.findall(page.text)}


def run(server, folder, language, text):
    """The status and the body that an example prints."""
    name, command = LANGUAGES[language]
    if language == "curl":
        text += ' -sS -w "%{http_code} " -o body; cat body'
    # Who is to be registered as the seller is what every reader has to fill in.
    text = text.replace(VENDOR, server.ready["tenant"]["vendorId"])
    if language == "Rust":
        shutil.copytree(ROOT / "tests/samples", folder, dirs_exist_ok=True)
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_text(text)
    shutil.copy(ROOT / "data/sample-electricity-bill.pdf", folder / "utility-bill.pdf")
    # Who is asked for a program beside this one's Python is in its folder.
    path = f"{os.path.dirname(os.sys.executable)}:{os.environ['PATH']}"
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, timeout=120,
        env={**os.environ, "PATH": path, "KOFA_API_KEY": server.ready["apiKey"],
             "CARGO_TARGET_DIR": str(ROOT / "target/samples")},
    )
    assert done.returncode == 0, (language, text, done.stderr)
    status, _, body = done.stdout.partition(" ")
    return int(status), body


@pytest.fixture(scope="module")
def operations(sqlite_server):
    with sqlite_server.client() as client:
        paths = client.get("/openapi.json").json()["paths"]
    return [one["operationId"] for path in paths.values() for one in path.values()]


def test_every_operation_has_an_example_in_every_language(sqlite_server, operations):
    with sqlite_server.client() as client:
        for operation in operations:
            assert examples(client, operation).keys() == LANGUAGES.keys(), operation


@pytest.mark.parametrize("language", LANGUAGES)
def test_examples_run_and_get_the_same_response(sqlite_server, tmp_path, language):
    assert shutil.which(LANGUAGES[language][1][0]), "scripts/setup.sh clients installs it"
    with sqlite_server.client() as client:
        for operation in SHAPES:
            found = examples(client, operation)
            expected, _ = run(sqlite_server, tmp_path, "curl", found["curl"])
            status, body = run(sqlite_server, tmp_path, language, found[language])
            assert (status, body[:1]) == (expected, "{"), (operation, language, body)
            assert status not in {400, 401, 403, 415, 422}, (operation, body)

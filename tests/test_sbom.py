"""The bill of materials, read by the library of those who say what one is."""

import json
import os
import subprocess
import tomllib

import pytest
from cyclonedx.model.bom import Bom
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

from kofa import ROOT


@pytest.fixture(scope="module")
def text(tmp_path_factory):
    file = tmp_path_factory.mktemp("sbom") / "kofa.cdx.json"
    subprocess.run([ROOT / "scripts/sbom.py", file], check=True, cwd="/")
    return file.read_text()


def test_it_is_what_the_schema_says(text):
    problem = JsonStrictValidator(SchemaVersion.V1_6).validate_str(text)
    assert problem is None, problem
    wrong = text.replace('"library"', '"liberry"', 1)
    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(wrong) is not None


def test_everything_in_it_is_pinned_and_hangs_together(text):
    bom = Bom.from_json(json.loads(text))
    # Fails if anything depends on what is not there.
    assert bom.validate()
    lock = tomllib.loads((ROOT / "Cargo.lock").read_text())["package"]
    published = {(one["name"], one["version"]): one.get("checksum") for one in lock}
    crates = [one for one in bom.components if one.purl and one.purl.type == "cargo"]
    for crate in crates:
        hashes = [hash_.content for hash_ in crate.hashes]
        checksum = published[crate.name, crate.version]
        assert hashes == [checksum] if checksum else crate.name.startswith("kofa-"), crate
        assert crate.licenses, crate
    names = {one.name for one in bom.components}
    assert {"axum", "rusqlite", "sqlx-postgres", "sqlite", "kofa-gate"} <= names
    # Of tests, build scripts and macros nothing is compiled in.
    assert not names & {"proptest", "insta", "kofa-testkit", "kofa-tidy", "cc", "syn"}
    reached, last = set(), {bom.metadata.component.bom_ref}
    below = {one.ref: {it.ref for it in one.dependencies} for one in bom.dependencies}
    while last:
        reached |= last
        last = set().union(*(below[ref] for ref in last)) - reached
    assert {one.bom_ref for one in bom.components} <= reached, "something is asked for by nobody"


def test_models_are_those_that_are_installed(text):
    bom = Bom.from_json(json.loads(text))
    models = [one for one in bom.components if one.name.endswith(".onnx")]
    assert len(models) == 3
    folder = ROOT / os.environ.get("KOFA_MODELS_DIR", "models")
    if not folder.exists():
        pytest.skip("NOT TESTED: no models here: run scripts/models.sh")
    for model in models:
        sums = subprocess.run(["sha256sum", folder / model.name], check=True, capture_output=True)
        assert sums.stdout.decode().split()[0] == next(iter(model.hashes)).content

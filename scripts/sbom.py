#!/usr/bin/env python3
"""Prints what the program `kofa` is made of: a bill of materials, CycloneDX 1.6 as JSON.

Usage: scripts/sbom.py [FILE]      default: standard output

The crates that are compiled into the program, with their licences, their checksums as published and
who asks for whom; not those of build scripts, macros, tests and tools. Then the C library inside,
and the files it reads pictures with. The same tree gives the same bill.
"""

import datetime
import hashlib
import json
import re
import subprocess
import sys
import tomllib
import uuid
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = "kofa-server"
TARGET = "x86_64-unknown-linux-gnu"
LINE = re.compile(r"(?P<depth>\d+)(?P<name>\S+) v(?P<version>\S+?)(?: \(.*?\))?\|(?P<rest>.*)")
FACTS = "|{l}|{r}|"
# C sources that crates bring along: crate, name, licence, where the version is said.
BUNDLED = {
    "libsqlite3-sys": ("sqlite", "blessing", "sqlite3/sqlite3.h", r'SQLITE_VERSION +"([0-9.]+)"'),
}


def cargo(*words):
    command = ["cargo", *words, "--locked"]
    return subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout


def crates():
    """Each crate of the program, and whom it asks for: `(name, version)` to both."""
    lines = cargo("tree", "--package", PROGRAM, "--edges", "normal,no-proc-macro",
                  "--target", TARGET, "--prefix", "depth", "--format", "{p}" + FACTS)
    facts, edges, above = {}, {}, []
    for line in lines.splitlines():
        found = LINE.fullmatch(line)
        if not found:
            raise SystemExit(f"sbom: cannot read what cargo tree prints: {line}")
        crate = found["name"], found["version"]
        licence, repository, _ = found["rest"].split("|", 2)
        facts[crate] = licence.replace("/", " OR "), repository
        del above[int(found["depth"]):]
        if above:
            edges.setdefault(above[-1], set()).add(crate)
        above.append(crate)
    return facts, edges


def checksums():
    """The SHA-256 of each package as its registry published it."""
    lock = tomllib.loads((ROOT / "Cargo.lock").read_text())
    return {(one["name"], one["version"]): one.get("checksum") for one in lock["package"]}


def purl(crate):
    return "pkg:cargo/{}@{}".format(*crate)


def library(crate, facts, checksum):
    licence, repository = facts
    component = {
        "type": "library",
        "bom-ref": purl(crate),
        "name": crate[0],
        "version": crate[1],
        "licenses": [{"expression": licence}],
        "purl": purl(crate),
    }
    if checksum:
        component["hashes"] = [{"alg": "SHA-256", "content": checksum}]
    if repository:
        component["externalReferences"] = [{"type": "vcs", "url": repository}]
    return component


def bundled(found):
    """The C libraries inside crates of the program."""
    packages = json.loads(
        cargo("metadata", "--format-version", "1", "--filter-platform", TARGET)
    )["packages"]
    for package in packages:
        if package["name"] not in BUNDLED or (package["name"], package["version"]) not in found:
            continue
        name, licence, file, version = BUNDLED[package["name"]]
        text = (Path(package["manifest_path"]).parent / file).read_text(errors="replace")
        version = re.search(version, text)[1]
        yield purl((package["name"], package["version"])), {
            "type": "library",
            "bom-ref": f"pkg:generic/{name}@{version}",
            "name": name,
            "version": version,
            "licenses": [{"license": {"id": licence}}],
            "purl": f"pkg:generic/{name}@{version}",
        }


def models():
    """The networks that scripts/models.sh installs: names and checksums are said there."""
    text = (ROOT / "scripts/models.sh").read_text()
    package = re.search(r"^package=(\S+)==(\S+)$", text, re.MULTILINE)
    page = "https://pypi.org/project/{}/{}/".format(package[1], package[2])
    for checksum, name in re.findall(r"\b([0-9a-f]{64})  (\S+\.onnx)", text):
        yield {
            "type": "machine-learning-model",
            "bom-ref": f"model:{name}",
            "name": name,
            "version": package[2],
            "licenses": [{"license": {"id": "Apache-2.0"}}],
            "hashes": [{"alg": "SHA-256", "content": checksum}],
            "externalReferences": [{"type": "distribution", "url": page}],
        }


def bill():
    facts, edges = crates()
    known = checksums()
    root = next(crate for crate in facts if crate[0] == PROGRAM)
    components = [library(crate, facts[crate], known[crate]) for crate in sorted(facts)
                  if crate != root]
    depends = {purl(crate): sorted(map(purl, edges.get(crate, ()))) for crate in facts}
    for holder, component in bundled(facts):
        components.append(component)
        depends[holder] = sorted([*depends[holder], component["bom-ref"]])
        depends[component["bom-ref"]] = []
    for component in models():
        components.append(component)
        depends[purl(root)].append(component["bom-ref"])
        depends[component["bom-ref"]] = []
    content = hashlib.sha256(json.dumps([components, depends], sort_keys=True).encode())
    at = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=ROOT, check=True,
                        stdout=subprocess.PIPE, text=True).stdout
    at = datetime.datetime.fromtimestamp(int(at), datetime.UTC)
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, content.hexdigest())}",
        "version": 1,
        "metadata": {
            "timestamp": at.isoformat().replace("+00:00", "Z"),
            "component": library(root, facts[root], None) | {"type": "application", "name": "kofa"},
        },
        "components": components,
        "dependencies": [{"ref": ref, "dependsOn": on} for ref, on in sorted(depends.items())],
    }


def main():
    text = json.dumps(bill(), indent=2) + "\n"
    if len(sys.argv) > 1:
        Path(sys.argv[1]).write_text(text)
        print(f"sbom: {sys.argv[1]}")
    else:
        print(text, end="")


if __name__ == "__main__":
    main()

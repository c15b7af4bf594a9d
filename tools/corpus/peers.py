#!/usr/bin/env python3
"""Writes addresses that others published with their parts: the tests of libpostal, of OpenCage's
address formats and of usaddress. `tools/reader/parts.py --peers` compares its answers with them.
They belong to others (all MIT) and are not part of this repository."""

import argparse
import json
import re
import subprocess
import sys
import tarfile
import unicodedata
import urllib.request
import xml.etree.ElementTree as ElementTree
from io import BytesIO
from pathlib import Path

import yaml

# Commits, and the folders that are read.
SOURCES = {
    "OpenCageData/address-formatting": ("28c47f9daeaeb55213c439ec7c31c247bfe76321", "testcases"),
    "datamade/usaddress": ("aa7699b53a0843fc443f9e87285b88cbd9eaf50a", "measure_performance"),
    "openvenues/libpostal": ("4c030d8ff2fcf59c26510f68823c28a2346034d4", "test"),
}
TIMEOUT_S = 120
OPENCAGE = {
    "city": ("city", "town", "village", "hamlet", "municipality", "locality", "postal_city"),
    "postcode": ("postcode",),
    "country": ("country",),
}
LIBPOSTAL = {"city": "city", "postcode": "postcode", "state": "state", "country": "country", "state_district": "county",
             "suburb": "district", "city_district": "district"}
USADDRESS = {"PlaceName": "city", "StateName": "state", "ZipCode": "postcode", "ZipPlus4": "postcode", "CountryName": "country",
             "Recipient": "other", "NotAddress": "other"}


def files(repository: str, mirror: Path | None) -> dict[str, str]:
    """The text files of a repository, by path; from a local git directory or from GitHub."""
    commit, folder = SOURCES[repository]
    if mirror:
        git = ["git", "-C", str(mirror / repository.replace("/", "+") / "repo")]
        packed = subprocess.run([*git, "archive", "--prefix=x/", commit, folder], check=True, capture_output=True).stdout
        kind = "r:"
    else:
        url = f"https://codeload.github.com/{repository}/tar.gz/{commit}"
        with urllib.request.urlopen(url, timeout=TIMEOUT_S) as answer:
            packed = answer.read()
        kind = "r:gz"
    with tarfile.open(fileobj=BytesIO(packed), mode=kind) as archive:
        wanted = [it for it in archive if it.isfile() and it.name.endswith((".yaml", ".xml", ".c"))]
        return {it.name.split("/", 1)[1]: archive.extractfile(it).read().decode(errors="replace") for it in wanted}


def is_latin(text: str) -> bool:
    return all("LATIN" in unicodedata.name(letter, "") for letter in text if letter.isalpha())


def fold(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text.lower()).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]", "", plain)


def opencage(texts: dict[str, str]):
    """Cities, postcodes and countries that are among the lines."""
    for path in sorted(it for it in texts if it.startswith("testcases/countries/")):
        for case in yaml.safe_load_all(texts[path]):
            if not case or not is_latin(str(case.get("expected", "ж"))):
                continue
            lines = [line for line in str(case["expected"]).split("\n") if line.strip()]
            given = {key: str(value) for key, value in case["components"].items() if value is not None}
            text, fields = fold("".join(lines)), {}
            for field, keys in OPENCAGE.items():
                readings = [given[key] for key in keys if key in given and fold(given[key]) and fold(given[key]) in text]
                if readings:
                    fields[field] = readings
            if fields:
                yield {"of": "OpenCage", "lines": lines, "fields": fields}


def libpostal(texts: dict[str, str]):
    case = re.compile(r'test_parse_result_equals\(\s*"((?:[^"\\]|\\.)*)",\s*options,\s*\d+,(.*?)\)\);', re.DOTALL)
    for found in case.finditer(texts["test/test_parser.c"]):
        parts = re.findall(r'\{"([a-z_]+)", "((?:[^"\\]|\\.)*)"\}', found[2])
        if is_latin(found[1]) and not any(tag in ("category", "near") for tag, _ in parts):
            yield {"of": "libpostal", "lines": found[1].split("\\n"), "parts": [[LIBPOSTAL.get(tag, "street"), text] for tag, text in parts]}


def usaddress(texts: dict[str, str]):
    """Those with a town, a state or a postcode."""
    for path in ("measure_performance/test_data/labeled.xml", "measure_performance/test_data/us50_test_tagged.xml"):
        for address in ElementTree.fromstring(texts[path]):
            parts = [[USADDRESS.get(word.tag, "street"), (word.text or "").strip()] for word in address]
            if {tag for tag, _ in parts} & {"city", "state", "postcode"}:
                yield {"of": "usaddress", "lines": [" ".join(text for _, text in parts)], "parts": parts}


def main() -> int:
    """Writes a line of JSON for each address: `of`, `lines` and `parts`, or `fields`."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path, help="outside the repository")
    parser.add_argument("--mirror", type=Path, help="local git directories instead of GitHub")
    arguments = parser.parse_args()
    rows = []
    for read, repository in ((opencage, "OpenCageData/address-formatting"), (libpostal, "openvenues/libpostal"),
                             (usaddress, "datamade/usaddress")):
        rows += read(files(repository, arguments.mirror))
    arguments.out.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    print(f"{len(rows)} addresses are in {arguments.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

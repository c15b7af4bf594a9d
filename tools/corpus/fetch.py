#!/usr/bin/env python3
"""Rebuilds the folders of real papers that `kofa-poa-bench --files` reads.

`manifest.jsonl` names each paper by repository, commit, path and hash, with what it says. The
papers belong to others and are not part of this repository: they are written to DIR/learn and
DIR/sealed, each with `files/` and `truth/`. A paper that is there already is not fetched again.
"""

import argparse
import hashlib
import json
import subprocess
import sys
import urllib.parse
import urllib.request
from pathlib import Path

MANIFEST = Path(__file__).with_name("manifest.jsonl")
TIMEOUT_S = 60
TYPES = {
    ".pdf": "application/pdf",
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".tif": "image/tiff",
    ".tiff": "image/tiff",
    ".webp": "image/webp",
}


def download(paper: dict) -> bytes:
    """The paper as GitHub serves it."""
    path = urllib.parse.quote(paper["path"])
    url = f"https://raw.githubusercontent.com/{paper['repo']}/{paper['commit']}/{path}"
    with urllib.request.urlopen(url, timeout=TIMEOUT_S) as answer:
        return answer.read()


def from_mirror(mirror: Path, paper: dict) -> bytes:
    """The paper from a local git directory, MIRROR/OWNER+NAME/repo."""
    git = mirror / paper["repo"].replace("/", "+") / "repo"
    name = f"{paper['commit']}:{paper['path']}"
    return subprocess.run(
        ["git", "-C", str(git), "cat-file", "blob", name], check=True, capture_output=True
    ).stdout


def rebuild(paper: dict, folder: Path, mirror: Path | None) -> None:
    """Writes one paper and its truth."""
    suffix = Path(paper["path"]).suffix.lower()
    file = folder / paper["split"] / "files" / (paper["id"] + suffix)
    truth = folder / paper["split"] / "truth" / (paper["id"] + ".json")
    for path in (file, truth):
        path.parent.mkdir(parents=True, exist_ok=True)
    right = paper["sha256"]
    if not file.exists() or hashlib.sha256(file.read_bytes()).hexdigest() != right:
        data = from_mirror(mirror, paper) if mirror else download(paper)
        if hashlib.sha256(data).hexdigest() != right:
            raise ValueError("the file is not the one that was labelled")
        file.write_bytes(data)
    label = {
        "id": paper["id"],
        "file": f"files/{file.name}",
        "set": paper["split"],
        "content_type": TYPES[suffix],
        "source": f"github.com/{paper['repo']} {paper['path']}",
        "licence": paper["licence"],
        **paper["truth"],
    }
    truth.write_text(json.dumps(label, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def main() -> int:
    """Rebuilds all papers, says which are missing, and fails if any is."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="outside the repository")
    parser.add_argument("--mirror", type=Path, help="local git directories instead of GitHub")
    arguments = parser.parse_args()
    papers = [json.loads(line) for line in MANIFEST.read_text(encoding="utf-8").splitlines()]
    missing = 0
    for paper in papers:
        try:
            rebuild(paper, arguments.folder, arguments.mirror)
        except (OSError, ValueError, subprocess.CalledProcessError) as error:
            missing += 1
            print(f"{paper['id']}: {error}", file=sys.stderr)
    print(f"{len(papers) - missing} of {len(papers)} papers are in {arguments.folder}")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())

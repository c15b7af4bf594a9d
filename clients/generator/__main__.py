"""Writes the clients from `clients/openapi.json`.

    python -m generator            writes what is generated
    python -m generator --check    fails if that would change anything
    python -m generator --read URL takes the description of a running server first
"""

import argparse
import json
import sys
import urllib.request
from pathlib import Path

from . import go, model, php, python, rust, suite, typescript

CLIENTS = Path(__file__).resolve().parent.parent
DESCRIPTION = CLIENTS / "openapi.json"
WRITERS = [typescript, python, go, php, rust, suite]


def text_of(description):
    """A description as it is committed: a line for each path and schema, so that they can be
    compared."""
    write = lambda value: json.dumps(value, ensure_ascii=False)
    group = lambda members, inner: (
        "{\n" + ",\n".join(f"{write(name)}: {inner(it)}" for name, it in members.items()) + "\n}"
    )
    parts = lambda it: group(it, write) if isinstance(it, dict) else write(it)
    components = lambda it: group(it, parts)
    inner = {"components": components, "paths": parts, "x-error-codes": parts}
    members = (f"{write(name)}: {inner.get(name, write)(it)}" for name, it in description.items())
    return "{\n" + ",\n".join(members) + "\n}\n"


def written(description):
    """Path to text, of everything that is generated."""
    api = model.read(description)
    return {path: text for one in WRITERS for path, text in one.files(api).items()}


def main():
    parser = argparse.ArgumentParser(prog="generator")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--read", metavar="URL")
    chosen = parser.parse_args()
    if chosen.read:
        with urllib.request.urlopen(f"{chosen.read.rstrip('/')}/openapi.json") as answer:
            DESCRIPTION.write_text(text_of(json.load(answer)))
    files = written(json.loads(DESCRIPTION.read_text()))
    stale = []
    for path, text in files.items():
        place = CLIENTS / path
        if not place.exists() or place.read_text() != text:
            stale.append(path)
            if not chosen.check:
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_text(text)
    if chosen.check and stale:
        sys.exit("not as the generator writes them: " + ", ".join(stale))
    print(f"{len(stale)} of {len(files)} files written")


if __name__ == "__main__":
    main()

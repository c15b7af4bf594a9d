#!/usr/bin/env python3
"""Learns what each word of an address is: street, town, state, postcode, ... CRFsuite trains a linear
chain on invented addresses and on those of real papers, judged by source; the crate reads its
weights and finds the same chances."""

import argparse
import json
import os
import random
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path

import pycrfsuite

from addresses import PARTS
from formats import Formats, parted
from words import key

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
CRATE = ROOT / "crates/address/src/understand/foreign"
UNIT = 32
FOLDS = 3
# How often an address of a real paper counts.
REAL = 4
FIELDS = ("street", "city", "state", "postcode", "country")


class Address:
    """An address in lines with the tag of each letter or digit, if it is known."""

    def __init__(self, lines, parts=None, source="", country=""):
        self.lines, self.source, self.country = lines, source, country
        self.letters = [tag for tag, text in parts or () for letter in text if letter.isalnum()]
        self.words, self.tags, self.answer = [], [], {}

    def seen(self, answer):
        """What the crate made of it; whether all letters have a tag."""
        self.answer, self.words = answer, [text for text, _ in answer["words"]]
        self.attributes = pycrfsuite.ItemSequence([attributes for _, attributes in answer["words"]])
        at = 0
        for word in self.words:
            count = sum(letter.isalnum() for letter in word)
            tags = Counter(self.letters[at : at + count])
            self.tags.append(tags.most_common(1)[0][0] if tags else "")
            at += count
        return at == len(self.letters)

    def field(self, tags, field):
        return key("".join(word for word, tag in zip(self.words, tags) if tag == field))


def look(binary, addresses):
    """Those of which the crate sees all letters."""
    text = "".join(json.dumps({"lines": it.lines}, ensure_ascii=False) + "\n" for it in addresses)
    out = subprocess.run([binary, "parts"], input=text, capture_output=True, text=True, check=True).stdout
    return [it for it, line in zip(addresses, out.splitlines(), strict=True) if it.seen(json.loads(line))]


def labelled():
    """Addresses of the papers to learn from, taken apart by eye."""
    papers = map(json.loads, (ROOT / "tools/corpus/manifest.jsonl").read_text(encoding="utf-8").splitlines())
    papers = {it["id"]: it for it in papers}
    for line in (ROOT / "tools/corpus/parts.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        paper = papers[row["id"]]
        yield Address([paper["truth"]["full_address"][0]], row["parts"], paper["repo"], paper["truth"]["country"])


def drawn(count):
    formats = Formats(7)
    return [Address(*parted(formats.drawn())) for _ in range(count)]


def train(addresses, path):
    trainer = pycrfsuite.Trainer(verbose=False)
    trainer.set_params({"c1": 0.1, "c2": 0.01, "max_iterations": 120, "feature.possible_transitions": True})
    for address in addresses:
        for _ in range(REAL if address.source else 1):
            trainer.append(address.attributes, address.tags)
    trainer.train(str(path))
    tagger = pycrfsuite.Tagger()
    tagger.open(str(path))
    return tagger


def chances(tagger, address):
    """Of each word, the chance of each tag."""
    tagger.set(address.attributes)
    return [{tag: tagger.marginal(tag, at) for tag in tagger.labels()} for at in range(len(address.words))]


def best(tagger, address):
    return [max(sorted(it), key=it.get) for it in chances(tagger, address)]


def table(tagger):
    """The weights as the crate reads them."""
    info = tagger.info()
    tags = [tag for tag in PARTS if tag in tagger.labels()]
    whole = lambda weight: max(-32_000, min(32_000, round(UNIT * weight)))
    rows = ["\t".join(tags)]
    for tag in tags:
        rows.append("\t".join(str(whole(info.transitions.get((tag, behind), 0))) for behind in tags))
    of = defaultdict(list)
    for (attribute, tag), weight in sorted(info.state_features.items()):
        if whole(weight):
            of[attribute].append(f"{tags.index(tag)}:{whole(weight)}")
    rows += ["\t".join([attribute, *pairs]) for attribute, pairs in sorted(of.items())]
    return "\n".join(rows) + "\n"


def judged(name, addresses, found, expected):
    """Prints of each field that is printed how often it was right, and what was found without being printed."""
    right, printed, extra, whole = Counter(), Counter(), Counter(), 0
    for address in addresses:
        fields = expected(address)
        said = {field: found(address, field) for field in FIELDS}
        wrong = [field for field, readings in fields.items() if said[field] not in readings]
        printed.update(field for field, readings in fields.items() if any(readings))
        right.update(field for field, readings in fields.items() if any(readings) and field not in wrong)
        extra.update(field for field, readings in fields.items() if said[field] and not any(readings))
        whole += not wrong
    shown = [f"{field} {right[field]}/{printed[field]} ({100 * right[field] / printed[field]:.1f} %, {extra[field]} more)"
             for field in FIELDS if printed[field]]
    print(f"{name}: all of them {whole}/{len(addresses)} ({100 * whole / len(addresses):.1f} %): {', '.join(shown)}", flush=True)


def printed(address):
    return {field: [address.field(address.tags, field)] for field in FIELDS}


def peers(path, binary):
    """What the program answers to addresses that others published with their parts (`tools/corpus/peers.py`)."""
    rows = list(map(json.loads, path.read_text(encoding="utf-8").splitlines()))
    answered = lambda it, field: key(it.answer[field])
    for of in sorted({it["of"] for it in rows}):
        addresses = [Address(it["lines"], it.get("parts")) for it in rows if it["of"] == of]
        fields = [it.get("fields") for it in rows if it["of"] == of]
        seen = look(binary, addresses)
        if not any(fields):
            judged(of, seen, answered, printed)
            continue
        readings = {id(it): {field: [key(text) for text in texts] for field, texts in some.items()} for it, some in zip(addresses, fields)}
        judged(of, addresses, answered, lambda it: readings[id(it)])


def rows_of(tagger, addresses):
    """Some addresses with the chances that CRFsuite finds, for the crate's test."""
    rows = [{"lines": it.lines, "chances": [{tag: round(chance, 3) for tag, chance in word.items()} for word in chances(tagger, it)]}
            for it in addresses]
    return json.dumps(rows, ensure_ascii=False, indent=0) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=10_000, help="invented addresses")
    parser.add_argument("--out", type=Path, default=CRATE)
    parser.add_argument("--peers", type=Path, help="only compares answers with what tools/corpus/peers.py wrote")
    parser.add_argument("--try", dest="trial", action="store_true", help="write nothing")
    parser.add_argument("--failures", type=Path, help="where to write what was wrong, held out by source")
    arguments = parser.parse_args()
    binary = os.environ.get("KOFA_READER", ROOT / "target/debug/kofa-reader")
    if arguments.peers:
        peers(arguments.peers, binary)
        return 0
    real = [it for it in look(binary, list(labelled())) if it.words]
    invented = [it for it in look(binary, drawn(arguments.count)) if it.words]
    print(f"{len(real)} real addresses, {len(invented)} invented ones")
    sources = sorted({it.source for it in real})
    random.Random(1).shuffle(sources)
    model = Path(os.environ.get("TMPDIR", "/tmp")) / f"kofa-parts-{os.getpid()}.crf"
    tags = {}
    for fold in range(FOLDS):
        held = {*sources[fold::FOLDS]}
        tagger = train([*invented, *(it for it in real if it.source not in held)], model)
        tags |= {id(it): best(tagger, it) for it in real if it.source in held}
    abroad = [it for it in real if it.country != "NG"]
    judged("abroad, held out by source", abroad, lambda it, field: it.field(tags[id(it)], field), printed)
    if arguments.failures:
        wrong = [it for it in abroad if any(it.field(tags[id(it)], field) != it.field(it.tags, field) for field in FIELDS)]
        show = lambda it, tags: " ".join(f"{word}/{tag}" for word, tag in zip(it.words, tags))
        arguments.failures.write_text("".join(f"{it.lines}\n  {show(it, tags[id(it)])}\n  {show(it, it.tags)}\n" for it in wrong))
    tagger = train([*invented, *real], model)
    if not arguments.trial:
        arguments.out.joinpath("parts.tsv").write_text(table(tagger), encoding="utf-8")
        arguments.out.joinpath("chances.json").write_text(rows_of(tagger, invented[:12]), encoding="utf-8")
    model.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main())

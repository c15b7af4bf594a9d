"""Which lines are of whose address, and which block is the right answer, by the words of the
truth alone: the same for invented and for real papers."""

import unicodedata

from rapidfuzz import fuzz

NOTHING, HOLDER, HOLDER_MORE, OTHER, OTHER_MORE = range(5)


def fold(text):
    text = unicodedata.normalize("NFKD", text.replace("ß", "ss"))
    return "".join(it for it in text.lower() if it.isalnum() and it.isascii())


def chain(lines, at):
    """A line and those below that may go on with it."""
    found = []
    while at is not None and len(found) < 9:
        found.append(at)
        at = lines[at]["below"]
    return found


def above(lines, at, most):
    """The lines that go on with this one, the nearest first."""
    found = []
    while len(found) < most:
        at = next((it for it in range(at) if lines[it]["below"] == at), None)
        if at is None:
            break
        found.append(at)
    return found


def place(lines, wanted, exact):
    """All places of a text: runs of (line, begin, end) in folded letters."""
    found = []
    for at in range(len(lines)):
        run = chain(lines, at)
        text = "".join(lines[it]["fold"] for it in run)
        begin = -1
        if exact:
            begin = text.find(wanted)
            end = begin + len(wanted)
        elif len(text) >= 0.8 * len(wanted):
            aligned = fuzz.partial_ratio_alignment(wanted, text, score_cutoff=86)
            if aligned and len(wanted) <= len(text):
                begin, end = aligned.dest_start, aligned.dest_end
        if begin < 0 or begin >= len(lines[at]["fold"]):
            continue
        pieces, offset = [], 0
        for it in run:
            length = len(lines[it]["fold"])
            low, high = max(begin, offset), min(end, offset + length)
            if low < high:
                pieces.append((it, low - offset, high - offset))
            offset += length
        found.append(pieces)
    return found


def scattered(lines, wanted):
    """Lines that are parts of the text, with other lines between them, as in a form."""
    parts, at = [], 0
    for index, line in enumerate(lines):
        text = line["fold"]
        # Two letters may be a state, or stand anywhere.
        long = len(text) >= 4 or at > 0 and len(text) >= 2
        if long and wanted[at:].startswith(text):
            parts.append((index, 0, len(text)))
            at += len(text)
    return [parts] if at == len(wanted) and parts else []


def instances(pages, readings):
    """Where any of the readings stands; pages are lists of lines."""
    folded = sorted({fold(it) for it in readings} - {""}, key=len, reverse=True)
    for exact in (True, False):
        for wanted in folded:
            if len(wanted) < 6:
                continue
            found = [(page, run) for page, lines in enumerate(pages) for run in place(lines, wanted, exact)]
            if not found and exact:
                found = [(page, run) for page, lines in enumerate(pages) for run in scattered(lines, wanted)]
            if found:
                return found
    return []


def tag(pages, holder, others):
    """The class of each line of each page."""
    tags = [[NOTHING] * len(lines) for lines in pages]
    groups = [(OTHER, OTHER_MORE, [it]) for it in others] + [(HOLDER, HOLDER_MORE, holder)]
    for first, more, readings in groups:
        for page, run in instances(pages, readings):
            covered = [it for it in run if it[2] - it[1] >= 0.4 * len(pages[page][it[0]]["fold"])]
            for at, (line, _, _) in enumerate(covered):
                tags[page][line] = first if at == 0 else more
    return tags


def is_right(text, readings, exact):
    text = fold(text)
    return any(text == fold(it) or not exact and fuzz.ratio(text, fold(it)) >= 95 for it in readings)

"""Pieces of source text that the clients have in common."""

import textwrap

from .naming import camel

COLUMNS = 100
NOTICE = "Written by clients/generator from clients/openapi.json. Do not edit."


def indent(text, by):
    return textwrap.indent(text, " " * by)


def wrapped(text, width):
    """Paragraphs in lines of at most `width`; words are never broken."""
    paragraphs = text.split("\n\n")
    fill = lambda one: textwrap.fill(
        " ".join(one.split()), width, break_long_words=False, break_on_hyphens=False
    )
    return "\n\n".join(fill(one) for one in paragraphs)


def star_comment(text, by=0, later=0):
    """`/** … */` of TypeScript and PHP, with a line end; nothing for no text. `by` columns are
    put before it here, `later` ones by whoever asks."""
    if not text:
        return ""
    text = text.replace("*/", "*\\/")
    pad = " " * by
    if len(text) + by + later + 7 <= COLUMNS and "\n" not in text:
        return f"{pad}/** {text} */\n"
    lines = wrapped(text, COLUMNS - by - later - 3).split("\n")
    inner = "".join(f"{pad} * {line}".rstrip() + "\n" for line in lines)
    return f"{pad}/**\n{inner}{pad} */\n"


def line_comment(mark, text, by=0, later=0):
    """Lines that each begin with `mark`; nothing for no text."""
    if not text:
        return ""
    pad = " " * by
    lines = wrapped(text, COLUMNS - by - later - len(mark) - 1).split("\n")
    return "".join(f"{pad}{mark} {line}".rstrip() + "\n" for line in lines)


def told(operation, name=camel):
    """What is said of a method: summary, description, what it costs. `name` makes method names."""
    text = f"{operation.summary}.\n\n{operation.doc}"
    if operation.charged:
        text += f"\n\nCharged if it succeeds; `{name('getQuote')}` says how much."
    if operation.idempotent:
        text += " Sent with an idempotency key, yours or a new one."
    return text

#!/usr/bin/env python3
"""Collects what people read, one catalogue for each surface: `messages/*.pot`.

Texts are written where they are used, in English. This finds them: the text of templates, sentence
by sentence with its tags and placeholders, the string literals of the sources, and the descriptions
of the API. A catalogue is in the format of GNU gettext, so that a translator can begin with any
editor for it. `--check` writes nothing and fails if a catalogue is not up to date.
"""

import json
import re
import sys
from collections import defaultdict
from itertools import product
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MESSAGES = ROOT / "messages"
# Templates of the portal's folder that belong to the public pages.
PUBLIC = {"admin", "base", "docs", "errors", "error", "fields", "found", "guide", "home", "list",
          "missing", "operation", "paper", "sandbox", "search", "status", "status-incident",
          "status-parts", "verify"}
# Elements within a sentence; all others end it.
INLINE = {"a", "abbr", "b", "br", "code", "em", "i", "kbd", "mark", "small", "span", "strong", "sup",
          "time"}
SPOKEN = re.compile(r"\b(?:aria-label|placeholder|title|alt|content)=\"([^\"]*)\"")
# At most so many branches of one sentence are written out.
BRANCHES_MAX = 32
TOKEN = re.compile(r"\{#.*?#\}|\{%-?(?P<control>.*?)-?%\}|\{\{-?(?P<value>.*?)-?\}\}"
                   r"|<!--.*?-->|<(?P<close>/?)(?P<tag>[a-zA-Z!][\w-]*)(?P<rest>(?:\{\{.*?\}\}"
                   r"|\{%.*?%\}|\"[^\"]*\"|[^>\"])*)>", re.S)
OPAQUE = re.compile(r"<(script|style|svg|pre)\b.*?</\1>", re.S)


def name_of(expression):
    """What a placeholder is called: the last name of its expression."""
    names = re.findall(r"[a-z_][a-z_0-9]*", re.sub(r"\|\s*\w+|\".*?\"", "", expression))
    return "{%s}" % (names[-1] if names else "")


def words(text):
    return " ".join(text.split())


class Sentence:
    """A run of text and inline elements, with the branches of the template in it."""

    def __init__(self):
        self.parts, self.stack = [], []

    def add(self, text):
        (self.stack[-1][-1] if self.stack else self.parts).append(text)

    def control(self, word):
        if word in ("if", "match", "for", "call", "filter"):
            # A loop, too, is there or not.
            self.stack.append([[]])
        elif word in ("else", "when", "elif") and self.stack:
            self.stack[-1].append([])
        elif word.startswith("end") and self.stack:
            branches = self.stack.pop()
            if not any(branch for branch in branches):
                return
            if len(branches) == 1:
                branches.append([])
            self.add(branches)

    def read(self):
        while self.stack:
            self.control("end")
        return self.written(self.parts)

    def written(self, parts):
        choices = []
        for part in parts:
            if isinstance(part, str):
                choices.append([part])
            else:
                choices.append([text for branch in part for text in self.written(branch)])
        count = 1
        for choice in choices:
            count *= len(choice)
        if count > BRANCHES_MAX:
            # Too many: each branch stands for itself.
            return [text for choice in choices for text in choice if text.strip()]
        return ["".join(found) for found in product(*choices)]


def peel(text):
    """Sentences of a run: its text, or what its elements say if they only stand side by side."""
    text = words(text)
    bare = re.sub(r"<(\w+)>.*?</\1>|<br>|\{\w*\}", "", text)
    if re.search(r"[A-Za-z]", re.sub(r"</?\w+>", "", bare)):
        whole = re.fullmatch(r"<(\w+)>((?:(?!</?\1>).)*)</\1>", text)
        return [whole[2]] if whole else [text]
    inner = re.findall(r"<(\w+)>(.*?)</\1>", text)
    return [one for tag, content in inner if tag != "code" for one in peel(content)]


def of_template(text):
    """The sentences of a template."""
    text = OPAQUE.sub("<hr>", text)
    found, sentence, at = [], Sentence(), 0

    def end():
        nonlocal sentence
        for run in sentence.read():
            found.extend(peel(run))
        sentence = Sentence()

    for token in TOKEN.finditer(text):
        sentence.add(text[at:token.start()])
        at = token.end()
        if token["control"] is not None:
            word = (token["control"].split() or [""])[0]
            if word in ("block", "endblock", "macro", "endmacro", "extends", "include", "import"):
                end()
            else:
                sentence.control(word)
        elif token["value"] is not None:
            sentence.add(name_of(token["value"]))
        elif token["tag"] is not None:
            for spoken in SPOKEN.findall(re.sub(r"\{%.*?%\}", "", token["rest"])):
                found.append(words(re.sub(r"\{\{(.*?)\}\}", lambda it: name_of(it[1]), spoken)))
            if token["tag"] in INLINE:
                sentence.add(f"<{token['close']}{token['tag']}>")
            elif token["tag"] not in ("input",):
                end()
    sentence.add(text[at:])
    end()
    return found


LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"', re.S)
DEVELOPERS = re.compile(r"(expect|unreachable!|assert\w*!|internal|panic!|debug!|info!|warn!|error!"
                        r"|header|route)\(\s*$|(reason|path|message|cookie) =\s*$|#\[.*$")
PROGRAMS = re.compile(r"^(select|insert|update|delete|with|set|create|drop|and|or|from|where|order"
                      r"|values|left join|join|on|limit|case|begin|rollback|savepoint) |[<>]\w|\$\d|; \w+="
                      r"|^[\w./-]+/[\w./-]*$|^\W*$|=\"|^[MLHVZ]?[\d. -]+$")
SENTENCE = re.compile(r"[A-Z`{“].*[.!?`”]", re.S)
ESCAPES = {"n": "\n", "t": "\t", '"': '"', "\\": "\\", "0": "\0", "r": "\r", "'": "'"}


def literal(text):
    text = re.sub(r"\\\n\s*", "", text)
    text = re.sub(r"\\u\{([0-9a-fA-F]+)\}", lambda it: chr(int(it[1], 16)), text)
    return re.sub(r"\\(.)", lambda it: ESCAPES.get(it[1], it[1]), text)


def shipped(source):
    """A source without its tests and comments."""
    source = re.split(r"\n#\[cfg\(test\)\]\nmod ", source)[0]
    return re.sub(r"(^|\s)//[^\n]*", r"\1", source).replace("'\"'", "' '")


def of_source(source, needs_space=False):
    """The string literals that people may read."""
    found, code = [], shipped(source)
    for hit in LITERAL.finditer(code):
        before = code[max(0, hit.start() - 80):hit.start()]
        text = literal(hit[1])
        if DEVELOPERS.search(before) or PROGRAMS.search(text) or "\0" in text:
            continue
        bare = re.sub(r"\{[^}]*\}", "", text)
        is_sentence = " " in bare.strip() and re.search(r"[A-Za-z]{2}", bare)
        is_label = re.fullmatch(r"[A-Z][a-z]{2,}", text) and not needs_space
        if is_sentence or is_label:
            found.append(words(text))
    return found


def functions(source):
    """The functions of a source."""
    return re.split(r"\n(?=\s*(?:pub(?:\([a-z]+\))? )?(?:async )?fn )", source)


def of_description(value, found):
    """What the description of the API says in words."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key in ("summary", "description") and isinstance(inner, str):
                found += [words(part) for part in inner.split("\n\n") if part.strip()]
            elif key != "example":
                of_description(inner, found)
    elif isinstance(value, list):
        for inner in value:
            of_description(inner, found)
    return found


def tests(path):
    return "tests" in path.stem or "tests" in path.parts or "testkit" in path.parts


def surfaces():
    """Each surface's messages, with the files that they are in."""
    found = defaultdict(lambda: defaultdict(set))

    def note(surface, path, messages):
        for message in messages:
            if re.search(r"[A-Za-z]{2}", re.sub(r"\{\w*\}|</?\w+>", "", message)):
                found[surface][message].add(str(path.relative_to(ROOT)))

    crates = ROOT / "crates"
    for path in sorted(crates.glob("*/templates/**/*.html")):
        is_public = path.parent.name == "templates" and path.stem in PUBLIC
        surface = "reference" if is_public else path.relative_to(crates).parts[0]
        note(surface, path, of_template(path.read_text()))
    for path in sorted(crates.glob("*/src/**/*.rs")):
        # Text of drawn papers is not for people.
        if tests(path.relative_to(ROOT)) or path.stem == "papers":
            continue
        source, crate = path.read_text(), path.relative_to(crates).parts[0]
        if crate in ("portal", "console"):
            note(crate, path, of_source(source))
        elif crate == "server":
            if "cli" in path.parts or path.stem == "settings":
                note("cli", path, of_source(source, needs_space=True))
        elif crate not in ("address", "cluster", "gazetteer", "store", "tidy"):
            for function in functions(source):
                is_mail = re.search(r"\bLetter\b", function) and "subject" in function
                texts = of_source(function, needs_space=True)
                if not is_mail and path.stem != "codes":
                    # What is no sentence is for the log.
                    texts = [text for text in texts if SENTENCE.fullmatch(text)]
                note("mails" if is_mail else "errors", path, texts)
    description = ROOT / "clients/openapi.json"
    note("reference", description, of_description(json.loads(description.read_text()), []))
    return found


def catalogue(surface, messages):
    """The template of a surface's translations."""
    def quoted(text):
        return json.dumps(text, ensure_ascii=False)

    out = [f"# What people read of Kofa: {surface}. Written by `make messages`.", 'msgid ""',
           'msgstr "Content-Type: text/plain; charset=UTF-8\\n"', ""]
    for message, places in sorted(messages.items(), key=lambda it: (min(it[1]), it[0])):
        out += [f"#: {min(places)}", f"msgid {quoted(message)}", 'msgstr ""', ""]
    return "\n".join(out)


def main():
    stale = []
    for surface, messages in surfaces().items():
        file, text = MESSAGES / f"{surface}.pot", catalogue(surface, messages)
        if "--check" not in sys.argv:
            MESSAGES.mkdir(exist_ok=True)
            file.write_text(text)
            print(f"{file.relative_to(ROOT)}: {len(messages)} messages")
        elif not file.exists() or file.read_text() != text:
            stale.append(file.name)
    if stale:
        sys.exit(f"messages: {', '.join(stale)}: not up to date; `make messages` writes them")


if __name__ == "__main__":
    main()

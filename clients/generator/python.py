"""The Python client: data classes and methods."""

import keyword
from dataclasses import replace

from .model import Type
from .naming import pascal, snake, upper
from .settings import HIDDEN
from .text import COLUMNS, NOTICE, told, wrapped

PLAIN = {
    "string": "str", "integer": "int", "number": "float", "boolean": "bool", "money": "Money",
    "base64": "bytes", "file": "FileUpload", "json": "Any", "object": "dict[str, Any]",
}


def files(api):
    return {
        "python/kofa_client/models.py": models(api),
        "python/kofa_client/codes.py": codes(api),
        "python/kofa_client/api.py": methods(api),
        "python/kofa_client/version.py": f'"""{NOTICE}"""\n\nVERSION = "{api.version}"\n',
    }


def name_of(wire):
    name = snake(wire)
    return name + "_" if keyword.iskeyword(name) else name


def type_of(of: Type):
    if of.kind == "list":
        return f"list[{type_of(of.of)}]"
    return PLAIN.get(of.kind) or of.name


def doc(text, by):
    """A docstring; nothing for no text."""
    if not text:
        return ""
    text = text.replace("\\", "\\\\").replace('"""', "'''")
    pad = " " * by
    if len(text) + by + 6 <= COLUMNS and "\n" not in text:
        return f'{pad}"""{text}"""\n'
    lines = wrapped(text, COLUMNS - by - 3).split("\n")
    return "\n".join(f"{pad}{line}".rstrip() for line in [f'"""{lines[0]}', *lines[1:]]) + (
        f'\n{pad}"""\n'
    )


def annotation(one):
    return type_of(one.type) + (" | None" if one.optional else "")


def kind_of(of):
    """How the value is read and written: the name of its model, or a form."""
    of = of.of and kind_of(of.of) if of.kind == "list" else of
    if isinstance(of, str):
        return of
    return of.kind if of.kind in ("money", "base64", "file") else (
        of.name if of.kind == "model" else ""
    )


def models(api):
    text = f'"""{NOTICE}"""\n\nfrom __future__ import annotations\n\n'
    text += "from dataclasses import dataclass, field\n"
    text += "from typing import Any, ClassVar, Literal, Union\n\n"
    text += "from .convert import Model, Wire\nfrom .files import FileUpload\n"
    text += "from .money import Money\n"
    for one in api.enums:
        values = "".join(f'        "{value}",\n' for value in one.values)
        text += f"\n{one.name} = Union[\n    Literal[\n{values}    ],\n    str,\n]\n"
        text += '"""One of these; a newer server may say more."""\n'
    for one in api.models:
        text += f"\n\n@dataclass(kw_only=True)\nclass {one.name}(Model):\n"
        text += doc(one.doc or f"{one.name}.", 4) + "\n"
        # Those that must be given come first.
        for it in sorted(one.fields, key=lambda it: it.optional):
            default = " = None" if it.optional else ""
            if it.wire in HIDDEN:
                default = f" = field({'default=None, ' if it.optional else ''}repr=False)"
            text += f"    {name_of(it.wire)}: {annotation(it)}{default}\n" + doc(it.doc, 4)
        text += "\n    _wire: ClassVar[Wire] = (\n"
        for it in one.fields:
            kind = kind_of(it.type)
            text += f'        ("{it.wire}", "{name_of(it.wire)}", "{kind}"),\n'
        text += "    )\n"
    return text


def codes(api):
    text = f'"""{NOTICE}"""\n\n\nclass ErrorCode:\n'
    text += doc("The documented error codes. A newer server may answer with others.", 4)
    for one in api.codes:
        text += f'\n    {upper(one.name)} = "{one.name}"\n'
        text += doc(f"{one.status}: {one.title}. {one.doc}", 4)
    return text


def methods(api):
    names = set()
    for one in api.operations:
        kinds = [one.answer, one.body, one.pages and one.pages.item]
        kinds += [it.type for it in one.params]
        names |= {it.name for it in kinds if it and it.name}
    text = f'"""{NOTICE}"""\n\nfrom __future__ import annotations\n\n'
    text += "from collections.abc import Iterator\nfrom dataclasses import replace\n\n"
    text += "from .http import Call, Group, KofaResponse, RequestOptions, iterate, wait_for\n"
    text += "from .models import (\n" + "".join(f"    {it},\n" for it in sorted(names)) + ")\n"
    for group, about in api.groups.items():
        text += f"\n\nclass {pascal(group)}Api(Group):\n{doc(about, 4)}\n"
        text += f'    _group = "{snake(group)}"\n'
        for one in api.of_group(group):
            text += "\n" + method(one)
            if one.pages:
                text += "\n" + iterator(one)
        for one in api.waiters:
            if one.operation.group == group:
                text += "\n" + waiter(one)
    return text


def signature(name, one, answer, more=()):
    given = ["self"] + [f"{name_of(it.wire)}: str" for it in one.path_params]
    if one.body:
        given.append(f"request: {one.body.name}")
    given.append("*")
    for it in sorted(one.params, key=lambda it: it.optional):
        given.append(f"{name_of(it.wire)}: {annotation(it)}" + (" = None" if it.optional else ""))
    given += [*more, "options: RequestOptions | None = None"]
    line = f"    def {name}({', '.join(given)}) -> {answer}:\n"
    if len(line) > COLUMNS:
        inner = "".join(f"        {it},\n" for it in given)
        line = f"    def {name}(\n{inner}    ) -> {answer}:\n"
    return line


def method(one):
    answer = one.answer.name if one.answer else "bytes"
    text = signature(snake(one.id), one, f"KofaResponse[{answer}]")
    words = [f"`{name_of(it.wire)}`: {it.doc}" for it in one.params if it.doc]
    text += doc("\n\n".join([told(one, snake), *words]), 8)
    path = f'"{one.path}"'
    if one.path_params:
        pieces = one.path
        for it in one.path_params:
            pieces = pieces.replace(f"{{{it.wire}}}", f"{{self._quote({name_of(it.wire)})}}")
        path = f'f"{pieces}"'
    members = [f'"{one.method}"', path]
    sent = [it for it in one.params if it.wire not in one.headers]
    if sent or one.fixed:
        fields = [f'"{name}": "{value}"' for name, value in one.fixed.items()]
        fields += [f'"{it.wire}": {name_of(it.wire)}' for it in sent]
        members.append("query={" + ", ".join(fields) + "}")
        if len(members[-1]) > 86:
            lines = "".join(f"                {it},\n" for it in fields)
            members[-1] = "query={\n" + lines + "            }"
    if one.headers:
        fields = [f'"{name}": {name_of(wire)}' for wire, name in one.headers.items()]
        members.append("headers={" + ", ".join(fields) + "}")
    if one.body:
        members.append(f"{one.body_kind}=request")
    if not one.answer:
        members.append(f'accept="{one.accept}"')
    flags = {"enveloped": one.enveloped, "idempotent": one.idempotent,
             "repeatable": one.repeatable}
    members += [f"{name}=True" for name, is_so in flags.items() if is_so]
    inner = "".join(f"            {it},\n" for it in members)
    text += f"        call = Call(\n{inner}        )\n"
    return text + f"        return self._send(call, {answer}, options)\n"


def iterator(one):
    pages = one.pages
    text = signature(snake(pages.name), one, f"Iterator[{pages.item.name}]")
    text += doc(f"Walks through all pages of `{snake(one.id)}`, one item at a time.", 8)
    given = ", ".join(name_of(it.wire) for it in one.path_params)
    given += ", " if given else ""
    if one.body:
        first = '{"page": request.page}'
        given += "replace(request, **more), "
    else:
        fields = [f'"{name_of(it.wire)}": {name_of(it.wire)}' for it in one.params]
        first = "{" + ", ".join(fields) + "}"
        if len(first) > 80:
            first = "{\n" + "".join(f"            {it},\n" for it in fields) + "        }"
        given += "**more, "
    text += f"        first = {first}\n"
    text += "        return iterate(\n"
    text += f'            "{pages.kind}", "{name_of(pages.items)}", first,\n'
    text += f"            lambda more: self.{snake(one.id)}({given}options=options),\n"
    return text + "        )\n"


def waiter(one):
    operation = one.operation
    (path,) = operation.path_params
    name = name_of(path.wire)
    text = signature(
        snake(one.name), replace(operation, params=[]), f"KofaResponse[{operation.answer.name}]",
        ["limit: float = 300", "interval: float | None = None"],
    )
    text += doc(
        f"Calls `{snake(operation.id)}` until it has ended, at most `limit` seconds; then raises"
        " `WaitError`. How it ended is in `status`. `interval` is the time between two looks, in"
        " seconds: what the server proposes if not given.", 8,
    )
    pending = ", ".join(f'"{state}"' for state in one.pending)
    text += f"        look = lambda: self.{snake(operation.id)}({name}, options=options)\n"
    return text + f"        return wait_for(({pending}), limit, interval, look)\n"

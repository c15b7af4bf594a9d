"""The TypeScript client: interfaces, what is renamed on the way, and methods."""

from .model import Type
from .naming import camel, pascal
from .text import NOTICE, indent, star_comment, told

HEAD = f"// {NOTICE}\n\n"
PLAIN = {
    "string": "string", "integer": "number", "number": "number", "boolean": "boolean",
    "money": "Money", "base64": "Uint8Array", "file": "FileUpload", "json": "unknown",
    "object": "Record<string, unknown>",
}


def files(api):
    return {
        "typescript/src/generated/models.ts": models(api),
        "typescript/src/generated/shapes.ts": shapes(api),
        "typescript/src/generated/codes.ts": codes(api),
        "typescript/src/generated/api.ts": methods(api),
        "typescript/src/generated/version.ts": f'{HEAD}export const VERSION = "{api.version}";\n',
    }


def type_of(of: Type):
    if of.kind == "list":
        inner = type_of(of.of)
        return f"({inner})[]" if " " in inner else f"{inner}[]"
    return PLAIN.get(of.kind) or of.name


def member(one, by=2):
    mark = "" if one.required else "?"
    null = " | null" if one.nullable else ""
    line = f"{' ' * by}{camel(one.wire)}{mark}: {type_of(one.type)}{null};\n"
    return star_comment(one.doc, by) + line


def models(api):
    text = HEAD + 'import type { FileUpload } from "../files.js";\n'
    text += 'import type { Money } from "../money.js";\n'
    for one in api.enums:
        values = "".join(f'\n  | "{value}"' for value in one.values)
        text += f"\n/** One of these; a newer server may say more. */\n"
        text += f"export type {one.name} ={values}\n  | (string & {{}});\n"
    for one in api.models:
        text += "\n" + star_comment(one.doc)
        text += f"export interface {one.name} {{\n{''.join(map(member, one.fields))}}}\n"
    for one in api.operations:
        if one.params:
            text += f"\n/** What `{one.id}` is asked. */\n"
            text += f"export interface {one.params_name} {{\n"
            text += "".join(map(member, one.params)) + "}\n"
    return text


def innermost(of):
    return innermost(of.of) if of.kind == "list" else of


def shapes(api):
    """Fields that have another name or form on the wire, of the models that have such."""
    by_name = {one.name: one for one in api.models}
    needed = set()

    def needs(one):
        of = innermost(one.type)
        return (
            camel(one.wire) != one.wire or of.kind in ("money", "base64", "file")
            or of.name in needed or one.as_json
        )

    while True:
        more = {name for name, one in by_name.items() if any(map(needs, one.fields))}
        if more <= needed:
            break
        needed |= more
    text = HEAD + 'import type { Shapes } from "../convert.js";\n\n'
    text += "export const SHAPES: Shapes = {\n"
    for name in sorted(needed):
        text += f"  {name}: {{\n"
        for one in filter(needs, by_name[name].fields):
            of = innermost(one.type)
            how = of.kind if of.kind in ("money", "base64") else of.name
            how = f', "{how}"' if how in ("money", "base64") or how in needed else ""
            text += f'    {one.wire}: ["{camel(one.wire)}"{how}],\n'
        text += "  },\n"
    return text + "};\n"


def codes(api):
    text = HEAD + "/** The documented error codes. A newer server may answer with others. */\n"
    text += "export const ErrorCode = {\n"
    for one in api.codes:
        text += star_comment(f"{one.status}: {one.title}. {one.doc}", 2)
        text += f'  {pascal(one.name)}: "{one.name}",\n'
    text += "} as const;\n\n"
    text += "export type ErrorCode = (typeof ErrorCode)[keyof typeof ErrorCode]"
    return text + " | (string & {});\n"


def methods(api):
    imports = sorted({it.name for one in api.operations for it in used(one)})
    text = HEAD + "import type { Call, RequestOptions } from \"../http.js\";\n"
    text += 'import { Group, iterate, waitFor } from "../http.js";\n'
    text += 'import type { KofaResponse, WaitOptions } from "../http.js";\n'
    text += "import type {\n" + "".join(f"  {name},\n" for name in imports)
    text += '} from "./models.js";\n'
    for group, doc in api.groups.items():
        text += "\n" + star_comment(doc) + f"export class {pascal(group)}Api extends Group {{\n"
        text += f'  protected override readonly group = "{group}";\n'
        for one in api.of_group(group):
            text += "\n" + indent(method(one), 2)
            if one.pages:
                text += "\n" + indent(iterator(one), 2)
        for one in api.waiters:
            if one.operation.group == group:
                text += "\n" + indent(waiter(one), 2)
        text += "}\n"
    return text


def used(one):
    """The models of a method's signature."""
    found = [Type("model", one.params_name)] if one.params else []
    found += [one.answer] if one.answer else []
    found += [one.body] if one.body else []
    return found + ([one.pages.item] if one.pages else [])


def arguments(one):
    found = [f"{camel(it.wire)}: string" for it in one.path_params]
    if one.body:
        empty = " = {}" if one.pages else ""
        found.append(f"request: {one.body.name}{empty}")
    if one.params:
        empty = "" if any(it.required for it in one.params) else " = {}"
        found.append(f"params: {one.params_name}{empty}")
    return found


def names(one):
    found = [camel(it.wire) for it in one.path_params]
    return found + (["request"] if one.body else []) + (["params"] if one.params else [])


def call(one):
    path = one.path
    for it in one.path_params:
        path = path.replace(f"{{{it.wire}}}", f"${{encodeURIComponent({camel(it.wire)})}}")
    quote = "`" if one.path_params else '"'
    members = [f'method: "{one.method}"', f"path: {quote}{path}{quote}"]
    sent = [it for it in one.params if it.wire not in one.headers]
    if sent or one.fixed:
        fields = [f'{name}: "{value}"' for name, value in one.fixed.items()]
        fields += [f"{it.wire}: params.{camel(it.wire)}" for it in sent]
        members.append(f"query: {{ {', '.join(fields)} }}")
        if len(members[-1]) > 90:
            lines = "".join(f"\n    {it}," for it in fields)
            members[-1] = f"query: {{{lines}\n  }}"
    if one.headers:
        fields = [f'"{name}": params.{camel(wire)}' for wire, name in one.headers.items()]
        members.append(f"headers: {{ {', '.join(fields)} }}")
    if one.body:
        members += [f"{one.body_kind}: request", f'sends: "{one.body.name}"']
    if one.answer:
        members.append(f'answers: "{one.answer.name}"')
    else:
        members.append(f'accept: "{one.accept}"')
    flags = {"enveloped": one.enveloped, "idempotent": one.idempotent,
             "repeatable": one.repeatable}
    members += [f"{name}: true" for name, is_so in flags.items() if is_so]
    return "{\n" + "".join(f"  {it},\n" for it in members) + "}"


def method(one):
    answer = one.answer.name if one.answer else "Uint8Array"
    given = [*arguments(one), "options?: RequestOptions"]
    head = f"{one.id}({', '.join(given)}): Promise<KofaResponse<{answer}>> {{\n"
    if len(head) > 96:
        inner = "".join(f"  {it},\n" for it in given)
        head = f"{one.id}(\n{inner}): Promise<KofaResponse<{answer}>> {{\n"
    body = f"  const call: Call = {indent(call(one), 2).strip()};\n"
    body += "  return this.send(call, options);\n"
    return star_comment(told(one), later=2) + head + body + "}\n"


def iterator(one):
    pages = one.pages
    last = "request" if one.body else "params"
    others = [name for name in names(one) if name != last]
    given = ", ".join([*others, "next", "options"])
    doc = f"Walks through all pages of `{one.id}`, one item at a time."
    text = star_comment(doc, later=2)
    text += f"{pages.name}(\n"
    text += "".join(f"  {it},\n" for it in [*arguments(one), "options?: RequestOptions"])
    text += f"): AsyncGenerator<{pages.item.name}, void, undefined> {{\n"
    text += f'  return iterate("{pages.kind}", "{camel(pages.items)}", {last}, (next) =>\n'
    return text + f"    this.{one.id}({given}),\n  );\n}}\n"


def waiter(one):
    operation = one.operation
    pending = ", ".join(f'"{state}"' for state in one.pending)
    (path,) = operation.path_params
    name = camel(path.wire)
    doc = (
        f"Calls `{operation.id}` until it has ended, at most `limitMs` (five minutes if not said);"
        " then throws a `WaitError`. How it ended is in `status`."
    )
    text = star_comment(doc, later=2)
    text += f"{one.name}(\n  {name}: string,\n  options: WaitOptions = {{}},\n"
    text += f"): Promise<KofaResponse<{operation.answer.name}>> {{\n"
    gap = "{}, " if operation.params else ""
    text += f"  return waitFor([{pending}], options, () =>\n"
    return text + f"    this.{operation.id}({name}, {gap}options),\n  );\n}}\n"

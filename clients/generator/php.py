"""The PHP client: classes with constructors of named arguments, and methods."""

from .model import Type
from .naming import camel, pascal, upper
from .text import COLUMNS, NOTICE, star_comment, told, wrapped

HEAD = f"<?php\n\n// {NOTICE}\n\ndeclare(strict_types=1);\n\nnamespace Kofa;\n"
PLAIN = {
    "string": "string", "integer": "int", "number": "float", "boolean": "bool",
    "money": "Money", "base64": "string", "file": "FileUpload", "json": "mixed",
    "object": "array", "list": "array", "enum": "string",
}


def files(api):
    return {
        "php/src/Models.php": models(api),
        "php/src/Enums.php": enums(api),
        "php/src/ErrorCode.php": codes(api),
        "php/src/Api.php": methods(api),
        "php/src/Version.php": HEAD + VERSION.format(version=api.version),
    }


VERSION = "\nconst VERSION = '{version}';\n"


def type_of(of: Type, optional):
    kind = PLAIN.get(of.kind) or of.name
    return f"?{kind}" if optional and kind != "mixed" else kind


def told_type(of: Type, optional):
    """As it is told in a comment, with what a list holds."""
    kind = f"list<{told_type(of.of, False)}>" if of.kind == "list" else type_of(of, False)
    if of.kind == "object":
        kind = "array<string, mixed>"
    return f"{kind}|null" if optional and kind != "mixed" else kind


def kind_of(of):
    if of.kind == "list":
        return kind_of(of.of)
    return of.kind if of.kind in ("money", "base64") else of.name if of.kind == "model" else ""


def about(one):
    text = one.doc
    if one.type.kind == "enum":
        text = f"{text} One of `{one.type.name}`.".strip()
    return text


def models(api):
    text = HEAD
    for one in api.models:
        text += "\n" + star_comment(one.doc) + f"final class {one.name} extends Model\n{{\n"
        text += "    /** Wire name to the name here, and the model or form of the value. */\n"
        text += "    public const WIRE = [\n"
        for it in one.fields:
            text += f"        '{it.wire}' => ['{camel(it.wire)}', '{kind_of(it.type)}'],\n"
        text += "    ];\n\n    public function __construct(\n"
        for it in sorted(one.fields, key=lambda it: it.optional):
            doc = about(it)
            if it.type.kind in ("list", "object"):
                doc = f"@var {told_type(it.type, it.optional)} {doc}".strip()
            text += star_comment(doc, 8)
            default = " = null" if it.optional else ""
            text += f"        public readonly {type_of(it.type, it.optional)} ${camel(it.wire)}"
            text += f"{default},\n"
        text += "    ) {\n    }\n}\n"
    return text


def enums(api):
    text = HEAD
    for one in api.enums:
        text += f"\n/** Known words; a newer server may say more. */\nfinal class {one.name}\n{{\n"
        text += "".join(f"    public const {upper(it)} = '{it}';\n" for it in one.values) + "}\n"
    return text


def codes(api):
    text = HEAD + "\n/** The documented error codes. A newer server may answer with others. */\n"
    text += "final class ErrorCode\n{\n"
    for one in api.codes:
        text += star_comment(f"{one.status}: {one.title}. {one.doc}", 4)
        text += f"    public const {upper(one.name)} = '{one.name}';\n"
    return text + "}\n"


def methods(api):
    text = HEAD
    for group, words in api.groups.items():
        text += "\n" + star_comment(words) + f"final class {pascal(group)}Api extends Group\n{{\n"
        text += f"    protected const GROUP = '{group}';\n"
        for one in api.of_group(group):
            text += "\n" + method(one)
            if one.pages:
                text += "\n" + iterator(one)
        for one in api.waiters:
            if one.operation.group == group:
                text += "\n" + waiter(one)
        text += "}\n"
    return text


def given(one):
    found = [f"string ${camel(it.wire)}" for it in one.path_params]
    if one.body:
        found.append(f"{one.body.name} $request")
    for it in sorted(one.params, key=lambda it: it.optional):
        default = " = null" if it.optional else ""
        found.append(f"{type_of(it.type, it.optional)} ${camel(it.wire)}{default}")
    return found


def documented(text, one, returns):
    """A comment with what the arguments mean and what comes back."""
    lines = wrapped(text, COLUMNS - 7).split("\n") + [""]
    for it in one.params:
        words = f"@param {told_type(it.type, it.optional)} ${camel(it.wire)} {about(it)}"
        first, *rest = wrapped(words, COLUMNS - 9).split("\n")
        lines += [first, *(f"  {line}" for line in rest)]
    lines.append(f"@return {returns}")
    return "    /**\n" + "".join(f"     * {it}".rstrip() + "\n" for it in lines) + "     */\n"


def head(name, arguments, returns):
    line = f"    public function {name}({', '.join(arguments)}): {returns}\n    {{\n"
    if len(line) > COLUMNS + 5:
        inner = "".join(f"        {it},\n" for it in arguments)
        line = f"    public function {name}(\n{inner}    ): {returns} {{\n"
    return line


def method(one):
    answer = one.answer.name if one.answer else "string"
    text = documented(told(one), one, f"Response<{answer}>")
    text += head(one.id, [*given(one), "?RequestOptions $options = null"], "Response")
    path = f"'{one.path}'"
    for it in one.path_params:
        path = path.replace(f"{{{it.wire}}}", f"' . rawurlencode(${camel(it.wire)}) . '")
    members = [f"'{one.method}'", path.removesuffix(" . ''")]
    sent = [it for it in one.params if it.wire not in one.headers]
    if sent or one.fixed:
        pairs = [f"'{n}' => '{v}'" for n, v in one.fixed.items()]
        pairs += [f"'{it.wire}' => ${camel(it.wire)}" for it in sent]
        inner = "".join(f"                {it},\n" for it in pairs)
        members.append(f"query: [\n{inner}            ]")
    if one.headers:
        pairs = [f"'{n}' => ${camel(wire)}" for wire, n in one.headers.items()]
        members.append(f"headers: [{', '.join(pairs)}]")
    if one.body:
        members.append(f"{one.body_kind}: $request")
    members.append(f"answer: {answer}::class" if one.answer else f"accept: '{one.accept}'")
    flags = {"enveloped": one.enveloped, "idempotent": one.idempotent,
             "repeatable": one.repeatable}
    members += [f"{n}: true" for n, is_so in flags.items() if is_so]
    inner = "".join(f"            {it},\n" for it in members)
    return text + f"        return $this->send(new Call(\n{inner}        ), $options);\n    }}\n"


def iterator(one):
    pages = one.pages
    text = documented(
        f"Walks through all pages of `{one.id}`, one item at a time.", one,
        f"\\Generator<int, {pages.item.name}>",
    )
    text += head(pages.name, [*given(one), "?RequestOptions $options = null"], "\\Generator")
    passed = [f"${camel(it.wire)}" for it in one.path_params]
    if one.body:
        first = "['page' => $request->page]"
        passed.append("$request->with($next)")
    else:
        names = [camel(it.wire) for it in one.params]
        inner = "".join(f"            '{it}' => ${it},\n" for it in names)
        first = f"[\n{inner}        ]"
        passed += [f"{it}: $next['{it}']" for it in names]
    passed.append("options: $options")
    call = f"$this->{one.id}({', '.join(passed)})"
    if len(call) > 50:
        inner = "".join(f"                {it},\n" for it in passed)
        call = f"$this->{one.id}(\n{inner}            )"
    text += f"        $first = {first};\n"
    text += f"        $page = fn (array $next): Response => {call};\n"
    return text + (
        f"        return self::iterate('{pages.kind}', '{camel(pages.items)}', $first, $page);\n"
        "    }\n"
    )


def waiter(one):
    operation = one.operation
    (path,) = operation.path_params
    name = camel(path.wire)
    text = star_comment(
        f"Calls `{operation.id}` until it has ended, at most `$limit` seconds; then throws"
        " `WaitException`. How it ended is in `status`. `$interval` is the time between two"
        " looks, in seconds: what the server proposes if not given.\n\n"
        f"@return Response<{operation.answer.name}>", 4,
    )
    text += head(one.name, [
        f"string ${name}", "float $limit = 300", "?float $interval = null",
        "?RequestOptions $options = null",
    ], "Response")
    states = ", ".join(f"'{state}'" for state in one.pending)
    call = f"$this->{operation.id}(${name}, options: $options)"
    text += f"        $look = fn (): Response => {call};\n"
    return text + f"        return self::waitFor([{states}], $limit, $interval, $look);\n    }}\n"

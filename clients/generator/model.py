"""The intermediate form: what every client is written from, read from the OpenAPI description."""

import re
from dataclasses import dataclass, field, replace

from .naming import pascal, words
from .settings import DRY_RUNS, ENUMS, GROUPS, ITERATORS, JSON_FIELDS, WAITERS

PREFIX = "#/components/schemas/"
# Words of envelopes around `data`, by which an envelope is known.
ENVELOPE = {"success", "message", "data", "errors", "statusCode", "request_id"}


@dataclass(frozen=True)
class Type:
    """`kind`: string, integer, number, boolean, money (decimal with two places, exact), base64,
    file, json (anything), object (any members), list (of `of`), model or enum (of `name`)."""

    kind: str
    name: str = ""
    of: "Type | None" = None


@dataclass
class Field:
    wire: str
    type: Type
    required: bool
    nullable: bool
    doc: str
    # In a form: as a JSON text.
    as_json: bool = False

    @property
    def optional(self):
        return self.nullable or not self.required


@dataclass
class Model:
    name: str
    doc: str
    fields: list = field(default_factory=list)
    is_request: bool = False


@dataclass
class Enum:
    name: str
    values: list


@dataclass
class Operation:
    id: str
    group: str
    method: str
    path: str
    summary: str
    doc: str
    path_params: list
    params: list
    # Query fields that are always sent, as of a dry run.
    fixed: dict
    # Wire names of `params` that are headers.
    headers: dict
    body: Type | None
    # json or form.
    body_kind: str
    # None for a file.
    answer: Type | None
    enveloped: bool
    accept: str
    idempotent: bool
    charged: bool
    codes: list
    pages: "Pages | None" = None

    @property
    def repeatable(self):
        """Whether it may be sent again when nobody knows what became of it."""
        return self.idempotent or self.method == "GET"

    @property
    def params_name(self):
        return pascal(self.id) + "Params"


@dataclass
class Pages:
    """How the items of a list are walked through: by page, cursor or feed (`after`)."""

    kind: str
    name: str
    items: str
    item: Type


@dataclass
class Waiter:
    name: str
    operation: Operation
    pending: list


@dataclass
class Code:
    name: str
    status: int
    title: str
    doc: str


@dataclass
class Api:
    version: str
    groups: dict
    models: list
    enums: list
    operations: list
    waiters: list
    codes: list

    def of_group(self, group):
        return [one for one in self.operations if one.group == group]


def plain(text):
    """A description without links into the reference."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text or "")
    return re.sub(r"[ \t]*\n(?!\n)(?<!\n\n)", " ", text).strip()


class Reader:
    """Reads a description; collects the models and enumerations that operations need."""

    def __init__(self, description):
        self.description = description
        self.schemas = description["components"]["schemas"]
        self.models = {}
        self.enums = {}
        self.by_shape = {
            repr(schema): name for name, schema in self.schemas.items()
            if schema.get("type") == "object"
        }

    def api(self):
        operations = []
        for path, item in self.description["paths"].items():
            for method, one in item.items():
                operations += self.operations(method.upper(), path, one)
        by_id = {one.id: one for one in operations}
        waiters = [
            Waiter(name, by_id[operation], pending)
            for name, (operation, pending) in WAITERS.items()
        ]
        codes = [
            Code(name, one["status"], plain(one["title"]),
                 plain(f"{one['meaning']} {one['remedy']}"))
            for name, one in sorted(self.description["x-error-codes"].items())
        ]
        groups = {
            GROUPS[tag["name"]]: plain(tag["description"]) for tag in self.description["tags"]
        }
        models = sorted(self.models.values(), key=lambda one: one.name)
        enums = sorted(self.enums.values(), key=lambda one: one.name)
        version = self.description["info"]["version"]
        return Api(version, groups, models, enums, operations, waiters, codes)

    # Types

    def type(self, schema, hint):
        """The type of a schema, and whether it may be null. `hint` names what has no name."""
        if "$ref" in schema:
            name = schema["$ref"].removeprefix(PREFIX)
            target = self.schemas[name]
            if self.is_model(target):
                return Type("model", self.model(name)), False
            return self.type(target, name)
        kinds = schema.get("type", [])
        kinds = [kinds] if isinstance(kinds, str) else kinds
        nullable = "null" in kinds
        kind = next((one for one in kinds if one != "null"), None)
        if "oneOf" in schema:
            rest = [one for one in schema["oneOf"] if one.get("type") != "null"]
            if len(rest) == 1:
                of, _ = self.type(rest[0], hint)
                return of, len(schema["oneOf"]) > 1
            return Type("json"), False
        values = schema.get("enum") or choices(schema.get("pattern", ""))
        if kind == "string" and values:
            return Type("enum", self.enum(values, hint)), nullable
        if kind == "string" and schema.get("format") == "binary":
            return Type("file"), nullable
        if kind == "string" and schema.get("contentEncoding") == "base64":
            return Type("base64"), nullable
        about = schema.get("description", "")
        if kind == "number" and re.search(r"Naira|unit of the currency", about):
            return Type("money"), nullable
        if kind == "array":
            of, _ = self.type(schema["items"], hint.removesuffix("s"))
            return Type("list", of=of), nullable
        if kind == "object":
            if "properties" not in schema:
                return Type("object"), nullable
            name = self.by_shape.get(repr(schema)) or pascal(hint)
            return Type("model", self.model(name, schema)), nullable
        if kind is None:
            return Type("json"), nullable
        return Type(kind), nullable

    def is_model(self, schema):
        if "allOf" in schema or "properties" in schema:
            return True
        variants = [one for one in schema.get("oneOf", []) if one.get("type") != "null"]
        return len(variants) > 1 and all(
            "$ref" in one and self.is_model(self.schemas[one["$ref"].removeprefix(PREFIX)])
            for one in variants
        )

    def enum(self, values, hint):
        for one in self.enums.values():
            if one.values == values and ENUMS.get(hint, one.name) == one.name:
                return one.name
        name = ENUMS.get(hint) or pascal(hint)
        assert name not in self.enums, f"two enumerations {name}: {hint}"
        self.enums[name] = Enum(name, values)
        return name

    def model(self, name, schema=None):
        schema = schema or self.schemas[name]
        if name.startswith("PageOf_"):
            name = name.removeprefix("PageOf_") + "Page"
        if name not in self.models:
            made = self.models[name] = Model(name, plain(schema.get("description")))
            made.fields = self.fields(name, schema)
        return name

    def fields(self, owner, schema):
        """Fields of an object, of all parts of an `allOf`, of any variant of a `oneOf`."""
        if "$ref" in schema:
            return self.fields(owner, self.schemas[schema["$ref"].removeprefix(PREFIX)])
        if "allOf" in schema:
            return [one for part in schema["allOf"] for one in self.fields(owner, part)]
        if "oneOf" in schema:
            return self.merged(owner, schema["oneOf"])
        required = schema.get("required", [])
        found = []
        for wire, of in schema.get("properties", {}).items():
            if of.get("type") == "null":
                # Belongs to another variant.
                continue
            kind, nullable = self.type(of, f"{owner}_{wire}")
            doc = plain(of.get("description") or self.words_of(of))
            made = Field(wire, kind, wire in required, nullable, doc)
            if of.get("contentMediaType") == "application/json":
                made.type, made.as_json = Type("model", self.model(JSON_FIELDS[wire])), True
                made.doc = made.doc.removeprefix("A JSON object with the optional booleans")
                made.doc = plain(self.schemas[JSON_FIELDS[wire]]["description"])
            found.append(made)
        return found

    def words_of(self, schema):
        """The description of what a schema refers to."""
        for one in schema.get("oneOf", [schema]):
            if one.get("description"):
                return one["description"]
            if "$ref" in one:
                return self.schemas[one["$ref"].removeprefix(PREFIX)].get("description", "")
        return ""

    def merged(self, owner, variants):
        """One model for all variants: required is what each requires."""
        lists = [self.fields(owner, one) for one in variants]
        merged = {}
        for fields in lists:
            for one in fields:
                merged.setdefault(one.wire, one)
        everywhere = set.intersection(*({one.wire for one in fields} for fields in lists))
        return [
            replace(one, required=one.required and one.wire in everywhere)
            for one in merged.values()
        ]

    # Operations

    def operations(self, method, path, one):
        """The methods of an operation: a body or an answer of several kinds gives several."""
        made = []
        bodies = list(one.get("requestBody", {}).get("content", {"": None}).items())
        # The form is the first: it is what a program has at hand.
        bodies.sort(key=lambda it: it[0] != "multipart/form-data")
        for position, (media, body) in enumerate(bodies):
            suffix = "Base64" if position else ""
            made += self.answers(method, path, one, one["operationId"] + suffix, media, body)
        return made

    def answers(self, method, path, one, name, media, body):
        good = [it for status, it in one["responses"].items() if status < "4"]
        kinds = list(good[0]["content"].items())
        files = [it for it, _ in kinds if it != "application/json"]
        schema = dict(kinds)["application/json"]["schema"]
        base = self.operation(method, path, one, name, media, body)
        if name in DRY_RUNS:
            return self.dry_run(base, *DRY_RUNS[name])
        base.answer, base.enveloped = self.unwrapped(schema)
        base.pages = self.pages(base)
        made = [base]
        for media_type in files:
            ending = media_type.rpartition("/")[2].capitalize()
            noun = pascal(name.removeprefix("get"))
            made.append(replace(
                base, id=f"download{noun}{ending}", accept=media_type, answer=None,
                enveloped=False, summary=f"{base.summary}, as {ending.upper()}",
            ))
        return made

    def operation(self, method, path, one, name, media, body):
        text, _, _ = one["description"].partition("\n\n**Error codes**")
        codes = re.findall(r"\[`([a-z_0-9]+)`\]\(/docs/errors/", one["description"])
        kind = self.type(body["schema"], name)[0] if body else None
        if kind:
            self.mark_request(kind)
        taken = {it.wire for it in self.models[kind.name].fields} if kind else set()
        path_params, params, headers, idempotent = [], [], {}, False
        for param in one["parameters"]:
            wire = param["name"]
            if wire == "X-Environment" or wire in taken or wire == "validateOnly":
                continue
            if wire == "Idempotency-Key":
                idempotent = True
                continue
            if param["in"] == "header":
                # The same as in the query, where it does not end up in logs.
                twin = next(it for it in params if words("x-" + it.wire) == words(wire))
                headers[twin.wire] = wire
                twin.required = True
                twin.doc = twin.doc.partition(" Required, unless")[0]
                continue
            of, nullable = self.type(param["schema"], f"{name}_{wire}")
            made = Field(wire, of, param["required"], nullable, plain(param["description"]))
            (path_params if param["in"] == "path" else params).append(made)
        return Operation(
            id=name, group=GROUPS[one["tags"][0]], method=method, path=path,
            summary=one["summary"], doc=plain(text.partition("\n\n")[0]),
            path_params=path_params, params=params, fixed={}, headers=headers, body=kind,
            body_kind="form" if media == "multipart/form-data" else "json", answer=None,
            enveloped=False, accept="application/json", idempotent=idempotent,
            charged=bool(one["x-billable-outcomes"]) and one["x-price"]["sandbox"] > 0,
            codes=codes,
        )

    def mark_request(self, kind):
        if kind.kind == "list":
            self.mark_request(kind.of)
        if kind.kind == "model" and not self.models[kind.name].is_request:
            self.models[kind.name].is_request = True
            for one in self.models[kind.name].fields:
                self.mark_request(one.type)

    def dry_run(self, base, flag, name, answer, dry_answer):
        ref = lambda of: {"$ref": PREFIX + of}
        base.answer, base.enveloped = self.unwrapped(ref(answer))
        dry = replace(
            base, id=name, fixed={flag: "true"}, idempotent=False, charged=False,
            summary="Check an application", answer=self.unwrapped(ref(dry_answer))[0],
            doc="Checks an application as a real one; stores, submits and charges nothing.",
        )
        return [base, dry]

    def unwrapped(self, schema):
        """The type of `data` where the answer is an envelope, and whether it is one."""
        target = self.schemas[schema["$ref"].removeprefix(PREFIX)]
        members = target.get("properties", {})
        if "data" in members and members.keys() <= ENVELOPE:
            of = members["data"]
            return self.type(of, schema["$ref"].rpartition("/")[2] + "Data")[0], True
        return self.type(schema, "")[0], False

    def pages(self, operation):
        fields = {one.wire: one for one in self.models[operation.answer.name].fields}
        body = operation.body and self.models[operation.body.name].fields
        sent = {one.wire for one in operation.params + (body or [])}
        if "cursor" in sent and "nextCursor" in fields:
            kind = "cursor"
        elif "after" in sent and "nextCursor" in fields:
            kind = "feed"
        elif "page" in sent and "totalPages" in fields:
            kind = "page"
        else:
            return None
        (items,) = (one for one in fields.values() if one.type.kind == "list")
        name = ITERATORS.get(operation.id) or operation.id.replace("list", "iterate", 1)
        return Pages(kind, name, items.wire, items.type.of)


def choices(pattern):
    """The words of a pattern that is a choice of words: `^(A|B)$`."""
    found = re.fullmatch(r"\^\(([A-Za-z_]+(?:\|[A-Za-z_]+)+)\)\$", pattern)
    return found[1].split("|") if found else None


def read(description):
    return Reader(description).api()

"""The Rust client: structs, enumerations and methods, and the suite's calls by name."""

import subprocess

from .model import Type
from .naming import pascal, snake
from .text import NOTICE, line_comment, told

HEAD = f"// {NOTICE}\n\n"
PLAIN = {
    "string": "String", "integer": "i64", "number": "f64", "boolean": "bool", "money": "Money",
    "base64": "Base64", "file": "FileUpload", "json": "Value", "object": "Map<String, Value>",
}
KEYWORDS = {"type", "match", "ref", "move", "use", "in", "final", "abstract", "override", "yield"}
DERIVES = "#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]\n"


def files(api):
    made = {
        "rust/src/models.rs": models(api),
        "rust/src/enums.rs": enums(api),
        "rust/src/codes.rs": codes(api),
        "rust/src/api.rs": methods(api),
        "rust/examples/suite/calls.rs": calls(api),
    }
    return {path: formatted(text) for path, text in made.items()}


def formatted(text):
    command = ["rustfmt", "--edition", "2021"]
    return subprocess.run(command, input=text, text=True, capture_output=True, check=True).stdout


def name_of(wire):
    name = snake(wire)
    return f"r#{name}" if name in KEYWORDS else name


def type_of(of: Type):
    if of.kind == "list":
        return f"Vec<{type_of(of.of)}>"
    return PLAIN.get(of.kind) or of.name


def struct(name, about, fields):
    text = line_comment("///", about) + DERIVES + "#[serde(default)]\n"
    text += f"pub struct {name} {{\n"
    for one in fields:
        text += line_comment("///", one.doc, by=4)
        kind = type_of(one.type)
        rules = []
        if snake(one.wire) != one.wire:
            rules.append(f'rename = "{one.wire}"')
        if one.type.kind == "file":
            rules = ["skip"]
        elif one.optional:
            kind = f"Option<{kind}>"
            rules.append('skip_serializing_if = "Option::is_none"')
        if rules:
            text += f"    #[serde({', '.join(rules)})]\n"
        text += f"    pub {name_of(one.wire)}: {kind},\n"
    return text + "}\n"


def models(api):
    text = "//! What is asked and answered.\n\n" + HEAD
    text += "use serde::{Deserialize, Serialize};\nuse serde_json::{Map, Value};\n\n"
    text += "use crate::enums::*;\nuse crate::values::{Base64, FileUpload, Money};\n"
    for one in api.models:
        text += "\n" + struct(one.name, one.doc or f"{one.name}.", one.fields)
    for one in api.operations:
        if one.params:
            about = f"What [`{snake(one.id)}`] is asked.".replace("[", "").replace("]", "")
            text += "\n" + struct(one.params_name, about, one.params)
    return text


def enums(api):
    text = "//! Words that a field may have.\n\n" + HEAD
    text += "use std::fmt;\n\nuse serde::{Deserialize, Serialize};\n"
    for one in api.enums:
        pairs = [(pascal(it), it) for it in one.values]
        other = "Unlisted" if any(name == "Other" for name, _ in pairs) else "Other"
        text += "\n/// Known words, and what a newer server may say.\n"
        text += "#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]\n"
        text += f'#[serde(from = "String", into = "String")]\npub enum {one.name} {{\n'
        text += "".join(f"    /// `{it}`\n    {name},\n" for name, it in pairs)
        text += f"    /// A word that this version does not know.\n    {other}(String),\n}}\n\n"
        text += f"impl {one.name} {{\n    /// The word of the API.\n"
        text += "    pub fn as_str(&self) -> &str {\n        match self {\n"
        text += "".join(f'            Self::{name} => "{it}",\n' for name, it in pairs)
        text += f"            Self::{other}(word) => word,\n        }}\n    }}\n}}\n\n"
        text += f"impl From<String> for {one.name} {{\n"
        text += "    fn from(word: String) -> Self {\n        match word.as_str() {\n"
        text += "".join(f'            "{it}" => Self::{name},\n' for name, it in pairs)
        text += f"            _ => Self::{other}(word),\n        }}\n    }}\n}}\n\n"
        text += f"impl From<{one.name}> for String {{\n    fn from(value: {one.name}) -> Self {{\n"
        text += "        value.as_str().to_owned()\n    }\n}\n\n"
        text += f"impl Default for {one.name} {{\n    fn default() -> Self {{\n"
        text += f"        Self::{other}(String::new())\n    }}\n}}\n\n"
        text += f"impl fmt::Display for {one.name} {{\n"
        text += "    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {\n"
        text += "        f.write_str(self.as_str())\n    }\n}\n"
    return text


def codes(api):
    text = "//! The documented error codes. A newer server may answer with others.\n\n"
    text += HEAD.strip() + "\n"
    for one in api.codes:
        text += "\n" + line_comment("///", f"{one.status}: {one.title}. {one.doc}")
        text += f'pub const {snake(one.name).upper()}: &str = "{one.name}";\n'
    return text


def methods(api):
    text = "//! The methods, by product.\n\n" + HEAD + "use std::time::Duration;\n\n"
    text += "use crate::client::{Call, Client, Error, Items, RequestOptions, Response, wait_for};\n"
    text += "use crate::models::*;\nuse crate::text::{encoded, query_text};\n"
    for group, about in api.groups.items():
        kind = pascal(group) + "Api"
        text += "\n" + line_comment("///", about) + "#[derive(Debug, Clone)]\n"
        text += f"pub struct {kind}<'a> {{\n    client: &'a Client,\n"
        text += "    options: RequestOptions,\n}\n\n"
        text += f"impl<'a> {kind}<'a> {{\n"
        text += "    pub(crate) fn new(client: &'a Client) -> Self {\n"
        text += "        let options = RequestOptions::default();\n"
        text += "        Self { client, options }\n    }\n\n"
        text += "    /// The same methods, with other options.\n    #[must_use]\n"
        text += "    pub fn with(self, options: RequestOptions) -> Self {\n"
        text += "        Self { options, ..self }\n    }\n"
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
    found = [f"{name_of(it.wire)}: &str" for it in one.path_params]
    if one.body:
        found.append(f"request: &{one.body.name}")
    if one.params:
        found.append(f"params: &{one.params_name}")
    return found


def head(name, arguments, returns):
    line = f"    pub fn {name}({', '.join(arguments)}) -> {returns} {{\n"
    if len(line) > 101:
        inner = "".join(f"        {it},\n" for it in arguments)
        line = f"    pub fn {name}(\n{inner}    ) -> {returns} {{\n"
    return line


def method(one):
    answer = one.answer.name if one.answer else "Vec<u8>"
    text = line_comment("///", told(one, snake), by=4)
    text += head(snake(one.id), ["&self", *given(one)], f"Result<Response<{answer}>, Error>")
    path = one.path
    for it in one.path_params:
        path = path.replace(f"{{{it.wire}}}", "{}")
    if one.path_params:
        passed = ", ".join(f"encoded({name_of(it.wire)})" for it in one.path_params)
        path = f'format!("{path}", {passed})'
    else:
        path = f'"{path}".to_owned()'
    flags = {"enveloped": one.enveloped, "idempotent": one.idempotent,
             "repeatable": one.repeatable}
    changes = one.fixed or one.params or one.body or not one.answer or any(flags.values())
    mut = "mut " if changes else ""
    text += f'        let {mut}call = Call::new("{one.group}", "{one.method}", {path});\n'
    text += "".join(f'        call.query("{n}", "{v}");\n' for n, v in one.fixed.items())
    for it in one.params:
        value = f"query_text(&params.{name_of(it.wire)})"
        if it.wire in one.headers:
            text += f'        call.header("{one.headers[it.wire]}", {value});\n'
        elif it.optional:
            text += f"        if let Some(value) = &params.{name_of(it.wire)} {{\n"
            text += f'            call.query("{it.wire}", query_text(value));\n        }}\n'
        else:
            text += f'        call.query("{it.wire}", {value});\n'
    if one.body:
        file = ""
        if one.body_kind == "form":
            file = ", &request.file"
        text += f"        call.{one.body_kind}(request{file})?;\n"
    if not one.answer:
        text += f'        call.accept = "{one.accept}";\n'
    text += "".join(f"        call.{n} = true;\n" for n, is_so in flags.items() if is_so)
    send = "send" if one.answer else "download"
    return text + f"        self.client.{send}(&call, &self.options)\n    }}\n"


def iterator(one):
    pages, item = one.pages, one.pages.item.name
    last = "request" if one.body else "params"
    text = line_comment("///", f"Walks through all pages of `{snake(one.id)}`.", by=4)
    text += head(snake(pages.name), ["&self", *given(one)], f"Items<'a, {item}>")
    text += "        let api = self.clone();\n"
    text += "".join(
        f"        let {name_of(it.wire)} = {name_of(it.wire)}.to_owned();\n"
        for it in one.path_params
    )
    text += f"        let mut next = {last}.clone();\n"
    passed = ", ".join([*(f"&{name_of(it.wire)}" for it in one.path_params), "&next"])
    text += "        Items::new(move || {\n"
    text += f"            let data = api.{snake(one.id)}({passed})?.data;\n"
    found = f"data.{name_of(pages.items)}"
    if pages.kind == "page":
        text += "            next.page = Some(data.page + 1);\n"
        text += f"            let more = !{found}.is_empty() && data.page < data.total_pages;\n"
    elif pages.kind == "cursor":
        text += "            next.cursor = data.next_cursor;\n"
        text += "            let more = next.cursor.is_some();\n"
    else:
        text += "            let more = next.after.as_ref() != Some(&data.next_cursor);\n"
        text += "            next.after = Some(data.next_cursor);\n"
    return text + f"            Ok(({found}, more))\n        }})\n    }}\n"


def waiter(one):
    operation = one.operation
    (path,) = operation.path_params
    name = name_of(path.wire)
    answer = operation.answer.name
    text = line_comment(
        "///", f"Calls `{snake(operation.id)}` until it has ended, at most `limit`; then"
        " [`Error::Wait`]. How it ended is in `status`. `interval` is the time between two looks:"
        " what the server proposes if `None`.", by=4,
    )
    text += head(snake(one.name), [
        "&self", f"{name}: &str", "limit: Duration", "interval: Option<Duration>",
    ], f"Result<Response<{answer}>, Error>")
    states = ", ".join(f'"{state}"' for state in one.pending)
    extra = ", &Default::default()" if operation.params else ""
    text += f"        wait_for(&[{states}], limit, interval, || {{\n"
    text += f"            let answer = self.{snake(operation.id)}({name}{extra})?;\n"
    text += "            let state = answer.data.status.to_string();\n"
    return text + "            Ok((answer, state))\n        })\n    }\n"


def calls(api):
    """The suite calls methods by name; Rust has to be told which those are."""
    text = HEAD + "use kofa_client::{Client, Error};\nuse serde_json::Value;\n\n"
    text += "use crate::{Step, taken, told, told_file};\n\n"
    text += "pub(crate) fn call(client: &Client, name: &str, s: &Step) -> Result<Value, Error> {\n"
    text += "    match name {\n"
    for one in api.operations:
        how = "told" if one.answer else "told_file"
        passed = ", ".join(arguments(one))
        text += f'        "{one.id}" => {how}(\n            client\n'
        text += f"                .{snake(one.group)}()\n                .with(s.options())\n"
        text += f"                .{snake(one.id)}({passed}),\n        ),\n"
    for one in api.waiters:
        text += f'        "{one.name}" => told(client.{snake(one.operation.group)}()'
        text += f".{snake(one.name)}(\n            s.path(0),\n            s.limit(),\n"
        text += "            s.interval(),\n        )),\n"
    text += '        _ => panic!("no call {name}"),\n    }\n}\n\n'
    text += "pub(crate) fn iterate(client: &Client, name: &str, s: &Step)"
    text += " -> Result<Value, Error> {\n    match name {\n"
    for one in api.operations:
        if one.pages:
            passed = ", ".join(arguments(one))
            text += f'        "{one.id}" => taken(\n            s,\n            client'
            text += f".{snake(one.group)}().{snake(one.pages.name)}({passed}),\n        ),\n"
    return text + '        _ => panic!("no list {name}"),\n    }\n}\n'


def arguments(one):
    found = [f"s.path({position})" for position in range(len(one.path_params))]
    if one.body:
        body = f"&s.form(|form: &mut kofa_client::models::{one.body.name}, file| form.file = file)"
        found.append(body if one.body_kind == "form" else "&s.body()")
    return found + (["&s.params()"] if one.params else [])

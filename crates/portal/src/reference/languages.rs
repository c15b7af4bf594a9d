//! A request in the languages of those who call.

use super::curl;
use super::request::{Body, Credential, FILE, Part, Request};
use crate::text::{Html, element_text};

/// An example in one language.
#[derive(Debug)]
pub(crate) struct Sample {
    pub(crate) language: &'static str,
    /// Made for an element of a page.
    pub(crate) text: Html,
}

/// The request in every language, the shell first; `origin` has no slash at its end.
pub(super) fn samples(request: &Request, origin: &str) -> Vec<Sample> {
    // Only a shell knows a variable in a text.
    let url = match origin.starts_with('$') {
        true => request.url("https://kofa.example"),
        false => request.url(origin),
    };
    [
        ("curl", curl::line(request, origin)),
        ("TypeScript", type_script(request, &url)),
        ("Python", python(request, &url)),
        ("PHP", php(request, &url)),
        ("Go", go(request, &url)),
        ("Rust", rust(request, &url)),
        ("Java", java(request, &url)),
    ]
    .map(|(language, text)| Sample {
        language,
        text: element_text(&text),
    })
    .into()
}

/// In double quotes, as all these languages but PHP and Rust read what JSON may hold.
fn text(value: &str) -> String {
    serde_json::Value::from(value).to_string()
}

/// Every line but the first further to the right.
fn indent(text: &str, by: &str) -> String {
    text.replace('\n', &format!("\n{by}"))
}

fn file_of(body: Option<&Body>) -> bool {
    let Some(Body::Form(parts)) = body else {
        return false;
    };
    parts.iter().any(|(_, part)| matches!(part, Part::File))
}

fn type_script(request: &Request, url: &str) -> String {
    let mut out = String::new();
    if file_of(request.body.as_ref()) {
        out.push_str("import { readFile } from \"node:fs/promises\";\n\n");
    }
    if let Some(Body::Form(parts)) = &request.body {
        out.push_str("const form = new FormData();\n");
        for (name, part) in parts {
            let (name, file) = (text(name), text(FILE));
            out.push_str(&match part {
                Part::File => {
                    format!("form.append({name}, new Blob([await readFile({file})]), {file});\n")
                }
                Part::Text(value) => format!("form.append({name}, {});\n", text(value)),
            });
        }
    }
    out.push_str(&format!("const response = await fetch({}, {{\n", text(url)));
    out.push_str(&format!(
        "  method: {},\n  headers: {{\n",
        text(&request.method)
    ));
    for Credential {
        header,
        prefix,
        variable,
    } in &request.credentials
    {
        out.push_str(&format!(
            "    {}: `{prefix}${{process.env.{variable}}}`,\n",
            text(header)
        ));
    }
    for (name, value) in request.all_headers() {
        out.push_str(&format!("    {}: {},\n", text(name), text(value)));
    }
    out.push_str("  },\n");
    match &request.body {
        Some(Body::Json(_, json)) => {
            out.push_str(&format!(
                "  body: JSON.stringify({}),\n",
                indent(json, "  ")
            ));
        }
        Some(Body::Form(_)) => out.push_str("  body: form,\n"),
        None => {}
    }
    out.push_str("});\nconsole.log(response.status, await response.text());");
    out
}

fn python(request: &Request, url: &str) -> String {
    let method = request.method.to_ascii_lowercase();
    let mut out = "import os\n\nimport requests\n\n".to_owned();
    out.push_str(&format!(
        "response = requests.{method}(\n    {},\n    headers={{\n",
        text(url)
    ));
    for Credential {
        header,
        prefix,
        variable,
    } in &request.credentials
    {
        out.push_str(&format!(
            "        {}: f\"{prefix}{{os.environ['{variable}']}}\",\n",
            text(header)
        ));
    }
    for (name, value) in request.all_headers() {
        out.push_str(&format!("        {}: {},\n", text(name), text(value)));
    }
    out.push_str("    },\n");
    match &request.body {
        Some(Body::Json(_, json)) => {
            out.push_str(&format!(
                "    data='''{}''',\n",
                json.replace('\\', "\\\\").replace('\'', "\\'")
            ));
        }
        Some(Body::Form(parts)) => {
            let (mut files, mut fields) = (String::new(), String::new());
            for (name, part) in parts {
                match part {
                    Part::File => {
                        files.push_str(&format!("{}: open({}, \"rb\")", text(name), text(FILE)))
                    }
                    Part::Text(value) => {
                        fields.push_str(&format!("{}: {}, ", text(name), text(value)))
                    }
                }
            }
            out.push_str(&format!("    files={{{files}}},\n"));
            if !fields.is_empty() {
                out.push_str(&format!(
                    "    data={{{}}},\n",
                    fields.trim_end_matches(", ")
                ));
            }
        }
        None => {}
    }
    out.push_str("    timeout=60,\n)\nprint(response.status_code, response.text)");
    out
}

/// In single quotes, where PHP reads nothing but backslashes and quotes.
fn php_text(value: &str) -> String {
    format!("'{}'", value.replace('\\', "\\\\").replace('\'', "\\'"))
}

fn php(request: &Request, url: &str) -> String {
    let mut out = format!("<?php\n$request = curl_init({});\n", php_text(url));
    out.push_str("curl_setopt_array($request, [\n    CURLOPT_RETURNTRANSFER => true,\n");
    out.push_str(&format!(
        "    CURLOPT_CUSTOMREQUEST => {},\n",
        php_text(&request.method)
    ));
    out.push_str("    CURLOPT_HTTPHEADER => [\n");
    for Credential {
        header,
        prefix,
        variable,
    } in &request.credentials
    {
        let before = php_text(&format!("{header}: {prefix}"));
        out.push_str(&format!(
            "        {before} . getenv({}),\n",
            php_text(variable)
        ));
    }
    for (name, value) in request.all_headers() {
        out.push_str(&format!(
            "        {},\n",
            php_text(&format!("{name}: {value}"))
        ));
    }
    out.push_str("    ],\n");
    match &request.body {
        Some(Body::Json(_, json)) => {
            out.push_str(&format!(
                "    CURLOPT_POSTFIELDS => <<<'JSON'\n{json}\nJSON,\n"
            ));
        }
        Some(Body::Form(parts)) => {
            out.push_str("    CURLOPT_POSTFIELDS => [\n");
            for (name, part) in parts {
                let value = match part {
                    Part::File => format!("new CURLFile({})", php_text(FILE)),
                    Part::Text(value) => php_text(value),
                };
                out.push_str(&format!("        {} => {value},\n", php_text(name)));
            }
            out.push_str("    ],\n");
        }
        None => {}
    }
    out.push_str("]);\n$body = curl_exec($request);\n");
    out.push_str("echo curl_getinfo($request, CURLINFO_RESPONSE_CODE), ' ', $body, PHP_EOL;");
    out
}

/// As Go reads it: raw, unless it has a backquote.
fn go_text(value: &str) -> String {
    match value.contains('`') {
        true => text(value),
        false => format!("`{value}`"),
    }
}

fn go(request: &Request, url: &str) -> String {
    let mut packages = vec!["fmt", "io", "log", "net/http", "os"];
    let mut body = String::new();
    let (mut sent, mut content_type) = ("nil", "");
    match &request.body {
        Some(Body::Json(_, json)) => {
            packages.push("strings");
            body = format!("\tbody := strings.NewReader({})\n", go_text(json));
            sent = "body";
        }
        Some(Body::Form(parts)) => {
            packages.extend(["bytes", "mime/multipart"]);
            body = go_form(parts);
            sent = "&body";
            content_type = "\trequest.Header.Set(\"Content-Type\", form.FormDataContentType())\n";
        }
        None => {}
    }
    packages.sort_unstable();
    let imports: String = packages.iter().map(|it| format!("\t\"{it}\"\n")).collect();
    let mut out = format!("package main\n\nimport (\n{imports})\n\nfunc main() {{\n{body}");
    out.push_str(&format!(
        "\trequest, err := http.NewRequest({}, {}, {sent})\n",
        text(&request.method),
        text(url)
    ));
    out.push_str("\tif err != nil {\n\t\tlog.Fatal(err)\n\t}\n");
    for Credential {
        header,
        prefix,
        variable,
    } in &request.credentials
    {
        let secret = match *prefix {
            "" => format!("os.Getenv({})", text(variable)),
            prefix => format!("{}+os.Getenv({})", text(prefix), text(variable)),
        };
        out.push_str(&format!(
            "\trequest.Header.Set({}, {secret})\n",
            text(header)
        ));
    }
    for (name, value) in request.all_headers() {
        out.push_str(&format!(
            "\trequest.Header.Set({}, {})\n",
            text(name),
            text(value)
        ));
    }
    out.push_str(content_type);
    out.push_str(
        "\tresponse, err := http.DefaultClient.Do(request)\n\
         \tif err != nil {\n\t\tlog.Fatal(err)\n\t}\n\
         \tdefer response.Body.Close()\n\
         \ttext, err := io.ReadAll(response.Body)\n\tif err != nil {\n\
         \t\tlog.Fatal(err)\n\t}\n\tfmt.Println(response.StatusCode, string(text))\n}",
    );
    out
}

fn go_form(parts: &[(String, Part)]) -> String {
    let mut out = "\tvar body bytes.Buffer\n\tform := multipart.NewWriter(&body)\n".to_owned();
    for (name, part) in parts {
        out.push_str(&match part {
            Part::File => format!(
                "\tfile, err := os.ReadFile({file})\n\tif err != nil {{\n\t\tlog.Fatal(err)\n\t}}\n\
                 \tpart, err := form.CreateFormFile({}, {file})\n\
                 \tif err != nil {{\n\t\tlog.Fatal(err)\n\t}}\n\
                 \tpart.Write(file)\n",
                text(name),
                file = text(FILE)
            ),
            Part::Text(value) => format!("\tform.WriteField({}, {})\n", text(name), text(value)),
        });
    }
    out.push_str("\tform.Close()\n");
    out
}

/// A raw string, with as many hashes as it takes.
fn rust_raw(value: &str) -> String {
    let mut hashes = "#".to_owned();
    while value.contains(&format!("\"{hashes}")) {
        hashes.push('#');
    }
    format!("r{hashes}\"{value}\"{hashes}")
}

/// With `ureq`, which the client in Rust stands on too.
fn rust(request: &Request, url: &str) -> String {
    let method = request.method.to_ascii_lowercase();
    let form = match &request.body {
        Some(Body::Form(parts)) => rust_form(parts),
        _ => String::new(),
    };
    let feature = match form.is_empty() {
        true => "",
        false => " --features multipart",
    };
    let mut out = format!("// cargo add ureq{feature}\n");
    out.push_str("fn main() -> Result<(), Box<dyn std::error::Error>> {\n");
    out.push_str(&form);
    out.push_str(&format!(
        "    let mut response = ureq::{method}({})\n",
        text(url)
    ));
    out.push_str("        .config()\n        .http_status_as_error(false)\n        .build()\n");
    for Credential {
        header,
        prefix,
        variable,
    } in &request.credentials
    {
        let secret = format!("std::env::var({})?", text(variable));
        let value = match *prefix {
            "" => secret,
            prefix => format!("format!(\"{prefix}{{}}\", {secret})"),
        };
        out.push_str(&format!("        .header({}, {value})\n", text(header)));
    }
    for (name, value) in request.all_headers() {
        out.push_str(&format!(
            "        .header({}, {})\n",
            text(name),
            text(value)
        ));
    }
    let sent = match &request.body {
        Some(Body::Json(_, json)) => format!("send({})", rust_raw(json)),
        Some(Body::Form(_)) => "send(form)".to_owned(),
        None if matches!(method.as_str(), "post" | "put" | "patch") => "send_empty()".to_owned(),
        None => "call()".to_owned(),
    };
    out.push_str(&format!(
        "        .{sent}?;\n    let status = response.status().as_u16();\n"
    ));
    out.push_str("    println!(\"{status} {}\", response.body_mut().read_to_string()?);\n");
    out.push_str("    Ok(())\n}");
    out
}

fn rust_form(parts: &[(String, Part)]) -> String {
    let mut out = "    let form = ureq::unversioned::multipart::Form::new()".to_owned();
    for (name, part) in parts {
        let name = text(name);
        out.push_str(&match part {
            Part::File => format!("\n        .file({name}, {})?", text(FILE)),
            Part::Text(value) => format!("\n        .text({name}, {})", text(value)),
        });
    }
    out.push_str(";\n");
    out
}

fn java(request: &Request, url: &str) -> String {
    let mut imports = vec![
        "java.net.URI",
        "java.net.http.HttpClient",
        "java.net.http.HttpRequest",
        "java.net.http.HttpResponse",
    ];
    let (mut body, mut sent) = (String::new(), "HttpRequest.BodyPublishers.noBody()");
    let mut content_type = "";
    match &request.body {
        Some(Body::Json(_, json)) => {
            let json = indent(&json.replace('\\', "\\\\"), "            ");
            body = format!("        var body = \"\"\"\n            {json}\"\"\";\n");
            sent = "HttpRequest.BodyPublishers.ofString(body)";
        }
        Some(Body::Form(parts)) => {
            imports.extend([
                "java.io.ByteArrayOutputStream",
                "java.nio.file.Files",
                "java.nio.file.Path",
            ]);
            body = java_form(parts);
            sent = "HttpRequest.BodyPublishers.ofByteArray(body.toByteArray())";
            content_type = "            .header(\"Content-Type\", \
                            \"multipart/form-data; boundary=\" + boundary)\n";
        }
        None => {}
    }
    imports.sort_unstable();
    let imports: String = imports.iter().map(|it| format!("import {it};\n")).collect();
    let mut out = format!(
        "{imports}\nclass Example {{\n\
         \x20   public static void main(String[] args) throws Exception {{\n{body}\
         \x20       var request = HttpRequest.newBuilder(URI.create({}))\n",
        text(url)
    );
    for Credential {
        header,
        prefix,
        variable,
    } in &request.credentials
    {
        let secret = match *prefix {
            "" => format!("System.getenv({})", text(variable)),
            prefix => format!("{} + System.getenv({})", text(prefix), text(variable)),
        };
        out.push_str(&format!(
            "            .header({}, {secret})\n",
            text(header)
        ));
    }
    for (name, value) in request.all_headers() {
        out.push_str(&format!(
            "            .header({}, {})\n",
            text(name),
            text(value)
        ));
    }
    out.push_str(content_type);
    out.push_str(&format!(
        "            .method({}, {sent})\n            .build();\n\
         \x20       var response = HttpClient.newHttpClient()\n\
         \x20           .send(request, HttpResponse.BodyHandlers.ofString());\n\
         \x20       System.out.println(response.statusCode() + \" \" + response.body());\n\
         \x20   }}\n}}",
        text(&request.method)
    ));
    out
}

fn java_form(parts: &[(String, Part)]) -> String {
    let mut out = "        var boundary = \"kofa-\" + System.nanoTime();\n\
                   \x20       var body = new ByteArrayOutputStream();\n"
        .to_owned();
    for (name, part) in parts {
        let disposition = format!("Content-Disposition: form-data; name=\"{name}\"");
        let (head, value) = match part {
            Part::File => (
                format!("{disposition}; filename=\"{FILE}\"\r\n\r\n"),
                format!("Files.readAllBytes(Path.of({}))", text(FILE)),
            ),
            Part::Text(value) => (
                format!("{disposition}\r\n\r\n"),
                format!("{}.getBytes()", text(value)),
            ),
        };
        let head = text(&format!("\r\n{head}"));
        out.push_str(&format!(
            "        body.write((\"--\" + boundary + {head}).getBytes());\n\
             \x20       body.write({value});\n        body.write(\"\\r\\n\".getBytes());\n"
        ));
    }
    out.push_str("        body.write((\"--\" + boundary + \"--\\r\\n\").getBytes());\n");
    out
}

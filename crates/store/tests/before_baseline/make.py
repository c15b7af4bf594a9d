#!/usr/bin/env python3
"""Writes main.sql, register.sql and postgres.sql: databases as the last version before the
baseline (commit 7741a48) left them, with the rows of rows.sql in them. Its 25 migrations are taken
from the repository's history and really run.

Needs the history, psql and pg_dump with a PostgreSQL server that may be written to, and apsw
(`pip install apsw`), which brings a SQLite as new as the server's.

    crates/store/tests/before_baseline/make.py postgres://postgres@127.0.0.1/postgres
"""

import hashlib
import re
import subprocess
import sys
from pathlib import Path

import apsw

COMMIT = "7741a48"
HERE = Path(__file__).resolve().parent
DONE = (
    "create table schema_migration"
    " (number bigint primary key, name text not null, checksum text not null)"
)
# On SQLite these tables have a file of their own.
REGISTER = {
    "company", "company_detail", "company_role", "company_capital", "company_charge",
    "company_search",
}
SCRATCH = "kofa_before_baseline"


def output(*command, **options):
    return subprocess.run(
        command, cwd=HERE, check=True, capture_output=True, text=True, **options
    ).stdout


def steps(folder):
    """Each migration with the row that its version kept of it."""
    yield DONE
    listed = output(
        "git", "ls-tree", "--full-tree", "--name-only", COMMIT, f"migrations/{folder}/"
    )
    for path in listed.split():
        text = output("git", "show", f"{COMMIT}:{path}")
        number, name = Path(path).stem.split("_", 1)
        digest = hashlib.sha256(text.encode()).hexdigest()[:16]
        yield text + f"\n;insert into schema_migration values ({int(number)}, '{name}', '{digest}')"


def rows():
    lines = (HERE / "rows.sql").read_text().splitlines()
    return [line for line in lines if line and not line.startswith("--")]


def table_of(statement):
    return statement.removeprefix("insert into ").removeprefix("update ").split(" ", 1)[0]


def in_sqlite(statement):
    statement = re.sub(r"'\\x([0-9a-f]*)'", r"x'\1'", statement)
    # The one binary column that is left empty.
    statement = re.sub(r"(insert into subscription_book .*), ''\);", r"\1, x'');", statement)
    return statement.replace("company_search (id,", "company_search (rowid,")


def one_line(sql):
    return re.sub(r"\s+", " ", re.sub(r"--[^\n]*", "", sql)).strip()


def sqlite(folder, is_register):
    """The tables as they are described, then their rows. The search keeps no words: its own tables
    are written instead."""
    database = apsw.Connection(":memory:")
    for step in steps(folder):
        database.execute(step).fetchall()
    for statement in rows():
        if (table_of(statement) in REGISTER) == is_register:
            database.execute(in_sqlite(statement))
    listed = database.execute("select name, type from pragma_table_list where schema = 'main'")
    kinds = dict(listed.fetchall())
    made, filled = [], []
    listed = database.execute(
        "select name, sql from sqlite_master where sql is not null order by rowid"
    )
    for name, sql in listed.fetchall():
        kind = kinds.get(name)
        if kind != "shadow":
            made.append(one_line(sql) + ";")
        if kind == "shadow":
            filled.append(f"delete from {name};")
        if kind in ("table", "shadow"):
            columns = [row[1] for row in database.execute(f"pragma table_info({name})")]
            quoted = " || ', ' || ".join(f"quote({column})" for column in columns)
            for (values,) in database.execute(f"select {quoted} from {name}"):
                filled.append(f"insert into {name} values ({values});")
    return made + filled


def postgres(url):
    def script(sql):
        output("psql", "-qX", "-v", "ON_ERROR_STOP=1", "-d", url, input=sql)

    script(f"drop schema if exists {SCRATCH} cascade; create schema {SCRATCH};")
    path = f"set search_path = {SCRATCH};"
    script(";\n".join([path.strip(";"), *steps("postgres")]) + ";")
    script("\n".join([path, *rows()]))
    dump = output("pg_dump", "--inserts", "--no-owner", "-n", SCRATCH, url)
    script(f"drop schema {SCRATCH} cascade;")
    lines = [line for line in dump.splitlines() if not line.startswith(("--", "\\"))]
    statements = re.split(r";\n", "\n".join(lines) + "\n")
    said = [one_line(statement).replace(f"{SCRATCH}.", "") + ";" for statement in statements]
    session = re.compile(r";|SET |CREATE SCHEMA|SELECT pg_catalog.set_config")
    return [one for one in said if not session.match(one)]


def main():
    for name, lines in {
        "main": sqlite("sqlite", False),
        "register": sqlite("sqlite-register", True),
        "postgres": postgres(sys.argv[1]),
    }.items():
        (HERE / f"{name}.sql").write_text("\n".join(lines) + "\n")


main()

#!/usr/bin/env bash
# All tests: those of the crates on SQLite and PostgreSQL, then the built binary from outside.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if [ -z "${TEST_POSTGRES_URL:-}" ]; then
  exec scripts/postgres.sh "${BASH_SOURCE[0]}"
fi

echo "test: crates"
# A snapshot that is new or changed fails instead of waiting for a reviewer.
rm -f target/operations.txt
INSTA_UPDATE=no cargo nextest run --locked --workspace
echo "test: storage operations that ran"
# Of the whole workspace: for one package it would be compiled again, with other features.
cargo nextest run --locked --workspace --run-ignored only -E 'package(kofa-tidy)'
echo "test: the server from outside"
# Three files at once, in the order of tests/conftest.py.
.venv/bin/python -m pytest -n 3 --dist loadfile --no-loadscope-reorder tests
# Last, for they test what measures the product and not the product itself.
if [ -n "${KOFA_TOOLS_UNTIL:-}" ] && [ "$(date +%s)" -gt "$KOFA_TOOLS_UNTIL" ]; then
  echo "test: NOT RUN: check_more.sh and the tools' tests: it is later than KOFA_TOOLS_UNTIL" >&2
  exit 0
fi
scripts/check_more.sh
echo "test: tools"
# Without `bench`, which would compile the whole product once more: `benches/run.sh` runs its tests.
(cd tools && cargo nextest run --locked -p kofa-poa-bench -p kofa-reader -p kofa-samples \
  --config-file ../.config/nextest.toml)

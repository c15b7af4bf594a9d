#!/usr/bin/env bash
# The gate before the tests: formatting, lints, dependencies. check_more.sh has the rest.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

echo "check: formatting"
cargo fmt --all --check
(cd tools && cargo fmt --all --check)
(cd clients/rust && cargo fmt --check)
echo "check: messages"
python3 scripts/messages.py --check
echo "check: lints"
cargo clippy --locked --workspace --all-targets -- -D warnings
(cd clients/rust && cargo clippy --locked --no-default-features --all-targets \
  --target-dir ../../target/clients -- -D warnings)
echo "check: dependencies"
cargo deny --locked check bans licenses sources
if timeout 60 cargo deny fetch db 2>/dev/null; then
  cargo deny --locked --offline check advisories
else
  echo "check: NOT CHECKED: known vulnerabilities; their database cannot be fetched from here" >&2
fi

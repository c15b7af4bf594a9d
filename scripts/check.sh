#!/usr/bin/env bash
# The gate before the tests: formatting, lints, documentation.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

echo "check: formatting"
cargo fmt --all --check
(cd tools && cargo fmt --all --check)
echo "check: lints"
cargo clippy --locked --workspace --all-targets -- -D warnings
# The same target folder, and dependencies with the same features: only our own crates are checked
# again. What fuzzes would compile a library in C++.
(cd tools && cargo clippy --locked --workspace --exclude kofa-fuzz --all-targets -- -D warnings)
echo "check: documentation"
RUSTDOCFLAGS="-D warnings" cargo doc --locked --workspace --no-deps --quiet
echo "check: house rules"
cargo nextest run --locked -p kofa-tidy

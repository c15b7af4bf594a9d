#!/usr/bin/env bash
# What can wait until after the tests: lints of the tools, documentation.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

echo "check: lints of the tools"
# The same target folder, and dependencies with the same features: only our own crates are checked
# again. What fuzzes would compile a library in C++.
(cd tools && cargo clippy --locked --workspace --exclude kofa-fuzz --all-targets -- -D warnings)
echo "check: documentation"
RUSTDOCFLAGS="-D warnings" cargo doc --locked --workspace --no-deps --quiet

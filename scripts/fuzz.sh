#!/usr/bin/env bash
# Fuzzes the reading of pictures and PDFs and the understanding of addresses, guided by
# coverage, for a bounded time each. What breaks a target is kept in tools/fuzz/artifacts.
#
# Usage: scripts/fuzz.sh [SECONDS_EACH] [TARGET]...      default: 60, all three
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../tools/fuzz"

seconds=${1:-60}
shift || true
targets=("$@")
[ ${#targets[@]} -gt 0 ] || targets=(picture pdf address)

# What `cargo fuzz` passes, less the sanitizer: there is no memory of our own to get wrong. The
# target is named so that build scripts are compiled without it.
triple=$(rustc -vV | sed -n 's/^host: //p')
passes="-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4"
passes+=" -Cllvm-args=-sanitizer-coverage-inline-8bit-counters"
passes+=" -Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares"
export RUSTC_BOOTSTRAP=1 RUSTFLAGS="$passes --cfg fuzzing -Ccodegen-units=1"
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-../../target/fuzz}
cargo build --locked --profile fuzz --target "$triple" --bins

for target in "${targets[@]}"; do
  echo "fuzz: $target for $seconds seconds"
  mkdir -p "corpus/$target" "artifacts/$target"
  # A PDF can ask for more work than anyone has time for: in the server its process is ended.
  "$CARGO_TARGET_DIR/$triple/fuzz/$target" "corpus/$target" "seeds/$target" \
    -max_total_time="$seconds" -timeout=60 -timeout_exitcode=0 -rss_limit_mb=2048 \
    -max_len=65536 -artifact_prefix="artifacts/$target/" -print_final_stats=1 -verbosity=0
done

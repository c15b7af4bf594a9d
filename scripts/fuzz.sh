#!/usr/bin/env bash
# Fuzzes what reads what strangers send, guided by coverage, for a bounded time each: pictures,
# PDFs and addresses; requests, keys and cursors; imported files; answers of registers outside.
# What breaks a target is kept in tools/fuzz/artifacts.
#
# Usage: scripts/fuzz.sh [SECONDS_EACH] [TARGET]...      default: 60, all
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../tools/fuzz"

seconds=${1:-60}
shift || true
targets=("$@")
[ ${#targets[@]} -gt 0 ] || targets=(picture pdf address request rows key cursor upstream)

# What `cargo fuzz` passes, without a sanitizer: there is no memory of our own to get wrong. The crates
# that decode pictures have some: KOFA_FUZZ_SANITIZER=address adds the address sanitizer. The
# target is named so that build scripts are compiled without all this.
triple=$(rustc -vV | sed -n 's/^host: //p')
passes="-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4"
passes+=" -Cllvm-args=-sanitizer-coverage-inline-8bit-counters"
passes+=" -Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares"
[ -z "${KOFA_FUZZ_SANITIZER:-}" ] || passes+=" -Zsanitizer=$KOFA_FUZZ_SANITIZER"
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

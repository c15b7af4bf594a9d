#!/usr/bin/env bash
# Builds what is measured, measures, and prints the report (method: docs/benchmarks.md).
#
# Usage: benches/run.sh [quick|full] [--write]
#   quick    shows within two minutes that everything runs; its numbers mean little
#   full     the default; about an hour, on a machine that does nothing else
#   --write  puts the report into docs/benchmarks.md
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

quick=()
write=()
for word in "$@"; do
  case "$word" in
    quick) quick=(--quick) ;;
    full) ;;
    --write) write=(--write docs/benchmarks.md) ;;
    *)
      sed -n '2,8p' "${BASH_SOURCE[0]}" >&2
      exit 2
      ;;
  esac
done

scripts/setup.sh bench
# In the profile of production.
cargo build --locked --profile dist -p kofa-server --bin kofa
(cd tools && cargo build --locked --profile dist -p kofa-bench && cargo test --locked -p kofa-bench)

programs=${CARGO_TARGET_DIR:-target}
exec "$programs/dist/measure" "${quick[@]}" "${write[@]}" \
  --programs "$programs/dist" --benches benches --scratch "$programs/bench"

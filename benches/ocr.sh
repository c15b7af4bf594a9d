#!/usr/bin/env bash
# Reads the same invented pictures with Kofa, Tesseract and RapidOCR, in turns, and prints tables.
#
# Usage: benches/ocr.sh [PICTURES_OF_EACH_SORT] [SORT]...      default: 12, scan photo fax
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

count=${1:-12}
shift || true
sorts=("$@")
[ ${#sorts[@]} -gt 0 ] || sorts=(scan photo fax)

scripts/setup.sh ocr models
(cd tools && cargo build --locked --release -p kofa-poa-bench)

program=${CARGO_TARGET_DIR:-target}/release/kofa-poa-bench
scratch=${CARGO_TARGET_DIR:-target}/ocr
for sort in "${sorts[@]}"; do
  rm -rf "${scratch:?}/$sort"
  "$program" --count 0 --pictures "$count" --class "$sort" --layouts open \
    --write "$scratch/$sort" --unread >/dev/null
  printf '\n%s: ' "$sort"
  .venv-ocr/bin/python benches/ocr.py "$scratch/$sort" "$program" models
done

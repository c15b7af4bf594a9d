#!/usr/bin/env bash
# Trains the judge of addresses and writes its trees into the crate. Arguments are those of
# train.py: each --real DIR is a folder of labelled papers (files/ and truth/) to learn from.
# With `parts` as the first, trains what takes addresses abroad apart (arguments of parts.py).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

scripts/setup.sh build models
(cd tools && cargo build --locked -p kofa-reader)
venv=${CARGO_TARGET_DIR:-target}/reader-venv
[ -x "$venv/bin/python" ] || python3 -m venv "$venv"
"$venv/bin/pip" install --quiet -r tools/reader/requirements.txt
export PYTHONHASHSEED=0 PYTHONDONTWRITEBYTECODE=1
script=train.py
if [ "${1:-}" = parts ]; then
    shift
    script=parts.py
fi
exec nice "$venv/bin/python" "tools/reader/$script" "$@"

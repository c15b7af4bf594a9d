#!/usr/bin/env bash
# Writes the clients in clients/ from the description of the given server: scripts/clients.sh KOFA
set -euo pipefail
kofa=$(realpath "${1:?which kofa}")
cd "$(dirname "${BASH_SOURCE[0]}")/.."

folder=$(mktemp -d "${TMPDIR:-/tmp}/kofa-clients.XXXXXX")
"$kofa" demo --data "$folder/data" --listen 127.0.0.1:0 --ready-file "$folder/ready.json" \
  >"$folder/log" 2>&1 &
server=$!
trap 'kill "$server" 2>/dev/null; wait "$server" 2>/dev/null; rm -rf "$folder"' EXIT
until [ -s "$folder/ready.json" ]; do
  kill -0 "$server" 2>/dev/null || { cat "$folder/log" >&2; exit 1; }
  sleep 0.2
done
url=$(python3 -c 'import json, sys; print(json.load(sys.stdin)["baseUrl"])' <"$folder/ready.json")
cd clients
python3 -m generator --read "$url"

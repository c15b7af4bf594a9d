#!/usr/bin/env bash
# Runs a command with TEST_POSTGRES_URL set to a PostgreSQL that tests may use.
#
# Taken in this order: TEST_POSTGRES_URL as it is; a private cluster in a temporary folder, gone
# when the command ends; where its programs are not installed, a server on 127.0.0.1:5432 that
# lets `postgres` in. The private one first: it need not wait for the disk, and several nodes of
# several tests at a time take more connections than the usual hundred.
#
# Usage: scripts/postgres.sh COMMAND [ARG]...
#        scripts/postgres.sh --running      succeeds if the server on 5432 can be used
set -euo pipefail

LOCAL_URL=postgres://postgres@127.0.0.1:5432/postgres

local_answers() {
  PGCONNECT_TIMEOUT=3 psql -w -X -q -d "$LOCAL_URL" -c 'select 1' >/dev/null 2>&1
}

if [ "${1:-}" = --running ]; then
  local_answers
  exit
fi
if [ $# = 0 ]; then
  echo "usage: scripts/postgres.sh COMMAND [ARG]..." >&2
  exit 2
fi
if [ -n "${TEST_POSTGRES_URL:-}" ]; then
  echo "postgres: using TEST_POSTGRES_URL"
  exec "$@"
fi

# Debian keeps the server's programs out of PATH, one folder a version.
programs=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1 || true)
if [ -z "$programs" ]; then
  programs=$(dirname "$(command -v initdb || true)")
fi
if [ ! -x "$programs/initdb" ]; then
  if local_answers; then
    echo "postgres: using the one on 127.0.0.1:5432"
    export TEST_POSTGRES_URL=$LOCAL_URL
    exec "$@"
  fi
  echo "postgres: no server and no initdb; run scripts/setup.sh postgres" >&2
  exit 1
fi

folder=$(mktemp -d "${TMPDIR:-/tmp}/kofa-postgres.XXXXXX")
# PostgreSQL refuses to run as root.
as_owner=()
if [ "$(id -u)" = 0 ]; then
  owner=postgres
  id "$owner" >/dev/null 2>&1 || owner=nobody
  chown "$owner" "$folder"
  as_owner=(setpriv --reuid "$owner" --regid "$(id -g "$owner")" --clear-groups)
fi

stop() {
  cd /
  "${as_owner[@]}" "$programs/pg_ctl" -D "$folder/data" -m immediate stop >/dev/null 2>&1 || true
  rm -rf "$folder"
}
trap stop EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

port=$(python3 -c '
import socket
with socket.socket() as s:
    s.bind(("127.0.0.1", 0))
    print(s.getsockname()[1])')
echo "postgres: starting a private one on 127.0.0.1:$port"
(
  cd "$folder"
  "${as_owner[@]}" "$programs/initdb" -D "$folder/data" -U postgres -A trust -E UTF8 \
    --no-sync >"$folder/initdb.log" 2>&1 || { cat "$folder/initdb.log" >&2; exit 1; }
  # Test data need not survive a power cut, and both databases of a test run share two cores.
  "${as_owner[@]}" "$programs/pg_ctl" -D "$folder/data" -w -l "$folder/server.log" \
    -o "-h 127.0.0.1 -p $port -k $folder -c fsync=off -c max_connections=500" \
    start >/dev/null || { cat "$folder/server.log" >&2; exit 1; }
)
export TEST_POSTGRES_URL="postgres://postgres@127.0.0.1:$port/postgres"
"$@"

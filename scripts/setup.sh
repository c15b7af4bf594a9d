#!/usr/bin/env bash
# Installs what is missing for the named parts, and says so; quick when all is there.
# Usage: scripts/setup.sh [build] [nextest] [deny] [postgres] [python] [browser] [bench] [ocr] [models]
#                         [clients] [patroni] [deploy]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

say() { printf 'setup: %s\n' "$*"; }
have() { command -v "$1" >/dev/null 2>&1; }

as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif have sudo; then
    sudo "$@"
  else
    say "needs root for: $*" >&2
    exit 1
  fi
}

apt_updated=
apt_install() {
  say "installing Debian packages: $*"
  if ! have apt-get; then
    say "this machine has no apt-get; install the counterpart of: $*" >&2
    exit 1
  fi
  if [ -z "$apt_updated" ]; then
    as_root apt-get update -qq
    apt_updated=yes
  fi
  as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

# For programs that tests start themselves: Debian would start them as services of this machine.
apt_install_stopped() {
  local policy=/usr/sbin/policy-rc.d
  if [ -e "$policy" ]; then
    # Whoever put it there decides what is started.
    apt_install "$@"
    return
  fi
  printf '#!/bin/sh\nexit 101\n' | as_root tee "$policy" >/dev/null
  as_root chmod +x "$policy"
  # Also where the installation fails, or this is interrupted.
  trap "as_root rm -f '$policy'" EXIT
  apt_install "$@"
  as_root rm -f "$policy"
  trap - EXIT
}

need_build() {
  if ! have cargo; then
    say "Rust is missing: install its stable toolchain with rustup" >&2
    exit 1
  fi
  # The bundled SQLite is C.
  have cc || apt_install build-essential
}

need_nextest() {
  if ! cargo nextest --version >/dev/null 2>&1; then
    say "building cargo-nextest, the test runner (some minutes, once)"
    cargo install --locked cargo-nextest
  fi
}

# Not optimised: it runs for seconds, and is built in half the time.
need_deny() {
  if ! cargo deny --version >/dev/null 2>&1; then
    say "building cargo-deny, which checks dependencies (a minute or two, once)"
    cargo install --locked --debug cargo-deny
  fi
}

# A running PostgreSQL is used as it is; otherwise its programs must be here, so that
# scripts/postgres.sh can start a private one.
need_postgres() {
  if [ -n "${TEST_POSTGRES_URL:-}" ]; then
    return
  fi
  if have psql && scripts/postgres.sh --running; then
    return
  fi
  if ! ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 && ! have initdb; then
    apt_install postgresql
  fi
}

# Two PostgreSQL servers, one of which takes the other's place: tests/failover.py.
need_patroni() {
  local missing=()
  have patroni || missing+=(patroni python3-etcd)
  have etcd || missing+=(etcd-server)
  ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || missing+=(postgresql)
  if [ ${#missing[@]} -gt 0 ]; then
    apt_install_stopped "${missing[@]}"
  fi
}

# What checks and runs the files of deploy/.
need_deploy() {
  local missing=()
  have haproxy || missing+=(haproxy)
  have promtool || missing+=(prometheus)
  have systemd-analyze || missing+=(systemd)
  have buildah || missing+=(buildah)
  have mmdebstrap || missing+=(mmdebstrap)
  if [ ${#missing[@]} -gt 0 ]; then
    apt_install_stopped "${missing[@]}"
  fi
}

need_python() {
  if ! have python3; then
    apt_install python3 python3-venv
  elif ! python3 -c 'import ensurepip, venv' >/dev/null 2>&1; then
    apt_install python3-venv
  fi
  # Makes the certificates of tests.
  have openssl || apt_install openssl
  local stamp=.venv/requirements.installed
  if ! cmp -s tests/requirements.txt "$stamp"; then
    say "installing tests/requirements.txt into .venv"
    python3 -m venv --clear .venv
    .venv/bin/pip install --quiet --disable-pip-version-check -r tests/requirements.txt
    cp tests/requirements.txt "$stamp"
  fi
}

need_browser() {
  # Half of the processor time of the full browser.
  have chromium-headless-shell || apt_install chromium-headless-shell fonts-dejavu-core
}

need_models() {
  # They come as a Python package.
  have python3 || apt_install python3 python3-venv
  scripts/models.sh
}

need_bench() {
  local missing=()
  have wrk || missing+=(wrk)
  have nginx || missing+=(nginx-light)
  have haproxy || missing+=(haproxy)
  if [ ${#missing[@]} -gt 0 ]; then
    # Measured against, never run as services of this machine: see benches/.
    apt_install "${missing[@]}"
  fi
}

# Other readers of pictures, to read beside: in a place of their own, never part of anything.
need_ocr() {
  have python3 || apt_install python3 python3-venv
  have tesseract || apt_install tesseract-ocr
  local stamp=.venv-ocr/requirements.installed
  if ! cmp -s benches/ocr-requirements.txt "$stamp"; then
    say "installing benches/ocr-requirements.txt into .venv-ocr"
    python3 -m venv --clear .venv-ocr
    .venv-ocr/bin/pip install --quiet --disable-pip-version-check -r benches/ocr-requirements.txt
    cp benches/ocr-requirements.txt "$stamp"
  fi
}

# The languages of clients/ and of the examples beside Rust and Python, and the compiler of
# TypeScript.
need_clients() {
  local missing=()
  have node || missing+=(nodejs)
  have npm || missing+=(npm)
  have go || missing+=(golang-go)
  have php && php -m | grep -qx curl || missing+=(php-cli php-curl)
  # For the examples of the reference.
  have javac || missing+=(default-jdk-headless)
  if [ ${#missing[@]} -gt 0 ]; then
    apt_install "${missing[@]}"
  fi
  if [ "$(node -p 'process.versions.node.split(".")[0]')" -lt 20 ]; then
    say "installing Node.js 22, since this one is older than the TypeScript client supports"
    as_root npm install --global --no-audit --no-fund --silent node@22
  fi
  local lock=clients/typescript/package-lock.json stamp=clients/typescript/node_modules/installed
  if ! cmp -s "$lock" "$stamp"; then
    say "installing the TypeScript compiler into clients/typescript/node_modules"
    npm ci --prefix clients/typescript --ignore-scripts --no-audit --no-fund --silent
    cp "$lock" "$stamp"
  fi
}

for part in "$@"; do
  case "$part" in
    build | nextest | deny | postgres | python | browser | bench | ocr | models | clients | \
      patroni | deploy)
      "need_$part"
      ;;
    *)
      say "unknown part: $part" >&2
      exit 2
      ;;
  esac
done
say "ready: $*"

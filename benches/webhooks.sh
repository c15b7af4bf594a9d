#!/bin/bash
# How long events take from their commit to their receiver, on SQLite and PostgreSQL:
#
#   scripts/postgres.sh benches/webhooks.sh
#
# RATE_SQLITE (500) and RATE_POSTGRES (1000) events a second, each in a transaction of its own, for
# SECONDS_EACH (10), to ten endpoints of ten tenants; BESIDE_DEAD=1 adds a dead one and one that
# never answers. Writers, worker and receiver share one process and this machine.
set -euo pipefail
cd "$(dirname "$0")/.."
export CARGO_PROFILE_DEV_OPT_LEVEL=2
exec cargo test --locked -p kofa-events --test events -- --ignored --nocapture from_commit_to_receiver

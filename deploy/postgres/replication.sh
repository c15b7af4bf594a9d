#!/bin/sh
# Lets the standby copy the primary; run once, when its data is made.
set -eu
echo "host replication kofa all trust" >>"$PGDATA/pg_hba.conf"

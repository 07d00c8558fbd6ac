#!/usr/bin/env bash
# Runs the SQL client: sql-client.sh [-i FILE] [-f FILE] [-D key=value]...; --help says more.
set -euo pipefail

script=$(readlink -f "${BASH_SOURCE[0]}")
library=${script%/*}/lib
source "$library/console.sh"
source "$library/settings.sh"

require_program eddyline-sql
read_settings eddyline-jobmanager
mkdir -p "$log_dir" 2>/dev/null || true
# Behind the user's words, of which the first may be a mode.
exec "$programs/eddyline-sql" "$@" --log-file "$log_dir/flink-$ident-sql-client-$host.log"

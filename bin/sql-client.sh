#!/usr/bin/env bash
# Runs the SQL client: sql-client.sh [-i FILE]... [-f FILE] [-D key=value]...; --help says more.
set -euo pipefail

script=$(readlink -f "${BASH_SOURCE[0]}")
library=${script%/*}/lib
source "$library/console.sh"
source "$library/settings.sh"

read_settings eddyline-sql
prepare_client_log sql-client
# Behind the user's words, of which the first may be a mode.
exec "$programs/eddyline-sql" "$@" "${client_log[@]}"

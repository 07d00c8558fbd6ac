#!/usr/bin/env bash
# Runs the SQL client: sql-client.sh [-i FILE] [-f FILE] [-D key=value]...; --help says more.
set -euo pipefail

script=$(readlink -f "${BASH_SOURCE[0]}")
library=${script%/*}/lib
source "$library/console.sh"
source "$library/settings.sh"

require_program eddyline-sql
exec "$programs/eddyline-sql" "$@"

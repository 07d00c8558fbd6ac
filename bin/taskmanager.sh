#!/usr/bin/env bash
# Starts one more task executor on this machine, or stops them: taskmanager.sh start [-D key=value]...
set -euo pipefail

script=$(readlink -f "${BASH_SOURCE[0]}")
source "${script%/*}/lib/cluster.sh"

take_verb 'taskmanager.sh (start|start-foreground|stop|stop-all)' "$@"
shift
run_verb taskexecutor "$verb" "$@"

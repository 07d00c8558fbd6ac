#!/usr/bin/env bash
# Starts and stops the job manager of this machine: jobmanager.sh start [HOST [WEBPORT]] [-D key=value]...
set -euo pipefail

script=$(readlink -f "${BASH_SOURCE[0]}")
source "${script%/*}/lib/cluster.sh"

take_verb 'jobmanager.sh ((start|start-foreground) [args])|stop|stop-all' "$@"
shift

place=()
if [[ $verb == start* && ${1--} != -* ]]; then
  place=(-D "jobmanager.rpc.address=$1")
  shift
  if [[ ${1--} != -* ]]; then
    place+=(-D "rest.port=$1")
    shift
  fi
fi
run_verb standalonesession "$verb" "$@" "${place[@]}"

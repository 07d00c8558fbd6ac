#!/usr/bin/env bash
# Stops a task executor for each line of conf/workers, and then the job manager.
set -euo pipefail

script=$(readlink -f "${BASH_SOURCE[0]}")
source "${script%/*}/lib/cluster.sh"

(($# == 0)) || die "stop-cluster.sh takes no arguments"

read_settings_for_stopping eddyline-jobmanager
read_workers
lock_cluster
not_stopped=0
for worker in "${workers[@]}"; do
  if [[ $workers_are_local == true ]]; then
    stop_latest taskexecutor
  else
    on_host "$worker" stop || {
      say "no task executor could be stopped on host $worker"
      not_stopped=$((not_stopped + 1))
    }
  fi
done
stop_latest standalonesession
((not_stopped == 0))

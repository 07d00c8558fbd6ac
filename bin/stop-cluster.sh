#!/usr/bin/env bash
# Stops a task executor for each line of conf/workers, and then the job manager.
set -euo pipefail

script=$(readlink -f "${BASH_SOURCE[0]}")
library=${script%/*}/lib
source "$library/console.sh"
source "$library/settings.sh"
source "$library/daemon.sh"
source "$library/hosts.sh"

(($# == 0)) || die "stop-cluster.sh takes no arguments"

read_settings eddyline-jobmanager
read_workers
for worker in "${workers[@]}"; do
  if [[ $workers_are_local == true ]]; then
    stop_latest taskexecutor
  else
    on_host "$worker" stop || say "no task executor could be stopped on host $worker"
  fi
done
stop_latest standalonesession

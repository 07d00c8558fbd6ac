#!/usr/bin/env bash
# Starts a job manager on this machine and a task executor for each line of conf/workers. Either all of them run when it ends, or
# none of those that it started.
set -euo pipefail

script=$(readlink -f "${BASH_SOURCE[0]}")
source "${script%/*}/lib/cluster.sh"

(($# == 0)) || die "start-cluster.sh takes no arguments; settings stand in $conf_dir/config.yaml"

job_manager=
executors=()
remote_hosts=()

# undo: stops what this call has started, the latest first. Whatever fails on the way, the rest is stopped.
undo() {
  trap '' HUP INT PIPE TERM
  set +e
  abandon_start
  local index
  for ((index = ${#executors[@]} - 1; index >= 0; --index)); do stop_one taskexecutor "${executors[index]}"; done
  for ((index = ${#remote_hosts[@]} - 1; index >= 0; --index)); do on_host "${remote_hosts[index]}" stop || true; done
  [[ -z $job_manager ]] || stop_one standalonesession "$job_manager"
}
trap undo EXIT

read_settings eddyline-jobmanager
require_program eddyline-taskexecutor
read_workers
lock_cluster
printf 'Starting cluster.\n'
start_daemon standalonesession
job_manager=$started_pid
for worker in "${workers[@]}"; do
  if [[ $workers_are_local == true ]]; then
    start_daemon taskexecutor
    executors+=("$started_pid")
  else
    on_host "$worker" start || die "no task executor could be started on host $worker"
    remote_hosts+=("$worker")
  fi
done
trap - EXIT

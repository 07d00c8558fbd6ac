# Hosts of a cluster, and starting and stopping processes on them; sourced, needs daemon.sh and settings.sh.

# read_workers: the hosts of conf/workers in $workers, one a line, and in $workers_are_local whether all of them are this machine.
read_workers() {
  [[ -f $conf_dir/workers ]] || die "No workers file. Please specify workers in 'conf/workers'."
  workers=()
  workers_are_local=true
  local line worker
  while IFS= read -r line || [[ -n $line ]]; do
    line=${line%$'\r'}
    read -r worker _ <<<"${line%%#*}" || true
    # A place in the network may stand before the host: /rack/host.
    worker=${worker##*/}
    [[ -n $worker ]] || continue
    workers+=("$worker")
    [[ $worker == localhost || $worker == 127.0.0.1 ]] || workers_are_local=false
  done <"$conf_dir/workers"
}

# on_host HOST VERB: taskmanager.sh VERB on another machine, where the installation lies at the same place.
on_host() {
  local words
  printf -v words '%q ' bash -l "$home/bin/taskmanager.sh" "$2"
  ssh -n "${ssh_options[@]}" "$1" -- "$words"
}

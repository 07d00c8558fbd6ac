#!/usr/bin/env bash
# From a fresh clone to rows on the screen: installs what is missing, builds, starts a cluster with folders and ports of its own,
# submits both jobs of examples/early-fire's first step, shows their rows up to the first correction, and stops the cluster.
set -euo pipefail

script=$(readlink -f "${BASH_SOURCE[0]}")
root=${script%/bin/*}
library=$root/bin/lib
source "$library/console.sh"
source "$library/packages.sh"
source "$library/build.sh"

readonly rows_limit_s=60
folder=
tail_pid=

clean_up() {
  [[ -z $tail_pid ]] || kill "$tail_pid" 2>/dev/null || true
  [[ -n $folder ]] || return 0
  # Also what a start that was interrupted has left.
  "$root/bin/taskmanager.sh" stop-all >&2 || true
  "$root/bin/jobmanager.sh" stop-all >&2 || true
  rm -rf "$folder"
}
trap clean_up EXIT
trap 'say "stopped"; exit 130' INT
trap 'exit 143' TERM

# free_port FROM: the first port on loopback from there on that nobody listens on.
free_port() {
  local port=$1
  while (: <>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do port=$((port + 1)); done
  printf '%d\n' "$port"
}

# make_folder: conf, log and pid folders of the cluster, which runs beside any other one.
make_folder() {
  folder=$(mktemp -d)
  mkdir "$folder/conf" "$folder/log" "$folder/pid"
  local rpc_port rest_port
  rpc_port=$(free_port $((20000 + $$ % 10000)))
  rest_port=$(free_port $((rpc_port + 1)))
  sed -e 's/numberOfTaskSlots: 1/numberOfTaskSlots: 8/' -e 's/size: 1728m/size: 4096m/' "$root/conf/config.yaml" \
    >"$folder/conf/config.yaml"
  printf 'jobmanager.rpc.port: %d\nrest.port: %d\n' "$rpc_port" "$rest_port" >>"$folder/conf/config.yaml"
  cp "$root/conf/masters" "$root/conf/workers" "$folder/conf"
  export FLINK_CONF_DIR=$folder/conf FLINK_LOG_DIR=$folder/log FLINK_PID_DIR=$folder/pid FLINK_IDENT_STRING=quickstart
}

# show_rows: prints the rows of both jobs as they come, until the first correction and the first row of the baseline, and leaves the
# times of those.
show_rows() {
  local row rows deadline=$((SECONDS + rows_limit_s))
  first_row_after='' first_correction_after='' first_baseline_after=''
  exec {rows}< <(exec tail -q -n +1 -F "$folder"/log/flink-*-taskexecutor-*.out 2>/dev/null)
  tail_pid=$!
  while [[ -z $first_correction_after || -z $first_baseline_after ]]; do
    IFS= read -r -t $((deadline > SECONDS ? deadline - SECONDS : 1)) -u "$rows" row ||
      die "no corrected row and no row of the baseline within $rows_limit_s s: $(tail -n 5 "$folder"/log/*.log)"
    printf '%s\n' "$row"
    case $row in
      'early> +I['*) [[ -n $first_row_after ]] || first_row_after=$(seconds_since "$jobs_started") ;;
      'early> +U['*) [[ -n $first_correction_after ]] || first_correction_after=$(seconds_since "$jobs_started") ;;
      'baseline> +I['*) [[ -n $first_baseline_after ]] || first_baseline_after=$(seconds_since "$jobs_started") ;;
    esac
  done
}

(($# == 0)) || die "quickstart.sh takes no arguments"
started=$(now_ms)
install_packages build
packages_took=$(seconds_since "$started")

build_started=$(now_ms)
build_preset release programs
build_took=$(seconds_since "$build_started")

make_folder
cluster_started=$(now_ms)
"$root/bin/start-cluster.sh"
cluster_took=$(($(now_ms) - cluster_started))

say "submitting both jobs: with early fire an order without shipment is shown after about 4 s and corrected when one comes"
cat "$root/examples/early-fire/baseline.sql" "$root/examples/early-fire/early.sql" >"$folder/jobs.sql"
jobs_started=$(now_ms)
"$root/bin/sql-client.sh" -i "$root/examples/early-fire/ddl.sql" -f "$folder/jobs.sql" -hist "$folder/history"
show_rows
"$root/bin/stop-cluster.sh"

cat <<EOS

packages              $packages_took
build                 $build_took
start of the cluster  $cluster_took ms
first row             $first_row_after after the jobs were submitted
first corrected row   $first_correction_after
first baseline row    $first_baseline_after
all together          $(seconds_since "$started")
EOS

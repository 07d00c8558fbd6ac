#!/usr/bin/env bash
# From a fresh clone to rows on the screen: installs what is missing, builds, runs the early-fire join of
# examples/early-fire and ends after the first corrected row (+U).
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
library=$root/bin/lib
source "$library/console.sh"
source "$library/packages.sh"
source "$library/build.sh"

readonly first_correction_limit_s=60
job=

stop_job() {
  [[ -n $job ]] || return 0
  kill -TERM "$job" 2>/dev/null || true
  # The program drops its job and ends on SIGTERM; the wait has a limit so that nothing is left behind in any case.
  local tenths
  for ((tenths = 0; tenths < 50; ++tenths)); do
    kill -0 "$job" 2>/dev/null || break
    sleep 0.1
  done
  kill -KILL "$job" 2>/dev/null || true
  wait "$job" 2>/dev/null || true
  job=
}
trap stop_job EXIT
trap 'say "stopped"; exit 130' INT
trap 'exit 143' TERM

# show_rows: prints the job's rows as they come, up to the first correction, and leaves the times of the first row and
# of that.
show_rows() {
  local row end deadline=$((SECONDS + first_correction_limit_s))
  first_row_after=
  while IFS= read -r -t $((deadline > SECONDS ? deadline - SECONDS : 1)) -u "$rows" row || { end=$?; false; }; do
    printf '%s\n' "$row"
    [[ -n $first_row_after || $row != *'> +I['* ]] || first_row_after=$(seconds_since "$job_started")
    [[ $row == *'> +U['* ]] || continue
    first_correction_after=$(seconds_since "$job_started")
    return 0
  done
  # read answers more than 128 when its time was up, else the rows have ended.
  ((end <= 128)) || die "no corrected row within $first_correction_limit_s s"
  die "the job ended without a corrected row"
}

started=$(now_ms)
install_packages build
packages_took=$(seconds_since "$started")

build_started=$(now_ms)
build_preset release eddyline
build_took=$(seconds_since "$build_started")

say "running the early-fire join: an order without shipment is shown after about 4 s and corrected when one comes"
job_started=$(now_ms)
exec {rows}< <(exec "$root/build/release/bin/eddyline" local \
  -i "$root/examples/early-fire/ddl.sql" -f "$root/examples/early-fire/early.sql")
job=$!
show_rows
stop_job

cat <<EOS

packages              $packages_took
build                 $build_took
first row             $first_row_after after the start of the job
first corrected row   $first_correction_after after the start of the job
all together          $(seconds_since "$started")
EOS

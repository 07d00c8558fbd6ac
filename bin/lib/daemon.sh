# Starts and stops the processes of a cluster on this host; sourced, needs console.sh and settings.sh.
#
# A daemon has a name, which is Flink's (standalonesession, taskexecutor), and a program. The ids of the running ones stand in
# <pid folder>/flink-<ident>-<name>.pid, one a line, the latest last; the folder's lock is held while that file is looked at or
# changed, and while a daemon is being started.

# Longest wait for a daemon that says neither that it is ready nor why it is not.
readonly ready_limit_s=60
readonly stop_limit_s=10

# program_of NAME
program_of() {
  case $1 in
    standalonesession) printf eddyline-jobmanager ;;
    taskexecutor) printf eddyline-taskexecutor ;;
    *) die "Unknown daemon '$1'." ;;
  esac
}

pid_file_of() { printf '%s/flink-%s-%s.pid' "$pid_dir" "$ident" "$1"; }

pid_lock=
# lock_pids, unlock_pids: no other script looks at the pid files in between.
lock_pids() {
  mkdir -p "$pid_dir" 2>/dev/null || die "cannot create the folder for pid files $pid_dir"
  [[ -w $pid_dir ]] || die "cannot write into the folder for pid files $pid_dir"
  exec {pid_lock}<"$pid_dir"
  flock "$pid_lock"
}
unlock_pids() {
  [[ -z $pid_lock ]] || exec {pid_lock}<&-
  pid_lock=
}

# read_pids NAME: the ids in its pid file, in $pids.
read_pids() {
  pids=()
  local pid_file line
  pid_file=$(pid_file_of "$1")
  [[ -f $pid_file ]] || return 0
  while IFS= read -r line || [[ -n $line ]]; do
    [[ ! $line =~ ^[0-9]+$ ]] || pids+=("$line")
  done <"$pid_file"
}

# write_pids NAME PID...: the file goes when there is none left.
write_pids() {
  local pid_file
  pid_file=$(pid_file_of "$1")
  shift
  if (($# == 0)); then
    rm -f "$pid_file"
  else
    printf '%s\n' "$@" >"$pid_file" || die "cannot write $pid_file"
  fi
}

# is_running NAME PID: whether the process is there and still is that daemon: an id is used again once its process has ended.
is_running() {
  kill -0 "$2" 2>/dev/null || return 1
  local command state program
  { IFS=' ()' read -r _ command state _ <"/proc/$2/stat"; } 2>/dev/null || return 1
  # The kernel keeps 15 characters; Z has ended, but nobody has asked how.
  program=$(program_of "$1")
  [[ $command == "${program:0:15}" && $state != Z ]]
}

report_running() {
  local name=$1 pid count=0
  for pid in "${pids[@]}"; do
    ! is_running "$name" "$pid" || count=$((count + 1))
  done
  ((count == 0)) || printf '[INFO] %d instance(s) of %s are already running on %s.\n' "$count" "$name" "$host"
}

# prepare_log NAME ID: leaves the names of the daemon's files without their ends in $log_prefix; its .out is emptied.
prepare_log() {
  log_prefix=$log_dir/flink-$ident-$1-$2-$host
  mkdir -p "$log_dir" 2>/dev/null || die "cannot create the log folder $log_dir"
  { : >"$log_prefix.out"; } 2>/dev/null || die "cannot write into the log folder $log_dir: $log_prefix.out"
}

# end_process NAME PID: SIGTERM, and SIGKILL when that was of no use.
end_process() {
  kill -TERM "$2" 2>/dev/null || return 0
  local deadline=$((SECONDS + stop_limit_s))
  while is_running "$1" "$2"; do
    if ((SECONDS >= deadline)); then
      printf "Daemon %s didn't stop within %d seconds. Killing it.\n" "$1" "$stop_limit_s"
      kill -KILL "$2" 2>/dev/null || true
      return 0
    fi
    sleep 0.02
  done
}

# Of a daemon that has not said yet that it is ready.
starting_pid=
# abandon_start: whatever ends the script in between, what it was starting is not left behind.
abandon_start() {
  if [[ -n $starting_pid ]]; then
    kill -KILL "$starting_pid" 2>/dev/null || true
    wait "$starting_pid" 2>/dev/null || true
    starting_pid=
  fi
  unlock_pids
}
trap abandon_start EXIT

# start_daemon NAME: starts one more with $settings, returns when it is ready and leaves its id in $started_pid; ends the script with
# the daemon's own reason when it does not get that far.
start_daemon() {
  local name=$1 answer='' ready
  lock_pids
  read_pids "$name"
  report_running "$name"
  printf 'Starting %s daemon on host %s.\n' "$name" "$host"
  prepare_log "$name" "${#pids[@]}"
  # The pipe of the substitution is where the daemon says that it is ready; what it prints goes to its file.
  exec {ready}< <(
    exec {pid_lock}<&-
    exec setsid "$programs/$(program_of "$name")" "${settings[@]}" --log-file "$log_prefix.log" --ready-fd 3 \
      3>&1 >"$log_prefix.out" 2>&1 </dev/null
  )
  starting_pid=$!
  # To its end: the daemon closes the pipe behind its word, and with itself.
  IFS= read -r -d '' -t "$ready_limit_s" -u "$ready" answer || true
  exec {ready}<&-
  [[ $answer == $'ready\n' ]] || fail_start "$name" "$answer"
  write_pids "$name" "${pids[@]}" "$starting_pid"
  started_pid=$starting_pid
  starting_pid=
  unlock_pids
}

# fail_start NAME ANSWER: says why the daemon that is being started does not run.
fail_start() {
  printf 'Error starting %s daemon.\n' "$1"
  abandon_start
  [[ $2 == 'error '* ]] || die "the process said nothing before it ended or $ready_limit_s s were over: see $log_prefix.out and .log"
  local reason=${2#error }
  die "${reason%$'\n'}"
}

# stop_latest NAME
stop_latest() {
  local name=$1
  lock_pids
  read_pids "$name"
  if ((${#pids[@]} == 0)); then
    write_pids "$name"
    printf 'No %s daemon to stop on host %s.\n' "$name" "$host"
  else
    local pid=${pids[-1]}
    write_pids "$name" "${pids[@]:0:${#pids[@]}-1}"
    stop_process "$name" "$pid" "No $name daemon (pid: $pid) is running anymore on $host."
  fi
  unlock_pids
}

# stop_all NAME
stop_all() {
  local name=$1 pid
  lock_pids
  read_pids "$name"
  write_pids "$name"
  for pid in "${pids[@]}"; do
    stop_process "$name" "$pid" "Skipping $name daemon (pid: $pid), because it is not running anymore on $host."
  done
  unlock_pids
}

# stop_one NAME PID: that one, wherever it stands in the file.
stop_one() {
  local name=$1 stopped=$2 pid left=()
  lock_pids
  read_pids "$name"
  for pid in "${pids[@]}"; do
    [[ $pid == "$stopped" ]] || left+=("$pid")
  done
  write_pids "$name" "${left[@]}"
  stop_process "$name" "$stopped" "No $name daemon (pid: $stopped) is running anymore on $host."
  unlock_pids
}

# stop_process NAME PID TEXT: TEXT is printed when it is not running.
stop_process() {
  if ! is_running "$1" "$2"; then
    printf '%s\n' "$3"
    return 0
  fi
  printf 'Stopping %s daemon (pid: %d) on host %s.\n' "$1" "$2" "$host"
  end_process "$1" "$2"
}

# run_in_foreground NAME: becomes the daemon.
run_in_foreground() {
  local name=$1
  lock_pids
  read_pids "$name"
  local pid running=()
  for pid in "${pids[@]}"; do
    ! is_running "$name" "$pid" || running=("${pids[@]}")
  done
  printf 'Starting %s as a console application on host %s.\n' "$name" "$host"
  write_pids "$name" "${running[@]}" "$$"
  unlock_pids
  local program
  program=$programs/$(program_of "$name")
  if [[ ${output_to_file,,} == true ]]; then
    prepare_log "$name" "${#running[@]}"
    exec "$program" "${settings[@]}" --log-file "$log_prefix.log" >"$log_prefix.out" 2>"$log_prefix.err"
  fi
  exec "$program" "${settings[@]}"
}

# run_verb NAME VERB [ARGUMENT...]: what jobmanager.sh and taskmanager.sh do. Arguments are for starting only.
run_verb() {
  local name=$1 verb=$2
  shift 2
  [[ $verb == start* ]] || set --
  read_settings "$(program_of "$name")" "$@"
  case $verb in
    start) start_daemon "$name" ;;
    start-foreground) run_in_foreground "$name" ;;
    stop) stop_latest "$name" ;;
    stop-all) stop_all "$name" ;;
  esac
}

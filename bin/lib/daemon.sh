# Starts and stops the processes of a cluster on this host; sourced, needs console.sh, settings.sh and pid_files.sh.
#
# A daemon has a name, which is Flink's (standalonesession, taskexecutor), and a program.

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

# wait_for_end NAME PID: as long as a daemon may take to stop; fails when it has not by then.
wait_for_end() {
  local deadline=$((SECONDS + stop_limit_s))
  while is_running "$1" "$2"; do
    ((SECONDS < deadline)) || return 1
    sleep 0.02
  done
}

# end_process NAME PID: SIGTERM, and SIGKILL when that was of no use. It has let go of its ports when this returns.
end_process() {
  kill -TERM "$2" 2>/dev/null || return 0
  ! wait_for_end "$1" "$2" || return 0
  printf "Daemon %s didn't stop within %d seconds. Killing it.\n" "$1" "$stop_limit_s"
  kill -KILL "$2" 2>/dev/null || return 0
  wait_for_end "$1" "$2" || say "$1 (pid: $2) has not ended $stop_limit_s s after it was killed"
}

# Of a daemon that has not said yet that it is ready.
starting_pid=
starting_name=
# abandon_start: whatever ends the script in between, what it was starting is not left behind.
abandon_start() {
  if [[ -n $starting_pid ]]; then
    local pid=$starting_pid
    starting_pid=
    kill -KILL "$pid" 2>/dev/null || true
    wait "$pid" 2>/dev/null || true
    # A process of its own, which alone ends over a file that cannot be changed: more may have to be undone.
    (drop_pid "$starting_name" "$pid") || true
  fi
  unlock_pids
}
trap abandon_start EXIT
# By itself bash goes on when the program that it waits for has made something else of the signal.
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# become_daemon NAME: in a process of its own, which stands in the pid file before it is the daemon: whenever the script is killed, what
# it has started can be found. Its word that it is ready goes to descriptor 3, what it prints to its file.
become_daemon() {
  local name=$1
  trap - EXIT HUP INT TERM
  write_pids "$name" "${pids[@]}" "$BASHPID" || {
    printf 'error cannot write %s\n' "$(pid_file_of "$name")" >&3
    exit 1
  }
  forget_locks
  exec setsid "$programs/$(program_of "$name")" "${settings[@]}" --log-file "$log_prefix.log" --ready-fd 3 \
    >"$log_prefix.out" 2>&1 </dev/null
}

# start_daemon NAME: starts one more with $settings, returns when it is ready and leaves its id in $started_pid; ends the script with
# the daemon's own reason when it does not get that far.
start_daemon() {
  local name=$1 answer='' ready
  lock_pids
  read_pids "$name"
  report_running "$name"
  printf 'Starting %s daemon on host %s.\n' "$name" "$host"
  prepare_log "$name" "${#pids[@]}"
  starting_name=$name
  exec {ready}< <(become_daemon "$name" 3>&1)
  starting_pid=$!
  # To its end: the daemon closes the pipe behind its word, and with itself.
  IFS= read -r -d '' -t "$ready_limit_s" -u "$ready" answer || true
  exec {ready}<&-
  [[ $answer == $'ready\n' ]] || fail_start "$name" "$answer"
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

# stop_latest NAME: the one that was started last of those that run. Ids of others, which were killed or ran in the foreground, go on the
# way.
stop_latest() {
  local name=$1 pid stopped=false
  lock_pids
  read_pids "$name"
  ((${#pids[@]} > 0)) || printf 'No %s daemon to stop on host %s.\n' "$name" "$host"
  while [[ $stopped == false ]] && ((${#pids[@]} > 0)); do
    pid=${pids[-1]}
    ! is_running "$name" "$pid" || stopped=true
    stop_process "$name" "$pid" "No $name daemon (pid: $pid) is running anymore on $host."
    drop_pid "$name" "$pid"
    read_pids "$name"
  done
  unlock_pids
}

# stop_all NAME
stop_all() {
  local name=$1 pid
  lock_pids
  read_pids "$name"
  for pid in "${pids[@]}"; do
    stop_process "$name" "$pid" "Skipping $name daemon (pid: $pid), because it is not running anymore on $host."
  done
  write_pids "$name"
  unlock_pids
}

# stop_one NAME PID: that one, wherever it stands in the file; also when the file cannot be changed, which is said and ends nothing.
stop_one() {
  stop_process "$1" "$2" "No $1 daemon (pid: $2) is running anymore on $host."
  (lock_pids && drop_pid "$1" "$2") || true
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
  write_pids "$name" "${running[@]}" "$$" || die "cannot write $(pid_file_of "$name")"
  unlock_pids
  local program
  program=$programs/$(program_of "$name")
  if [[ ${output_to_file,,} == true ]]; then
    prepare_log "$name" "${#running[@]}"
    exec "$program" "${settings[@]}" --log-file "$log_prefix.log" >"$log_prefix.out" 2>"$log_prefix.err"
  fi
  exec "$program" "${settings[@]}"
}

# take_verb USAGE [ARGUMENT...]: the first argument, in $verb; ends the script with the usage when it is none.
take_verb() {
  verb=${2-}
  case $verb in
    start | start-foreground | stop | stop-all) ;;
    *)
      printf 'Usage: %s\n' "$1"
      exit 1
      ;;
  esac
}

# run_verb NAME VERB [ARGUMENT...]: what jobmanager.sh and taskmanager.sh do. Arguments are for starting only.
run_verb() {
  local name=$1 verb=$2 program
  shift 2
  program=$(program_of "$name")
  case $verb in
    start)
      read_settings "$program" "$@"
      start_daemon "$name"
      ;;
    start-foreground)
      read_settings "$program" "$@"
      run_in_foreground "$name"
      ;;
    stop)
      read_settings_for_stopping "$program"
      stop_latest "$name"
      ;;
    stop-all)
      read_settings_for_stopping "$program"
      stop_all "$name"
      ;;
  esac
}

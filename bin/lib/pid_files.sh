# Which daemons of this host the scripts have started; sourced, needs console.sh and settings.sh.
#
# The ids stand in <pid folder>/flink-<ident>-<name>.pid, one a line, the latest last. flink-<ident>.lock beside them is held while such a
# file is looked at or changed and while a daemon is being started, flink-<ident>-cluster.lock by start-cluster.sh and stop-cluster.sh from
# their beginning to their end. The folder may be /tmp: nothing here goes through a link that somebody else has put there.

# Longer than a daemon may take to start and another one to stop.
readonly lock_limit_s=90

pid_file_of() { printf '%s/flink-%s-%s.pid' "$pid_dir" "$ident" "$1"; }

# take_lock VARIABLE NAME: holds <pid folder>/NAME.lock by the descriptor that VARIABLE is set to; says whom it waits for, and ends the
# script when that takes too long.
take_lock() {
  local -n lock_descriptor=$1
  local file=$pid_dir/$2.lock holder=somebody
  mkdir -p "$pid_dir" 2>/dev/null || die "cannot create the folder for pid files $pid_dir"
  [[ -w $pid_dir ]] || die "cannot write into the folder for pid files $pid_dir"
  # Without clobbering, so that no link is followed; another script may make it at the same time.
  [[ -e $file ]] || (set -o noclobber && : >"$file") 2>/dev/null || true
  [[ -f $file && ! -L $file ]] || die "$file is no file of these scripts: remove it"
  exec {lock_descriptor}<"$file" || die "cannot read $file"
  if ! flock -n "$lock_descriptor"; then
    IFS= read -r holder <"$file" || true
    [[ $holder =~ ^[a-z.-]+\ \(pid:\ [0-9]+\)$ ]] || holder=somebody
    say "waiting for $holder, which holds $file"
    flock -w "$lock_limit_s" "$lock_descriptor" || die "$holder has held $file for $lock_limit_s s"
  fi
  { printf '%s (pid: %d)\n' "${0##*/}" "$$" >"$file"; } 2>/dev/null || true
}

pid_lock=
cluster_lock=
# lock_pids, unlock_pids: no other script looks at the pid files in between.
lock_pids() { take_lock pid_lock "flink-$ident"; }
unlock_pids() {
  [[ -z $pid_lock ]] || exec {pid_lock}<&-
  pid_lock=
}
# lock_cluster: no other script starts or stops the cluster until this one ends.
lock_cluster() { take_lock cluster_lock "flink-$ident-cluster"; }
# forget_locks: in a process that goes on when the script has ended.
forget_locks() {
  unlock_pids
  [[ -z $cluster_lock ]] || exec {cluster_lock}<&-
}

# read_pids NAME: the ids in its pid file, in $pids.
read_pids() {
  pids=()
  local pid_file line
  pid_file=$(pid_file_of "$1")
  [[ ! -L $pid_file ]] || die "$pid_file is a link, which is not followed: remove it"
  [[ -f $pid_file ]] || return 0
  while IFS= read -r line || [[ -n $line ]]; do
    [[ ! $line =~ ^[0-9]+$ ]] || pids+=("$line")
  done <"$pid_file"
}

# write_pids NAME PID...: the file goes when there is none left. What stood there stays when it cannot be written.
write_pids() {
  local pid_file
  pid_file=$(pid_file_of "$1")
  shift
  if (($# == 0)); then
    rm -f "$pid_file"
    # In a trap a return without a number means what came before the trap.
    return 0
  fi
  rm -f "$pid_file.new" 2>/dev/null || return 1
  if ! (set -o noclobber && printf '%s\n' "$@" >"$pid_file.new") 2>/dev/null || ! mv -f "$pid_file.new" "$pid_file"; then
    rm -f "$pid_file.new"
    return 1
  fi
}

# drop_pid NAME PID: takes it out of the pid file.
drop_pid() {
  local pid left=()
  read_pids "$1"
  for pid in "${pids[@]}"; do
    [[ $pid == "$2" ]] || left+=("$pid")
  done
  ((${#left[@]} < ${#pids[@]})) || return 0
  write_pids "$1" "${left[@]}" || die "cannot write $(pid_file_of "$1"): it still names process $2"
}

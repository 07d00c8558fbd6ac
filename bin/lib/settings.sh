# Where the parts of an installation are, and what config.yaml says to the scripts; sourced, needs console.sh and $library.
# Variables of the environment win over config.yaml, as in Flink.

home=${library%/bin/lib}
conf_dir=${FLINK_CONF_DIR:-$home/conf}
programs=${EDDYLINE_PROGRAMS:-$home/build/release/bin}
ident=${FLINK_IDENT_STRING:-${USER:-$(id -un)}}
host=${HOSTNAME:-$(hostname)}

# What the programs find the same way.
export FLINK_HOME=$home FLINK_CONF_DIR=$conf_dir

# require_program NAME: ends the script when the program was not built.
require_program() {
  [[ -x $programs/$1 ]] || die "the program $programs/$1 is missing; build it with: $home/bin/build.sh"
}

# process_settings: what the environment says to a process, as its arguments, in $settings.
process_settings() {
  settings=(--config-dir "$conf_dir")
  [[ -z ${MAX_LOG_FILE_NUMBER-} ]] || settings+=(-D "env.log.max=$MAX_LOG_FILE_NUMBER")
  [[ -z ${ROOT_LOG_LEVEL-} ]] || settings+=(-D "env.log.level=$ROOT_LOG_LEVEL")
}

# read_settings PROGRAM [-D KEY=VALUE]...: lets the program read config.yaml, which says what is wrong with it, and leaves $settings
# and what the scripts need.
read_settings() {
  local program=$1
  shift
  [[ ${*: -1} != -D ]] || die "-D takes key=value, and nothing follows the last one"
  process_settings
  settings+=("$@")
  ask_settings "$program" --print-config
}

# read_settings_for_stopping PROGRAM: the same from whatever config.yaml says by now: a cluster that runs can be stopped.
read_settings_for_stopping() {
  process_settings
  ask_settings "$1" --lenient --print-config
}

# ask_settings PROGRAM OPTION...
ask_settings() {
  local program=$1
  shift
  require_program "$program"
  local keys=(env.log.dir env.pid.dir env.ssh.opts env.stdout-err.redirect-to-file) values
  mapfile -d '' -t values < <("$programs/$program" "${settings[@]}" "$@" "${keys[@]}")
  # The program has said why on standard error.
  wait $! || exit 1
  log_dir=${FLINK_LOG_DIR:-${values[0]:-$home/log}}
  pid_dir=${FLINK_PID_DIR:-${values[1]}}
  output_to_file=${STD_REDIRECT_TO_FILE:-${values[3]}}
  # Several arguments in one value, separated by blanks.
  read -ra ssh_options <<<"${FLINK_SSH_OPTS:-${values[2]}}"
  export FLINK_LOG_DIR=$log_dir FLINK_PID_DIR=$pid_dir
}

# prepare_client_log NAME: the argument that names a client's log, in $client_log. A client that has no place for it runs all the same.
prepare_client_log() {
  local file=$log_dir/flink-$ident-$1-$host.log
  if mkdir -p "$log_dir" 2>/dev/null && { : >>"$file"; } 2>/dev/null; then
    client_log=(--log-file "$file")
  else
    say "cannot write $file: the client keeps no log"
    client_log=()
  fi
}

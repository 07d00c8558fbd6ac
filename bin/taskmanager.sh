#!/usr/bin/env bash
# Starts one more task executor on this machine, or stops them: taskmanager.sh start [-D key=value]...
set -euo pipefail

script=$(readlink -f "${BASH_SOURCE[0]}")
library=${script%/*}/lib
source "$library/console.sh"
source "$library/settings.sh"
source "$library/daemon.sh"

verb=${1-}
case $verb in
  start | start-foreground | stop | stop-all) shift ;;
  *)
    printf 'Usage: taskmanager.sh (start|start-foreground|stop|stop-all)\n'
    exit 1
    ;;
esac
run_verb taskexecutor "$verb" "$@"

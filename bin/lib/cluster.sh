# All that the scripts of a cluster need; sourced with $script set to the path of the script.

library=${script%/*}/lib
source "$library/console.sh"
source "$library/settings.sh"
source "$library/pid_files.sh"
source "$library/daemon.sh"
source "$library/hosts.sh"

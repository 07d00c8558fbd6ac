#!/usr/bin/env bash
# Installs what is missing, builds the tests and runs them.
#
#   bin/test.sh         the ordinary tests: all of them with address and undefined-behaviour sanitizers, those that use
#                       threads with the thread sanitizer too, and short runs of the fuzz targets
#   bin/test.sh --all   the same with every mode of the SQL files and long runs of the fuzz targets; where network namespaces may
#                       not be made, EDDYLINE_WITHOUT_NAMESPACES=1 leaves out the cluster of several hosts, which else fails
#
# The last line is "N passed, N failed"; the exit code is 1 when anything failed.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
library=$root/bin/lib
source "$library/console.sh"
source "$library/packages.sh"
source "$library/build.sh"
source "$library/results.sh"

# EDDYLINE_TEST_EXTENT is read by the tests that can do more when asked: ordinary or all.
case ${1-} in
  '')
    export EDDYLINE_TEST_EXTENT=ordinary
    leave_out=(--label-exclude '^long$')
    ;;
  --all)
    export EDDYLINE_TEST_EXTENT=all
    leave_out=()
    ;;
  *) die "usage: bin/test.sh [--all]" ;;
esac

install_packages build test
build_preset asan
run_tests asan "${leave_out[@]}"
build_preset tsan thread_tests
run_tests tsan --label-regex '^threads$' "${leave_out[@]}"
build_preset fuzz fuzz_targets
run_tests fuzz "${leave_out[@]}"

printf '%d passed, %d failed\n' "$passed" "$failed"
((failed == 0))

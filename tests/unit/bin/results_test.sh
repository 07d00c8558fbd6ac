#!/usr/bin/env bash
# What bin/lib/results.sh counts as passed and as failed, with a ctest that only leaves the results it is told.
set -euo pipefail

library=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../../bin/lib" && pwd)
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
source "$library/console.sh"
source "$library/results.sh"

readonly results=$root/build/asan/test-results

# ctest: stands for the program; $status is that of its one test, none when empty, $report that test's own.
ctest() {
  [[ -z $report ]] || printf '%s\n' "$report" >"$results/some_tests.json"
  [[ -z $status ]] || printf '  <testcase name="some_tests" classname="some_tests" time="0" status="%s">\n' "$status"
} >"$results/ctest.xml"

# report_of TESTS FAILURES SKIPPED: as GoogleTest writes it, as far as results.sh reads it.
report_of() {
  printf '{\n  "tests": %d,\n  "failures": %d,\n  "disabled": 0,\n' "$1" "$2"
  local skipped
  for ((skipped = 0; skipped < $3; ++skipped)); do printf '  "result": "SKIPPED",\n'; done
  printf '}\n'
}

# expect COUNTS WHAT STATUS REPORT: counts are "passed failed", or "refused" when run_tests must end the script.
expect() {
  local wanted=$1 what=$2 status=$3 report=$4 counted
  counted=$(run_tests asan 2>/dev/null && printf '%d %d' "$passed" "$failed") || counted=refused
  [[ $counted == "$wanted" ]] || die "$what: expected $wanted, counted $counted"
}

expect '1 0' 'a program without a report counts as one' run ''
expect '0 1' 'a program that fails without a report' fail ''
expect '0 1' 'a program that is not there' notrun ''
expect '7 0' 'each test of a report counts' run "$(report_of 7 0 0)"
expect '5 2' 'failed tests of a report' fail "$(report_of 7 2 0)"
expect '5 0' 'skipped tests do not count' run "$(report_of 7 0 2)"
expect '7 1' 'a program that ends badly after its tests passed' fail "$(report_of 7 0 0)"
expect '0 1' 'a program that runs no test' run "$(report_of 0 0 0)"
expect '0 1' 'a program that skips all its tests' run "$(report_of 2 0 2)"
expect 'refused' 'an empty selection' '' ''

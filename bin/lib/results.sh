# Runs the tests of a preset and adds up their results; sourced, needs console.sh.
#
# A GoogleTest binary writes its counts to <build>/test-results/<name>.json (see engine_test in cmake/engine_targets.cmake)
# and counts with each of its tests; any other test counts as one.

passed=0
failed=0

# run_tests PRESET [CTEST-ARGUMENT...]: shows the output of tests that fail; adds to passed and failed.
run_tests() {
  local preset=$1 tree="$root/build/$1"
  shift
  rm -rf "$tree/test-results"
  mkdir -p "$tree/test-results"
  say "testing $preset"
  (cd "$tree" && ctest --output-on-failure --parallel "$(nproc)" --no-tests=error \
    --output-junit "$tree/test-results/ctest.xml" "$@" >&2) || true
  [[ -f $tree/test-results/ctest.xml ]] || die "ctest left no results for $preset"
  local name status before=$((passed + failed))
  while read -r name status; do
    count_test "$name" "$status" "$tree/test-results/$name.json"
  done < <(sed -n 's/.*<testcase name="\([^"]*\)".* status="\([^"]*\)".*/\1 \2/p' "$tree/test-results/ctest.xml")
  ((passed + failed > before)) || die "no test was selected for $preset"
}

# count_test NAME STATUS REPORT: one line of ctest's results; STATUS is "run" when the program ended with 0.
count_test() {
  local name=$1 status=$2 report=$3 ran=0 broken=0
  if [[ -f $report ]]; then
    read -r ran broken < <(read_report "$report")
  else
    ran=1
    [[ $status == run ]] || broken=1
  fi
  if ((ran == 0)); then
    say "$name ran no test"
    ran=1
    broken=1
  fi
  # A program that reports no failed test and still ends badly (a leak found at its end, say) is one failure more.
  if [[ $status != run ]] && ((broken == 0)); then
    ran=$((ran + 1))
    broken=1
  fi
  passed=$((passed + ran - broken))
  failed=$((failed + broken))
  ((broken == 0)) || say "FAILED: $name ($broken)"
}

# read_report FILE: tests run (disabled and skipped ones left out) and failed, from GoogleTest's JSON report, whose
# first counts are those of the whole program.
read_report() {
  awk -F'[:,]' '
    /"tests":/ && tests == "" { tests = $2 + 0 }
    /"failures":/ && failures == "" { failures = $2 + 0 }
    /"disabled":/ && disabled == "" { disabled = $2 + 0 }
    /"result": *"SKIPPED"/ { skipped += 1 }
    END { print tests - disabled - skipped, failures + 0 }' "$1"
}

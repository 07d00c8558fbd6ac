#!/usr/bin/env bash
# What the program does with words, files and descriptors that are not as it wants them: command_line_test.sh PROGRAM.
set -euo pipefail

program=$1
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT

fail() {
  printf '%s\n' "$1" >&2
  exit 1
}

# expect WHAT STATUS PATTERN FILE: the status of the last run, and what stands in a file it wrote.
expect() {
  [[ $status == "$2" ]] || fail "$1: exit status $status, expected $2"
  grep -q -- "$3" "$4" || fail "$1: no '$3' in: $(cat "$4")"
}

run() {
  status=0
  "$program" local "$@" >"$root/out" 2>"$root/err" </dev/null || status=$?
}

# act ACTION WORD...
act() {
  status=0
  "$program" "$@" >"$root/out" 2>"$root/err" </dev/null || status=$?
}

act
expect 'no action' 1 '^Please specify an action.' "$root/err"
act fly
expect 'an action that is none' 1 '^"fly" is not a valid action.' "$root/err"
act savepoint
expect 'an action of Flink' 1 '^not supported yet: the action "savepoint"' "$root/err"
act list --help
expect 'help of an action' 0 '^Usage: eddyline' "$root/out"
act list all
expect 'a word behind list' 1 "^list takes no argument 'all'." "$root/err"
act cancel
expect 'no job to cancel' 1 '^Missing JobID. Specify a JobID to cancel a job.' "$root/err"
act cancel 12
expect 'an id that is none' 1 '^Cannot parse JobID from "12".' "$root/err"
act list -m localhost:1
expect 'no job manager' 1 'Connection refused' "$root/err"
expect 'the wait for it' 1 '^Waiting for response...' "$root/out"
act info
expect 'no script to plan' 1 '^Missing script' "$root/err"
printf "CREATE TABLE t (a INT) WITH ('connector' = 'datagen');\nSELECT a + 1 AS b FROM t;\n" >"$root/plan.sql"
act info -f "$root/plan.sql"
expect 'a plan' 0 'Calc(select=\[(a + 1) AS b\])' "$root/out"
printf 'SELECT x FROM nowhere;\n' >"$root/bad.sql"
act info -f "$root/bad.sql"
expect 'a script that cannot be planned' 1 "Object 'nowhere' not found" "$root/err"

printf 'SELECT 41 + 1 AS a;\n' >"$root/one.sql"
run "$root/one.sql"
expect 'a script without -f' 1 "did you mean -f $root/one.sql?" "$root/err"
run extra -f "$root/one.sql"
expect 'a word beside -f' 1 "takes no argument 'extra'" "$root/err"
expect 'usage behind it' 1 '^Usage: eddyline' "$root/err"

run -f ''
expect 'no name of a script' 1 "^-f takes the name of a file, but was given ''" "$root/err"
run -i '' -f "$root/one.sql"
expect 'no name of a file to run first' 1 "^-i takes the name of a file, but was given ''" "$root/err"

run -D table.local-time-zone=Mars/Phobos -f "$root/one.sql"
expect 'a zone by -D that is none' 1 '^\[ERROR\] -D table.local-time-zone=Mars/Phobos: Invalid time zone' "$root/err"
run -D parallelism.default=many -f "$root/one.sql"
expect 'a number by -D that is none' 1 '^\[ERROR\] -D parallelism.default=many: .*Expected an integer' "$root/err"
run -D paralellism.default=2 -f "$root/one.sql"
expect 'a misspelt key by -D' 0 "Did you mean 'parallelism.default'?" "$root/err"

printf '\xef\xbb\xbfSELECT 41 + 1 AS a;\n' >"$root/marked.sql"
run -f "$root/marked.sql"
expect 'a byte order mark' 0 ' 42 ' "$root/out"

printf 'SET %s = %s;\nSELECT 41 + 1 AS a;\n' "'pipeline.name'" "'x'" >"$root/set.sql"
status=0
"$program" local -f "$root/set.sql" >"$root/out" 2>&- || status=$?
expect 'closed standard error' 1 ' 42 ' "$root/out"
status=0
"$program" local -f "$root/set.sql" >"$root/out" 2>/dev/full || status=$?
expect 'full standard error' 1 ' 42 ' "$root/out"

cat >"$root/sync.sql" <<'SQL'
CREATE TABLE p (a INT) WITH ('connector' = 'print');
SET 'table.dml-sync' = 'true';
INSERT INTO p SELECT 1 / (a - a) FROM (VALUES (1)) AS t (a);
SQL
run -f "$root/sync.sql"
expect 'a failed job that is waited for' 1 'by zero' "$root/err"
[[ $(grep -c 'by zero' "$root/err") == 1 ]] || fail "a failed job is reported more than once: $(cat "$root/err")"

printf "SELECT 41 + 1 AS a;\nSELECT '\xff';\nSELECT 43 AS a;\n" >"$root/bytes.sql"
run -f "$root/bytes.sql"
expect 'a statement before a bad byte' 1 ' 42 ' "$root/out"
expect 'a bad byte' 1 'line 2, column 9.*0xFF' "$root/err"
! grep -q ' 43 ' "$root/out" || fail 'a statement behind a bad byte ran'

# A pipe that is full and that nobody reads.
mkfifo "$root/full"
exec 3<>"$root/full"
dd if=/dev/zero of="$root/full" bs=4096 oflag=nonblock 2>/dev/null || true

# interrupt SIGNAL TEXT: the status of a run that is interrupted once, when its messages say TEXT and its rows find no room.
interrupt() {
  : >"$root/err"
  "$program" local -f "$root/rows.sql" >"$root/full" 2>"$root/err" </dev/null 3>&- &
  local pid=$!
  until grep -q "$2" "$root/err"; do kill -0 "$pid" || fail "no '$2': $(cat "$root/err")"; done
  kill -s "$1" "$pid"
  status=0
  wait "$pid" || status=$?
}
cat >"$root/rows.sql" <<'SQL'
CREATE TABLE p (a INT) WITH ('connector' = 'print');
CREATE TABLE g (a INT) WITH ('connector' = 'datagen');
INSERT INTO p SELECT a FROM g;
SQL
interrupt INT 'Job ID'
expect 'an interrupt while standard output is blocked' 130 'Job ID' "$root/err"
interrupt TERM 'Job ID'
expect 'an end while standard output is blocked' 143 'Job ID' "$root/err"

# Messages and timing of the scripts; sourced.

# say TEXT...: one line of progress on standard error, so that standard output holds results only.
say() { printf '== %s\n' "$*" >&2; }

# die TEXT...: says why the script cannot go on, and ends it.
die() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

# now_ms: milliseconds since the epoch; EPOCHREALTIME is bash's own clock, its separator depends on the locale.
now_ms() {
  local now=${EPOCHREALTIME/[.,]/}
  printf '%s\n' "$((now / 1000))"
}

# seconds_since MS: what has passed since now_ms gave MS, as "12.3 s".
seconds_since() {
  local passed=$(($(now_ms) - $1))
  printf '%d.%d s\n' "$((passed / 1000))" "$((passed % 1000 / 100))"
}

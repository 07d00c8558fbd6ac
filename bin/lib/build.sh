# Configures and builds presets of CMakePresets.json; sourced, needs console.sh.

# build_preset PRESET [TARGET...]: configures only when there is no build yet or the presets changed; ninja itself
# notices changed CMake files. Builds the targets, or everything. Configures afresh: CMake forgets the other settings of
# a preset whose compiler has changed.
build_preset() {
  local preset=$1 tree="$root/build/$1"
  shift
  if [[ ! -f $tree/build.ninja || $root/CMakePresets.json -nt $tree/build.ninja ]]; then
    say "configuring $preset"
    (cd "$root" && cmake --fresh --preset "$preset" >&2) || die "configuring $preset failed"
  fi
  say "building $preset"
  ninja -C "$tree" "$@" >&2 || die "building $preset failed"
}

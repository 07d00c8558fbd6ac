# Installs the Debian packages of packages.txt that are missing; sourced, needs console.sh.

# listed_packages WHO...: the names that packages.txt lists for them.
listed_packages() {
  local who
  for who in "$@"; do
    awk -v who="$who" '!/^#/ && $2 == who { print $1 }' "$library/packages.txt"
  done
}

# missing_packages NAME...: those that dpkg does not know as installed.
missing_packages() {
  local name status
  for name in "$@"; do
    status=$(dpkg-query --show --showformat='${db:Status-Status}' "$name" 2>/dev/null || true)
    [[ $status == installed ]] || printf '%s\n' "$name"
  done
}

# as_root COMMAND...: runs it directly as root, else through sudo.
as_root() {
  if ((EUID == 0)); then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    die "installing packages needs root: run this as root, or install sudo"
  fi
}

# install_packages WHO...: makes sure that everything packages.txt lists for them is installed.
install_packages() {
  command -v dpkg-query >/dev/null || die "this needs Debian 12 (no dpkg here); bin/lib/packages.txt lists what to install"
  local wanted missing
  mapfile -t wanted < <(listed_packages "$@")
  mapfile -t missing < <(missing_packages "${wanted[@]}")
  ((${#missing[@]} > 0)) || return 0
  say "installing ${missing[*]}"
  local apt=(env DEBIAN_FRONTEND=noninteractive apt-get --quiet --quiet -o Dpkg::Use-Pty=0)
  as_root "${apt[@]}" update >&2 ||
    die "apt-get update failed: check the network and /etc/apt/sources.list, then run this again"
  as_root "${apt[@]}" install --yes --no-install-recommends "${missing[@]}" >&2 ||
    die "apt-get could not install: ${missing[*]}"
}

#!/usr/bin/env bash
# Builds the programs that the other scripts run, optimised, into build/release/bin; installs packages that are missing.
set -euo pipefail

script=$(readlink -f "${BASH_SOURCE[0]}")
root=${script%/bin/*}
library=$root/bin/lib
source "$library/console.sh"
source "$library/packages.sh"
source "$library/build.sh"

(($# == 0)) || die "build.sh takes no arguments"
install_packages build
build_preset release programs

#!/usr/bin/env bash
# Plays fpm for `-s dir`: the package is a folder with the files where they would be installed.
set -euo pipefail
package=
for at in $(seq 1 $#); do
  if [ "${!at}" = --package ]; then next=$((at + 1)); package=${!next}; fi
done
[ -n "$package" ]
mkdir -p "$package"
for argument in "$@"; do
  case $argument in
    /*=/*)
      source=${argument%%=*} destination=$package${argument#*=}
      # As rsync has it: the contents of a folder, or one file under its new name.
      if [ -d "$source" ]; then mkdir -p "$destination"; cp -r "$source/." "$destination"
      else mkdir -p "$(dirname "$destination")"; cp "$source" "$destination"; fi ;;
  esac
done

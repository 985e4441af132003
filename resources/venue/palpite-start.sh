#!/bin/sh
# Starts Palpite where it updates itself (docs/venue.md, "Updates"). Put this file in a folder that the terminal's user
# may write to, the application in its versions/VERSION, and make the link current -> versions/VERSION.
#
# An application that ends with code 75 wants to be started again. A new version is on trial until it deletes the file
# `trial` (version, version before, starts): one that ends before, or that takes longer than PALPITE_TRIAL_SECONDS, has
# failed. After the second failure the version before is started, and the new one is listed in `failed`.
set -u
cd -- "$(dirname -- "$0")" || exit 1
PALPITE_INSTALL=$(pwd -P)
export PALPITE_INSTALL
again=75
most_starts=2
child=
stopping=

stop() {
  stopping=1
  [ -z "$child" ] || kill -TERM "$child" 2>/dev/null
}
trap stop TERM INT HUP

# Counts this start of a version on trial, or goes back.
count_trial() {
  [ -f trial ] || return 0
  version= previous= starts=
  read -r version previous starts < trial
  case $starts in '' | *[!0-9]*) starts=$most_starts ;; esac
  if [ "$(readlink current)" != "versions/$version" ] || [ ! -d "versions/$previous" ]; then
    rm -f trial
  elif [ "$starts" -ge "$most_starts" ]; then
    echo "palpite: version $version did not start; back to $previous" >&2
    echo "$version" >> failed
    rm -f current.new
    ln -s "versions/$previous" current.new && mv -T current.new current
    rm -f trial
  else
    echo "$version $previous $((starts + 1))" > trial.new && mv trial.new trial
  fi
}

while :; do
  count_trial
  current/palpite "$@" &
  child=$!
  watch=
  if [ -f trial ]; then
    (
      sleep "${PALPITE_TRIAL_SECONDS:-90}"
      [ ! -f trial ] || kill -KILL "$child"
    ) &
    watch=$!
  fi
  wait "$child"
  code=$?
  # A signal to this script ends `wait` before the application has ended.
  while kill -0 "$child" 2>/dev/null; do
    wait "$child"
    code=$?
  done
  [ -z "$watch" ] || kill "$watch" 2>/dev/null
  [ -z "$stopping" ] || exit "$code"
  if [ "$code" -ne "$again" ] && { [ ! -f trial ] || [ "$code" -eq 0 ]; }; then
    exit "$code"
  fi
done

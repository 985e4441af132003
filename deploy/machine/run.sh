#!/bin/sh
# Runs a program of the server as its user, with its settings: sudo deploy/machine/run.sh doctor (or staff, reconcile, reseal; migrate,
# which gets the owner's password too).
set -eu
program=$1
shift
# As systemd reads them for the servers: a shell would take & and ; for its own, and $ for a variable.
settings() {
  while read -r line || [ -n "$line" ]; do
    case $line in '#'* | ';'*) continue ;; *=*) ;; *) continue ;; esac
    value=${line#*=}
    case $value in
      \"*\") value=${value#\"}; value=${value%\"} ;;
      \'*\') value=${value#\'}; value=${value%\'} ;;
    esac
    export "${line%%=*}=$value"
  done < "$1"
}
settings /etc/palpite/palpite.env
if [ "$program" = migrate ]; then settings /etc/palpite/owner.env; fi
export NODE_ENV=production DATA_DIR=/var/lib/palpite/1 OFFICE_PORT=5212 OPS_PORT=9210
cd "$(dirname "$0")/../.."
exec setpriv --reuid=palpite --regid=palpite --init-groups node "dist-server/$program.js" "$@"

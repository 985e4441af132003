#!/bin/sh
# Runs a program of the server as its user, with its settings: sudo deploy/machine/run.sh doctor (or staff, reconcile).
set -eu
program=$1
shift
set -a
. /etc/palpite/palpite.env
NODE_ENV=production
DATA_DIR=/var/lib/palpite/1
OFFICE_PORT=5212
OPS_PORT=9210
set +a
cd "$(dirname "$0")/../.."
exec setpriv --reuid=palpite --regid=palpite --init-groups node "dist-server/$program.js" "$@"

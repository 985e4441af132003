#!/usr/bin/env bash
# atomically 2.1.1, which conf 15 and electron-store 11 write their files with, listens for signals from its import on.
#
# Nothing has been written yet: importing the package is enough for the process to have a listener of SIGTERM, SIGINT,
# SIGABRT and others (by its dependency when-exit, which removes unfinished temporary files). In Node a signal with a
# listener no longer ends the process by itself, so the order of imports decides whose listener is called first: a program
# with its own shutdown must register it with that in mind, and a supervisor's SIGABRT is caught too.
set -euo pipefail
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund atomically@2.1.1
cat >try.mjs <<'JS'
const signals = ['SIGTERM', 'SIGINT', 'SIGABRT', 'SIGUSR2']
const count = () => signals.map((signal) => `${signal} ${process.listenerCount(signal)}`).join(', ')
console.log('before:', count())
await import('atomically')
console.log('after:', count())
JS
node try.mjs
node try.mjs | grep -qx 'before: SIGTERM 0, SIGINT 0, SIGABRT 0, SIGUSR2 0'

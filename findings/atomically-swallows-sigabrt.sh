#!/usr/bin/env bash
# A Node process that has imported atomically 2.1.1 survives SIGABRT (seen with Node 20 on Linux).
#
# conf and electron-store write their files with atomically, whose dependency when-exit listens for signals from the import
# on, before anything is written. Its listener cleans up and raises the signal again. For SIGTERM the process then ends by
# it, as without the package. For SIGABRT it does not: the process runs on and ends by itself with 0. systemd's watchdog
# sends SIGABRT to a service that hangs, so a supervisor of such a program must be able to send SIGKILL too.
set -euo pipefail
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund atomically@2.1.1 when-exit@2.1.5
cat >try.mjs <<'JS'
import { spawn } from 'node:child_process'

async function end(imports, signal) {
  const program = `${imports} console.log('ready'); setTimeout(() => {}, 2000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'ignore'] })
  await new Promise((resolve) => child.stdout.once('data', resolve))
  child.kill(signal)
  return new Promise((resolve) => child.once('exit', (code, by) => resolve(by ?? `exit ${code}`)))
}

for (const signal of ['SIGTERM', 'SIGABRT'])
  console.log(
    `${signal}: without atomically ${await end('', signal)}, with it ${await end("import 'atomically';", signal)}`,
  )
JS
seen="$(node try.mjs)"
expected="SIGTERM: without atomically SIGTERM, with it SIGTERM
SIGABRT: without atomically SIGABRT, with it exit 0"
echo "$seen"
[ "$seen" = "$expected" ] || { echo "changed: expected"; echo "$expected"; exit 1; }

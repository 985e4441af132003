#!/usr/bin/env bash
# react-router 7.18.5 publishes a production build that no export condition leads to.
#
# The package has `dist/development` and `dist/production`, of the same files. Its export map names only files of the first,
# under every condition, "production" included; a path of the second is refused. So a bundle for production has the
# development build, whatever the bundler's mode and NODE_ENV are: its warnings for developers are switched by a constant.
set -euo pipefail
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund react-router@7.18.5 react@19.2.0 react-dom@19.2.0
cat >try.mjs <<'JS'
import { existsSync, readFileSync } from 'node:fs'

console.log('resolved:', import.meta.resolve('react-router').split('/node_modules/')[1])
if (process.argv[2] === 'all') {
  const { exports } = JSON.parse(readFileSync('node_modules/react-router/package.json', 'utf8'))
  const files = JSON.stringify(exports).match(/\.\/dist\/\w+\//g)
  console.log('named folders:', [...new Set(files)].join(' '))
  console.log('production build:', existsSync('node_modules/react-router/dist/production/index.mjs'))
  const { code } = await import('react-router/dist/production/index.mjs').catch((error) => error)
  console.log('import of it:', code)
}
JS
seen="$(node try.mjs all; NODE_ENV=production node --conditions=production try.mjs)"
expected="resolved: react-router/dist/development/index.mjs
named folders: ./dist/development/
production build: true
import of it: ERR_PACKAGE_PATH_NOT_EXPORTED
resolved: react-router/dist/development/index.mjs"
echo "$seen"
[ "$seen" = "$expected" ] || { echo "changed: expected"; echo "$expected"; exit 1; }

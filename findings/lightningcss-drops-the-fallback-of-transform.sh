#!/usr/bin/env bash
# lightningcss 1.33.0 keeps the fallback of most lengths, but drops that of `transform`, `translate` and `background-size`.
#
# A declaration may be written twice: first in units that every browser knows, then in newer ones (`cqh`, `dvh`); a browser
# that does not know the second keeps the first. With targets that do not know the unit (Chrome 103, Firefox 102 and Safari
# 16 for container units), the minifier keeps both lines of `top`, `padding`, `font-size` or `border-radius`. Of `transform`,
# `translate` and `background-size` it keeps the last only, without a warning: the oldest targets then move nothing.
# A rule of its own in `@supports (width: 1cqh)`, or a custom property that it sets, survives.
set -euo pipefail
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund lightningcss@1.33.0
cat >try.mjs <<'JS'
import { transform } from 'lightningcss'

const targets = { chrome: 103 << 16, firefox: 102 << 16, safari: 16 << 16 }
const minify = (css) =>
  transform({ filename: 'a.css', code: Buffer.from(css), minify: true, targets }).code.toString()
for (const [name, first, second] of [
  ['top', '1rem', '5cqh'],
  ['padding', '1rem', '5cqh'],
  ['font-size', '1rem', '5cqh'],
  ['border-radius', '1rem', '5cqh'],
  ['height', '1rem', '5dvh'],
  ['transform', 'translateY(1rem)', 'translateY(5cqh)'],
  ['transform', 'translateY(1rem)', 'translateY(5dvh)'],
  ['translate', '0 1rem', '0 5cqh'],
  ['background-size', '1rem', '5cqh'],
])
  console.log(`${name}:`, minify(`a{${name}:${first};${name}:${second}}`).split(name).length - 1, 'of 2 lines')
const own = 'a{--y:1rem;transform:translateY(var(--y))}@supports (width:1cqh){a{--y:5cqh}}'
console.log('in @supports:', minify(own).includes('--y:1rem') && minify(own).includes('--y:5cqh'))
JS
seen="$(node try.mjs)"
expected="top: 2 of 2 lines
padding: 2 of 2 lines
font-size: 2 of 2 lines
border-radius: 2 of 2 lines
height: 2 of 2 lines
transform: 1 of 2 lines
transform: 1 of 2 lines
translate: 1 of 2 lines
background-size: 1 of 2 lines
in @supports: true"
echo "$seen"
[ "$seen" = "$expected" ] || { echo "changed: expected"; echo "$expected"; exit 1; }

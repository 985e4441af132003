#!/usr/bin/env bash
# The tabular figures of Inter (`font-variant-numeric: tabular-nums`, feature tnum) are not only figures: the hyphen becomes
# as wide as a digit, and full stop, comma and colon become narrower (seen with @fontsource-variable/inter 5.3.0, shaped
# by harfbuzzjs 0.4.11).
#
# CSS Fonts says of the value that it "enables display of tabular numerals". A page that sets it for all of its texts, so
# that amounts stand below each other, tears its hyphenated words apart: in a Portuguese button, 'Inscrever-se' looks like
# two words with a dash between them.
set -euo pipefail
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @fontsource-variable/inter@5.3.0 harfbuzzjs@0.4.11 fontverter@2.0.0
cat >try.cjs <<'JS'
const { readFileSync } = require('node:fs')
const fontverter = require('fontverter')

async function main() {
  const hb = await require('harfbuzzjs')
  const woff2 = readFileSync('node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')
  const blob = hb.createBlob(await fontverter.convert(woff2, 'truetype'))
  const face = hb.createFace(blob, 0)
  const font = hb.createFont(face)
  /** Advance of one character, in thousandths of an em. */
  const width = (text, features) => {
    const buffer = hb.createBuffer()
    buffer.addText(text)
    buffer.guessSegmentProperties()
    hb.shape(font, buffer, features)
    return Math.round((buffer.json()[0].ax / face.upem) * 1000)
  }
  const rows = ['1', '8', '-', '.', ',', ':', 'a'].map((text) => ({
    text,
    proportional: width(text, ''),
    tabular: width(text, 'tnum'),
  }))
  for (const { text, proportional, tabular } of rows) console.log(`${text} ${proportional} ${tabular}`)
}
main()
JS
got="$(node try.cjs)"
echo "character, its width, its width with tnum:"
echo "$got"
expected='1 407 648
8 619 648
- 460 648
. 288 269
, 288 269
: 288 269
a 562 562'
[ "$got" = "$expected" ] || { echo "this has changed; it was:"; echo "$expected"; exit 1; }

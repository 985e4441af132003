// Makes the typeface that every page begins with: Inter's Latin letters, figures and signs, in the weights that we use.
// node scripts/font.mjs, after another version of Inter
import { readFile, writeFile } from 'node:fs/promises'
import subsetFont from 'subset-font'

const inter = new URL(
  '../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  import.meta.url,
)
const between = (first, last) =>
  Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)).join('')
const letters = [between(0x20, 0x7e), between(0xc0, 0xff), '\u00a0¡¿ªº°·«»€£', '–—‘’“”…•−→↑↓′″'].join('')

const font = await subsetFont(await readFile(inter), letters, {
  targetFormat: 'woff2',
  variationAxes: { wght: { min: 450, max: 800 } },
})
await writeFile(new URL('../resources/fonts/inter-latin.woff2', import.meta.url), font)
console.log(`${font.length} bytes`)

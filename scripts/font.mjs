// Makes the typeface that every page begins with: Inter's Latin letters, figures and signs, in the weights that we use.
// node scripts/font.mjs, after another version of Inter
//
// The hyphen has a file of its own, without features: all texts use tabular figures (font-variant-numeric), which in Inter
// also make the hyphen as wide as a figure, and 'Inscrever-se' reads as two words.
import { readFile, writeFile } from 'node:fs/promises'
import subsetFont from 'subset-font'

const inter = new URL(
  '../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  import.meta.url,
)
const between = (first, last) =>
  Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)).join('')
const hyphen = '-'
const letters = [
  between(0x20, 0x7e).replace(hyphen, ''),
  between(0xc0, 0xff),
  '\u00a0¡¿ªº°·«»€£',
  '–—‘’“”…•−→↑↓′″',
].join('')

await write('inter-latin.woff2', letters)
await write('inter-hyphen.woff2', hyphen, { keepFeatures: [] })

async function write(name, text, options = {}) {
  const font = await subsetFont(await readFile(inter), text, {
    targetFormat: 'woff2',
    variationAxes: { wght: { min: 450, max: 800 } },
    ...options,
  })
  await writeFile(new URL(`../resources/fonts/${name}`, import.meta.url), font)
  console.log(`${name}: ${font.length} bytes`)
}

// Makes the typeface that every page begins with: Inter's Latin letters, figures and signs, in the weights that we use.
// node scripts/font.mjs, after another version of Inter
//
// All texts use tabular figures (font-variant-numeric). In Inter these also make the hyphen as wide as a figure, and
// 'Inscrever-se' reads as two words: of the tabular glyphs, only those of the figures are kept. Packages that make subsets cannot say
// which glyphs to keep; HarfBuzz itself can.
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import fontverter from 'fontverter'
import * as hb from 'harfbuzzjs'

const require = createRequire(import.meta.url)
const between = (first, last) =>
  Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)).join('')
const letters = [between(0x20, 0x7e), between(0xc0, 0xff), '\u00a0¡¿ªº°·«»€£', '–—‘’“”…•−→↑↓′″'].join('')
/** From hb-subset.h. */
const features = 6
const noLayoutClosure = 0x200
const tag = (text) => [...text].reduce((number, letter) => (number << 8) + letter.charCodeAt(0), 0)

const source = require.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')
const inter = await fontverter.convert(await readFile(source), 'truetype')
const font = await fontverter.convert(await subset(inter, tabularFigures(inter)), 'woff2')
await writeFile(new URL('../resources/fonts/inter-latin.woff2', import.meta.url), font)
console.log(`${font.length} bytes`)

/** The ids of the figures' tabular glyphs. */
function tabularFigures(data) {
  const shaped = new hb.Buffer()
  shaped.addText('0123456789')
  shaped.guessSegmentProperties()
  hb.shape(new hb.Font(new hb.Face(new hb.Blob(data))), shaped, [new hb.Feature('tnum', 1)])
  return shaped.getGlyphInfos().map(({ codepoint }) => codepoint)
}

/** The font with the letters and these glyphs, and no other variant of a letter. */
async function subset(data, glyphs) {
  const wasm = await readFile(require.resolve('harfbuzzjs/dist/harfbuzz-subset.wasm'))
  const { exports } = (await WebAssembly.instantiate(wasm)).instance
  // oxlint-disable-next-line libraries/no-private-members -- a WebAssembly module without a main function starts by this name
  exports._initialize()
  const input = exports.hb_subset_input_create_or_fail()
  const at = exports.malloc(data.length)
  new Uint8Array(exports.memory.buffer).set(data, at)
  const face = exports.hb_face_create(exports.hb_blob_create(at, data.length, 2, 0, 0), 0)
  const kept = exports.hb_subset_input_set(input, features)
  exports.hb_set_clear(kept)
  exports.hb_set_invert(kept)
  exports.hb_subset_input_set_flags(input, exports.hb_subset_input_get_flags(input) | noLayoutClosure)
  for (const letter of letters)
    exports.hb_set_add(exports.hb_subset_input_unicode_set(input), letter.codePointAt(0))
  for (const glyph of glyphs) exports.hb_set_add(exports.hb_subset_input_glyph_set(input), glyph)
  if (!exports.hb_subset_input_set_axis_range(input, face, tag('wght'), 450, 800, NaN))
    throw new Error('the font has no such weights')
  const result = exports.hb_face_reference_blob(exports.hb_subset_or_fail(face, input))
  const length = exports.hb_blob_get_length(result)
  if (length === 0) throw new Error('HarfBuzz has made no font')
  const begin = exports.hb_blob_get_data(result, 0)
  return Buffer.from(new Uint8Array(exports.memory.buffer).slice(begin, begin + length))
}

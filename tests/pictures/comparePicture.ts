import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'
import UPNG from 'upng-js'

const baselines = join(import.meta.dirname, 'baselines')
/** What a run has drawn where it differs, for people to look at. */
const findings = 'artifacts/pictures'
/**
 * Colours are rounded to multiples of this in both pictures, which halves the baselines. Each pixel by itself, so that
 * a change at one place alters nothing elsewhere, as a palette would.
 */
const colourStep = 8
/** How far a pixel's colour may be from the baseline's, from 0 to 1: a little more than one step in each channel. */
const threshold = 0.05
/** So many pixels may differ all the same. The smallest icon has more. */
const tolerated = 20

const isUpdating = process.env['PICTURES'] === 'update'

/**
 * Compares a screenshot with its baseline, and returns what is wrong with it; undefined: nothing. With
 * `npm run test:pictures -- --update` it becomes the baseline.
 */
export function pictureFinding(name: string, screenshot: Buffer): string | undefined {
  const file = join(baselines, `${name}.png`)
  const drawn = PNG.sync.read(screenshot)
  roundColours(drawn.data)
  const differing = existsSync(file) ? differingPixels(name, file, drawn) : Infinity
  if (differing <= tolerated) return undefined
  if (isUpdating) {
    write(file, encode(drawn))
    return undefined
  }
  write(join(findings, `${name}.png`), screenshot)
  return Number.isFinite(differing)
    ? `${name}: ${differing} pixels differ, see ${findings}/${name}-difference.png`
    : `${name}: there is no baseline of this size`
}

function roundColours(pixels: Buffer): void {
  const most = 256 - colourStep
  for (const [index, value] of pixels.entries())
    pixels[index] = index % 4 === 3 ? 255 : Math.min(most, Math.round(value / colourStep) * colourStep)
}

function encode({ data, width, height }: PNG): Buffer {
  const { buffer, byteOffset, byteLength } = data
  const pixels = buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer
  return Buffer.from(UPNG.encode([pixels], width, height, 0))
}

function differingPixels(name: string, file: string, drawn: PNG): number {
  const baseline = PNG.sync.read(readFileSync(file))
  const { width, height } = drawn
  if (baseline.width !== width || baseline.height !== height) return Infinity
  if (baseline.data.equals(drawn.data)) return 0
  const difference = new PNG({ width, height })
  const count = pixelmatch(baseline.data, drawn.data, difference.data, width, height, {
    threshold,
    includeAA: true,
  })
  if (count > tolerated && !isUpdating)
    write(join(findings, `${name}-difference.png`), PNG.sync.write(difference))
  return count
}

function write(file: string, content: Buffer): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}

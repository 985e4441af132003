import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'
import UPNG from 'upng-js'

const baselines = join(import.meta.dirname, 'baselines')
/** What a run has drawn where it differs, for people to look at. */
const findings = 'artifacts/pictures'
/** A baseline is stored with 256 colours, a fifth of the size; that is far less than what a player could see. */
const colours = 256
/** How far a pixel's colour may be from the baseline's, from 0 to 1: more than the missing colours cost. */
const threshold = 0.16
/** The share of pixels that may differ all the same: edges of letters and curves. */
const tolerated = 0.002

const isUpdating = process.env['PICTURES'] === 'update'

/**
 * Compares a screenshot with its baseline, and returns what is wrong with it; undefined: nothing. With
 * `npm run test:pictures -- --update` it becomes the baseline.
 */
export function pictureFinding(name: string, screenshot: Buffer): string | undefined {
  const file = join(baselines, `${name}.png`)
  const drawn = PNG.sync.read(screenshot)
  const { width, height } = drawn
  const differing = existsSync(file) ? differingPixels(file, drawn) : Infinity
  if (differing <= width * height * tolerated) return undefined
  if (isUpdating) {
    const { buffer, byteOffset, byteLength } = drawn.data
    const pixels = buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer
    write(file, Buffer.from(UPNG.encode([pixels], width, height, colours)))
    return undefined
  }
  write(join(findings, `${name}.png`), screenshot)
  return Number.isFinite(differing)
    ? `${name}: ${differing} pixels differ, see ${findings}/${name}.png`
    : `${name}: there is no baseline of this size`
}

function differingPixels(file: string, drawn: PNG): number {
  const baseline = PNG.sync.read(readFileSync(file))
  const { width, height } = drawn
  if (baseline.width !== width || baseline.height !== height) return Infinity
  const difference = new PNG({ width, height })
  const count = pixelmatch(baseline.data, drawn.data, difference.data, width, height, { threshold })
  if (count > width * height * tolerated && !isUpdating)
    write(
      join(findings, file.slice(baselines.length).replace('.png', '-difference.png')),
      PNG.sync.write(difference),
    )
  return count
}

function write(file: string, content: Buffer): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'
import UPNG from 'upng-js'

const baselines = join(import.meta.dirname, 'baselines')
/** What a run has drawn where it differs, for people to look at. */
const findings = 'artifacts/pictures'
/**
 * The colours of a baseline are multiples of this, which makes it half as large. Each pixel by itself, so that a change at
 * one place alters nothing elsewhere, as a palette would.
 */
const colourStep = 24
/** How far a pixel's colour may be from the baseline's, from 0 to 1: a little more than half a step in each channel. */
const threshold = 0.055
/**
 * So many pixels may differ all the same. The smallest icon has more; 20 were seen at the edges of a picture that lies at
 * a fraction of a pixel.
 */
const tolerated = 24

const isUpdating = process.env['PICTURES'] === 'update'

/**
 * Compares a screenshot with its baseline, and returns what is wrong with it; undefined: nothing. With
 * `npm run test:pictures -- --update` it becomes the baseline. `isHalved`: a baseline of half the width and height.
 */
export function pictureFinding(
  name: string,
  screenshot: Buffer,
  { isHalved }: { isHalved: boolean },
): string | undefined {
  const file = join(baselines, `${name}.png`)
  const full = PNG.sync.read(screenshot)
  const drawn = isHalved ? halve(full) : full
  const differing = existsSync(file) ? differingPixels(name, file, drawn) : Infinity
  if (differing <= tolerated) return undefined
  write(join(findings, `${name}.png`), screenshot)
  if (isUpdating) {
    write(file, encode(drawn))
    return undefined
  }
  return Number.isFinite(differing)
    ? `${name}: ${differing} pixels differ, see ${findings}/${name}-difference.png`
    : `${name}: there is no baseline of this size`
}

/** Four pixels become their mean. */
function halve({ data, width, height }: PNG): PNG {
  const half = new PNG({ width: width / 2, height: height / 2 })
  let at = 0
  for (let top = 0; top < height; top += 2) {
    for (let left = 0; left < width; left += 2) {
      const first = (top * width + left) * 4
      for (let byte = first; byte < first + 4; byte++) {
        const [beside, below] = [byte + 4, byte + width * 4]
        const sum = (data[byte] ?? 0) + (data[beside] ?? 0) + (data[below] ?? 0) + (data[below + 4] ?? 0)
        half.data[at++] = sum / 4
      }
    }
  }
  return half
}

function encode({ data, width, height }: PNG): Buffer {
  const rounded = data.map((value, index) =>
    index % 4 === 3 ? 255 : Math.min(255, Math.round(value / colourStep) * colourStep),
  )
  return Buffer.from(UPNG.encode([new Uint8Array(rounded).buffer], width, height, 0))
}

function differingPixels(name: string, file: string, drawn: PNG): number {
  const baseline = PNG.sync.read(readFileSync(file))
  const { width, height } = drawn
  if (baseline.width !== width || baseline.height !== height) return Infinity
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

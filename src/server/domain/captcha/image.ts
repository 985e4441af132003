import { randomInt } from 'node:crypto'
import { Resvg } from '@resvg/resvg-js'
import { alphabet, glyphLines, type Point } from './glyphs.ts'

const width = 320
const height = 112
const answerLength = 5
const inkColours = ['#f3f7f5', '#7ff0b4', '#ffd27a', '#9fdcff'] as const

/** A picture and the characters that it shows. */
export interface CaptchaImage {
  answer: string
  png: Uint8Array
}

/**
 * An answer, by default five random characters of our alphabet, as a PNG of 320 x 112 pixels. Each character is rotated, sheared and distorted by its own wave, and may
 * overlap its neighbour; lines and dots in the same colours cross it. People can still read it.
 */
export function drawCaptcha(answer = randomAnswer()): CaptchaImage {
  return { answer, png: new Resvg(svgOf(answer), { font: { loadSystemFonts: false } }).render().asPng() }
}

function randomAnswer(): string {
  return Array.from({ length: answerLength }, () => alphabet[randomInt(alphabet.length)]).join('')
}

function svgOf(answer: string): string {
  // "fill-opacity" and "stroke-opacity": with "opacity" every element would be drawn on a layer of its own.
  // Characters and noise have the same two colours, so that colour does not distinguish them.
  const inks = [pick(inkColours), pick(inkColours)]
  const slot = (width - 56) / answer.length
  const characters = [...answer].map((character, index) => {
    const bend = characterBend(28 + slot * (index + 0.5), height / 2)
    return glyphLines(character)
      .map((line) => stroke(line.map(bend), pick(inks), between(5.2, 6.8), 1))
      .join('')
  })
  const noise = Array.from({ length: 4 }, () => stroke(noiseLine(), pick(inks), between(1.4, 2.6), 0.55))
  const dots = Array.from({ length: 28 }, () => {
    const radius = between(0.8, 2.1).toFixed(1)
    const [x, y] = [between(0, width).toFixed(1), between(0, height).toFixed(1)]
    return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${pick(inks)}" fill-opacity="0.4"/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
    <rect width="${width}" height="${height}" fill="#0f2530"/>${backdrop()}
    ${dots.join('')}${noise.slice(0, 2).join('')}${characters.join('')}${noise.slice(2).join('')}</svg>`
}

/** Maps a glyph's 6 x 10 box into the image: scale, shear, rotation, wave, and the character's position. */
function characterBend(centerX: number, centerY: number): (point: Point) => Point {
  const scale = between(5.4, 6.6)
  const stretch = between(0.88, 1.1)
  const shear = between(-0.22, 0.22)
  const angle = between(-0.3, 0.3)
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const [wave, phase, length] = [between(1.2, 3), between(0, 6.28), between(16, 26)]
  const [moveX, moveY] = [between(-4, 4), between(-10, 10)]
  return ([px, py]) => {
    const y = (py - 5) * scale
    const x = (px - 3) * scale * stretch - y * shear
    const [rotatedX, rotatedY] = [x * cos - y * sin, x * sin + y * cos]
    return [
      centerX + moveX + rotatedX + wave * Math.sin(rotatedY / length + phase),
      centerY + moveY + rotatedY + wave * Math.sin(rotatedX / length + phase * 1.7),
    ]
  }
}

/** Soft stripes behind everything, so that the background is not a single colour. */
function backdrop(): string {
  return Array.from({ length: 3 }, () => {
    const points = noiseLine()
    return stroke(points, pick(['#17404f', '#12343f', '#1d4a46']), between(10, 26), 0.6)
  }).join('')
}

function noiseLine(): Point[] {
  const [start, end] = [between(8, height - 8), between(8, height - 8)]
  const [wave, phase, length] = [between(6, 18), between(0, 6.28), between(24, 60)]
  return Array.from({ length: 41 }, (_, step): Point => {
    const x = -6 + (step * (width + 12)) / 40
    return [x, start + ((end - start) * step) / 40 + wave * Math.sin(x / length + phase)]
  })
}

function stroke(line: Point[], ink: string, thickness: number, opacity: number): string {
  const points = line.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')
  return `<polyline points="${points}" fill="none" stroke="${ink}" stroke-width="${thickness.toFixed(1)}" stroke-linecap="round" stroke-linejoin="round" stroke-opacity="${opacity}"/>`
}

function between(low: number, high: number): number {
  return low + ((high - low) * randomInt(1_000_001)) / 1_000_000
}

function pick<T>(items: readonly T[]): T {
  return items[randomInt(items.length)] as T
}

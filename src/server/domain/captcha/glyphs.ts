/** A point in a glyph's box: x 0 to 6, y 0 to 10, downwards. */
export type Point = readonly [x: number, y: number]

/**
 * A custom stroke font: each character is a path of M, L and Q commands, drawn with round line ends. It needs no system
 * font, and recognisers of known fonts do not match its outlines. Of look-alikes
 * (0 O Q D, 1 I L, 2 Z, 5 S, 8 B, 6 G, U V) at
 * most one is included.
 */
const strokes = {
  '2': 'M 0.4 2.4 Q 0.6 0 3 0 Q 5.6 0 5.6 2.6 Q 5.6 4.6 3 6.8 L 0.2 10 L 6 10',
  '3': 'M 0.6 1.6 Q 1.4 0 3 0 Q 5.4 0 5.4 2.4 Q 5.4 4.6 2.6 4.7 Q 5.8 4.8 5.8 7.4 Q 5.8 10 3 10 Q 0.8 10 0.2 8.2',
  '4': 'M 4.4 10 L 4.4 0 L 0 6.8 L 6 6.8',
  '5': 'M 5.4 0 L 1 0 L 0.7 4.6 Q 1.6 3.7 3 3.7 Q 5.8 3.7 5.8 6.8 Q 5.8 10 2.8 10 Q 0.8 10 0.2 8.4',
  '6': 'M 5.2 1.2 Q 4.4 0 3.2 0 Q 0.2 0 0.2 5.6 Q 0.2 10 3 10 Q 5.8 10 5.8 6.9 Q 5.8 4 3.1 4 Q 0.6 4 0.2 6.6',
  '7': 'M 0.2 0 L 5.8 0 Q 2.8 4.4 2.2 10 M 1.6 5 L 5 5',
  '8': 'M 3 4.7 Q 0.5 4.4 0.5 2.4 Q 0.5 0 3 0 Q 5.5 0 5.5 2.4 Q 5.5 4.4 3 4.7 Q 0 5 0 7.4 Q 0 10 3 10 Q 6 10 6 7.4 Q 6 5 3 4.7',
  '9': 'M 0.8 8.8 Q 1.6 10 2.8 10 Q 5.8 10 5.8 4.4 Q 5.8 0 3 0 Q 0.2 0 0.2 3.1 Q 0.2 6 2.9 6 Q 5.4 6 5.8 3.4',
  A: 'M 0 10 L 3 0 L 6 10 M 1.1 6.5 L 4.9 6.5',
  C: 'M 5.8 2 Q 5 0 3.2 0 Q 0.2 0 0.2 5 Q 0.2 10 3.2 10 Q 5 10 5.8 8',
  E: 'M 5.6 0 L 0.6 0 L 0.6 10 L 5.6 10 M 0.6 4.8 L 4.8 4.8',
  F: 'M 5.6 0 L 0.6 0 L 0.6 10 M 0.6 4.8 L 4.6 4.8',
  H: 'M 0.4 0 L 0.4 10 M 5.6 0 L 5.6 10 M 0.4 4.8 L 5.6 4.8',
  K: 'M 0.6 0 L 0.6 10 M 5.6 0 L 0.8 5.6 M 2.4 4 L 5.8 10',
  M: 'M 0 10 L 0.4 0 L 3 6 L 5.6 0 L 6 10',
  N: 'M 0.5 10 L 0.5 0 L 5.5 10 L 5.5 0',
  P: 'M 0.6 10 L 0.6 0 L 3 0 Q 5.8 0 5.8 2.8 Q 5.8 5.6 3 5.6 L 0.6 5.6',
  R: 'M 0.6 10 L 0.6 0 L 3 0 Q 5.8 0 5.8 2.7 Q 5.8 5.4 3 5.4 L 0.6 5.4 M 3.2 5.4 L 6 10',
  T: 'M 0 0 L 6 0 M 3 0 L 3 10',
  U: 'M 0.4 0 L 0.4 6.4 Q 0.4 10 3 10 Q 5.6 10 5.6 6.4 L 5.6 0',
  W: 'M 0 0 L 1.4 10 L 3 3.6 L 4.6 10 L 6 0',
  X: 'M 0.2 0 L 5.8 10 M 5.8 0 L 0.2 10',
  Y: 'M 0.2 0 L 3 5 L 5.8 0 M 3 5 L 3 10',
} as const

/** The characters of which answers are made. */
export const alphabet = Object.keys(strokes).join('')

/** The strokes of a character as lines of closely spaced points, ready to be bent. */
export function glyphLines(character: string): Point[][] {
  const path = (strokes as Record<string, string>)[character]
  if (path === undefined) throw new RangeError(`no glyph for this character: ${character}`)
  const words = path.split(' ')
  const point = (): Point => [Number(words.shift()), Number(words.shift())]
  const lines: Point[][] = []
  let line: Point[] = []
  while (words.length > 0) {
    const command = words.shift()
    const from = line.at(-1)
    if (command === 'M' || !from) lines.push((line = [point()]))
    else if (command === 'L') line.push(...curve(from, undefined, point()))
    else line.push(...curve(from, point(), point()))
  }
  return lines
}

const steps = 8

/** Points after `from` up to `to`: on a straight line, or on a quadratic curve around `control`. */
function curve(from: Point, control: Point | undefined, to: Point): Point[] {
  const middle = control ?? mix(from, to, 0.5)
  return Array.from({ length: steps }, (_, step) => {
    const t = (step + 1) / steps
    return mix(mix(from, middle, t), mix(middle, to, t), t)
  })
}

function mix(a: Point, b: Point, t: number): Point {
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t]
}

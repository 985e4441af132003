/** Drawing without replacement and parsing parameters, shared by several games. */

/**
 * Draws one element of the pool 0..size-1 for each float: element floor(f_i x (size - i)) of those that remain.
 * Returns them in the order drawn. Throws RangeError if there are more floats than elements.
 */
export function drawFromPool(size: number, floats: readonly number[]): number[] {
  if (floats.length > size) throw new RangeError(`cannot draw ${floats.length} of ${size}`)
  const pool = Array.from({ length: size }, (_, i) => i)
  return floats.map((float) => {
    const [taken] = pool.splice(Math.floor(float * pool.length), 1)
    if (taken === undefined) throw new RangeError(`not a float in [0, 1): ${float}`)
    return taken
  })
}

/** The float at `index`. Throws RangeError if there are too few floats. */
export function floatAt(floats: readonly number[], index: number): number {
  const float = floats[index]
  if (float === undefined) throw new RangeError(`float ${index} is missing`)
  return float
}

/** An own property of an input of unknown type; undefined if it is missing. */
export function field(input: unknown, name: string): unknown {
  return typeof input === 'object' && input !== null && Object.hasOwn(input, name)
    ? (input as Record<string, unknown>)[name]
    : undefined
}

/** A number with at most two decimals as an integer number of hundredths; undefined for anything else. */
export function hundredths(value: unknown): number | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined
  const rounded = Math.round(value * 100)
  return rounded / 100 === value ? rounded : undefined
}

export function isIntegerWithin(value: unknown, low: number, high: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= low && value <= high
}

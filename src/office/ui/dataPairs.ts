/** The values of nested data by their path: `limits.0.amountCents`. Something that is no object has the path ''. */
export function pairsOf(value: unknown, path = ''): [path: string, value: unknown][] {
  if (path === '' && (value === null || value === undefined)) return []
  if (value === null || typeof value !== 'object') return [[path, value]]
  const entries = Object.entries(value)
  if (entries.length === 0) return path === '' ? [] : [[path, Array.isArray(value) ? '[]' : '{}']]
  return entries.flatMap(([name, each]) => pairsOf(each, path === '' ? name : `${path}.${name}`))
}

export interface Difference {
  path: string
  before: unknown
  after: unknown
  isChanged: boolean
}

/** Both states side by side, what changed first. */
export function differences(before: unknown, after: unknown): Difference[] {
  const [was, is] = [new Map(pairsOf(before)), new Map(pairsOf(after))]
  const paths = [...new Set([...was.keys(), ...is.keys()])]
  const all = paths.map((path) => ({
    path,
    before: was.get(path),
    after: is.get(path),
    isChanged: was.get(path) !== is.get(path),
  }))
  return [...all.filter(({ isChanged }) => isChanged), ...all.filter(({ isChanged }) => !isChanged)]
}

/** Cents by their names; the amounts of four eyes are cents too (contract/office/settings.ts). */
export function isMoneyName(path: string): boolean {
  return /Cents$|\bfourEyes\.\w+$/.test(path)
}

export function isTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text)
}

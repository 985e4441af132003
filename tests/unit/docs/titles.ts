import { readFileSync } from 'node:fs'

/** Whether the test file has a test with that title. */
export function hasTest(file: string, title: string): boolean {
  const source = readFileSync(file, 'utf8')
  const escaped = [title, title.replaceAll("'", "\\'")]
  return escaped.some((text) => ["'", '"', '`'].some((quote) => source.includes(quote + text + quote)))
}

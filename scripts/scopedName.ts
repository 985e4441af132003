import { createHash } from 'node:crypto'
import { relative } from 'node:path'

/**
 * The name of a class in the page: `_title_1x9ab`. The end is the same for all classes of a file, which compresses, and
 * Vite's own names end with a line number, which does not: 300 of them are in what /home loads first.
 */
export function scopedName(name: string, file: string): string {
  const path = relative(process.cwd(), file.split('?')[0] ?? file)
  return `_${name}_${createHash('sha1').update(path).digest('hex').slice(0, 5)}`
}

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const page = readFileSync(join(root, 'docs/security.md'), 'utf8')
const lines = page.split('\n').filter((text) => text.startsWith('|') && !/^\| (promise|-+) /.test(text))
const rows = lines.flatMap((text) => {
  const cells = /^\| (.+?) +\| `([^`]+\.ts)` *\|$/.exec(text)
  return cells ? [{ promise: cells[1] ?? '', file: cells[2] ?? '' }] : []
})

describe('docs/security.md', () => {
  it('names a test for each promise', () => {
    expect(rows).toHaveLength(lines.length)
    expect(rows.length).toBeGreaterThan(30)
  })

  it('names files that exist', () => {
    expect(rows.filter(({ file }) => !existsSync(join(root, 'tests', file)))).toEqual([])
  })

  it('uses every file of the security suite', () => {
    const files = readdirSync(join(root, 'tests/security')).filter((name) => name.endsWith('.test.ts'))
    const named = new Set(rows.map(({ file }) => file))
    expect(files.filter((name) => !named.has(`security/${name}`))).toEqual([])
  })
})

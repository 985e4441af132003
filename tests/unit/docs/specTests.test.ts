import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const page = readFileSync(join(root, 'docs/spec-tests.md'), 'utf8')

interface Row {
  section: string
  line: string
  file: string
  title: string
}

/** The rows of the page's tables, each with the section it stands in. */
function readRows(): Row[] {
  let section = ''
  return page.split('\n').flatMap((text) => {
    section = /^## (\d+)\./.exec(text)?.[1] ?? section
    const cells = /^\| (.+?) +\| `([^`]+\.ts)` *\| `(.+?)` *\|$/.exec(text)
    return cells ? [{ section, line: cells[1] ?? '', file: cells[2] ?? '', title: cells[3] ?? '' }] : []
  })
}

/** Whether the file has a test of that title, as it is written there. */
function hasTest(file: string, title: string): boolean {
  const source = readFileSync(join(root, 'tests', file), 'utf8')
  const escaped = [title, title.replaceAll("'", "\\'")]
  return escaped.some((text) => ["'", '"', '`'].some((quote) => source.includes(quote + text + quote)))
}

const rows = readRows()

describe('docs/spec-tests.md', () => {
  it('is read as a whole: each line of a table is a row with a file and a title', () => {
    const lines = page.split('\n').filter((text) => text.startsWith('|') && !/^\| (line|-+) /.test(text))
    expect(rows).toHaveLength(lines.length)
  })

  it.each(['2', '3', '4', '6', '8', '9'])('has lines of section %s', (section) => {
    expect(rows.filter((row) => row.section === section).length).toBeGreaterThan(5)
  })

  it('names tests that exist', () => {
    const missing = rows.filter(
      ({ file, title }) => !existsSync(join(root, 'tests', file)) || !hasTest(file, title),
    )
    expect(missing).toEqual([])
  })
})

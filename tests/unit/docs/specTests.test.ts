import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { reachedNames, usedByTest, type ReadFile } from './reach.ts'
import { hasTest } from './titles.ts'

const root = join(import.meta.dirname, '../../..')
const page = readFileSync(join(root, 'docs/spec-tests.md'), 'utf8')

interface Row {
  section: string
  line: string
  file: string
  title: string
}

/** The rows of the page's tables, each with its heading. */
function readRows(): Row[] {
  let section = ''
  return page.split('\n').flatMap((text) => {
    section = /^## (.+)$/.exec(text)?.[1] ?? section
    const cells = /^\| (.+?) +\| `([^`]+\.ts)` *\| `(.+?)` *\|$/.exec(text)
    return cells ? [{ section, line: cells[1] ?? '', file: cells[2] ?? '', title: cells[3] ?? '' }] : []
  })
}

const rows = readRows()

/** Where the product starts: the page, the desktop program and its bridge, the server, the framed pages. */
const entries = [
  'src/renderer/app/main.tsx',
  'src/main/index.ts',
  'src/preload/index.ts',
  'src/server/server.ts',
  'src/frames/slots/main.tsx',
  'src/frames/chat/main.tsx',
]

const readSource: ReadFile = (path) => {
  const file = join(root, path)
  return existsSync(file) && statSync(file).isFile() ? readFileSync(file, 'utf8') : undefined
}

/** What a unit test with that title uses that the product never reaches, as `file name`. */
function unreachedIn(test: string, title: string, reached: ReadonlySet<string>, read: ReadFile): string[] {
  return [...usedByTest(test, title, read)].filter((name) => !reached.has(name))
}

describe('docs/spec-tests.md', () => {
  it('is parsed completely: each line of a table is a row with a file and a title', () => {
    const lines = page.split('\n').filter((text) => text.startsWith('|') && !/^\| (what|-+) /.test(text))
    expect(rows).toHaveLength(lines.length)
  })

  it('has rows for every part of docs/product.md', () => {
    const product = readFileSync(join(root, 'docs/product.md'), 'utf8')
    const headings = Array.from(product.matchAll(/^##+ (.+)$/gm), ([, heading = '']) => heading)
    // These only introduce the parts below them, or list calls that other parts describe.
    const others = [
      'Users and hosts',
      'Screens',
      'Deposit',
      'Further calls',
      'Slots and games in frames',
      'Growth',
    ]
    const sections = [...new Set(rows.map(({ section }) => section))]
    expect(sections).toEqual(headings.filter((heading) => !others.includes(heading)))
  })

  it('names tests that exist', () => {
    const missing = rows.filter(
      ({ file, title }) =>
        !existsSync(join(root, 'tests', file)) || !hasTest(join(root, 'tests', file), title),
    )
    expect(missing).toEqual([])
  })

  it('names unit tests of what the product uses', () => {
    const reached = reachedNames(entries, readSource)
    const idle = rows
      .filter(({ file }) => file.startsWith('unit/'))
      .map(({ file, title }) => ({
        title,
        unreached: unreachedIn(`tests/${file}`, title, reached, readSource),
      }))
      .filter(({ unreached }) => unreached.length > 0)
    expect(idle).toEqual([])
  })
})

describe('the check of what the product uses', () => {
  const files: Record<string, string> = {
    'src/renderer/app/main.tsx': `
      import { open } from './routes.ts'
      import type { Idle } from '#contract/idle.ts'
      void open()`,
    'src/renderer/app/routes.ts': `
      import { total } from '#contract/index.ts'
      export const open = async () => (await import('./Screen.tsx')).Screen({ sum: total(1) })
      export const never = () => import('./Never.tsx')`,
    'src/renderer/app/Screen.tsx': `export function Screen() { return <Row /> }
      function Row() { return rule() }
      import { rule } from '#contract/rule.ts'`,
    'src/renderer/app/Never.tsx': `import { lost } from '#contract/rule.ts'
      export const Never = () => lost()`,
    'src/contract/index.ts': `export { sum as total } from './sum.ts'`,
    'src/contract/sum.ts': `export const sum = (a: number) => a + step
      export const step = 1
      export const spare = 2`,
    'src/contract/rule.ts': `export function rule() {}
      export function lost() {}`,
    'src/contract/idle.ts': `export type Idle = typeof idle
      export const idle = 1`,
    'tests/unit/rule.test.ts': `
      import { total } from '#contract/index.ts'
      import { rule, lost } from '#contract/rule.ts'
      import { idle } from '#contract/idle.ts'
      import { spare } from '#contract/sum.ts'
      const helper = () => lost()
      describe('a rule', () => {
        it('is used', () => expect(rule()).toBe(total(1)))
        it('is not used', () => expect(helper()).toBe(spare))
        it.each([[idle]])('is only a type', () => undefined)
      })`,
  }
  const read: ReadFile = (path) => files[path]
  const reached = reachedNames(['src/renderer/app/main.tsx'], read)

  it.each([
    ['is used', []],
    ['is not used', ['src/contract/rule.ts lost', 'src/contract/sum.ts spare']],
    ['is only a type', ['src/contract/idle.ts idle']],
  ])('reports a test that %s', (title, unreached) => {
    expect(unreachedIn('tests/unit/rule.test.ts', title, reached, read)).toEqual(unreached)
  })
})

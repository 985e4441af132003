import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { pagePaths } from '#contract/pages.ts'
import { overlayRegistry } from '#renderer/app/overlayRegistry.ts'
import { vipTable } from '#contract/rules/vip.ts'

const root = join(import.meta.dirname, '../../..')
const page = readFileSync(join(root, 'docs/product.md'), 'utf8')
const headings = new Set(Array.from(page.matchAll(/^#+ (.+)$/gm), ([, heading]) => heading))

/** The text below a heading, up to the next heading of any level. */
function section(heading: string): string {
  const [, text = ''] = page.split(new RegExp(`^#+ ${heading}$`, 'm'))
  return text.split(/^#+ /m)[0] ?? ''
}

/** Cells of the rows of a section's tables, without header and divider. */
function cellsOf(heading: string): string[][] {
  const rows = section(heading)
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').slice(1, -1))
    .map((cells) => cells.map((cell) => cell.trim()))
  return rows.slice(rows.findIndex(([cell = '']) => /^-+$/.test(cell)) + 1)
}

/** Texts in backticks. */
function codes(text: string | undefined): string[] {
  return Array.from((text ?? '').matchAll(/`([^`]+)`/g), ([, code = '']) => code)
}

/** Headings of the page that a file cites: `docs/product.md, "Heading"` or `"Heading" of docs/product.md`. */
function citationsIn(source: string): string[] {
  // A citation may continue on the next line of a comment.
  const text = source.replaceAll(/\n\s*(?:\*|\/\/) ?/g, ' ')
  const patterns = [/docs\/product\.md, "([^"]+)"/g, /"([^"]+)" of docs\/product\.md/g]
  return patterns.flatMap((pattern) => Array.from(text.matchAll(pattern), ([, heading = '']) => heading))
}

describe('docs/product.md', () => {
  it('has every heading that the code cites', () => {
    const cited = ['src', 'tests', 'scripts', 'bench'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.(tsx?|css|mjs|sql)$/.test(name) && !name.endsWith('docs/product.test.ts'))
        .flatMap((name) =>
          citationsIn(readFileSync(join(root, folder, name), 'utf8')).map((heading) => ({ name, heading })),
        ),
    )
    expect(cited.length).toBeGreaterThan(10)
    expect(cited.filter(({ heading }) => !headings.has(heading))).toEqual([])
  })

  it('has no duplicate headings, so that a citation is unambiguous', () => {
    const all = Array.from(page.matchAll(/^#+ (.+)$/gm), ([, heading]) => heading)
    expect(all.filter((heading, i) => all.indexOf(heading) !== i)).toEqual([])
  })

  it('lists every page of the client', () => {
    const listed = cellsOf('Route table').flatMap(([path]) => codes(path))
    expect(listed.map((path) => path.replace(/\{\w+\}/, '{}')).sort()).toEqual(
      Object.values(pagePaths).sort(),
    )
  })

  it('names a heading for each page', () => {
    const named = cellsOf('Route table').map((cells) => cells[3]?.replaceAll('"', ''))
    expect(named.filter((heading) => !headings.has(heading ?? ''))).toEqual([])
  })

  it('lists every overlay', () => {
    const listed = cellsOf('Overlays').flatMap(([name]) => codes(name))
    expect(listed.sort()).toEqual(Object.keys(overlayRegistry).sort())
  })

  it('has the VIP levels of the code', () => {
    const number = (cell = '') => (cell === '-' ? 0 : Number(cell.replaceAll(',', '')))
    const levels = cellsOf('VIP levels').map((cells) => cells.map(number))
    expect(levels).toEqual(
      vipTable.map((row) => [
        row.level,
        row.promotionBonus / 100,
        row.depositSum / 100,
        row.betSum / 100,
        row.withdrawalsPerDay,
        row.withdrawalFee * 100,
      ]),
    )
  })
})

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  brandFolder,
  brandsFolder,
  coloursOf,
  defaultBrand,
  readBrand,
  readTokens,
} from '../../../scripts/brand/readBrand.ts'
import { createRecolour } from '../../../scripts/brand/recolour.ts'

const source = join(import.meta.dirname, '../../../src')
const brands = readdirSync(brandsFolder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
const folderOf = (id: string) => join(brandsFolder, id)
const sources = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((path) =>
  /\.(tsx?|css|json|html)$/.test(path),
)
/** A comment may name the product; `PALPITE_…`, `palpite_…` and the like are names of the program, not of the brand. */
const withoutComments = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm, '')

/** WCAG's contrast of two colours. */
function contrast(first: string, second: string): number {
  const [dark, light] = [first, second].map(luminance).sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

describe('the sources', () => {
  it('are read', () => expect(sources.length).toBeGreaterThan(800))

  it('leave the name to the brand file', () => {
    const named = sources.filter((path) =>
      /\bPalpite/.test(withoutComments(readFileSync(join(source, path), 'utf8'))),
    )
    expect(named).toEqual([])
  })

  it('leave the colours to the brand file', () => {
    const colours = new RegExp([...readTokens(folderOf(defaultBrand)).values()].join('|'), 'i')
    // Games keep their colours under every brand: a bet on green stays green.
    const own = /^(renderer\/games|frames\/slots\/styles\/themes\.css|server\/domain\/captcha)/
    const coloured = sources.filter(
      (path) => !own.test(path) && colours.test(readFileSync(join(source, path), 'utf8')),
    )
    expect(coloured).toEqual([])
  })
})

describe.each(brands)('the brand %s', (id) => {
  const ours = folderOf(defaultBrand)
  const folder = brandFolder(id)
  const keysOf = (file: string, of: string) =>
    Object.keys(JSON.parse(readFileSync(join(of, file), 'utf8')) as object)

  it('has every file, entry and colour', () => {
    const filesIn = (of: string) => readdirSync(of, { recursive: true, encoding: 'utf8' }).sort()
    expect(filesIn(folder)).toEqual(filesIn(ours))
    for (const file of ['brand.json', 'logo.json']) expect(keysOf(file, folder)).toEqual(keysOf(file, ours))
    const partners = (of: string) =>
      JSON.parse(readFileSync(join(of, 'partners.json'), 'utf8')) as Record<string, unknown>[]
    for (const partner of partners(folder))
      expect(Object.keys(partner)).toEqual(Object.keys(partners(ours)[0]!))
    expect([...readTokens(folder).keys()]).toEqual([...readTokens(ours).keys()])
    expect(readBrand(folder).id).toBe(id)
  })

  it('has its colours in red, green and blue too, for what is also seen through', () => {
    const tokens = readTokens(folder)
    const style = readFileSync(join(folder, 'tokens.css'), 'utf8')
    const parts = [...style.matchAll(/(--[\w-]+)-rgb: (\d+) (\d+) (\d+);/g)]
    expect(parts.length).toBeGreaterThan(0)
    for (const [, name, ...rgb] of parts)
      expect(`#${rgb.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`).toBe(
        tokens.get(name!),
      )
    const names = (of: string) => [...readFileSync(join(of, 'tokens.css'), 'utf8').matchAll(/(--[\w-]+):/g)]
    expect(names(folder).map(([, name]) => name)).toEqual(names(ours).map(([, name]) => name))
  })

  it('can be read: 4.5:1 for texts on every surface that they stand on', () => {
    const tokens = readTokens(folder)
    const pairs = [
      ['--on-green', '--green-400'],
      ['--on-green', '--green-500'],
      ['--on-green', '--green-600'],
      ['--on-amber', '--amber-500'],
      ['--on-amber', '--amber-600'],
      ...['--green-400', '--amber-400'].flatMap((text) =>
        ['--night-950', '--night-900', '--night-800', '--night-700', '--night-600'].map((on) => [text, on]),
      ),
    ] as [string, string][]
    const weak = pairs.filter(([text, on]) => contrast(tokens.get(text) ?? '', tokens.get(on) ?? '') < 4.5)
    expect(weak).toEqual([])
  })
})

describe('drawings', () => {
  const palpite = coloursOf(folderOf(defaultBrand))
  const recolour = createRecolour(palpite, coloursOf(folderOf('mirante')))

  it('get the colours of the brand', () => {
    const { action, reward } = coloursOf(folderOf('mirante'))
    const near = (hex: string, other: string) =>
      [1, 3, 5].every(
        (at) =>
          Math.abs(
            Number.parseInt(hex.slice(at, at + 2), 16) - Number.parseInt(other.slice(at, at + 2), 16),
          ) < 16,
      )
    expect(near(recolour(palpite.reward), reward)).toBe(true)
    const moved = recolour(palpite.action)
    expect(Number.parseInt(moved.slice(5), 16)).toBeGreaterThan(Number.parseInt(moved.slice(3, 5), 16))
    expect(contrast(moved, action)).toBeLessThan(1.4)
  })

  it('keep greys, red, other notations and the rest of the code', () => {
    for (const code of ['#ffffff', '#808080', '#ff6464', 'a.#facade()', "href='#section'", '&#123456;'])
      expect(recolour(code)).toBe(code)
    expect(recolour('fill=%2319d27c')).toMatch(/^fill=%23[0-9a-f]{6}$/)
    expect(recolour('rgb(25 210 124 / 26%)')).toMatch(/^rgb\(\d+ \d+ \d+ \/ 26%\)$/)
    expect(recolour('--mint-rgb: 25 210 124;')).toMatch(/^--mint-rgb: \d+ (?!210)\d+ \d+;$/)
    expect(recolour('#19d27c42')).toMatch(/^#(?!19d27c)[0-9a-f]{6}42$/)
  })

  it('stay as they are in our own colours', () => {
    const same = createRecolour(palpite, palpite)
    for (const colour of Object.values(palpite)) expect(same(colour)).toBe(colour)
  })
})

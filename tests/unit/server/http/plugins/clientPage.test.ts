import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createClientPage, hasTag } from '#server/http/plugins/clientPage.ts'

const folder = mkdtempSync(join(tmpdir(), 'palpite-page-'))
const file = join(folder, 'index.html')
afterAll(() => rmSync(folder, { recursive: true }))

it('is made once for each build, and compressed once for each encoding', async () => {
  writeFileSync(file, '<html lang="pt-BR">one</html>')
  const read = createClientPage(file, ['gift'])
  const [page, same] = await Promise.all([read(), read()])
  expect(same).toBe(page)
  const [first, second] = await Promise.all([page.as('br'), page.as('br')])
  expect(second.content).toBe(first.content)
  expect((await (await read()).as('br')).content).toBe(first.content)
  const tags = await Promise.all(
    ([undefined, 'gzip', 'br'] as const).map(async (as) => (await page.as(as)).tag),
  )
  expect(new Set(tags).size).toBe(3)
  writeFileSync(file, '<html lang="pt-BR">two</html>')
  utimesSync(file, new Date(), new Date(Date.now() + 5_000))
  const next = await read()
  expect(next.text).toContain('two')
  expect((await next.as('br')).tag).not.toBe(first.tag)
})

it.each([
  ['"a"', true],
  ['W/"a"', true],
  ['"b", "a"', true],
  ['*', true],
  ['"b"', false],
  [undefined, false],
])('knows the version that a browser names: %s', (header, expected) => {
  expect(hasTag(header, '"a"')).toBe(expected)
})

import { expect, it } from 'vitest'
import { serverPages } from '../../../scripts/validation/serverPages.ts'
import { structureFindings } from '../../../scripts/validation/structure.ts'

const page = (body: string) =>
  `<!doctype html><html lang="pt-BR"><head><title>t</title></head><body>${body}</body></html>`

it.each([
  ['a heading within a span', '<span><h1>Title</h1></span>', 'element-permitted-content'],
  ['an id twice', '<p id="a">1</p><p id="a">2</p>', 'no-dup-id'],
  ['a link within a button', '<button type="button"><a href="/">1</a></button>', 'element-permitted-content'],
  ['a list of paragraphs', '<ul><p>1</p></ul>', 'element-permitted-content'],
  ['an unknown value', '<button type="go">1</button>', 'attribute-allowed-values'],
])('%s is found', async (_name, body, rule) => {
  expect(await structureFindings(page(body))).toEqual([expect.stringContaining(`${rule}: `)])
})

it('e-mails, payment pages, receipts and pages of links are sound', async () => {
  // The languages differ in their texts only; `npm run validate` has all.
  const pages = (await serverPages()).filter(({ name }) => !/\.(?!pt_BR)[a-z]{2}_[A-Z]{2}$/.test(name))
  expect(pages.length).toBeGreaterThan(30)
  for (const { name, html } of pages) expect([name, await structureFindings(html)]).toEqual([name, []])
})

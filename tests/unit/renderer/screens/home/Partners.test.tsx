import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, expect, it, vi } from 'vitest'
import { loadDictionary } from '#renderer/i18n/i18n.ts'
import { Partners } from '#renderer/screens/home/footer/Partners.tsx'

vi.mock('#brand/partners.json', () => ({
  default: [
    { name: 'Real', sample: false, viewBox: '0 0 24 24', svg: '<path/>' },
    { name: 'Invented', sample: true, viewBox: '0 0 24 24', svg: '<path/>' },
  ],
}))

vi.stubGlobal('document', { documentElement: { lang: '', dataset: {} } })
afterAll(() => vi.unstubAllGlobals())
await loadDictionary('pt_BR')

const namesOf = (isSandbox: boolean) =>
  [...renderToStaticMarkup(<Partners isSandbox={isSandbox} />).matchAll(/<li[^>]*>(.*?)<\/li>/g)].map(
    ([, item]) => item?.replaceAll(/<svg.*<\/svg>|<\/?span[^>]*>/g, ''),
  )

it('sample partners are shown in the sandbox only, and marked there', () => {
  expect(namesOf(true)).toEqual(['Real', 'Invented<small>Exemplo</small>'])
  expect(namesOf(false)).toEqual(['Real'])
})

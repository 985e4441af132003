import { describe, expect, it } from 'vitest'
import {
  filesOf,
  isClientPage,
  languageOf,
  prerenderedPageAt,
  withoutFirstView,
} from '../../../src/serviceWorker/pages.ts'

const at = (path: string) => new URL(path, 'https://palpite.example')

describe('the prerendered page of an address', () => {
  it.each([
    ['/', 'home'],
    ['/home', 'home'],
    ['/vip', 'vip'],
    ['/mines', 'mines'],
    ['/home?overlay=login', undefined],
    ['/home/', undefined],
    ['/v%69p', undefined],
    ['/registros', undefined],
  ])('%s: %s', (path, page) => expect(prerenderedPageAt(at(path))).toBe(page))
})

it.each([
  ['/home?overlay=login', true],
  ['/registros', true],
  ['/yABC', true],
  ['/paySuccess', false],
  ['/no-such-page', false],
  ['/api/app/main/appInfo', false],
  ['/chat', false],
  ['/sandbox', false],
  ['/sw.js', false],
])('%s is a page of the client: %s', (path, isOne) => expect(isClientPage(at(path))).toBe(isOne))

const page = `<!doctype html><html lang="en" data-language="en_US"><head><link rel="modulepreload" href="/assets/a.js">
<link rel="icon" href="/icon.svg"><script type="module" src="/assets/b.js"></script></head><body><p>Palpite</p>
<script type="application/json" id="first-view">{"name":"\\u003c/script>"}</script></body></html>`

it('is kept without its data', () => {
  expect(withoutFirstView(page)).not.toMatch(/first-view|u003c/)
  expect(withoutFirstView(page)).toMatch(/<p>Palpite<\/p>\s*<\/body><\/html>$/)
})

it('names its language and its files, also those that it loads after its first paint', () => {
  expect(languageOf(page)).toBe('en_US')
  expect(languageOf('<html lang="pt-BR">')).toBeUndefined()
  expect(filesOf(page)).toEqual(['/assets/a.js', '/assets/b.js'])
  const prerendered = '<html data-program="/assets/c.js /assets/d.js" data-ahead="/assets/e.css">'
  expect(filesOf(prerendered)).toEqual(['/assets/c.js', '/assets/d.js', '/assets/e.css'])
})

import { runInNewContext } from 'node:vm'
import { parse } from 'acorn'
import { expect, it, vi } from 'vitest'
import { languageCodes } from '#contract/languages.ts'
import { browserFloor } from '../../../scripts/floor/browserFloor.ts'
import { api } from '../../../scripts/floor/support.ts'
import { lateHtml, noScriptHtml, olderScript, withQuestion } from '../../../scripts/olderBrowsers.ts'

it('the script for older browsers is ES5, and has nothing left to fill in', () => {
  const script = olderScript()
  expect(() => parse(script, { ecmaVersion: 5 })).not.toThrow()
  expect(script).not.toMatch(/TEXTS|BROWSERS|LOCALES|DEFAULT_LANGUAGE|BRAND_COLOUR|%\w+%/)
})

it('the question in a prerendered page is ES5 too', () => {
  const page = '<script src="/o.js" nomodule></script><script src="/o.js" type="module"></script>'
  const [, question = ''] = /<script>(.*)<\/script>/.exec(withQuestion(page)) ?? []
  expect(question).toContain("'/o.js'")
  expect(() => parse(question, { ecmaVersion: 5 })).not.toThrow()
})

it('what it looks for came with the oldest Chrome and Safari that are supported', () => {
  const support = api.AbortSignal?.['timeout_static']?.__compat?.support
  for (const browser of ['chrome', 'safari'] as const)
    expect([support?.[browser]].flat().map((each) => each?.version_added)).toContain(
      String(browserFloor[browser]),
    )
})

it('texts in the nine languages, each with the versions', () => {
  const script = olderScript()
  for (const code of languageCodes) expect(script).toContain(code)
  expect(script.split('{browsers}').length - 1).toBe(languageCodes.length + 1)
  expect(noScriptHtml(languageCodes).match(/<p lang="[\w-]+">[^<%]+<\/p>/g)).toHaveLength(9)
  expect(new Set(languageCodes.map(lateHtml)).size).toBe(9)
})

it('keeps the offer to install of a browser that is new enough until the program comes', () => {
  const window = Object.assign(new EventTarget(), { installOffer: undefined as Event | undefined })
  const element = { noModule: false, src: '', crossOrigin: '' }
  const document = {
    createElement: () => ({ ...element }),
    querySelector: () => element,
    body: { appendChild: () => undefined },
  }
  runInNewContext(olderScript(), { window, document, AbortSignal })
  const offer = new Event('beforeinstallprompt', { cancelable: true })
  window.dispatchEvent(offer)
  expect([window.installOffer, offer.defaultPrevented]).toEqual([offer, true])
})

it('loads a page again whose program was lost with the network, once its files come', async () => {
  const program = { src: '/assets/index.js', crossOrigin: '' }
  const again = { ...program, noModule: false, onerror: () => undefined as void }
  const waits: (() => void)[] = []
  const stored = new Map<string, string>()
  let isLost = true
  const fetched: string[] = []
  const reload = vi.fn()
  const window = Object.assign(new EventTarget(), { location: { reload } })
  runInNewContext(olderScript(), {
    window,
    document: {
      createElement: () => again,
      querySelector: () => program,
      querySelectorAll: () => [{ href: '/assets/react.js' }],
      body: { appendChild: () => undefined },
    },
    AbortSignal,
    console: { info: () => undefined },
    setTimeout: (run: () => void) => waits.push(run),
    fetch: (file: string) => {
      fetched.push(file)
      return isLost ? Promise.reject(new TypeError('Load failed')) : Promise.resolve(new Response())
    },
    sessionStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
    },
  })
  expect(fetched).toEqual([])
  again.onerror()
  await vi.waitFor(() => expect(waits).toHaveLength(1))
  expect(fetched).toEqual(['/assets/index.js', '/assets/react.js'])
  expect(reload).not.toHaveBeenCalled()
  isLost = false
  waits[0]?.()
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  // A program that fails for another reason must not load the page over and over.
  again.onerror()
  await vi.waitFor(() => expect(fetched).toHaveLength(6))
  expect(reload).toHaveBeenCalledTimes(1)
})

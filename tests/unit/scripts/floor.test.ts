import { describe, expect, it } from 'vitest'
import { newerInScript } from '../../../scripts/floor/scripts.ts'
import { newerInStyle } from '../../../scripts/floor/styles.ts'

describe('what the oldest browsers lack in a script', () => {
  it.each([
    ['URL.canParse(a)', 'URL.canParse'],
    ['b.toReversed()', '.toReversed()'],
    ['b.toSorted()', '.toSorted()'],
    ['b.isSubsetOf(c)', '.isSubsetOf()'],
    ['Promise.withResolvers()', 'Promise.withResolvers'],
    ['Object.groupBy(a, f)', 'Object.groupBy'],
    ['Array.fromAsync(a)', 'Array.fromAsync'],
    ['AbortSignal.any([a])', 'AbortSignal.any'],
    ['context.roundRect(0, 0, 1, 1, 1)', '.roundRect()'],
    ['new ClipboardItem({})', 'new ClipboardItem'],
    ['requestIdleCallback(f)', 'requestIdleCallback()'],
    ['navigator.userActivation.isActive', 'navigator.userActivation'],
    ['/(?<=a)b/.test(c)', 'lookbehind /(?<=a)b/'],
    ['class A { static { b() } }', 'static {}'],
  ])('%s', (code, what) => {
    expect(newerInScript(code, 'module')).toEqual([what])
  })

  it('nothing else: what they have, what is asked for first, and what is ours', () => {
    const code = `
      a.at(-1); Object.hasOwn(a, 'b'); structuredClone(a); AbortSignal.timeout(1); a ??= b?.c
      navigator.userActivation?.isActive; a.checkVisibility?.(); typeof navigator.share
      class A { #b = 1; union() { return this.union() } }`
    expect(newerInScript(code, 'module')).toEqual([])
  })

  it('a syntax that is newer is an error', () => {
    expect(() => newerInScript('using a = b()', 'module')).toThrow(SyntaxError)
  })
})

describe('what the oldest browsers lack in a style', () => {
  it.each([
    ['a:has(b) { color: red }', ':has'],
    ['a { &:hover { color: red } }', 'nested rules'],
    ['a { translate: 1px }', 'translate'],
    ['a { color: color-mix(in srgb, red, blue) }', 'color-mix()'],
    ['a { height: 100dvh }', 'height: 100dvh'],
    ['a { width: 10cqh }', 'width: 10cqh'],
    ['a { color: light-dark(red, blue) }', 'light-dark()'],
    ['a { text-wrap: balance }', 'text-wrap'],
    ['@media (width > 1px) { a { color: red } }', '@media with < or >'],
    ['@media (scripting: none) { a { color: red } }', '@media (scripting)'],
    ['@starting-style { a { color: red } }', '@starting-style'],
    // The browser takes it, and finds out later that it does not know the unit: then neither line holds.
    ['a { height: calc(100vh - var(--b)); height: calc(100dvh - var(--b)) }', 'height: 100dvh'],
    ['a { --b: 1vh; --b: 1dvh }', '--b: 1dvh'],
  ])('%s', (code, what) => {
    expect(newerInStyle(code)).toEqual([what])
  })

  it('nothing else: what they have, with an older line before it, a prefix beside it, or asked for first', () => {
    const code = `
      a { inset: 0; gap: 1px; aspect-ratio: 1; height: 100vh; height: 100dvh; background: red; color: #fff8 }
      a { -webkit-mask-image: none; mask-image: none }
      a:is(b, c):focus-visible::before { content: 'a:has(b)' }
      @supports selector(:has(a)) { a:has(b) { color: red } }
      @supports (color: color-mix(in srgb, red, red)) { a { color: color-mix(in srgb, red, var(--b)) } }`
    expect(newerInStyle(code)).toEqual([])
  })
})

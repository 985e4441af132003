import { expect, it } from 'vitest'
import { firstViewStyle } from '../../../scripts/firstViewStyle.ts'

const page = '<div id="root"><main class="stage"><b class="gain" data-kind="win">1</b></main></div>'

it('keeps what the page shows, in its order, and drops what it does not', async () => {
  const style = '.stage{color:red}.sheet{color:blue}.stage .gain,.sheet .gain{color:green}.stage{margin:0}'
  expect(await firstViewStyle(style, [page])).toBe(
    '.stage{color:red}.stage .gain{color:green}.stage{margin:0}',
  )
})

it('keeps what several languages show', async () => {
  const style = '.long{hyphens:auto}.none{color:red}'
  expect(await firstViewStyle(style, [page, '<p class="long"></p>'])).toBe('.long{hyphens:auto}')
})

it('keeps rules of the document, whatever its attributes are when it is shown', async () => {
  const style = [
    '@font-face{font-family:Own;src:url(/own.woff2)}',
    ':root{--font:Own}',
    ':root[data-font] .stage{font-family:var(--font)}',
    '[data-prerender=off] #prerender{visibility:hidden}',
    'button{border:0}',
  ].join('')
  expect(await firstViewStyle(style, [page])).toBe(style)
})

it('keeps rules for some screens and settings, pseudo-elements, states, and the animations in use', async () => {
  const style = [
    '@media (width>=1000px){.stage{display:grid}}',
    '@media (forced-colors:active){.gain{color:CanvasText}}',
    '.gain:before{content:"+"}',
    '.gain[data-kind=win]{animation:rise 1s}',
    '.stage:has(>.gain){padding:0}',
    '@keyframes rise{to{opacity:1}}',
  ].join('')
  const unused = '@media (width>=1000px){.sheet{display:grid}}@keyframes fall{to{opacity:0}}'
  expect(await firstViewStyle(style + unused, [page])).toBe(style)
})

it('drops how things look when they are pressed, pointed at or focused: the page is inert', async () => {
  const style = [
    '.stage:hover,.gain:focus-visible{color:red}',
    '.stage,.gain:active{color:blue}',
    '@media (hover:hover){.gain:hover{color:red}}',
    '.stage:has(b:focus){color:red}',
    'a:not([class]):active{opacity:.7}',
    '.gain:not(:focus){margin:0}',
  ].join('')
  expect(await firstViewStyle(style, [page])).toBe(
    '.stage{color:blue}a:not([class]):active{opacity:.7}.gain:not(:focus){margin:0}',
  )
})

it('drops custom properties that nothing names', async () => {
  const style = ':root{--a:1px;--b:var(--a);--c:var(--d);--d:2px;--e:red}.stage{margin:var(--b)}'
  const drawn = page.replace('<b ', '<b data-style="color:var(--e)" ')
  expect(await firstViewStyle(style, [drawn])).toBe(
    ':root{--a:1px;--b:var(--a);--e:red}.stage{margin:var(--b)}',
  )
})

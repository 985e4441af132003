import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { originalGames } from '#contract/games/gameCodes.ts'
import { languages } from '#contract/languages.ts'
import { Countdown, type CountdownProps } from '#renderer/ui/Countdown.tsx'
import { CurrencyIcon } from '#renderer/ui/CurrencyIcon.tsx'
import { flagCodes } from '#renderer/ui/Flag.tsx'
import { LevelEmblem } from '#renderer/ui/LevelEmblem.tsx'
import { QrCode } from '#renderer/ui/QrCode.tsx'
import generic from '#renderer/assets/games/generic.svg?inline'
import { gameArt, gameArtOf } from '#renderer/assets/gameArt.ts'

const games = join(import.meta.dirname, '../../../../src/renderer/assets/games')

describe('game tiles', () => {
  it('exist for every original, and differ', () => {
    for (const code of originalGames) expect(gameArt).toHaveProperty(code)
    const urls = Object.values(gameArt)
    expect(new Set(urls).size).toBe(urls.length)
  })

  it('fall back to the generic picture', () => {
    expect(gameArtOf('no-such-game')).toBe(generic)
    expect(gameArtOf('mines')).toBe(gameArt.mines)
  })

  it.each(readdirSync(games))('%s is under 6 KB, without scripts or external addresses', (file) => {
    expect(statSync(join(games, file)).size).toBeLessThan(6144)
    const text = readFileSync(join(games, file), 'utf8')
    expect(text.replaceAll('http://www.w3.org/2000/svg', '')).not.toMatch(/<script|https?:/)
  })
})

describe('flags', () => {
  it('cover the nine languages', () => {
    for (const { flag } of Object.values(languages)) expect(flagCodes).toContain(flag)
  })
})

describe('an emblem: above 23 the picture of level 0', () => {
  it.each([
    [0, 0],
    [7, 7],
    [12, 12],
    [13, 12],
    [23, 12],
    [24, 0],
    [-1, 0],
    [NaN, 0],
  ])('shows level %d as %d', (level, shown) => {
    const drawn = renderToStaticMarkup(<LevelEmblem level={level} />)
    expect(/<text[^>]*>(.+)<\/text>/.exec(drawn)?.[1]).toBe(String(shown))
  })
})

it('every language has the icon of its currency', () => {
  for (const language of Object.values(languages))
    expect(renderToStaticMarkup(<CurrencyIcon language={language} />)).toContain('real')
})

describe('a QR code', () => {
  it('merges dark modules of a row into runs', () => {
    const matrix = [
      [true, true, false],
      [false, false, true],
    ]
    const drawn = renderToStaticMarkup(<QrCode matrix={matrix} label="PIX" />)
    expect(drawn).toContain(' d="M0 0h2v1h-2zM2 1h1v1h-1z"')
  })
})

describe('a countdown', () => {
  const shown = (left: number, format?: CountdownProps['format']) =>
    renderToStaticMarkup(
      <Countdown deadline={1_000_000 + left} now={() => 1_000_000} {...(format && { format })} />,
    )

  it('counts whole seconds up to the end, and hours past 99', () => {
    expect(shown(6_129_000)).toContain('>01:42:09<')
    expect(shown(1)).toContain('>00:00:01<')
    expect(shown(-5)).toContain('>00:00:00<')
    expect(shown(100 * 3_600_000)).toContain('>100:00:00<')
    expect(shown(90_000, 'ms')).toContain('>01:30<')
  })
})

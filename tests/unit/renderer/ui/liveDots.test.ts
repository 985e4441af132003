import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'

/** WCAG 2.2.2: whatever moves by itself for longer needs a way to stop it. It also keeps the processor busy. */
const maxMs = 5_000

/** The keyframes of live dots. */
const root = 'src/renderer'
const animations = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.css'))
  .flatMap((file) => {
    const css = readFileSync(join(root, file), 'utf8')
    return [...css.matchAll(/animation: (beat [^;]+);/g)].map(([, value = '']) => ({ file, value }))
  })

/** The duration of all iterations of an `animation` value in ms; infinite without an end. */
function totalMs(value: string): number {
  const seconds = Number(/ ([\d.]+)s( |$)/.exec(value)?.[1])
  const iterations = / infinite( |$)/.test(value) ? Infinity : Number(/ (\d+)( |$)/.exec(value)?.[1] ?? 1)
  return seconds * iterations * 1_000
}

describe('live dots', () => {
  // A list has none: each is a layer of its own.
  it('are the one on home and those on match clocks', () => {
    expect(animations.map(({ file }) => basename(file)).toSorted()).toEqual([
      'LiveTicker.module.css',
      'MatchClock.module.css',
    ])
  })

  it.each(animations)('stop within five seconds: $file', ({ value }) => {
    expect(totalMs(value)).toBeLessThanOrEqual(maxMs)
  })
})

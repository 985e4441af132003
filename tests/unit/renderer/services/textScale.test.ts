import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { applyTextScale, textScales } from '#renderer/services/textScale.ts'

let shown: Record<string, string>

beforeEach(() => {
  shown = {}
  const style = { setProperty: (name: string, value: string) => void (shown[name] = value) }
  vi.stubGlobal('document', { documentElement: { style } })
})
afterEach(() => vi.unstubAllGlobals())

describe('text scale', () => {
  it('ranges from 100 % to 200 %', () => {
    expect([textScales[0], textScales.at(-1)]).toEqual([100, 200])
    expect(applyTextScale(150)).toBe(150)
    expect(shown).toEqual({ '--text-scale': '1.5' })
  })

  it.each([[undefined], ['150'], [300], [0], [null], [{}]])('treats %o as unset', (stored) => {
    expect(applyTextScale(stored)).toBe(100)
    expect(shown).toEqual({ '--text-scale': '1' })
  })
})

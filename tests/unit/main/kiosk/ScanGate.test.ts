import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { formatVoucherCode, withCheckCharacters } from '#contract/rules/vouchers.ts'
import { ScanGate } from '#main/kiosk/ScanGate.ts'

const voucher = `https://venue.example/vale${formatVoucherCode(withCheckCharacters('ABCDEFGHJKMNPQ'))}`
const slip = 'https://venue.example/bilheteAbc123Def456'
const foreign = '23793381286000782713695000063305975520000010000'

let isForeign: boolean
let hasField: boolean
/** What the page got from the keyboard, and what main typed into its field. */
let passed: string[]
let typed: string[]
let scanned: string[]
let gate: ScanGate

beforeEach(() => {
  vi.useFakeTimers()
  isForeign = true
  hasField = true
  passed = []
  typed = []
  scanned = []
  gate = new ScanGate({
    isForeign: () => isForeign,
    hasField: () => hasField,
    type: (key) => typed.push(key),
    onScan: (text) => scanned.push(text),
    now: () => Date.now(),
  })
})
afterEach(() => vi.useRealTimers())

function press(key: string, gapMs: number, more: { code?: string; isAutoRepeat?: boolean } = {}): void {
  vi.advanceTimersByTime(gapMs)
  const modifiers = { control: false, alt: false, meta: false }
  const event = { type: 'keyDown', key, code: 'KeyX', isAutoRepeat: false, ...modifiers, ...more }
  if (!gate.take(event)) passed.push(key)
}

function scan(text: string, end = 'Enter'): void {
  for (const key of [...text, end]) press(key, 5)
  vi.advanceTimersByTime(1_000)
}

describe('a page that is not ours', () => {
  it.each([
    ['a voucher', voucher, 'Enter'],
    ['a voucher, by a scanner that ends with Tab', voucher, 'Tab'],
    ['a bet slip', slip, 'Enter'],
  ])('gets nothing of %s', (_what, text, end) => {
    scan(text, end)
    expect({ scanned, passed, typed }).toEqual({ scanned: [text], passed: [], typed: [] })
  })

  it('gets no Enter of a code that is scanned while no field has the focus', () => {
    hasField = false
    scan(voucher)
    expect(scanned).toEqual([voucher])
    expect(passed.join('')).toBe('htt')
    scan(foreign)
    expect(scanned).toHaveLength(1)
    expect(passed).not.toContain('Enter')
  })

  it('gets a code of somebody else, and what a person types, in order', () => {
    scan(foreign)
    expect(typed.join('')).toBe(`${foreign}enter`)
    typed = []
    for (const key of ['A', 'n', ' ']) press(key, 180)
    // Two keys at once, and the next one at once after them.
    press('b', 200)
    press('c', 10)
    press('Backspace', 10)
    press('Enter', 300)
    expect(typed).toEqual(['A', 'n', 'space', 'b', 'c'])
    expect(passed).toEqual(['Backspace', 'Enter'])
  })

  it('gets keys that are held, shortcuts, and the keys of the screen at once', () => {
    for (let count = 0; count < 20; count++) press('z', 5, { isAutoRepeat: count > 0 })
    for (const key of voucher) press(key, 5, { code: '' })
    gate.take({
      type: 'keyDown',
      key: 'v',
      code: 'KeyV',
      isAutoRepeat: false,
      control: true,
      alt: false,
      meta: false,
    })
    vi.advanceTimersByTime(1_000)
    expect(typed).toEqual(['z'])
    expect(passed.slice(0, 19)).toEqual(Array.from({ length: 19 }, () => 'z'))
    expect(passed.slice(19).join('')).toBe(voucher)
    expect(scanned).toEqual([])
  })
})

it('leaves our own page alone, which reads what is scanned itself', () => {
  isForeign = false
  scan(voucher)
  expect(passed.join('')).toBe(`${voucher}Enter`)
  expect({ scanned, typed }).toEqual({ scanned: [], typed: [] })
})

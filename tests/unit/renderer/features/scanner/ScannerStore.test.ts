import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { voucherCalls } from '#contract/http/vouchers.ts'
import { formatVoucherCode, withCheckCharacters } from '#contract/rules/vouchers.ts'
import { ScannerStore } from '#renderer/features/scanner/ScannerStore.ts'
import { createMoneyRoot, refused } from '../../stores/moneyRoot.ts'

const code = formatVoucherCode(withCheckCharacters('ABCDEFGHJKMNPQ'))
const address = `https://venue.example/vale${code}`
const redeem = voucherCalls.redeem.path

let page: EventTarget
class Frame {}

beforeEach(() => {
  page = new EventTarget()
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', { activeElement: null })
  vi.stubGlobal('HTMLTextAreaElement', class {})
  vi.stubGlobal('HTMLInputElement', class {})
  vi.stubGlobal('HTMLIFrameElement', Frame)
})

afterEach(() => vi.unstubAllGlobals())

function createScanner(isLoggedIn: boolean) {
  const fixture = createMoneyRoot({ isLoggedIn })
  const stop = new ScannerStore(fixture.root).start()
  let timeMs = 1_000
  /** Returns whether Enter still does what it does in a page. */
  const type = (text: string, gapMs: number, end = 'Enter') => {
    let isFree = true
    for (const key of [...text, end]) {
      timeMs += gapMs
      const event = Object.assign(new Event('keydown', { cancelable: true }), { key, repeat: false })
      Object.defineProperty(event, 'timeStamp', { value: timeMs })
      isFree = page.dispatchEvent(event)
    }
    return isFree
  }
  return { ...fixture, type, stop }
}

describe('a voucher that is scanned on any page', () => {
  it.each([
    ['its address', address, 'Enter'],
    ['its address, by a scanner that ends with Tab', address, 'Tab'],
    ['its code', code, 'Enter'],
  ])('is redeemed: %s', async (_what, text, end) => {
    const { type, requests, respond } = createScanner(true)
    respond(voucherCalls.redeem, { amount: 12.5 })
    expect(type(text, 5, end)).toBe(false)
    await vi.waitFor(() => expect(requests.map(({ path }) => path)).toContain(redeem))
    expect(requests[0]?.request.body).toEqual({ code: code.replaceAll('-', '') })
  })

  it('is redeemed once when it is scanned twice', async () => {
    const { type, requests, respond } = createScanner(true)
    respond(voucherCalls.redeem, { amount: 12.5 })
    type(address, 5)
    type(address, 5)
    await vi.waitFor(() => expect(requests.length).toBeGreaterThan(0))
    expect(requests.filter(({ path }) => path === redeem)).toHaveLength(1)
  })

  it('leads a guest to the login, with the code kept', () => {
    const { type, requests, visited, root } = createScanner(false)
    type(address, 5)
    expect(visited).toEqual([`/vale${code}`])
    expect(root.overlays.current?.name).toBe('login')
    expect(requests).toEqual([])
  })

  it('that the server refuses is told', async () => {
    const { type, root, respond } = createScanner(true)
    respond(voucherCalls.redeem, refused(409, 'Voucher já usado'))
    type(address, 5)
    await vi.waitFor(() =>
      expect(root.alerts.current).toMatchObject({ message: { text: 'Voucher já usado' } }),
    )
  })
})

it('a bet slip that is scanned opens', () => {
  const { type, visited } = createScanner(false)
  type('https://venue.example/bilhetet1.abcdefghijklmnopqrstuv', 5)
  expect(visited).toEqual(['/bilhetet1.abcdefghijklmnopqrstuv'])
})

it.each([
  ['what a person types', address, 120],
  ['another address', 'https://elsewhere.example/menu', 5],
  ['a code with a wrong letter', `https://venue.example/vale${code.replace('A', 'B')}`, 5],
  ['the login of another terminal', 'https://venue.example/totemabcdefghijkl', 5],
])('%s does nothing', (_what, text, gapMs) => {
  const { type, visited, requests } = createScanner(true)
  expect(type(text, gapMs)).toBe(true)
  expect({ visited, requests }).toEqual({ visited: [], requests: [] })
})

it('stops listening', () => {
  const { type, visited, stop } = createScanner(false)
  stop()
  type(address, 5)
  expect(visited).toEqual([])
})

it('tells whether a frame has the focus, and follows what was scanned there', async () => {
  const { root, requests, respond } = createMoneyRoot({ isLoggedIn: true })
  const told: boolean[] = []
  let scan: (text: string) => void = () => undefined
  Object.assign(root.platform.frames, {
    setFocused: (isFocused: boolean) => told.push(isFocused),
    onScan: (listener: typeof scan) => {
      scan = listener
      return () => (scan = () => undefined)
    },
  })
  const stop = new ScannerStore(root).start()
  vi.stubGlobal('document', { activeElement: new Frame() })
  page.dispatchEvent(new Event('blur'))
  await vi.waitFor(() => expect(told).toEqual([false, true]))
  vi.stubGlobal('document', { activeElement: null })
  page.dispatchEvent(new Event('focus'))
  await vi.waitFor(() => expect(told).toEqual([false, true, false]))
  respond(voucherCalls.redeem, { amount: 12.5 })
  scan(address)
  await vi.waitFor(() => expect(requests.map(({ path }) => path)).toContain(redeem))
  stop()
})

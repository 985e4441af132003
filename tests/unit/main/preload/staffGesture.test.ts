import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { watchStaffGesture } from '../../../../src/preload/staffGesture.ts'

type Listener = (event: { isPrimary: boolean; clientX: number; clientY: number }) => void
let listeners: Map<string, Listener>
const onGesture = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  onGesture.mockClear()
  listeners = new Map()
  watchStaffGesture({ addEventListener: (type, listener) => listeners.set(type, listener) }, onGesture)
})
afterEach(() => vi.useRealTimers())

const press = (at = 20) => listeners.get('pointerdown')?.({ isPrimary: true, clientX: at, clientY: at })
const release = (end = 'pointerup') => listeners.get(end)?.({ isPrimary: true, clientX: 0, clientY: 0 })

function tap(count: number, everyMs: number): void {
  for (let index = 0; index < count; index++) {
    press()
    release()
    vi.advanceTimersByTime(everyMs)
  }
}

it('five taps and a press that is held', () => {
  tap(5, 500)
  press()
  vi.advanceTimersByTime(1_200)
  expect(onGesture).toHaveBeenCalledOnce()
})

it.each([
  ['a short press', () => (tap(5, 500), press(), vi.advanceTimersByTime(1_000), release())],
  ['a press that the system cancels', () => (tap(5, 500), press(), release('pointercancel'))],
  ['four taps', () => (tap(4, 500), press())],
  ['slow taps', () => (tap(5, 800), press())],
  ['a press that comes late', () => (tap(5, 500), vi.advanceTimersByTime(1_500), press())],
  ['taps elsewhere', () => (tap(4, 300), press(200), release(), press())],
])('not %s', (_what, make) => {
  make()
  vi.advanceTimersByTime(5_000)
  expect(onGesture).not.toHaveBeenCalled()
})

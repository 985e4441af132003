import { afterEach, expect, it, vi } from 'vitest'
import { watchTouchKeyboard } from '#renderer/app/touchKeyboard.ts'

afterEach(() => vi.unstubAllGlobals())

/** A phone of 852 px, whose keyboard opens under a field. */
function createPhone() {
  const viewport = Object.assign(new EventTarget(), { height: 852, offsetTop: 0, scale: 1 })
  const shown = new Map<string, string>()
  const field = { matches: () => true, scrollIntoView: vi.fn() }
  const page = {
    activeElement: field as typeof field | null,
    documentElement: {
      style: {
        setProperty: (name: string, value: string) => shown.set(name, value),
        removeProperty: (name: string) => shown.delete(name),
      },
    },
  }
  const window = { visualViewport: viewport, innerHeight: 852 }
  vi.stubGlobal('window', window)
  vi.stubGlobal('document', page)
  const change = (changes: Partial<Pick<typeof viewport, 'height' | 'offsetTop' | 'scale'>>) => {
    Object.assign(viewport, changes)
    viewport.dispatchEvent(new Event('resize'))
    return shown.get('--keyboard')
  }
  return { change, page, window, field }
}

it('the page learns what the keyboard of iOS covers, and shows the field', () => {
  const { change, field } = createPhone()
  watchTouchKeyboard()
  expect(change({ height: 516 })).toBe('336px')
  expect(field.scrollIntoView).toHaveBeenCalledTimes(1)
  // iOS has moved what is visible up by itself.
  expect(change({ offsetTop: 100 })).toBe('236px')
  expect(change({ height: 852, offsetTop: 0 })).toBeUndefined()
})

it.each<[string, (phone: ReturnType<typeof createPhone>) => string | undefined]>([
  ['the bar of the browser', ({ change }) => change({ height: 780 })],
  ['zooming by hand', ({ change }) => change({ height: 400, scale: 2 })],
  [
    'a page that the browser makes smaller',
    ({ change, window }) => {
      window.innerHeight = 516
      return change({ height: 516 })
    },
  ],
  [
    'something else than typing',
    ({ change, page }) => {
      page.activeElement = null
      return change({ height: 516 })
    },
  ],
])('%s covers nothing', (_, covered) => {
  const phone = createPhone()
  watchTouchKeyboard()
  expect(covered(phone)).toBeUndefined()
})

it('nothing is measured any more after its end', () => {
  const { change } = createPhone()
  watchTouchKeyboard()()
  expect(change({ height: 516 })).toBeUndefined()
})

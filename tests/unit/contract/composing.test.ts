import { expect, it } from 'vitest'
import { keepComposingKeys } from '#contract/composing.ts'

interface Press {
  key: string
  isComposing: boolean
  keyCode: number
}
type PressEvent = Event & Press

/** The keys that a page hears of, and those whose default it has lost. */
function heard(presses: Partial<Press>[]): { keys: string[]; lost: number } {
  const page = new EventTarget()
  keepComposingKeys({
    addEventListener: (type, listener, options) =>
      page.addEventListener(type, (event) => listener(event as PressEvent), options),
  })
  const keys: string[] = []
  page.addEventListener('keydown', (event) => void keys.push((event as PressEvent).key))
  const events = presses.map((press) =>
    Object.assign(new Event('keydown', { cancelable: true }), {
      key: 'Enter',
      isComposing: false,
      keyCode: 13,
      ...press,
    }),
  )
  for (const event of events) page.dispatchEvent(event)
  return { keys, lost: events.filter(({ defaultPrevented }) => defaultPrevented).length }
}

it('a page hears of no key that belongs to a conversion, and the browser goes on with it', () => {
  const keys = ['Enter', 'Escape', 'Tab', 'ArrowDown', 'PageUp', 'Home', 'End']
  expect(heard(keys.map((key) => ({ key, isComposing: true })))).toEqual({ keys: [], lost: 0 })
  // Safari: the conversion is over before the key that ends it.
  expect(heard(keys.map((key) => ({ key, keyCode: 229 })))).toEqual({ keys: [], lost: 0 })
})

it('a page hears of all other keys', () => {
  const letters = [
    { key: 'a', isComposing: true },
    { key: 'Unidentified', keyCode: 229 },
  ]
  expect(heard([{}, { key: 'Escape', keyCode: 27 }, ...letters]).keys).toEqual([
    'Enter',
    'Escape',
    'a',
    'Unidentified',
  ])
})

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isForGame } from '#renderer/games/shared/isForGame.ts'
import { createFixture, type Fixture } from '../../stores/rootFixture.ts'

/** As much of the page as the keys look at: what is open, and the element that has the focus. */
let open: string[]
let focus: string[]
let fixture: Fixture

const hits = (selector: string, names: string[]) =>
  names.some((name) => selector.split(', ').some((part) => part.startsWith(name)))

class FakeElement {
  closest(selector: string): FakeElement | null {
    return hits(selector, focus) ? this : null
  }
}

beforeEach(() => {
  open = []
  focus = []
  fixture = createFixture()
  vi.stubGlobal('Element', FakeElement)
  vi.stubGlobal('document', {
    querySelector: (selector: string) => (hits(selector, open) ? new FakeElement() : null),
  })
})
afterEach(() => vi.unstubAllGlobals())

const press = (changes: Partial<KeyboardEvent> = {}) =>
  isForGame({ target: new FakeElement() as unknown as Element, ...changes } as KeyboardEvent, fixture.root)

it('a key plays while nothing covers the game and the player does not type', () => {
  expect(press()).toBe(true)
  for (const field of ['input', 'textarea', 'select']) {
    focus = [field]
    expect(press(), field).toBe(false)
  }
})

it('a held key, one with a modifier, and one that something else has used do not play', () => {
  for (const held of ['repeat', 'ctrlKey', 'metaKey', 'altKey', 'defaultPrevented'])
    expect(press({ [held]: true }), held).toBe(false)
})

it.each(['[role=dialog]', '[role=alertdialog]'])(
  'no key plays behind %s, wherever the focus is',
  (dialog) => {
    open = [dialog]
    expect(press()).toBe(false)
  },
)

it('no key plays behind an overlay or an alert that has not been drawn yet', () => {
  fixture.root.alerts.alert({ text: 'Sem resposta' })
  expect(press()).toBe(false)
  fixture = createFixture()
  fixture.root.overlays.open('deposit')
  expect(press()).toBe(false)
})

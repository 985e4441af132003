import { h } from 'preact'
import { expect, it } from 'vitest'
import '#frames/client.ts'

/** What Preact writes into the page for an element. */
const propsOf = (...children: unknown[]) => h('p', { class: 'a' }, ...(children as string[])).props

it('writes the only text of an element as its content, and leaves other children to Preact', () => {
  expect(propsOf('R$ 5,00')).toMatchObject({ class: 'a', textContent: 'R$ 5,00' })
  expect(propsOf('R$ 5,00').children).toBeUndefined()
  expect(propsOf(0)).toMatchObject({ textContent: '0' })
  // What stood there is taken away.
  expect(propsOf('')).toMatchObject({ textContent: '' })
  expect(propsOf(false)).not.toHaveProperty('textContent')
  expect(propsOf(h('b', null, 'a'))).not.toHaveProperty('textContent')
  expect(h('text', null, 'a').props).toMatchObject({ children: 'a' })
})

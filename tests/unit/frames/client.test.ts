import { h } from 'preact'
import type { UserConfig, UserConfigFn } from 'vite'
import { expect, it } from 'vitest'
import frames from '../../../vite.frames.config.ts'
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

it.each(['chat', 'staff', 'payment', 'sandbox', 'slots'])('is what the build of %s has', (mode) => {
  const { resolve } = (frames as UserConfigFn)({ mode, command: 'build' }) as UserConfig
  const alias = (resolve?.alias as { find: RegExp; replacement: string }[]).find(({ find }) =>
    find.test('react-dom/client'),
  )
  expect(alias?.replacement).toMatch(/\/src\/frames\/client\.ts$/)
})

import { expect, it } from 'vitest'
import { isSendKey } from '#frames/chat/sendKey.ts'

const enter = { key: 'Enter', shiftKey: false, isComposing: false, keyCode: 13 }

it('Enter sends, but not with Shift and not while an input method converts what was typed', () => {
  expect(isSendKey(enter)).toBe(true)
  expect(isSendKey({ ...enter, shiftKey: true })).toBe(false)
  expect(isSendKey({ ...enter, isComposing: true })).toBe(false)
  // Safari: the conversion is over before the key that ends it.
  expect(isSendKey({ ...enter, keyCode: 229 })).toBe(false)
  expect(isSendKey({ ...enter, key: 'a', keyCode: 65 })).toBe(false)
})

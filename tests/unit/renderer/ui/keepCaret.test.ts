import { expect, it } from 'vitest'
import { keepCaret } from '#renderer/ui/keepCaret.ts'

/** A field as the browser leaves it: writing a value moves the caret to the end. */
class Field {
  selectionStart: number | null
  readonly ownerDocument = { activeElement: this as unknown }
  #value: string

  constructor(value: string, caret: number | null) {
    this.#value = value
    this.selectionStart = caret
  }

  get value() {
    return this.#value
  }

  set value(value: string) {
    this.#value = value
    if (this.selectionStart !== null) this.selectionStart = value.length
  }

  setSelectionRange(start: number) {
    this.selectionStart = start
  }
}

async function typed(value: string, caret: number | null, shown: string, isFocused = true) {
  const field = new Field(value, caret)
  keepCaret(field as unknown as HTMLInputElement)
  if (shown !== value) field.value = shown
  if (!isFocused) field.ownerDocument.activeElement = null
  await Promise.resolve()
  return field.selectionStart
}

it.each([
  ['after the digit that was typed into a CPF', '5291.982.247-2', 4, '529.198.224-72', 5],
  ['before a point that comes back when it is deleted', '529982', 3, '529.982', 3],
  ['where a character was typed that is dropped', '529x.982', 4, '529.982', 3],
  ['at the beginning', '529.982', 0, '529.98', 0],
  ['after a letter that becomes a capital', '12aBC', 3, '12.ABC', 4],
  ['at the end, as React leaves it, where the end was typed', '5299', 4, '529.9', 5],
])('the caret stands %s', async (_where, text, caret, shown, now) => {
  expect(await typed(text, caret, shown)).toBe(now)
})

it('a field that shows what was typed, has no caret, or was left, is left alone', async () => {
  expect(await typed('ana', 1, 'ana')).toBe(1)
  expect(await typed('ANA@x', null, 'ana@x')).toBeNull()
  expect(await typed('5291.982', 4, '529.198.2', false)).toBe(9)
})

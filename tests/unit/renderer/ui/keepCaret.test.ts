import { expect, it } from 'vitest'
import { caretIn, keepCaret } from '#renderer/ui/keepCaret.ts'

it.each([
  ['before the point that was written after it', '529.982', '529', 3],
  ['after the point where another digit was typed', '529.398.2', '5293', 5],
  ['at the beginning', '529.982', '', 0],
  ['at the end where the rest is gone', '529', '5298', 3],
  ['after a letter that became a capital', '12.ABC', '12a', 4],
])('the caret stands %s', (_where, text, before, caret) => {
  expect(caretIn(text, before)).toBe(caret)
})

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

it('whoever corrects the middle of a CPF goes on typing there', async () => {
  expect(await typed('5291.982.247-2', 4, '529.198.224-72')).toBe(5)
  // A character that is dropped, and one at the end.
  expect(await typed('529x.982', 4, '529.982')).toBe(3)
  expect(await typed('5299', 4, '529.9')).toBe(5)
})

it('a field that shows what was typed, has no caret, or was left, is left alone', async () => {
  expect(await typed('ana', 1, 'ana')).toBe(1)
  expect(await typed('ANA@x', null, 'ana@x')).toBeNull()
  expect(await typed('5291.982', 4, '529.198.2', false)).toBe(9)
})

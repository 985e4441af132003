import { asTypedField, type TypedField } from './typedField.ts'

const enter = 'Enter'
const combiningMark = /^\p{M}$/u

/** Inserts at the caret, as a keyboard would: the field gets the browser's own input events, limits and undo. */
export function insertText(field: TypedField, text: string): void {
  if (combiningMark.test(text)) return addMark(field, text)
  field.ownerDocument.execCommand('insertText', false, text)
}

/** The field's whole content, as if it had been typed. */
export function replaceText(field: TypedField, text: string): void {
  field.select()
  if (text === '') deleteBackwards(field)
  else insertText(field, text)
}

/** Deletes the selection, or the character before the caret. */
export function deleteBackwards(field: TypedField): void {
  field.ownerDocument.execCommand('delete')
}

/**
 * What Enter does in a field: its component may handle the key; otherwise the next field of the form where the field asks
 * for that, else a new line, or the form is submitted.
 */
export function pressEnter(field: TypedField): void {
  const key = { key: enter, code: enter, bubbles: true, cancelable: true }
  if (!field.dispatchEvent(new KeyboardEvent('keydown', key))) return
  field.dispatchEvent(new KeyboardEvent('keyup', key))
  const next = field.enterKeyHint === 'next' ? fieldAfter(field) : undefined
  if (next) return next.focus()
  if (field instanceof HTMLTextAreaElement) return insertText(field, '\n')
  const elements = [...(field.form?.elements ?? [])]
  const submit = elements.find(
    (element): element is HTMLButtonElement =>
      element instanceof HTMLButtonElement && element.type === 'submit',
  )
  if (submit) submit.click()
  else field.blur()
}

/** A tone or an accent changes the letter before it. */
function addMark(field: TypedField, mark: string): void {
  const { selectionStart: end } = field
  const letter = end === null || end === 0 ? undefined : field.value[end - 1]
  if (letter === undefined || !/\p{L}/u.test(letter)) return
  deleteBackwards(field)
  insertText(field, (letter + mark).normalize('NFC'))
}

function fieldAfter(field: TypedField): TypedField | undefined {
  const fields = [...(field.form?.elements ?? [])].map(asTypedField).filter((each) => each !== null)
  return fields[fields.indexOf(field) + 1]
}

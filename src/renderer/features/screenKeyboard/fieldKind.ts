/** What is typed into a field, which decides the keys that it gets. */
export type FieldKind = 'digits' | 'phone' | 'money' | 'email' | 'text'

export type TypedField = HTMLInputElement | HTMLTextAreaElement

const kinds: Readonly<Record<string, FieldKind>> = {
  decimal: 'money',
  numeric: 'digits',
  number: 'digits',
  tel: 'phone',
  email: 'email',
}
const typedInputs = ['text', 'search', 'url', 'password', 'email', 'tel', 'number']

/** The element as a field that a customer types into; null for everything else. */
export function asTypedField(element: Element | null): TypedField | null {
  if (element instanceof HTMLTextAreaElement) return isLocked(element) ? null : element
  if (!(element instanceof HTMLInputElement) || !typedInputs.includes(element.type)) return null
  return isLocked(element) || element.inputMode === 'none' ? null : element
}

/** Its `inputmode`, else its type. */
export function fieldKind(field: Pick<TypedField, 'inputMode' | 'type'>): FieldKind {
  return kinds[field.inputMode] ?? kinds[field.type] ?? 'text'
}

/** Passwords, and what is spelled as it is given: letters of the Latin alphabet come first. */
export function isSpelledInLatin(field: TypedField): boolean {
  return field.type === 'password' || field.autocapitalize === 'none' || field.autocapitalize === 'characters'
}

function isLocked(field: TypedField): boolean {
  return field.readOnly || field.disabled
}

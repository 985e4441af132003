export type TypedField = HTMLInputElement | HTMLTextAreaElement

const typedInputs = ['text', 'search', 'url', 'password', 'email', 'tel', 'number']

/** The element as a field that a customer types into; null for everything else. */
export function asTypedField(element: Element | null): TypedField | null {
  if (element instanceof HTMLTextAreaElement) return isLocked(element) ? null : element
  if (!(element instanceof HTMLInputElement) || !typedInputs.includes(element.type)) return null
  return isLocked(element) || element.inputMode === 'none' ? null : element
}

function isLocked(field: TypedField): boolean {
  return field.readOnly || field.disabled
}

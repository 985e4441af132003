import type { FrameField } from '#contract/frameField.ts'

/** What is typed into a field, which decides the keys that it gets. */
export type FieldKind = 'digits' | 'phone' | 'money' | 'email' | 'text'

const kinds: Readonly<Record<string, FieldKind>> = {
  decimal: 'money',
  numeric: 'digits',
  number: 'digits',
  tel: 'phone',
  email: 'email',
}

/** Its `inputmode`, else its type. */
export function fieldKind(field: Pick<FrameField, 'inputMode' | 'type'>): FieldKind {
  return kinds[field.inputMode] ?? kinds[field.type] ?? 'text'
}

/** Passwords, and what is spelled as it is given: letters of the Latin alphabet come first. */
export function isSpelledInLatin(field: Pick<FrameField, 'type' | 'autocapitalize'>): boolean {
  return field.type === 'password' || field.autocapitalize === 'none' || field.autocapitalize === 'characters'
}

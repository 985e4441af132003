import type { ContentState } from '#contract/office/content.ts'
import { useState } from 'react'
import type { LanguageCode } from '#contract/languages.ts'
import type { ContentKind } from '#contract/rules/content.ts'
import { amountText, typedCents } from '../../ui/actions/amounts.ts'
import { kindParts, type FieldPart } from './contentKinds.ts'

/** What was typed into the fields, as text. */
export type Typed = Readonly<Record<string, string>>

/** A row that is being edited: its texts and times as they are, its fields as they were typed. */
export function useContentForm(kind: ContentKind, first: ContentState) {
  const parts = kindParts[kind]
  const [state, setState] = useState(first)
  const [typed, setTyped] = useState<Typed>(() =>
    Object.fromEntries(
      parts.fields.map((field) => [
        field.name,
        typedOf(field, (first.fields as Record<string, unknown>)[field.name]),
      ]),
    ),
  )
  const fields = Object.fromEntries(
    parts.fields.map((field) => [field.name, valueOf(field, typed[field.name] ?? '')]),
  )
  const current = { ...state, fields } as ContentState
  return {
    typed,
    /** The row as it would be saved. */
    current,
    isChanged: sorted(current) !== sorted(first),
    change: (change: Partial<Pick<ContentState, 'enabled' | 'startsAt' | 'endsAt' | 'sort'>>) =>
      setState((before) => ({ ...before, ...change }) as ContentState),
    type: (name: string, value: string) => setTyped((before) => ({ ...before, [name]: value })),
    write: (language: LanguageCode, name: string, value: string | string[]) =>
      setState(
        (before) => ({ ...before, texts: written(before.texts, language, name, value) }) as ContentState,
      ),
  }
}

/** The same text for the same values, in whichever order the database keeps them. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_name, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  )
}

/** A language whose texts are all empty is not written. */
function written(
  texts: object,
  language: LanguageCode,
  name: string,
  value: string | string[],
): Record<string, Record<string, unknown>> {
  const all = texts as Record<string, Record<string, unknown>>
  const own = { ...all[language], [name]: value }
  const { [language]: _, ...others } = all
  const isEmpty = Object.values(own).every(
    (each) => each === '' || (Array.isArray(each) && each.length === 0),
  )
  return isEmpty ? others : { ...others, [language]: own }
}

function typedOf({ kind }: FieldPart, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (kind === 'money') return amountText(Number(value))
  if (kind === 'percent') return String(Math.round(Number(value) * 10_000) / 100).replace('.', ',')
  return String(value)
}

/** What the server gets; what cannot be read goes as it is, and the server says so at the field. */
function valueOf({ kind, isOptional }: FieldPart, text: string): unknown {
  const trimmed = text.trim()
  if (isOptional && trimmed === '') return null
  if (kind === 'money') return typedCents(trimmed) ?? trimmed
  if (kind === 'number' || kind === 'percent') {
    const number = Number(trimmed.replace(',', '.'))
    if (trimmed === '' || Number.isNaN(number)) return trimmed
    return kind === 'percent' ? Math.round(number * 100) / 10_000 : number
  }
  return trimmed
}

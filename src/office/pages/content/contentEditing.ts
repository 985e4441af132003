import type { ContentRecord, ContentState } from '#contract/office/content.ts'
import type { ContentKind } from '#contract/rules/content.ts'
import { amountText, hasThousands, numberText, typedCents, typedNumber } from '../../ui/actions/amounts.ts'
import { kindParts, type FieldPart } from './contentKinds.ts'

/** What was typed into the fields, as text. */
export type Typed = Readonly<Record<string, string>>

export interface Written {
  state: ContentState
  typed: Typed
}

export type Stored = Pick<ContentRecord, 'version' | 'state'>

/** A row that is being edited: the version that was changed, and what is written over it. */
export interface Editing {
  kind: ContentKind
  base: Stored
  written: Written
}

export function beginEditing(kind: ContentKind, base: Stored): Editing {
  return { kind, base, written: writtenOf(kind, base.state) }
}

/** The row as it would be saved; what cannot be read goes as it is, and the server says so at the field. */
export function currentState({ kind, written: { state, typed } }: Editing): ContentState {
  const fields = Object.fromEntries(
    kindParts[kind].fields.map((field) => [field.name, valueOf(field, typed[field.name] ?? '')]),
  )
  return { ...state, fields, sort: valueOf(sortPart, typed[sortPart.name] ?? '') } as ContentState
}

/** The fields whose numbers may be meant as thousands ('1.000'), as the server's messages name them. */
export function unclearNumbers({ kind, written: { typed } }: Editing): string[] {
  const isUnclear = (field: FieldPart) =>
    (field.kind === 'number' || field.kind === 'percent') && hasThousands(typed[field.name] ?? '')
  return [
    ...kindParts[kind].fields.filter(isUnclear).map(({ name }) => `fields.${name}`),
    ...[sortPart].filter(isUnclear).map(({ name }) => name),
  ]
}

export function isEdited(editing: Editing): boolean {
  return sorted(currentState(editing)) !== sorted(editing.base.state)
}

/** It was saved as it was `sent`. What was written since then stays. */
export function afterSave(editing: Editing, saved: Stored, sent: Editing): Editing {
  return editing.written === sent.written ? beginEditing(editing.kind, saved) : { ...editing, base: saved }
}

/** The row was read again. Somebody else's version never takes the place of what is written here. */
export function afterReading(editing: Editing, read: Stored): Editing {
  if (read.version <= editing.base.version) return editing
  const isKept = isEdited(editing) && sorted(currentState(editing)) !== sorted(read.state)
  return isKept ? editing : beginEditing(editing.kind, read)
}

const sortPart: FieldPart = { name: 'sort', label: 'content.sort', kind: 'number' }

function writtenOf(kind: ContentKind, state: ContentState): Written {
  const fields = state.fields as Record<string, unknown>
  return {
    state,
    typed: {
      ...Object.fromEntries(
        kindParts[kind].fields.map((field) => [field.name, typedOf(field, fields[field.name])]),
      ),
      [sortPart.name]: typedOf(sortPart, state.sort),
    },
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

function typedOf({ kind }: FieldPart, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (kind === 'money') return amountText(Number(value))
  if (kind === 'percent') return numberText(String(Math.round(Number(value) * 10_000) / 100))
  return String(value)
}

function valueOf({ kind, isOptional }: FieldPart, text: string): unknown {
  const trimmed = text.trim()
  if (isOptional && trimmed === '') return null
  if (kind === 'money') return typedCents(trimmed) ?? trimmed
  if (kind === 'number' || kind === 'percent') {
    const number = typedNumber(trimmed)
    if (number === undefined) return trimmed
    return kind === 'percent' ? Math.round(number * 100) / 10_000 : number
  }
  return trimmed
}

import type { ContentRecord, ContentState } from '#contract/office/content.ts'
import { useState } from 'react'
import type { LanguageCode } from '#contract/languages.ts'
import type { ContentKind } from '#contract/rules/content.ts'
import { amountText, typedCents } from '../../ui/actions/amounts.ts'
import { emptyState, kindParts, type FieldPart } from './contentKinds.ts'

/** What was typed into the fields, as text. */
export type Typed = Readonly<Record<string, string>>

interface Written {
  state: ContentState
  typed: Typed
}

type Stored = Pick<ContentRecord, 'version' | 'state'>

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

/** The form of a row, which is read again now and then. */
export function useContentForm(kind: ContentKind, row: ContentRecord | undefined) {
  const [editing, setEditing] = useState(() =>
    beginEditing(kind, row ?? { version: 0, state: emptyState(kind) }),
  )
  const now = row ? afterReading(editing, row) : editing
  if (now !== editing) setEditing(now)
  const write = (change: (before: Written) => Written) =>
    setEditing((before) => ({ ...before, written: change(before.written) }))
  return {
    editing: now,
    typed: now.written.typed,
    current: currentState(now),
    isChanged: isEdited(now),
    /** Somebody else has saved the row since. */
    isBehind: row !== undefined && row.version > now.base.version,
    change: (change: Partial<Pick<ContentState, 'enabled' | 'startsAt' | 'endsAt'>>) =>
      write((before) => ({ ...before, state: { ...before.state, ...change } as ContentState })),
    type: (name: string, value: string) =>
      write((before) => ({ ...before, typed: { ...before.typed, [name]: value } })),
    write: (language: LanguageCode, name: string, value: string | string[]) =>
      write((before) => ({
        ...before,
        state: {
          ...before.state,
          texts: written(before.state.texts, language, name, value),
        } as ContentState,
      })),
    noteSaved: (saved: Stored, sent: Editing) => setEditing((before) => afterSave(before, saved, sent)),
    /** What is written here is given up for what is stored. */
    takeStored: () => row && setEditing(beginEditing(kind, row)),
    /** What is written here will take the place of what is stored. */
    keepWritten: () => row && setEditing((before) => ({ ...before, base: row })),
  }
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

import { useState } from 'react'
import type { LanguageCode } from '#contract/languages.ts'
import type { ContentRecord, ContentState } from '#contract/office/content.ts'
import type { ContentKind } from '#contract/rules/content.ts'
import {
  afterReading,
  afterSave,
  beginEditing,
  currentState,
  isEdited,
  type Editing,
  type Stored,
  type Written,
} from './contentEditing.ts'
import { emptyState } from './contentKinds.ts'

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
    /** The row was saved since, by somebody else or by a restoration. */
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

import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { i18n } from '#office/i18n/i18n.ts'
import { OfficeError } from '#office/data/OfficeError.ts'
import { emptyState } from '#office/pages/content/contentKinds.ts'
import {
  afterReading,
  afterSave,
  beginEditing,
  currentState,
  isEdited,
  unclearNumbers,
  type Editing,
} from '#office/pages/content/contentEditing.ts'
import { readAfterConflict } from '#office/pages/content/readAfterConflict.ts'

const stored = (version: number, pt: string) => ({
  version,
  state: { ...emptyState('notice'), texts: { pt_BR: { text: pt } } } as ReturnType<typeof emptyState>,
})
const write = (editing: Editing, pt: string): Editing => ({
  ...editing,
  written: { ...editing.written, state: stored(0, pt).state },
})
const textOf = (editing: Editing) => (currentState(editing).texts as { pt_BR?: { text: string } }).pt_BR?.text

describe('a row that is being edited', () => {
  it('keeps what was written when somebody else saves it, and what it was based on', () => {
    const editing = write(beginEditing('notice', stored(1, 'A')), 'mine')
    const read = afterReading(editing, stored(2, 'theirs'))
    expect([textOf(read), read.base.version]).toEqual(['mine', 1])
  })

  it('shows what somebody else has saved while nothing is written', () => {
    const read = afterReading(beginEditing('notice', stored(1, 'A')), stored(2, 'theirs'))
    expect([textOf(read), read.base.version, isEdited(read)]).toEqual(['theirs', 2, false])
  })

  it('is no conflict when its own save is read before the answer, or the answer was lost', () => {
    const editing = write(beginEditing('notice', stored(1, 'A')), 'mine')
    const read = afterReading(editing, stored(2, 'mine'))
    expect([read.base.version, isEdited(read)]).toEqual([2, false])
  })

  it('keeps what was written while it was being saved', () => {
    const sent = write(beginEditing('notice', stored(1, 'A')), 'first')
    expect(isEdited(afterSave(sent, stored(2, 'first'), sent))).toBe(false)
    const since = afterSave(write(sent, 'first and more'), stored(2, 'first'), sent)
    expect([textOf(since), since.base.version, isEdited(since)]).toEqual(['first and more', 2, true])
  })

  it('sends an order that cannot be read as it is, not as 0', () => {
    const editing = beginEditing('notice', stored(1, 'A'))
    const typed = (sort: string) => ({
      ...editing,
      written: { ...editing.written, typed: { ...editing.written.typed, sort } },
    })
    expect(currentState(typed('12')).sort).toBe(12)
    expect(currentState(typed('')).sort).toBe('')
    expect(currentState(typed('1e')).sort).toBe('1e')
    // A thousand, not 1.
    expect(currentState(typed('1.000')).sort).toBe('1.000')
    expect([unclearNumbers(typed('1.000')), unclearNumbers(typed('1000'))]).toEqual([['sort'], []])
  })
})

describe('a save that came too late', () => {
  it('reads the row again, so that the form knows of the other version; after another failure it does not', async () => {
    let version = 1
    const queries = new QueryClient()
    const row = new QueryObserver(queries, { queryKey: ['content', 'a'], queryFn: () => version })
    const stop = row.subscribe(() => undefined)
    await expect.poll(() => row.getCurrentResult().data).toBe(1)
    version = 2
    const refused = (status: number) => new OfficeError('', { status, code: 'unreadable' })
    await readAfterConflict(queries, 'a', refused(400))
    expect(row.getCurrentResult().data).toBe(1)
    await readAfterConflict(queries, 'a', refused(409))
    expect(row.getCurrentResult().data).toBe(2)
    stop()
  })
})

it.each([
  ['pt-BR', '12,5'],
  ['en', '12.5'],
])('a percentage is written as it is typed in %s', async (language, text) => {
  await i18n.changeLanguage(language)
  const state = { ...emptyState('promotion'), fields: { ...emptyState('promotion').fields, fraction: 0.125 } }
  const editing = beginEditing('promotion', { version: 1, state: state as ReturnType<typeof emptyState> })
  expect(editing.written.typed['fraction']).toBe(text)
})

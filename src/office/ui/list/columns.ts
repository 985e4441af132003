import type { ReactNode } from 'react'
import type { TextKey } from '../../i18n/i18n.ts'
import type { Choice } from '../Field.tsx'

/** A column of a list. */
export interface Column<Row, Sort extends string = string> {
  /** Unique in the table. */
  name: string
  label: TextKey
  cell: (row: Row) => ReactNode
  /** One of the call's sorts: the head is a button. */
  sort?: Sort
  /** Numbers and amounts stand at the right. */
  isNumber?: boolean
  /** Takes the room that the others leave. */
  isWide?: boolean
  /** Text that is read whole: it goes on in further lines. */
  isWrapped?: boolean
  /** Left out where the page is narrower than a desktop. */
  isMinor?: boolean
}

/** A filter of a list, kept in the address. */
export interface Filter<Name extends string = string> {
  /** As the call names it. */
  name: Name
  label: TextKey
  /**
   * `search`: sent a moment after the last letter. `day`: the start of a day in São Paulo; `dayEnd`: the end of it.
   * `date`: a day itself. `text`: an exact value, such as an id.
   */
  kind: 'search' | 'text' | 'select' | 'day' | 'dayEnd' | 'date'
  choices?: readonly (Omit<Choice, 'label'> & { label: string })[]
}

import type { LanguageCode } from '#contract/languages.ts'
import type { AppDeps } from '../../../deps.ts'

/** Where reading continues: a section, and the keys of the last row that was read. */
export interface Position {
  section: number
  after: string[] | null
}

/** A few hundred lines of a file. `next` is null in the last part. */
export interface Part {
  text: string
  lines: number
  next: Position | null
}

export interface Exported {
  userId: string
  requestedAt: Date
  language: LanguageCode
}

/** Reads the part of a file at a position. It depends on nothing else, so any process can continue a file. */
export type ReadPart = (
  deps: Pick<AppDeps, 'db' | 'config' | 'ledger'>,
  exported: Exported,
  at: Position,
) => Promise<Part>

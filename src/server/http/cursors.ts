import { Refusal } from '../texts/refusal.ts'

/** The columns that a list, newest first, is paged by. */
export interface Keyed {
  id: string
  created_at: Date
}

/** The cursor of the page after `row`, opaque to the client. */
export function encodeCursor(row: Keyed): string {
  return Buffer.from(`${row.created_at.toISOString()} ${row.id}`).toString('base64url')
}

/**
 * Reads a cursor; with `numbered` its id must be a number. Throws `badRequest` for a cursor that encodeCursor
 * cannot have created.
 */
export function decodeCursor(cursor: string, numbered = false): { time: Date; id: string } {
  const [time = '', id = ''] = Buffer.from(cursor, 'base64url').toString('utf8').split(' ')
  const isValid = !Number.isNaN(Date.parse(time)) && (numbered ? /^\d{1,18}$/ : /^[\w-]{1,64}$/).test(id)
  if (!isValid) throw new Refusal('badRequest')
  return { time: new Date(time), id }
}

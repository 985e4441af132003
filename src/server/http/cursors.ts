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

/** Where a page of matches ended: the kick-off (in ms since 1970) and id of its last match, and the time by which the list is in order. */
export interface MatchPosition {
  asOf: number
  startsAt: number
  id: string
}

/** The cursor of the page after a match, opaque to the client. */
export function encodeMatchCursor({ startsAt, id }: { startsAt: Date; id: string }, asOf: number): string {
  return Buffer.from(`${asOf} ${startsAt.getTime()} ${id}`).toString('base64url')
}

/** Throws `badRequest` for a cursor that no page had. */
export function decodeMatchCursor(cursor: string): MatchPosition {
  const text = Buffer.from(cursor, 'base64url').toString('utf8')
  const [, asOf, startsAt, id = ''] = /^(\d{1,15}) (\d{1,15}) (\S{1,64})$/.exec(text) ?? []
  if (id === '') throw new Refusal('badRequest')
  return { asOf: Number(asOf), startsAt: Number(startsAt), id }
}

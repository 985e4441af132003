import { Refusal } from '../errors.ts'

/** What a list that is read newest first can be paged by. */
export interface Keyed {
  id: string
  created_at: Date
}

/** Where the page after `row` begins, as the client sends it back. */
export function writeCursor(row: Keyed): string {
  return Buffer.from(`${row.created_at.toISOString()} ${row.id}`).toString('base64url')
}

/** badRequest for one that was not written by us; `numbered`: its id is a number. */
export function readCursor(cursor: string, numbered = false): { time: Date; id: string } {
  const [time = '', id = ''] = Buffer.from(cursor, 'base64url').toString('utf8').split(' ')
  const readable = !Number.isNaN(Date.parse(time)) && (numbered ? /^\d{1,18}$/ : /^[\w-]{1,64}$/).test(id)
  if (!readable) throw new Refusal('badRequest')
  return { time: new Date(time), id }
}

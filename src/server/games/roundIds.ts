import { randomUUID } from 'node:crypto'

/**
 * A new round's id: the machine's time in milliseconds, then 74 random bits. Rounds are stored in partitions by id
 * (db/partitions.sql), and ids that grow with the time keep the new entries of every index on a few pages. Not the
 * product's clock, which the sandbox moves.
 */
export function newRoundId(): string {
  const time = Date.now().toString(16).padStart(12, '0')
  return `r${time}${randomUUID().replaceAll('-', '').slice(12)}`
}

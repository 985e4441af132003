import { randomUUID } from 'node:crypto'

/**
 * A new round's id: the machine's time in milliseconds, then 74 random bits. Rounds are stored in partitions by id
 * (db/partitions.sql), and ids that grow with the time keep the new entries of every index on a few pages. Not the
 * product's clock, which the sandbox moves.
 */
export function newRoundId(): string {
  const time = Date.now().toString(16).padStart(12, '0')
  const uuid = randomUUID()
  // Its last 20 digits, without the dashes.
  return `r${time}${uuid.slice(14, 18)}${uuid.slice(19, 23)}${uuid.slice(24)}`
}

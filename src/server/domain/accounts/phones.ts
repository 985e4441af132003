import type { PhoneNumber } from 'libphonenumber-js/min'
import { bareCode, plainNumber } from '#contract/rules/typed.ts'
import type { Db, Tx } from '../../db/client.ts'
import { forRows, type PlayerRow } from '../../db/distributed.ts'
import { Refusal } from '../../texts/refusal.ts'

const batchSize = 500
const brazil = '55'
/** Of a number in E.164, with its plus. */
const longest = 16

/** A phone as it is stored: together the two are the number in E.164, such as +5511961234567. */
export interface Phone {
  /** The prefix of the country, with its plus. */
  country: string
  /** The national number, without the zero of long-distance calls; empty where none was given. */
  phone: string
}

/**
 * Reads a phone as people type it: with marks, blanks and digits of any keyboard, with the zero of a long-distance call, or
 * with the country's prefix, which then counts. Throws `phoneInvalid` when no such number can exist: letters, a Brazilian
 * number without area code, or a length that its country does not have.
 */
export async function checkPhone(country: string, phone: string): Promise<Phone> {
  const prefix = bareCode(country).replace(/^\+/, '') || brazil
  if (!/^[1-9]\d{0,3}$/.test(prefix)) throw new Refusal('phoneInvalid')
  // Letters are no digits, although a keypad has them.
  const typed = plainNumber(phone)
  if (typed === '') return { country: `+${prefix}`, phone: '' }
  if (/\p{L}/u.test(typed)) throw new Refusal('phoneInvalid')
  const { default: parse } = await import('libphonenumber-js/min')
  const number = parse(typed, { defaultCallingCode: prefix, extract: false })
  if (!number || !isPlausible(number)) throw new Refusal('phoneInvalid')
  return { country: `+${number.countryCallingCode}`, phone: number.nationalNumber }
}

const isOldSql = "not phone_read and phone <> '' and erased_at is null"

/**
 * Writes the phones of accounts from before phones were read in E.164. What nobody can read stays as it was typed. Their
 * marks (marks.ts) are made again. Returns the number of accounts.
 */
export function readOldPhones(deps: { db: Db }): Promise<number> {
  return forRows(deps.db, { table: 'users', condition: isOldSql, atOnce: batchSize }, readBatch)
}

/** Reads the phones of those of these accounts that no other process reads now. Returns their number. */
async function readBatch(tx: Tx, rows: PlayerRow[]): Promise<number> {
  const users = await tx.query<Phone & { id: string }>(
    `select id, country, phone from users where id = any($1) and ${isOldSql} order by id for update skip locked`,
    [rows.map(({ id }) => id)],
  )
  const phones = await Promise.all(
    users.map(({ country, phone }) =>
      checkPhone(country, phone).catch((error: unknown) => {
        if (error instanceof Refusal) return { country, phone }
        throw error
      }),
    ),
  )
  await tx.query(
    `update users u set country = p.country, phone = p.phone, phone_read = true,
       marked_at = case when u.country || u.phone = p.country || p.phone then u.marked_at end
      from unnest($1::text[], $2::text[], $3::text[]) p (id, country, phone) where u.id = p.id and u.id = any($1)`,
    [users.map(({ id }) => id), phones.map(({ country }) => country), phones.map(({ phone }) => phone)],
  )
  return users.length
}

/** Of a length that its country has and E.164 allows, and not the same digit throughout; in Brazil with an area code. */
function isPlausible(number: PhoneNumber): boolean {
  const { number: whole, countryCallingCode, nationalNumber } = number
  if (!number.isPossible() || whole.length > longest || new Set(nationalNumber).size === 1) return false
  return countryCallingCode !== brazil || /^[1-9][1-9]\d{8,9}$/.test(nationalNumber)
}

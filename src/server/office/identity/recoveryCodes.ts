import { randomInt } from 'node:crypto'
import { plainText } from '#contract/rules/typed.ts'
import type { AppDeps } from '../../deps.ts'
import type { Reader, Tx } from '../../db/client.ts'
import { hashSecret } from './sessions.ts'

const count = 10
/** Without letters and digits that are mistaken for others. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
/** 49 bits each: too many to guess with five attempts, so a plain hash is enough. */
const groups = 2
const groupLength = 5

/** Replaces the person's codes. They are stored as hashes, so these are never shown again. */
export async function renewRecoveryCodes(tx: Tx, staffId: string): Promise<string[]> {
  const codes = Array.from({ length: count }, newCode)
  await tx.query('delete from office.staff_recovery_codes where staff_id = $1', [staffId])
  await tx.query(
    'insert into office.staff_recovery_codes (staff_id, code_hash) select $1, hash from unnest($2::bytea[]) as hash',
    [staffId, codes.map((code) => hashOf(staffId, code))],
  )
  return codes
}

/** Whether the code was one of the person's unused ones; it is used then. */
export async function useRecoveryCode(
  { clock }: Pick<AppDeps, 'clock'>,
  tx: Tx,
  staffId: string,
  code: string,
): Promise<boolean> {
  const rows = await tx.query(
    `update office.staff_recovery_codes set used_at = $3
     where staff_id = $1 and code_hash = $2 and used_at is null returning 1`,
    [staffId, hashOf(staffId, code), clock.now()],
  )
  return rows.length > 0
}

export async function countRecoveryCodes(on: Reader, staffId: string): Promise<number> {
  const [row] = await on.read<{ count: number }>(
    'select count(*) as count from office.staff_recovery_codes where staff_id = $1 and used_at is null',
    [staffId],
  )
  return row?.count ?? 0
}

function newCode(): string {
  const group = () =>
    Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)] ?? '').join('')
  return Array.from({ length: groups }, group).join('-')
}

/** People type them from paper: with or without the dash, in any case. */
function hashOf(staffId: string, code: string): Buffer {
  return hashSecret(
    `${staffId} ${plainText(code)
      .toLowerCase()
      .replace(/[^a-z0-9]/g, '')}`,
  )
}

import { randomBytes } from 'node:crypto'
import type { AppDeps } from '../../deps.ts'
import type { Reader, Tx, Writer } from '../../db/client.ts'
import { OfficeRefusal } from '../texts/officeRefusal.ts'
import { hashSecret } from './sessions.ts'
import { toPerson, type PersonRow } from './person.ts'
import type { OfficePerson } from '#contract/office/session.ts'

const lifetimeMs = 48 * 3_600_000

export type LinkPurpose = 'invitation' | 'reset'

/** A one-time link for a password, in place of the person's last one. Only its hash is stored. */
export async function createLink(
  { clock }: Pick<AppDeps, 'clock'>,
  on: Writer,
  { staffId, purpose, officeUrl }: { staffId: string; purpose: LinkPurpose; officeUrl: string },
): Promise<{ link: string; expiresAt: Date }> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(clock.now().getTime() + lifetimeMs)
  await on.write(
    `insert into office.links (staff_id, token_hash, purpose, expires_at) values ($1, $2, $3, $4)
     on conflict (staff_id) do update set token_hash = excluded.token_hash, purpose = excluded.purpose,
       expires_at = excluded.expires_at`,
    [staffId, hashSecret(token), purpose, expiresAt],
  )
  // Behind #, because that part is sent to no server and stands in no log.
  return { link: `${officeUrl}/invitation#${token}`, expiresAt }
}

export interface OpenLink {
  person: OfficePerson
  purpose: LinkPurpose
  expiresAt: Date
}

/** Whom the link is for. Throws linkExpired. */
export async function readLink(
  { clock }: Pick<AppDeps, 'clock'>,
  on: Reader,
  token: string,
): Promise<OpenLink> {
  const [row] = await on.read<PersonRow & { purpose: LinkPurpose; expires_at: Date }>(
    `select p.id, p.name, p.email, p.role, l.purpose, l.expires_at
     from office.links l join office.staff p on p.id = l.staff_id
     where l.token_hash = $1 and l.expires_at > $2 and p.deactivated_at is null`,
    [hashSecret(token), clock.now()],
  )
  if (!row) throw new OfficeRefusal('linkExpired')
  return { person: toPerson(row), purpose: row.purpose, expiresAt: row.expires_at }
}

/** Whom the link is for, once. Throws linkExpired. */
export async function useLink(deps: Pick<AppDeps, 'clock'>, tx: Tx, token: string): Promise<OpenLink> {
  const found = await readLink(deps, tx, token)
  const rows = await tx.query('delete from office.links where token_hash = $1 returning 1', [
    hashSecret(token),
  ])
  if (rows.length === 0) throw new OfficeRefusal('linkExpired')
  return found
}

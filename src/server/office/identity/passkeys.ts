import brand from '#brand/brand.json' with { type: 'json' }
import type { OfficePerson } from '#contract/office/session.ts'
import type { NewPasskey, PasskeyProof } from '#contract/webAuthn.ts'
import type { AppDeps } from '../../deps.ts'
import type { Reader, Tx, Writer } from '../../db/client.ts'
import {
  challengeMs,
  checkNewPasskey,
  checkPasskeyProof,
  optionsOfNewPasskey,
  optionsOfPasskeyLogin,
  type StoredPasskey,
} from '../../domain/accounts/webAuthn.ts'
import { OfficeRefusal } from '../texts/officeRefusal.ts'
import { toPerson, type PersonRow } from './person.ts'

const refused = (cause?: unknown) => new OfficeRefusal('badCode', cause === undefined ? {} : { cause })

type Deps = Pick<AppDeps, 'clock'>

interface PasskeyRow extends StoredPasskey {
  staff_id: string
  name: string
  created_at: Date
  used_at: Date | null
}

export function listPasskeys(on: Reader, staffId: string): Promise<PasskeyRow[]> {
  return on.read<PasskeyRow>(
    'select * from office.staff_passkeys where staff_id = $1 order by created_at, id',
    [staffId],
  )
}

/** The options for `startRegistration` in the browser. `origin` is the office's; its host is what the key is bound to. */
export async function registrationOptions(deps: Deps, on: Writer, person: OfficePerson, origin: string) {
  const known = await listPasskeys(on, person.id)
  const owner = { house: `${brand.name} Office`, ...person, known }
  const options = await optionsOfNewPasskey(origin, owner)
  await storeChallenge(deps, on, options.challenge, person.id)
  return options
}

/** Stores the new passkey. Throws badCode when it does not belong to a challenge of this person. */
export async function addPasskey(
  deps: Deps,
  tx: Tx,
  person: OfficePerson,
  { origin, name, response }: { origin: string; name: string; response: NewPasskey },
): Promise<string> {
  const { id, public_key, counter, transports } = await checkNewPasskey(response, {
    origin,
    useChallenge: (challenge) => useChallenge(deps, tx, challenge, person.id),
    refuse: refused,
  })
  const rows = await tx.query(
    `insert into office.staff_passkeys (id, staff_id, public_key, counter, transports, name, created_at)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing returning 1`,
    [id, person.id, public_key, counter, transports, name, deps.clock.now()],
  )
  if (rows.length === 0) throw new OfficeRefusal('conflict')
  return id
}

/** The options for `startAuthentication`: of one person after the password, or of whoever has a passkey. */
export async function authenticationOptions(
  deps: Deps,
  on: Writer,
  origin: string,
  staffId: string | undefined,
) {
  const known = staffId === undefined ? [] : await listPasskeys(on, staffId)
  const options = await optionsOfPasskeyLogin(origin, known)
  await storeChallenge(deps, on, options.challenge, staffId)
  return options
}

/** The person whose passkey answered; its use is recorded. Throws badCode. */
export async function usePasskey(
  deps: Deps,
  tx: Tx,
  { origin, response }: { origin: string; response: PasskeyProof },
): Promise<OfficePerson> {
  const [row] = await tx.query<PasskeyRow & { person: PersonRow }>(
    `select k.*, jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email, 'role', p.role) as person
     from office.staff_passkeys k join office.staff p on p.id = k.staff_id
     where k.id = $1 and p.deactivated_at is null for update of k`,
    [response.id],
  )
  if (!row) throw new OfficeRefusal('badCode')
  const counter = await checkPasskeyProof(response, row, {
    origin,
    useChallenge: (challenge) => useChallenge(deps, tx, challenge, row.staff_id),
    refuse: refused,
  })
  await tx.query('update office.staff_passkeys set counter = $2, used_at = $3 where id = $1', [
    row.id,
    counter,
    deps.clock.now(),
  ])
  return toPerson(row.person)
}

async function storeChallenge(
  { clock }: Deps,
  on: Writer,
  challenge: string,
  staffId: string | undefined,
): Promise<void> {
  await on.write('insert into office.challenges (challenge, staff_id, expires_at) values ($1, $2, $3)', [
    challenge,
    staffId ?? null,
    new Date(clock.now().getTime() + challengeMs),
  ])
}

/** Whether the challenge was given to this person, or to a login before anybody was known; it is used then. */
async function useChallenge({ clock }: Deps, tx: Tx, challenge: string, staffId: string): Promise<boolean> {
  const rows = await tx.query(
    `delete from office.challenges where challenge = $1 and expires_at > $2
       and (staff_id is null or staff_id = $3) returning 1`,
    [challenge, clock.now(), staffId],
  )
  return rows.length > 0
}

/** Removes one of the person's passkeys. Throws notFound, and lastFactor unless the person may be without one. */
export async function removePasskey(
  tx: Tx,
  staffId: string,
  id: string,
  { isLastAllowed }: { isLastAllowed: boolean },
): Promise<void> {
  // Two that are removed at the same time would both find the other one.
  const [person] = await tx.query<{ has_totp: boolean }>(
    'select totp_secret is not null as has_totp from office.staff where id = $1 for update',
    [staffId],
  )
  const removed = await tx.query(
    'delete from office.staff_passkeys where id = $1 and staff_id = $2 returning 1',
    [id, staffId],
  )
  if (removed.length === 0) throw new OfficeRefusal('notFound')
  if (isLastAllowed || person?.has_totp) return
  if ((await listPasskeys(tx, staffId)).length === 0) throw new OfficeRefusal('lastFactor')
}

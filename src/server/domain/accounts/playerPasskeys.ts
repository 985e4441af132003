import brand from '#brand/brand.json' with { type: 'json' }
import type { NewPasskey, PasskeyProof } from '#contract/webAuthn.ts'
import type { AppDeps } from '../../deps.ts'
import type { Reader, Tx, Writer } from '../../db/client.ts'
import { Refusal } from '../../texts/refusal.ts'
import { askAtLogin } from '../register/askRegister.ts'
import { mailNewDevice } from './newDevice.ts'
import { mailPlayer, timeParams } from './outbox.ts'
import { isOwnerActing } from './passwordChecks.ts'
import { openSession, type Device, type Session } from './sessions.ts'
import {
  challengeMs,
  checkNewPasskey,
  checkPasskeyProof,
  optionsOfNewPasskey,
  optionsOfPasskeyLogin,
  type StoredPasskey,
} from './webAuthn.ts'

const mostPasskeys = 10

export interface PlayerPasskey {
  id: string
  name: string
  created_at: Date
  used_at: Date | null
}

const refused = () => new Refusal('passkeyRefused')

export function listPlayerPasskeys(on: Reader, userId: string): Promise<PlayerPasskey[]> {
  return on.read<PlayerPasskey>(
    'select id, name, created_at, used_at from player_passkeys where user_id = $1 order by created_at, id',
    [userId],
  )
}

/**
 * The options for `startRegistration` in the browser; `origin` is where players reach us, and its host is what the key is bound to.
 * Throws passwordWrong unless the owner acts (passwordChecks.ts), tooManyAttempts, forbidden on a terminal, and passkeyTooMany.
 */
export async function newPasskeyOptions(
  deps: AppDeps,
  session: Session,
  { origin, password, ip, isTerminal = false }: NewPasskeyCall,
) {
  if (isTerminal) throw new Refusal('forbidden')
  if (!(await isOwnerActing(deps, session, { password, ip }))) throw new Refusal('passwordWrong')
  const [user] = await deps.db.read<{ email: string }>('select email from users where id = $1', [
    session.userId,
  ])
  if (!user) throw new Refusal('loggedOut')
  const known = await deps.db.read<Pick<StoredPasskey, 'id' | 'transports'>>(
    'select id, transports from player_passkeys where user_id = $1',
    [session.userId],
  )
  if (known.length >= mostPasskeys) throw new Refusal('passkeyTooMany')
  const { email } = user
  const owner = { house: brand.name, id: session.userId, email, name: email, known }
  const options = await optionsOfNewPasskey(origin, owner)
  await storeChallenge(deps, deps.db, options.challenge, session.userId)
  return options
}

interface NewPasskeyCall {
  origin: string
  password: string | undefined
  ip: string
  isTerminal?: boolean | undefined
}

/**
 * Stores a new passkey and tells the player by e-mail. Throws passkeyRefused unless it answers a challenge of this
 * player, and passkeyTooMany: several challenges may have been given while there was room for one more.
 */
export async function addPlayerPasskey(
  deps: Pick<AppDeps, 'clock' | 'config' | 'queue'>,
  tx: Tx,
  userId: string,
  { origin, name, response }: { origin: string; name: string; response: NewPasskey },
): Promise<void> {
  // One at a time, also against a password reset, which removes all of them.
  await tx.query('select from users where id = $1 for no key update', [userId])
  const [{ count = 0 } = {}] = await tx.query<{ count: number }>(
    'select count(*)::int as count from player_passkeys where user_id = $1',
    [userId],
  )
  if (count >= mostPasskeys) throw new Refusal('passkeyTooMany')
  const passkey = await checkNewPasskey(response, {
    origin,
    useChallenge: (challenge) => useChallenge(deps, tx, challenge, userId),
    refuse: refused,
  })
  const rows = await tx.query(
    `insert into player_passkeys (user_id, id, public_key, counter, transports, name, created_at)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing returning 1`,
    [userId, passkey.id, passkey.public_key, passkey.counter, passkey.transports, name, deps.clock.now()],
  )
  if (rows.length === 0) throw refused()
  await mailPlayer(deps, tx, userId, { key: 'newPasskey', params: timeParams(deps.clock.now()) })
}

/** Removes a passkey and tells the player by e-mail. Throws notFound for what is no passkey of this player. */
export async function removePlayerPasskey(
  deps: Pick<AppDeps, 'clock' | 'config' | 'queue'>,
  tx: Tx,
  userId: string,
  id: string,
): Promise<void> {
  const removed = await tx.query('delete from player_passkeys where user_id = $1 and id = $2 returning 1', [
    userId,
    id,
  ])
  if (removed.length === 0) throw new Refusal('notFound')
  await mailPlayer(deps, tx, userId, { key: 'passkeyRemoved', params: timeParams(deps.clock.now()) })
}

/** The options for `startAuthentication`, the same for everybody: they tell nothing about accounts. */
export async function passkeyLoginOptions(deps: Pick<AppDeps, 'clock' | 'db'>, origin: string) {
  const options = await optionsOfPasskeyLogin(origin)
  await storeChallenge(deps, deps.db, options.challenge, null)
  return options
}

/**
 * Opens a session for a passkey and returns its token. Throws passkeyRefused, whatever is wrong, and the refusals of openSession and
 * askAtLogin. It counts as no attempt: a key cannot be guessed.
 */
export async function logInByPasskey(
  deps: AppDeps,
  { origin, response }: { origin: string; response: PasskeyProof },
  device: Device,
): Promise<string> {
  if (device.isTerminal) throw new Refusal('forbidden')
  const userId = Buffer.from(response.response.userHandle ?? '', 'base64url').toString()
  // Before the session's transaction: a provider may be asked in between, and no transaction waits for one.
  await deps.db.tx((tx) => usePasskey(deps, tx, userId, { origin, response }))
  await askAtLogin(deps, userId)
  return deps.db.tx(async (tx) => {
    const still = await tx.query('select from player_passkeys where user_id = $1 and id = $2 for update', [
      userId,
      response.id,
    ])
    if (still.length === 0) throw refused()
    await tx.query('update users set last_login_at = $2 where id = $1', [userId, deps.clock.now()])
    await mailNewDevice(deps, tx, userId, device)
    return openSession(deps, tx, { userId, device })
  })
}

/** Checks the answer, and uses up its challenge. */
async function usePasskey(
  deps: Pick<AppDeps, 'clock'>,
  tx: Tx,
  userId: string,
  { origin, response }: { origin: string; response: PasskeyProof },
): Promise<void> {
  const [row] = await tx.query<StoredPasskey>(
    `select k.* from player_passkeys k join users u on u.id = k.user_id
      where k.user_id = $1 and k.id = $2 and u.erased_at is null for update of k`,
    [userId, response.id],
  )
  if (!row) throw refused()
  const counter = await checkPasskeyProof(response, row, {
    origin,
    useChallenge: (challenge) => useChallenge(deps, tx, challenge, null),
    refuse: refused,
  })
  await tx.query('update player_passkeys set counter = $3, used_at = $4 where user_id = $1 and id = $2', [
    userId,
    row.id,
    counter,
    deps.clock.now(),
  ])
}

async function storeChallenge(
  { clock }: Pick<AppDeps, 'clock'>,
  on: Writer,
  challenge: string,
  userId: string | null,
): Promise<void> {
  await on.write('insert into passkey_challenges (challenge, user_id, expires_at) values ($1, $2, $3)', [
    challenge,
    userId,
    new Date(clock.now().getTime() + challengeMs),
  ])
}

/** Whether the challenge was given for this; it is used then. */
async function useChallenge(
  { clock }: Pick<AppDeps, 'clock'>,
  tx: Tx,
  challenge: string,
  userId: string | null,
): Promise<boolean> {
  const rows = await tx.query(
    `delete from passkey_challenges where challenge = $1 and expires_at > $2
       and user_id is not distinct from $3 returning 1`,
    [challenge, clock.now(), userId],
  )
  return rows.length > 0
}

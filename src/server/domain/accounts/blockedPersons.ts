import type { AppDeps } from '../../deps.ts'
import { answerOf } from '../../providers/errors.ts'
import { Refusal } from '../../texts/refusal.ts'
import { dayZone } from '../../time/days.ts'
import { readIdentity } from './kyc.ts'
import { sendMessage } from './messages.ts'
import { mailPlayer } from './outbox.ts'

const dayMs = 86_400_000
/** Every player is asked about again after so many days, whether or not they log in. */
const askAgainDays = 15
/** How long an answer stops a player: longer than until the next one, which extends it. */
const blockDays = 31
const askedAtOnce = 50

type RegisterDeps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'queue' | 'bus' | 'log' | 'blockedPersons'>

/**
 * Asks the register about somebody who has no account yet. Throws `personBlocked`, or `registerSilent` when there is no
 * answer.
 */
export async function refuseBlocked(
  deps: Pick<AppDeps, 'blockedPersons' | 'log'>,
  cpf: string,
): Promise<void> {
  if (await isBlocked(deps, cpf)) throw new Refusal('personBlocked')
}

/**
 * Asks the register about a player at the first login of a day. A player who is blocked may log in, to withdraw, but is
 * paused. Throws `registerSilent` when there is no answer. Does nothing without a register or a verified CPF.
 */
export async function askAtLogin(deps: RegisterDeps, userId: string): Promise<void> {
  if (deps.blockedPersons.name === 'none') return
  const due = await deps.db.read(
    `select 1 from users where id = $1 and kyc = 1
        and (register_asked_at is null or register_asked_at < date_trunc('day', $2::timestamptz, $3))`,
    [userId, deps.clock.now(), dayZone],
  )
  if (due.length > 0) await askAbout(deps, userId)
}

/** Asks about players of whom the register has not been asked for fifteen days. Stops when it does not answer. */
export async function askRegisterAgain(deps: RegisterDeps): Promise<void> {
  if (deps.blockedPersons.name === 'none') return
  const rows = await deps.db.read<{ id: string }>(
    `select id from users where kyc = 1 and erased_at is null and not test_flag
        and (register_asked_at is null or register_asked_at < $1)
      order by register_asked_at nulls first limit ${askedAtOnce}`,
    [new Date(deps.clock.now().getTime() - askAgainDays * dayMs)],
  )
  for (const { id } of rows) await askAbout(deps, id)
}

async function askAbout(deps: RegisterDeps, userId: string): Promise<void> {
  const identity = await readIdentity(deps, deps.db, userId)
  if (!identity) return
  const blocked = await isBlocked(deps, identity.cpf)
  const now = deps.clock.now()
  await deps.db.tx(async (tx) => {
    const [user] = await tx.query<{ register_blocked_at: Date | null }>(
      'select register_blocked_at from users where id = $1 for update',
      [userId],
    )
    if (!user) return
    await tx.query(
      `update users set register_asked_at = $2,
         register_blocked_at = case when $3 then coalesce(register_blocked_at, $2) end where id = $1`,
      [userId, now, blocked],
    )
    if (!blocked) return
    await tx.query(
      `update users set excluded_until = greatest(excluded_until, $2), gift = false, marketing_email = false,
         marketing_push = false where id = $1`,
      [userId, new Date(now.getTime() + blockDays * dayMs)],
    )
    await deps.bus.publish(tx, { type: 'event', userId, event: { name: 'updateUserInfo', payload: {} } })
    if (user.register_blocked_at) return
    await sendMessage(deps, tx, userId, { kind: 'personBlocked' })
    await mailPlayer(deps, tx, userId, { key: 'personBlocked' })
  })
}

async function isBlocked(deps: Pick<AppDeps, 'blockedPersons' | 'log'>, cpf: string): Promise<boolean> {
  try {
    return await answerOf(() => deps.blockedPersons.isBlocked(cpf))
  } catch (error) {
    deps.log.error(error, 'the register of blocked persons did not answer')
    throw new Refusal('registerSilent')
  }
}

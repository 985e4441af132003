import type { AppDeps } from '../../deps.ts'
import { ProviderRefusedError } from '../../providers/errors.ts'
import { Refusal } from '../../texts/refusal.ts'
import { dayZone } from '../../time/days.ts'
import { readIdentity } from '../accounts/kyc.ts'
import { endSessions } from '../accounts/sessions.ts'
import { applyAnswer } from './registerBlocks.ts'
import { askRegister, type AskingDeps, type Occasion } from './registerAnswers.ts'

const dayMs = 86_400_000
/** An answer is good for so many days, whether or not the player logs in. */
const goodDays = 15
/** Every player is asked about again after so many days, so that a register that is silent for a day is no gap. */
const askAgainDays = 14
/** How often the job runs, in a minute. */
export const runsPerMinute = 2
const askedTogether = 5
/** A player is not asked about again for so long, in ms, when there was no answer, or one that refuses to say anything of them. */
const silentPauseMs = 10 * 60_000
const refusedPauseMs = 6 * 3_600_000
/** The same after a failure of our own, such as a CPF that cannot be read. */
const failedPauseMs = 3_600_000
const endedAtOnce = 100

type RegisterDeps = AskingDeps & Pick<AppDeps, 'queue' | 'bus'>

/** Asks the register about somebody who is not verified yet. Throws `personBlocked`, or `registerSilent` without an answer. */
export async function refuseBlocked(
  deps: AskingDeps,
  person: { cpf: string; userId: string | null },
): Promise<void> {
  const { isBlocked } = await askRegister(deps, { ...person, occasion: 'signUp' })
  if (isBlocked) throw new Refusal('personBlocked')
}

/**
 * Asks the register about a player at the first login of a day. A player who is blocked may log in, to withdraw. One about
 * whom it does not answer is let in while its last answer is good, and asked about as soon as it answers again; afterwards
 * this throws `registerSilent`. Does nothing without a register or a verified CPF.
 */
export async function askAtLogin(deps: RegisterDeps, userId: string): Promise<void> {
  if (deps.blockedPersons.name === 'none') return
  const now = deps.clock.now()
  const [due] = await deps.db.read<{ register_asked_at: Date | null }>(
    `select register_asked_at from users where id = $1 and kyc = 1
        and (register_asked_at is null or register_asked_at < date_trunc('day', $2::timestamptz, $3))`,
    [userId, now, dayZone],
  )
  if (!due) return
  try {
    await askAbout(deps, userId, 'login')
  } catch (error) {
    if (!(error instanceof Refusal) || error.key !== 'registerSilent') throw error
    const asked = due.register_asked_at?.getTime() ?? -Infinity
    if (asked < now.getTime() - goodDays * dayMs) throw error
    await deps.db.write(
      'update users set register_silent_at = coalesce(register_silent_at, $2) where id = $1',
      [userId, now],
    )
  }
}

/**
 * Asks about players whom the register owes an answer, then about those whose last answer is old, as many as the register's
 * quota allows in one run. Those about whom alone it says nothing, and those whose question fails, come later, and keep nobody else. When it does not answer at
 * all the run ends, and so do the sessions of players whose last answer is no good any more. Safe to run again at any time.
 */
export async function askRegisterAgain(deps: RegisterDeps, signal?: AbortSignal): Promise<void> {
  if (deps.blockedPersons.name === 'none') return
  const now = deps.clock.now().getTime()
  const perRun = Math.ceil(deps.config.register.perMinute / runsPerMinute)
  const waiting =
    'kyc = 1 and erased_at is null and closed_at is null and not test_flag and (register_ask_after is null or register_ask_after <= $3)'
  const rows = await deps.db.read<{ id: string }>(
    `select id from (
       (select id, 1 as rank, register_silent_at as since from users where ${waiting} and register_silent_at is not null
         order by register_silent_at limit $2)
       union all
       (select id, 2, register_asked_at from users where ${waiting} and register_silent_at is null
           and (register_asked_at is null or register_asked_at < $1)
         order by register_asked_at nulls first limit $2)) due
     order by rank, since nulls first, id limit $2`,
    [new Date(now - askAgainDays * dayMs), perRun, new Date(now)],
  )
  const errors: unknown[] = []
  for (let first = 0; first < rows.length && !signal?.aborted; first += askedTogether) {
    const batch = rows.slice(first, first + askedTogether)
    const results = await Promise.allSettled(batch.map(({ id }) => askAgain(deps, id)))
    const answers = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    errors.push(
      ...results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : [])),
    )
    if (answers.length < batch.length || answers.some((answer) => answer !== 'answered'))
      await endOutdatedSessions(deps, new Date(now - goodDays * dayMs))
    // Of those whose question has failed here the register knows nothing.
    if (answers.length > 0 && !answers.includes('answered')) throw new Refusal('registerSilent')
  }
  if (errors.length > 0) throw new AggregateError(errors, `asking about ${errors.length} players failed`)
}

async function askAgain(deps: RegisterDeps, id: string): Promise<'answered' | 'silent' | 'refused'> {
  const askAfter = (pauseMs: number) =>
    deps.db.write('update users set register_ask_after = $2 where id = $1', [
      id,
      new Date(deps.clock.now().getTime() + pauseMs),
    ])
  try {
    await askAbout(deps, id, 'again')
    return 'answered'
  } catch (error) {
    if (!(error instanceof Refusal) || error.key !== 'registerSilent') {
      deps.log.error(error, `asking the register about the player ${id} failed`)
      await askAfter(failedPauseMs)
      throw error
    }
    const isRefused = error.cause instanceof ProviderRefusedError
    await askAfter(isRefused ? refusedPauseMs : silentPauseMs)
    return isRefused ? 'refused' : 'silent'
  }
}

async function askAbout(deps: RegisterDeps, userId: string, occasion: Occasion): Promise<void> {
  const identity = await readIdentity(deps, deps.db, userId)
  if (!identity) return
  const answer = await askRegister(deps, { cpf: identity.cpf, userId, occasion })
  await deps.db.tx((tx) => applyAnswer(deps, tx, userId, answer))
}

/** Whoever plays on needs an answer first, and gets none at the next login either. */
async function endOutdatedSessions(deps: RegisterDeps, since: Date): Promise<void> {
  const rows = await deps.db.read<{ id: string }>(
    `select u.id from users u where u.kyc = 1 and u.erased_at is null and not u.test_flag and u.register_asked_at < $1
        and exists (select from sessions s where s.user_id = u.id and s.revoked_at is null and s.expires_at > $2)
      limit ${endedAtOnce}`,
    [since, deps.clock.now()],
  )
  for (const { id } of rows) await deps.db.tx((tx) => endSessions(deps, tx, { userId: id }))
}

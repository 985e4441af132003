import { z } from 'zod'
import { pictureKinds, type IdentityRefusal } from '#contract/rules/identityPictures.ts'
import { sealedAs } from '../../config/sealedColumns.ts'
import type { AppDeps } from '../../deps.ts'
import type { Reader, Tx } from '../../db/client.ts'
import { providerActor, type Actor } from '../../ledger/ledger.ts'
import { answerOf } from '../../providers/errors.ts'
import { Refusal } from '../../texts/refusal.ts'
import { applyKeptExclusion, isExclusionKept } from '../protection/exclusions.ts'
import { countAttempt, forgiveAddress, identityLimit } from '../protection/rateLimits.ts'
import { prepareLossBaselines } from '../protection/periodLossBaselines.ts'
import { refuseBlocked } from '../register/askRegister.ts'
import { askRegister, type AskingDeps } from '../register/registerAnswers.ts'
import { withDuplicateRefusals } from './duplicates.ts'
import { asksPictures, isCompleteSql, lockIncomplete, readPictures } from './identityPictures.ts'
import { checkIdentity, sealIdentity, type Identity } from './kyc.ts'
import { sendMessage } from './messages.ts'
import { mailPlayer } from './outbox.ts'
import { cpfIndexOf } from './personIndex.ts'

type State = 'pending' | 'confirmed' | 'refused'

/** A check whose result did not come at once. */
export interface IdentityCheck {
  userId: string
  id: string
  provider: string
  state: State
  person: Identity
  createdAt: Date
  decidedAt: Date | null
  /** Such as `staff:42`. */
  decidedBy: string | null
  reason: string | null
  /** When its pictures were sent; null: none are asked for. */
  picturesAt: Date | null
}

interface Row {
  user_id: string
  id: string
  provider: string
  state: State
  person: Buffer
  created_at: Date
  decided_at: Date | null
  decided_by: string | null
  reason: string | null
  asks: number
  waits_for_register: boolean
  needs_pictures: boolean
  pictures_at: Date | null
  pictures_told_at: Date | null
}

/** Authenticated together with the sealed person. */
const personSchema = z.object({ name: z.string(), cpf: z.string(), birthDate: z.iso.date().optional() })
/** The provider is asked again after a minute, then after twice as long each time, up to six hours, in seconds. */
const firstPause = 60
const longestPause = 6 * 3_600
const askedAtOnce = 50

/**
 * `registerSilent`: the register of blocked persons is asked again by the job, and the identity provider after it.
 * `picturesMissing`: the provider is asked when the player has sent them.
 */
export type CheckResult = 'confirmed' | 'pending' | 'registerSilent' | 'picturesMissing'

/** How long the player who sends the pictures waits for the provider, in ms; the job asks after that. */
const sendMs = 6_000
/** How long a provider may take to accept the pictures, in ms. */
const picturesMs = 25_000

/**
 * Asks the register of blocked persons and the identity provider, unless a person decides (`isForPerson`); not inside a transaction. Any result but `confirmed`: store
 * the check (`storePending`) together with the account. Throws `personBlocked` or `kycRefused`.
 */
export async function checkPerson(
  deps: AskingDeps & Pick<AppDeps, 'identity'>,
  identity: Identity,
  userId: string | null,
  { isForPerson = false } = {},
): Promise<CheckResult> {
  try {
    await refuseBlocked(deps, { cpf: identity.cpf, userId })
  } catch (error) {
    if (error instanceof Refusal && error.key === 'registerSilent') return 'registerSilent'
    throw error
  }
  if (asksPictures(deps)) return 'picturesMissing'
  if (isForPerson) return 'pending'
  const result = await answerOf(() => deps.identity.check(checkIdOf(deps, identity), identity))
  if (result === 'refused' || typeof result === 'object') throw new Refusal('kycRefused')
  return result
}

/**
 * The identity check: stores name and CPF (sealed, unique by its index) and marks the player as verified.
 * Repeating it with the same identity has no effect. Limits of an erased account with this CPF are applied to this
 * account. Throws `kycAlreadyDone` for another identity, `kycRefused` also when another account has the CPF or a pause of
 * an erased one lasts, `tooManyAttempts` after five in a day, `kycPending` while the result is not known,
 * `identityPicturesMissing` when the pictures come next, and the refusals of `checkPerson`.
 */
export async function verifyIdentity(
  deps: AppDeps,
  userId: string,
  form: { name: string; cpf: string; birthDate?: string | undefined },
  ip: string,
): Promise<void> {
  const identity = checkIdentity(deps, form)
  const cpfIndex = cpfIndexOf(deps, identity.cpf)
  const id = checkIdOf(deps, identity)
  const [known] = await deps.db.read<{ email: string; kyc: number; cpf_index: Buffer | null }>(
    'select lower(email) as email, kyc, cpf_index from users where id = $1',
    [userId],
  )
  if (known?.kyc === 1) return refuseOther(known.cpf_index, cpfIndex)
  await countAttempt(deps, identityLimit, { email: known?.email ?? '', ip })
  const { isForPerson, isRefused } = await readRefusals(deps.db, userId, id)
  // Nobody would be asked about it again.
  if (isRefused && !deps.identity.canBeAsked) throw new Refusal('kycRefused')
  const result = await checkPerson(deps, identity, userId, { isForPerson })
  // A loss limit may come with the identity, and its first bet must not add up what was played without one.
  await prepareLossBaselines(deps, userId)
  const outcome = await withDuplicateRefusals(() =>
    deps.db.tx(async (tx) => {
      const [user] = await tx.query<{ kyc: number; cpf_index: Buffer | null }>(
        // The account may have been erased while the provider was asked.
        'select kyc, cpf_index from users where id = $1 and erased_at is null for update',
        [userId],
      )
      if (!user) throw new Refusal('loggedOut')
      if (user.kyc === 1) {
        refuseOther(user.cpf_index, cpfIndex)
        return 'confirmed'
      }
      // A person may have decided while the provider was asked.
      const isForPersonNow = (await readRefusals(tx, userId, id)).isForPerson
      if (result !== 'confirmed' || isForPersonNow) {
        const waiting = result === 'confirmed' ? 'pending' : result
        const isMissingPictures = await storePending(deps, tx, userId, identity, waiting)
        await publishUser(deps, tx, userId)
        return isMissingPictures ? 'picturesMissing' : 'pending'
      }
      if (await isExclusionKept(deps, tx, { cpf: identity.cpf })) throw new Refusal('kycRefused')
      await tx.query(
        `update identity_checks set state = 'confirmed', decided_at = $3, decided_by = $4, next_ask_at = null
          where user_id = $1 and id = $2`,
        [userId, id, deps.clock.now(), actorText(providerActor(deps.identity.name))],
      )
      await acceptIdentity(deps, tx, userId, identity)
      return 'confirmed'
    }),
  )
  if (outcome === 'confirmed') await forgiveAddress(deps, identityLimit, { ip })
  if (outcome === 'picturesMissing') throw new Refusal('identityPicturesMissing')
  if (outcome === 'pending') throw new Refusal('kycPending')
}

/**
 * Stores a check whose result comes later, in place of another one of the player that waits. Where pictures are asked for, those
 * that are there already stay with it, and one that is being looked at stays as it is. Returns whether pictures are missing.
 */
export async function storePending(
  deps: Pick<AppDeps, 'config' | 'clock' | 'identity'>,
  tx: Tx,
  userId: string,
  identity: Identity,
  result: Exclude<CheckResult, 'confirmed'>,
): Promise<boolean> {
  const waitsForRegister = result === 'registerSilent'
  if (asksPictures(deps)) return storeIncomplete(deps, tx, userId, identity, waitsForRegister)
  const id = checkIdOf(deps, identity)
  await tx.query(`delete from identity_checks where user_id = $1 and id <> $2 and state = 'pending'`, [
    userId,
    id,
  ])
  await tx.query(
    `insert into identity_checks (user_id, id, provider, person, created_at, next_ask_at, waits_for_register)
     values ($1, $2, $3, $4, $5, case when $6 then now() + make_interval(secs => $7) end, $8)
     on conflict (user_id, id) do update set state = 'pending', provider = excluded.provider,
       decided_at = null, decided_by = null, reason = null, next_ask_at = excluded.next_ask_at,
       waits_for_register = excluded.waits_for_register`,
    [
      userId,
      id,
      deps.identity.name,
      deps.config.secrets.vault.seal(JSON.stringify(identity), sealedAs.identityCheck),
      deps.clock.now(),
      deps.identity.canBeAsked || waitsForRegister,
      firstPause,
      waitsForRegister,
    ],
  )
  return false
}

async function storeIncomplete(
  deps: Pick<AppDeps, 'config' | 'clock' | 'identity'>,
  tx: Tx,
  userId: string,
  identity: Identity,
  waitsForRegister: boolean,
): Promise<boolean> {
  const [open] = await tx.query<{ id: string; pictures_at: Date | null }>(
    `select id, pictures_at from identity_checks where user_id = $1 and state = 'pending' for update`,
    [userId],
  )
  if (open?.pictures_at) return false
  // After a refusal, other pictures are another check, at the provider too; and so are those of another account.
  const [{ count } = { count: 0 }] = await tx.query<{ count: number }>(
    `select count(*)::int as count from identity_checks where user_id = $1 and state = 'refused'`,
    [userId],
  )
  const id = checkIdOf(deps, identity, `${userId} ${count}`)
  if (open && open.id !== id) await moveCheck(tx, userId, { from: open.id, to: id })
  const values = [
    userId,
    id,
    deps.identity.name,
    deps.config.secrets.vault.seal(JSON.stringify(identity), sealedAs.identityCheck),
    waitsForRegister,
    firstPause,
  ]
  const nextAsk = 'case when $5 then now() + make_interval(secs => $6) end'
  if (open)
    await tx.query(
      `update identity_checks set provider = $3, person = $4, waits_for_register = $5, needs_pictures = true,
         next_ask_at = ${nextAsk} where user_id = $1 and id = $2`,
      values,
    )
  else
    await tx.query(
      `insert into identity_checks (user_id, id, provider, person, waits_for_register, next_ask_at, created_at, needs_pictures)
       values ($1, $2, $3, $4, $5, ${nextAsk}, $7, true)`,
      [...values, deps.clock.now()],
    )
  return true
}

/**
 * Gives a check that waits another id, with its pictures: by adding one, because a distributed database changes no key in
 * place. It waits only when the old one is gone: a player has one that waits.
 */
async function moveCheck(tx: Tx, userId: string, { from, to }: { from: string; to: string }): Promise<void> {
  await tx.query(
    `insert into identity_checks (user_id, id, provider, state, person, created_at, asks)
      select user_id, $3, provider, 'refused', person, created_at, asks from identity_checks where user_id = $1 and id = $2`,
    [userId, from, to],
  )
  await tx.query('update identity_pictures set check_id = $3 where user_id = $1 and check_id = $2', [
    userId,
    from,
    to,
  ])
  await tx.query('delete from identity_checks where user_id = $1 and id = $2', [userId, from])
  await tx.query(`update identity_checks set state = 'pending' where user_id = $1 and id = $2`, [userId, to])
}

/**
 * The player's pictures are all there: the check goes to the provider or to the staff. Throws
 * `identityPicturesMissing`, `kycPending` when they have been sent, or `conflict` when no check waits for them.
 */
export async function sendPictures(deps: AppDeps, userId: string, ip: string): Promise<void> {
  const row = await deps.db.tx(async (tx) => {
    const id = await lockIncomplete(tx, userId)
    const kinds = await tx.query('select 1 from identity_pictures where user_id = $1 and check_id = $2', [
      userId,
      id,
    ])
    if (kinds.length < pictureKinds.length) throw new Refusal('identityPicturesMissing')
    const sentSql = (also: string) =>
      `update identity_checks set pictures_at = $3 ${also} where user_id = $1 and id = $2 returning *`
    // Not by a condition within the statement: where players are spread over nodes, the database's time stands in none.
    const [sent] = deps.identity.canBeAsked
      ? await tx.query<Row>(sentSql(', next_ask_at = now() + make_interval(secs => $4)'), [
          userId,
          id,
          deps.clock.now(),
          firstPause,
        ])
      : await tx.query<Row>(sentSql(''), [userId, id, deps.clock.now()])
    await publishUser(deps, tx, userId)
    return sent
  })
  // Pictures are seen by a person, or by the provider, before anything is confirmed.
  await forgiveAddress(deps, identityLimit, { ip })
  if (!row || row.waits_for_register || !deps.identity.canBeAsked) return
  try {
    await answerOf(() => ask(deps, row), sendMs)
  } catch (error) {
    deps.log.warn(error, 'the identity provider was not asked at once')
  }
}

/** Checks in a state, oldest first; `after` is the last one of the page before. */
export async function listIdentityChecks(
  deps: Pick<AppDeps, 'db' | 'config'>,
  { state, after, limit }: { state: State; after?: { createdAt: Date; userId: string }; limit: number },
): Promise<IdentityCheck[]> {
  const rows = await deps.db.read<Row>(
    `select * from identity_checks where state = $1 and (state <> 'pending' or ${isCompleteSql})
        and ($2::timestamptz is null or (created_at, user_id) > ($2, $3))
      order by created_at, user_id limit $4`,
    [state, after?.createdAt ?? null, after?.userId ?? '', limit],
  )
  return rows.map((row) => toCheck(deps, row))
}

/**
 * A decision about a check. A person can confirm a refused one later, which corrects a mistake; what a provider says counts only
 * while the check waits: its answer may come after a person's. Tells the player by message and e-mail. Throws `notFound`, `conflict` when the check has been decided otherwise or waits for the register or for
 * pictures, or `cpfTaken` when another account has the CPF.
 */
export async function decideIdentity(
  deps: AppDeps,
  tx: Tx,
  decision: {
    userId: string
    id: string
    result: 'confirmed' | 'refused'
    actor: Actor
    reason?: string
    /** What the player is told. */
    refusal?: IdentityRefusal | undefined
  },
): Promise<void> {
  const { userId, id, result, actor, reason, refusal = 'other' } = decision
  const [user] = await tx.query<{ kyc: number }>('select kyc from users where id = $1 for update', [userId])
  const [row] = await tx.query<Row>('select * from identity_checks where user_id = $1 and id = $2', [
    userId,
    id,
  ])
  if (actor.kind === 'provider' && row?.state !== 'pending') return
  if (!user || !row) throw new Refusal('notFound')
  if (row.state === result) return
  if (row.state === 'confirmed' || user.kyc === 1 || row.waits_for_register || isIncomplete(row))
    throw new Refusal('conflict')
  const { person } = toCheck(deps, row)
  if (result === 'confirmed') await refuseTaken(tx, userId, cpfIndexOf(deps, person.cpf))
  await tx.query(
    `update identity_checks set state = $3, decided_at = $4, decided_by = $5, reason = $6, refusal = $7, next_ask_at = null
      where user_id = $1 and id = $2`,
    [
      userId,
      id,
      result,
      deps.clock.now(),
      actorText(actor),
      reason ?? null,
      result === 'refused' ? refusal : null,
    ],
  )
  if (result === 'confirmed') {
    await acceptIdentity(deps, tx, userId, person)
    await sendMessage(deps, tx, userId, { kind: 'identityConfirmed' })
    await mailPlayer(deps, tx, userId, { key: 'identityConfirmed' })
    tx.afterCommit(() => prepareLossBaselines(deps, userId))
  } else {
    await publishUser(deps, tx, userId)
    await sendMessage(deps, tx, userId, { kind: 'identityRefused' })
    await mailPlayer(deps, tx, userId, { key: 'identityRefused' })
  }
}

/** The provider's hint that there is a result: it is asked at once. Does nothing for a check that does not wait. */
export async function askAboutIdentity(deps: AppDeps, id: string): Promise<void> {
  const rows = await deps.db.read<Row>(
    `select * from identity_checks where id = $1 and state = 'pending' and provider = $2`,
    [id, deps.identity.name],
  )
  for (const row of rows) await ask(deps, row)
}

/** Asks the provider about the checks that wait and are due. One that fails does not keep the others. */
export async function askAboutIdentities(deps: AppDeps): Promise<void> {
  const rows = await deps.db.read<Row>(
    `select * from identity_checks where state = 'pending' and next_ask_at <= now() and provider = $1
      order by next_ask_at limit ${askedAtOnce}`,
    [deps.identity.name],
  )
  const results = await Promise.allSettled(rows.map((row) => ask(deps, row)))
  const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []))
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} checks of identity failed`)
}

async function ask(deps: AppDeps, row: Row): Promise<void> {
  const { person, userId, id } = toCheck(deps, row)
  const pause = Math.min(firstPause * 2 ** Math.min(row.asks, 20), longestPause)
  await deps.db.write(
    `update identity_checks set asks = asks + 1, next_ask_at = now() + make_interval(secs => $3)
      where user_id = $1 and id = $2 and state = 'pending'`,
    [userId, id, pause],
  )
  if (row.waits_for_register && !(await passesRegister(deps, row))) return
  if (isIncomplete(row)) return leaveToOthers(deps, row)
  if ((await readRefusals(deps.db, userId, id)).isForPerson) return leaveToOthers(deps, row)
  await tellPictures(deps, row)
  const answer = await answerOf(() => deps.identity.check(id, person))
  const refusal = typeof answer === 'object' ? answer.refused : undefined
  const result = typeof answer === 'object' ? 'refused' : answer
  if (result === 'pending') {
    if (!deps.identity.canBeAsked) await leaveToOthers(deps, row)
    return
  }
  const actor = providerActor(deps.identity.name)
  await deps.db.tx(async (tx) => {
    const reason = result === 'confirmed' ? await whyNot(deps, tx, userId, person) : undefined
    const decision = reason === undefined ? { result, refusal } : { result: 'refused' as const, reason }
    await decideIdentity(deps, tx, { userId, id, actor, ...decision })
  })
}

interface Refusals {
  /** Whom a person has refused, a person looks at again: no provider overrules that with another form or other pictures. */
  isForPerson: boolean
  /** Whether the form with this id was refused, by whomever. */
  isRefused: boolean
}

/** Throws kycRefused when a person has refused this very form, which stands until a person changes it. */
async function readRefusals(on: Reader, userId: string, id: string): Promise<Refusals> {
  const rows = await on.read<{ id: string; by_provider: boolean }>(
    `select id, coalesce(decided_by like 'provider:%', false) as by_provider from identity_checks
      where user_id = $1 and state = 'refused'`,
    [userId],
  )
  const byPerson = rows.filter((row) => !row.by_provider)
  if (byPerson.some((row) => row.id === id)) throw new Refusal('kycRefused')
  return { isForPerson: byPerson.length > 0, isRefused: rows.some((row) => row.id === id) }
}

/** The job does not ask about it any more: the player sends pictures, or a person decides. */
async function leaveToOthers(deps: Pick<AppDeps, 'db'>, { user_id, id, pictures_at }: Row): Promise<void> {
  // Unless the pictures were sent meanwhile.
  await deps.db.write(
    `update identity_checks set next_ask_at = null
      where user_id = $1 and id = $2 and pictures_at is not distinct from $3`,
    [user_id, id, pictures_at],
  )
}

/** Brings the pictures to a provider that looks at them, once. */
async function tellPictures(deps: AppDeps, row: Row): Promise<void> {
  const { identity } = deps
  if (!row.pictures_at || row.pictures_told_at || !identity.addPictures) return
  const pictures = await readPictures(deps, deps.db, { userId: row.user_id, checkId: row.id })
  await answerOf(async () => identity.addPictures?.(row.id, pictures), picturesMs)
  await deps.db.write('update identity_checks set pictures_told_at = $3 where user_id = $1 and id = $2', [
    row.user_id,
    row.id,
    deps.clock.now(),
  ])
}

function isIncomplete(row: Pick<Row, 'needs_pictures' | 'pictures_at'>): boolean {
  return row.needs_pictures && row.pictures_at === null
}

/**
 * Asks the register that was silent. Of a blocked person only the check is refused: nobody has confirmed that the CPF is the
 * player's, so a mistyped one must not touch the account.
 */
async function passesRegister(deps: AppDeps, row: Row): Promise<boolean> {
  const { person, userId, id } = toCheck(deps, row)
  const answer = await askRegister(deps, { cpf: person.cpf, userId, occasion: 'signUp' })
  await deps.db.tx(async (tx) => {
    const refused = await tx.query(
      `update identity_checks set waits_for_register = false,
         state = case when $3 then 'refused' else state end, decided_at = case when $3 then $4::timestamptz end,
         decided_by = case when $3 then $5 end, reason = case when $3 then 'blocked' end,
         next_ask_at = case when $3 then null else next_ask_at end
        where user_id = $1 and id = $2 and state = 'pending' returning id`,
      [userId, id, answer.isBlocked, deps.clock.now(), actorText(providerActor(deps.blockedPersons.name))],
    )
    if (answer.isBlocked && refused.length > 0) {
      await sendMessage(deps, tx, userId, { kind: 'identityRefused' })
      await mailPlayer(deps, tx, userId, { key: 'identityRefused' })
    }
    await publishUser(deps, tx, userId)
  })
  return !answer.isBlocked
}

/** Why a person whom the provider has confirmed is refused all the same; the staff may decide otherwise, after a proof. */
async function whyNot(
  deps: Pick<AppDeps, 'config' | 'clock'>,
  tx: Tx,
  userId: string,
  { cpf }: Identity,
): Promise<string | undefined> {
  if (await isTaken(tx, userId, cpfIndexOf(deps, cpf))) return 'cpfTaken'
  return (await isExclusionKept(deps, tx, { cpf })) ? 'excluded' : undefined
}

/**
 * Marks the player as verified. The staff may confirm somebody whose pause lasts: it applies to this account then. Another check
 * that waits has no purpose any more, and nor have its pictures, which go with it.
 */
async function acceptIdentity(
  deps: Pick<AppDeps, 'config' | 'clock' | 'bus'>,
  tx: Tx,
  userId: string,
  identity: Identity,
): Promise<void> {
  const [user] = await tx.query<{ email: string }>('select lower(email) as email from users where id = $1', [
    userId,
  ])
  if (!user) throw new Refusal('loggedOut')
  await sealIdentity(deps, tx, userId, identity)
  await tx.query(`delete from identity_checks where user_id = $1 and state = 'pending'`, [userId])
  await applyKeptExclusion(deps, tx, userId, { email: user.email, cpf: identity.cpf })
  await publishUser(deps, tx, userId, { kyc: 1 })
}

async function publishUser(
  deps: Pick<AppDeps, 'bus'>,
  tx: Tx,
  userId: string,
  payload: { kyc?: 1 } = {},
): Promise<void> {
  await deps.bus.publish(tx, { type: 'event', userId, event: { name: 'updateUserInfo', payload } })
}

function refuseOther(known: Buffer | null, wanted: Buffer): void {
  if (!known?.equals(wanted)) throw new Refusal('kycAlreadyDone')
}

async function refuseTaken(tx: Tx, userId: string, cpfIndex: Buffer): Promise<void> {
  if (await isTaken(tx, userId, cpfIndex)) throw new Refusal('cpfTaken')
}

async function isTaken(tx: Tx, userId: string, cpfIndex: Buffer): Promise<boolean> {
  const rows = await tx.query('select 1 from users where cpf_index = $1 and id <> $2', [cpfIndex, userId])
  return rows.length > 0
}

function toCheck(deps: Pick<AppDeps, 'config'>, row: Row): IdentityCheck {
  return {
    userId: row.user_id,
    id: row.id,
    provider: row.provider,
    state: row.state,
    person: personSchema.parse(
      JSON.parse(deps.config.secrets.vault.open(row.person, sealedAs.identityCheck)),
    ),
    createdAt: row.created_at,
    decidedAt: row.decided_at,
    decidedBy: row.decided_by,
    reason: row.reason,
    picturesAt: row.pictures_at,
  }
}

/** The same for the same person, so that the same form means the same check; `attempt` tells checks with pictures apart. */
function checkIdOf(
  deps: Pick<AppDeps, 'config'>,
  { cpf, name, birthDate }: Identity,
  attempt?: string,
): string {
  const parts = [cpf, name, birthDate, attempt].filter((part) => part !== undefined)
  return deps.config.secrets.vault.index(parts.join(' '), 'identity check').toString('hex')
}

function actorText({ kind, id }: Actor): string {
  return `${kind}:${id}`
}

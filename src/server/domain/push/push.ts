import { createHash } from 'node:crypto'
import { toLanguageCode } from '#contract/languages.ts'
import type { PushKind, PushPayload } from '#contract/push.ts'
import type { AppDeps } from '../../deps.ts'
import type { QueuedJob } from '../../db/JobQueue.ts'
import type { Tx } from '../../db/client.ts'
import type { PushSubscription } from '../../providers/push/encryption.ts'
import { PushServiceAwayError, type Pusher } from '../../providers/push/Pusher.ts'
import { UnderWayError } from '../../providers/errors.ts'
import { Refusal } from '../../texts/refusal.ts'
import { pushText } from '../../texts/texts.ts'
import type { Session } from '../accounts/sessions.ts'

const minuteMs = 60_000
/** After this long a notice is no news. */
const lifeMs: Record<PushKind, number> = {
  goal: 5 * minuteMs,
  bet: 24 * 60 * minuteMs,
  withdrawal: 24 * 60 * minuteMs,
}
/** Browsers of one player. */
const mostSubscriptions = 10

/** What is put into the texts, and the id of what the page shows. */
interface PushParams {
  match?: string
  id?: string
}

/** The page that a press opens. */
const pathOf: Record<PushKind, (params: PushParams) => string> = {
  goal: ({ id = '' }) => `/footballPage?match=${encodeURIComponent(id)}`,
  bet: () => '/registros?tab=bets',
  withdrawal: ({ id = '' }) => `/registros?tab=withdrawals&record=${encodeURIComponent(id)}`,
}

/** SQL on `s` (push_subscriptions) and `$now`: whether the session is open in which the browser has asked. */
const isOpenSql = (now: string) =>
  `exists (select from sessions o where o.user_id = s.user_id and o.id = s.session_id and o.revoked_at is null and o.expires_at > ${now})`

/**
 * SQL on `s` (push_subscriptions), `$kind` and `$now`: whether this browser may be told now. Its session is open, the account is a
 * real one that exists, and a player in a pause, or whom the house has suspended or closed, hears of money alone.
 */
const mayBeToldSql = (kind: string, now: string) => `
  ${kind} = any(s.kinds)
  and ${isOpenSql(now)}
  and exists (select from users u where u.id = s.user_id and not u.test_flag and u.erased_at is null
    and (${kind} <> 'goal' or (u.closed_at is null and coalesce(u.excluded_until <= ${now}, true)
      and coalesce(u.suspended_until <= ${now}, true))))`

function idOf(endpoint: string): string {
  return createHash('sha256').update(endpoint).digest('base64url')
}

/** What this browser of the player is told of: nothing once the session that asked for it has ended. */
export async function readPushKinds(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  userId: string,
  endpoint: string,
): Promise<PushKind[]> {
  const [row] = await db.read<{ kinds: PushKind[] }>(
    `select s.kinds from push_subscriptions s where s.user_id = $1 and s.id = $2 and ${isOpenSql('$3')}`,
    [userId, idOf(endpoint), clock.now()],
  )
  return row?.kinds ?? []
}

/**
 * Stores what a browser is to be told of while this session lasts; none ends it. A browser has one player: the last one who asked. Throws
 * badRequest for an address that is no push service's.
 */
export async function subscribePush(
  deps: Pick<AppDeps, 'db' | 'clock' | 'pusher'>,
  session: Session,
  { kinds, ...subscription }: PushSubscription & { kinds: PushKind[] },
): Promise<PushKind[]> {
  const { endpoint, p256dh, auth } = subscription
  if (!deps.pusher?.accepts(endpoint)) throw new Refusal('badRequest')
  const id = idOf(endpoint)
  const { userId } = session
  const chosen = [...new Set(kinds)]
  await deps.db.tx(async (tx) => {
    await tx.query('delete from push_subscriptions where id = $1', [id])
    if (chosen.length === 0) return
    await tx.query(
      `insert into push_subscriptions (user_id, id, endpoint, p256dh, auth, kinds, session_id, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [userId, id, endpoint, p256dh, auth, chosen, session.id, deps.clock.now()],
    )
    await tx.query(
      `delete from push_subscriptions where user_id = $1 and id in (
         select id from push_subscriptions where user_id = $1 order by created_at desc, id offset $2)`,
      [userId, mostSubscriptions],
    )
  })
  return chosen
}

/**
 * Adds a notice for each browser that the player has asked for this kind, to be sent after `tx` commits. `event` names what
 * happened: of the same event a browser is told once, however often this is called.
 */
export async function pushPlayer(
  deps: Pick<AppDeps, 'clock' | 'queue'>,
  tx: Tx,
  userId: string,
  { kind, event, params = {} }: { kind: PushKind; event: string; params?: PushParams },
): Promise<void> {
  const now = deps.clock.now()
  const rows = await tx.query<{ id: string }>(
    `insert into push_messages (user_id, id, subscription_id, kind, params, created_at, expires_at)
     select s.user_id, $3 || ' ' || s.id, s.id, $2, $4, $5, $6 from push_subscriptions s
      where s.user_id = $1 and ${mayBeToldSql('$2', '$5')} on conflict do nothing returning id`,
    [userId, kind, `${kind} ${event}`, JSON.stringify(params), now, new Date(now.getTime() + lifeMs[kind])],
  )
  for (const { id } of rows) await deps.queue.add(tx, 'sendPush', `${userId}/${id}`)
}

interface MessageRow extends PushSubscription {
  kind: PushKind
  params: PushParams
  language: string
  expires_at: Date
  subscription_id: string
}

type SendDeps = Pick<AppDeps, 'db' | 'clock' | 'pusher' | 'log' | 'metrics'>

/**
 * Sends one notice, unless it is old, or the player has ended the session, the wish or the account meanwhile. While the push service is
 * away it throws UnderWayError, and after the last attempt the notice waits for its next job (jobs/requeue.ts) until it is old: what
 * somebody else's service does is nothing that an operator must mend.
 */
export async function deliverPush(
  deps: SendDeps,
  job: Pick<QueuedJob, 'id' | 'isLastAttempt'>,
): Promise<void> {
  const [userId = '', id = ''] = splitOnce(job.id)
  const now = deps.clock.now()
  const [row] = await deps.db.read<MessageRow>(
    `select m.kind, m.params, m.expires_at, s.endpoint, s.p256dh, s.auth, m.subscription_id, l.language
      from push_messages m join push_subscriptions s on s.user_id = m.user_id and s.id = m.subscription_id
        join users l on l.id = m.user_id
      where m.user_id = $1 and m.id = $2 and m.ended_at is null and m.expires_at > $3 and ${mayBeToldSql('m.kind', '$3')}`,
    [userId, id, now],
  )
  if (row && deps.pusher) {
    const result = await send(deps, deps.pusher, row, now)
    if (result === 'away' && job.isLastAttempt) return
    if (result === 'away') throw new UnderWayError('the push service is away')
    if (result === 'gone')
      await deps.db.write('delete from push_subscriptions where user_id = $1 and id = $2', [
        userId,
        row.subscription_id,
      ])
  }
  await deps.db.write('update push_messages set ended_at = $3 where user_id = $1 and id = $2', [
    userId,
    id,
    now,
  ])
}

async function send(
  { log, metrics }: SendDeps,
  pusher: Pusher,
  row: MessageRow,
  now: Date,
): Promise<'sent' | 'gone' | 'refused' | 'away'> {
  const ttlSeconds = Math.ceil((row.expires_at.getTime() - now.getTime()) / 1_000)
  try {
    const outcome = await pusher.send(row, JSON.stringify(payloadOf(row)), { ttlSeconds })
    if (outcome.result === 'refused')
      log.warn({ host: outcome.host, status: outcome.status }, 'a push service refused a notice')
    metrics.noticeSent(outcome.result)
    return outcome.result
  } catch (error) {
    if (!(error instanceof PushServiceAwayError)) throw error
    log.warn(error, 'a push service is away')
    metrics.noticeSent('away')
    return 'away'
  }
}

/** No amount and no name: it stands on a screen that is locked. */
function payloadOf({
  kind,
  params,
  language,
}: Pick<MessageRow, 'kind' | 'params' | 'language'>): PushPayload {
  const { title, body } = pushText(toLanguageCode(language), kind, { match: params.match ?? '' })
  return { title, body, path: pathOf[kind](params), tag: `${kind} ${params.id ?? ''}` }
}

function splitOnce(text: string): [string, string] {
  const at = text.indexOf('/')
  return [text.slice(0, at), text.slice(at + 1)]
}

import type { NoticePlace } from '#contract/rules/content.ts'
import type { ContentState } from '#contract/rules/content.schema.ts'
import type { ServerEvents } from '#contract/realtime.ts'
import type { LanguageCode } from '#contract/languages.ts'
import type { AppDeps } from '../../deps.ts'
import type { Reader } from '../../db/client.ts'
import { isShownSql } from './content.ts'

/** Broadcast inside the server: notices that have begun, changed or ended. */
export const noticesChanged = 'internal:notices'

/** A notice as it is shown now. */
export interface Notice {
  id: string
  texts: ContentState<'notice'>['texts']
  place: NoticePlace
  /** How long it stays in a game, in seconds. */
  seconds: number
  /** How long it is shown from now on, in ms; null: until it is withdrawn. */
  leftMs: number | null
}

interface Row {
  id: string
  texts: Notice['texts']
  fields: ContentState<'notice'>['fields']
  ends_at: Date | null
  user_id: string | null
}

function toNotice({ id, texts, fields, ends_at }: Row, now: Date): Notice {
  const leftMs = ends_at && ends_at.getTime() - now.getTime()
  return { id, texts, place: fields.place, seconds: fields.seconds, leftMs }
}

/** The notices for a player, or for a guest, newest first. */
export async function noticesFor(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  userId: string | undefined,
): Promise<Notice[]> {
  const now = clock.now()
  const rows = await db.read<Row>(
    `select id, texts, fields, ends_at, user_id from content
      where kind = 'notice' and (user_id is null or user_id = $2) and ${isShownSql('$1')}
      order by coalesce(starts_at, updated_at) desc, id limit 20`,
    [now, userId ?? ''],
  )
  return rows.map((row) => toNotice(row, now))
}

const unannouncedSql = `kind = 'notice' and announced < version and (${isShownSql('$1')} or announced > 0)`
/** Whether there are notices for {@link announceNotices}; `$1`: now. */
export const noticesDueSql = `exists (select from content where ${unannouncedSql})`

/**
 * Tells every process of the notices whose time has come, that were changed while they are shown, or that were withdrawn:
 * the processes push them to their players.
 */
export async function announceNotices({
  db,
  clock,
  bus,
}: Pick<AppDeps, 'db' | 'clock' | 'bus'>): Promise<void> {
  await db.tx(async (tx) => {
    const due = await tx.query<{ id: string }>(
      `update content set announced = version
        where ${unannouncedSql} returning id`,
      [clock.now()],
    )
    if (due.length === 0) return
    const ids = due.map(({ id }) => id)
    await bus.publish(tx, { type: 'broadcast', name: noticesChanged, payload: { ids } })
  })
}

/** An event for a player, or for everybody (`userId` null). */
export interface NoticeEvent {
  userId: string | null
  event:
    | { name: 'notice'; payload: ServerEvents['notice'] }
    | { name: 'notice:end'; payload: ServerEvents['notice:end'] }
}

/** What players are sent about notices: their texts, or that they have ended. */
export async function noticeEvents(
  { db, clock }: { db: Reader } & Pick<AppDeps, 'clock'>,
  ids: readonly string[],
): Promise<NoticeEvent[]> {
  const now = clock.now()
  const rows = await db.read<Row & { is_shown: boolean }>(
    `select id, texts, fields, ends_at, user_id, (${isShownSql('$2')}) as is_shown
       from content where kind = 'notice' and id = any($1) order by updated_at`,
    [[...ids], now],
  )
  return rows.map((row) => ({
    userId: row.user_id,
    event: row.is_shown
      ? { name: 'notice', payload: toEvent(toNotice(row, now)) }
      : { name: 'notice:end', payload: { id: row.id } },
  }))
}

/** `text` is for clients that know nothing of languages. */
function toEvent({ texts, ...notice }: Notice): ServerEvents['notice'] {
  const list: Partial<Record<LanguageCode, string>> = {}
  for (const [code, each] of Object.entries(texts)) list[code as LanguageCode] = each.text
  return { ...notice, text: list.pt_BR ?? '', texts: list }
}

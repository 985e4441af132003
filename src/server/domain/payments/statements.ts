import { stringify } from 'csv-stringify/sync'
import type { LanguageCode } from '#contract/languages.ts'
import { cents, type Cents } from '#contract/money.ts'
import { FinanceCode } from '#contract/statusCodes.ts'
import type { AppDeps } from '../../deps.ts'
import type { LedgerLine } from '../../ledger/history.ts'
import type { Reader } from '../../db/client.ts'
import type { Position, ReadPart } from '../accounts/exports/part.ts'
import { bringerSql } from '../play/gameCatalogue.ts'
import { sheetOf, type GameOf } from './statementSheet.ts'

const pageSize = 100

/**
 * Start, length and net result (winnings less losses, in cents) of a session, with the minutes between
 * reality checks.
 */
export async function summarizeSession(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  session: { id: string; userId: string },
): Promise<{ startedAt: Date; minutes: number; net: Cents; realityCheck: number }> {
  const [row] = await deps.db.read<{ created_at: Date; reality_check: number; net: number }>(
    `select s.created_at, u.reality_check,
       (select coalesce(sum((t.args ->> 'payout')::bigint - (t.args ->> 'stake')::bigint), 0)::bigint
         from transfers t where t.user_id = $2 and t.kind in ('settle', 'play', 'correct')
           and t.at >= s.created_at) as net
      from sessions s join users u on u.id = s.user_id where s.id = $1 and s.user_id = $2`,
    [session.id, session.userId],
  )
  const now = deps.clock.now()
  const startedAt = row?.created_at ?? now
  return {
    startedAt,
    minutes: Math.max(0, Math.floor((now.getTime() - startedAt.getTime()) / 60_000)),
    net: cents(row?.net ?? 0),
    realityCheck: row?.reality_check ?? 60,
  }
}

const columns = ['time', 'kind', 'reference', 'cash', 'bonus', 'cash_balance', 'bonus_balance', 'order_code']

/** Every posting of a player for a spreadsheet in the player's language, newest first. */
export const readStatementPart: ReadPart = async ({ db, ledger }, { userId, language }, { after }) => {
  const { list, next } = await pageOf(ledger, userId, after)
  const sheet = sheetOf(language, await readGames(db, userId, list, language))
  return {
    text: (after === null ? sheet.head() : '') + sheet.lines(list),
    lines: list.length,
    next: next === null ? null : { section: 0, after: [next] },
  }
}

/** The name of the game that a round was of. */
async function readGames(
  db: Reader,
  userId: string,
  list: readonly LedgerLine[],
  language: LanguageCode,
): Promise<GameOf> {
  const ids = [...new Set(list.filter(({ refType }) => refType === 'round').map(({ refId }) => refId))]
  if (ids.length === 0) return () => undefined
  const rows = await db.read<{ id: string; name: string }>(
    `select r.id, concat_ws(' · ', coalesce(g.name ->> $3, g.name ->> 'pt_BR', r.game), ${bringerSql('g')}) as name
      from game_rounds r left join games g on g.code = r.game
      where r.user_id = $1 and r.id = any ($2)`,
    [userId, ids, language],
  )
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return ({ refType, refId }) => (refType === 'round' ? names.get(refId) : undefined)
}

/** The same for programs, in every language: CSV (RFC 4180), amounts with a point and two decimals, times in ISO 8601. */
export const readNeutralStatementPart: ReadPart = async ({ ledger }, { userId }, { after }) => {
  const { list, next } = await pageOf(ledger, userId, after)
  const text = stringify([...(after === null ? [columns] : []), ...list.map(toRecord)], {
    record_delimiter: 'windows',
    // Also quotes single CR or LF, because readers differ in what ends a line.
    quoted_match: /[\r\n]/,
  })
  return { text, lines: list.length, next: next === null ? null : { section: 0, after: [next] } }
}

function pageOf(ledger: Pick<AppDeps['ledger'], 'entriesOf'>, userId: string, after: Position['after']) {
  const cursor = after?.[0]
  return ledger.entriesOf(userId, { limit: pageSize, ...(cursor === undefined ? {} : { cursor }) })
}

/** No field begins with user-supplied text, so that spreadsheets do not interpret it as a formula. */
function toRecord(line: LedgerLine): string[] {
  const money = (value: Cents | null) => (value === null ? '' : (value / 100).toFixed(2))
  return [
    line.at.toISOString(),
    line.kind,
    `${line.refType}:${line.refId}`,
    money(line.cash),
    money(line.bonus),
    money(line.cashAfter),
    money(line.bonusAfter),
    String(financeCode(line)),
  ]
}

/** A prize is money that the house gives: winnings are the return of a bet. */
function financeCode({ kind }: LedgerLine): number {
  if (kind === 'deposit' || kind === 'voucher') return FinanceCode.recharge
  if (kind === 'bonus') return FinanceCode.prize
  return FinanceCode.other
}

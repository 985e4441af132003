import {
  blockedPlayerCalls,
  type BlockedPlayer,
  type BlockedPlayerFilter,
  type BlockState,
} from '#contract/office/blockedPlayers.ts'
import * as schema from '#contract/office/blockedPlayers.schema.ts'
import { toBlockReasons } from '#contract/rules/blockReasons.ts'
import type { Reader } from '../../db/client.ts'
import { payAgain } from '../../domain/register/closeBlocked.ts'
import { officeAction } from '../endpoints/officeAction.ts'
import { officeCsv, officeList, type CsvColumn, type ListSource } from '../endpoints/officeList.ts'
import type { Office } from '../endpoints/office.ts'
import { OfficeRefusal } from '../texts/officeRefusal.ts'

interface DbRow {
  id: string
  user_id: string
  email: string
  blocked_at: Date
  reasons: string[]
  request_id: string | null
  withdraw_until: Date
  pay_until: Date
  closed_at: Date | null
  left_cents: number
  state: BlockState
}

/** `$1` is now. Unclaimed money is handed over to the state after 180 days. */
const stateSql = `case
    when b.ended_at is not null then 'ended'
    when w.cash + w.hold_withdrawal + w.hold_round_cash = 0 and b.closed_at is not null then 'paid'
    when b.blocked_at <= $1::timestamptz - interval '180 days' then 'unclaimed'
    when b.closed_at is null then 'withdrawing'
    when u.lock then 'locked'
    when b.next_step_at is null then 'undeliverable'
    when b.pay_until <= $1 then 'late'
    else 'paying' end`

const csvColumns: CsvColumn<BlockedPlayer>[] = [
  { title: { 'pt-BR': 'Bloqueado em', en: 'Blocked' }, value: ({ blockedAt }) => blockedAt, kind: 'time' },
  { title: { 'pt-BR': 'Jogador', en: 'Player' }, value: ({ playerId }) => playerId },
  { title: { 'pt-BR': 'E-mail', en: 'E-mail' }, value: ({ email }) => email },
  { title: { 'pt-BR': 'Situação', en: 'State' }, value: ({ state }) => state },
  { title: { 'pt-BR': 'Motivos', en: 'Reasons' }, value: ({ registerWords }) => registerWords.join(' ') },
  {
    title: { 'pt-BR': 'Número da resposta', en: 'Number of the answer' },
    value: ({ requestId }) => requestId,
  },
  {
    title: { 'pt-BR': 'Retirar até', en: 'Withdraw by' },
    value: ({ withdrawUntil }) => withdrawUntil,
    kind: 'time',
  },
  { title: { 'pt-BR': 'Pagar até', en: 'Pay by' }, value: ({ payUntil }) => payUntil, kind: 'time' },
  { title: { 'pt-BR': 'Encerrada em', en: 'Closed' }, value: ({ closedAt }) => closedAt, kind: 'time' },
  { title: { 'pt-BR': 'Resta', en: 'Left' }, value: ({ leftCents }) => leftCents, kind: 'cents' },
]

const selectSql = `select b.id, b.user_id, u.email, b.blocked_at, b.reasons, b.request_id, b.withdraw_until, b.pay_until, b.closed_at,
    w.cash + w.hold_withdrawal + w.hold_round_cash as left_cents, s.state
  from register_blocks b join users u on u.id = b.user_id join wallets w on w.user_id = b.user_id
  cross join lateral (select ${stateSql} as state) s`

/** Players whom the register of blocked persons names, and what has become of their money. */
export function registerBlockedPlayers(office: Office): void {
  const source: ListSource<DbRow, BlockedPlayer, BlockedPlayerFilter, 'blockedAt'> = {
    filter: schema.filter,
    parameters: ({ now }) => [now],
    select: selectSql,
    conditions: ({ state, playerId }, value) => [
      ...(state === undefined ? [] : [`s.state = ${value(state)}`]),
      ...(playerId === undefined ? [] : [`b.user_id = ${value(playerId)}`]),
    ],
    sorts: { blockedAt: 'b.blocked_at' },
    id: 'b.id',
    idOf: ({ id }) => id,
    present,
  }
  officeList(office, blockedPlayerCalls.list, source)
  officeCsv(office, blockedPlayerCalls.export, source, csvColumns)
  officeAction(office, blockedPlayerCalls.payAgain, schema.payAgain, {
    async run({ tx, params }) {
      const { userId } = await payAgain(office.deps, tx, params.id)
      return {
        answer: present(await read(tx, params.id)),
        subject: { kind: 'player', id: userId },
        before: { state: 'undeliverable' },
      }
    },
  })

  async function read(db: Reader, id: string): Promise<DbRow> {
    const [row] = await db.read<DbRow>(`${selectSql} where b.id = $2`, [office.deps.clock.now(), id])
    if (!row) throw new OfficeRefusal('notFound')
    return row
  }
}

function present(row: DbRow): BlockedPlayer {
  return {
    id: row.id,
    playerId: row.user_id,
    email: row.email,
    reasons: toBlockReasons(row.reasons),
    registerWords: row.reasons,
    requestId: row.request_id,
    state: row.state,
    blockedAt: row.blocked_at.toISOString(),
    withdrawUntil: row.withdraw_until.toISOString(),
    payUntil: row.pay_until.toISOString(),
    closedAt: row.closed_at?.toISOString() ?? null,
    leftCents: row.left_cents,
  }
}

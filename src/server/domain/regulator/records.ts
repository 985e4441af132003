import type { ReportFamily } from '#contract/rules/regulatorReports.ts'
import { sealedAs } from '../../config/sealedColumns.ts'
import type { AppDeps } from '../../deps.ts'
import type { Tx } from '../../db/client.ts'
import { readGames, readRevenue } from '../reports/revenue.ts'
import { taxRatesOf } from '../reports/tax.ts'
import { shiftDay } from '../../time/days.ts'

/** Of an erased account too, for as long as its identification is kept (domain/accounts/keptIdentities.ts). */
const cpfSql =
  'coalesce(u.cpf_encrypted, (select k.cpf_encrypted from kept_identities k where k.user_id = u.id)) as cpf_encrypted'

/** A record: its fields in their order. Amounts are cents. */
export type ReportRecord = Record<string, string | number>

type RecordDeps = Pick<AppDeps, 'config'>

/** Rows that are read at a time. */
const pageSize = 5_000

/**
 * SQL: the postings (`t`) of the day $1 of players (`u`) who are no test accounts. Ids are drawn in the order of time but for
 * clocks that differ, so they lie between those of the day before yesterday and the last one that reports have counted.
 */
const ofDaySql = `t.id > coalesce((select max(last_id) from report_days where day < $1::date - 1), 0)
    and t.id <= (select last_id from report_days where day = $1::date)
    and ledger_day(t.at) = $1::date and not u.test_flag`

/**
 * Wallets: each player's cash of the day. The balance before is that of the last posting before the first of the day; what is
 * none of the named kinds is an adjustment, so that the balances and the movements always agree.
 */
const walletsSql = `
  with posting as (
    select t.user_id, t.id, t.kind::text as kind, t.args, coalesce(e.amount, 0) as cash,
      t.args ->> 'wallet' = 'cash' as is_cash, coalesce(t.args ->> 'stake', t.args ->> 'amount')::bigint as stake,
      (t.args ->> 'payout')::bigint as payout
    from transfers t join users u on u.id = t.user_id
    left join lateral (
      select sum(amount) as amount from unnest(t.accounts, t.amounts) as e (account, amount) where account = 'cash') e on true
    where ${ofDaySql}
  ), day as (
    select user_id, min(id) as first_id, sum(cash)::bigint as moved,
      coalesce(sum(cash) filter (where kind in ('deposit', 'voucher')), 0)::bigint as deposits,
      coalesce(sum(cash) filter (where kind = 'reversal'), 0)::bigint as reversals,
      coalesce(sum(cash) filter (where kind = 'withdrawal'), 0)::bigint as withdrawals,
      coalesce(sum(cash) filter (where kind = 'withdrawal_back'), 0)::bigint as withdrawals_back,
      coalesce(-sum(stake) filter (where is_cash and kind in ('stake', 'play')), 0)::bigint as stakes,
      coalesce(sum(payout) filter (where is_cash and kind in ('settle', 'play')), 0)::bigint as payouts,
      coalesce(sum(stake) filter (where is_cash and kind = 'refund'), 0)::bigint as refunds,
      coalesce(sum(cash) filter (where kind = 'prize'), 0)::bigint as suspended,
      coalesce(sum(cash) filter (where kind = 'correct'), 0)::bigint as corrections,
      coalesce(sum(cash) filter (where kind in ('bonus', 'release')), 0)::bigint as bonuses
    from posting group by user_id
  )
  select d.*, ${cpfSql}, coalesce(before.balance, 0)::bigint as opening
  from day d join users u on u.id = d.user_id
  left join lateral (
    select e.balance from transfers o cross join lateral unnest(o.accounts, o.balances) as e (account, balance)
    where o.user_id = d.user_id and o.id < d.first_id and e.account = 'cash' order by o.id desc limit 1
  ) before on true
  order by d.user_id`

const bettorsSql = `
  select u.id as user_id, ${cpfSql}, u.created_at,
    case when u.register_blocked_at is not null then 'IMPEDIDA' when u.closed_at is not null or u.erased_at is not null then 'ENCERRADA'
      when u.suspended_until > $2::timestamptz then 'SUSPENSA' when u.excluded_until > $2 then 'PAUSADA' else 'ATIVA' end as status
  from users u
  where not u.test_flag and (
    ledger_day(u.created_at) = $1::date
    or exists (select from player_status_changes c where c.user_id = u.id and ledger_day(c.created_at) = $1::date)
    or exists (select from register_blocks b where b.user_id = u.id and ledger_day(b.blocked_at) = $1::date)
    or u.id in (select t.user_id from transfers t join users u on u.id = t.user_id where ${ofDaySql}))
  order by u.id`

/** Bets of the day, of one product: what was staked, decided, given back and corrected of each on this day. */
const betsSql = (refType: 'ticket' | 'round', columns: string, join: string) => `
  with bet as (
    select t.user_id, t.ref_id, t.args ->> 'wallet' as wallet, min(t.at) as at,
      coalesce(sum(coalesce(t.args ->> 'stake', t.args ->> 'amount')::bigint) filter (where t.kind in ('stake', 'play')), 0)::bigint as placed,
      coalesce(sum((t.args ->> 'stake')::bigint) filter (where t.kind in ('settle', 'play', 'correct')), 0)::bigint as stakes,
      coalesce(sum((t.args ->> 'payout')::bigint) filter (where t.kind in ('settle', 'play', 'correct')), 0)::bigint as payouts,
      coalesce(sum(coalesce(t.args ->> 'stake', t.args ->> 'amount')::bigint) filter (where t.kind = 'refund'), 0)::bigint as refunds
    from transfers t join users u on u.id = t.user_id
    where t.ref_type = '${refType}' and t.kind in ('stake', 'play', 'settle', 'correct', 'refund') and ${ofDaySql}
    group by 1, 2, 3
  )
  select b.*, ${cpfSql}, ${columns} from bet b join users u on u.id = b.user_id ${join} order by b.user_id, b.ref_id, b.wallet`

interface BetRow {
  user_id: string
  cpf_encrypted: Buffer | null
  ref_id: string
  wallet: string
  at: Date
  placed: number
  stakes: number
  payouts: number
  refunds: number
}

/** The records of a family for a period, in pages. The transaction sees one state of the ledger, from the first page to the last. */
export async function* readRecords(
  deps: RecordDeps,
  tx: Tx,
  { family, period, now }: { family: ReportFamily; period: string; now: Date },
): AsyncGenerator<ReportRecord[]> {
  const person = (row: { user_id: string; cpf_encrypted: Buffer | null }) => ({
    idApostador: row.user_id,
    cpf: row.cpf_encrypted ? deps.config.secrets.vault.open(row.cpf_encrypted, sealedAs.cpf) : '',
  })
  const bet = (row: BetRow) => ({
    idAposta: row.ref_id,
    ...person(row),
    carteira: row.wallet === 'bonus' ? 'BONUS' : 'DINHEIRO',
    dataHora: row.at.toISOString(),
    valorApostado: row.placed,
    valorDecidido: row.stakes,
    valorPremio: row.payouts,
    valorDevolvido: row.refunds,
  })
  switch (family) {
    case 'bettors':
      return yield* pages<{
        user_id: string
        cpf_encrypted: Buffer | null
        created_at: Date
        status: string
      }>(tx, [bettorsSql, [period, now]], (row) => ({
        ...person(row),
        cadastro: row.created_at.toISOString(),
        situacao: row.status,
      }))
    case 'wallets':
      return yield* pages<WalletRow>(tx, [walletsSql, [period]], (row) => {
        const named =
          row.deposits +
          row.reversals +
          row.withdrawals +
          row.withdrawals_back +
          row.stakes +
          row.payouts +
          row.refunds +
          row.corrections +
          row.suspended +
          row.bonuses
        return {
          ...person(row),
          saldoInicial: row.opening,
          depositos: row.deposits,
          depositosEstornados: row.reversals,
          retiradas: row.withdrawals,
          retiradasDevolvidas: row.withdrawals_back,
          apostas: row.stakes,
          premios: row.payouts,
          apostasDevolvidas: row.refunds,
          correcoes: row.corrections,
          premiosSuspensos: row.suspended,
          bonusConvertidos: row.bonuses,
          ajustes: row.moved - named,
          saldoFinal: row.opening + row.moved,
        }
      })
    case 'sportsBets':
      return yield* pages<BetRow & { kind: string; legs: number; sports: string[] }>(
        tx,
        [
          betsSql(
            'ticket',
            'k.kind, l.legs, l.sports',
            `left join tickets k on k.id = b.ref_id and k.user_id = b.user_id left join lateral (
              select count(*)::int as legs, array_agg(distinct sport order by sport) as sports
              from ticket_legs where ticket_id = b.ref_id and user_id = b.user_id) l on true`,
          ),
          [period],
        ],
        (row) => ({
          ...bet(row),
          tipo: row.kind === 'parlay' ? 'MULTIPLA' : 'SIMPLES',
          eventos: row.legs,
          modalidades: (row.sports ?? []).join(' '),
        }),
      )
    case 'onlineGames':
      return yield* pages<BetRow & { game: string | null }>(
        tx,
        [
          betsSql('round', 'r.game', 'left join game_rounds r on r.id = b.ref_id and r.user_id = b.user_id'),
          [period],
        ],
        (row) => ({ ...bet(row), jogo: row.game ?? '' }),
      )
    case 'operatorDays':
      return yield [await operatorRecord(deps, tx, { data: period }, period, period)]
    case 'operatorMonths':
      return yield [await operatorRecord(deps, tx, { mes: period }, `${period}-01`, lastDayOf(period))]
  }
}

interface WalletRow {
  user_id: string
  cpf_encrypted: Buffer | null
  opening: number
  moved: number
  deposits: number
  reversals: number
  withdrawals: number
  withdrawals_back: number
  stakes: number
  payouts: number
  refunds: number
  corrections: number
  suspended: number
  bonuses: number
}

/** Reads a query page by page with a cursor of the transaction. */
async function* pages<Row extends object>(
  tx: Tx,
  [sql, values]: [string, (string | Date)[]],
  toRecord: (row: Row) => ReportRecord,
): AsyncGenerator<ReportRecord[]> {
  await tx.query(`declare report_records no scroll cursor for ${sql}`, values)
  for (;;) {
    const rows = await tx.query<Row>(`fetch ${pageSize} from report_records`)
    if (rows.length > 0) yield rows.map(toRecord)
    if (rows.length < pageSize) break
  }
  await tx.query('close report_records')
}

/** The house's figures of a day or month: those of the reports of revenue (domain/reports). */
async function operatorRecord(
  deps: RecordDeps,
  tx: Tx,
  name: { data: string } | { mes: string },
  from: string,
  to: string,
): Promise<ReportRecord> {
  const period = 'mes' in name ? 'month' : 'day'
  const [[row], games, suspended] = [
    await readRevenue(tx, { from, to }, period, taxRatesOf(deps), {}),
    await readGames(tx, { from, to }, period, {}),
    await readSuspended(tx, from, to),
  ]
  if (!row) throw new Error(`no figures of ${from}`)
  const of = (product: 'game' | 'sport') => {
    const rows = games.filter((each) => each.product === product)
    const sum = (pick: (each: (typeof rows)[number]) => number) =>
      rows.reduce((total, each) => total + pick(each), 0)
    return {
      apostas: sum(({ placed }) => placed),
      decidido: sum(({ cashStakes, bonusStakes }) => cashStakes + bonusStakes),
      premios: sum(({ cashPayouts, bonusPayouts }) => cashPayouts + bonusPayouts),
      ggr: sum(({ ggr }) => ggr),
    }
  }
  const [sports, online] = [of('sport'), of('game')]
  return {
    ...name,
    apostadoresAtivos: row.actives,
    cadastros: row.registrations,
    depositos: row.deposits,
    retiradas: row.withdrawals,
    apostasEsportivas: sports.apostas,
    valorDecididoEsportivas: sports.decidido,
    premiosEsportivas: sports.premios,
    ggrEsportivas: sports.ggr,
    apostasJogos: online.apostas,
    valorDecididoJogos: online.decidido,
    premiosJogos: online.premios,
    ggrJogos: online.ggr,
    ggr: row.ggr,
    baseTributavel: row.taxBase,
    tributo: row.tax,
    bonus: row.bonusCost,
    correcoes: row.corrections,
    saldoApostadores: row.liabilities.cash,
    // The ledger holds both in one account.
    retiradasEmCurso: row.liabilities.heldWithdrawals - suspended.kept,
    saldoPremiosSuspensos: suspended.kept,
    premiosConfiscados: suspended.taken,
    apostasEmAberto: row.liabilities.openRounds + row.liabilities.openTickets,
  }
}

/** The prizes in cash that were suspended when the day `to` ended, and what the house has taken of such from `from` on. */
async function readSuspended(tx: Tx, from: string, to: string): Promise<{ kept: number; taken: number }> {
  const [row] = await tx.query<{ kept: number; taken: number }>(
    `select coalesce(sum(p.amount) filter (where ledger_day(coalesce(p.held_at, p.created_at)) <= $2::date
          and (p.ended_at is null or ledger_day(p.ended_at) > $2::date)), 0)::bigint as kept,
        coalesce(sum(p.amount) filter (where p.taken and ledger_day(p.ended_at) between $1::date and $2::date), 0)::bigint as taken
      from prize_suspensions p join users u on u.id = p.user_id
      where p.wallet = 'cash' and p.amount > 0 and not u.test_flag`,
    [from, to],
  )
  return row ?? { kept: 0, taken: 0 }
}

function lastDayOf(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const next = number === 12 ? `${year + 1}-01-01` : `${year}-${String(number + 1).padStart(2, '0')}-01`
  return shiftDay(next, -1)
}

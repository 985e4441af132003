import {
  leastBigBet,
  leastBigWin,
  bigBetCalls,
  bigWinCalls,
  exposureCalls,
  riskHitCalls,
  riskLinkCalls,
  riskRuleCalls,
  type BigBetFilter,
  type BigBetRow,
  type ExposureRow,
  type RiskHit,
  type RiskHitFilter,
} from '#contract/office/risk.ts'
import * as schema from '#contract/office/risk.schema.ts'
import type { Reader } from '../../db/client.ts'
import { isRealSql } from '../../domain/accounts/testAccounts.ts'
import { linkedAccounts } from '../../domain/risk/linkedAccounts.ts'
import { acknowledgeHit, readThresholds, type RiskHitRow } from '../../domain/risk/riskHits.ts'
import { lockSettings, writeSetting } from '../../domain/installation/settings.ts'
import { biggestExposure } from '../../sports/trading/exposureRows.ts'
import { officeAction } from '../endpoints/officeAction.ts'
import { memoryList } from '../endpoints/memoryList.ts'
import { officeList, type ListSource } from '../endpoints/officeList.ts'
import { officeRead } from '../endpoints/officeRead.ts'
import { refuseChanged } from '../endpoints/refuseChanged.ts'
import type { Office } from '../endpoints/office.ts'
import { OfficeRefusal } from '../texts/officeRefusal.ts'
import { hitSource, hitsSql, presentHitOf } from './hits.ts'
import type { QueueCounter } from './queue.ts'

/** The biggest ones that are read: nobody looks at more. */
const readExposures = 1_000

interface BigBetDbRow {
  id: string
  kind: 'ticket' | 'round'
  user_id: string
  email?: string | undefined
  game: string
  game_name?: string | null
  stake: number
  payout: number
  settled_at: Date | null
  at: Date
}

/** Tickets and rounds of the same columns; `condition` and `at` are those of the indexes. */
const bigBetTables = (condition: string, at: string) => [
  `select id, 'ticket' as kind, user_id, 'sports' as game, stake + cashed_stake as stake, payout + cashed_paid as payout,
    settled_at, ${at} as at from tickets where ${condition}`,
  `select id, 'round' as kind, user_id, game, stake, payout, settled_at, ${at} as at from game_rounds where ${condition}`,
]

const bigSql = (rows: string) => `select * from (${rows}) big`

/** The players' addresses, also of erased accounts, and the games' names: in one statement, as a page waits for it. */
async function withNames(db: Reader, rows: BigBetDbRow[]): Promise<BigBetDbRow[]> {
  const found = await db.read<{ id: string; name: string | null }>(
    `select id, email as name from users where id = any($1)
      union all select code, name ->> 'pt_BR' from games where code = any($2)`,
    [[...new Set(rows.map((row) => row.user_id))], [...new Set(rows.map(({ game }) => game))]],
  )
  const names = new Map(found.map(({ id, name }) => [id, name]))
  return rows.map((row) => ({
    ...row,
    email: names.get(row.user_id) ?? undefined,
    game_name: names.get(row.game) ?? null,
  }))
}

const bigBets = (
  tables: readonly string[],
  filter: typeof schema.bets,
  measure: string,
): ListSource<BigBetDbRow, BigBetRow, BigBetFilter, 'at'> => ({
  filter,
  select: bigSql(tables.join(' union all ')),
  union: { tables, of: bigSql },
  conditions: ({ least, playerId, kind }, value) => [
    isRealSql('user_id'),
    ...(least === undefined ? [] : [`${measure} >= ${value(least)}`]),
    ...(playerId === undefined ? [] : [`user_id = ${value(playerId)}`]),
    ...(kind === undefined ? [] : [`kind = ${value(kind)}`]),
  ],
  sorts: { at: 'at' },
  id: 'id',
  idOf: ({ id }) => id,
  complete: withNames,
  present: (row) => ({
    id: row.id,
    kind: row.kind,
    playerId: row.user_id,
    email: row.email ?? '',
    game: row.game,
    gameName: row.game_name ?? null,
    stakeCents: row.stake,
    payoutCents: row.payout,
    isSettled: row.settled_at !== null,
    at: row.at.toISOString(),
  }),
})

const hits = hitSource<RiskHitRow, RiskHit, RiskHitFilter>({
  filter: schema.hits,
  select: hitsSql('h.ref_kind, h.ref_id, h.acknowledged_by, h.acknowledged_at, h.note'),
  ofState: ({ state }) =>
    state === undefined ? [] : [`h.acknowledged_at is ${state === 'open' ? '' : 'not '}null`],
  present: presentHit,
})

export function registerRisk(office: Office): void {
  const { deps } = office

  memoryList(office, exposureCalls.list, {
    filter: schema.exposure,
    async rows({ level = 'match', sport }) {
      const sums = await biggestExposure(deps.db, { level, limit: readExposures })
      const now = deps.clock.now()
      const rows = sums.map(({ stake, exposure, ...sum }): ExposureRow => {
        const match = deps.feed.match(sum.matchId, now)
        return {
          id: [sum.matchId, sum.market, sum.key].join(' '),
          ...sum,
          stakeCents: stake,
          exposureCents: exposure,
          match: match
            ? {
                sport: match.sport,
                league: match.league,
                home: match.home,
                away: match.away,
                startsAt: match.startsAt.toISOString(),
                isLive: match.isLive,
              }
            : null,
        }
      })
      return rows.filter(({ match }) => sport === undefined || match?.sport === sport)
    },
    sorts: {
      exposure: ({ exposureCents }) => exposureCents,
      stake: ({ stakeCents }) => stakeCents,
    },
  })

  officeList(
    office,
    bigBetCalls.list,
    bigBets(bigBetTables(`stake >= ${leastBigBet}`, 'created_at'), schema.bets, 'stake'),
  )
  officeList(
    office,
    bigWinCalls.list,
    bigBets(
      bigBetTables(`payout >= 10000 and payout - stake >= ${leastBigWin}`, 'settled_at'),
      schema.wins,
      '(payout - stake)',
    ),
  )

  officeList(office, riskHitCalls.list, hits)
  officeAction(office, riskHitCalls.acknowledge, schema.acknowledge, {
    async run({ tx, params, body, staff }) {
      const hit = await acknowledgeHit(deps, tx, { id: params.id, staffId: staff.id, note: body.reason })
      if (!hit) throw new OfficeRefusal('conflict')
      return {
        answer: presentHit(hit),
        subject: { kind: 'player', id: hit.user_id },
        after: { hit: hit.id, note: hit.note },
      }
    },
  })

  officeRead(office, riskLinkCalls.get, { params: schema.byId }, async ({ params }) => {
    const [linked, [player]] = await Promise.all([
      linkedAccounts(deps.db, params.id),
      deps.db.read<{ email: string }>('select email from users where id = $1', [params.id]),
    ])
    return {
      id: params.id,
      email: player?.email ?? null,
      linked: linked.map(({ userId, email, kinds, registeredAt, isErased }) => ({
        playerId: userId,
        email,
        kinds,
        registeredAt: registeredAt.toISOString(),
        isErased,
      })),
    }
  })

  officeRead(office, riskRuleCalls.get, {}, () => readThresholds(deps.db))
  officeAction(
    office,
    riskRuleCalls.change,
    { body: schema.changeRules },
    {
      async run({ tx, body: { rules, seen } }) {
        await lockSettings(tx)
        const before = await readThresholds(tx)
        refuseChanged(seen, before)
        const after = { ...before, ...rules }
        await writeSetting(tx, 'riskRules', after)
        return { answer: after, subject: { kind: 'setting', id: 'riskRules' }, before, after }
      },
    },
  )
}

function presentHit(row: RiskHitRow): RiskHit {
  return {
    ...presentHitOf(row),
    refKind: row.ref_kind,
    refId: row.ref_id,
    acknowledgedById: row.acknowledged_by,
    acknowledgedAt: row.acknowledged_at?.toISOString() ?? null,
    note: row.note,
  }
}

/** Hits that nobody has acknowledged. */
export const openRiskHits: QueueCounter = async ({ deps }) => {
  const [row] = await deps.db.read<{ count: number; oldest: Date | null }>(
    `select count(*) as count, min(at) as oldest from (
       select at from risk_hits where acknowledged_at is null order by at limit 1000) as waiting`,
  )
  return { count: row?.count ?? 0, oldestAt: row?.oldest ?? null }
}

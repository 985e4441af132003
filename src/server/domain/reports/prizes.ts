import { prizeRateOf, prizesOf, type PrizeTaxRate, type PrizeYear } from '#contract/rules/prizeTax.ts'
import { cents, ZERO, type Cents } from '#contract/money.ts'
import { profileOf } from '../../config/jurisdictions.ts'
import type { AppDeps } from '../../deps.ts'
import type { Tx } from '../../db/client.ts'
import { readToday, shiftDay } from '../../time/days.ts'

/** A server may post on a day that is over by another server's clock, so long. */
const graceMs = 3_600_000
/** Days that one run counts at most. */
const daysAtOnce = 40
/** How long the statement of a day may take: of all players who bet on it. */
const dayLimits = { statementMs: 5 * 60_000 }

export interface PrizeStatement extends PrizeYear {
  year: number
  /** The years in which the player has bet and prizes were taxed, newest first. */
  years: number[]
  /** Null where prizes are not taxed. */
  rate: PrizeTaxRate | null
  net: Cents
  taxable: Cents
  tax: Cents
}

/** A player's prizes of a year, by the days on which bets were settled; as of now for the running year, which is the default. */
export async function readPrizes(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config'>,
  userId: string,
  asked: number | undefined,
): Promise<PrizeStatement> {
  const year = asked ?? Number((await readToday(deps.db, deps.clock.now())).day.slice(0, 4))
  const rows = await deps.db.read<{ year: number; sports: number; games: number }>(
    `select extract(year from day)::int as year,
       coalesce(-sum(cash_loss) filter (where game = 'sports'), 0)::bigint as sports,
       coalesce(-sum(cash_loss) filter (where game <> 'sports'), 0)::bigint as games
      from bet_days where user_id = $1 group by 1 order by 1 desc`,
    [userId],
  )
  const row = rows.find((each) => each.year === year)
  const sums = { sports: cents(row?.sports ?? 0), games: cents(row?.games ?? 0) }
  const { prizeTax } = profileOf(deps)
  const rate = prizeRateOf(prizeTax, year)
  return {
    year,
    years: rows.map((each) => each.year).filter((each) => prizeRateOf(prizeTax, each)),
    ...sums,
    rate: rate ?? null,
    ...(rate ? prizesOf(sums, rate) : { net: ZERO, taxable: ZERO, tax: ZERO }),
  }
}

/**
 * Adds the finished days to the years of their players, each day once: a day and the position move in one transaction. Safe to
 * run in every process.
 */
export async function countPrizes(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  signal?: AbortSignal,
): Promise<void> {
  const { finished } = await readToday(db, new Date(clock.now().getTime() - graceMs))
  for (let count = 0; count < daysAtOnce && !signal?.aborted; count++) {
    const isDone = await db.tx(async (tx) => {
      const day = await nextDay(tx)
      if (day === undefined || day > finished) return true
      await tx.query(
        `insert into prize_years as y (user_id, year, sports, games)
           select user_id, extract(year from day)::int,
             coalesce(-sum(cash_loss) filter (where game = 'sports'), 0),
             coalesce(-sum(cash_loss) filter (where game <> 'sports'), 0)
           from bet_days where day = $1 group by 1, 2
         on conflict (user_id, year) do update
           set sports = y.sports + excluded.sports, games = y.games + excluded.games`,
        [day],
      )
      await tx.query('update prize_position set through = $1', [day])
      return false
    }, dayLimits)
    if (isDone) return
  }
}

/** The day after the last one that is counted; at first the first day of all. The position is locked. */
async function nextDay(tx: Tx): Promise<string | undefined> {
  const [position] = await tx.query<{ through: string | null }>(
    'select through::text as through from prize_position for update',
  )
  if (position?.through) return shiftDay(position.through, 1)
  const [first] = await tx.query<{ day: string | null }>('select min(day)::text as day from bet_days')
  return first?.day ?? undefined
}

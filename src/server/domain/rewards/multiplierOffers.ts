import type { Cents } from '#contract/money.ts'
import { toWireBonusOffer, type ServerEvent } from '#contract/realtime.ts'
import {
  OFFER_MAX_LEVEL,
  OFFER_MULTIPLIER,
  OFFER_PAUSE_DAYS,
  offerAmount,
} from '#contract/rules/multiplierOffer.ts'
import type { AppDeps } from '../../deps.ts'
import { profileOf } from '../../config/jurisdictions.ts'
import type { Reader } from '../../db/client.ts'
import { readToday } from '../../time/days.ts'
import { storeOffer, unansweredOffer } from '../payments/eligibility.ts'
import { countedBets, type GameBets } from './countedBets.ts'

const dayMs = 86_400_000

type Deps = Pick<AppDeps, 'db' | 'bus' | 'clock' | 'config'>

/**
 * Makes the offer of the bonus multiplier to a player who has just connected, if yesterday's bets earn one, and pushes it.
 * What it promises is stored: exactly that is credited (payments/eligibility.ts). An offer that the player has not closed
 * yet goes to the new connection only, by `send`: its page may have been loaded again before it was seen.
 */
export async function offerMultiplier(
  deps: Deps,
  userId: string,
  send: (event: ServerEvent) => void,
): Promise<void> {
  if (!profileOf(deps).bonuses.multiplier) return
  const unanswered = await unansweredOffer(deps, userId)
  if (unanswered) return send(toWireBonusOffer(unanswered))
  // Almost every call ends here, without a transaction.
  if ((await amountFor(deps, deps.db, userId)) === undefined) return
  await deps.db.tx(async (tx) => {
    // Of two connections at the same time, the second finds the offer of the first.
    await tx.query('select 1 from wallets where user_id = $1 for update', [userId])
    const amount = await amountFor(deps, tx, userId)
    if (amount === undefined) return
    const offer = { multiplier: OFFER_MULTIPLIER, amount }
    await storeOffer(deps, tx, { userId, ...offer })
    await deps.bus.publish(tx, { type: 'event', userId, event: toWireBonusOffer(offer) })
  })
}

async function amountFor(
  deps: Pick<AppDeps, 'clock'>,
  db: Reader,
  userId: string,
): Promise<Cents | undefined> {
  const now = deps.clock.now()
  const { finished: yesterday } = await readToday(db, now)
  const rows = await db.read<GameBets>(
    `select d.game, g.rtp, d.stakes as bets
       from users u join wallets w on w.user_id = u.id
         join bet_days d on d.user_id = u.id and d.day = $2
         left join games g on g.code = d.game
      where u.id = $1 and w.deposit_sum > 0 and not u.test_flag and u.level <= $3
        and coalesce(greatest(u.excluded_until, u.suspended_until) <= $4, true)
        and not exists (select from multiplier_offers o where o.user_id = u.id and o.created_at > $5)`,
    [userId, yesterday, OFFER_MAX_LEVEL, now, new Date(now.getTime() - OFFER_PAUSE_DAYS * dayMs)],
  )
  return offerAmount(countedBets(rows))
}

import { cents, type Cents } from '#contract/money.ts'
import type { OnlineCountRule } from '#contract/rules/onlineCount.ts'
import type { AppDeps } from '../../deps.ts'
import { profileOf } from '../../config/jurisdictions.ts'
import { shownContent, type Content } from '../content/content.ts'
import {
  betterOf,
  isListedSql,
  publicColumns,
  showsAmountsSql,
  type PublicRow,
} from '../accounts/publicIdentity.ts'

const bigWinsLimit = 20

export interface HomeFeed {
  banners: Content<'banner'>[]
  /** `player` is null for one who is anonymous in bets. */
  bigWins: { player: string | null; gameCode: string; amount: Cents; at: Date }[]
  /** Players connected now; the client derives the figure that it shows. */
  online: number
  onlineRule: OnlineCountRule
}

/** The newest rounds and the newest tickets are selected separately, so that their indexes are used. */
const winsSql = `
  with wins as (
    (select r.user_id, r.game, r.payout, r.settled_at from game_rounds r join users u on u.id = r.user_id
      where r.payout >= 10000 and r.payout > r.stake and r.status = 'settled' and ${isListedSql('u')} and ${showsAmountsSql('u')}
      order by r.settled_at desc limit $1)
    union all
    (select t.user_id, 'sports', t.payout, t.settled_at from tickets t join users u on u.id = t.user_id
      where t.payout >= 10000 and t.payout > t.stake and ${isListedSql('u')} and ${showsAmountsSql('u')}
      order by t.settled_at desc limit $1)
  )
  select ${publicColumns('u')}, w.game, w.payout, w.settled_at from wins w join users u on u.id = w.user_id
    order by w.settled_at desc limit $1`

/**
 * The changing parts of /home. Big wins are settled rounds and tickets of real players who show amounts, newest first.
 */
export async function readHome(
  deps: Pick<AppDeps, 'db' | 'clock' | 'presence' | 'config'>,
): Promise<HomeFeed> {
  const [banners, wins] = await Promise.all([
    shownContent(deps, 'banner'),
    deps.db.read<PublicRow & { game: string; payout: number; settled_at: Date }>(winsSql, [bigWinsLimit]),
  ])
  return {
    banners,
    bigWins: wins.map((win) => ({
      player: betterOf(win).player,
      gameCode: win.game,
      amount: cents(win.payout),
      at: win.settled_at,
    })),
    online: deps.presence.onlineCount,
    onlineRule: profileOf(deps).onlineCount,
  }
}

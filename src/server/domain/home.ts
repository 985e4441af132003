import { cents, type Cents } from '#contract/money.ts'
import type { OnlineCountRule } from '#contract/rules/onlineCount.ts'
import type { AppDeps } from '../app.ts'
import { profileOf } from '../jurisdictions.ts'
import { maskPlayer } from './invitations.ts'
import { getOnlineCount } from './presence.ts'

/** From R$ 100 on a win is worth telling. */
const bigWinsShown = 20

export interface HomeFeed {
  banners: { id: 'deposit' | 'fair' | 'sports'; target: string }[]
  bigWins: { player: string; gameCode: string; amount: Cents; at: Date }[]
  /** Players connected now; the client makes the figure of spec §9 of it. */
  online: number
  onlineRule: OnlineCountRule
}

const banners: HomeFeed['banners'] = [
  { id: 'deposit', target: '/conta' },
  { id: 'fair', target: '/fair' },
]

/** The moving parts of /home. Big wins are settled rounds of real players, newest first, names masked. */
export async function readHome(deps: Pick<AppDeps, 'db' | 'bus' | 'config'>): Promise<HomeFeed> {
  const wins = await deps.db.query<{ email: string; game: string; payout: number; settled_at: Date }>(
    `select u.email, r.game, r.payout, r.settled_at from game_rounds r join users u on u.id = r.user_id
      where r.payout >= 10000 and r.payout > r.stake and r.status = 'settled' and not u.test_flag
      order by r.settled_at desc limit $1`,
    [bigWinsShown],
  )
  return {
    banners,
    bigWins: wins.map((win) => ({
      player: maskPlayer(win.email),
      gameCode: win.game,
      amount: cents(win.payout),
      at: win.settled_at,
    })),
    online: getOnlineCount(deps),
    onlineRule: profileOf(deps).onlineCount,
  }
}

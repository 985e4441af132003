import type { Player } from '#contract/http/user.ts'
import { min, type Cents } from '#contract/money.ts'
import { nextVip } from '#contract/rules/vip.ts'

export interface LevelProgress {
  level: number
  /** Capped at the thresholds; null at the top level. */
  next: { level: number; deposits: Part; bets: Part } | null
}

interface Part {
  sum: Cents
  goal: Cents
}

/** The player's progress towards the next level. The server's thresholds take precedence over the table. */
export function levelProgress(
  player: Pick<Player, 'level' | 'depositSum' | 'betSum' | 'nextLevel'>,
): LevelProgress {
  const row = nextVip(player.level)
  if (!row) return { level: player.level, next: null }
  const goal = player.nextLevel ?? row
  return {
    level: player.level,
    next: {
      level: row.level,
      deposits: { sum: min(player.depositSum, goal.depositSum), goal: goal.depositSum },
      bets: { sum: min(player.betSum, goal.betSum), goal: goal.betSum },
    },
  }
}

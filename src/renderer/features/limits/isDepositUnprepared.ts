import type { Player } from '#contract/http/user.ts'

/** Whether the jurisdiction asks the player for something before the first deposit: limits, a confirmed address. */
export function isDepositUnprepared(player: Player | null): boolean {
  return player !== null && (player.missingLimits.length > 0 || player.needsConfirmedEmail)
}

import type { AppDeps } from '#server/deps.ts'

/** These players have chosen that others see the amounts of their bets. */
export async function showAmounts({ db }: Pick<AppDeps, 'db'>, ...userIds: string[]): Promise<void> {
  await db.write(`update users set bets_shown = 'all' where id = any($1)`, [userIds])
}

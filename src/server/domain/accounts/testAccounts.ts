import type { Reader } from '../../db/client.ts'

/**
 * SQL: whether the account with the id in this column is no test account. What a test account plays with is no money, so
 * nothing that several players share knows it: what others see, limits of the house, reports. It sees its own bets.
 */
export function isRealSql(userId: string): string {
  return `not exists (select from users tester where tester.id = ${userId} and tester.test_flag)`
}

export async function isTestAccount(db: Reader, userId: string): Promise<boolean> {
  const rows = await db.read('select from users where id = $1 and test_flag', [userId])
  return rows.length > 0
}

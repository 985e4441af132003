/**
 * SQL: whether the player of the wallet in the table `alias` has ever deposited. A deposit that a bank took back is in no sum of the wallet
 * any more, but its order stays paid; what a voucher brought stays in the sum. `userId`: the
 * player, in SQL.
 */
export function hasEverDepositedSql(alias: string, userId = `${alias}.user_id`): string {
  return `(${alias}.deposit_sum > 0 or exists (
    select from orders paid where paid.user_id = ${userId} and paid.status = 'paid'))`
}

import { strongKindsSql } from '../accounts/marks.ts'
import { hasEverDepositedSql } from '../payments/hasDeposited.ts'

/**
 * CTEs `lives (id)`: player `$1` and their other accounts, erased ones too, known by what one person alone has; `own (id)`:
 * those, and every account that shares a browser, a payout key or the IP address at registration with one of them. A
 * player earns nothing by these: no commission on their bets, and none is a valid invitee.
 */
export const ownAccountsSql = `lives (id) as (
    select $1::text
    union
    select b.user_id from account_marks a join account_marks b on b.mark = a.mark
      where a.user_id = $1 and a.kind in ${strongKindsSql} and b.kind in ${strongKindsSql}
  ), own (id) as (
    select id from lives
    union
    select b.user_id from lives join account_marks a on a.user_id = lives.id join account_marks b on b.mark = a.mark
      where a.kind in ('browser', 'address', 'payoutKey', 'document', 'email')
        and b.kind in ('browser', 'address', 'payoutKey', 'document', 'email')
  )`

/**
 * SQL: whether the player in the table `alias` is a person who has deposited with an earlier account, which may be erased,
 * or shares a browser with an earlier invitee of the same inviter: a person counts as invited once.
 */
export function isCountedBeforeSql(alias: string): string {
  return `exists (
    select from account_marks a join account_marks b on b.mark = a.mark and b.user_id <> a.user_id
      join users e on e.id = b.user_id join wallets ew on ew.user_id = e.id
    where a.user_id = ${alias}.id and a.kind in ('browser', 'document', 'payoutKey', 'email')
      and (e.created_at, e.id) < (${alias}.created_at, ${alias}.id)
      and not e.test_flag and ${hasEverDepositedSql('ew')}
      and (a.kind in ${strongKindsSql} and b.kind in ${strongKindsSql}
        or a.kind = 'browser' and b.kind = 'browser' and e.invited_by = ${alias}.invited_by))`
}

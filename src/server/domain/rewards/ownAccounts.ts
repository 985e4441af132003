/**
 * CTE `own (id)`: player `$1` and the accounts that share a browser, a payout key or the IP address at registration
 * with them. A player earns nothing by these accounts: no commission on their bets, and none is a valid invitee.
 */
export const ownAccountsSql = `own (id) as (
    select b.user_id from sessions a join sessions b on b.browser_id = a.browser_id where a.user_id = $1
    union
    select b.user_id from withdrawals a join withdrawals b on b.key_index = a.key_index where a.user_id = $1
    union
    select b.id from users a join users b on b.origin_index = a.origin_index where a.id = $1
  )`

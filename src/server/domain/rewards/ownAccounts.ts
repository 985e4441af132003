/**
 * CTE `own (id)`: accounts that share a device, a payout key or the address of the registration with player `$1`, who
 * is among them. Bets of one's own accounts earn no commission.
 */
export const ownAccountsSql = `own (id) as (
    select b.user_id from sessions a join sessions b on b.device_id = a.device_id
      where a.user_id = $1 and a.device_id <> ''
    union
    select b.user_id from withdrawals a join withdrawals b on b.key_index = a.key_index where a.user_id = $1
    union
    select b.id from users a join users b on b.origin_index = a.origin_index where a.id = $1
  )`

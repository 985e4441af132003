import type { LinkKind } from '#contract/office/risk.ts'
import type { Reader } from '../../db/client.ts'

export interface LinkedAccount {
  userId: string
  kinds: LinkKind[]
  registeredAt: Date
}

/** More of them say no more. */
const mostLinked = 100

/** Terminals are used by everybody, so they link nobody. */
const linksSql = `
  with linked (user_id, kind) as (
    select b.user_id, 'browser' from sessions a join sessions b on b.browser_id = a.browser_id where a.user_id = $1
    union
    select b.user_id, 'device' from sessions a
      join sessions b on b.device_id = a.device_id and b.device_id <> ''
      where a.user_id = $1 and not exists (select from terminals t where t.id = a.device_id)
        and a.device_type is distinct from 'terminal'
    union
    select b.id, 'address' from users a join users b on b.origin_index = a.origin_index where a.id = $1
    union
    select b.user_id, 'payoutKey' from withdrawals a join withdrawals b on b.key_index = a.key_index where a.user_id = $1
    union
    select b.user_id, 'document' from users a join withdrawals b on b.key_index = a.cpf_index where a.id = $1
    union
    select b.id, 'document' from withdrawals a join users b on b.cpf_index = a.key_index where a.user_id = $1
  )
  select l.user_id as "userId", array_agg(l.kind order by l.kind) as kinds, u.created_at as "registeredAt"
  from linked l join users u on u.id = l.user_id
  where l.user_id <> $1 group by l.user_id, u.created_at
  order by count(*) desc, l.user_id limit ${mostLinked}`

/** The accounts that share something with this one, those that share most first; at most a hundred. */
export function linkedAccounts(db: Reader, userId: string): Promise<LinkedAccount[]> {
  return db.read<LinkedAccount>(linksSql, [userId])
}

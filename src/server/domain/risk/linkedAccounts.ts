import type { LinkKind } from '#contract/office/risk.ts'
import type { Reader } from '../../db/client.ts'

export interface LinkedAccount {
  userId: string
  email: string
  kinds: LinkKind[]
  registeredAt: Date
  /** Nothing else is known of it. */
  isErased: boolean
}

/** More of them say no more. */
const mostLinked = 100

/** A CPF that another account withdraws to has the same mark as the other's key. Terminals leave no marks. */
const linksSql = `
  with own as materialized (
    select kind, mark from account_marks where user_id = $1
  ), linked (user_id, kind) as (
    select distinct b.user_id, case when 'document' in (a.kind, b.kind) then 'document' else a.kind end
      from own a join account_marks b on b.mark = a.mark and b.user_id <> $1
  )
  select l.user_id as "userId", u.email, array_agg(l.kind order by l.kind) as kinds, u.created_at as "registeredAt",
    u.erased_at is not null as "isErased"
  from linked l join users u on u.id = l.user_id
  group by l.user_id, u.email, u.created_at, u.erased_at
  order by count(*) desc, l.user_id limit ${mostLinked}`

/**
 * The accounts that share something with this one, those that share most first; at most a hundred. Those that were erased
 * are known by the marks that outlive them.
 */
export function linkedAccounts(db: Reader, userId: string): Promise<LinkedAccount[]> {
  return db.read<LinkedAccount>(linksSql, [userId])
}
